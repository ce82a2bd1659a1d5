package array

import (
	"runtime"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// Sort returns the elements in ascending order along an axis, in the shape of
// a. A negative axis counts from the end. To sort all elements take
// Sort(a.Ravel(), 0); for descending order flip the result. NaN come last.
//
// Unlike elementwise operations it computes its operand and starts at once. It
// is quickest along the last axis of a contiguous array; along another, the
// result is a view in which that axis is not the last in memory. What fails
// stays with the result; on a device without sorting that wraps
// backend.ErrUnsupported.
func Sort[T Ordered](a *Array[T], axis int) *Array[T] {
	return sortAlong[T]("Sort", a, axis, false)
}

// ArgSort returns the positions along an axis that would put the elements in
// order: TakeAlong(a, ArgSort(a, axis), axis) is Sort(a, axis). Of equal
// elements, NaN and zeros of either sign among them, the first comes first. It
// starts at once, see [Sort].
func ArgSort[T Ordered](a *Array[T], axis int) *Array[int] {
	return sortAlong[int]("ArgSort", a, axis, true)
}

func sortAlong[R, T Element](op string, a *Array[T], axis int, positions bool) *Array[R] {
	ax := axisOf(op, a.operand(), axis)
	last := len(a.t.shape) - 1
	check(op, shape.Check(a.t.shape, expr.TypeOf[R]().Size()))
	if ax == last {
		return sortRows[R](op, a, positions)
	}
	turned := a.MoveAxis(ax, last)
	defer turned.Close()
	rows := sortRows[R](op, turned, positions)
	defer rows.Close()
	return rows.MoveAxis(last, ax)
}

// sortRows sorts along the last axis.
func sortRows[R, T Element](op string, a *Array[T], positions bool) *Array[R] {
	dev, shp := a.t.dev, a.t.shape
	st, err := sorted(op, a, expr.TypeOf[R]().Size(), positions)
	return started[R](dev, shp, st, err)
}

func sorted[T Element](op string, a *Array[T], size int, positions bool) (*storage, error) {
	device, ok := a.t.dev.(backend.Sorter)
	if !ok {
		return nil, unsupported(a.t.dev, "sort")
	}
	c, err := a.compact(op)
	if c != a {
		defer c.Close()
	}
	if err != nil {
		return nil, err
	}
	src, from, err := c.t.placed(op)
	if err != nil {
		return nil, err
	}
	total := shape.Size(src.Shape)
	st, err := newStorage(a.t.dev, total*size)
	if err != nil || total == 0 {
		return st, err
	}
	n := src.Shape[len(src.Shape)-1]
	src.Shape, src.Strides = []int{total / n, n}, []int{n, 1}
	dst := src
	dst.Buffer, dst.Offset = st.buf, 0
	if positions {
		dst.DType = expr.Int64
	}
	st.event, err = device.Sort(dst, src, positions)
	st.event = after(st.event, from.last())
	runtime.KeepAlive(from)
	return st, err
}
