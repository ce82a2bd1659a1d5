package array

import (
	"fmt"
	"runtime"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/internal/shape"
)

// Take returns the elements at positions along an axis: the axis is replaced
// by those of index, which may be of any shape, so that Take(a, index, 1)[i,
// j, k] is a[i, index[j], k]. Negative positions count from the end, and so do
// negative axes. To take from all elements in row-major order use
// Take(a.Ravel(), index, 0).
//
// A position out of range is a failure that stays with the result and wraps
// backend.ErrData. Unlike elementwise operations Take computes its operands
// and starts at once; on a device without indexing the result's failure wraps
// backend.ErrUnsupported. For regular positions a view by [Array.Slice] costs
// nothing.
func Take[T Element](a *Array[T], index *Array[int], axis int) *Array[T] {
	const op = "Take"
	dev := oneDevice(op, a.operand(), index.operand())
	ax := axisOf(op, &a.t, axis)
	out := inPlaceOf(a.t.shape, ax, index.t.shape...)
	check(op, shape.Check(out, a.t.dtype.Size()))
	return takeInto(op, dev, out, a, func() (*Array[T], *Array[int]) {
		outer, inner := around(a.t.shape, ax)
		return a.Reshape(outer, a.t.shape[ax], inner), spreadIndex(index, outer, inner)
	})
}

// TakeAlong returns, for each position in index along an axis, the element
// there: of a matrix, TakeAlong(a, index, 1)[i, j] is a[i, index[i, j]]. Index
// has as many axes as a; but for the one named, they broadcast against each
// other. It is what brings the results of [ArgSort], and with [KeepDims] those
// of [ArgMin] and [ArgMax], back to elements. All else is as in [Take].
func TakeAlong[T Element](a *Array[T], index *Array[int], axis int) *Array[T] {
	const op = "TakeAlong"
	dev := oneDevice(op, a.operand(), index.operand())
	ax := axisOf(op, &a.t, axis)
	from, out := alongShapes(op, a.t.shape, index.t.shape, ax)
	check(op, shape.Check(out, a.t.dtype.Size()))
	return takeInto(op, dev, out, a, func() (*Array[T], *Array[int]) {
		return cube(a, from, ax), cube(index, out, ax)
	})
}

// alongShapes returns the shapes that an array and an index along its axis
// broadcast to.
func alongShapes(op string, a, index []int, ax int) (from, out []int) {
	if len(a) != len(index) {
		failShapes(op, fmt.Sprintf("the index must have %d axes like the array; give it more with ExpandDims, or use the form for positions of any shape", len(a)), a, index)
	}
	both, err := shape.Broadcast(inPlaceOf(a, ax, 1), inPlaceOf(index, ax, 1))
	if err != nil {
		failShapes(op, "but for the axis that is indexed, the axes must broadcast: "+err.Error(), a, index)
	}
	return inPlaceOf(both, ax, a[ax]), inPlaceOf(both, ax, index[ax])
}

// cube returns an array broadcast to a shape, as the device wants it: in three
// axes, of which the middle one is indexed.
func cube[T Element](a *Array[T], shp []int, ax int) *Array[T] {
	wide := a.BroadcastTo(shp...)
	defer wide.Close()
	outer, inner := around(shp, ax)
	return wide.Reshape(outer, shp[ax], inner)
}

// spreadIndex returns positions of any shape as a cube.
func spreadIndex(index *Array[int], outer, inner int) *Array[int] {
	n := index.Size()
	flat := index.Reshape(1, n, 1)
	defer flat.Close()
	return flat.BroadcastTo(outer, n, inner)
}

// takeInto returns a new array with the elements of a cube at positions. The
// cubes are made only if there is anything to take.
func takeInto[T Element](op string, dev backend.Device, out []int, a *Array[T], cubes func() (*Array[T], *Array[int])) *Array[T] {
	st, err := func() (*storage, error) {
		device, ok := dev.(backend.Indexer)
		if !ok {
			return nil, unsupported(dev, "take")
		}
		st, err := newStorage(dev, shape.Size(out)*a.t.dtype.Size())
		if err != nil || shape.Size(out) == 0 {
			return st, err
		}
		from, index := cubes()
		defer from.Close()
		defer index.Close()
		src, s1, err := from.t.placed(op)
		if err != nil {
			return nil, err
		}
		at, s2, err := index.t.placed(op)
		if err != nil {
			return nil, err
		}
		st.event, err = device.Take(backend.View{Buffer: st.buf, DType: src.DType, Shape: at.Shape, Strides: shape.Strides(at.Shape)}, src, at)
		st.event = after(st.event, s1.last(), s2.last())
		runtime.KeepAlive(s1)
		runtime.KeepAlive(s2)
		return st, err
	}()
	return started[T](dev, out, st, err)
}
