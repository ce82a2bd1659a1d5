package cpu

import (
	"unsafe"

	"github.com/cugond/cugond/backend"
)

// reduction is a kernel with folds at work.
//
// The axes are put in one of two orders, whichever reads memory in runs: kept
// axes before reduced ones, so that a walk meets the values of one output
// after another; or the reduced axes between the kept ones, of which the last
// are the columns of the walk. The order of the reduced axes among themselves
// stays, and what is computed of the values does not depend on the choice, see
// fold.go.
type reduction struct {
	j       *job
	kernel  *backend.Kernel
	kept    int   // outputs
	reduced int64 // values each
	chunks  int64
	columns int64 // outputs side by side; 0: none
	outer   int   // axes before the reduced ones
	fns     []*stateFns
	parts   [][]uint64 // states by fold; in it by chunk, then output
	results []layout   // of the folds' views, over the kept axes
}

// reduce carries out a kernel with folds.
func (j *job) reduce(k *backend.Kernel) error {
	if j.space.overwrites() {
		// Inputs may be read twice, so they are written afterwards.
		folds, stores := *k, *k
		folds.Stores, stores.Folds, stores.Reduce = nil, nil, nil
		if _, err := j.dev.Run(&folds); err != nil {
			return err
		}
		_, err := j.dev.Run(&stores)
		return err
	}
	err := j.fold(k)
	if j.failed.Load() != nil {
		return err
	}
	if again := j.dev.refine(k); again != nil {
		return again
	}
	return err
}

// overwrites reports whether a store is to an input's memory.
func (s *space) overwrites() bool {
	for i := range s.stores {
		for j := range s.inputs {
			if s.stores[i].buffer == s.inputs[j].buffer {
				return true
			}
		}
	}
	return false
}

// fold carries out a kernel with folds without regard to the range of floats.
func (j *job) fold(k *backend.Kernel) error {
	s := &j.space
	s.merge()
	r := reduction{j: j, kernel: k}
	r.arrange(s)
	for i := range k.Folds {
		r.fns = append(r.fns, &states[k.Folds[i].Fold][k.Prog.Type(k.Folds[i].Value)])
	}
	if r.chunks > 1 {
		for _, f := range r.fns {
			part := make([]uint64, int(r.chunks)*r.kept*f.words)
			identity(f, part)
			r.parts = append(r.parts, part)
		}
	}
	var err error
	if r.columns > 0 {
		err = r.byColumns()
	} else {
		err = r.bySegments()
	}
	if j.failed.Load() == nil && r.chunks > 1 {
		r.merge()
		err = j.err()
	}
	return err
}

// arrange chooses the order of the axes.
func (r *reduction) arrange(s *space) {
	var list [maxDims]int
	kept, reduced := list[:0], make([]int, 0, maxDims)
	for a := range s.nd {
		if s.reduce[a] {
			reduced = append(reduced, a)
		} else {
			kept = append(kept, a)
		}
	}
	r.reduced = 1
	for _, a := range reduced {
		r.reduced *= s.shape[a]
	}
	column := -1
	if len(kept) > 0 && len(reduced) > 0 {
		column = s.columnAxis(kept, reduced)
		if column < 0 && r.reduced <= shortSegment {
			column = s.longest(kept)
		}
	}
	// A few values a walk are not worth starting it.
	const least = 256
	if column >= 0 && (len(kept) == 1 || r.reduced*s.shape[column] >= least) {
		r.columns = s.shape[column]
		order := make([]int, 0, maxDims)
		for _, a := range kept {
			if a != column {
				order = append(order, a)
			}
		}
		r.outer = len(order)
		s.permute(append(append(order, reduced...), column))
	} else {
		r.outer = len(kept)
		s.permute(append(kept, reduced...))
	}
	r.chunks = ceil(r.reduced, chunkLen)
	r.kept = int(s.count(0, s.nd) / r.reduced)
	r.results = make([]layout, len(s.folds))
	for i := range r.results {
		r.layout(s, &s.folds[i], &r.results[i])
	}
}

// longest returns the longest of some axes.
func (s *space) longest(axes []int) int {
	best := axes[0]
	for _, a := range axes {
		if s.shape[a] > s.shape[best] {
			best = a
		}
	}
	return best
}

// columnAxis returns the kept axis along which the leading input is closest
// together, if it is closer than along any reduced axis, else -1.
func (s *space) columnAxis(kept, reduced []int) int {
	lead := s.leading()
	if lead == nil {
		if last := s.nd - 1; !s.reduce[last] {
			return last
		}
		return -1
	}
	nearest := func(axes []int) (axis int, stride int64) {
		axis, stride = -1, 1<<62
		for _, a := range axes {
			if m := magnitude(lead.strides[a]); m != 0 && m <= stride && s.shape[a] > 1 {
				axis, stride = a, m
			}
		}
		return axis, stride
	}
	k, near := nearest(kept)
	_, far := nearest(reduced)
	if k >= 0 && near < far {
		return k
	}
	return -1
}

// layout is that of a fold's view over the kept axes in their new order.
func (r *reduction) layout(s *space, o *operand, l *layout) {
	n := 0
	add := func(a int) {
		d, st := s.shape[a], o.strides[a]
		if n > 0 && l.strides[n-1] == st*d {
			l.shape[n-1] *= d
			l.strides[n-1] = st
			return
		}
		l.shape[n], l.strides[n] = d, st
		n++
	}
	for a := range r.outer {
		add(a)
	}
	if r.columns > 0 {
		add(s.nd - 1)
	}
	if n == 0 {
		l.shape[0], l.strides[0], n = 1, 0, 1
	}
	l.nd = int64(n)
}

// states returns room for the states of n outputs from the first one on, in
// chunk c: the worker's own when there is one chunk, else the common one.
func (r *reduction) states(w *worker, fold int, chunk, first, n int64) []uint64 {
	words := int64(r.fns[fold].words)
	if r.chunks > 1 {
		at := (chunk*int64(r.kept) + first) * words
		return r.parts[fold][at : at+n*words]
	}
	for len(w.folds) <= fold {
		w.folds = append(w.folds, nil)
	}
	w.folds[fold] = resize(w.folds[fold], int(n*words))
	identity(r.fns[fold], w.folds[fold])
	return w.folds[fold]
}

// finish turns the states of n outputs from the first one on into results.
func (r *reduction) finish(w *worker, fold int, states []uint64, first, n int64) {
	o, l := &r.j.space.folds[fold], &r.results[fold]
	f := finishing{
		states: unsafe.Pointer(unsafe.SliceData(states)),
		n:      n,
		count:  r.reduced,
		ddof:   r.kernel.Folds[fold].DDof,
	}
	if l.linear(o.size) {
		f.dst = unsafe.Add(o.ptr, first*o.size)
		r.fns[fold].finish(&f)
		return
	}
	w.out = resize(w.out, int(n*o.size+7)/8)
	f.dst = unsafe.Pointer(unsafe.SliceData(w.out))
	r.fns[fold].finish(&f)
	c := call{dst: o.ptr, a: f.dst, b: unsafe.Pointer(l), pos: first, n: n}
	goFns[moveFn(moveScatter, int(o.size))](&c)
}

// merge joins the chunks' states and finishes.
func (r *reduction) merge() {
	w := r.j.dev.worker()
	r.j.guard(func() {
		n := int64(r.kept)
		for i, f := range r.fns {
			part := r.parts[i]
			into := unsafe.Pointer(unsafe.SliceData(part))
			row := r.kept * f.words
			for c := row; c < len(part); c += row {
				f.merge(into, unsafe.Pointer(&part[c]), n)
			}
			r.finish(w, i, part[:row], 0, n)
		}
	})
	r.j.retire(w)
}

// bySegments walks the values of one output after another.
func (r *reduction) bySegments() error {
	j, s := r.j, &r.j.space
	p := &j.plans[0]
	to := purpose{folds: fnFold, length: r.reduced}
	if err := p.compile(r.kernel, s, placement{0, s.shape[s.nd-1]}, to, j.dev.fns); err != nil {
		return err
	}
	block := blockFor(p.perElement, scratchTarget)
	if r.reduced <= block {
		block = block / r.reduced * r.reduced
	}
	p.setBlock(block)
	j.choose(p)
	if r.chunks > 1 {
		return j.each(int64(r.kept)*r.chunks, p.total, func(w *worker, task int64) {
			k, c := task/r.chunks, task%r.chunks
			r.segments(w, c, k, 1, k*r.reduced+c*chunkLen, min(chunkLen, r.reduced-c*chunkLen))
		})
	}
	group := max(1, min(taskElements/r.reduced, int64(r.kept)))
	return j.each(ceil(int64(r.kept), group), p.total, func(w *worker, task int64) {
		k := task * group
		n := min(group, int64(r.kept)-k)
		r.segments(w, 0, k, n, k*r.reduced, n*r.reduced)
	})
}

// segments folds n values from position pos on into the outputs from k on.
func (r *reduction) segments(w *worker, chunk, k, outputs, pos, n int64) {
	p := &r.j.plans[0]
	if w.plan != p {
		w.bind(p, p.total)
	}
	whole := r.reduced <= p.block // several segments a block
	per := p.block / r.reduced
	var room [8][]uint64
	all := room[:0]
	for i, f := range r.fns {
		st := r.states(w, i, chunk, k, outputs)
		all = append(all, st)
		advance := int64(0)
		if whole {
			advance = per * int64(f.words) * 8
		}
		w.states(i, unsafe.Pointer(unsafe.SliceData(st)), advance)
	}
	if whole || outputs == 1 {
		w.run(r.j.ev, &region{pos: pos, n: n})
	} else {
		for o := range outputs {
			for i, f := range r.fns {
				w.states(i, unsafe.Pointer(&all[i][int(o)*f.words]), 0)
			}
			w.run(r.j.ev, &region{pos: pos + o*r.reduced, n: r.reduced})
		}
	}
	if r.chunks == 1 {
		for i, st := range all {
			r.finish(w, i, st, k, outputs)
		}
	}
}

// byColumns walks rows of strips of columns.
func (r *reduction) byColumns() error {
	j, s := r.j, &r.j.space
	to := purpose{folds: fnFoldCol}
	rows := min(r.reduced, unitLen)
	compile := func(p *plan, width int64) error {
		to.length = width
		if err := p.compile(r.kernel, s, placement{r.outer, width}, to, j.dev.fns); err != nil {
			return err
		}
		p.setBlock(max(blockFor(p.perElement, columnScratch)/(rows*width), 1) * rows * width)
		return nil
	}
	// How wide the strips can be depends on the registers, which depend
	// little on how wide they are.
	even := func(width int64) int64 { // strips of about the same width
		return min(ceil(ceil(r.columns, ceil(r.columns, width)), 16)*16, r.columns, width)
	}
	width := even(columnWidth)
	if err := compile(&j.plans[0], width); err != nil {
		return err
	}
	if per := j.plans[0].perElement; per > 0 {
		if fits := max(columnScratch/(rows*per)&^15, 16); fits != width && (fits < width || width < r.columns) {
			width = even(fits)
			if err := compile(&j.plans[0], width); err != nil {
				return err
			}
		}
	}
	tail := r.columns % width
	if tail != 0 {
		if err := compile(&j.plans[1], tail); err != nil {
			return err
		}
	}
	total := s.count(0, s.nd)
	if total == j.plans[0].total {
		j.choose(&j.plans[0])
	}
	strips := ceil(r.columns, width)
	return j.each(s.count(0, r.outer)*strips*r.chunks, total, func(w *worker, task int64) {
		chunk, strip, outer := task%r.chunks, task/r.chunks%strips, task/r.chunks/strips
		p, n := &j.plans[0], width
		column := strip * width
		if r.columns-column < width {
			p, n = &j.plans[1], tail
		}
		if w.plan != p {
			w.bind(p, total)
		}
		first := outer*r.columns + column
		for i := range r.fns {
			w.states(i, unsafe.Pointer(unsafe.SliceData(r.states(w, i, chunk, first, n))), 0)
		}
		row := chunk * chunkLen
		w.run(j.ev, &region{outer: outer, column: column, pos: row * n, n: min(chunkLen, r.reduced-row) * n})
		if r.chunks == 1 {
			for i := range r.fns {
				r.finish(w, i, w.folds[i], first, n)
			}
		}
	})
}

const (
	// So few values are sooner brought side by side than reduced one output
	// after another.
	shortSegment  = 24
	columnScratch = 128 << 10 // of a walk by columns: units are 512 rows
	columnWidth   = 128       // columns a strip
)
