package expr

// logicalRows: bits. A shift by the width or more, or by a negative count,
// gives 0, or the sign when shifting a signed integer right.
var logicalRows = map[Op]Row{
	BitAnd: {
		Name: "bitand", Arity: 2, Kinds: KindLogical,
		Oracle: Oracle{
			Bool: func(a, b, _ bool) bool { return a && b },
			Int:  func(a, b, _ int64, _ int) int64 { return a & b },
			Uint: func(a, b, _ uint64, _ int) uint64 { return a & b },
		},
		C:    each(KindLogical, "$0 & $1"),
		CUDA: each(KindLogical, "$0 & $1"),
	},
	BitOr: {
		Name: "bitor", Arity: 2, Kinds: KindLogical,
		Oracle: Oracle{
			Bool: func(a, b, _ bool) bool { return a || b },
			Int:  func(a, b, _ int64, _ int) int64 { return a | b },
			Uint: func(a, b, _ uint64, _ int) uint64 { return a | b },
		},
		C:    each(KindLogical, "$0 | $1"),
		CUDA: each(KindLogical, "$0 | $1"),
	},
	BitXor: {
		Name: "bitxor", Arity: 2, Kinds: KindLogical,
		Oracle: Oracle{
			Bool: func(a, b, _ bool) bool { return a != b },
			Int:  func(a, b, _ int64, _ int) int64 { return a ^ b },
			Uint: func(a, b, _ uint64, _ int) uint64 { return a ^ b },
		},
		C:    each(KindLogical, "$0 ^ $1"),
		CUDA: each(KindLogical, "$0 ^ $1"),
	},
	BitNot: {
		Name: "bitnot", Arity: 1, Kinds: KindLogical,
		Oracle: Oracle{
			Bool: func(a, _, _ bool) bool { return !a },
			Int:  func(a, _, _ int64, _ int) int64 { return ^a },
			Uint: func(a, _, _ uint64, _ int) uint64 { return ^a },
		},
		C:    each(KindInteger, "($T)~$0").with(KindBool, "$0 ^ 1"),
		CUDA: each(KindInteger, "($T)~$0").with(KindBool, "$0 ^ 1"),
	},
	ShiftLeft: {
		Name: "shl", Arity: 2, Kinds: KindInteger,
		Oracle: Oracle{
			Int: func(a, b, _ int64, bits int) int64 {
				return choose(b >= 0 && b < int64(bits), a<<(b&63), 0)
			},
			Uint: func(a, b, _ uint64, bits int) uint64 {
				return choose(b < uint64(bits), a<<(b&63), 0)
			},
		},
		C:    each(KindInteger, "cg_shl_$t($0, $1)"),
		CUDA: each(KindInteger, "cg_shl($0, $1)"),
	},
	ShiftRight: {
		Name: "shr", Arity: 2, Kinds: KindInteger,
		Oracle: Oracle{
			Int: func(a, b, _ int64, bits int) int64 {
				return a >> choose(b >= 0 && b < int64(bits), b, 63)
			},
			Uint: func(a, b, _ uint64, bits int) uint64 {
				return choose(b < uint64(bits), a>>(b&63), 0)
			},
		},
		C:    each(KindInteger, "cg_shr_$t($0, $1)"),
		CUDA: each(KindInteger, "cg_shr($0, $1)"),
	},
}
