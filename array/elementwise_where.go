package array

import "github.com/cugond/cugond/backend/expr"

// Choosing and converting. Computed later and fused, like all that is
// elementwise.

// Where returns x where c is true and y where it is not. All three are
// broadcast against each other; a choice that is a number is a constant:
// Where(IsNaN(x), Const(0.0), x). Both choices are computed everywhere, so a
// failure in one, such as a negative integer power, is a failure of the whole.
func Where[T Element](c *Array[bool], x, y *Array[T]) *Array[T] {
	return apply[T]("Where", expr.Where, c.operand(), x.operand(), y.operand())
}

// Cast returns the elements as Us: Cast[float32](a).
//
//   - Integers that do not fit wrap around.
//   - Floats lose their fraction when they become integers; those that do not
//     fit give the nearest number that does, and NaN gives 0.
//   - Complex numbers lose their imaginary part, but not when they become
//     bool; numbers become complex with the imaginary part 0.
//   - What is not zero becomes true; true becomes 1.
//   - All else is rounded to the nearest, ties to even.
//
// The result never shares elements with a: a cast to the same type is a copy,
// which costs nothing inside a longer expression. Of a constant it is a
// constant.
func Cast[U, T Element](a *Array[T]) *Array[U] {
	if expr.TypeOf[U]() == expr.TypeOf[T]() {
		return identity[U]("Cast", a.operand())
	}
	return unary[U]("Cast", expr.Cast, a)
}

// identity makes an array of the same elements, of which it shares none. T has
// the operand's element type.
func identity[T Element](name string, a *tensor) *Array[T] {
	a.alive(name)
	if a.kind == kindConst {
		return constant[T](a.scalar)
	}
	return newResult[T](&node{dev: a.dev, in: a.dtype, dtype: a.dtype, nargs: 1, args: [3]*tensor{a}, shape: a.shape})
}
