package cpu

import (
	"math/bits"
	"unsafe"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// slotKind says what a slot of a plan stands for.
type slotKind uint8

const (
	slotNil    slotKind = iota
	slotReg             // a block of scratch memory
	slotSplat           // a block of scratch memory full of one element
	slotMemory          // elements of a view, in place
	slotBase            // the address of a view, for moves by layout
	slotLayout
	slotStride // the address of a row distance
	slotStatus // the worker's status word
	slotState  // a fold's or the scan's states
)

// slotInfo describes a slot.
type slotInfo struct {
	kind  slotKind
	size  uint8    // registers: bytes an element
	index int32    // layouts, strides, states: which
	view  *operand // memory, base, and splats of inputs
	value unsafe.Pointer
	// Registers: bytes before it for each element of a block. Memory: bytes
	// to the next row.
	offset int64
	row    int64 // memory: elements a row, 1 when all are contiguous
}

// placement says how the positions of a plan lie in a space.
type placement struct {
	outer int   // leading axes that are fixed during a walk
	width int64 // length of the last axis, of which a strip is walked
}

// plan is a kernel translated for walking the axes of a space from outer on.
// It is the same for all workers.
type plan struct {
	code    []micro
	slots   []slotInfo
	layouts []layout
	strides []int64
	iotas   []relative
	exact   bool // results don't depend on the evaluator

	placement
	space *space
	shape [maxDims]int64 // of the walk
	nd    int
	total int64 // positions of the walk

	// Registers take perElement bytes for each element of a block. Blocks of
	// block elements are walked; there is room for capacity.
	perElement int64
	block      int64
	capacity   int64

	values []value
	view   layout   // of the view at hand
	homes  []uint16 // store → slot of its memory when values can go straight there
	late   []bool   // store → written after everything has been read
	idle   [numSizes][]uint16
	status uint16
}

// relative is a micro-operation whose aux depends on where a walk begins.
type relative struct {
	code int
	view *operand
}

// value is what is known of a value of the program during translation.
type value struct {
	slot uint16 // 0: not computed yet
	uses int32
	home uint16
}

// reset makes room for another kernel.
func (p *plan) reset(k *backend.Kernel, s *space, at placement) {
	p.code, p.layouts, p.strides, p.iotas = p.code[:0], p.layouts[:0], p.strides[:0], p.iotas[:0]
	p.slots = append(p.slots[:0], slotInfo{})
	p.values = resize(p.values, k.Prog.NumValues())
	clear(p.values)
	for i := range p.idle {
		p.idle[i] = p.idle[i][:0]
	}
	p.space, p.placement, p.perElement, p.status, p.exact = s, at, 0, 0, true
	p.nd = s.nd - at.outer
	copy(p.shape[:], s.shape[at.outer:s.nd])
	p.shape[p.nd-1] = at.width
	p.total = 1
	for _, d := range p.shape[:p.nd] {
		p.total *= d
	}
}

// slot adds a slot.
func (p *plan) slot(s slotInfo) uint16 {
	p.slots = append(p.slots, s)
	return uint16(len(p.slots) - 1)
}

// register returns a slot of scratch memory for elements of so many bytes.
func (p *plan) register(size int) uint16 {
	class := bits.Len(uint(size)) - 1
	if n := len(p.idle[class]); n > 0 {
		r := p.idle[class][n-1]
		p.idle[class] = p.idle[class][:n-1]
		return r
	}
	r := p.slot(slotInfo{kind: slotReg, size: uint8(size), offset: p.perElement})
	p.perElement += int64(size)
	return r
}

// splat returns a slot of a block full of one element.
func (p *plan) splat(size int, view *operand, value unsafe.Pointer) uint16 {
	r := p.slot(slotInfo{kind: slotSplat, size: uint8(size), view: view, value: value, offset: p.perElement})
	p.perElement += int64(size)
	return r
}

// release notes that a value has been read once, and frees its register after
// the last time.
func (p *plan) release(r expr.Ref) {
	v := &p.values[r]
	if v.uses--; v.uses > 0 {
		return
	}
	if s := &p.slots[v.slot]; s.kind == slotReg {
		class := bits.Len8(s.size) - 1
		p.idle[class] = append(p.idle[class], v.slot)
	}
}

// collapse returns the layout of a view over the walk's axes with all that
// can be merged. Its first axes are the outermost.
func (p *plan) collapse(o *operand, l *layout) {
	if p.nd == 1 {
		l.nd, l.shape[0], l.strides[0] = 1, p.shape[0], o.strides[p.outer]
		return
	}
	n := 0
	var shape, strides [maxDims]int64 // innermost first
	for a := p.nd - 1; a >= 0; a-- {
		d, s := p.shape[a], o.strides[p.outer+a]
		switch {
		case d == 1:
		case n > 0 && s == strides[n-1]*shape[n-1]:
			shape[n-1] *= d
		default:
			shape[n], strides[n] = d, s
			n++
		}
	}
	if n == 0 {
		shape[0], strides[0], n = 1, 0, 1
	}
	l.nd = int64(n)
	for i := range n {
		l.shape[i], l.strides[i] = shape[n-1-i], strides[n-1-i]
	}
}

// linear reports whether the layout is that of contiguous elements.
func (l *layout) linear(size int64) bool {
	return l.nd == 1 && (l.strides[0] == size || l.shape[0] == 1)
}

// constant reports whether the layout is that of a single element.
func (l *layout) constant() bool { return l.nd == 1 && (l.strides[0] == 0 || l.shape[0] == 1) }

func (p *plan) layoutSlot(l *layout) uint16 {
	p.layouts = append(p.layouts, *l)
	return p.slot(slotInfo{kind: slotLayout, index: int32(len(p.layouts) - 1)})
}

// emit adds a micro-operation.
func (p *plan) emit(m micro) { p.code = append(p.code, m) }

// setBlock fixes the elements a block and the room there is for them.
func (p *plan) setBlock(block int64) {
	p.block = min(block, p.total)
	p.capacity = (p.block + 63) &^ 63
}

// scratchBytes returns the scratch memory that a worker needs.
func (p *plan) scratchBytes() int64 { return p.perElement*p.capacity + cacheLine }

const cacheLine = 64
