package pool

import (
	"errors"
	"slices"

	"github.com/cugond/cugond/backend"
)

// segment is memory as it came from the driver.
type segment struct {
	ptr   uint64
	bytes int
	small bool   // shared by small blocks
	owner *queue // the stream whose order its free blocks follow
	first *block // in order of addresses
}

// block is a part of a segment.
type block struct {
	ptr           uint64
	bytes         int
	segment       *segment
	prev, next    *block // neighbours in the segment
	before, after *block // in its bin, when free
	user          *queue // whom it was handed out for, nil when free
	use           uint64 // how often it was, so that a second Free is seen
}

// queue is what the pool keeps of one stream.
type queue struct {
	stream       Stream
	small, large bins
	shared       int // bytes in segments of small blocks
	retired      bool
}

// bins returns where free blocks of the segment belong.
func (q *queue) bins(small bool) *bins {
	if small {
		return &q.small
	}
	return &q.large
}

// put adds a free block.
func (q *queue) put(b *block) { q.bins(b.segment.small).put(b) }

// remove takes a free block out.
func (q *queue) remove(b *block) { q.bins(b.segment.small).remove(b) }

// whole reports whether all of the segment is free.
func (g *segment) whole() bool { return g.first.user == nil && g.first.next == nil }

// take takes size bytes for q out of what from has, and has the streams
// ordered. The lock is held.
func (p *Pool) take(q, from *queue, size int) (Block, bool) {
	b := from.bins(size <= smallMax).find(size)
	if b == nil {
		return Block{}, false
	}
	if from != q {
		if from != p.orphans && p.source.Order(q.stream, from.stream) != nil {
			return Block{}, false
		}
		if from == p.orphans || b.segment.whole() {
			p.move(b.segment, q)
			from = q
		}
	}
	from.remove(b)
	p.stats.Reused++
	p.stats.Pooled -= int64(b.bytes)
	return p.cut(b, q, size), true
}

// cut hands out the front of a free block that is in no bin and not counted
// as pooled, and keeps the rest if it is of use. The lock is held.
func (p *Pool) cut(b *block, q *queue, size int) Block {
	rest, least := b.bytes-size, granule
	if !b.segment.small {
		least = smallMax + granule // nothing smaller is ever looked for there
	}
	if rest >= least {
		r := p.newBlock()
		r.ptr, r.bytes, r.segment = b.ptr+uint64(size), rest, b.segment
		r.prev, r.next = b, b.next
		if r.next != nil {
			r.next.prev = r
		}
		b.next, b.bytes = r, size
		b.segment.owner.put(r)
		p.stats.Pooled += int64(rest)
	}
	b.user = q
	b.use++
	p.stats.Allocs++
	p.stats.InUse += int64(b.bytes)
	p.stats.Peak = max(p.stats.Peak, p.stats.InUse)
	return Block{Ptr: b.ptr, Bytes: b.bytes, b: b, use: b.use}
}

// merge joins a free block that is in no bin with its free neighbours. The
// lock is held.
func (p *Pool) merge(b *block) *block {
	owner := b.segment.owner
	if n := b.next; n != nil && n.user == nil {
		owner.remove(n)
		p.join(b, n)
	}
	if f := b.prev; f != nil && f.user == nil {
		owner.remove(f)
		p.join(f, b)
		b = f
	}
	return b
}

// join makes b and its neighbour n one block and n's struct spare.
func (p *Pool) join(b, n *block) {
	b.bytes += n.bytes
	b.next = n.next
	if n.next != nil {
		n.next.prev = b
	}
	p.discard(n)
}

// settle makes a block that is being freed follow the order of its segment's
// stream. The lock is held.
func (p *Pool) settle(b *block) {
	owner := b.segment.owner
	switch {
	case owner == b.user || b.user.retired:
	case owner == p.orphans:
		p.move(b.segment, b.user)
	default:
		// A failure means that nothing runs on the device any more.
		_ = p.source.Order(owner.stream, b.user.stream)
	}
}

// move gives a segment to another stream. The lock is held.
func (p *Pool) move(g *segment, to *queue) {
	from := g.owner
	for b := g.first; b != nil; b = b.next {
		if b.user == nil {
			from.remove(b)
			to.put(b)
		}
	}
	g.owner = to
	if g.small {
		from.shared -= g.bytes
		to.shared += g.bytes
	}
}

// grow gets a segment from the driver and takes size bytes of it.
func (p *Pool) grow(q *queue, size int) (Block, error) {
	var err error
	for _, bytes := range p.segmentSizes(q, size) {
		var b Block
		if b, err = p.add(q, size, bytes); !errors.Is(err, backend.ErrOutOfMemory) {
			return b, err
		}
	}
	return Block{}, err
}

// segmentSizes returns what to ask the driver for, in order of preference.
func (p *Pool) segmentSizes(q *queue, size int) []int {
	if size > smallMax {
		return []int{(size + largeRound - 1) / largeRound * largeRound, size}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if q.shared >= growSegment {
		return []int{growSegment, smallSegment, size}
	}
	return []int{smallSegment, size}
}

// add gets a segment of so many bytes and takes size of them.
func (p *Pool) add(q *queue, size, bytes int) (Block, error) {
	p.mu.Lock()
	if limit := p.stats.Limit; limit > 0 && p.stats.Reserved+int64(bytes) > limit {
		p.mu.Unlock()
		return Block{}, backend.ErrOutOfMemory
	}
	p.stats.Reserved += int64(bytes) // before the lock is left, so that nobody else takes the room
	p.mu.Unlock()
	ptr, err := p.source.Alloc(bytes)
	p.mu.Lock()
	if err != nil {
		p.stats.Reserved -= int64(bytes)
		p.mu.Unlock()
		return Block{}, err
	}
	if p.closed {
		p.stats.Reserved = 0
		p.mu.Unlock()
		return Block{}, errors.Join(backend.ErrClosed, p.source.Free(ptr))
	}
	defer p.mu.Unlock()
	p.stats.PeakReserved = max(p.stats.PeakReserved, p.stats.Reserved)
	g := &segment{ptr: ptr, bytes: bytes, small: size <= smallMax, owner: q}
	p.segments = append(p.segments, g)
	if g.small {
		q.shared += bytes
	}
	b := p.newBlock()
	b.ptr, b.bytes, b.segment = ptr, bytes, g
	g.first = b
	return p.cut(b, q, size), nil
}

// purge gives whole free segments back to the driver until enough bytes are
// free: those of one stream, or with nil of all. p.scarce is held.
func (p *Pool) purge(q *queue, enough int64) error {
	p.mu.Lock()
	var gone []*segment
	var bytes int64
	for i := len(p.segments) - 1; i >= 0 && bytes < enough; i-- {
		g := p.segments[i]
		if !g.whole() || q != nil && g.owner != q {
			continue
		}
		g.owner.remove(g.first)
		if g.small {
			g.owner.shared -= g.bytes
		}
		p.segments = slices.Delete(p.segments, i, i+1)
		p.stats.Pooled -= int64(g.bytes)
		p.discard(g.first)
		gone = append(gone, g)
		bytes += int64(g.bytes)
	}
	p.mu.Unlock()
	var first error
	for _, g := range gone {
		if err := p.source.Free(g.ptr); err != nil && first == nil {
			first = err
		}
		p.mu.Lock()
		p.stats.Reserved -= int64(g.bytes)
		p.mu.Unlock()
	}
	return first
}

// newBlock returns a struct for a block.
func (p *Pool) newBlock() *block {
	b := p.spare
	if b == nil {
		return new(block)
	}
	p.spare = b.next
	b.next = nil
	return b
}

// discard keeps a struct for reuse. Its count of uses goes on, so that old
// handles stay invalid.
func (p *Pool) discard(b *block) {
	*b = block{use: b.use, next: p.spare}
	p.spare = b
}
