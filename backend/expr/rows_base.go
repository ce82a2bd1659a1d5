package expr

// baseRows are what programs are held together by.
var baseRows = map[Op]Row{
	// The conversion itself is that of every result, see Op.Eval.
	Cast: {
		Name: "cast", Arity: 1, Kinds: KindAny, Result: ToAny,
		Oracle: Oracle{
			Bool:    func(a, _, _ bool) bool { return a },
			Int:     func(a, _, _ int64, _ int) int64 { return a },
			Uint:    func(a, _, _ uint64, _ int) uint64 { return a },
			Float:   func(a, _, _ float64, _ int) float64 { return a },
			Complex: func(a, _, _ complex128, _ int) complex128 { return a },
		},
		C:    each(KindAny, "cg_cast_$t_$r($0)"),
		CUDA: each(KindAny, "cg_cast_$t_$r($0)"),
	},

	// Operand 0; where operand 1 is false the kernel fails with the fault
	// code Aux. Backends do the second part outside the text.
	Check: {
		Name: "check", Arity: 2, Kinds: KindAny, Cond: 2,
		Oracle: Oracle{
			Bool:    func(a, _, _ bool) bool { return a },
			Int:     func(a, _, _ int64, _ int) int64 { return a },
			Uint:    func(a, _, _ uint64, _ int) uint64 { return a },
			Float:   func(a, _, _ float64, _ int) float64 { return a },
			Complex: func(a, _, _ complex128, _ int) complex128 { return a },
		},
		C:    each(KindAny, "$0"),
		CUDA: each(KindAny, "$0"),
	},

	Where: {
		Name: "where", Arity: 3, Kinds: KindAny, Cond: 1,
		Oracle: Oracle{
			Bool:    choose[bool],
			Int:     func(a, b, c int64, _ int) int64 { return choose(a != 0, b, c) },
			Uint:    func(a, b, c uint64, _ int) uint64 { return choose(a != 0, b, c) },
			Float:   func(a, b, c float64, _ int) float64 { return choose(a != 0, b, c) },
			Complex: func(a, b, c complex128, _ int) complex128 { return choose(a != 0, b, c) },
		},
		C:    each(KindAny, "$0 ? $1 : $2"),
		CUDA: each(KindAny, "$0 ? $1 : $2"),
	},
}

func choose[T Element](cond bool, yes, no T) T {
	if cond {
		return yes
	}
	return no
}
