package array

import "github.com/cugond/cugond/backend/expr"

// The elementwise operations are all made of the functions in this file. None
// computes anything but when all its operands are constants: see the package
// documentation for when that happens.

// operand returns the array's tensor, nil for a nil array, which apply reports
// under the operation's name.
func (a *Array[T]) operand() *tensor {
	if a == nil {
		return nil
	}
	return &a.t
}

// unary makes the result of an operation on one array.
func unary[R, T Element](name string, op expr.Op, a *Array[T]) *Array[R] {
	return apply[R](name, op, a.operand())
}

// binary makes the result of an operation on two arrays.
func binary[R, T Element](name string, op expr.Op, a, b *Array[T]) *Array[R] {
	return apply[R](name, op, a.operand(), b.operand())
}

// withScalar makes the result of an operation on an array and a number.
func withScalar[R, T Element](name string, op expr.Op, a *Array[T], s T) *Array[R] {
	return apply[R](name, op, a.operand(), &Const(s).t)
}
