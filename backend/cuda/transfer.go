//go:build cgo && linux

package cuda

import (
	"unsafe"

	"github.com/cugond/cugond/backend/cuda/internal/driver"
)

const (
	smallCopy   = 64 << 10 // up to this many bytes a copy shares a staging chunk
	smallChunks = 16
	largeChunk  = 1 << 20   // from here on Go's copy goes past the cache, which is a quarter faster
	leastPiece  = 128 << 10 // no large copy is cut finer
)

// stager copies between host slices and the device on one stream. The GPU
// reaches pinned host memory only, so copies go through chunks of that: while
// some are on their way, others are filled or drained, by several goroutines,
// as one core moves less than the link to the GPU. Chunks are pinned when they
// are first needed and kept. Its methods are safe for concurrent use.
type stager struct {
	ctx    *driver.Context
	stream driver.Stream
	pinned *pinnedRanges
	events *events

	note, letter lane // small copies, in and out
	load, unload lane // large ones

	written int // bytes of note's present chunk that are taken
}

// newStager returns a stager, which holds nothing yet.
func newStager(ctx *driver.Context, s driver.Stream, pinned *pinnedRanges) *stager {
	return &stager{
		ctx: ctx, stream: s, pinned: pinned, events: &events{ctx: ctx},
		note:   lane{size: smallCopy, count: smallChunks},
		letter: lane{size: smallCopy, count: 1},
		load:   lane{size: largeChunk, count: 2 * movers()},
		unload: lane{size: largeChunk, count: 2 * movers()},
	}
}

// in queues a copy from host memory, which may be reused when it returns. Small
// copies don't wait unless about a MiB of them is still queued; large ones wait
// for most of the copy, and large ones from pinned memory for all of it.
func (s *stager) in(dst driver.Ptr, src []byte) error {
	switch {
	case len(src) == 0:
		return nil
	case len(src) <= smallCopy:
		return s.inSmall(dst, src)
	case s.pinned.contain(src):
		e, err := s.inAsync(dst, src)
		if err != nil {
			return err
		}
		return s.events.wait(e)
	}
	return s.inLarge(dst, src)
}

// out copies into host memory, after all that the stream has queued.
func (s *stager) out(dst []byte, src driver.Ptr) error {
	switch {
	case len(dst) == 0:
		return nil
	case s.pinned.contain(dst):
		e, err := s.outAsync(dst, src)
		if err != nil {
			return err
		}
		return s.events.wait(e)
	case len(dst) <= smallCopy:
		return s.outSmall(dst, src)
	}
	return s.outLarge(dst, src)
}

// close gives the staging memory back. The stream must have finished.
func (s *stager) close() {
	for _, l := range []*lane{&s.note, &s.letter, &s.load, &s.unload} {
		l.close(s.ctx)
	}
	s.events.close()
}

// inSmall appends src to what the present chunk has sent. A chunk's event is
// recorded when it is full, so that most copies go without.
func (s *stager) inSmall(dst driver.Ptr, src []byte) error {
	l := &s.note
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.open(s.ctx); err != nil {
		return err
	}
	c := l.present()
	if s.written+len(src) > l.size {
		if err := c.record(s.ctx, s.stream); err != nil {
			return err
		}
		c = l.advance()
		if err := c.wait(s.ctx); err != nil {
			return err
		}
		s.written = 0
	}
	part := c.bytes[s.written:]
	copy(part, src)
	s.written += (len(src) + 63) &^ 63
	return s.ctx.CopyIn(dst, unsafe.Pointer(&part[0]), len(src), s.stream)
}

// outSmall fetches src and waits for it.
func (s *stager) outSmall(dst []byte, src driver.Ptr) error {
	l := &s.letter
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.open(s.ctx); err != nil {
		return err
	}
	c := l.present()
	if err := s.fetch(c, src, len(dst)); err != nil {
		return err
	}
	if err := c.wait(s.ctx); err != nil {
		return err
	}
	copy(dst, c.bytes)
	return nil
}

// inLarge sends src piece by piece. The order of the pieces doesn't matter: all
// that is queued later comes after the last.
func (s *stager) inLarge(dst driver.Ptr, src []byte) error {
	return s.load.move(s.ctx, len(src), func(own *[2]*chunk, next func() (at, end int)) error {
		for turn := 0; ; turn ^= 1 {
			at, end := next()
			if at == end {
				return nil
			}
			c := own[turn]
			if err := c.wait(s.ctx); err != nil {
				return err
			}
			copy(c.bytes, src[at:end])
			if err := s.ctx.CopyIn(dst+driver.Ptr(at), unsafe.Pointer(&c.bytes[0]), end-at, s.stream); err != nil {
				return err
			}
			if err := c.record(s.ctx, s.stream); err != nil {
				return err
			}
		}
	})
}

// outLarge fetches src piece by piece; while a goroutine stores one, its next
// is on the way.
func (s *stager) outLarge(dst []byte, src driver.Ptr) error {
	return s.unload.move(s.ctx, len(dst), func(own *[2]*chunk, next func() (at, end int)) error {
		at, end := next()
		if err := s.fetch(own[0], src+driver.Ptr(at), end-at); err != nil {
			return err
		}
		for turn := 0; at < end; turn ^= 1 {
			then, thenEnd := next()
			if err := s.fetch(own[turn^1], src+driver.Ptr(then), thenEnd-then); err != nil {
				return err
			}
			if err := own[turn].wait(s.ctx); err != nil {
				return err
			}
			copy(dst[at:end], own[turn].bytes)
			at, end = then, thenEnd
		}
		return nil
	})
}

// fetch queues a copy of n bytes to a chunk, if there are any.
func (s *stager) fetch(c *chunk, src driver.Ptr, n int) error {
	if n == 0 {
		return nil
	}
	if err := s.ctx.CopyOut(unsafe.Pointer(&c.bytes[0]), src, n, s.stream); err != nil {
		return err
	}
	return c.record(s.ctx, s.stream)
}

// inAsync queues a copy from pinned memory and returns an event after it.
func (s *stager) inAsync(dst driver.Ptr, src []byte) (driver.Event, error) {
	if err := s.ctx.CopyIn(dst, unsafe.Pointer(&src[0]), len(src), s.stream); err != nil {
		return driver.Event{}, err
	}
	return s.events.record(s.stream)
}

// outAsync queues a copy into pinned memory and returns an event after it.
func (s *stager) outAsync(dst []byte, src driver.Ptr) (driver.Event, error) {
	if err := s.ctx.CopyOut(unsafe.Pointer(&dst[0]), src, len(dst), s.stream); err != nil {
		return driver.Event{}, err
	}
	return s.events.record(s.stream)
}
