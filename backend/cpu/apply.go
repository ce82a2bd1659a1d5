package cpu

import (
	"github.com/cugond/cugond/backend"
)

const (
	minBlock = 512  // elements a block
	maxBlock = 8192 // beyond, there is nothing to gain
)

// apply carries out a kernel without reductions.
func (j *job) apply(k *backend.Kernel) error {
	s := &j.space
	if s.nd > 1 {
		// The order of walking changes no result. That of a store makes
		// for long runs; where there is none, that of an input.
		if by := s.byStore(); by != nil {
			s.sortByStrides(by)
		}
		s.merge()
	}
	if s.transposed(k) {
		return j.transpose(k)
	}
	if a := s.across(); a >= 0 {
		return j.strips(k, a)
	}
	p := &j.plans[0]
	if err := p.compile(k, s, placement{0, s.shape[s.nd-1]}, purpose{}, j.dev.fns); err != nil {
		return err
	}
	p.setBlock(blockFor(p.perElement, scratchTarget))
	j.choose(p)
	return j.ranges(p, p.total, taskElements)
}

// byStore returns the view that the order of walking follows.
func (s *space) byStore() *operand {
	if len(s.stores) > 0 {
		return &s.stores[0]
	}
	return s.leading()
}

// blockFor returns how many elements of so many bytes in all fit the target,
// a multiple of the unit.
func blockFor(perElement, target int64) int64 {
	if perElement == 0 {
		return maxBlock
	}
	return min(max(target/perElement/unitLen*unitLen, minBlock), maxBlock)
}

// choose takes the Go evaluator for what is too small to be worth calling C,
// unless the two might differ.
func (j *job) choose(p *plan) {
	if p.exact && p.total*int64(len(p.code)) <= goWork {
		j.ev = goEvaluator{}
	}
}

// ranges walks n positions of a plan, in pieces of about as many as given.
func (j *job) ranges(p *plan, n, piece int64) error {
	piece = ceil(piece, p.block) * p.block
	return j.each(ceil(n, piece), n, func(w *worker, task int64) {
		r := region{pos: task * piece, n: min(piece, n-task*piece)}
		if w.plan != p {
			w.bind(p, n)
		}
		w.run(j.ev, &r)
	})
}

const (
	stripBytes = 256 // of a row of a strip
	stripFrom  = 1 << 12
)

// across returns an axis to walk side by side with the last one, because an
// input's elements are close together along it and far apart along the last;
// -1 if there is none. Walking along the last axis alone would load a cache
// line for every element.
func (s *space) across() int {
	last := s.nd - 1
	if s.nd < 2 || s.count(0, s.nd) < stripFrom || s.shape[last] < 8 {
		return -1
	}
	for i := range s.inputs {
		o := &s.inputs[i]
		if o.identity() || magnitude(o.strides[last]) < cacheLine {
			continue
		}
		best := -1
		for a := range last {
			if m := magnitude(o.strides[a]); m != 0 && m < cacheLine && s.shape[a] >= 8 &&
				(best < 0 || m < magnitude(o.strides[best])) {
				best = a
			}
		}
		if best >= 0 {
			return best
		}
	}
	return -1
}

// strips walks axis a and a strip of the last axis at a time, so that rows of
// a strip, in whatever direction, are whole cache lines and stay in the cache.
func (j *job) strips(k *backend.Kernel, a int) error {
	s := &j.space
	s.moveBefore(a, s.nd-1)
	outer, rows, cols := s.nd-2, s.shape[s.nd-2], s.shape[s.nd-1]
	size := int64(1)
	s.operands(func(o *operand) { size = max(size, o.size) })
	width := min(cols, stripBytes/size)
	tail := cols % width
	for i, n := range [...]int64{width, tail} {
		if n == 0 {
			continue
		}
		p := &j.plans[i]
		if err := p.compile(k, s, placement{outer, n}, purpose{}, j.dev.fns); err != nil {
			return err
		}
		p.setBlock(max(blockFor(p.perElement, scratchTarget)/n, 1) * n)
	}
	piece := max(1, min(rows, taskElements/width))
	pieces, strips := ceil(rows, piece), ceil(cols, width)
	total := s.count(0, s.nd)
	return j.each(s.count(0, outer)*strips*pieces, total, func(w *worker, task int64) {
		row := task % pieces * piece
		strip := task / pieces % strips
		r := region{outer: task / pieces / strips, column: strip * width}
		p, n := &j.plans[0], width
		if cols-r.column < width {
			p, n = &j.plans[1], tail
		}
		r.pos, r.n = row*n, min(piece, rows-row)*n
		if w.plan != p {
			w.bind(p, total)
		}
		w.run(j.ev, &r)
	})
}

// moveBefore moves axis a to the place just before axis b, which is a later
// one.
func (s *space) moveBefore(a, b int) {
	var list [maxDims]int
	order := list[:0]
	for i := range s.nd {
		if i == b {
			order = append(order, a)
		}
		if i != a {
			order = append(order, i)
		}
	}
	s.permute(order)
}
