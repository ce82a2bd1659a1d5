//go:build cgo && linux

package cuda

import (
	"sync"

	"github.com/cugond/cugond/backend/cuda/internal/driver"
)

// events keeps events for reuse. They end with it, those that are still held
// included.
type events struct {
	ctx *driver.Context

	alive  sync.RWMutex // held for reading while the driver waits for an event
	closed bool

	mu        sync.Mutex
	all, free []driver.Event
}

// record returns an event at the present end of the stream.
func (l *events) record(s driver.Stream) (driver.Event, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.free) == 0 {
		e, err := l.ctx.NewEvent(false)
		if err != nil {
			return e, err
		}
		l.all, l.free = append(l.all, e), append(l.free, e)
	}
	e := l.free[len(l.free)-1]
	if err := l.ctx.Record(e, s); err != nil {
		return e, err
	}
	l.free = l.free[:len(l.free)-1]
	return e, nil
}

// wait waits for an event and takes it back. After close it does nothing: the
// stream had finished.
func (l *events) wait(e driver.Event) error {
	l.alive.RLock()
	defer l.alive.RUnlock()
	if l.closed {
		return nil
	}
	err := l.ctx.SyncEvent(e)
	l.give(e)
	return err
}

// give takes an event back that nobody waits for.
func (l *events) give(e driver.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.free = append(l.free, e)
}

func (l *events) close() {
	l.alive.Lock()
	defer l.alive.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range l.all {
		_ = l.ctx.DestroyEvent(e) // the stream has finished
	}
	l.all, l.free, l.closed = nil, nil, true
}
