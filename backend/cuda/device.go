//go:build cgo && linux

package cuda

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda/internal/driver"
	"github.com/cugond/cugond/backend/cuda/internal/pool"
)

// Device is a handle of a GPU with a stream of its own: what is started
// through one handle runs in order. Handles of one GPU share its memory, and
// arrays may be used through any of them: work orders itself behind the work
// that wrote its operands. Its methods are safe for concurrent use.
type Device struct {
	*card
	*stream
	plain   plainEvent
	primary bool // the handle that Open returned: its Close ends the card
}

// card is a GPU as all its handles share it.
type card struct {
	backend.Planning
	name    string
	ordinal int
	driver  *driver.Driver
	ctx     *driver.Context
	props   Properties
	pool    *pool.Pool
	modules modules
	blas    blasLibrary
	faults  faultSlots
	fences  fences
	pinned  pinnedRanges
	many    atomic.Bool // more than one stream has been made
	closed  atomic.Bool
	lost    atomic.Pointer[backend.Error]
	life    sync.RWMutex // see begin

	mu      sync.Mutex
	streams []*Device
}

// Name implements backend.Device: "cuda:0".
func (d *Device) Name() string { return d.card.name }

// String returns the name.
func (d *Device) String() string { return d.card.name }

// fail makes the backend's error of one of the driver's, and notes the loss of
// the device.
func (c *card) fail(op string, err error) error {
	if err == nil {
		return nil
	}
	var be *backend.Error
	if errors.As(err, &be) {
		return err
	}
	var de *driver.Error
	if !errors.As(err, &de) {
		return &backend.Error{Op: op, Device: c.name, Err: err}
	}
	e := &backend.Error{Op: op, Device: c.name, Library: "libcuda", Func: de.Func, Status: int(de.Status), Text: de.Status.Text()}
	switch {
	case de.Status == driver.ErrorOutOfMemory:
		e.Err = backend.ErrOutOfMemory
	case lasting(de.Status):
		e.Err = backend.ErrDeviceLost
		e.Text += "; the GPU can't be used by this process any more: start the program again"
		c.lost.CompareAndSwap(nil, e)
		return c.lost.Load()
	}
	return e
}

// statusOf returns the driver's status behind an error, 0 if there is none.
func statusOf(err error) driver.Status {
	var de *driver.Error
	if errors.As(err, &de) {
		return de.Status
	}
	return 0
}

// lasting reports whether a status ends all use of the context: every later
// call returns it too, and only a new process gets a working context.
func lasting(s driver.Status) bool {
	switch int(s) {
	case 210, // ECC error
		214,                // uncorrectable NVLink error
		700,                // illegal address
		702,                // launch timeout
		714, 715, 716, 717, // hardware stack error, illegal instruction, misaligned address, invalid address space
		718, 719, // invalid program counter, launch failed
		220, 222, 226, 46, 721: // contained errors, device unavailable
		return true
	}
	return false
}

// Sync implements backend.Device: it waits for this handle's stream.
func (d *Device) Sync() error {
	if err := d.begin("synchronise"); err != nil {
		return err
	}
	defer d.end()
	if err := d.finish("synchronise"); err != nil {
		return err
	}
	return d.faults.unreported(d.stream)
}

// finish waits for the stream.
func (d *Device) finish(op string) error {
	if e := d.lost.Load(); e != nil {
		return e
	}
	return d.fail(op, d.ctx.SyncStream(d.stream.handle))
}

// Close implements backend.Device. It waits for work that is under way, also
// that of other goroutines, whose later calls return backend.ErrClosed. Closing
// a handle that NewStream made gives up its stream; its arrays stay usable
// through others. Closing the handle that Open returned gives back all the
// GPU's memory, and makes its arrays unusable. A second call does nothing.
func (d *Device) Close() error {
	if !d.stream.closed.CompareAndSwap(false, true) {
		return nil
	}
	if !d.primary {
		return d.closeStream()
	}
	if !d.card.closed.CompareAndSwap(false, true) {
		return nil
	}
	d.life.Lock()
	defer d.life.Unlock()
	var errs []error
	for _, h := range d.handles() {
		h.stream.closed.Store(true)
		errs = append(errs, h.release())
	}
	if d.lost.Load() == nil {
		errs = append(errs, d.modules.close(d.ctx), d.pool.Close(), d.faults.close(d.ctx), d.fail("close", d.pinned.close(d.ctx)))
		errs = append(errs, d.fail("close", d.ctx.Release()))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("%s: close: %w", d.name, err)
	}
	return nil
}

// Closed reports whether Close was called.
func (d *Device) Closed() bool { return d.card.closed.Load() || d.stream.closed.Load() }

// MemoryStats implements backend.MemoryReporter.
func (d *Device) MemoryStats() backend.MemoryStats { return d.pool.Stats().MemoryStats }

// Trim implements backend.MemoryReporter. It waits for the device.
func (d *Device) Trim() {
	if d.begin("trim") == nil {
		defer d.end()
		_ = d.fail("trim", d.pool.Trim()) // what can't be returned stays pooled
	}
}

// SetMemoryLimit bounds the bytes that the GPU's pool holds, 0 for no bound but
// the GPU's memory.
func (d *Device) SetMemoryLimit(bytes int64) error {
	if err := d.begin("limit the memory"); err != nil {
		return err
	}
	defer d.end()
	return d.pool.SetLimit(bytes)
}
