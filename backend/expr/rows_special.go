package expr

import "github.com/cugond/cugond/backend/expr/internal/exact"

// specialRows: special functions.
var specialRows = map[Op]Row{
	Erf: {
		Name: "erf", Arity: 1, Kinds: KindFloat,
		Oracle: Oracle{Float: unary(exact.Erf)},
		C:      Text{Float: "cg_erf_$t($0)"},
		CUDA:   Text{Float: "erf($0)"},
		ULP:    ulps(3, 3),
	},
	Erfc: {
		Name: "erfc", Arity: 1, Kinds: KindFloat,
		Oracle: Oracle{Float: unary(exact.Erfc)},
		C:      Text{Float: "cg_erfc_$t($0)"},
		CUDA:   Text{Float: "erfc($0)"},
		ULP:    ulps(4, 6),
	},
	// NaN at the negative integers and -Inf, ±Inf at ±0.
	Gamma: {
		Name: "gamma", Arity: 1, Kinds: KindFloat,
		Oracle: Oracle{Float: unary(exact.Gamma)},
		C:      Text{Float: "cg_gamma_$t($0)"},
		CUDA:   Text{Float: "tgamma($0)"},
		ULP:    ulps(6, 12),
	},
	// log |gamma|, +Inf at the poles and at both infinities.
	LGamma: {
		Name: "lgamma", Arity: 1, Kinds: KindFloat,
		Oracle: Oracle{Float: unary(exact.LogGamma)},
		C:      Text{Float: "cg_lgamma_$t($0)"},
		CUDA:   Text{Float: "lgamma($0)"},
		ULP:    ulps(6, 8).near(4),
	},
	// 1/(1 + exp(-x)).
	Sigmoid: {
		Name: "sigmoid", Arity: 1, Kinds: KindFloat,
		Oracle: Oracle{Float: unary(exact.Sigmoid)},
		C:      Text{Float: "cg_sigmoid_$t($0)"},
		CUDA:   Text{Float: "cg_sigmoid($0)"},
		ULP:    ulps(3, 3),
	},
}
