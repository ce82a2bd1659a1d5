package array

import "github.com/cugond/cugond/backend/expr"

// Logic on elements of any type, which gives arrays of bool. Everything but
// zero is true, NaN too. Computed later and fused, like all that is
// elementwise.

// LogicalAnd returns whether a and b are both true.
func LogicalAnd[T Element](a, b *Array[T]) *Array[bool] {
	return logical("LogicalAnd", expr.BitAnd, a, b)
}

// LogicalAndScalar returns whether a and s are both true, see [LogicalAnd].
func LogicalAndScalar[T Element](a *Array[T], s T) *Array[bool] {
	return logical("LogicalAndScalar", expr.BitAnd, a, Const(s))
}

// LogicalOr returns whether a or b is true, or both.
func LogicalOr[T Element](a, b *Array[T]) *Array[bool] {
	return logical("LogicalOr", expr.BitOr, a, b)
}

// LogicalOrScalar returns whether a or s is true, or both; see [LogicalOr].
func LogicalOrScalar[T Element](a *Array[T], s T) *Array[bool] {
	return logical("LogicalOrScalar", expr.BitOr, a, Const(s))
}

// LogicalXor returns whether one of a and b is true, and the other not.
func LogicalXor[T Element](a, b *Array[T]) *Array[bool] {
	return logical("LogicalXor", expr.BitXor, a, b)
}

// LogicalXorScalar returns whether one of a and s is true, and the other not;
// see [LogicalXor].
func LogicalXorScalar[T Element](a *Array[T], s T) *Array[bool] {
	return logical("LogicalXorScalar", expr.BitXor, a, Const(s))
}

// LogicalNot returns whether a is zero, or false.
func LogicalNot[T Element](a *Array[T]) *Array[bool] {
	var zero T
	return withScalar[bool]("LogicalNot", expr.Equal, a, zero)
}

// logical combines the truth of two arrays.
func logical[T Element](name string, op expr.Op, a, b *Array[T]) *Array[bool] {
	if expr.TypeOf[T]() == expr.Bool {
		return binary[bool](name, op, a, b)
	}
	var zero T
	p := withScalar[bool](name, expr.NotEqual, a, zero)
	q := withScalar[bool](name, expr.NotEqual, b, zero)
	out := binary[bool](name, op, p, q)
	p.Close()
	q.Close()
	return out
}
