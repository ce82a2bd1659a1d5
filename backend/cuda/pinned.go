//go:build cgo && linux

package cuda

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda/internal/driver"
)

// PinnedAlloc returns host memory that the GPU can reach by itself, and the
// function that gives it back. Copies from and to it need no staging:
// [Device.CopyIn] and [Device.CopyOut] are faster, and [Device.CopyInAsync] and
// [Device.CopyOutAsync] don't wait. It pays for memory that is used many times:
// pinning takes more than half a second a GiB, and so much memory can't be
// swapped out.
//
// The memory is not in Go's heap and must hold no Go pointers. It is valid
// until it is given back, which waits for the device's work, or the device is
// closed. Giving it back twice does nothing. The error wraps
// backend.ErrOutOfMemory when so much can't be pinned.
func (d *Device) PinnedAlloc(bytes int) ([]byte, func(), error) {
	op := fmt.Sprintf("allocate %d bytes of pinned host memory", bytes)
	if err := d.begin(op); err != nil {
		return nil, nil, err
	}
	defer d.end()
	switch {
	case bytes < 0:
		return nil, nil, &backend.Error{Op: op, Device: d.name, Text: "the number must not be negative", Err: backend.ErrUnsupported}
	case bytes == 0:
		return []byte{}, func() {}, nil
	}
	memory, err := d.pinned.alloc(d.ctx, bytes)
	if err != nil {
		return nil, nil, d.fail(op, err)
	}
	c := d.card // what gives it back should not keep the handle
	free := sync.OnceFunc(func() {
		_ = c.fail("free pinned host memory", c.pinned.release(c.ctx, memory)) // a failure ends with the device
	})
	return unsafe.Slice((*byte)(memory), bytes), free, nil
}

// CopyInAsync is CopyIn that does not wait for copies from pinned memory: src
// may be changed or given back only after the event's Wait. From other memory
// it is CopyIn, and the event is nil.
func (d *Device) CopyInAsync(dst backend.Buffer, offset int, src []byte) (backend.Event, error) {
	if !d.pinned.contain(src) {
		return nil, d.CopyIn(dst, offset, src)
	}
	if err := d.begin("copy in"); err != nil {
		return nil, err
	}
	defer d.end()
	p, err := d.span("copy in", dst, offset, len(src), true)
	if err != nil {
		return nil, err
	}
	e, err := d.stage.inAsync(p, src)
	runtime.KeepAlive(dst)
	return d.copied("copy in", e, err)
}

// CopyOutAsync is CopyOut that does not wait for copies to pinned memory: dst
// holds the bytes after the event's Wait, and must not be used before. To other
// memory it is CopyOut, and the event is nil.
func (d *Device) CopyOutAsync(dst []byte, src backend.Buffer, offset int) (backend.Event, error) {
	if !d.pinned.contain(dst) {
		return nil, d.CopyOut(dst, src, offset)
	}
	if err := d.begin("copy out"); err != nil {
		return nil, err
	}
	defer d.end()
	p, err := d.span("copy out", src, offset, len(dst), false)
	if err != nil {
		return nil, err
	}
	e, err := d.stage.outAsync(dst, p)
	runtime.KeepAlive(src)
	return d.copied("copy out", e, err)
}

// copyEvent is the end of a copy.
type copyEvent struct {
	op      string
	card    *card
	events  *events
	event   driver.Event
	once    sync.Once
	err     error
	dropped runtime.Cleanup
}

// copied returns the event of a copy that was queued.
func (d *Device) copied(op string, event driver.Event, err error) (backend.Event, error) {
	if err != nil {
		return nil, d.fail(op, err)
	}
	e := &copyEvent{op: op, card: d.card, events: d.stage.events, event: event}
	e.dropped = runtime.AddCleanup(e, e.events.give, event)
	return e, nil
}

// Wait implements backend.Event.
func (e *copyEvent) Wait() error {
	e.once.Do(func() {
		e.dropped.Stop()
		if lost := e.card.lost.Load(); lost != nil {
			e.err = lost
			return
		}
		e.err = e.card.fail(e.op, e.events.wait(e.event))
	})
	return e.err
}

// pinnedRanges is the pinned memory that has been handed out.
type pinnedRanges struct {
	freeing sync.Mutex // held while memory is given back

	mu     sync.RWMutex
	ranges []pinnedRange // in order of addresses
	closed bool
}

type pinnedRange struct {
	memory     unsafe.Pointer
	first, end uintptr
}

// find returns the index of the last range that begins at the address or
// before it, or -1. The lock is held.
func (r *pinnedRanges) find(address uintptr) int {
	i, found := slices.BinarySearchFunc(r.ranges, address, func(p pinnedRange, a uintptr) int {
		switch {
		case p.first < a:
			return -1
		case p.first > a:
			return 1
		}
		return 0
	})
	if !found {
		i--
	}
	return i
}

// contain reports whether all of b is pinned memory. No bytes are not.
func (r *pinnedRanges) contain(b []byte) bool {
	if len(b) == 0 {
		return false
	}
	first := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	r.mu.RLock()
	defer r.mu.RUnlock()
	i := r.find(first)
	return i >= 0 && first+uintptr(len(b)) <= r.ranges[i].end
}

// alloc pins memory and enters it.
func (r *pinnedRanges) alloc(ctx *driver.Context, bytes int) (unsafe.Pointer, error) {
	memory, err := ctx.HostAlloc(bytes)
	if err != nil {
		return nil, err
	}
	first := uintptr(memory)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, errors.Join(backend.ErrClosed, ctx.HostFree(memory))
	}
	r.ranges = slices.Insert(r.ranges, r.find(first)+1, pinnedRange{memory, first, first + uintptr(bytes)})
	return memory, nil
}

// release removes memory and gives it back once the device has finished.
func (r *pinnedRanges) release(ctx *driver.Context, memory unsafe.Pointer) error {
	r.freeing.Lock()
	defer r.freeing.Unlock()
	r.mu.Lock()
	i, closed := r.find(uintptr(memory)), r.closed
	if !closed {
		r.ranges = slices.Delete(r.ranges, i, i+1)
	}
	r.mu.Unlock()
	if closed {
		return nil
	}
	return errors.Join(ctx.Sync(), ctx.HostFree(memory))
}

// close gives all the memory back. The device must have finished.
func (r *pinnedRanges) close(ctx *driver.Context) error {
	r.freeing.Lock()
	defer r.freeing.Unlock()
	r.mu.Lock()
	ranges := r.ranges
	r.ranges, r.closed = nil, true
	r.mu.Unlock()
	var errs []error
	for _, p := range ranges {
		errs = append(errs, ctx.HostFree(p.memory))
	}
	return errors.Join(errs...)
}
