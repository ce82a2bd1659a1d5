package array

import (
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// Put stores values at positions along an axis, and so in everything that a is
// a view of: a.Put(index, values, 1) sets a[i, index[j], k] to values[i, j, k].
// The values are broadcast to the shape that [Take] of the same index gives; a
// single one is a constant. Negative positions count from the end, and so do
// negative axes. Where a position occurs more than once, the last of its values
// stays.
//
// Positions out of range store nothing; they are a failure, which wraps
// backend.ErrData. It stays with the memory that a is a view of, as in
// [Array.Assign], and so does a device's lack of indexing. Pending arrays that
// read a's elements are computed first.
func (a *Array[T]) Put(index *Array[int], values *Array[T], axis int) {
	const op = "Put"
	putChecked(op, a, index, values)
	ax := axisOf(op, &a.t, axis)
	near := inPlaceOf(a.t.shape, ax, index.t.shape...)
	put(op, a, ax, values, near, func(outer, inner int) *Array[int] { return spreadIndex(index, outer, inner) })
}

// PutAlong stores, for each position in index along an axis, a value there: of
// a matrix, a.PutAlong(index, values, 1) sets a[i, index[i, j]] to values[i,
// j]. Index has as many axes as a; but for the one named, they broadcast to
// those of a. All else is as in [Array.Put].
func (a *Array[T]) PutAlong(index *Array[int], values *Array[T], axis int) {
	const op = "PutAlong"
	putChecked(op, a, index, values)
	ax := axisOf(op, &a.t, axis)
	from, near := alongShapes(op, a.t.shape, index.t.shape, ax)
	if !equal(from, a.t.shape) {
		failShapes(op, "the array that is written can't be broadcast to the index", a.t.shape, index.t.shape)
	}
	put(op, a, ax, values, near, func(_, _ int) *Array[int] { return cube(index, near, ax) })
}

// AssignWhere stores the elements of b where mask is true. Both are broadcast
// to a's shape; what is pending is computed straight into a, as in
// [Array.Assign]. To store values one after the other at the places where a
// mask is true, use [Array.Put] with [FlatNonzero].
func (a *Array[T]) AssignWhere(mask *Array[bool], b *Array[T]) {
	assignWhere("AssignWhere", a, mask, b)
}

// FillWhere stores v where mask, broadcast to a's shape, is true.
func (a *Array[T]) FillWhere(mask *Array[bool], v T) { assignWhere("FillWhere", a, mask, Const(v)) }

func assignWhere[T Element](op string, a *Array[T], mask *Array[bool], b *Array[T]) {
	a.operand().alive(op)
	if a.t.kind == kindConst {
		fail(op, "a constant can't be written; make it an array with Full")
	}
	assign(op, &a.t, &apply[T](op, expr.Where, mask.operand(), b.operand(), &a.t).t)
}

func putChecked[T Element](op string, a *Array[T], index *Array[int], values *Array[T]) {
	a.operand().alive(op)
	if a.t.kind == kindConst {
		fail(op, "a constant can't be written; make it an array with Full")
	}
	ts := []*tensor{&a.t, index.operand()}
	if values.operand().alive(op); values.t.dev != nil {
		ts = append(ts, &values.t)
	}
	oneDevice(op, ts...)
	if a.t.kind == kindView && !shape.Distinct(a.t.shape, a.t.strides) {
		failShapes(op, "the destination is a broadcast view, whose elements stand for several places; write to a Copy", a.t.shape)
	}
}

// put stores values, broadcast to the shape near, at the positions that index
// gives as a cube.
func put[T Element](op string, a *Array[T], ax int, values *Array[T], near []int, index func(outer, inner int) *Array[int]) {
	if _, err := shape.BroadcastStrides(values.t.shape, make([]int, len(values.t.shape)), near); err != nil {
		failShapes(op, "the values must broadcast to what they are stored in: "+err.Error(), a.t.shape, values.t.shape)
	}
	check(op, shape.Check(near, 1))
	if shape.Size(near) == 0 {
		return
	}
	if values.t.dev == nil {
		values = Full(a.t.dev, expr.ScalarAs[T](values.t.scalar))
	}
	outer, inner := around(a.t.shape, ax)
	at := index(outer, inner)
	defer at.Close()
	wide := values.BroadcastTo(near...)
	defer wide.Close()
	from := wide.Reshape(at.t.shape...)
	defer from.Close()
	putCube(op, a, []int{outer, a.t.shape[ax], inner}, from, at)
}

// putCube stores values in a as the cube that it is reshaped to, or in a copy
// that is assigned to it, where its strides don't allow that.
func putCube[T Element](op string, a *Array[T], to []int, from *Array[T], at *Array[int]) {
	st, strides := a.t.writable(op)
	if st.buf == nil { // it failed before it had any memory
		return
	}
	strides, ok := shape.ReshapeStrides(a.t.shape, strides, to)
	if !ok {
		c := a.Copy()
		defer c.Close()
		putCube(op, c, to, from, at)
		assign(op, &a.t, &c.t)
		return
	}
	device, ok := st.dev.(backend.Indexer)
	if !ok {
		st.wrote(nil, unsupported(st.dev, "put"))
		return
	}
	store := func(dst backend.View, srcs []backend.View) (backend.Event, error) {
		return device.Put(dst, srcs[0], srcs[1])
	}
	own := &tensor{dev: st.dev, dtype: a.t.dtype, shape: to, st: st, strides: strides, offset: a.t.offset}
	st.wrote(raw(op, store, own, []*tensor{&from.t, &at.t}))
}

// settle evaluates what is pending on a storage, and waits for what reads it
// on the way to something else, so that it can be written.
func (st *storage) settle() {
	mu := st.dev.PlanLock()
	for {
		mu.Lock()
		readers := pending(st.readers)
		var busy *run
		for _, r := range readers {
			if r.busy.active() {
				busy = r.busy
			}
		}
		mu.Unlock()
		switch {
		case len(readers) == 0:
			return
		case busy != nil:
			busy.wait()
		default:
			_ = evaluate(st.dev, readers...) // failures stay with the nodes
		}
	}
}
