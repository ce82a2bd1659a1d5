//go:build cgo && linux

package cuda

import (
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda/internal/driver"
)

// faultSlots are status words in which kernels note faults in the data: one for
// each evaluation that can have one. They are host memory that the GPU sees, so
// that looking at one costs nothing.
type faultSlots struct {
	mu        sync.Mutex
	pages     []unsafe.Pointer
	free      []*uint32
	busy      map[*uint32]*stream // of evaluations that nobody has waited for
	abandoned []*uint32           // of those, the ones whose events are gone
}

const (
	faultPage = 4096    // bytes
	reported  = 1 << 31 // in a slot whose fault Sync has returned
)

// faultEvent is the end of work that can find a fault.
type faultEvent struct {
	d    *Device
	slot *uint32
	once sync.Once
	err  error
	lost runtime.Cleanup

	sound atomic.Bool // waited for, and there was no fault
}

// event returns the event of an evaluation, with a slot of its own.
func (s *faultSlots) event(d *Device) (*faultEvent, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.free) == 0 && len(s.abandoned) > 0 {
		var kept []*uint32 // faults that Sync has to return
		if err := d.fail("wait", d.ctx.Sync()); err != nil {
			return nil, err
		}
		for _, slot := range s.abandoned {
			if code := atomic.LoadUint32(slot); code == 0 || code&reported != 0 || s.busy[slot].ended.Load() {
				s.release(slot)
			} else {
				kept = append(kept, slot)
			}
		}
		s.abandoned = kept
	}
	if len(s.free) == 0 {
		page, err := d.ctx.HostAlloc(faultPage)
		if err != nil {
			return nil, d.fail("allocate status words", err)
		}
		s.pages = append(s.pages, page)
		words := unsafe.Slice((*uint32)(page), faultPage/4)
		clear(words)
		for i := range words {
			s.free = append(s.free, &words[i])
		}
	}
	slot := s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	if s.busy == nil {
		s.busy = map[*uint32]*stream{}
	}
	s.busy[slot] = d.stream
	e := &faultEvent{d: d, slot: slot}
	e.lost = runtime.AddCleanup(e, s.abandon, slot)
	return e, nil
}

// release makes a slot free. The lock is held.
func (s *faultSlots) release(slot *uint32) {
	atomic.StoreUint32(slot, 0)
	delete(s.busy, slot)
	s.free = append(s.free, slot)
}

// unreported returns a fault of the stream's finished work that nobody has been
// told of, or nil.
func (s *faultSlots) unreported(of *stream) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for slot, owner := range s.busy {
		if code := atomic.LoadUint32(slot); owner == of && code != 0 && code&reported == 0 {
			atomic.StoreUint32(slot, code|reported)
			return &backend.Fault{Code: backend.FaultCode(code)}
		}
	}
	return nil
}

func (s *faultSlots) abandon(slot *uint32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.abandoned = append(s.abandoned, slot)
}

func (s *faultSlots) close(ctx *driver.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var first error
	for _, p := range s.pages {
		if err := ctx.HostFree(p); err != nil && first == nil {
			first = err
		}
	}
	s.pages, s.free, s.abandoned = nil, nil, nil
	return first
}

// address is the slot's address for kernels.
func (e *faultEvent) address() uint64 { return uint64(uintptr(unsafe.Pointer(e.slot))) }

// MayFault implements backend.Fallible.
func (e *faultEvent) MayFault() bool { return !e.sound.Load() }

// Wait implements backend.Event.
func (e *faultEvent) Wait() error {
	e.once.Do(func() {
		if e.err = e.d.await(); e.err != nil {
			return
		}
		e.d.life.RLock() // the words go with the device
		defer e.d.life.RUnlock()
		if e.d.card.closed.Load() {
			e.err = e.d.usable("wait")
			return
		}
		e.lost.Stop()
		if code := atomic.LoadUint32(e.slot) &^ reported; code != 0 {
			e.err = &backend.Fault{Code: backend.FaultCode(code)}
		}
		e.sound.Store(e.err == nil)
		s := &e.d.faults
		s.mu.Lock()
		s.release(e.slot)
		s.mu.Unlock()
	})
	return e.err
}
