package expr

import (
	"math"

	"github.com/cugond/cugond/backend/expr/internal/exact"
)

// trigonometricRows: circular and hyperbolic functions and their inverses,
// whose branch cuts are those of C99 with signed zeros.
var trigonometricRows = map[Op]Row{
	Sin: {
		Name: "sin", Arity: 1, Kinds: KindField,
		Oracle: Oracle{Float: unary(exact.Sin), Complex: unaryComplex(exact.ComplexSin)},
		C:      each(KindField, "cg_sin_$t($0)"),
		CUDA:   Text{Float: "sin($0)", Complex: "cg_sin($0)"},
		ULP:    ulps(2, 3).orComplex(4, 8),
	},
	Cos: {
		Name: "cos", Arity: 1, Kinds: KindField,
		Oracle: Oracle{Float: unary(exact.Cos), Complex: unaryComplex(exact.ComplexCos)},
		C:      each(KindField, "cg_cos_$t($0)"),
		CUDA:   Text{Float: "cos($0)", Complex: "cg_cos($0)"},
		ULP:    ulps(2, 3).orComplex(4, 8),
	},
	Tan: {
		Name: "tan", Arity: 1, Kinds: KindField,
		Oracle: Oracle{Float: unary(exact.Tan), Complex: unaryComplex(exact.ComplexTan)},
		C:      each(KindField, "cg_tan_$t($0)"),
		CUDA:   Text{Float: "tan($0)", Complex: "cg_tan($0)"},
		ULP:    ulps(4, 3).orComplex(4, 8),
	},
	Asin: {
		Name: "asin", Arity: 1, Kinds: KindField,
		Oracle: Oracle{Float: unary(exact.Asin), Complex: unaryComplex(exact.ComplexAsin)},
		C:      each(KindField, "cg_asin_$t($0)"),
		CUDA:   Text{Float: "asin($0)", Complex: "cg_asin($0)"},
		ULP:    ulps(3, 3).orComplex(4, 8),
	},
	Acos: {
		Name: "acos", Arity: 1, Kinds: KindField,
		Oracle: Oracle{Float: unary(exact.Acos), Complex: unaryComplex(exact.ComplexAcos)},
		C:      each(KindField, "cg_acos_$t($0)"),
		CUDA:   Text{Float: "acos($0)", Complex: "cg_acos($0)"},
		ULP:    ulps(2, 3).orComplex(4, 8),
	},
	Atan: {
		Name: "atan", Arity: 1, Kinds: KindField,
		Oracle: Oracle{Float: unary(exact.Atan), Complex: unaryComplex(exact.ComplexAtan)},
		C:      each(KindField, "cg_atan_$t($0)"),
		CUDA:   Text{Float: "atan($0)", Complex: "cg_atan($0)"},
		ULP:    ulps(2, 3).orComplex(4, 8),
	},
	Sinh: {
		Name: "sinh", Arity: 1, Kinds: KindField,
		Oracle: Oracle{Float: unary(exact.Sinh), Complex: unaryComplex(exact.ComplexSinh)},
		C:      each(KindField, "cg_sinh_$t($0)"),
		CUDA:   Text{Float: "sinh($0)", Complex: "cg_sinh($0)"},
		ULP:    ulps(3, 3).orComplex(4, 8),
	},
	Cosh: {
		Name: "cosh", Arity: 1, Kinds: KindField,
		Oracle: Oracle{Float: unary(exact.Cosh), Complex: unaryComplex(exact.ComplexCosh)},
		C:      each(KindField, "cg_cosh_$t($0)"),
		CUDA:   Text{Float: "cosh($0)", Complex: "cg_cosh($0)"},
		ULP:    ulps(2, 3).orComplex(4, 8),
	},
	Tanh: {
		Name: "tanh", Arity: 1, Kinds: KindField,
		Oracle: Oracle{Float: unary(exact.Tanh), Complex: unaryComplex(exact.ComplexTanh)},
		C:      each(KindField, "cg_tanh_$t($0)"),
		CUDA:   Text{Float: "tanh($0)", Complex: "cg_tanh($0)"},
		ULP:    ulps(2, 3).orComplex(4, 8),
	},
	Asinh: {
		Name: "asinh", Arity: 1, Kinds: KindField,
		Oracle: Oracle{Float: unary(exact.Asinh), Complex: unaryComplex(exact.ComplexAsinh)},
		C:      each(KindField, "cg_asinh_$t($0)"),
		CUDA:   Text{Float: "asinh($0)", Complex: "cg_asinh($0)"},
		ULP:    ulps(3, 4).orComplex(4, 8),
	},
	Acosh: {
		Name: "acosh", Arity: 1, Kinds: KindField,
		Oracle: Oracle{Float: unary(exact.Acosh), Complex: unaryComplex(exact.ComplexAcosh)},
		C:      each(KindField, "cg_acosh_$t($0)"),
		CUDA:   Text{Float: "acosh($0)", Complex: "cg_acosh($0)"},
		ULP:    ulps(4, 4).orComplex(4, 8),
	},
	Atanh: {
		Name: "atanh", Arity: 1, Kinds: KindField,
		Oracle: Oracle{Float: unary(exact.Atanh), Complex: unaryComplex(exact.ComplexAtanh)},
		C:      each(KindField, "cg_atanh_$t($0)"),
		CUDA:   Text{Float: "atanh($0)", Complex: "cg_atanh($0)"},
		ULP:    ulps(3, 4).orComplex(4, 8),
	},
	// The angle of the point (b, a).
	Atan2: {
		Name: "atan2", Arity: 2, Kinds: KindFloat,
		Oracle: Oracle{Float: func(a, b, _ float64, _ int) float64 { return exact.Atan2(a, b) }},
		C:      Text{Float: "cg_atan2_$t($0, $1)"},
		CUDA:   Text{Float: "atan2($0, $1)"},
		ULP:    ulps(3, 3),
	},
	// One product in the element type with the rounded factor.
	Degrees: {
		Name: "degrees", Arity: 1, Kinds: KindFloat,
		Oracle: Oracle{Float: func(a, _, _ float64, bits int) float64 { return a * roundTo(180/math.Pi, bits) }},
		C:      Text{Float: "$0 * ($T)57.29577951308232"},
		CUDA:   Text{Float: "$0 * ($T)57.29577951308232"},
	},
	Radians: {
		Name: "radians", Arity: 1, Kinds: KindFloat,
		Oracle: Oracle{Float: func(a, _, _ float64, bits int) float64 { return a * roundTo(math.Pi/180, bits) }},
		C:      Text{Float: "$0 * ($T)0.017453292519943295"},
		CUDA:   Text{Float: "$0 * ($T)0.017453292519943295"},
	},
}
