package linalg

import (
	"fmt"
	"slices"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// misuse panics with an *array.Error.
func misuse(op string, shapes [][]int, format string, args ...any) {
	panic(&array.Error{Op: "linalg." + op, Shapes: shapes, Reason: fmt.Sprintf(format, args...)})
}

// matrixOf returns the leading axes and the rows and columns of an array.
func matrixOf[T array.Element](op string, a *array.Array[T]) (lead []int, m, n int) {
	s := a.Shape()
	if len(s) < 2 {
		misuse(op, [][]int{s}, "a matrix has two axes at least; give the array more with ExpandDims")
	}
	if a.Device() == nil {
		misuse(op, nil, "a constant is no matrix; make it an array with Full")
	}
	k := len(s) - 2
	return s[:k:k], s[k], s[k+1]
}

// squareOf is matrixOf for square matrices.
func squareOf[T array.Element](op string, a *array.Array[T]) (lead []int, n int) {
	lead, m, n := matrixOf(op, a)
	if m != n {
		misuse(op, [][]int{a.Shape()}, "the last two dimensions must be equal")
	}
	return lead, n
}

// sameDevice panics unless both arrays are on one device.
func sameDevice[T, U array.Element](op string, a *array.Array[T], b *array.Array[U]) {
	if b.Device() == nil {
		misuse(op, nil, "a constant is no matrix; make it an array with Full")
	}
	if a.Device().PlanLock() != b.Device().PlanLock() {
		misuse(op, [][]int{a.Shape(), b.Shape()}, "the operands are on %s and %s; move one with To", a.Device().Name(), b.Device().Name())
	}
}

// shapeOf returns the shape with leading axes and others.
func shapeOf(lead []int, tail ...int) []int { return slices.Concat(lead, tail) }

// solverOf returns what a device solves with.
func solverOf(op string, dev backend.Device) (backend.Solver, error) {
	s, ok := dev.(backend.Solver)
	if !ok {
		return nil, &backend.Error{Op: "linalg." + op, Device: dev.Name(), Text: "it has no solvers; move the array to the CPU with To(cugond.CPU())", Err: backend.ErrUnsupported}
	}
	return s, nil
}

// toSolve returns what a's device solves with, and a copy of a that it may
// overwrite, see owned.
func toSolve[T array.Field](op string, a *array.Array[T]) (backend.Solver, *array.Array[T], error) {
	s, err := solverOf(op, a.Device())
	if err != nil {
		return nil, nil, err
	}
	c, err := owned(op, a)
	return s, c, err
}

// owned returns a copy of a stack of matrices that a solver may overwrite. The
// error is an ErrNaN when not all elements are finite.
func owned[T array.Field](op string, a *array.Array[T]) (*array.Array[T], error) {
	c := a.Copy()
	rows := array.All(array.IsFinite(a), -1)
	all := array.All(rows)
	defer rows.Close()
	defer all.Close()
	if err := array.Eval(c, all); err != nil {
		c.Close()
		return nil, err
	}
	ok, err := all.Item()
	if err == nil && !ok {
		var finite []bool
		if finite, err = rows.ToSlice(); err == nil {
			at, m := slices.Index(finite, false), a.Dim(-2)
			err = &Error{Op: op, Matrix: at / m, Index: at % m, Err: ErrNaN}
		}
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// place returns where the elements of an array are that this package has made,
// as a solver takes them: tail axes behind one that takes the place of the rest.
func place(a array.AnyArray, tail int) (backend.View, error) {
	v, event, err := array.Memory(a)
	if err != nil {
		return v, err
	}
	if event != nil {
		if err := event.Wait(); err != nil {
			return v, err
		}
	}
	k := len(v.Shape) - tail
	v.Shape = append([]int{shape.Size(v.Shape[:k])}, v.Shape[k:]...)
	v.Strides = shape.Strides(v.Shape)
	return v, nil
}

// named puts the operation that the user called in place of the solver's in an
// error.
func named(op string, err error) error {
	if e, ok := err.(*Error); ok {
		return &Error{Op: op, Matrix: e.Matrix, Index: e.Index, Err: e.Err}
	}
	return err
}

// realOf panics unless R is the type of the magnitudes of T.
func realOf[R array.Float, T array.Field](op string) {
	r, t := expr.TypeOf[R](), expr.TypeOf[T]()
	want := t
	switch t {
	case expr.Complex64:
		want = expr.Float32
	case expr.Complex128:
		want = expr.Float64
	}
	if r != want {
		misuse(op, nil, "%v is not the real type of %v; that is %v: Cast the array, or name that", r, t, want)
	}
}

// adjoint returns the conjugate transpose.
func adjoint[T array.Field](a *array.Array[T]) *array.Array[T] {
	return array.Conj(a.SwapAxes(-2, -1))
}
