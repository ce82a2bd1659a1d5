package array

import (
	"fmt"
	"runtime"
	"sync"
	"unsafe"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// Pinned is host memory from and to which a GPU copies without staging, at the
// speed of the bus and without the host waiting. It suits buffers that are
// filled again and again, frames of a video or blocks of samples: making one
// costs about 0.6 s a GiB, and the system can't page it out. On devices that
// have no such memory, the CPU among them, it is an ordinary slice, and
// everything works as well.
type Pinned[T Element] struct {
	dev  backend.Device
	mu   sync.Mutex
	data []T
	free func()
	lost runtime.Cleanup
}

// NewPinned returns n elements of pinned memory for dev, all zero. Give it back
// with Close; memory that nobody refers to any more is given back too.
func NewPinned[T Element](dev backend.Device, n int) (*Pinned[T], error) {
	const op = "NewPinned"
	needDevice(op, dev)
	size := expr.TypeOf[T]().Size()
	check(op, shape.Check([]int{n}, size))
	p := &Pinned[T]{dev: dev}
	pinner, ok := dev.(backend.Pinner)
	if !ok || n == 0 {
		p.data = make([]T, n)
		return p, nil
	}
	memory, free, err := pinner.PinnedAlloc(n * size)
	if err != nil {
		return nil, err
	}
	clear(memory)
	p.data = unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(memory))), n)
	p.free = free
	p.lost = runtime.AddCleanup(p, func(free func()) { free() }, free)
	return p, nil
}

// Slice returns the memory. It is valid until Close, and only as long as p is
// reachable.
func (p *Pinned[T]) Slice() []T { return p.data }

// Len returns the number of elements.
func (p *Pinned[T]) Len() int { return len(p.data) }

// Close gives the memory back. Copies from and to it must have ended. A second
// call does nothing.
func (p *Pinned[T]) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.free != nil {
		p.lost.Stop()
		p.free()
		p.free = nil
	}
	p.data = nil
}

// Array starts to copy the elements to a new array of the given shape on the
// memory's device, which defaults to one axis. The array can be used at once;
// the memory may be changed when the event is over.
func (p *Pinned[T]) Array(shp ...int) (*Array[T], backend.Event) {
	const op = "Pinned.Array"
	if len(shp) == 0 {
		shp = []int{len(p.data)}
	}
	to, err := shape.ResolveReshape([]int{len(p.data)}, shp)
	if err != nil {
		failShapes(op, fmt.Sprintf("the memory has %d elements: %v", len(p.data), err), shp)
	}
	a := newEmpty[T](op, p.dev, to)
	st := a.t.st
	if st.err != nil || len(p.data) == 0 {
		return a, ended{st.err}
	}
	pinner, ok := p.dev.(backend.Pinner)
	if !ok || p.free == nil {
		st.err = p.dev.CopyIn(st.buf, 0, bytesOf(p.data))
		return a, ended{st.err}
	}
	event, err := pinner.CopyInAsync(st.buf, 0, bytesOf(p.data))
	if err != nil {
		st.err = err
		return a, ended{err}
	}
	return a, holding{event, p}
}

// CopyToPinned computes the array and starts to copy its elements, in row-major
// order, to p, which must have as many and be of the array's device. p holds
// them when the event is over, and must not be touched before.
func (a *Array[T]) CopyToPinned(p *Pinned[T]) (backend.Event, error) {
	const op = "CopyToPinned"
	a.operand().alive(op)
	if len(p.data) != a.Size() {
		failShapes(op, fmt.Sprintf("the memory has %d elements, not %d", len(p.data), a.Size()), a.t.shape)
	}
	c, err := a.compact(op)
	if err != nil {
		return nil, err
	}
	pinner, ok := c.t.dev.(backend.Pinner)
	if !ok || p.free == nil || len(p.data) == 0 {
		return ended{}, c.copyOut(p.data)
	}
	st, _, offset := c.t.located()
	event, err := pinner.CopyOutAsync(bytesOf(p.data), st.buf, offset*c.t.dtype.Size())
	if err != nil {
		return nil, err
	}
	runtime.KeepAlive(c)
	if done := st.last(); done != nil { // the data may turn out to be at fault
		return both{done, holding{event, p}}, nil
	}
	return holding{event, p}, nil
}

// ended is an event of the past.
type ended struct{ err error }

// Wait implements backend.Event.
func (e ended) Wait() error { return e.err }

// holding is an event that keeps what it is about from being collected.
type holding struct {
	backend.Event
	what any
}

// both is over when two events are.
type both struct{ first, second backend.Event }

// Wait implements backend.Event.
func (b both) Wait() error {
	err := b.first.Wait()
	if e := b.second.Wait(); err == nil {
		err = e
	}
	return err
}
