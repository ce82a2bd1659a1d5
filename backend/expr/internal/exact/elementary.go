package exact

import (
	"math"
	"math/big"
)

// beyond is a logarithm past which every float64 overflows or underflows.
const beyond = 3000

// exp returns e^x by halving the argument and squaring back. Arguments beyond
// the range are moved to its edge.
func exp(x number) number {
	switch {
	case x.Cmp(small(beyond)) > 0:
		x = small(beyond)
	case x.Cmp(small(-beyond)) < 0:
		x = small(-beyond)
	}
	k := int(math.RoundToEven(approx(x) / math.Ln2))
	r := sub(x, mul(small(k), ln2()))
	return scale(add(expm1Series(r), of(1)), k)
}

// expm1Series sums Σ x^n/n!, n ≥ 1, for small |x|.
func expm1Series(x number) number {
	sum, term := blank(), of(1)
	for n := 1; ; n++ {
		term = quo(mul(term, x), small(n))
		if negligible(term, sum) && n > 1 || isZero(term) {
			return sum
		}
		sum = add(sum, term)
	}
}

func expm1(x number) number {
	if exponent(x) <= 0 {
		return expm1Series(x)
	}
	return sub(exp(x), of(1))
}

// log returns log x of x > 0: a guess y, and the series for x·exp(-y), which
// is nearly 1.
func log(x number) number {
	m := blank()
	e := x.MantExp(m)
	if approx(m) < math.Sqrt2/2 {
		m = scale(m, 1)
		e--
	}
	r := log1p(sub(m, of(1)))
	if e != 0 {
		r = add(r, mul(small(e), ln2()))
	}
	return r
}

// log1p is precise for small x. x > -1.
func log1p(x number) number {
	switch e := exponent(x); {
	case e < -60:
		return log1pSeries(x)
	case e > 0:
		return log(add(x, of(1)))
	}
	y := of(math.Log1p(approx(x)))
	// x + 1 is exact enough: it has lost 60 of 400 bits.
	z := sub(mul(add(x, of(1)), exp(neg(y))), of(1))
	return add(y, log1pSeries(z))
}

// sinCos reduces by π/2 and sums both series.
func sinCos(x number) (sin, cos number) {
	wide := uint(precision + max(exponent(x), 0))
	if wide > piAll().Prec() {
		wide = piAll().Prec()
	}
	halfPi := new(big.Float).SetPrec(wide).Set(piAll())
	halfPi.SetMantExp(halfPi, -1)
	q := new(big.Float).SetPrec(wide).Quo(x, halfPi)
	n, _ := q.Add(q, big.NewFloat(math.Copysign(0.5, approx(x)))).Int(nil) // halves away from zero
	r := new(big.Float).SetPrec(wide).SetInt(n)
	r.Mul(r, halfPi)
	y := blank().Set(new(big.Float).SetPrec(wide).Sub(x, r))

	s, c := sinSeries(y), cosSeries(y)
	switch new(big.Int).And(n, big.NewInt(3)).Int64() {
	case 0:
		return s, c
	case 1:
		return c, neg(s)
	case 2:
		return neg(s), neg(c)
	}
	return neg(c), s
}

func sinSeries(x number) number { return alternating(x, x, 2) }
func cosSeries(x number) number { return alternating(x, of(1), 1) }

// alternating sums first·(1 - x²/n(n+1) + x⁴/n(n+1)(n+2)(n+3) - …).
func alternating(x, first number, n int) number {
	x2 := square(x)
	sum, term := blank().Set(first), blank().Set(first)
	for ; ; n += 2 {
		term = neg(quo(mul(term, x2), small(n*(n+1))))
		if negligible(term, sum) {
			return sum
		}
		sum = add(sum, term)
	}
}

// atan2 returns the angle of (x, y), with the signs of zeros heeded.
func atan2(y, x number) number {
	if y.Sign() == 0 {
		r := blank()
		if x.Signbit() {
			r.Set(pi())
		}
		if y.Signbit() {
			r.Neg(r)
		}
		return r
	}
	if x.Sign() == 0 || exponent(y) > exponent(x)+1 {
		// π/2 - atan(x/y), for y > 0.
		r := half(pi())
		if y.Sign() < 0 {
			r.Neg(r)
		}
		return sub(r, atan(quo(x, y)))
	}
	r := atan(quo(y, x))
	if x.Sign() < 0 {
		if y.Sign() < 0 {
			return sub(r, pi())
		}
		return add(r, pi())
	}
	return r
}

// atan returns a guess y plus the series for the angle that it is off by.
func atan(x number) number {
	if exponent(x) < -60 {
		return atanSeries(x)
	}
	if exponent(x) > 60 {
		r := half(pi())
		if x.Sign() < 0 {
			r.Neg(r)
		}
		return sub(r, atanSeries(quo(of(1), x)))
	}
	y := of(math.Atan(approx(x)))
	s, c := sinCos(y)
	return add(y, atanSeries(quo(sub(mul(x, c), s), add(c, mul(x, s)))))
}

// atanSeries sums Σ (-1)^n x^(2n+1)/(2n+1) for small |x|.
func atanSeries(x number) number {
	x2 := square(x)
	sum, power := blank().Set(x), blank().Set(x)
	for n := 1; ; n++ {
		power = neg(mul(power, x2))
		term := quo(power, small(2*n+1))
		if negligible(term, sum) {
			return sum
		}
		sum = add(sum, term)
	}
}

func sinh(x number) number {
	m := expm1(abs(x))
	r := half(add(m, quo(m, add(m, of(1)))))
	if x.Signbit() {
		r.Neg(r)
	}
	return r
}

func cosh(x number) number {
	e := exp(abs(x))
	return half(add(e, quo(of(1), e)))
}

func tanh(x number) number {
	m := expm1(scale(abs(x), 1))
	r := quo(m, add(m, of(2)))
	if x.Signbit() {
		r.Neg(r)
	}
	return r
}

func asinh(x number) number {
	x2 := square(x)
	r := log1p(add(abs(x), quo(x2, add(of(1), sqrt(add(of(1), x2))))))
	if x.Signbit() {
		r.Neg(r)
	}
	return r
}

// acosh of x ≥ 1.
func acosh(x number) number {
	t := sub(x, of(1))
	return log1p(add(t, sqrt(mul(t, add(x, of(1))))))
}

// atanh of |x| < 1.
func atanh(x number) number {
	return half(log1p(quo(scale(x, 1), sub(of(1), x))))
}
