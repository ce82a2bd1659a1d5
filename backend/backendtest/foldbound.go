package backendtest

import (
	"fmt"
	"math"

	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
)

// Rounding errors that reductions of floats may make, in units of the type's
// epsilon times a size that belongs to the reduction. They leave room for any
// order of summation by parts, and none for a running sum over long lines.
const (
	sumRoundings  = 16
	normRoundings = 48
)

// foldJudge judges the results of a reduction, whose i-th is that of the i-th
// slice of values.
func foldJudge(f expr.Fold, d expr.DType, ddof float64, slices [][]expr.Scalar) judge {
	if d.Kind()&expr.KindField == 0 {
		return exact
	}
	return func(i int, want, got expr.Scalar) error {
		if numtest.Identical(want, got) {
			return nil
		}
		if want.DType != got.DType || f == expr.FoldArgMin || f == expr.FoldArgMax {
			return exact(i, want, got)
		}
		wr, wi := complexOf(want)
		gr, gi := complexOf(got)
		var re, im float64 // how far the components may be off
		switch f {
		case expr.FoldSum, expr.FoldMean:
			re, im = sumError(f, d, slices[i])
		case expr.FoldProd:
			re = productError(d, slices[i])
			im = re
		case expr.FoldVar, expr.FoldStd:
			re = spreadError(f, d, ddof, wr, slices[i])
		case expr.FoldNorm:
			re = normRoundings*numtest.Epsilon(d)*math.Abs(wr) + numtest.UnitInLastPlace(d, 0)
		}
		if near(wr, gr, re) && near(wi, gi, im) {
			return nil
		}
		if d.Kind() == expr.KindComplex && f == expr.FoldProd {
			// Which component of what isn't finite is infinite depends on the order.
			if wr-wr+wi-wi != 0 && gr-gr+gi-gi != 0 {
				return nil
			}
		}
		return fmt.Errorf("got %s, want %s, of %d values: off by %.3g and %.3g, of which %.3g and %.3g are allowed",
			numtest.Format(got), numtest.Format(want), len(slices[i]), math.Abs(wr-gr), math.Abs(wi-gi), re, im)
	}
}

// near reports whether g is within the error of w. The signs of zeros don't
// count; NaN and infinities must be the same.
func near(w, g, bound float64) bool {
	if w != w || math.IsInf(w, 0) || g-g != 0 {
		return w != w && g != g || w == g
	}
	return math.Abs(w-g) <= bound
}

func complexOf(s expr.Scalar) (re, im float64) {
	z := expr.ScalarAs[complex128](s.Cast(expr.Complex128))
	return real(z), imag(z)
}

// sumError is for sums and means: their size is the sum of the magnitudes.
func sumError(f expr.Fold, d expr.DType, values []expr.Scalar) (re, im float64) {
	n := 1.0
	if f == expr.FoldMean {
		n = float64(len(values))
	}
	for _, v := range values {
		a, b := complexOf(v)
		re += math.Abs(a) / n
		im += math.Abs(b) / n
	}
	eps := sumRoundings * numtest.Epsilon(d)
	least := numtest.UnitInLastPlace(d, 0)
	return eps*re + least, eps*im + least
}

// productError grows with the number of factors, each of which may cost a
// rounding, or four of a complex product.
func productError(d expr.DType, values []expr.Scalar) float64 {
	size := 1.0
	for _, v := range values {
		a, b := complexOf(v)
		size *= math.Hypot(a, b)
	}
	n := float64(len(values) + 2)
	if d.Kind() == expr.KindComplex {
		n *= 4
	}
	return n*numtest.Epsilon(d)*size + numtest.UnitInLastPlace(d, 0)
}

// spreadError is for variances and their roots, whose condition is the mean in
// units of the deviation.
func spreadError(f expr.Fold, d expr.DType, ddof, want float64, values []expr.Scalar) float64 {
	n := float64(len(values))
	mean := 0.0
	for _, v := range values {
		a, _ := complexOf(v)
		mean += a / n
	}
	variance := want
	if f == expr.FoldStd {
		variance = want * want
	}
	scale := math.Sqrt(n / (n - ddof))
	deviation := math.Sqrt(variance)
	eps := sumRoundings * numtest.Epsilon(d)
	shift := eps * math.Abs(mean) * scale
	bound := eps*deviation*(deviation+math.Abs(mean)) + shift*shift
	if f == expr.FoldStd {
		if deviation == 0 {
			return math.Sqrt(bound)
		}
		bound = math.Min(bound/deviation, math.Sqrt(bound))
	}
	return bound + numtest.UnitInLastPlace(d, 0)
}
