package expr

import (
	"math"

	"github.com/cugond/cugond/backend/expr/internal/exact"
)

// arithmeticRows: integers wrap, x/0 and x%0 of integers are 0. Add is or and
// Mul is and for bool.
var arithmeticRows = map[Op]Row{
	Add: {
		Name: "add", Arity: 2, Kinds: KindAny,
		Oracle: Oracle{
			Bool:    func(a, b, _ bool) bool { return a || b },
			Int:     func(a, b, _ int64, _ int) int64 { return a + b },
			Uint:    func(a, b, _ uint64, _ int) uint64 { return a + b },
			Float:   func(a, b, _ float64, _ int) float64 { return a + b },
			Complex: func(a, b, _ complex128, _ int) complex128 { return a + b },
		},
		C: Text{"$0 | $1", "($T)(($U)$0 + ($U)$1)", "($T)(($U)$0 + ($U)$1)",
			"$0 + $1", "cg_add_$t($0, $1)"},
		CUDA: Text{"$0 | $1", "($T)(($U)$0 + ($U)$1)", "($T)(($U)$0 + ($U)$1)",
			"$0 + $1", "cg_add($0, $1)"},
	},
	Sub: {
		Name: "sub", Arity: 2, Kinds: KindNumeric,
		Oracle: Oracle{
			Int:     func(a, b, _ int64, _ int) int64 { return a - b },
			Uint:    func(a, b, _ uint64, _ int) uint64 { return a - b },
			Float:   func(a, b, _ float64, _ int) float64 { return a - b },
			Complex: func(a, b, _ complex128, _ int) complex128 { return a - b },
		},
		C: Text{Int: "($T)(($U)$0 - ($U)$1)", Uint: "($T)(($U)$0 - ($U)$1)",
			Float: "$0 - $1", Complex: "cg_sub_$t($0, $1)"},
		CUDA: Text{Int: "($T)(($U)$0 - ($U)$1)", Uint: "($T)(($U)$0 - ($U)$1)",
			Float: "$0 - $1", Complex: "cg_sub($0, $1)"},
	},
	// Complex products are written by components.
	Mul: {
		Name: "mul", Arity: 2, Kinds: KindAny,
		Oracle: Oracle{
			Bool:    func(a, b, _ bool) bool { return a && b },
			Int:     func(a, b, _ int64, _ int) int64 { return a * b },
			Uint:    func(a, b, _ uint64, _ int) uint64 { return a * b },
			Float:   func(a, b, _ float64, _ int) float64 { return a * b },
			Complex: complexMul,
		},
		C: Text{"$0 & $1", "($T)(($U)$0 * ($U)$1)", "($T)(($U)$0 * ($U)$1)",
			"$0 * $1", "cg_mul_$t($0, $1)"},
		CUDA: Text{"$0 & $1", "($T)(($U)$0 * ($U)$1)", "($T)(($U)$0 * ($U)$1)",
			"$0 * $1", "cg_mul($0, $1)"},
	},
	// Of integers truncated, as Go has it.
	Div: {
		Name: "div", Arity: 2, Kinds: KindNumeric,
		Oracle: Oracle{
			Int:     func(a, b, _ int64, _ int) int64 { return intDiv(a, b) },
			Uint:    func(a, b, _ uint64, _ int) uint64 { return intDiv(a, b) },
			Float:   func(a, b, _ float64, _ int) float64 { return a / b },
			Complex: func(a, b, _ complex128, _ int) complex128 { return exact.Div(a, b) },
		},
		C: each(KindInteger|KindComplex, "cg_div_$t($0, $1)").
			with(KindFloat, "$0 / $1"),
		CUDA: each(KindInteger|KindComplex, "cg_div($0, $1)").
			with(KindFloat, "$0 / $1"),
		ULP: Bound{C64: 4, C128: 4},
	},
	// The largest integer not above the quotient.
	FloorDiv: {
		Name: "floordiv", Arity: 2, Kinds: KindOrdered,
		Oracle: Oracle{
			Int:   func(a, b, _ int64, _ int) int64 { return intFloorDiv(a, b) },
			Uint:  func(a, b, _ uint64, _ int) uint64 { return intDiv(a, b) },
			Float: func(a, b, _ float64, _ int) float64 { return floatFloorDiv(a, b) },
		},
		C:    each(KindOrdered, "cg_floordiv_$t($0, $1)"),
		CUDA: each(KindOrdered, "cg_floordiv($0, $1)"),
		ULP:  ulps(2, 2),
	},
	// With the sign of the divisor.
	Mod: {
		Name: "mod", Arity: 2, Kinds: KindOrdered,
		Oracle: Oracle{
			Int:   func(a, b, _ int64, _ int) int64 { return intMod(a, b) },
			Uint:  func(a, b, _ uint64, _ int) uint64 { return intMod(a, b) },
			Float: func(a, b, _ float64, _ int) float64 { return floatMod(a, b) },
		},
		C:    each(KindOrdered, "cg_mod_$t($0, $1)"),
		CUDA: each(KindOrdered, "cg_mod($0, $1)"),
	},
	// An integer to a negative power is 0; whoever writes the program puts a
	// Check before it.
	Pow: {
		Name: "pow", Arity: 2, Kinds: KindNumeric,
		Oracle: Oracle{
			Int:     func(a, b, _ int64, _ int) int64 { return intPow(a, b) },
			Uint:    func(a, b, _ uint64, _ int) uint64 { return intPow(a, b) },
			Float:   func(a, b, _ float64, _ int) float64 { return exact.Pow(a, b) },
			Complex: func(a, b, _ complex128, _ int) complex128 { return exact.ComplexPow(a, b) },
		},
		C:    each(KindNumeric, "cg_pow_$t($0, $1)"),
		CUDA: each(KindInteger|KindComplex, "cg_pow($0, $1)").with(KindFloat, "pow($0, $1)"),
		// exp(b·log a) magnifies the error of b·log a by its size.
		ULP: ulps(4, 4).orComplex(16, 2048),
	},
	Neg: {
		Name: "neg", Arity: 1, Kinds: KindNumeric,
		Oracle: Oracle{
			Int:     func(a, _, _ int64, _ int) int64 { return -a },
			Uint:    func(a, _, _ uint64, _ int) uint64 { return -a },
			Float:   func(a, _, _ float64, _ int) float64 { return -a },
			Complex: func(a, _, _ complex128, _ int) complex128 { return -a },
		},
		C:    each(KindInteger, "($T)(0 - ($U)$0)").with(KindFloat, "-$0").with(KindComplex, "($T){-$0.re, -$0.im}"),
		CUDA: each(KindInteger, "($T)(0 - ($U)$0)").with(KindFloat, "-$0").with(KindComplex, "$T{-$0.re, -$0.im}"),
	},
	// The smallest integer is its own.
	Abs: {
		Name: "abs", Arity: 1, Kinds: KindNumeric, Result: ToReal,
		Oracle: Oracle{
			Int:     func(a, _, _ int64, _ int) int64 { return max(a, -a) },
			Uint:    func(a, _, _ uint64, _ int) uint64 { return a },
			Float:   func(a, _, _ float64, _ int) float64 { return math.Abs(a) },
			Complex: func(a, _, _ complex128, _ int) complex128 { return complex(exact.Hypot(real(a), imag(a)), 0) },
		},
		C:    each(KindInt|KindFloat|KindComplex, "cg_abs_$t($0)").with(KindUint, "$0"),
		CUDA: each(KindInt|KindComplex, "cg_abs($0)").with(KindUint, "$0").with(KindFloat, "fabs($0)"),
		ULP:  Bound{C64: 2, C128: 2},
	},
	// z/|z| of a complex number; zeros and NaN are their own.
	Sign: {
		Name: "sign", Arity: 1, Kinds: KindNumeric,
		Oracle: Oracle{
			Int:     func(a, _, _ int64, _ int) int64 { return int64(sign(a)) },
			Uint:    func(a, _, _ uint64, _ int) uint64 { return min(a, 1) },
			Float:   func(a, _, _ float64, _ int) float64 { return floatSign(a) },
			Complex: func(a, _, _ complex128, _ int) complex128 { return exact.Sign(a) },
		},
		C:    each(KindInt|KindFloat|KindComplex, "cg_sign_$t($0)").with(KindUint, "$0 != 0"),
		CUDA: each(KindInt|KindFloat|KindComplex, "cg_sign($0)").with(KindUint, "($T)($0 != 0)"),
		ULP:  Bound{C64: 4, C128: 4},
	},
	Reciprocal: {
		Name: "reciprocal", Arity: 1, Kinds: KindField,
		Oracle: Oracle{
			Float:   func(a, _, _ float64, _ int) float64 { return 1 / a },
			Complex: func(a, _, _ complex128, _ int) complex128 { return exact.Div(1, a) },
		},
		C:    Text{Float: "1 / $0", Complex: "cg_reciprocal_$t($0)"},
		CUDA: Text{Float: "1 / $0", Complex: "cg_reciprocal($0)"},
		ULP:  Bound{C64: 4, C128: 4},
	},
	// The product with itself, to the bit.
	Square: {
		Name: "square", Arity: 1, Kinds: KindNumeric,
		Oracle: Oracle{
			Int:     func(a, _, _ int64, _ int) int64 { return a * a },
			Uint:    func(a, _, _ uint64, _ int) uint64 { return a * a },
			Float:   func(a, _, _ float64, _ int) float64 { return a * a },
			Complex: func(a, _, _ complex128, bits int) complex128 { return complexMul(a, a, 0, bits) },
		},
		C:    each(KindInteger, "($T)(($U)$0 * ($U)$0)").with(KindFloat, "$0 * $0").with(KindComplex, "cg_mul_$t($0, $0)"),
		CUDA: each(KindInteger, "($T)(($U)$0 * ($U)$0)").with(KindFloat, "$0 * $0").with(KindComplex, "cg_mul($0, $0)"),
	},
	Sqrt: {
		Name: "sqrt", Arity: 1, Kinds: KindField,
		Oracle: Oracle{
			Float:   func(a, _, _ float64, _ int) float64 { return math.Sqrt(a) },
			Complex: func(a, _, _ complex128, _ int) complex128 { return exact.ComplexSqrt(a) },
		},
		C:    each(KindField, "cg_sqrt_$t($0)"),
		CUDA: Text{Float: "sqrt($0)", Complex: "cg_sqrt($0)"},
		ULP:  Bound{C64: 4, C128: 4},
	},
	Cbrt: {
		Name: "cbrt", Arity: 1, Kinds: KindFloat,
		Oracle: Oracle{Float: func(a, _, _ float64, _ int) float64 { return exact.Cbrt(a) }},
		C:      Text{Float: "cg_cbrt_$t($0)"},
		CUDA:   Text{Float: "cbrt($0)"},
		ULP:    ulps(2, 2),
	},
	Hypot: {
		Name: "hypot", Arity: 2, Kinds: KindFloat,
		Oracle: Oracle{Float: func(a, b, _ float64, _ int) float64 { return exact.Hypot(a, b) }},
		C:      Text{Float: "cg_hypot_$t($0, $1)"},
		CUDA:   Text{Float: "hypot($0, $1)"},
		ULP:    ulps(3, 3),
	},
	// a·b + c, rounded once.
	FMA: {
		Name: "fma", Arity: 3, Kinds: KindFloat,
		Oracle: Oracle{Float: floatFMA},
		C:      Text{Float: "cg_fma_$t($0, $1, $2)"},
		CUDA:   Text{Float: "fma($0, $1, $2)"},
	},
}
