package pool

import "math/bits"

const (
	binBits    = 5 // 32 bins to the octave, exact ones up to 32 granules
	octaveBins = 1 << binBits
	numBins    = (46 - 9 - binBits + 2) * octaveBins // up to maxBytes

	lookAt = 32 // how many blocks of a bin are compared for the best fit
)

// bins holds free blocks by size.
type bins struct {
	heads [numBins]*block
	used  [numBins / 64]uint64 // which heads are not nil
}

// binOf returns the bin of a size: sizes in one bin differ by less than a 32nd.
func binOf(size int) int {
	n := uint(size) / granule
	if n < octaveBins {
		return int(n)
	}
	octave := bits.Len(n) - 1 - binBits
	return (octave+1)*octaveBins + int(n>>octave)&(octaveBins-1)
}

// put adds a free block.
func (s *bins) put(b *block) {
	i := binOf(b.bytes)
	head := s.heads[i]
	b.after, b.before = head, nil
	if head != nil {
		head.before = b
	}
	s.heads[i] = b
	s.used[i/64] |= 1 << (i % 64)
}

// remove takes a block out.
func (s *bins) remove(b *block) {
	if b.after != nil {
		b.after.before = b.before
	}
	if b.before != nil {
		b.before.after = b.after
	} else {
		i := binOf(b.bytes)
		s.heads[i] = b.after
		if b.after == nil {
			s.used[i/64] &^= 1 << (i % 64)
		}
	}
	b.after, b.before = nil, nil
}

// find returns a block of at least size bytes, or nil: of the first bin that
// has one, the best of those that were freed last.
func (s *bins) find(size int) *block {
	i := binOf(size)
	if b := best(s.heads[i], size); b != nil {
		return b
	}
	i++
	for w := i / 64; w < len(s.used); w++ {
		set := s.used[w]
		if w == i/64 {
			set &= ^uint64(0) << (i % 64)
		}
		if set != 0 {
			return best(s.heads[w*64+bits.TrailingZeros64(set)], size)
		}
	}
	return nil
}

// best returns a block of a bin that is large enough, if there is one. It stops
// looking for a better one after some.
func best(head *block, size int) *block {
	var found *block
	for b, n := head, 0; b != nil && (n < lookAt || found == nil); b, n = b.after, n+1 {
		if b.bytes == size {
			return b
		}
		if b.bytes > size && (found == nil || b.bytes < found.bytes) {
			found = b
		}
	}
	return found
}
