package expr

// comparisonRows: NaN is unequal to everything and in no order with anything.
var comparisonRows = map[Op]Row{
	Equal: {
		Name: "eq", Arity: 2, Kinds: KindAny, Result: ToBool,
		Oracle: Oracle{
			BoolTest:    func(a, b bool) bool { return a == b },
			IntTest:     func(a, b int64) bool { return a == b },
			UintTest:    func(a, b uint64) bool { return a == b },
			FloatTest:   func(a, b float64) bool { return a == b },
			ComplexTest: func(a, b complex128) bool { return a == b },
		},
		C: each(KindBool|KindOrdered, "$0 == $1").
			with(KindComplex, "($0.re == $1.re) & ($0.im == $1.im)"),
		CUDA: each(KindBool|KindOrdered, "$0 == $1").
			with(KindComplex, "($0.re == $1.re) & ($0.im == $1.im)"),
	},
	NotEqual: {
		Name: "ne", Arity: 2, Kinds: KindAny, Result: ToBool,
		Oracle: Oracle{
			BoolTest:    func(a, b bool) bool { return a != b },
			IntTest:     func(a, b int64) bool { return a != b },
			UintTest:    func(a, b uint64) bool { return a != b },
			FloatTest:   func(a, b float64) bool { return a != b },
			ComplexTest: func(a, b complex128) bool { return a != b },
		},
		C: each(KindBool|KindOrdered, "$0 != $1").
			with(KindComplex, "($0.re != $1.re) | ($0.im != $1.im)"),
		CUDA: each(KindBool|KindOrdered, "$0 != $1").
			with(KindComplex, "($0.re != $1.re) | ($0.im != $1.im)"),
	},
	Less: {
		Name: "lt", Arity: 2, Kinds: KindOrdered, Result: ToBool,
		Oracle: Oracle{
			IntTest:   func(a, b int64) bool { return a < b },
			UintTest:  func(a, b uint64) bool { return a < b },
			FloatTest: func(a, b float64) bool { return a < b },
		},
		C:    each(KindOrdered, "$0 < $1"),
		CUDA: each(KindOrdered, "$0 < $1"),
	},
	LessEqual: {
		Name: "le", Arity: 2, Kinds: KindOrdered, Result: ToBool,
		Oracle: Oracle{
			IntTest:   func(a, b int64) bool { return a <= b },
			UintTest:  func(a, b uint64) bool { return a <= b },
			FloatTest: func(a, b float64) bool { return a <= b },
		},
		C:    each(KindOrdered, "$0 <= $1"),
		CUDA: each(KindOrdered, "$0 <= $1"),
	},
	Greater: {
		Name: "gt", Arity: 2, Kinds: KindOrdered, Result: ToBool,
		Oracle: Oracle{
			IntTest:   func(a, b int64) bool { return a > b },
			UintTest:  func(a, b uint64) bool { return a > b },
			FloatTest: func(a, b float64) bool { return a > b },
		},
		C:    each(KindOrdered, "$0 > $1"),
		CUDA: each(KindOrdered, "$0 > $1"),
	},
	GreaterEqual: {
		Name: "ge", Arity: 2, Kinds: KindOrdered, Result: ToBool,
		Oracle: Oracle{
			IntTest:   func(a, b int64) bool { return a >= b },
			UintTest:  func(a, b uint64) bool { return a >= b },
			FloatTest: func(a, b float64) bool { return a >= b },
		},
		C:    each(KindOrdered, "$0 >= $1"),
		CUDA: each(KindOrdered, "$0 >= $1"),
	},
}
