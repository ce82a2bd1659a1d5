package array

import (
	"fmt"
	"slices"

	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// layout is the form of a view.
type layout struct {
	shape, strides []int
	offset         int
}

// view returns an array of the same elements in the form that f makes of its
// own. A pending array is computed first; a failure stays with the result. f's
// error is a misuse.
func (a *Array[T]) view(op string, f func(layout) (layout, error)) *Array[T] {
	t := a.operand()
	t.alive(op)
	if t.kind == kindConst {
		fail(op, "a constant has no axes; make it an array with Full")
	}
	form := layout{t.shape, t.strides, t.offset}
	if t.kind != kindView {
		form = layout{t.shape, shape.Strides(t.shape), 0}
	}
	to, err := f(form)
	if err != nil {
		panic(&Error{Op: op, Shapes: [][]int{t.shape}, Reason: err.Error(), Err: err})
	}
	return newView[T](t.home(op), to.shape, to.strides, to.offset)
}

// home computes the tensor and returns its storage, or one that carries the
// failure.
func (t *tensor) home(op string) *storage {
	st, _, _, err := t.evaluated(op)
	if err != nil {
		return &storage{dev: t.dev, err: err, managed: true}
	}
	return st
}

// Reshape returns the elements in row-major order under another shape, in
// which one dimension may be -1, to be worked out. It is a view where that is
// possible, as it always is for contiguous arrays, and otherwise a copy.
func (a *Array[T]) Reshape(shp ...int) *Array[T] {
	a.operand().alive("Reshape")
	to, err := shape.ResolveReshape(a.t.shape, shp)
	if err != nil {
		failShapes("Reshape", err.Error(), a.t.shape)
	}
	src := a
	if a.t.kind == kindView {
		if _, ok := shape.ReshapeStrides(a.t.shape, a.t.strides, to); !ok {
			src = a.Copy()
		}
	}
	return src.view("Reshape", func(v layout) (layout, error) {
		v.strides, _ = shape.ReshapeStrides(v.shape, v.strides, to)
		v.shape = to
		return v, nil
	})
}

// Ravel returns the elements in row-major order as a 1-d array: a view where
// that is possible, otherwise a copy.
func (a *Array[T]) Ravel() *Array[T] { return a.Reshape(-1) }

// Transpose returns a view with the axes in the given order; without arguments,
// in reversed order.
func (a *Array[T]) Transpose(axes ...int) *Array[T] {
	return a.view("Transpose", func(v layout) (layout, error) {
		perm, err := shape.Permutation(axes, len(v.shape))
		return v.permuted(perm), err
	})
}

// T returns the array with its axes reversed, a view: the transpose of a
// matrix.
func (a *Array[T]) T() *Array[T] { return a.Transpose() }

func (v layout) permuted(perm []int) layout {
	out := layout{make([]int, len(perm)), make([]int, len(perm)), v.offset}
	for i, p := range perm {
		out.shape[i], out.strides[i] = v.shape[p], v.strides[p]
	}
	return out
}

// MoveAxis returns a view in which axis from stands at position to; the others
// keep their order.
func (a *Array[T]) MoveAxis(from, to int) *Array[T] {
	return a.view("MoveAxis", func(v layout) (layout, error) {
		f, err := shape.Axis(from, len(v.shape))
		if err != nil {
			return v, err
		}
		d, err := shape.Axis(to, len(v.shape))
		if err != nil {
			return v, err
		}
		perm := make([]int, 0, len(v.shape))
		for i := range v.shape {
			if i != f {
				perm = append(perm, i)
			}
		}
		return v.permuted(slices.Insert(perm, d, f)), nil
	})
}

// SwapAxes returns a view in which two axes have changed places.
func (a *Array[T]) SwapAxes(i, j int) *Array[T] {
	return a.view("SwapAxes", func(v layout) (layout, error) {
		p, err := shape.Axis(i, len(v.shape))
		if err != nil {
			return v, err
		}
		q, err := shape.Axis(j, len(v.shape))
		if err != nil {
			return v, err
		}
		perm := make([]int, len(v.shape))
		for k := range perm {
			perm[k] = k
		}
		perm[p], perm[q] = q, p
		return v.permuted(perm), nil
	})
}

// Squeeze returns a view without the given axes, which must have length 1;
// without arguments, without all such axes.
func (a *Array[T]) Squeeze(axes ...int) *Array[T] {
	return a.view("Squeeze", func(v layout) (layout, error) {
		drop := make([]bool, len(v.shape))
		for i, d := range v.shape {
			drop[i] = d == 1
		}
		if len(axes) > 0 {
			marks, err := shape.Axes(axes, len(v.shape))
			if err != nil {
				return v, err
			}
			for i, m := range marks {
				if m && v.shape[i] != 1 {
					return v, fmt.Errorf("axis %d has length %d, only axes of length 1 can be squeezed out", i, v.shape[i])
				}
			}
			drop = marks
		}
		out := layout{make([]int, 0, len(v.shape)), make([]int, 0, len(v.shape)), v.offset}
		for i := range v.shape {
			if !drop[i] {
				out.shape, out.strides = append(out.shape, v.shape[i]), append(out.strides, v.strides[i])
			}
		}
		return out, nil
	})
}

// ExpandDims returns a view with new axes of length 1 at the given positions
// of the result.
func (a *Array[T]) ExpandDims(axes ...int) *Array[T] {
	return a.view("ExpandDims", func(v layout) (layout, error) {
		n := len(v.shape) + len(axes)
		marks := make([]bool, n)
		if len(axes) > 0 {
			var err error
			if marks, err = shape.Axes(axes, n); err != nil {
				return v, err
			}
		}
		out := layout{make([]int, n), make([]int, n), v.offset}
		k := 0
		for i, isNew := range marks {
			if isNew {
				out.shape[i] = 1
				continue
			}
			out.shape[i], out.strides[i] = v.shape[k], v.strides[k]
			k++
		}
		return out, nil
	})
}

// BroadcastTo returns a read-only view of the given shape in which axes of
// length 1, and axes that the array lacks at the front, repeat their elements.
func (a *Array[T]) BroadcastTo(shp ...int) *Array[T] {
	return a.view("BroadcastTo", func(v layout) (layout, error) {
		if err := shape.Check(shp, 1); err != nil {
			return v, err
		}
		strides, err := shape.BroadcastStrides(v.shape, v.strides, shp)
		return layout{slices.Clone(shp), strides, v.offset}, err
	})
}

// Flip returns a view with the order of the elements reversed along the given
// axes; without arguments, along all.
func (a *Array[T]) Flip(axes ...int) *Array[T] {
	return a.view("Flip", func(v layout) (layout, error) {
		marks, err := shape.Axes(axes, len(v.shape))
		if err != nil {
			return v, err
		}
		out := layout{v.shape, slices.Clone(v.strides), v.offset}
		for i, m := range marks {
			if m && v.shape[i] > 0 {
				out.offset += (v.shape[i] - 1) * v.strides[i]
				out.strides[i] = -v.strides[i]
			}
		}
		return out, nil
	})
}

// Diagonal returns a view of the elements whose position along the last axis
// exceeds that along the one before by k, as the new last axis.
func (a *Array[T]) Diagonal(k int) *Array[T] {
	return a.view("Diagonal", func(v layout) (layout, error) {
		n := len(v.shape)
		if n < 2 {
			return v, fmt.Errorf("a diagonal needs two axes")
		}
		rows, cols := v.shape[n-2], v.shape[n-1]
		rs, cs := v.strides[n-2], v.strides[n-1]
		length := max(min(rows+min(k, 0), cols-max(k, 0)), 0)
		out := layout{slices.Clone(v.shape[:n-1]), slices.Clone(v.strides[:n-1]), v.offset}
		out.shape[n-2], out.strides[n-2] = length, rs+cs
		if length > 0 {
			out.offset += max(k, 0)*cs + max(-k, 0)*rs
		}
		return out, nil
	})
}

// Real returns a view of the real parts of z: Real[float32](z). Writing to it
// writes the real parts. R must be the component type of C.
func Real[R Float, C Complex](z *Array[C]) *Array[R] { return component[R]("Real", z, 0) }

// Imag returns a view of the imaginary parts of z, like [Real].
func Imag[R Float, C Complex](z *Array[C]) *Array[R] { return component[R]("Imag", z, 1) }

func component[R Float, C Complex](op string, z *Array[C], part int) *Array[R] {
	t := z.operand()
	t.alive(op)
	want := expr.TypeOf[R]()
	if t.dtype.Real() != want {
		failShapes(op, "the components of "+t.dtype.String()+" are "+t.dtype.Real().String()+", not "+want.String(), t.shape)
	}
	if t.kind == kindConst {
		code := expr.Real
		if part == 1 {
			code = expr.Imag
		}
		return constant[R](code.Eval(t.dtype, want, t.scalar))
	}
	st := t.home(op)
	strides, offset := t.strides, t.offset
	if t.kind != kindView {
		strides, offset = shape.Strides(t.shape), 0
	}
	twice := make([]int, len(strides))
	for i, s := range strides {
		twice[i] = 2 * s
	}
	return newView[R](st, t.shape, twice, 2*offset+part)
}
