package array

import "github.com/cugond/cugond/backend/expr"

// What floats are made of. Computed later and fused, like all that is
// elementwise.

// IsNaN returns whether a is not a number; of complex numbers, whether a
// component is not.
func IsNaN[T Field](a *Array[T]) *Array[bool] { return unary[bool]("IsNaN", expr.IsNaN, a) }

// IsInf returns whether a is +Inf or -Inf; of complex numbers, whether a
// component is.
func IsInf[T Field](a *Array[T]) *Array[bool] { return unary[bool]("IsInf", expr.IsInf, a) }

// IsFinite returns whether a is neither infinite nor NaN; of complex numbers,
// whether both components are neither.
func IsFinite[T Field](a *Array[T]) *Array[bool] { return unary[bool]("IsFinite", expr.IsFinite, a) }

// SignBit returns whether a is negative, which -0 and some NaN are.
func SignBit[T Float](a *Array[T]) *Array[bool] { return unary[bool]("SignBit", expr.SignBit, a) }

// CopySign returns the magnitude of a with the sign of b.
func CopySign[T Float](a, b *Array[T]) *Array[T] { return binary[T]("CopySign", expr.CopySign, a, b) }

// CopySignScalar returns the magnitude of a with the sign of s, see
// [CopySign]; that of s with the signs of a is CopySign(Const(s), a).
func CopySignScalar[T Float](a *Array[T], s T) *Array[T] {
	return withScalar[T]("CopySignScalar", expr.CopySign, a, s)
}

// NextAfter returns the float next to a in the direction of b; b where they
// are equal, NaN where either is NaN.
func NextAfter[T Float](a, b *Array[T]) *Array[T] {
	return binary[T]("NextAfter", expr.NextAfter, a, b)
}

// NextAfterScalar returns the float next to a in the direction of s, see
// [NextAfter]; the one next to s in the direction of a is
// NextAfter(Const(s), a).
func NextAfterScalar[T Float](a *Array[T], s T) *Array[T] {
	return withScalar[T]("NextAfterScalar", expr.NextAfter, a, s)
}
