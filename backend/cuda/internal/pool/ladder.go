package pool

import (
	"errors"
	"fmt"
	"math"

	"github.com/cugond/cugond/backend"
)

// allocSlowly answers what the stream's free blocks don't, or what might be
// better served by garbage.
func (p *Pool) allocSlowly(q *queue, size, bytes int) (Block, error) {
	if int64(size) > p.capacity() {
		return Block{}, p.refuse(bytes, nil)
	}
	p.relieve(int64(size))
	b, err := p.obtain(q, size, false)
	if errors.Is(err, backend.ErrOutOfMemory) {
		b, err = p.scrape(q, size)
	}
	switch {
	case err == nil:
		return b, nil
	case errors.Is(err, backend.ErrOutOfMemory):
		return Block{}, p.refuse(bytes, err)
	}
	return Block{}, p.fail(bytes, err)
}

// obtain takes a block from the stream's memory, from that of no stream, with
// others set from that of other streams too, or else from the driver.
func (p *Pool) obtain(q *queue, size int, others bool) (Block, error) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return Block{}, backend.ErrClosed
	}
	b, ok := p.take(q, q, size)
	if !ok {
		b, ok = p.take(q, p.orphans, size)
	}
	if others && !ok {
		for _, from := range p.queues {
			if from == q {
				continue
			}
			if b, ok = p.take(q, from, size); ok {
				break
			}
		}
	}
	p.mu.Unlock()
	if ok {
		return b, nil
	}
	return p.grow(q, size)
}

// scrape makes room step by step, the cheapest first, until there is enough.
func (p *Pool) scrape(q *queue, size int) (Block, error) {
	p.scarce.Lock()
	defer p.scarce.Unlock()
	b, err := p.obtain(q, size, true) // another goroutine may have made room
	all := func() error { return p.purge(nil, math.MaxInt64) }
	for _, step := range []func() error{
		func() error { return p.purge(q, int64(size)) },
		func() error { return p.purge(nil, int64(size)) },
		p.source.Sync,
		p.collectNow, all,
		p.collectNow, all, // where cleanups were slow to run
	} {
		if !errors.Is(err, backend.ErrOutOfMemory) {
			return b, err
		}
		if err := step(); err != nil {
			return Block{}, err
		}
		b, err = p.obtain(q, size, true)
	}
	return b, err
}

// fail is the error of an allocation for which memory is not what lacks.
func (p *Pool) fail(bytes int, err error) error {
	return &backend.Error{Op: fmt.Sprintf("alloc %d bytes", bytes), Device: p.device, Err: err}
}

// refuse is the error of an allocation that can't be had.
func (p *Pool) refuse(bytes int, cause error) error {
	s := p.Stats()
	text := fmt.Sprintf("%d bytes in use, %d pooled", s.InUse, s.Pooled)
	if s.Limit > 0 {
		text += fmt.Sprintf(", limited to %d", s.Limit)
	}
	if free, total, err := p.source.Memory(); err == nil {
		text += fmt.Sprintf(", %d of the device's %d free", free, total)
	}
	if cause == nil {
		cause = backend.ErrOutOfMemory
	}
	return &backend.Error{
		Op:     fmt.Sprintf("alloc %d bytes", bytes),
		Device: p.device,
		Text:   text + "; close arrays that are no longer needed, or work in smaller parts",
		Err:    cause,
	}
}
