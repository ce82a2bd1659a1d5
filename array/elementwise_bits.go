package array

import "github.com/cugond/cugond/backend/expr"

// Operations on bits, which on bool are those of logic. Computed later and
// fused, like all that is elementwise.

// BitAnd returns a & b; on bool, whether both are true.
func BitAnd[T Logical](a, b *Array[T]) *Array[T] { return binary[T]("BitAnd", expr.BitAnd, a, b) }

// BitAndScalar returns a & s, see [BitAnd].
func BitAndScalar[T Logical](a *Array[T], s T) *Array[T] {
	return withScalar[T]("BitAndScalar", expr.BitAnd, a, s)
}

// BitOr returns a | b; on bool, whether one or both are true.
func BitOr[T Logical](a, b *Array[T]) *Array[T] { return binary[T]("BitOr", expr.BitOr, a, b) }

// BitOrScalar returns a | s, see [BitOr].
func BitOrScalar[T Logical](a *Array[T], s T) *Array[T] {
	return withScalar[T]("BitOrScalar", expr.BitOr, a, s)
}

// BitXor returns a ^ b; on bool, whether they differ.
func BitXor[T Logical](a, b *Array[T]) *Array[T] { return binary[T]("BitXor", expr.BitXor, a, b) }

// BitXorScalar returns a ^ s, see [BitXor].
func BitXorScalar[T Logical](a *Array[T], s T) *Array[T] {
	return withScalar[T]("BitXorScalar", expr.BitXor, a, s)
}

// BitNot returns ^a, all bits inverted; on bool the opposite.
func BitNot[T Logical](a *Array[T]) *Array[T] { return unary[T]("BitNot", expr.BitNot, a) }

// ShiftLeft returns a << b: a·2ᵇ, wrapped around. A count that is negative or
// not below the width of T gives 0.
func ShiftLeft[T Integer](a, b *Array[T]) *Array[T] {
	return binary[T]("ShiftLeft", expr.ShiftLeft, a, b)
}

// ShiftLeftScalar returns a << s, see [ShiftLeft]; s << a is
// ShiftLeft(Const(s), a).
func ShiftLeftScalar[T Integer](a *Array[T], s T) *Array[T] {
	return withScalar[T]("ShiftLeftScalar", expr.ShiftLeft, a, s)
}

// ShiftRight returns a >> b: ⌊a/2ᵇ⌋, so that signed numbers keep their sign. A
// count that is negative or not below the width of T gives 0, or -1 for a
// negative a.
func ShiftRight[T Integer](a, b *Array[T]) *Array[T] {
	return binary[T]("ShiftRight", expr.ShiftRight, a, b)
}

// ShiftRightScalar returns a >> s, see [ShiftRight]; s >> a is
// ShiftRight(Const(s), a).
func ShiftRightScalar[T Integer](a *Array[T], s T) *Array[T] {
	return withScalar[T]("ShiftRightScalar", expr.ShiftRight, a, s)
}
