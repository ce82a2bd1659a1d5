package cpu

import (
	"math"
	"math/big"
	"math/cmplx"
	"testing"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// sequences returns the values that each output is reduced from, by the
// output's offset, in row-major order of the reduced axes.
func sequences(k *backend.Kernel, f *backend.Reduction, values [][]expr.Scalar) map[int][]expr.Scalar {
	out := make(map[int][]expr.Scalar)
	n := 0
	each(k.Shape, func(index []int) {
		at := offsetOf(&f.View, index)
		out[at] = append(out[at], values[n][f.Value])
		n++
	})
	return out
}

// naiveFold reduces scalars one after another, sums in high precision.
func naiveFold(f expr.Fold, ddof float64, xs []expr.Scalar) expr.Scalar {
	in := xs[0].DType
	out := f.Out(in)
	op2 := map[expr.Fold]expr.Op{
		expr.FoldMin: expr.Minimum, expr.FoldMax: expr.Maximum, expr.FoldFMin: expr.FMin, expr.FoldFMax: expr.FMax,
		expr.FoldAny: expr.BitOr, expr.FoldAll: expr.BitAnd, expr.FoldSum: expr.Add, expr.FoldProd: expr.Mul,
	}
	switch f {
	case expr.FoldMin, expr.FoldMax, expr.FoldFMin, expr.FoldFMax, expr.FoldAny, expr.FoldAll:
		return chainFold(op2[f], in, xs)
	case expr.FoldSum, expr.FoldProd:
		if in.Kind()&(expr.KindInteger) != 0 {
			return chainFold(op2[f], in, xs)
		}
	case expr.FoldCount:
		n := int64(0)
		for _, x := range xs {
			if expr.ScalarAs[bool](x) {
				n++
			}
		}
		return expr.ScalarOf(n)
	case expr.FoldArgMin, expr.FoldArgMax:
		better := expr.Less
		if f == expr.FoldArgMax {
			better = expr.Greater
		}
		best := 0
		for i, x := range xs {
			if !same(xs[best], xs[best]) || isNaN(xs[best]) {
				break
			}
			if isNaN(x) || expr.ScalarAs[bool](better.Eval(in, expr.Bool, x, xs[best])) {
				best = i
			}
		}
		return expr.ScalarOf(int64(best))
	}
	if in.Kind() == expr.KindComplex {
		var re, im []float64
		p := complex(1, 0)
		for _, x := range xs {
			z := expr.ScalarAs[complex128](x.Cast(expr.Complex128))
			re, im = append(re, real(z)), append(im, imag(z))
			p = complex(real(p)*real(z)-imag(p)*imag(z), real(p)*imag(z)+imag(p)*real(z))
		}
		if f == expr.FoldProd {
			return expr.ScalarOf(p).Cast(out)
		}
		return expr.ScalarOf(complex(floatFold(f, ddof, re), floatFold(f, ddof, im))).Cast(out)
	}
	var fs []float64
	for _, x := range xs {
		fs = append(fs, expr.ScalarAs[float64](x.Cast(expr.Float64)))
	}
	return expr.ScalarOf(floatFold(f, ddof, fs)).Cast(out)
}

func isNaN(x expr.Scalar) bool {
	for _, p := range parts(x) {
		if p != p {
			return true
		}
	}
	return false
}

func chainFold(op expr.Op, in expr.DType, xs []expr.Scalar) expr.Scalar {
	v := xs[0]
	for _, x := range xs[1:] {
		v = op.Eval(in, in, v, x)
	}
	return v
}

func floatFold(f expr.Fold, ddof float64, xs []float64) float64 {
	n := float64(len(xs))
	switch f {
	case expr.FoldSum:
		return bigSum(xs)
	case expr.FoldMean:
		return bigSum(xs) / n
	case expr.FoldProd:
		p := 1.0
		for _, x := range xs {
			p *= x
		}
		return p
	case expr.FoldNorm:
		var sq []float64
		for _, x := range xs {
			sq = append(sq, x*x)
		}
		return math.Sqrt(bigSum(sq))
	}
	mean := bigSum(xs) / n
	var sq []float64
	for _, x := range xs {
		sq = append(sq, (x-mean)*(x-mean))
	}
	v := bigSum(sq) / max(n-ddof, 0)
	if f == expr.FoldStd {
		return math.Sqrt(v)
	}
	return v
}

func bigSum(xs []float64) float64 {
	s := new(big.Float).SetPrec(500)
	plain := 0.0
	for _, x := range xs {
		plain += x
		if x-x == 0 {
			s.Add(s, big.NewFloat(x))
		}
	}
	if plain-plain != 0 {
		return plain
	}
	v, _ := s.Float64()
	return v
}

// near compares results, floats relative to the size of what was added up.
func near(t *testing.T, f expr.Fold, got, want expr.Scalar, xs []expr.Scalar) bool {
	t.Helper()
	if same(got, want) {
		return true
	}
	if got.DType.Kind()&expr.KindField == 0 || got.DType != want.DType {
		return false
	}
	size := 0.0
	for _, x := range xs {
		size += cmplx.Abs(expr.ScalarAs[complex128](x.Cast(expr.Complex128)))
	}
	if f == expr.FoldVar {
		size = size*size + size
	}
	if size-size != 0 {
		size = 1e3
	}
	eps := 1e-6
	if got.DType.Real() == expr.Float64 {
		eps = 1e-14
	}
	g, w := parts(got), parts(want)
	for i := range g {
		tol := eps * max(size, math.Abs(w[i]))
		if f == expr.FoldProd {
			tol = 100 * eps * (math.Hypot(w[0], w[len(w)-1]) + 1e-300)
		}
		if !(math.Abs(g[i]-w[i]) <= tol) && !(g[i] != g[i] && w[i] != w[i]) && g[i] != w[i] {
			return false
		}
	}
	return true
}

func checkFolds(t *testing.T, d *Device, k *backend.Kernel) {
	t.Helper()
	values := evaluateAll(d, k)
	for i := range k.Folds {
		f := &k.Folds[i]
		for at, xs := range sequences(k, f, values) {
			v := f.View
			v.Offset = at
			v.Strides = make([]int, len(k.Shape))
			got := load(d, &v, make([]int, len(k.Shape)))
			want := naiveFold(f.Fold, f.DDof, xs)
			if !near(t, f.Fold, got, want, xs) {
				t.Errorf("%v of %v values: got %v, want %v (%v) in\n%v", f.Fold, len(xs), parts(got), parts(want), want, k)
				return
			}
		}
	}
}
