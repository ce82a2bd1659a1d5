//go:build cgo && linux

package cuda

import (
	"fmt"
	"math"
	"sync"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda/internal/driver"
	"github.com/cugond/cugond/backend/cuda/internal/gen"
)

// work is what describing and launching a kernel needs, kept for reuse.
type work struct {
	space gen.Space
	args  gen.Args
	key   []byte
}

var works = sync.Pool{New: func() any { return new(work) }}

func newWork() *work {
	w := works.Get().(*work)
	w.args.Reset()
	w.key = w.key[:0]
	return w
}

// done gives w back.
func (w *work) done() { works.Put(w) }

// Run implements backend.Device. Nothing is waited for; what can be known only
// later comes from the event or from the next call that waits.
func (d *Device) Run(k *backend.Kernel) (backend.Event, error) {
	if err := d.begin("run a kernel"); err != nil {
		return nil, err
	}
	defer d.end()
	if len(k.Folds) > 0 {
		return d.reduce(k)
	}
	return d.apply(k)
}

// spaceArgs packs the parameter of a space, orders the stream behind others'
// use of the buffers, and returns the event that the call has to give back.
func (d *Device) spaceArgs(a *gen.Args, sp *gen.Space, k *backend.Kernel) (backend.Event, error) {
	var first error
	address := func(v *backend.View, write bool) uint64 {
		p, err := d.base(v.Buffer, write)
		if err != nil && first == nil {
			first = err
		}
		return uint64(p)
	}
	event, fault := d.event(), uint64(0)
	if sp.Faults() {
		var err error
		if fault, event, err = d.faultArg(); err != nil {
			return nil, err
		}
	}
	sp.AppendArgs(a, address, fault)
	return event, first
}

// faultArg returns the address of a status word and the event that reports it.
func (d *Device) faultArg() (uint64, backend.Event, error) {
	e, err := d.faults.event(d)
	if err != nil {
		return 0, nil, err
	}
	return e.address(), e, nil
}

// counters returns cg_u32 that are zero. Kernels that use them leave them zero.
func (d *Device) counters(n int) (driver.Ptr, error) {
	if n > counterCount {
		return 0, &backend.Error{Op: "run a kernel", Device: d.name, Err: fmt.Errorf("internal failure: %d counters asked for, there are %d", n, counterCount)}
	}
	return d.tickets, nil
}

// launch queues a kernel with blocks in one dimension.
func (d *Device) launch(f driver.Function, grid, block int, a *gen.Args) error {
	if grid <= 0 || grid > math.MaxInt32 {
		return &backend.Error{Op: "run a kernel", Device: d.name, Text: fmt.Sprintf("%d blocks are outside what a launch can have; split the array", grid), Err: backend.ErrUnsupported}
	}
	err := d.ctx.Launch(f, driver.Dim{X: uint32(grid), Y: 1, Z: 1}, driver.Dim{X: uint32(block), Y: 1, Z: 1}, 0, d.handle, a.Packed())
	if err != nil {
		return d.fail("run a kernel", err)
	}
	return nil
}

// event is the end of what has been queued so far.
func (d *Device) event() backend.Event { return &d.plain }

// plainEvent waits for a stream. That is more than the work that it stands for,
// but costs nothing to make.
type plainEvent struct{ d *Device }

// Wait implements backend.Event.
func (e *plainEvent) Wait() error { return e.d.await() }
