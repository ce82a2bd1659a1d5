package cpu

import (
	"runtime"
	"slices"

	"github.com/cugond/cugond/backend"
)

// over runs do as a job on views, each of a shape of its own, which become the
// inputs of the job's space. Views of no elements have no address.
func (d *Device) over(op string, do func(j *job) error, views ...*backend.View) error {
	if d.closed.Load() {
		return d.errClosed(op)
	}
	j := d.jobs.Get().(*job)
	j.dev, j.ev = d, d.ev
	j.space.inputs = resize(j.space.inputs, len(views))
	j.space.stores, j.space.folds = j.space.stores[:0], j.space.folds[:0]
	var err error
	for i, v := range views {
		if err = j.space.inputs[i].whole(v, d.pool); err != nil {
			break
		}
	}
	if err == nil {
		err = do(j)
	}
	j.release()
	d.jobs.Put(j)
	runtime.KeepAlive(views)
	return err
}

// axisNumbers are the axes of a view that is loaded as a whole.
var axisNumbers = [maxDims]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}

// whole takes over all axes of a view.
func (o *operand) whole(v *backend.View, p *pool) error {
	if len(v.Shape) > maxDims || len(v.Strides) != len(v.Shape) {
		return malformed("a view of shape %v with strides %v", v.Shape, v.Strides)
	}
	if slices.Contains(v.Shape, 0) {
		*o = operand{size: int64(v.DType.Size()), dtype: v.DType}
		return nil
	}
	return o.load(v, v.DType, v.Shape, axisNumbers[:len(v.Shape)], p)
}
