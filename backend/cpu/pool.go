package cpu

import (
	"fmt"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/cugond/cugond/backend"
)

const (
	smallBytes     = 32 << 10 // at most this comes from the Go heap
	hugeFrom       = 4 << 20  // at least this asks for huge pages
	pageBytes      = 4 << 10
	maxAddressable = 1 << 47
	maxPooled      = 1 << 30
	minPressure    = 64 << 20

	collectWait = 5 * time.Millisecond // longest wait for frees after a collection
	collectIdle = 1 * time.Millisecond // no frees for this long: there are no more
)

// buffer is memory of the device, on the Go heap or mapped.
type buffer struct {
	ptr   unsafe.Pointer
	bytes int
	class int // bytes taken, 0 when on the Go heap
	pool  *pool
	freed atomic.Bool
}

// Len implements backend.Buffer.
func (b *buffer) Len() int { return b.bytes }

// Managed implements backend.Buffer.
func (b *buffer) Managed() bool { return b.class == 0 }

// Free implements backend.Buffer. It takes a lock for a few instructions, so
// that it may be called by cleanups.
func (b *buffer) Free() {
	if b.class != 0 && b.freed.CompareAndSwap(false, true) {
		b.pool.put(b.ptr, b.class)
	}
}

// pool hands out memory. Large pieces are sorted in size classes of eight to
// the octave, so that an eighth at most is wasted, and kept for reuse when
// they are freed: fresh pages must be zeroed by the system, which takes longer
// than most kernels.
type pool struct {
	limit   int64 // what the machine has
	pooling int64 // most bytes kept for reuse

	mu       sync.Mutex
	idle     map[int][]unsafe.Pointer // class → pieces
	stats    backend.MemoryStats
	baseline int64 // in use after the last collection
	frees    int64 // pieces put back so far
	closed   bool

	collecting sync.Mutex
	small      atomic.Int64
}

func newPool() *pool {
	limit := physicalMemory()
	return &pool{limit: limit, pooling: min(maxPooled, limit/4), idle: make(map[int][]unsafe.Pointer)}
}

// sizeClass rounds up to an eighth of the power of two below, at least a page.
func sizeClass(bytes int) int {
	step := max(1<<(bits.Len(uint(bytes))-1)/8, pageBytes)
	return (bytes + step - 1) / step * step
}

// get returns a buffer with undefined contents.
func (p *pool) get(bytes int) (*buffer, error) {
	if bytes >= 0 && bytes <= smallBytes {
		return p.heap(bytes), nil
	}
	if bytes < 0 || int64(bytes) > p.limit {
		return nil, p.refuse(bytes)
	}
	class := sizeClass(bytes)
	if p.pressed(class) {
		p.collect(class)
	}
	for attempt := 0; ; attempt++ {
		if ptr, ok := p.take(class); ok {
			return &buffer{ptr: ptr, bytes: bytes, class: class, pool: p}, nil
		}
		switch attempt {
		case 0:
			p.trim()
		case 1:
			p.collectNow()
			p.trim()
		default:
			return nil, p.refuse(bytes)
		}
	}
}

// heap returns a buffer on the Go heap.
func (p *pool) heap(bytes int) *buffer {
	p.small.Add(1)
	words := make([]uint64, max(1, (bytes+7)/8))
	return &buffer{ptr: unsafe.Pointer(unsafe.SliceData(words)), bytes: bytes, pool: p}
}

// take takes a piece of the class from the pool, or from the system.
func (p *pool) take(class int) (unsafe.Pointer, bool) {
	p.mu.Lock()
	if list := p.idle[class]; len(list) > 0 {
		ptr := list[len(list)-1]
		p.idle[class] = list[:len(list)-1]
		p.stats.Pooled -= int64(class)
		p.stats.Reused++
		p.account(class)
		p.mu.Unlock()
		return ptr, true
	}
	if p.stats.InUse+p.stats.Pooled+int64(class) > p.limit {
		p.mu.Unlock()
		return nil, false
	}
	p.account(class) // before the lock is left, so that nobody else takes the room
	p.mu.Unlock()
	ptr, ok := mapMemory(class)
	if !ok {
		p.mu.Lock()
		p.stats.InUse -= int64(class)
		p.stats.Allocs--
		p.mu.Unlock()
	}
	return ptr, ok
}

// account counts an allocation. The lock is held.
func (p *pool) account(class int) {
	p.stats.Allocs++
	p.stats.InUse += int64(class)
	p.stats.Peak = max(p.stats.Peak, p.stats.InUse)
}

// put keeps a piece for reuse, or gives it back when enough is kept.
func (p *pool) put(ptr unsafe.Pointer, class int) {
	p.mu.Lock()
	p.stats.InUse -= int64(class)
	p.frees++
	keep := !p.closed && p.stats.Pooled+int64(class) <= p.pooling
	if keep {
		p.idle[class] = append(p.idle[class], ptr)
		p.stats.Pooled += int64(class)
	}
	p.mu.Unlock()
	if !keep {
		unmapMemory(ptr, class)
	}
}

// trim gives everything that is kept back to the system.
func (p *pool) trim() {
	p.mu.Lock()
	idle := p.idle
	p.idle = make(map[int][]unsafe.Pointer)
	p.stats.Pooled = 0
	p.mu.Unlock()
	for class, list := range idle {
		for _, ptr := range list {
			unmapMemory(ptr, class)
		}
	}
}

// close trims, and makes put give pieces back from now on.
func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.trim()
}

// pressed reports whether another class bytes make so much memory in use that
// much of it may be garbage: the collector does not see mapped memory, so it
// has to be told.
func (p *pool) pressed(class int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stats.InUse+int64(class) > max(minPressure, 2*p.baseline)
}

// collect runs the garbage collector unless another goroutine just has.
func (p *pool) collect(class int) {
	p.collecting.Lock()
	defer p.collecting.Unlock()
	if p.pressed(class) {
		p.run()
	}
}

// collectNow runs the garbage collector.
func (p *pool) collectNow() {
	p.collecting.Lock()
	defer p.collecting.Unlock()
	p.run()
}

// run collects and waits for the cleanups, which run on a goroutine of their
// own after the collection, to free buffers. p.collecting is held.
func (p *pool) run() {
	p.mu.Lock()
	p.stats.Collected++
	seen := p.frees
	p.mu.Unlock()
	runtime.GC()
	start := time.Now()
	for last := start; ; {
		time.Sleep(50 * time.Microsecond)
		p.mu.Lock()
		frees := p.frees
		p.baseline = p.stats.InUse
		p.mu.Unlock()
		now := time.Now()
		if frees != seen {
			seen, last = frees, now
		}
		if now.Sub(last) > collectIdle || now.Sub(start) > collectWait {
			return
		}
	}
}

// refuse is the error of an allocation that can't be had.
func (p *pool) refuse(bytes int) error {
	s := p.report()
	return &backend.Error{
		Op:     fmt.Sprintf("alloc %d bytes", bytes),
		Device: deviceName,
		Text:   fmt.Sprintf("%d bytes in use, %d pooled, of %d; close arrays that are no longer needed", s.InUse, s.Pooled, p.limit),
		Err:    backend.ErrOutOfMemory,
	}
}

// report returns the statistics.
func (p *pool) report() backend.MemoryStats {
	p.mu.Lock()
	s := p.stats
	p.mu.Unlock()
	s.FromGo = p.small.Load()
	s.Allocs += s.FromGo
	return s
}
