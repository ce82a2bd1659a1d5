package cpu

import (
	"unsafe"
)

// worker is what one goroutine needs to walk. Workers are kept and used again,
// so that a kernel costs no allocation for them.
type worker struct {
	_      [cacheLine]byte // nobody else's data in the same cache line
	walk   walk
	plan   *plan
	code   []micro // with relative positions filled in
	status uint64
	memory []uint64 // scratch, from a cache line's beginning on
	space  unsafe.Pointer
	folds  [][]uint64 // states of the outputs at hand, one slice a fold
	out    []uint64   // results on their way to a view
	panel  layout     // of a transposition
	_      [cacheLine]byte
}

// bind makes the worker ready to walk a plan. limit is an upper bound of the
// elements that a walk has.
func (w *worker) bind(p *plan, limit int64) {
	w.plan = p
	w.reserve(p.scratchBytes())
	w.walk.code = p.code
	if len(p.iotas) > 0 {
		w.code = append(w.code[:0], p.code...)
		w.walk.code = w.code
	}
	n := len(p.slots)
	w.walk.ptrs = resize(w.walk.ptrs, n)
	w.walk.steps = resize(w.walk.steps, n)
	w.walk.block = p.block
	fill := min(limit, p.block)
	for i := range p.slots {
		s := &p.slots[i]
		var ptr unsafe.Pointer
		step := int64(0)
		switch s.kind {
		case slotReg:
			ptr = w.register(s)
		case slotSplat:
			ptr = w.register(s)
			if s.value != nil {
				splat(ptr, s.value, s.size, fill)
			}
		case slotMemory:
			step = p.block / s.row * s.offset
		case slotBase:
			ptr = s.value
		case slotLayout:
			ptr = unsafe.Pointer(&p.layouts[s.index])
		case slotStride:
			ptr = unsafe.Pointer(&p.strides[s.index])
		case slotStatus:
			ptr = unsafe.Pointer(&w.status)
		}
		w.walk.ptrs[i], w.walk.steps[i] = ptr, step
	}
}

// unbind drops all pointers, so that an idle worker keeps no memory alive.
func (w *worker) unbind() {
	clear(w.walk.ptrs)
	w.plan, w.walk.code, w.status = nil, nil, 0
}

// reserve makes room for scratch memory.
func (w *worker) reserve(bytes int64) {
	if int64(len(w.memory))*8 < bytes {
		w.memory = make([]uint64, max((bytes+7)/8, scratchTarget/8+cacheLine))
		base := unsafe.Pointer(unsafe.SliceData(w.memory))
		w.space = unsafe.Add(base, -int64(uintptr(base))&(cacheLine-1))
	}
}

func (w *worker) register(s *slotInfo) unsafe.Pointer {
	return unsafe.Add(w.space, s.offset*w.plan.capacity)
}

// splat fills a block with one element.
func splat(dst, value unsafe.Pointer, size uint8, n int64) {
	c := call{dst: dst, a: value, n: n}
	switch size {
	case 1:
		goSplat[uint8](&c)
	case 2:
		goSplat[uint16](&c)
	case 4:
		goSplat[uint32](&c)
	case 8:
		goSplat[uint64](&c)
	default:
		goSplat[[2]uint64](&c)
	}
}

// region is a part of a space that one walk covers: the leading axes stand
// still at position outer, the last one is walked from column on, and within
// that the positions from pos on.
type region struct {
	outer, column int64
	pos, n        int64
}

// shift returns how far a view's region begins from its first element, in the
// strides' unit.
func (p *plan) shift(o *operand, r *region) int64 {
	off := r.column * o.strides[p.outer+p.nd-1]
	rest := r.outer
	for a := p.outer - 1; a >= 0 && rest != 0; a-- {
		d := p.space.shape[a]
		off += rest % d * o.strides[a]
		rest /= d
	}
	return off
}

// run walks a region. The states of folds and scans have been put in place.
func (w *worker) run(ev evaluator, r *region) {
	p := w.plan
	for i := range p.slots {
		s := &p.slots[i]
		switch s.kind {
		case slotMemory:
			w.walk.ptrs[i] = unsafe.Add(s.view.ptr, p.shift(s.view, r)+r.pos/s.row*s.offset)
		case slotBase:
			if s.view != nil {
				w.walk.ptrs[i] = unsafe.Add(s.view.ptr, p.shift(s.view, r))
			}
		case slotSplat:
			if s.view != nil {
				value := unsafe.Add(s.view.ptr, p.shift(s.view, r))
				splat(w.walk.ptrs[i], value, s.size, min(r.n, p.block))
			}
		}
	}
	for _, i := range p.iotas {
		w.code[i.code].aux = i.view.first + p.shift(i.view, r)
	}
	w.walk.pos, w.walk.n = r.pos, r.n
	ev.run(&w.walk)
}

// states puts the states of fold i in place: those of the outputs that the
// next walk folds into, which advance bytes further each block.
func (w *worker) states(i int, at unsafe.Pointer, advance int64) {
	for s := range w.plan.slots {
		if info := &w.plan.slots[s]; info.kind == slotState && int(info.index) == i {
			w.walk.ptrs[s], w.walk.steps[s] = at, advance
		}
	}
}

// identity fills n states of a fold with its identity.
func identity(fns *stateFns, dst []uint64) {
	for i := 0; i < len(dst); i += fns.words {
		copy(dst[i:i+fns.words], fns.identity[:fns.words])
	}
}

// supported lists the functions of an evaluator.
func supported(ev evaluator) *[fnCount]bool {
	t := new([fnCount]bool)
	for fn := range t {
		t[fn] = ev.has(uint16(fn))
	}
	return t
}
