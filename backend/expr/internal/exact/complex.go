package exact

import "math"

// pair is a finite complex number.
type pair struct{ re, im number }

func pairOf(z complex128) pair { return pair{of(real(z)), of(imag(z))} }

func (p pair) value() complex128 { return complex(approx(p.re), approx(p.im)) }

// i·z and z/i, which only move components.
func (p pair) timesI() pair { return pair{neg(p.im), p.re} }
func (p pair) overI() pair  { return pair{p.im, neg(p.re)} }

func isFinite(z complex128) bool { return z-z == 0 }

var nans = complex(nan, nan)

// Div returns a/b. Division by zero divides both components by +0. A finite
// number over one with an infinite component is 0, over two NaN.
func Div(a, b complex128) complex128 {
	switch {
	case a != a || b != b:
		return nans
	case math.IsInf(real(b), 0) && math.IsInf(imag(b), 0):
		return nans
	case isFinite(a) && !isFinite(b):
		return 0
	case !isFinite(a) || b == 0:
		zero := math.Abs(real(b) - real(b))
		return complex(real(a)/zero, imag(a)/zero)
	}
	x, y := pairOf(a), pairOf(b)
	norm := add(square(y.re), square(y.im))
	return pair{
		quo(add(mul(x.re, y.re), mul(x.im, y.im)), norm),
		quo(sub(mul(x.im, y.re), mul(x.re, y.im)), norm),
	}.value()
}

// Sign returns z/|z|, zero for zero; ±1 or ±i where one component is infinite
// and NaN where both are.
func Sign(z complex128) complex128 {
	switch {
	case z == 0:
		return z
	case z != z:
		return nans
	case !isFinite(z):
		unit := func(x float64) float64 {
			if math.IsInf(x, 0) {
				return math.Copysign(1, x)
			}
			return 0
		}
		if w := complex(unit(real(z)), unit(imag(z))); real(w) == 0 || imag(w) == 0 {
			return w
		}
		return nans
	}
	p := pairOf(z)
	h := hypot(p.re, p.im)
	return pair{quo(p.re, h), quo(p.im, h)}.value()
}

// apply gives infinite for what isn't finite, unless it holds a NaN.
func apply(z, infinite complex128, f func(pair) pair) complex128 {
	switch {
	case z != z:
		return nans
	case !isFinite(z):
		return infinite
	}
	return f(pairOf(z)).value()
}

var infinity = complex(inf, 0)

// ComplexSqrt returns the root with its real part not negative.
func ComplexSqrt(z complex128) complex128 { return apply(z, infinity, pair.sqrt) }

func (p pair) sqrt() pair {
	if isZero(p.re) && isZero(p.im) {
		return pair{blank(), p.im}
	}
	large := sqrt(half(add(hypot(p.re, p.im), abs(p.re))))
	other := quo(abs(p.im), scale(large, 1))
	if p.re.Sign() < 0 {
		large, other = other, large
	}
	if p.im.Signbit() {
		other.Neg(other)
	}
	return pair{large, other}
}

// ComplexExp returns e^z. It is 0 far to the left and NaN where the angle is
// infinite.
func ComplexExp(z complex128) complex128 {
	switch {
	case math.IsInf(real(z), -1):
		return 0
	case math.IsInf(imag(z), 0):
		return nans
	}
	return apply(z, infinity, func(p pair) pair { return polar(exp(p.re), p.im) })
}

func polar(r, angle number) pair {
	s, c := sinCos(angle)
	return pair{mul(r, c), mul(r, s)}
}

// ComplexLog returns the logarithm with its imaginary part in [-π, π].
func ComplexLog(z complex128) complex128 {
	if z == 0 {
		return complex(-inf, 0)
	}
	return apply(z, infinity, pair.log)
}

func (p pair) log() pair {
	// |z|² - 1, in which everything that cancels is exact.
	n := add(mul(sub(abs(p.re), of(1)), add(abs(p.re), of(1))), square(p.im))
	var re number
	if exponent(n) < -1 {
		re = half(log1p(n))
	} else {
		re = log(hypot(p.re, p.im))
	}
	return pair{re, atan2(p.im, p.re)}
}

// ComplexLog2 returns the logarithm to base 2.
func ComplexLog2(z complex128) complex128 { return logBase(z, ln2()) }

// ComplexLog10 returns the logarithm to base 10.
func ComplexLog10(z complex128) complex128 { return logBase(z, ln10()) }

func logBase(z complex128, base number) complex128 {
	if z == 0 {
		return complex(-inf, 0)
	}
	return apply(z, infinity, func(p pair) pair {
		l := p.log()
		return pair{quo(l.re, base), quo(l.im, base)}
	})
}

// ComplexPow returns e^(b·log a). 0 to the 0 is 1, 0 to what has a positive
// real part 0; 0 to anything else and what isn't finite give nothing finite.
func ComplexPow(a, b complex128) complex128 {
	switch {
	case b == 0:
		return 1
	case a == 0 && real(b) > 0 && b == b:
		return 0
	case a == 0 || !isFinite(a) || !isFinite(b):
		return nans
	}
	l, p := pairOf(a).log(), pairOf(b)
	return polar(exp(sub(mul(p.re, l.re), mul(p.im, l.im))), add(mul(p.re, l.im), mul(p.im, l.re))).value()
}

// ComplexSinh returns the hyperbolic sine.
func ComplexSinh(z complex128) complex128 {
	if math.IsInf(imag(z), 0) {
		return nans
	}
	return apply(z, infinity, pair.sinh)
}

// ComplexCosh returns the hyperbolic cosine.
func ComplexCosh(z complex128) complex128 {
	if math.IsInf(imag(z), 0) {
		return nans
	}
	return apply(z, infinity, pair.cosh)
}

func (p pair) sinh() pair {
	s, c := sinCos(p.im)
	return pair{mul(sinh(p.re), c), mul(cosh(p.re), s)}
}

func (p pair) cosh() pair {
	s, c := sinCos(p.im)
	return pair{mul(cosh(p.re), c), mul(sinh(p.re), s)}
}

// tanh is Kahan's formula, in which nothing cancels.
func (p pair) tanh() pair {
	s, c := sinCos(p.im)
	sh := sinh(p.re)
	d := add(square(c), square(sh))
	return pair{quo(mul(sh, cosh(p.re)), d), quo(mul(s, c), d)}
}

// ComplexTanh returns the hyperbolic tangent, ±1 far out.
func ComplexTanh(z complex128) complex128 {
	if math.IsInf(real(z), 0) {
		return complex(math.Copysign(1, real(z)), 0)
	}
	return apply(z, nans, pair.tanh)
}

// ComplexSin returns the sine.
func ComplexSin(z complex128) complex128 {
	if math.IsInf(real(z), 0) {
		return nans
	}
	return apply(z, infinity, func(p pair) pair { return p.timesI().sinh().overI() })
}

// ComplexCos returns the cosine.
func ComplexCos(z complex128) complex128 {
	if math.IsInf(real(z), 0) {
		return nans
	}
	return apply(z, infinity, func(p pair) pair { return p.timesI().cosh() })
}

// ComplexTan returns the tangent, ±i far up and down.
func ComplexTan(z complex128) complex128 {
	if math.IsInf(imag(z), 0) {
		return complex(0, math.Copysign(1, imag(z)))
	}
	return apply(z, nans, func(p pair) pair { return p.timesI().tanh().overI() })
}

// The inverse functions are those of W. Kahan, "Branch Cuts for Complex
// Elementary Functions" (1987); the signs of zeros tell the sides of cuts.

// around returns √(1-z) and √(1+z).
func (p pair) around() (below, above pair) {
	return pair{sub(of(1), p.re), neg(p.im)}.sqrt(), pair{add(of(1), p.re), p.im}.sqrt()
}

func (p pair) asin() pair {
	b, a := p.around()
	return pair{
		atan2(p.re, sub(mul(b.re, a.re), mul(b.im, a.im))),
		asinh(sub(mul(b.re, a.im), mul(b.im, a.re))),
	}
}

// ComplexAsin returns the arc sine.
func ComplexAsin(z complex128) complex128 { return apply(z, infinity, pair.asin) }

// ComplexAcos returns the arc cosine.
func ComplexAcos(z complex128) complex128 {
	return apply(z, infinity, func(p pair) pair {
		b, a := p.around()
		return pair{
			scale(atan2(b.re, a.re), 1),
			asinh(sub(mul(a.re, b.im), mul(a.im, b.re))),
		}
	})
}

// ComplexAsinh returns the inverse hyperbolic sine.
func ComplexAsinh(z complex128) complex128 {
	return apply(z, infinity, func(p pair) pair { return p.timesI().asin().overI() })
}

// ComplexAcosh returns the inverse hyperbolic cosine.
func ComplexAcosh(z complex128) complex128 {
	return apply(z, infinity, func(p pair) pair {
		b := pair{sub(p.re, of(1)), p.im}.sqrt()
		a := pair{add(p.re, of(1)), p.im}.sqrt()
		return pair{
			asinh(add(mul(b.re, a.re), mul(b.im, a.im))),
			scale(atan2(b.im, a.re), 1),
		}
	})
}

func (p pair) atanh() pair {
	if p.re.Signbit() {
		r := pair{neg(p.re), neg(p.im)}.atanh()
		return pair{neg(r.re), neg(r.im)}
	}
	t := sub(of(1), p.re)
	y2 := square(p.im)
	return pair{
		half(half(log1p(quo(scale(p.re, 2), add(square(t), y2))))),
		half(atan2(scale(p.im, 1), sub(mul(t, add(of(1), p.re)), y2))),
	}
}

// ComplexAtanh returns the inverse hyperbolic tangent, infinite at ±1.
func ComplexAtanh(z complex128) complex128 {
	if imag(z) == 0 && math.Abs(real(z)) == 1 {
		return complex(math.Copysign(inf, real(z)), imag(z))
	}
	if math.IsInf(imag(z), 0) {
		return complex(0, math.Copysign(math.Pi/2, imag(z)))
	}
	return apply(z, complex(0, math.Copysign(math.Pi/2, imag(z))), pair.atanh)
}

// ComplexAtan returns the arc tangent, infinite at ±i.
func ComplexAtan(z complex128) complex128 {
	if real(z) == 0 && math.Abs(imag(z)) == 1 {
		return complex(real(z), math.Copysign(inf, imag(z)))
	}
	if math.IsInf(real(z), 0) {
		return complex(math.Copysign(math.Pi/2, real(z)), 0)
	}
	return apply(z, complex(math.Copysign(math.Pi/2, real(z)), 0), func(p pair) pair { return p.timesI().atanh().overI() })
}
