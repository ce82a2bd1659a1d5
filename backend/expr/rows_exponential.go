package expr

import "github.com/cugond/cugond/backend/expr/internal/exact"

// exponentialRows: exponentials and logarithms.
var exponentialRows = map[Op]Row{
	Exp: {
		Name: "exp", Arity: 1, Kinds: KindField,
		Oracle: Oracle{Float: unary(exact.Exp), Complex: unaryComplex(exact.ComplexExp)},
		C:      each(KindField, "cg_exp_$t($0)"),
		CUDA:   Text{Float: "exp($0)", Complex: "cg_exp($0)"},
		ULP:    ulps(2, 3).orComplex(4, 8),
	},
	Exp2: {
		Name: "exp2", Arity: 1, Kinds: KindFloat,
		Oracle: Oracle{Float: unary(exact.Exp2)},
		C:      Text{Float: "cg_exp2_$t($0)"},
		CUDA:   Text{Float: "exp2($0)"},
		ULP:    ulps(2, 3),
	},
	Expm1: {
		Name: "expm1", Arity: 1, Kinds: KindFloat,
		Oracle: Oracle{Float: unary(exact.Expm1)},
		C:      Text{Float: "cg_expm1_$t($0)"},
		CUDA:   Text{Float: "expm1($0)"},
		ULP:    ulps(2, 3),
	},
	Log: {
		Name: "log", Arity: 1, Kinds: KindField,
		Oracle: Oracle{Float: unary(exact.Log), Complex: unaryComplex(exact.ComplexLog)},
		C:      each(KindField, "cg_log_$t($0)"),
		CUDA:   Text{Float: "log($0)", Complex: "cg_log($0)"},
		ULP:    ulps(2, 3).orComplex(4, 8),
	},
	Log2: {
		Name: "log2", Arity: 1, Kinds: KindField,
		Oracle: Oracle{
			Float:   unary(exact.Log2),
			Complex: unaryComplex(exact.ComplexLog2),
		},
		C:    each(KindField, "cg_log2_$t($0)"),
		CUDA: Text{Float: "log2($0)", Complex: "cg_log2($0)"},
		ULP:  ulps(2, 3).orComplex(4, 8),
	},
	Log10: {
		Name: "log10", Arity: 1, Kinds: KindField,
		Oracle: Oracle{
			Float:   unary(exact.Log10),
			Complex: unaryComplex(exact.ComplexLog10),
		},
		C:    each(KindField, "cg_log10_$t($0)"),
		CUDA: Text{Float: "log10($0)", Complex: "cg_log10($0)"},
		ULP:  ulps(2, 3).orComplex(4, 8),
	},
	Log1p: {
		Name: "log1p", Arity: 1, Kinds: KindFloat,
		Oracle: Oracle{Float: unary(exact.Log1p)},
		C:      Text{Float: "cg_log1p_$t($0)"},
		CUDA:   Text{Float: "log1p($0)"},
		ULP:    ulps(2, 3),
	},
	// log(exp(a) + exp(b)); its roots lie where |a| and |b| are about 1.
	LogAddExp: {
		Name: "logaddexp", Arity: 2, Kinds: KindFloat,
		Oracle: Oracle{Float: func(a, b, _ float64, _ int) float64 { return exact.LogAddExp(a, b) }},
		C:      Text{Float: "cg_logaddexp_$t($0, $1)"},
		CUDA:   Text{Float: "cg_logaddexp($0, $1)"},
		ULP:    ulps(3, 3).near(1),
	},
}

// unary makes an oracle of a function of the standard library.
func unary(f func(float64) float64) func(a, b, c float64, bits int) float64 {
	return func(a, _, _ float64, _ int) float64 { return f(a) }
}

func unaryComplex(f func(complex128) complex128) func(a, b, c complex128, bits int) complex128 {
	return func(a, _, _ complex128, _ int) complex128 { return f(a) }
}
