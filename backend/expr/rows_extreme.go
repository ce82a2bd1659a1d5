package expr

// extremeRows: of equals, such as the two zeros, the first.
var extremeRows = map[Op]Row{
	// minimum(maximum(x, lo), hi).
	Clip: {
		Name: "clip", Arity: 3, Kinds: KindOrdered,
		Oracle: Oracle{
			Int:  func(x, lo, hi int64, _ int) int64 { return min(max(x, lo), hi) },
			Uint: func(x, lo, hi uint64, _ int) uint64 { return min(max(x, lo), hi) },
			Float: func(x, lo, hi float64, _ int) float64 {
				return floatMinimum(floatMaximum(x, lo), hi)
			},
		},
		C:    each(KindOrdered, "cg_clip_$t($0, $1, $2)"),
		CUDA: each(KindOrdered, "cg_clip($0, $1, $2)"),
	},
	// NaN if there is one.
	Maximum: {
		Name: "maximum", Arity: 2, Kinds: KindOrdered,
		Oracle: Oracle{
			Int:   func(a, b, _ int64, _ int) int64 { return max(a, b) },
			Uint:  func(a, b, _ uint64, _ int) uint64 { return max(a, b) },
			Float: func(a, b, _ float64, _ int) float64 { return floatMaximum(a, b) },
		},
		C:    each(KindInteger, "$0 > $1 ? $0 : $1").with(KindFloat, "cg_maximum_$t($0, $1)"),
		CUDA: each(KindInteger, "$0 > $1 ? $0 : $1").with(KindFloat, "cg_maximum($0, $1)"),
	},
	Minimum: {
		Name: "minimum", Arity: 2, Kinds: KindOrdered,
		Oracle: Oracle{
			Int:   func(a, b, _ int64, _ int) int64 { return min(a, b) },
			Uint:  func(a, b, _ uint64, _ int) uint64 { return min(a, b) },
			Float: func(a, b, _ float64, _ int) float64 { return floatMinimum(a, b) },
		},
		C:    each(KindInteger, "$0 < $1 ? $0 : $1").with(KindFloat, "cg_minimum_$t($0, $1)"),
		CUDA: each(KindInteger, "$0 < $1 ? $0 : $1").with(KindFloat, "cg_minimum($0, $1)"),
	},
	// NaN only if both are.
	FMax: {
		Name: "fmax", Arity: 2, Kinds: KindFloat,
		Oracle: Oracle{Float: func(a, b, _ float64, _ int) float64 {
			return choose(a >= b || b != b, a, b)
		}},
		C:    Text{Float: "cg_fmax_$t($0, $1)"},
		CUDA: Text{Float: "cg_fmax($0, $1)"},
	},
	FMin: {
		Name: "fmin", Arity: 2, Kinds: KindFloat,
		Oracle: Oracle{Float: func(a, b, _ float64, _ int) float64 {
			return choose(a <= b || b != b, a, b)
		}},
		C:    Text{Float: "cg_fmin_$t($0, $1)"},
		CUDA: Text{Float: "cg_fmin($0, $1)"},
	},
}

func floatMaximum(a, b float64) float64 { return choose(a >= b || a != a, a, b) }
func floatMinimum(a, b float64) float64 { return choose(a <= b || a != a, a, b) }
