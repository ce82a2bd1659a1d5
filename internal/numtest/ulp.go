package numtest

import (
	"math"

	"github.com/cugond/cugond/backend/expr"
)

// Distance64 counts the steps from a to b over the numbers of float64, to be
// exact up to 2^53 of them. Both NaN: 0. One NaN: +Inf. The two zeros are 0
// apart, the infinities one step from the largest numbers.
func Distance64(a, b float64) float64 {
	if a != a || b != b {
		return nanDistance(a != a, b != b)
	}
	return steps(order64(a), order64(b))
}

// Distance32 is Distance64 for float32.
func Distance32(a, b float32) float64 {
	if a != a || b != b {
		return nanDistance(a != a, b != b)
	}
	return steps(order32(a), order32(b))
}

func nanDistance(a, b bool) float64 {
	if a && b {
		return 0
	}
	return math.Inf(1)
}

func steps(a, b int64) float64 {
	if a < b {
		a, b = b, a
	}
	return float64(uint64(a) - uint64(b))
}

// order64 numbers the floats in their order, both zeros 0.
func order64(x float64) int64 {
	if i := int64(math.Float64bits(x)); i >= 0 {
		return i
	}
	return -int64(math.Float64bits(-x))
}

func order32(x float32) int64 {
	if i := int64(math.Float32bits(x)); i < 1<<31 {
		return i
	}
	return -int64(math.Float32bits(-x))
}

// UnitInLastPlace is the spacing of the numbers of type d at x: of float32 for
// Float32 and Complex64, of float64 for Float64 and Complex128.
func UnitInLastPlace(d expr.DType, x float64) float64 {
	digits, least := 52, -1074
	if d.Real() == expr.Float32 {
		digits, least = 23, -149
	}
	x = math.Abs(x)
	switch {
	case x != x:
		return x
	case x == 0:
		return math.Ldexp(1, least)
	case math.IsInf(x, 0):
		x = math.MaxFloat64
		if digits == 23 {
			x = math.MaxFloat32
		}
	}
	return math.Ldexp(1, max(math.Ilogb(x)-digits, least))
}

// Epsilon is the spacing of the numbers of d's component type at 1.
func Epsilon(d expr.DType) float64 { return UnitInLastPlace(d, 1) }

// Error returns how far got is from want, in units in the last place. It is 0
// for equal values (all NaNs are equal, zeros are) and +Inf for values that
// have no distance: of unequal integers, of NaN and a number.
//
// Reals below floor in magnitude are measured in units of floor. A component
// of a complex number is measured in units of the whole number's magnitude; if
// want isn't finite, it is enough that got isn't, because the components of
// what overflows are a matter of taste.
func Error(want, got expr.Scalar, floor float64) float64 {
	if want.DType != got.DType {
		return math.Inf(1)
	}
	switch want.DType {
	case expr.Float32:
		w, g := expr.ScalarAs[float32](want), expr.ScalarAs[float32](got)
		return realError(expr.Float32, float64(w), float64(g), Distance32(w, g), floor)
	case expr.Float64:
		w, g := expr.ScalarAs[float64](want), expr.ScalarAs[float64](got)
		return realError(expr.Float64, w, g, Distance64(w, g), floor)
	case expr.Complex64, expr.Complex128:
		w := expr.ScalarAs[complex128](want.Cast(expr.Complex128))
		g := expr.ScalarAs[complex128](got.Cast(expr.Complex128))
		return complexError(want.DType, w, g)
	}
	if want.Bits == got.Bits {
		return 0
	}
	return math.Inf(1)
}

func realError(d expr.DType, w, g, distance, floor float64) float64 {
	if math.Abs(w) < floor && !math.IsInf(distance, 0) {
		return math.Abs(w-g) / UnitInLastPlace(d, floor)
	}
	return distance
}

func complexError(d expr.DType, w, g complex128) float64 {
	finite := func(z complex128) bool { return z-z == 0 }
	if !finite(w) && !finite(g) {
		return 0
	}
	if finite(w) != finite(g) {
		return edgeError(d, w, g)
	}
	u := UnitInLastPlace(d, math.Hypot(real(w), imag(w)))
	return math.Max(math.Abs(real(w)-real(g)), math.Abs(imag(w)-imag(g))) / u
}

// edgeError measures a number against an infinity as if that were the next
// after the largest number.
func edgeError(d expr.DType, w, g complex128) float64 {
	part := func(w, g float64) float64 {
		if d == expr.Complex64 {
			return Distance32(float32(w), float32(g))
		}
		return Distance64(w, g)
	}
	return math.Max(part(real(w), real(g)), part(imag(w), imag(g)))
}

// Identical reports whether two scalars are of one type and have one image in
// memory, where all NaNs count as one.
func Identical(a, b expr.Scalar) bool {
	if a.DType != b.DType {
		return false
	}
	switch a.DType {
	case expr.Float32:
		return identical(float64(expr.ScalarAs[float32](a)), float64(expr.ScalarAs[float32](b)))
	case expr.Float64:
		return identical(expr.ScalarAs[float64](a), expr.ScalarAs[float64](b))
	case expr.Complex64, expr.Complex128:
		x := expr.ScalarAs[complex128](a.Cast(expr.Complex128))
		y := expr.ScalarAs[complex128](b.Cast(expr.Complex128))
		return identical(real(x), real(y)) && identical(imag(x), imag(y))
	}
	return a.Bits == b.Bits
}

func identical(a, b float64) bool {
	return a != a && b != b || a == b && math.Signbit(a) == math.Signbit(b)
}
