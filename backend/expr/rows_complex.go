package expr

import "github.com/cugond/cugond/backend/expr/internal/exact"

// complexRows: complex numbers and their components.
var complexRows = map[Op]Row{
	Conj: {
		Name: "conj", Arity: 1, Kinds: KindComplex,
		Oracle: Oracle{Complex: func(a, _, _ complex128, _ int) complex128 { return complex(real(a), -imag(a)) }},
		C:      Text{Complex: "($T){$0.re, -$0.im}"},
		CUDA:   Text{Complex: "$T{$0.re, -$0.im}"},
	},
	Angle: {
		Name: "angle", Arity: 1, Kinds: KindComplex, Result: ToReal,
		Oracle: Oracle{Complex: func(a, _, _ complex128, _ int) complex128 {
			return complex(exact.Atan2(imag(a), real(a)), 0)
		}},
		C:    Text{Complex: "cg_angle_$t($0)"},
		CUDA: Text{Complex: "atan2($0.im, $0.re)"},
		ULP:  Bound{C64: 3, C128: 3},
	},
	Real: {
		Name: "real", Arity: 1, Kinds: KindComplex, Result: ToReal,
		Oracle: Oracle{Complex: func(a, _, _ complex128, _ int) complex128 { return complex(real(a), 0) }},
		C:      Text{Complex: "$0.re"},
		CUDA:   Text{Complex: "$0.re"},
	},
	Imag: {
		Name: "imag", Arity: 1, Kinds: KindComplex, Result: ToReal,
		Oracle: Oracle{Complex: func(a, _, _ complex128, _ int) complex128 { return complex(imag(a), 0) }},
		C:      Text{Complex: "$0.im"},
		CUDA:   Text{Complex: "$0.im"},
	},
	// a + bi, without computing it.
	Join: {
		Name: "join", Arity: 2, Kinds: KindFloat, Result: ToJoint,
		Oracle: Oracle{Joint: func(a, b float64) complex128 { return complex(a, b) }},
		C:      Text{Float: "($R){$0, $1}"},
		CUDA:   Text{Float: "$R{$0, $1}"},
	},
}
