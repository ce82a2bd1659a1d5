package array

import (
	"math"

	"github.com/cugond/cugond/backend/expr"
)

// Rounding to integers and decimals. Computed later and fused, like all that is
// elementwise. Results are floats; NaN, infinities and the sign of zero stay.

// Floor returns the largest integer not above a.
func Floor[T Float](a *Array[T]) *Array[T] { return unary[T]("Floor", expr.Floor, a) }

// Ceil returns the smallest integer not below a.
func Ceil[T Float](a *Array[T]) *Array[T] { return unary[T]("Ceil", expr.Ceil, a) }

// Trunc returns a without its fraction: the nearest integer towards zero.
func Trunc[T Float](a *Array[T]) *Array[T] { return unary[T]("Trunc", expr.Trunc, a) }

// Rint returns the nearest integer, the even one of two: 2.5 and 1.5 give 2.
func Rint[T Float](a *Array[T]) *Array[T] { return unary[T]("Rint", expr.Rint, a) }

// Round returns a rounded to so many decimals, negative numbers of them
// standing for places before the decimal point: Round(a, 0) is [Rint], and
// 1250 with decimals -2 is 1200.
//
// As in NumPy it is Rint(a·10ᵈ)/10ᵈ in a's own precision, so that what looks
// like a half may be rounded either way: 0.285 is a little less. Numbers that
// are too large for the product have no decimals, and stay. It panics when 10
// to the power |decimals| is no finite T: above 308, for float32 above 38.
func Round[T Float](a *Array[T], decimals int) *Array[T] {
	limit := 308
	if expr.TypeOf[T]() == expr.Float32 {
		limit = 38
	}
	if decimals < -limit || decimals > limit {
		fail("Round", "%d decimals; they must lie between %d and %d for %v", decimals, -limit, limit, expr.TypeOf[T]())
	}
	if decimals == 0 {
		return unary[T]("Round", expr.Rint, a)
	}
	up, down := expr.Mul, expr.Div
	if decimals < 0 {
		up, down, decimals = expr.Div, expr.Mul, -decimals
	}
	scale := Const(T(math.Pow10(decimals)))
	scaled := binary[T]("Round", up, a, scale)
	whole := unary[T]("Round", expr.Rint, scaled)
	out := binary[T]("Round", down, whole, scale)
	if up == expr.Mul {
		rounded, fits := out, unary[bool]("Round", expr.IsFinite, scaled)
		out = apply[T]("Round", expr.Where, &fits.t, &rounded.t, &a.t)
		fits.Close()
		rounded.Close()
	}
	whole.Close()
	scaled.Close()
	return out
}
