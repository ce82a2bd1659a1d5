package array

import (
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/internal/shape"
)

// What sorting and indexing share: operations that compute their operands and
// start at once.

// axisOf returns an axis of an operand, counted from the front.
func axisOf(op string, t *tensor, axis int) int {
	t.alive(op)
	if t.dev == nil {
		fail(op, "a constant has no axes; make it an array with Full")
	}
	if axis == KeepDims {
		failShapes(op, "KeepDims has no meaning here: no axis is reduced", t.shape)
	}
	ax, err := shape.Axis(axis, len(t.shape))
	if err != nil {
		failShapes(op, err.Error(), t.shape)
	}
	return ax
}

// oneDevice returns the device of operands of which none is a constant.
func oneDevice(op string, ts ...*tensor) backend.Device {
	for _, t := range ts {
		t.alive(op)
		if t.dev == nil {
			fail(op, "a constant has no device and no axes; make it an array with Full")
		}
		if !sameDevice(t.dev, ts[0].dev) {
			failShapes(op, apart(ts[0].dev, t.dev), shapesOf(ts)...)
		}
	}
	return ts[0].dev
}

// evaluateAll computes operands together, so that what they have in common is
// computed once.
func evaluateAll(dev backend.Device, ts ...*tensor) error {
	var nodes []*node
	for _, t := range ts {
		if t.kind == kindValue {
			nodes = append(nodes, t.node)
		}
	}
	return evaluate(dev, nodes...)
}

// placed computes a tensor and returns where its elements are. The storage
// must be kept while the view is in use.
func (t *tensor) placed(op string) (backend.View, *storage, error) {
	st, strides, offset, err := t.evaluated(op)
	if err != nil {
		return backend.View{}, nil, err
	}
	return backend.View{Buffer: st.buf, DType: t.dtype, Shape: t.shape, Strides: strides, Offset: offset}, st, nil
}

// started returns the contiguous result of an operation that was started, or
// that failed.
func started[T Element](dev backend.Device, shp []int, st *storage, err error) *Array[T] {
	if err != nil {
		st = &storage{dev: dev, err: err, managed: true}
	}
	return newView[T](st, shp, shape.Strides(shp), 0)
}

// inPlaceOf returns a copy of shp in which an axis is replaced by others.
func inPlaceOf(shp []int, axis int, by ...int) []int {
	out := make([]int, 0, len(shp)+len(by))
	out = append(out, shp[:axis]...)
	out = append(out, by...)
	return append(out, shp[axis+1:]...)
}

// around returns the numbers of elements before and after an axis.
func around(shp []int, axis int) (outer, inner int) {
	return shape.Size(shp[:axis]), shape.Size(shp[axis+1:])
}
