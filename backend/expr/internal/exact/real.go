package exact

import "math"

// finite applies f where x is a number and neither infinite nor zero; at gives
// the values at -Inf, ±0 (with x's sign if it is zero) and +Inf.
func finite(x, below, zero, above float64, f func(number) number) float64 {
	switch {
	case x != x:
		return x
	case math.IsInf(x, -1):
		return below
	case math.IsInf(x, 1):
		return above
	case x == 0:
		if zero == 0 {
			return x
		}
		return zero
	}
	return approx(f(of(x)))
}

var inf, nan = math.Inf(1), math.NaN()

// Exp returns e^x.
func Exp(x float64) float64 { return finite(x, 0, 1, inf, exp) }

// Exp2 returns 2^x.
func Exp2(x float64) float64 {
	return finite(x, 0, 1, inf, func(x number) number { return exp(mul(x, ln2())) })
}

// Expm1 returns e^x - 1.
func Expm1(x float64) float64 { return finite(x, -1, 0, inf, expm1) }

// positive is finite for functions that are defined for x > 0.
func positive(x float64, f func(number) number) float64 {
	if x < 0 {
		return nan
	}
	return finite(x, nan, -inf, inf, f)
}

// Log returns the natural logarithm.
func Log(x float64) float64 { return positive(x, log) }

// Log2 returns the logarithm to base 2.
func Log2(x float64) float64 {
	return positive(x, func(x number) number { return quo(log(x), ln2()) })
}

// Log10 returns the logarithm to base 10.
func Log10(x float64) float64 {
	return positive(x, func(x number) number { return quo(log(x), ln10()) })
}

// Log1p returns log(1 + x).
func Log1p(x float64) float64 {
	switch {
	case x < -1:
		return nan
	case x == -1:
		return -inf
	}
	return finite(x, nan, 0, inf, log1p)
}

// LogAddExp returns log(e^a + e^b).
func LogAddExp(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	switch {
	case a != a || b != b:
		return nan
	case math.IsInf(a, 0) || math.IsInf(b, 0):
		return a
	}
	x, y := of(a), of(b)
	return approx(add(x, log1p(exp(sub(y, x)))))
}

// Sigmoid returns 1/(1 + e^-x).
func Sigmoid(x float64) float64 {
	return finite(x, 0, 0.5, 1, func(x number) number {
		return quo(of(1), add(of(1), exp(neg(x))))
	})
}

// Pow returns x^y as C99 has it.
func Pow(x, y float64) float64 {
	switch {
	case x == 0 || y == 0 || x == 1 || x-x != 0 || y-y != 0 || x < 0 && y != math.Trunc(y):
		return math.Pow(x, y)
	}
	r := approx(exp(mul(of(y), log(abs(of(x))))))
	if x < 0 && math.Mod(y, 2) != 0 {
		return -r
	}
	return r
}

// Cbrt returns the cube root.
func Cbrt(x float64) float64 {
	return finite(x, -inf, 0, inf, func(x number) number {
		r := exp(quo(log(abs(x)), small(3)))
		if x.Signbit() {
			r.Neg(r)
		}
		return r
	})
}

// Hypot returns √(a² + b²).
func Hypot(a, b float64) float64 {
	switch {
	case math.IsInf(a, 0) || math.IsInf(b, 0):
		return inf
	case a != a || b != b:
		return nan
	}
	return approx(hypot(of(a), of(b)))
}

func hypot(x, y number) number { return sqrt(add(square(x), square(y))) }

// Sin returns the sine.
func Sin(x float64) float64 {
	return finite(x, nan, 0, nan, func(x number) number { s, _ := sinCos(x); return s })
}

// Cos returns the cosine.
func Cos(x float64) float64 {
	return finite(x, nan, 1, nan, func(x number) number { _, c := sinCos(x); return c })
}

// Tan returns the tangent.
func Tan(x float64) float64 { return finite(x, nan, 0, nan, tan) }

func tan(x number) number {
	s, c := sinCos(x)
	return quo(s, c)
}

// Asin returns the arc sine.
func Asin(x float64) float64 {
	if math.Abs(x) > 1 {
		return nan
	}
	return finite(x, nan, 0, nan, func(x number) number { return atan2(x, otherSide(x)) })
}

// Acos returns the arc cosine.
func Acos(x float64) float64 {
	if math.Abs(x) > 1 {
		return nan
	}
	return finite(x, nan, math.Pi/2, nan, func(x number) number { return atan2(otherSide(x), x) })
}

// otherSide returns √(1 - x²).
func otherSide(x number) number { return sqrt(mul(sub(of(1), x), add(of(1), x))) }

// Atan returns the arc tangent.
func Atan(x float64) float64 { return finite(x, -math.Pi/2, 0, math.Pi/2, atan) }

// Atan2 returns the angle of the point (x, y).
func Atan2(y, x float64) float64 {
	if x-x != 0 || y-y != 0 {
		return math.Atan2(y, x)
	}
	r := approx(atan2(of(y), of(x)))
	return math.Copysign(r, y)
}

// Sinh returns the hyperbolic sine.
func Sinh(x float64) float64 { return finite(x, -inf, 0, inf, sinh) }

// Cosh returns the hyperbolic cosine.
func Cosh(x float64) float64 { return finite(x, inf, 1, inf, cosh) }

// Tanh returns the hyperbolic tangent.
func Tanh(x float64) float64 { return finite(x, -1, 0, 1, tanh) }

// Asinh returns the inverse hyperbolic sine.
func Asinh(x float64) float64 { return finite(x, -inf, 0, inf, asinh) }

// Acosh returns the inverse hyperbolic cosine.
func Acosh(x float64) float64 {
	if x < 1 {
		return nan
	}
	return finite(x, nan, nan, inf, acosh)
}

// Atanh returns the inverse hyperbolic tangent.
func Atanh(x float64) float64 {
	switch {
	case math.Abs(x) > 1:
		return nan
	case math.Abs(x) == 1:
		return x * inf
	}
	return finite(x, nan, 0, nan, atanh)
}
