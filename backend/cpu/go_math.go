package cpu

import (
	"math"

	"github.com/cugond/cugond/backend/expr"
)

// mathFns are the operations that the standard library computes, in double
// for both float types.
var (
	mathFns = map[expr.Op]func(float64) float64{
		expr.Cbrt:    math.Cbrt,
		expr.Exp:     exponential,
		expr.Exp2:    math.Exp2,
		expr.Expm1:   math.Expm1,
		expr.Log:     logarithm,
		expr.Log2:    logarithm2,
		expr.Log10:   logarithm10,
		expr.Log1p:   math.Log1p,
		expr.Sin:     sine,
		expr.Cos:     cosine,
		expr.Tan:     tangent,
		expr.Asin:    math.Asin,
		expr.Acos:    arcCosine,
		expr.Atan:    math.Atan,
		expr.Sinh:    sinhOf,
		expr.Cosh:    coshOf,
		expr.Tanh:    math.Tanh,
		expr.Asinh:   math.Asinh,
		expr.Acosh:   math.Acosh,
		expr.Atanh:   math.Atanh,
		expr.Floor:   math.Floor,
		expr.Ceil:    math.Ceil,
		expr.Trunc:   math.Trunc,
		expr.Rint:    math.RoundToEven,
		expr.Erf:     math.Erf,
		expr.Erfc:    math.Erfc,
		expr.Gamma:   math.Gamma,
		expr.LGamma:  logGamma,
		expr.Sigmoid: sigmoid,
		expr.Abs:     math.Abs,
		expr.Sqrt:    math.Sqrt,
	}
	mathFns2 = map[expr.Op]func(a, b float64) float64{
		expr.FloorDiv:  floatFloorDiv,
		expr.Mod:       floatMod,
		expr.Pow:       power,
		expr.Hypot:     floatHypot,
		expr.LogAddExp: logAddExp,
		expr.Atan2:     arcTangent2,
		expr.CopySign:  math.Copysign,
	}
	complexFns = map[expr.Op]func(complex128) complex128{
		expr.Reciprocal: func(z complex128) complex128 { return complexDiv(1, z) },
		expr.Sign:       complexSign,
		expr.Sqrt:       complexSqrt,
		expr.Exp:        complexExp,
		expr.Log:        complexLog,
		expr.Log2:       func(z complex128) complex128 { return complexLogBase(z, math.Ln2) },
		expr.Log10:      func(z complex128) complex128 { return complexLogBase(z, math.Ln10) },
		expr.Sin:        complexSin,
		expr.Cos:        complexCos,
		expr.Tan:        complexTan,
		expr.Asin:       complexAsin,
		expr.Acos:       complexAcos,
		expr.Atan:       complexAtan,
		expr.Sinh:       complexSinh,
		expr.Cosh:       complexCosh,
		expr.Tanh:       complexTanh,
		expr.Asinh:      complexAsinh,
		expr.Acosh:      complexAcosh,
		expr.Atanh:      complexAtanh,
	}
)

// addMath enters them for one type, where nothing better has been.
func addMath[T expr.Float](t *goTable) {
	in := expr.TypeOf[T]()
	for op, f := range mathFns {
		if t[opFn(op, in, in)] == nil {
			t.op(op, in, goMap1(func(a T) T { return T(f(float64(a))) }))
		}
	}
	for op, f := range mathFns2 {
		t.op(op, in, goMap2(func(a, b T) T { return T(f(float64(a), float64(b))) }))
	}
}

// floatMod has the sign of the divisor.
func floatMod(a, b float64) float64 {
	r := math.Mod(a, b)
	switch {
	case r == 0:
		return math.Copysign(0, b)
	case (r < 0) != (b < 0):
		return r + b // NaN stays
	}
	return r
}

// floatFloorDiv is the floor of the quotient. The remainder is exact, so that
// what is left to divide is a multiple of b but for one rounding.
func floatFloorDiv(a, b float64) float64 {
	r := math.Mod(a, b)
	switch {
	case b == 0:
		return a / b
	case r != r:
		return r
	}
	q := math.Round((a - r) / b)
	if r != 0 && (r < 0) != (b < 0) {
		q--
	}
	if q == 0 {
		return math.Copysign(0, a/b)
	}
	return q
}

// floatHypot is √(a²+b²) without overflow in between.
func floatHypot(a, b float64) float64 {
	switch {
	case math.IsInf(a, 0) || math.IsInf(b, 0):
		return math.Inf(1)
	case a != a || b != b:
		return math.NaN()
	}
	a, b = math.Abs(a), math.Abs(b)
	if a < b {
		a, b = b, a
	}
	if a == 0 {
		return 0
	}
	_, e := math.Frexp(a)
	a, b = math.Ldexp(a, -e), math.Ldexp(b, -e)
	// One step of Newton's method, with the residual in twice the precision.
	h := math.Sqrt(float64(a*a) + float64(b*b))
	r := math.FMA(-h, h, a*a) + math.FMA(a, a, -(a*a)) + float64(b*b) + math.FMA(b, b, -(b*b))
	return math.Ldexp(h+r/(2*h), e)
}

// logAddExp is log(eᵃ + eᵇ).
func logAddExp(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	switch {
	case b != b:
		return b
	case a-a != 0:
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}

func logGamma(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.Inf(1) // the standard library has -Inf for -Inf
	}
	if math.Abs(x) < tiny {
		return -logarithm(math.Abs(x))
	}
	y, _ := math.Lgamma(x)
	return y
}

// sigmoid is 1/(1 + e⁻ˣ).
func sigmoid(x float64) float64 {
	e := math.Exp(-math.Abs(x))
	if x < 0 {
		return e / (1 + e)
	}
	return 1 / (1 + e)
}

// nextAfter is the neighbour of a in the direction of b, and b when they are
// equal.
func nextAfter32(a, b float32) float32 {
	if a == b {
		return b
	}
	return math.Nextafter32(a, b)
}

func nextAfter64(a, b float64) float64 {
	if a == b {
		return b
	}
	return math.Nextafter(a, b)
}
