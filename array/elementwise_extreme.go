package array

import "github.com/cugond/cugond/backend/expr"

// The larger and the smaller of two. Computed later and fused, like all that is
// elementwise. For the extremes of one array see Max and Min.

// Maximum returns the larger of a and b, and NaN where either is NaN. Of equal
// elements, such as 0 and -0, it is a's. To ignore NaN use [FMax].
func Maximum[T Ordered](a, b *Array[T]) *Array[T] { return binary[T]("Maximum", expr.Maximum, a, b) }

// MaximumScalar returns the larger of a and s, see [Maximum].
func MaximumScalar[T Ordered](a *Array[T], s T) *Array[T] {
	return withScalar[T]("MaximumScalar", expr.Maximum, a, s)
}

// Minimum returns the smaller of a and b, and NaN where either is NaN. Of equal
// elements, such as 0 and -0, it is a's. To ignore NaN use [FMin].
func Minimum[T Ordered](a, b *Array[T]) *Array[T] { return binary[T]("Minimum", expr.Minimum, a, b) }

// MinimumScalar returns the smaller of a and s, see [Minimum].
func MinimumScalar[T Ordered](a *Array[T], s T) *Array[T] {
	return withScalar[T]("MinimumScalar", expr.Minimum, a, s)
}

// FMax returns the larger of a and b, and the other where one is NaN; NaN
// remains where both are.
func FMax[T Float](a, b *Array[T]) *Array[T] { return binary[T]("FMax", expr.FMax, a, b) }

// FMaxScalar returns the larger of a and s, see [FMax].
func FMaxScalar[T Float](a *Array[T], s T) *Array[T] {
	return withScalar[T]("FMaxScalar", expr.FMax, a, s)
}

// FMin returns the smaller of a and b, and the other where one is NaN; NaN
// remains where both are.
func FMin[T Float](a, b *Array[T]) *Array[T] { return binary[T]("FMin", expr.FMin, a, b) }

// FMinScalar returns the smaller of a and s, see [FMin].
func FMinScalar[T Float](a *Array[T], s T) *Array[T] {
	return withScalar[T]("FMinScalar", expr.FMin, a, s)
}

// Clip returns a held between lo and hi: Minimum(Maximum(a, lo), hi). Where lo
// exceeds hi it is hi. NaN stays, and a NaN bound gives NaN.
func Clip[T Ordered](a, lo, hi *Array[T]) *Array[T] {
	return apply[T]("Clip", expr.Clip, a.operand(), lo.operand(), hi.operand())
}

// ClipScalar returns a held between the numbers lo and hi, see [Clip].
func ClipScalar[T Ordered](a *Array[T], lo, hi T) *Array[T] {
	return apply[T]("ClipScalar", expr.Clip, a.operand(), &Const(lo).t, &Const(hi).t)
}
