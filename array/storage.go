package array

import (
	"runtime"
	"sync/atomic"
	"weak"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// storage is a buffer that views share. All fields but dev are guarded by the
// device's plan lock, except that evaluated work may read buf without it: buf
// changes only in a write, and a write that is concurrent with a read of the
// same array is the caller's mistake.
type storage struct {
	dev     backend.Device
	buf     backend.Buffer
	event   backend.Event // of the last write
	err     error         // of a write that failed
	readers []weak.Pointer[node]
	handles int // views that have not been closed
	cleanup runtime.Cleanup
	managed bool
}

func newStorage(dev backend.Device, bytes int) (*storage, error) {
	buf, err := dev.Alloc(bytes)
	if err != nil {
		return nil, err
	}
	st := &storage{dev: dev, managed: true}
	st.adopt(buf)
	return st, nil
}

// adopt makes buf the storage's memory, to be freed with it.
func (st *storage) adopt(buf backend.Buffer) {
	if !st.managed {
		st.cleanup.Stop()
	}
	st.buf = buf
	st.managed = buf.Managed()
	if !st.managed {
		st.cleanup = runtime.AddCleanup(st, backend.Buffer.Free, buf)
	}
}

// release frees the memory when no open view and no pending reader needs it.
// The plan lock is held.
func (st *storage) release() {
	if st.handles > 0 || st.buf == nil {
		return
	}
	st.readers = compact(st.readers)
	if len(st.readers) > 0 {
		return
	}
	if !st.managed {
		st.cleanup.Stop()
	}
	st.buf.Free()
	st.buf = nil
}

// last returns the event of the last write of a storage. The plan lock is not
// held.
func (st *storage) last() backend.Event {
	mu := st.dev.PlanLock()
	mu.Lock()
	defer mu.Unlock()
	return st.event
}

// wait waits for the last write of a storage.
func (st *storage) wait() error {
	if event := st.last(); event != nil {
		return event.Wait()
	}
	return nil
}

// wrote notes a write of a part of a storage: the event of its end, if there is
// one, or its failure. What the rest holds may be at fault already.
func (st *storage) wrote(event backend.Event, err error) {
	mu := st.dev.PlanLock()
	mu.Lock()
	if err != nil {
		st.err = err
	}
	if err == nil || event != nil {
		event = after(event, st.event)
		st.event = event
	}
	mu.Unlock()
	shorten(event)
}

// part moves the storage's memory to a storage of its own, which is returned.
func (st *storage) part() *storage {
	old := &storage{dev: st.dev, managed: true, event: st.event}
	if !st.managed {
		st.cleanup.Stop()
		st.managed = true
	}
	old.adopt(st.buf)
	return old
}

// pending returns the readers that have not been evaluated. The plan lock is
// held.
func pending(readers []weak.Pointer[node]) []*node {
	var out []*node
	for _, w := range readers {
		if n := w.Value(); n != nil && !n.finished() {
			out = append(out, n)
		}
	}
	return out
}

// compact drops what has been collected or evaluated from a list of readers.
func compact(readers []weak.Pointer[node]) []weak.Pointer[node] {
	kept := readers[:0]
	for _, w := range readers {
		if n := w.Value(); n != nil && !n.finished() {
			kept = append(kept, w)
		}
	}
	clear(readers[len(kept):])
	return kept
}

// enlist adds a reader to a list, which it first compacts when it is full.
func enlist(readers []weak.Pointer[node], n weak.Pointer[node]) []weak.Pointer[node] {
	if len(readers) == cap(readers) {
		readers = compact(readers)
		if 2*len(readers) > cap(readers) {
			grown := make([]weak.Pointer[node], len(readers), 2*cap(readers)+4)
			copy(grown, readers)
			readers = grown
		}
	}
	return append(readers, n)
}

// tensor is an array without its type: a view of a storage, the value of a
// node, a constant, or positions. Views and nodes are told apart by st.
type tensor struct {
	dev    backend.Device // nil: a constant, on any device
	dtype  backend.DType
	kind   tensorKind
	closed atomic.Bool
	shape  []int

	st      *storage // kind view
	strides []int    // kinds view and positions
	offset  int
	node    *node // kind value
	scalar  expr.Scalar
}

type tensorKind uint8

const (
	kindView      tensorKind = iota // st, strides, offset
	kindValue                       // node
	kindConst                       // scalar
	kindPositions                   // strides, offset: elements are their own positions
)

// located returns the storage and layout of an evaluated tensor. Its node, if
// it has one, must have finished.
func (t *tensor) located() (st *storage, strides []int, offset int) {
	if t.kind == kindValue {
		return t.node.value.Load(), shape.Strides(t.shape), 0
	}
	return t.st, t.strides, t.offset
}

// sameView reports whether two tensors show the same elements in the same
// order.
func (t *tensor) sameView(u *tensor) bool {
	if t == u {
		return true
	}
	if t.kind != u.kind || t.dtype != u.dtype || !equal(t.shape, u.shape) {
		return false
	}
	switch t.kind {
	case kindValue:
		return t.node == u.node
	case kindConst:
		return t.scalar == u.scalar
	default:
		return t.st == u.st && t.offset == u.offset && equal(t.strides, u.strides)
	}
}

func equal(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i, v := range a {
		if v != b[i] {
			return false
		}
	}
	return true
}
