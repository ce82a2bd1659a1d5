//go:build cgo && linux

package cuda

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda/internal/driver"
)

// lane is a ring of pinned chunks for copies in one direction. Its lock is
// held through a copy, so that the pieces of one follow each other.
type lane struct {
	size, count int

	mu     sync.Mutex
	memory unsafe.Pointer
	chunks []chunk
	turn   int // the present chunk
	closed bool
}

// chunk is pinned memory and the end of the copy that used it last.
type chunk struct {
	bytes []byte
	done  driver.Event
	busy  bool // done was recorded and not waited for
}

// open pins the memory, the first time. The lock is held.
func (l *lane) open(ctx *driver.Context) error {
	switch {
	case l.closed:
		return backend.ErrClosed
	case l.chunks != nil:
		return nil
	}
	memory, err := ctx.HostAlloc(l.size * l.count)
	if err != nil {
		return err
	}
	bytes := unsafe.Slice((*byte)(memory), l.size*l.count)
	chunks := make([]chunk, 0, l.count)
	for i := range l.count {
		e, err := ctx.NewEvent(false)
		if err != nil {
			release(ctx, memory, chunks)
			return err
		}
		chunks = append(chunks, chunk{bytes: bytes[i*l.size : (i+1)*l.size : (i+1)*l.size], done: e})
	}
	l.memory, l.chunks = memory, chunks
	return nil
}

// close gives the memory back. Copies must have finished.
func (l *lane) close(ctx *driver.Context) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.chunks != nil {
		release(ctx, l.memory, l.chunks)
	}
	l.memory, l.chunks, l.closed = nil, nil, true
}

// release gives up what a lane holds. A failure is one of the device, with
// which all of it ends.
func release(ctx *driver.Context, memory unsafe.Pointer, chunks []chunk) {
	for _, c := range chunks {
		_ = ctx.DestroyEvent(c.done)
	}
	_ = ctx.HostFree(memory)
}

// present returns the chunk that was used last.
func (l *lane) present() *chunk { return &l.chunks[l.turn] }

// advance makes the chunk that was used the longest ago the present one.
func (l *lane) advance() *chunk {
	l.turn = (l.turn + 1) % l.count
	return l.present()
}

// record marks the end of the chunk's copies.
func (c *chunk) record(ctx *driver.Context, s driver.Stream) error {
	if err := ctx.Record(c.done, s); err != nil {
		return err
	}
	c.busy = true
	return nil
}

// wait returns when the chunk's copies have ended.
func (c *chunk) wait(ctx *driver.Context) error {
	if !c.busy {
		return nil
	}
	if err := ctx.SyncEvent(c.done); err != nil {
		return err
	}
	c.busy = false
	return nil
}

// mostMovers is how many goroutines move the bytes of one copy at most.
const mostMovers = 8

// movers is how many do on this machine.
func movers() int { return min(mostMovers, runtime.GOMAXPROCS(0)) }

// pieceOf is how large the pieces are that n bytes are moved in.
func pieceOf(n int) int { return min(largeChunk, max(leastPiece, (n/mostMovers+4095)&^4095)) }

// move has n bytes moved piece by piece by several goroutines. Each gets two
// chunks of its own, and asks for one piece after the other until it gets an
// empty one.
func (l *lane) move(ctx *driver.Context, n int, work func(own *[2]*chunk, next func() (at, end int)) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.open(ctx); err != nil {
		return err
	}
	piece := pieceOf(n)
	var taken atomic.Int64
	next := func() (at, end int) {
		at = min(n, int(taken.Add(1)-1)*piece)
		return at, min(n, at+piece)
	}
	errs := make([]error, min(l.count/2, (n+piece-1)/piece))
	mover := func(i int) { errs[i] = work(&[2]*chunk{&l.chunks[2*i], &l.chunks[2*i+1]}, next) }
	var wg sync.WaitGroup
	for i := range errs[1:] {
		wg.Go(func() { mover(i + 1) })
	}
	mover(0)
	wg.Wait()
	return errors.Join(errs...)
}
