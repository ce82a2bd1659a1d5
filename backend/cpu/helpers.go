package cpu

import (
	"sync"
	"sync/atomic"
	"time"
)

// helpers are the goroutines that share kernels with their callers. Waking an
// idle processor takes tens of microseconds, as long as many kernels; so one
// that has finished looks out for more work for a moment before it ends.
// Nothing has to be stopped, and none is left when the device is idle.
type helpers struct {
	desks [maxWaiting]desk
}

const (
	maxWaiting = 64                    // most helpers that look out at a time
	patience   = 50 * time.Microsecond // how long they do
	glances    = 64                    // looks between looking at the clock
)

// desk is where a waiting helper is found: nil when there is none, &waiting,
// or the work that it has been given.
type desk struct {
	work atomic.Pointer[func()]
	_    [cacheLine - 8]byte
}

var waiting = func() {}

// team is those who share a kernel.
type team struct {
	open sync.WaitGroup
	left atomic.Int64 // helpers at work, counted down after open
}

// wait returns when the helpers are done. It looks out for that for a moment
// before it lets go of its processor, which would take long to come back.
func (t *team) wait() {
	lookOut(func() bool { return t.left.Load() == 0 })
	t.open.Wait()
}

// lookOut waits for something for a moment without letting go of the
// processor.
func lookOut(happened func() bool) {
	for end := time.Now().Add(patience); ; {
		for range glances {
			if happened() {
				return
			}
		}
		if !time.Now().Before(end) {
			return
		}
	}
}

// start has a helper do the work, a waiting one if there is one.
func (h *helpers) start(work *func()) {
	for i := range h.desks {
		if w := &h.desks[i].work; w.Load() == &waiting && w.CompareAndSwap(&waiting, work) {
			return
		}
	}
	go h.serve(work)
}

// serve does the work and more that comes soon after.
func (h *helpers) serve(work *func()) {
	for work != nil {
		(*work)()
		work = h.wait()
	}
}

// wait looks out for work at a free desk. nil: none came.
func (h *helpers) wait() *func() {
	for i := range h.desks {
		w := &h.desks[i].work
		if w.Load() != nil || !w.CompareAndSwap(nil, &waiting) {
			continue
		}
		lookOut(func() bool { return w.Load() != &waiting })
		if w.CompareAndSwap(&waiting, nil) {
			return nil
		}
		work := w.Load() // perhaps given at the last moment
		w.Store(nil)
		return work
	}
	return nil
}
