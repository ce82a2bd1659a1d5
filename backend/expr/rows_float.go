package expr

import "math"

// floatRows: rounding, and the representation of floats.
var floatRows = map[Op]Row{
	Floor: {
		Name: "floor", Arity: 1, Kinds: KindFloat,
		Oracle: Oracle{Float: unary(math.Floor)},
		C:      Text{Float: "cg_floor_$t($0)"},
		CUDA:   Text{Float: "floor($0)"},
	},
	Ceil: {
		Name: "ceil", Arity: 1, Kinds: KindFloat,
		Oracle: Oracle{Float: unary(math.Ceil)},
		C:      Text{Float: "cg_ceil_$t($0)"},
		CUDA:   Text{Float: "ceil($0)"},
	},
	Trunc: {
		Name: "trunc", Arity: 1, Kinds: KindFloat,
		Oracle: Oracle{Float: unary(math.Trunc)},
		C:      Text{Float: "cg_trunc_$t($0)"},
		CUDA:   Text{Float: "trunc($0)"},
	},
	// Halves go to the even neighbour.
	Rint: {
		Name: "rint", Arity: 1, Kinds: KindFloat,
		Oracle: Oracle{Float: unary(math.RoundToEven)},
		C:      Text{Float: "cg_rint_$t($0)"},
		CUDA:   Text{Float: "rint($0)"},
	},
	IsNaN: {
		Name: "isnan", Arity: 1, Kinds: KindField, Result: ToBool,
		Oracle: Oracle{
			FloatTest:   func(a, _ float64) bool { return a != a },
			ComplexTest: func(a, _ complex128) bool { return a != a },
		},
		C:    Text{Float: "$0 != $0", Complex: "($0.re != $0.re) | ($0.im != $0.im)"},
		CUDA: Text{Float: "$0 != $0", Complex: "($0.re != $0.re) | ($0.im != $0.im)"},
	},
	// x - x is zero for finite x and NaN for the others. A complex number is
	// infinite if a component is.
	IsInf: {
		Name: "isinf", Arity: 1, Kinds: KindField, Result: ToBool,
		Oracle: Oracle{
			FloatTest: func(a, _ float64) bool { return math.IsInf(a, 0) },
			ComplexTest: func(a, _ complex128) bool {
				return math.IsInf(real(a), 0) || math.IsInf(imag(a), 0)
			},
		},
		C: Text{Float: "($0 == $0) & ($0 - $0 != 0)",
			Complex: "(($0.re == $0.re) & ($0.re - $0.re != 0)) | (($0.im == $0.im) & ($0.im - $0.im != 0))"},
		CUDA: Text{Float: "($0 == $0) & ($0 - $0 != 0)",
			Complex: "(($0.re == $0.re) & ($0.re - $0.re != 0)) | (($0.im == $0.im) & ($0.im - $0.im != 0))"},
	},
	IsFinite: {
		Name: "isfinite", Arity: 1, Kinds: KindField, Result: ToBool,
		Oracle: Oracle{
			FloatTest:   func(a, _ float64) bool { return isFinite(a) },
			ComplexTest: func(a, _ complex128) bool { return isFinite(real(a)) && isFinite(imag(a)) },
		},
		C:    Text{Float: "$0 - $0 == 0", Complex: "($0.re - $0.re == 0) & ($0.im - $0.im == 0)"},
		CUDA: Text{Float: "$0 - $0 == 0", Complex: "($0.re - $0.re == 0) & ($0.im - $0.im == 0)"},
	},
	SignBit: {
		Name: "signbit", Arity: 1, Kinds: KindFloat, Result: ToBool,
		Oracle: Oracle{FloatTest: func(a, _ float64) bool { return math.Signbit(a) }},
		C:      Text{Float: "cg_signbit_$t($0)"},
		CUDA:   Text{Float: "cg_signbit($0)"},
	},
	// The magnitude of a with the sign of b.
	CopySign: {
		Name: "copysign", Arity: 2, Kinds: KindFloat,
		Oracle: Oracle{Float: func(a, b, _ float64, _ int) float64 { return math.Copysign(a, b) }},
		C:      Text{Float: "cg_copysign_$t($0, $1)"},
		CUDA:   Text{Float: "copysign($0, $1)"},
	},
	// The neighbour of a in the direction of b.
	NextAfter: {
		Name: "nextafter", Arity: 2, Kinds: KindFloat,
		Oracle: Oracle{Float: func(a, b, _ float64, bits int) float64 {
			if a == b {
				return b // Go has it a, which differs for zeros
			}
			if bits == 32 {
				return float64(math.Nextafter32(float32(a), float32(b)))
			}
			return math.Nextafter(a, b)
		}},
		C:    Text{Float: "cg_nextafter_$t($0, $1)"},
		CUDA: Text{Float: "nextafter($0, $1)"},
	},
}

// isFinite reports whether x is neither infinite nor NaN.
func isFinite(x float64) bool { return x-x == 0 }
