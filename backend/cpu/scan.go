package cpu

import (
	"fmt"
	"unsafe"

	"github.com/cugond/cugond/backend"
)

// scanning is a scan at work. The axes are put in the order of the others, the
// scanned one, and one of the others again, which is walked side by side.
type scanning struct {
	j       *job
	scan    *backend.Scan
	fns     *scanFns
	length  int64 // of a line
	columns int64 // lines side by side
	width   int64 // of them in a strip
	strips  int64
	tail    int64 // width of the last strip, 0 when it is as wide as the others
	outer   int64 // positions of the axes before
	axes    int
}

// Scan implements backend.Scanner. Long lines are cut into chunks of fixed
// length, the results up to which are added to those within, so that the result
// does not depend on the number of goroutines.
func (d *Device) Scan(sc *backend.Scan) (backend.Event, error) {
	k := &sc.Kernel
	if len(k.Shape) > maxDims {
		return nil, fmt.Errorf("a scan in more than %d dimensions: %w", maxDims, backend.ErrUnsupported)
	}
	if len(k.Stores) != 1 || len(k.Folds) != 0 || sc.Axis < 0 || sc.Axis >= len(k.Shape) {
		return nil, malformed("a scan of axis %d of %d with %d stores and %d folds",
			sc.Axis, len(k.Shape), len(k.Stores), len(k.Folds))
	}
	in := k.Prog.Type(k.Stores[0].Value)
	if int(sc.Op) >= numCumulative || !sc.Op.Row().Kinds.Has(in) {
		return nil, fmt.Errorf("%v of %v: %w", sc.Op, in, backend.ErrUnsupported)
	}
	return nil, d.job("scan", k, func(j *job) error {
		s := &scanning{j: j, scan: sc, fns: &scans[sc.Op][in]}
		return s.run()
	})
}

// arrange chooses the order of the axes.
func (s *scanning) arrange() {
	sp := &s.j.space
	axis := s.scan.Axis
	s.length = sp.shape[axis]
	by := sp.leading()
	if by == nil {
		by = &sp.stores[0]
	}
	// The axis next to which lines lie closest, or that has most of them.
	column := -1
	for a := range sp.nd {
		if a == axis || sp.shape[a] == 1 && sp.nd < maxDims {
			continue
		}
		if column < 0 || closer(by.strides[a], by.strides[column]) {
			column = a
		}
	}
	const long = 64
	if sp.nd < maxDims && column >= 0 && s.length >= long && closer(by.strides[axis], by.strides[column]) {
		column = -1
	}
	order := make([]int, 0, maxDims)
	for a := range sp.nd {
		if a != axis && a != column {
			order = append(order, a)
		}
	}
	s.axes = len(order)
	s.columns = 1
	order = append(order, axis)
	if column >= 0 {
		s.columns = sp.shape[column]
		order = append(order, column)
	}
	sp.permute(order)
	if column < 0 { // a last axis of length 1
		sp.operands(func(o *operand) { o.strides[sp.nd] = 0 })
		sp.shape[sp.nd] = 1
		sp.reduce[sp.nd] = false
		sp.nd++
	}
	s.outer = sp.count(0, s.axes)
}

// closer reports whether elements at the first stride are closer together.
func closer(a, b int64) bool { return a != 0 && (b == 0 || magnitude(a) < magnitude(b)) }

func (s *scanning) run() error {
	s.arrange()
	s.width = min(s.columns, columnWidth)
	s.strips, s.tail = ceil(s.columns, s.width), s.columns%s.width
	if err := s.compile(false); err != nil {
		return err
	}
	j := s.j
	total := j.space.count(0, j.space.nd)
	lines := s.outer * s.strips
	chunks := ceil(s.length, chunkLen)
	words := int64(s.fns.words)
	if chunks == 1 || lines >= int64(j.dev.workers) || total < parallelFrom {
		if lines == 1 && chunks == 1 {
			j.choose(&j.plans[0])
		}
		return j.each(lines, total, func(w *worker, line int64) {
			state := s.fresh(w)
			for c := range chunks {
				s.chunk(w, line, c, state)
				s.next(state)
			}
		})
	}
	// Few long lines: the chunks' totals first, then each chunk with what
	// comes before it.
	if err := s.compile(true); err != nil {
		return err
	}
	parts := make([]uint64, lines*chunks*words*s.width)
	part := func(task int64) []uint64 { return parts[task*words*s.width:][:words*s.width] }
	err := j.each(lines*chunks, total, func(w *worker, task int64) {
		s.init(part(task))
		s.chunk(w, task/chunks, task%chunks, part(task))
	})
	if j.failed.Load() != nil {
		return err
	}
	for line := range lines {
		state := make([]uint64, words*s.width)
		s.init(state)
		for c := range chunks {
			p := part(line*chunks + c)
			s.handOver(state, p)
		}
	}
	if err := s.compile(false); err != nil {
		return err
	}
	return j.each(lines*chunks, total, func(w *worker, task int64) {
		s.chunk(w, task/chunks, task%chunks, part(task))
	})
}

// compile translates for strips of both widths.
func (s *scanning) compile(discard bool) error {
	j := s.j
	for i, n := range [...]int64{s.width, s.tail} {
		if n == 0 {
			continue
		}
		p := &j.plans[i]
		to := purpose{length: n, scan: &s.scan.Op, discard: discard}
		if err := p.compile(&s.scan.Kernel, &j.space, placement{s.axes, n}, to, j.dev.fns); err != nil {
			return err
		}
		p.setBlock(max(blockFor(p.perElement, scratchTarget)/n, 1) * n)
	}
	return nil
}

// chunk scans chunk c of a strip of lines.
func (s *scanning) chunk(w *worker, line, c int64, state []uint64) {
	column := line % s.strips * s.width
	p, n := &s.j.plans[0], s.width
	if s.columns-column < s.width {
		p, n = &s.j.plans[1], s.tail
	}
	if w.plan != p {
		w.bind(p, p.total)
	}
	w.states(0, unsafe.Pointer(unsafe.SliceData(state)), 0)
	row := c * chunkLen
	w.run(s.j.ev, &region{outer: line / s.strips, column: column, pos: row * n, n: min(chunkLen, s.length-row) * n})
}

// fresh returns states of a strip of lines that nothing has been added to.
func (s *scanning) fresh(w *worker) []uint64 {
	w.out = resize(w.out, int(s.width)*s.fns.words)
	s.init(w.out)
	return w.out
}

func (s *scanning) init(state []uint64) {
	for i := 0; i < len(state); i += s.fns.words {
		copy(state[i:i+s.fns.words], s.fns.identity[:s.fns.words])
	}
}

// next ends a chunk.
func (s *scanning) next(state []uint64) {
	for i := 0; i < len(state); i += s.fns.words {
		s.fns.next(unsafe.Pointer(&state[i]))
	}
}

// handOver makes part, the states after a chunk by itself, the states before
// it, and state, those before it, the states after it.
func (s *scanning) handOver(state, part []uint64) {
	half := s.fns.words / 2
	for i := 0; i < len(state); i += s.fns.words {
		copy(state[i+half:i+2*half], part[i+half:])              // its total
		copy(part[i:i+half], state[i:i+half])                    // what came before
		copy(part[i+half:i+2*half], s.fns.identity[half:2*half]) // nothing yet
		s.fns.next(unsafe.Pointer(&state[i]))
	}
}
