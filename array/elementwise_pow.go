package array

import (
	"fmt"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// pow makes a to the power b. A negative power of an integer is reported, at
// the call if the exponent is known there, and otherwise by a check in the
// program that computes the result.
func pow[T Element](name string, a, b *Array[T]) *Array[T] {
	if !expr.KindInt.Has(expr.TypeOf[T]()) {
		return binary[T](name, expr.Pow, a, b)
	}
	x, e := a.operand(), b.operand()
	operands(name, []*tensor{x, e}) // before the check, which would hide what is wrong with b
	zero := expr.Scalar{DType: e.dtype}
	if e.kind == kindConst {
		if expr.ScalarAs[bool](expr.Less.Eval(e.dtype, expr.Bool, e.scalar, zero)) {
			f := &backend.Fault{Code: backend.FaultNegativePower}
			panic(&Error{Op: name, Shapes: [][]int{x.shape}, Err: f, Reason: fmt.Sprintf(
				"the exponent of integers is %v, which is negative; Cast to a float type first, such as Cast[float64]",
				expr.ScalarAs[int64](e.scalar.Cast(expr.Int64)))})
		}
		return binary[T](name, expr.Pow, a, b)
	}
	valid := apply[bool](name, expr.GreaterEqual, e, &tensor{dtype: e.dtype, kind: kindConst, scalar: zero})
	checked := newResult[T](&node{
		dev: e.dev, op: expr.Check, aux: uint16(backend.FaultNegativePower),
		in: e.dtype, dtype: e.dtype, nargs: 2, args: [3]*tensor{e, &valid.t}, shape: e.shape,
	})
	out := binary[T](name, expr.Pow, a, checked)
	valid.Close()
	checked.Close()
	return out
}
