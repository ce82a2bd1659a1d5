package array

import (
	"fmt"
	"weak"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// Assign stores the elements of b, broadcast to a's shape, in a, and so in
// everything that a is a view of. If b is pending it is computed straight into
// a, without a temporary, unless it reads a's elements at other places than it
// writes them; then the result is as if all had been read before any was
// written. Pending arrays that read a's elements keep the values from before.
//
// Assign returns when the work is queued. A failure stays with the memory that
// a is a view of, and comes back when that is read, until all of it is assigned
// anew.
func (a *Array[T]) Assign(b *Array[T]) { assign("Assign", a.operand(), b.operand()) }

// Fill stores v in all elements, like [Array.Assign] with a constant. It panics
// on a broadcast view, whose elements stand for several places.
func (a *Array[T]) Fill(v T) { assign("Fill", a.operand(), &Const(v).t) }

// SetAt stores v in the element at the given position, one index an axis,
// negative ones counting from the end. Each call is an operation of its own on
// the device: to set many elements, assign an array to a slice.
func (a *Array[T]) SetAt(v T, index ...int) {
	e := a.element("SetAt", index)
	assign("SetAt", &e.t, &Const(v).t)
	e.Close()
}

// ItemAt computes the array, waits, and returns the element at the given
// position, one index an axis, negative ones counting from the end. A position
// outside the array panics. To read many elements, use ToSlice.
func (a *Array[T]) ItemAt(index ...int) (T, error) {
	e := a.element("ItemAt", index)
	defer e.Close()
	return e.Item()
}

func (a *Array[T]) element(op string, index []int) *Array[T] {
	a.operand().alive(op)
	if len(index) != len(a.t.shape) {
		failShapes(op, fmt.Sprintf("an element has one index for each of %d axes, not %d", len(a.t.shape), len(index)), a.t.shape)
	}
	at := make([]Index, len(index))
	for i, p := range index {
		at[i] = At(p)
	}
	return a.slice(op, at)
}

// writing is a write to a view that is being planned.
type writing struct {
	dst    *tensor // a view
	src    *tensor
	fused  *node    // src's node, when it is computed in the write
	others []*node  // pending readers of what is written, but for fused
	whole  bool     // every element of dst's storage is written
	copied *node    // the value of src, when that had to be copied first
	fresh  *storage // takes the elements instead of dst's storage, which then takes its memory
}

func assign(op string, dst, src *tensor) {
	dst.alive(op)
	src.alive(op)
	if dst.kind == kindConst {
		fail(op, "a constant can't be written; make it an array with Full")
	}
	if src.dev != nil && !sameDevice(src.dev, dst.dev) {
		failShapes(op, apart(dst.dev, src.dev), dst.shape, src.shape)
	}
	st, strides := dst.writable(op)
	d := &tensor{dev: dst.dev, dtype: dst.dtype, shape: dst.shape, st: st, strides: strides, offset: dst.offset}
	if _, err := shape.BroadcastStrides(src.shape, make([]int, len(src.shape)), d.shape); err != nil {
		failShapes(op, err.Error(), d.shape, src.shape)
	}
	if !shape.Distinct(d.shape, d.strides) {
		failShapes(op, "the destination is a broadcast view, whose elements stand for several places; write to a Copy", d.shape)
	}
	if shape.Size(d.shape) == 0 || st.buf == nil {
		return
	}
	for w := (&writing{dst: d, src: src}); !w.try(); {
	}
}

// writable returns the storage and strides of a tensor that is to be written,
// which it computes. Memory with failed contents can be written, so a failure
// is no reason not to look at it.
func (t *tensor) writable(op string) (st *storage, strides []int) {
	st, strides = t.st, t.strides
	if t.kind == kindValue {
		strides = shape.Strides(t.shape)
		if t.node.finished() {
			st = t.node.value.Load()
		}
	}
	if st == nil || st.buf == nil {
		st = t.home(op)
	}
	return st, strides
}

// try plans and does the write, or does what has to be done first and returns
// false.
func (w *writing) try() bool {
	st, dev := w.dst.st, w.dst.dev
	mu := dev.PlanLock()
	mu.Lock()
	w.others, w.fused = w.others[:0], nil
	for _, r := range pending(st.readers) {
		if w.apart(r) {
			continue
		}
		if r.run != nil || r.busy.active() {
			other := r.busy
			if r.run != nil {
				other = r.run
			}
			mu.Unlock()
			other.wait()
			return false
		}
		if w.src.kind != kindValue || r != w.src.node {
			w.others = append(w.others, r)
		}
	}
	if w.src.kind == kindValue && !w.src.node.finished() {
		if n := w.src.node; n.run != nil || n.kind != nodeMap || !equal(n.shape, w.dst.shape) || len(pending(n.readers)) > 0 {
			mu.Unlock()
			_ = evaluate(dev, n) // its failure is found when it is loaded
			return false
		}
		w.fused = w.src.node
	}
	p := &plan{dev: dev, run: newRun()}
	s := newStep(w.dst.shape)
	s.target = w.dst
	p.prepareOperand(s, w.src)
	s.index = len(p.steps)
	s.value = p.operand(s, w.src)
	clash := w.clash(s)
	w.whole = w.dst.offset == 0 && shape.Contiguous(w.dst.shape, w.dst.strides) &&
		shape.Size(w.dst.shape)*w.dst.dtype.Size() == st.buf.Len()
	if (clash || len(w.others) > 0) && !w.whole {
		p.abandon()
		mu.Unlock()
		w.makeWay(clash)
		return false
	}
	if clash || len(w.others) > 0 {
		if err := w.replace(s); err != nil {
			st.err = err
			p.abandon()
			mu.Unlock()
			return true
		}
	}
	if w.fused != nil {
		w.fused.run = p.run
	}
	p.share(s)
	s.finalize()
	p.steps = append(p.steps, s)
	mu.Unlock()
	p.carryOut()
	mu.Lock()
	w.finish(s)
	mu.Unlock()
	p.recycle()
	return true
}

// abandon gives back what a plan claimed.
func (p *plan) abandon() {
	for _, s := range p.steps {
		for _, n := range s.nodes {
			n.run = nil
		}
	}
	p.run.end()
}

// apart reports whether a pending node reads nothing of what is written.
func (w *writing) apart(n *node) bool {
	for _, a := range n.args[:n.nargs] {
		if a.overlaps(w.dst.st, w.dst) {
			return false
		}
	}
	return true
}

// clash reports whether the step loads elements of the destination's storage
// from other places than it writes them to.
func (w *writing) clash(s *step) bool {
	for _, l := range s.loads {
		if !l.overlaps(w.dst.st, w.dst) {
			continue
		}
		_, strides, offset := l.located()
		if l.dtype != w.dst.dtype || !equal(l.shape, w.dst.shape) || !equal(strides, w.dst.strides) || offset != w.dst.offset {
			return true
		}
	}
	return false
}

// overlaps reports whether a tensor may show elements of the view own of a
// storage.
func (t *tensor) overlaps(st *storage, own *tensor) bool {
	if t.kind == kindConst || t.kind == kindPositions || t.kind == kindValue && !t.node.finished() {
		return false
	}
	at, strides, offset := t.located()
	if at != st || shape.Size(t.shape) == 0 || shape.Size(own.shape) == 0 {
		return false
	}
	lo, hi := byteRange(own)
	a, b := byteRange(&tensor{dtype: t.dtype, shape: t.shape, strides: strides, offset: offset})
	return a < hi && lo < b
}

// byteRange returns the bytes between which a non-empty view's elements stand.
func byteRange(t *tensor) (lo, hi int) {
	a, b := shape.Range(t.shape, t.strides, t.offset)
	size := t.dtype.Size()
	return a * size, (b + 1) * size
}

// makeWay evaluates what would be lost by writing in place.
func (w *writing) makeWay(clash bool) {
	if len(w.others) > 0 {
		_ = evaluate(w.dst.dev, w.others...) // failures stay with the nodes
		return
	}
	if !clash {
		return
	}
	if w.fused != nil {
		_ = evaluate(w.dst.dev, w.fused)
		return
	}
	// The source is a view of the destination's storage.
	n := &node{dev: w.dst.dev, in: w.src.dtype, dtype: w.src.dtype, nargs: 1, args: [3]*tensor{w.src}, shape: w.src.shape, handles: 1}
	c := &tensor{dev: n.dev, dtype: n.dtype, kind: kindValue, shape: n.shape, node: n}
	n.enroll()
	_ = evaluate(n.dev, n)
	w.src, w.copied = c, n
}

// replace turns the write of a whole storage into one to new memory, which the
// storage then adopts, while all that is pending goes on reading the old: what
// would be lost by writing in place need not be computed now. The plan lock is
// held.
func (w *writing) replace(s *step) error {
	st := w.dst.st
	fresh, err := newStorage(st.dev, st.buf.Len())
	if err != nil {
		return err
	}
	old := st.part()
	move := func(t *tensor) *tensor {
		if t.kind == kindPositions || t.kind == kindConst || t.kind == kindValue && !t.node.finished() {
			return t
		}
		at, strides, offset := t.located()
		if at != st {
			return t
		}
		return &tensor{dev: t.dev, dtype: t.dtype, kind: kindView, shape: t.shape, st: old, strides: strides, offset: offset}
	}
	for _, r := range w.others {
		for i, a := range r.args[:r.nargs] {
			r.args[i] = move(a)
		}
		old.readers = append(old.readers, weak.Make(r))
	}
	for i, l := range s.loads {
		s.loads[i] = move(l)
	}
	st.readers = nil
	w.fresh = fresh
	d := w.dst
	s.target = &tensor{dev: d.dev, dtype: d.dtype, shape: d.shape, st: fresh, strides: d.strides, offset: d.offset}
	return nil
}

// finish records the outcome of the write. The plan lock is held.
func (w *writing) finish(s *step) {
	st := w.dst.st
	if w.fresh != nil {
		// From here on st's memory is the new one; the old belongs to a
		// storage of its own, kept by its readers.
		if !w.fresh.managed {
			w.fresh.cleanup.Stop()
			w.fresh.managed = true
		}
		st.event = w.fresh.event
		st.adopt(w.fresh.buf)
		for _, l := range s.loads {
			if l.kind == kindView && l.st.handles == 0 {
				l.st.release()
			}
		}
	}
	if s.err != nil || w.whole { // what failed before is overwritten
		st.err = s.err
	}
	if w.whole && w.fresh == nil {
		st.event = s.event
	}
	if w.copied != nil {
		if c := w.copied.value.Load(); c != nil {
			c.handles--
			c.release()
		}
	}
	n := w.fused
	if n == nil {
		return
	}
	n.run = nil
	if s.err != nil {
		n.err = s.err
		n.done.Store(true)
		n.args, n.nargs = [3]*tensor{}, 0
		return
	}
	// The node's value is what now stands in the destination: it becomes a
	// pending reader of it, to be copied when the destination changes again.
	n.op, n.nargs, n.deep, n.size = expr.NoOp, 1, false, 1
	n.args = [3]*tensor{w.dst}
	st.readers = enlist(st.readers, weak.Make(n))
}

// sameDevice reports whether two handles are of one device.
func sameDevice(a, b backend.Device) bool { return a == b || a.PlanLock() == b.PlanLock() }
