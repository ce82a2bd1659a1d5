package oracle

import (
	"math"
	"math/big"

	"github.com/cugond/cugond/backend/expr"
)

// exactBits hold sums of float64 of all sizes without rounding.
const exactBits = 2300

func exact(x float64) *big.Float { return new(big.Float).SetPrec(exactBits).SetFloat64(x) }

// rounded returns x as a float of d's component type.
func rounded(x *big.Float, d expr.DType) expr.Scalar {
	if d.Real() == expr.Float32 {
		f, _ := x.Float32()
		return expr.ScalarOf(f)
	}
	f, _ := x.Float64()
	return expr.ScalarOf(f)
}

// joined makes a scalar of type d of components.
func joined(d expr.DType, re, im expr.Scalar) expr.Scalar {
	if d.Kind() != expr.KindComplex {
		return re
	}
	return expr.Join.Eval(d.Real(), d, re, im)
}

func components(s expr.Scalar) (re, im float64) {
	z := expr.ScalarAs[complex128](s.Cast(expr.Complex128))
	return real(z), imag(z)
}

// realSum is an exact sum. What isn't finite is summed apart.
type realSum struct {
	finite  *big.Float
	special float64
}

func (s *realSum) add(x float64) {
	if x-x != 0 {
		s.special += x
		return
	}
	s.finite.Add(s.finite, exact(x))
}

func (s *realSum) value(d expr.DType, n int) expr.Scalar {
	if s.special != 0 {
		return expr.ScalarOf(s.special).Cast(d.Real())
	}
	if n < 0 {
		return rounded(s.finite, d)
	}
	if n == 0 {
		return expr.ScalarOf(math.NaN()).Cast(d.Real())
	}
	return rounded(exact(0).Quo(s.finite, exact(float64(n))), d)
}

// sum is FoldSum and FoldMean of floats and complex numbers.
type sum struct {
	dtype  expr.DType
	fold   expr.Fold
	n      int
	re, im realSum
}

func newSum(d expr.DType, f expr.Fold) *sum {
	return &sum{dtype: d, fold: f, re: realSum{finite: exact(0)}, im: realSum{finite: exact(0)}}
}

func (s *sum) add(x expr.Scalar) {
	re, im := components(x)
	s.re.add(re)
	s.im.add(im)
	s.n++
}

func (s *sum) value() expr.Scalar {
	n := -1
	if s.fold == expr.FoldMean {
		n = s.n
	}
	return joined(s.dtype, s.re.value(s.dtype, n), s.im.value(s.dtype, n))
}

// productBits leave the rounding of very many factors unseen.
const productBits = 300

// product multiplies complex numbers, and reals as such, without overflow in
// between. Infinities, NaNs and zeros are multiplied apart, without the sizes
// of the others.
type product struct {
	dtype   expr.DType
	re, im  *big.Float
	special complex128
	odd     bool // special counts
}

func newProduct(d expr.DType) *product {
	return &product{dtype: d, re: factor(1), im: factor(0), special: 1}
}

func factor(x float64) *big.Float { return new(big.Float).SetPrec(productBits).SetFloat64(x) }

func (p *product) add(s expr.Scalar) {
	re, im := components(s)
	z := complex(re, im)
	if p.dtype.Kind() != expr.KindComplex {
		if re == 0 || re-re != 0 {
			p.special = complex(real(p.special)*re, 0)
			p.odd = true
			return
		}
		p.re.Mul(p.re, factor(re))
		return
	}
	if z-z != 0 {
		p.special = expr.ScalarAs[complex128](expr.Mul.Eval(expr.Complex128, expr.Complex128,
			expr.ScalarOf(p.special), expr.ScalarOf(z)))
		p.odd = true
		return
	}
	a, b := factor(re), factor(im)
	ac, bd := factor(0).Mul(p.re, a), factor(0).Mul(p.im, b)
	ad, bc := factor(0).Mul(p.re, b), factor(0).Mul(p.im, a)
	p.re, p.im = ac.Sub(ac, bd), ad.Add(ad, bc)
}

func (p *product) value() expr.Scalar {
	re, im := rounded(p.re, p.dtype), rounded(p.im, p.dtype)
	if !p.odd {
		return joined(p.dtype, re, im)
	}
	if p.dtype.Kind() != expr.KindComplex {
		// The others tell only their sign.
		return expr.ScalarOf(real(p.special) * float64(p.re.Sign())).Cast(p.dtype)
	}
	w := expr.Join.Eval(p.dtype.Real(), p.dtype, re, im)
	return expr.Mul.Eval(p.dtype, p.dtype, w, expr.ScalarOf(p.special).Cast(p.dtype))
}
