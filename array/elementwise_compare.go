package array

import "github.com/cugond/cugond/backend/expr"

// Comparisons, which give arrays of bool. Computed later and fused, like all
// that is elementwise. NaN is unequal to everything, itself included, and
// neither less nor greater than anything; -0 equals 0.

// Equal returns whether a is b.
func Equal[T Element](a, b *Array[T]) *Array[bool] { return binary[bool]("Equal", expr.Equal, a, b) }

// EqualScalar returns whether a is s, see [Equal].
func EqualScalar[T Element](a *Array[T], s T) *Array[bool] {
	return withScalar[bool]("EqualScalar", expr.Equal, a, s)
}

// NotEqual returns whether a is not b; true where either is NaN.
func NotEqual[T Element](a, b *Array[T]) *Array[bool] {
	return binary[bool]("NotEqual", expr.NotEqual, a, b)
}

// NotEqualScalar returns whether a is not s, see [NotEqual].
func NotEqualScalar[T Element](a *Array[T], s T) *Array[bool] {
	return withScalar[bool]("NotEqualScalar", expr.NotEqual, a, s)
}

// Less returns whether a < b.
func Less[T Ordered](a, b *Array[T]) *Array[bool] { return binary[bool]("Less", expr.Less, a, b) }

// LessScalar returns whether a < s, see [Less].
func LessScalar[T Ordered](a *Array[T], s T) *Array[bool] {
	return withScalar[bool]("LessScalar", expr.Less, a, s)
}

// LessEqual returns whether a ≤ b.
func LessEqual[T Ordered](a, b *Array[T]) *Array[bool] {
	return binary[bool]("LessEqual", expr.LessEqual, a, b)
}

// LessEqualScalar returns whether a ≤ s, see [LessEqual].
func LessEqualScalar[T Ordered](a *Array[T], s T) *Array[bool] {
	return withScalar[bool]("LessEqualScalar", expr.LessEqual, a, s)
}

// Greater returns whether a > b.
func Greater[T Ordered](a, b *Array[T]) *Array[bool] {
	return binary[bool]("Greater", expr.Greater, a, b)
}

// GreaterScalar returns whether a > s, see [Greater].
func GreaterScalar[T Ordered](a *Array[T], s T) *Array[bool] {
	return withScalar[bool]("GreaterScalar", expr.Greater, a, s)
}

// GreaterEqual returns whether a ≥ b.
func GreaterEqual[T Ordered](a, b *Array[T]) *Array[bool] {
	return binary[bool]("GreaterEqual", expr.GreaterEqual, a, b)
}

// GreaterEqualScalar returns whether a ≥ s, see [GreaterEqual].
func GreaterEqualScalar[T Ordered](a *Array[T], s T) *Array[bool] {
	return withScalar[bool]("GreaterEqualScalar", expr.GreaterEqual, a, s)
}
