package array

import (
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// Compositions are written on tensors: the element types of their parts are
// then a matter of the constructor's type argument alone.

// literal returns v as a constant of type T.
func literal[T, V Element](v V) *tensor {
	return &constant[T](expr.ScalarOf(v).Cast(expr.TypeOf[T]())).t
}

// converted returns t with elements of type U, t itself if it has them.
func converted[U Element](name string, t *tensor) *tensor {
	t.alive(name)
	if t.dtype == expr.TypeOf[U]() {
		return t
	}
	return &apply[U](name, expr.Cast, t).t
}

// accumulated returns t in the type that a reduction is to be computed in, and
// refuses types that can't hold what t's elements are.
func accumulated[U Element](name string, t *tensor) *tensor {
	t.alive(name)
	u := expr.TypeOf[U]()
	switch {
	case t.dtype.Kind() == expr.KindComplex && u.Kind() != expr.KindComplex:
		failShapes(name, u.String()+" would lose the imaginary parts of "+t.dtype.String()+"; take Real, Imag or AbsAs first", t.shape)
	case t.dtype.Kind() == expr.KindFloat && expr.KindInteger.Has(u):
		failShapes(name, u.String()+" would lose the fractions of "+t.dtype.String()+"; round and Cast first", t.shape)
	}
	return converted[U](name, t)
}

// numbers returns which elements are not NaN.
func numbers(name string, t *tensor) *tensor {
	t.alive(name)
	return &apply[bool](name, expr.Equal, t, t).t
}

// withoutNaN returns t with v in place of NaN.
func withoutNaN[T Field](name string, t *tensor, v T) *tensor {
	return &apply[T](name, expr.Where, numbers(name, t), t, literal[T](v)).t
}

// verified returns v, whose evaluation fails with the fault where ok is false.
func verified[T Element](name string, code backend.FaultCode, v, ok *tensor) *Array[T] {
	args := []*tensor{v, ok}
	n := node{op: expr.Check, in: v.dtype, dtype: v.dtype, aux: uint16(code), nargs: 2, args: [3]*tensor{v, ok}}
	n.dev, n.shape = operands(name, args)
	return newResult[T](&n)
}

// spread returns t repeated to a shape, to be computed inside of what uses it.
func spread[T Element](name string, dev backend.Device, t *tensor, shp []int) *Array[T] {
	if _, err := shape.BroadcastStrides(t.shape, make([]int, len(t.shape)), shp); err != nil {
		failShapes(name, err.Error(), t.shape, shp)
	}
	return newResult[T](&node{dev: dev, in: t.dtype, dtype: t.dtype, nargs: 1, args: [3]*tensor{t}, shape: shp})
}
