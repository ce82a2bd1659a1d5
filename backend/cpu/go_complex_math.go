package cpu

import "math"

// Functions of complex numbers, computed in double for both types. The
// formulas for branch cuts and near poles are those of W. Kahan, "Branch Cuts
// for Complex Elementary Functions" (1987). A NaN anywhere gives NaN.

var (
	complexNaN = complex(math.NaN(), math.NaN())
	complexInf = complex(math.Inf(1), 0)
)

func finite(z complex128) bool { return z-z == 0 }

func isInf(x float64) bool { return math.IsInf(x, 0) }

// unbounded answers for a z that isn't finite: infinite, unless it is NaN.
func unbounded(z, infinite complex128) complex128 {
	if z != z {
		return complexNaN
	}
	return infinite
}

// timesI and overI are i·z and z/i without a product, which would touch the
// signs of zeros.
func timesI(z complex128) complex128 { return complex(-imag(z), real(z)) }
func overI(z complex128) complex128  { return complex(imag(z), -real(z)) }

// scaleOf returns the exponent of the larger component.
func scaleOf(z complex128) int {
	_, e := math.Frexp(math.Max(math.Abs(real(z)), math.Abs(imag(z))))
	return e
}

func ldexp(z complex128, e int) complex128 {
	return complex(math.Ldexp(real(z), e), math.Ldexp(imag(z), e))
}

// product2 is a·b + c·d with the rounding error of one product made good
// (Kahan's sum of products).
func product2(a, b, c, d float64) float64 {
	w := c * d
	e := math.FMA(c, d, -w)
	return math.FMA(a, b, w) + e
}

// complexDiv divides after scaling both operands. Division by zero divides the
// components by +0; a finite number over one with an infinite component is 0,
// over two NaN.
func complexDiv(a, b complex128) complex128 {
	switch {
	case a != a || b != b || isInf(real(b)) && isInf(imag(b)):
		return complexNaN
	case finite(a) && !finite(b):
		return 0
	case !finite(a) || b == 0:
		zero := math.Abs(real(b) - real(b))
		return complex(real(a)/zero, imag(a)/zero)
	case a == 0:
		return a / b
	}
	ea, eb := scaleOf(a), scaleOf(b)
	a, b = ldexp(a, -ea), ldexp(b, -eb)
	x, y, u, v := real(a), imag(a), real(b), imag(b)
	norm := product2(u, u, v, v)
	return ldexp(complex(product2(x, u, y, v)/norm, product2(y, u, -x, v)/norm), ea-eb)
}

func complexAbs(z complex128) float64 { return floatHypot(real(z), imag(z)) }

func complexAngle(z complex128) float64 { return arcTangent2(imag(z), real(z)) }

// complexSign is z/|z|, and zero for zero; ±1 or ±i where one component is
// infinite and NaN where both are.
func complexSign(z complex128) complex128 {
	switch {
	case z == 0:
		return z
	case z != z || isInf(real(z)) && isInf(imag(z)):
		return complexNaN
	case isInf(real(z)):
		return complex(math.Copysign(1, real(z)), 0)
	case isInf(imag(z)):
		return complex(0, math.Copysign(1, imag(z)))
	}
	z = ldexp(z, -scaleOf(z))
	h := complexAbs(z)
	return complex(real(z)/h, imag(z)/h)
}

// complexSqrt scales by an even power of two and takes the root of what adds
// up without cancelling.
func complexSqrt(z complex128) complex128 {
	if !finite(z) {
		return unbounded(z, complexInf)
	}
	if z == 0 {
		return complex(0, imag(z))
	}
	e := scaleOf(z) &^ 1
	w := ldexp(z, -e)
	x, y := real(w), imag(w)
	large := math.Sqrt((floatHypot(x, y) + math.Abs(x)) / 2)
	small := math.Abs(y) / large / 2
	if x < 0 {
		large, small = small, large
	}
	return ldexp(complex(large, math.Copysign(small, imag(z))), e/2)
}

// scaled returns m·f(x), where f is one of exp, cosh and sinh and grows as
// c·exp|x| far out, without overflow in between.
func scaled(m, x, c float64, f func(float64) float64) float64 {
	if math.Abs(x) < 700 {
		return m * f(x)
	}
	h := math.Exp(math.Abs(x) / 2)
	return m * c * h * h
}

func timesExp(m, x float64) float64 {
	if x < 0 {
		return m * math.Exp(x)
	}
	return scaled(m, x, 1, math.Exp)
}
func timesCosh(m, x float64) float64 { return scaled(m, x, 0.5, math.Cosh) }
func timesSinh(m, x float64) float64 { return scaled(m, x, math.Copysign(0.5, x), math.Sinh) }

func complexExp(z complex128) complex128 {
	switch {
	case math.IsInf(real(z), -1):
		return 0
	case isInf(imag(z)):
		return complexNaN
	case !finite(z):
		return unbounded(z, complexInf)
	}
	sin, cos := sinCos(imag(z))
	return complex(timesExp(cos, real(z)), timesExp(sin, real(z)))
}

func complexLog(z complex128) complex128 {
	if z == 0 {
		return complex(math.Inf(-1), 0)
	}
	if !finite(z) {
		return unbounded(z, complexInf)
	}
	x, y := math.Abs(real(z)), math.Abs(imag(z))
	if x < y {
		x, y = y, x
	}
	if x > 0.5 && x < 2 { // |z|² - 1, without cancellation
		return complex(math.Log1p(product2(x-1, x+1, y, y))/2, complexAngle(z))
	}
	e := scaleOf(z)
	h := floatHypot(math.Ldexp(x, -e), math.Ldexp(y, -e))
	return complex(logarithm(h)+float64(float64(e)*math.Ln2), complexAngle(z))
}

func complexLogBase(z complex128, ln float64) complex128 {
	w := complexLog(z)
	if !finite(w) {
		return w
	}
	return complex(real(w)/ln, imag(w)/ln)
}

// complexPow is e^(b·log a). 0 to the 0 is 1, 0 to what has a positive real
// part 0; 0 to anything else is not finite, nor is what isn't.
func complexPow(a, b complex128) complex128 {
	switch {
	case b == 0:
		return 1
	case a == 0 && real(b) > 0 && b == b:
		return 0
	case a == 0 || !finite(a) || !finite(b):
		return complexNaN
	}
	log := complexLog(a)
	angle := product2(real(b), imag(log), imag(b), real(log))
	size := product2(real(b), real(log), -imag(b), imag(log))
	sin, cos := sinCos(angle)
	if imag(b) == 0 {
		if r := power(complexAbs(a), real(b)); r-r == 0 && r > 0x1p-1000 {
			return complex(r*cos, r*sin)
		}
	}
	return complex(timesExp(cos, size), timesExp(sin, size))
}

func complexSinh(z complex128) complex128 {
	if !finite(z) {
		if isInf(imag(z)) {
			return complexNaN
		}
		return unbounded(z, complexInf)
	}
	sin, cos := sinCos(imag(z))
	return complex(timesSinh(cos, real(z)), timesCosh(sin, real(z)))
}

func complexCosh(z complex128) complex128 {
	if !finite(z) {
		if isInf(imag(z)) {
			return complexNaN
		}
		return unbounded(z, complexInf)
	}
	sin, cos := sinCos(imag(z))
	return complex(timesCosh(cos, real(z)), timesSinh(sin, real(z)))
}

func complexTanh(z complex128) complex128 {
	x := real(z)
	switch {
	case isInf(x):
		return complex(math.Copysign(1, x), 0)
	case !finite(z):
		return complexNaN
	}
	sin, cos := sinCos(imag(z))
	if math.Abs(x) > 22 {
		e := math.Exp(-math.Abs(x))
		return complex(math.Copysign(1, x), 4*sin*cos*e*e)
	}
	sh := math.Sinh(x)
	d := float64(cos*cos) + float64(sh*sh)
	return complex(sh*math.Cosh(x)/d, sin*cos/d)
}

func complexSin(z complex128) complex128 { return overI(complexSinh(timesI(z))) }
func complexCos(z complex128) complex128 { return complexCosh(timesI(z)) }
func complexTan(z complex128) complex128 { return overI(complexTanh(timesI(z))) }

// rootsAround returns √(1-z) and √(1+z).
func rootsAround(z complex128) (below, above complex128) {
	return complexSqrt(complex(1-real(z), -imag(z))), complexSqrt(complex(1+real(z), imag(z)))
}

func complexAsin(z complex128) complex128 {
	if !finite(z) {
		return unbounded(z, complexInf)
	}
	m, p := rootsAround(z)
	return complex(
		arcTangent2(real(z), product2(real(m), real(p), -imag(m), imag(p))),
		math.Asinh(product2(real(m), imag(p), -imag(m), real(p))))
}

func complexAcos(z complex128) complex128 {
	if !finite(z) {
		return unbounded(z, complexInf)
	}
	m, p := rootsAround(z)
	return complex(
		2*arcTangent2(real(m), real(p)),
		math.Asinh(product2(real(p), imag(m), -imag(p), real(m))))
}

func complexAcosh(z complex128) complex128 {
	if !finite(z) {
		return unbounded(z, complexInf)
	}
	m := complexSqrt(complex(real(z)-1, imag(z)))
	p := complexSqrt(complex(real(z)+1, imag(z)))
	return complex(
		math.Asinh(product2(real(m), real(p), imag(m), imag(p))),
		2*arcTangent2(imag(m), real(p)))
}

func complexAsinh(z complex128) complex128 { return overI(complexAsin(timesI(z))) }
func complexAtan(z complex128) complex128  { return overI(complexAtanh(timesI(z))) }

func complexAtanh(z complex128) complex128 {
	const large = 0x1p500
	x, y := real(z), imag(z)
	switch {
	case isInf(y):
		return complex(0, math.Copysign(math.Pi/2, y))
	case !finite(z):
		return unbounded(z, complex(0, math.Copysign(math.Pi/2, y)))
	case y == 0 && math.Abs(x) == 1:
		return complex(math.Copysign(math.Inf(1), x), y)
	case math.Signbit(x):
		w := complexAtanh(complex(-x, -y))
		return complex(-real(w), -imag(w))
	case x > large || math.Abs(y) > large:
		return complex(real(complexDiv(1, z)), math.Copysign(math.Pi/2, y))
	case x == 1:
		a := math.Abs(y)
		return complex(
			math.Log(math.Sqrt(floatHypot(2, y))/math.Sqrt(a)),
			math.Copysign(math.Pi/2+math.Atan(a/2), y)/2)
	}
	return complex(
		math.Log1p(4*x/product2(1-x, 1-x, y, y))/4,
		arcTangent2(2*y, product2(1-x, 1+x, -y, y))/2)
}
