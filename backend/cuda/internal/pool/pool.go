package pool

import (
	"runtime"
	"sync"

	"github.com/cugond/cugond/backend"
)

const (
	granule = 512 // blocks are multiples of it, and so aligned to it

	smallMax     = 1 << 20  // the largest block that shares a segment from the start
	smallSegment = 2 << 20  // what small blocks share at first
	growSegment  = 32 << 20 // and when a stream has as much of them as this
	largeRound   = 2 << 20  // what large segments are multiples of

	maxBytes = 1 << 46 // above any device's memory, far below overflow
)

// Stream identifies a stream to the pool and its source. The zero Stream is no
// stream.
type Stream uint64

// Source is the driver as the pool sees it. Of its methods, Sync alone may call
// the pool, to free.
type Source interface {
	// Alloc returns device memory aligned to at least 512 bytes. The error
	// wraps backend.ErrOutOfMemory when there is not enough; other errors end
	// the allocation at once.
	Alloc(bytes int) (ptr uint64, err error)
	// Free gives memory back once the work that uses it has finished.
	Free(ptr uint64) error
	// Order makes what is queued on the stream later from now on wait for all
	// that has been queued on the stream earlier, without blocking. An error
	// means that the device runs nothing any more.
	Order(later, earlier Stream) error
	// Sync waits until the device has finished all queued work.
	Sync() error
	// Memory tells how many bytes the device has, and how many are free.
	Memory() (free, total int64, err error)
}

// Block is device memory handed out by a pool.
type Block struct {
	Ptr   uint64 // device address, a multiple of 512
	Bytes int    // what may be used, at least what was asked for

	b   *block
	use uint64
}

// Pool hands out device memory. Its methods are safe for concurrent use.
type Pool struct {
	source Source
	device string
	total  int64 // what the device has
	usable int64 // of that, what nobody else had when the pool was made

	mu       sync.Mutex
	queues   map[Stream]*queue
	orphans  *queue // free for every stream without waiting
	segments []*segment
	spare    *block // structs for reuse, linked by next
	stats    Stats
	trigger  int64 // collect garbage when more than this would be in use
	freed    int64 // bytes returned so far
	flight   *collection
	closed   bool

	scarce  sync.Mutex // held by who gives memory back to the driver or walks the ladder
	collect func()     // runtime.GC
}

// Alloc returns at least bytes bytes with undefined contents, which work on
// the stream may use from now on. Zero bytes are allowed. An answer from the
// pool takes some hundred nanoseconds and allocates nothing. The error wraps
// backend.ErrOutOfMemory when the memory can't be had, and backend.ErrClosed
// after Close.
func (p *Pool) Alloc(s Stream, bytes int) (Block, error) {
	if bytes < 0 || bytes > maxBytes {
		return Block{}, p.refuse(bytes, nil)
	}
	size := max(granule, (bytes+granule-1)&^(granule-1))
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return Block{}, p.fail(bytes, backend.ErrClosed)
	}
	q := p.queue(s)
	if p.stats.InUse+int64(size) <= p.trigger {
		if b, ok := p.take(q, q, size); ok {
			p.mu.Unlock()
			return b, nil
		}
	}
	p.mu.Unlock()
	return p.allocSlowly(q, size, bytes)
}

// Free returns a block. It counts as free on the stream that it was allocated
// for: work of other streams that uses it must have been ordered before what
// is queued there from now on, or must have finished. A second call for one
// block, or for the zero Block, does nothing. Free may be called by cleanups: it
// holds a lock for a few instructions and does not wait.
func (p *Pool) Free(h Block) { p.free(h, 0) }

// FreeOn is Free of a block that counts as free on another stream than the one
// that it was allocated for, which may have been retired.
func (p *Pool) FreeOn(h Block, s Stream) { p.free(h, s) }

// free returns a block, to the stream s if it is one.
func (p *Pool) free(h Block, s Stream) {
	if h.b == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	b := h.b
	if b.use != h.use || b.user == nil {
		return
	}
	p.freed += int64(b.bytes)
	p.stats.InUse -= int64(b.bytes)
	p.stats.Pooled += int64(b.bytes)
	if s != 0 {
		b.user = p.queue(s)
	}
	p.settle(b)
	b.user = nil
	b = p.merge(b)
	b.segment.owner.put(b)
}

// Retire ends a stream that is about to be destroyed and whose work has
// finished. What the pool keeps for it is free for all streams. Its blocks in
// use stay valid.
func (p *Pool) Retire(s Stream) {
	p.mu.Lock()
	defer p.mu.Unlock()
	q := p.queues[s]
	if q == nil {
		return
	}
	delete(p.queues, s)
	q.retired = true
	for _, g := range p.segments {
		if g.owner == q {
			p.move(g, p.orphans)
		}
	}
}

// Close gives all memory back to the driver, blocks in use too, which no work
// may use any more; freeing them later does nothing.
func (p *Pool) Close() error {
	p.scarce.Lock()
	defer p.scarce.Unlock()
	p.mu.Lock()
	p.closed = true
	flight, segments := p.flight, p.segments
	p.segments, p.spare = nil, nil
	for _, g := range segments {
		for b := g.first; b != nil; b = b.next {
			b.user = nil
		}
	}
	clear(p.queues)
	p.orphans = new(queue)
	p.stats.InUse, p.stats.Pooled, p.stats.Reserved = 0, 0, 0
	p.mu.Unlock()
	if flight != nil {
		<-flight.done
	}
	var first error
	for _, g := range segments {
		if err := p.source.Free(g.ptr); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// queue returns the stream's queue. The lock is held.
func (p *Pool) queue(s Stream) *queue {
	q := p.queues[s]
	if q == nil {
		q = &queue{stream: s}
		p.queues[s] = q
	}
	return q
}

// New returns a pool over the source. The name of the device stands in errors.
func New(source Source, device string) (*Pool, error) {
	free, total, err := source.Memory()
	if err != nil {
		return nil, err
	}
	p := &Pool{
		source: source, device: device, total: total, usable: max(free, total/8),
		queues: make(map[Stream]*queue), orphans: new(queue),
		collect: runtime.GC,
	}
	p.setTrigger()
	return p, nil
}
