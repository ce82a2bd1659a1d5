package array

import (
	"runtime"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/internal/shape"
)

// Raw has f write elements of dst from those of srcs on the device that they
// are on: it is how packages beside this one put a capability of a device behind
// functions of arrays, under the rules of [Array.Assign].
//
// Raw computes dst and srcs, copies those srcs that share elements with dst, so
// that all is read before anything is written, and computes what is pending on
// dst's old elements. Then it calls f once with where the elements are, in the
// shapes and with the strides of the arrays. f returns what starting the work
// returned; the views are not valid after that. When dst has no elements, f is
// not called.
//
// A failure, f's or of the computation of srcs, stays with the memory that dst is
// a view of. Arrays that are closed, constants or on different devices panic, as
// does a dst that is a broadcast view, with an [*Error] that names op.
func Raw(op string, f func(dst backend.View, srcs []backend.View) (backend.Event, error), dst AnyArray, srcs ...AnyArray) {
	d := dst.tensor()
	ts := make([]*tensor, 1+len(srcs))
	ts[0] = d
	for i, s := range srcs {
		ts[1+i] = s.tensor()
	}
	oneDevice(op, ts...)
	st, strides := d.writable(op)
	if !shape.Distinct(d.shape, strides) {
		failShapes(op, "the destination is a broadcast view, whose elements stand for several places; write to a Copy", d.shape)
	}
	if shape.Size(d.shape) == 0 || st.buf == nil { // or it failed before it had any memory
		return
	}
	own := &tensor{dev: d.dev, dtype: d.dtype, shape: d.shape, st: st, strides: strides, offset: d.offset}
	st.wrote(raw(op, f, own, ts[1:]))
}

// raw does the work of Raw on a view and returns the event that is then the
// storage's.
func raw(op string, f func(backend.View, []backend.View) (backend.Event, error), dst *tensor, srcs []*tensor) (backend.Event, error) {
	st := dst.st
	if err := evaluateAll(dst.dev, srcs...); err != nil {
		return nil, err
	}
	views, stores := make([]backend.View, len(srcs)), make([]*storage, len(srcs))
	var read []backend.Event
	for i, t := range srcs {
		if t.overlaps(st, dst) {
			n := &node{dev: t.dev, in: t.dtype, dtype: t.dtype, nargs: 1, args: [3]*tensor{t}, shape: t.shape, handles: 1}
			n.enroll()
			t = &tensor{dev: n.dev, dtype: n.dtype, kind: kindValue, shape: n.shape, node: n}
			defer t.close()
		}
		var err error
		if views[i], stores[i], err = t.placed(op); err != nil {
			return nil, err
		}
		read = append(read, stores[i].last())
	}
	st.settle()
	event, err := f(backend.View{Buffer: st.buf, DType: dst.dtype, Shape: dst.shape, Strides: dst.strides, Offset: dst.offset}, views)
	// The memory is used by address until the work is queued.
	runtime.KeepAlive(st)
	runtime.KeepAlive(stores)
	return after(event, read...), err
}
