package cpu

import (
	"fmt"
	"unsafe"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// purpose is what a plan is made for, besides the program.
type purpose struct {
	folds   int   // fnFold or fnFoldCol; 0: none
	length  int64 // values a segment, or columns
	scan    *expr.Cumulative
	discard bool // don't store
}

// compile translates the program of a kernel for walks over a space.
//
// Contiguous views are read and written in place. Elements that are the same
// for the whole walk fill a block of scratch memory once. Other views are
// gathered into, or scattered from, blocks of scratch memory, which serve
// again after their last use. Inputs are gathered just before they are needed.
func (p *plan) compile(k *backend.Kernel, s *space, at placement, to purpose, fns *[fnCount]bool) error {
	p.reset(k, s, at)
	prog := k.Prog
	for i := range prog.Instrs {
		in := &prog.Instrs[i]
		for a := range in.Op.Row().Arity {
			p.values[in.Args[a]].uses++
		}
	}
	stores := len(k.Stores)
	if to.discard {
		stores = 0
	}
	p.place(k, stores, to)
	if to.folds != 0 {
		for i := range k.Folds {
			p.values[k.Folds[i].Value].uses++
		}
		if to.folds == fnFoldCol {
			p.readRows(k)
		}
	}
	if to.scan != nil {
		p.values[k.Stores[0].Value].uses++
	}
	for i := range prog.Instrs {
		p.instruction(k, i)
		p.consume(k, prog.Result(i), stores, to)
	}
	for r := range prog.Result(0) {
		p.consume(k, r, stores, to)
	}
	p.storeLate(k, stores)
	if len(p.slots) > 1<<16-1 {
		return fmt.Errorf("a program of %d instructions: %w", len(prog.Instrs), backend.ErrUnsupported)
	}
	for i := range p.code {
		if fn := p.code[i].fn; !fns[fn] {
			return fmt.Errorf("no function %d for program\n%v: %w", fn, prog, backend.ErrUnsupported)
		}
	}
	return nil
}

// place decides where the values that are stored are computed: straight in
// memory when that is contiguous and no input, and at the end of the block
// when it is an input, which may be read until then.
func (p *plan) place(k *backend.Kernel, stores int, to purpose) {
	p.homes, p.late = resize(p.homes, stores), resize(p.late, stores)
	l := &p.view
	for i := range stores {
		o := &p.space.stores[i]
		p.homes[i], p.late[i] = 0, false
		for j := range p.space.inputs {
			p.late[i] = p.late[i] || p.space.inputs[j].buffer == o.buffer
		}
		p.collapse(o, l)
		if l.linear(o.size) {
			p.homes[i] = p.slot(slotInfo{kind: slotMemory, view: o, offset: o.size, row: 1})
		}
		v := &p.values[k.Stores[i].Value]
		if to.scan == nil {
			v.uses++
		}
		if p.homes[i] != 0 && !p.late[i] && v.home == 0 && to.scan == nil {
			v.home = p.homes[i]
		}
	}
}

// readRows lets inputs that nothing but column folds read be read in place
// when their rows are contiguous, however far apart these are.
func (p *plan) readRows(k *backend.Kernel) {
	l := &p.view
	for i := range p.space.inputs {
		o := &p.space.inputs[i]
		folds := int32(0)
		for j := range k.Folds {
			if k.Folds[j].Value == k.Prog.Input(i) {
				folds++
			}
		}
		if o.identity() || folds != p.values[i].uses || folds == 0 {
			continue
		}
		p.collapse(o, l)
		if l.nd == 2 && l.strides[1] == o.size && l.shape[1] == p.width {
			p.strides = append(p.strides, l.strides[0])
			p.values[i].slot = p.slot(slotInfo{kind: slotMemory, view: o, offset: l.strides[0], row: p.width,
				index: int32(len(p.strides))})
		}
	}
}

// operand returns the slot of a value, which it brings into a block if need be.
func (p *plan) operand(k *backend.Kernel, r expr.Ref) uint16 {
	v := &p.values[r]
	if v.slot != 0 {
		return v.slot
	}
	if i := int(r) - len(p.space.inputs); i >= 0 {
		v.slot = p.splat(k.Prog.Params[i].Size(), nil, unsafe.Pointer(&k.Params[i].Bits))
		return v.slot
	}
	o := &p.space.inputs[r]
	l := &p.view
	p.collapse(o, l)
	switch {
	case o.identity():
		v.slot = p.target(v, o.size)
		p.iotas = append(p.iotas, relative{len(p.code), o})
		p.emit(micro{fn: moveFn(moveIota, 8), dst: v.slot, b: p.layoutSlot(l)})
	case l.linear(o.size):
		v.slot = p.slot(slotInfo{kind: slotMemory, view: o, offset: o.size, row: 1})
	case l.constant():
		if o.moves(p.space.nd) {
			v.slot = p.splat(int(o.size), o, nil)
		} else {
			v.slot = p.splat(int(o.size), nil, o.ptr)
		}
	default:
		v.slot = p.target(v, o.size)
		base := p.slot(slotInfo{kind: slotBase, view: o})
		p.emit(micro{fn: moveFn(moveGather, int(o.size)), dst: v.slot, a: base, b: p.layoutSlot(l)})
	}
	return v.slot
}

// moves reports whether the view has more than one element.
func (o *operand) moves(nd int) bool {
	for _, s := range o.strides[:nd] {
		if s != 0 {
			return true
		}
	}
	return false
}

// target returns the slot that a value is to be computed in.
func (p *plan) target(v *value, size int64) uint16 {
	if v.home != 0 {
		return v.home
	}
	return p.register(int(size))
}

// instruction translates one instruction.
func (p *plan) instruction(k *backend.Kernel, i int) {
	in := &k.Prog.Instrs[i]
	row := in.Op.Row()
	m := micro{fn: opFn(in.Op, in.In, in.Out)}
	args := [3]*uint16{&m.a, &m.b, &m.c}
	for a := range row.Arity {
		*args[a] = p.operand(k, in.Args[a])
	}
	if in.Op == expr.Check {
		if p.status == 0 {
			p.status = p.slot(slotInfo{kind: slotStatus})
		}
		m.c, m.aux = p.status, int64(in.Aux)
	}
	if row.ULP.Of(in.In) != 0 {
		p.exact = false
	}
	v := &p.values[k.Prog.Result(i)]
	v.slot = p.target(v, int64(in.Out.Size()))
	m.dst = v.slot
	p.emit(m)
	for a := range row.Arity {
		p.release(in.Args[a])
	}
	if v.uses == 0 { // for the sake of a Check
		v.uses = 1
		p.release(k.Prog.Result(i))
	}
}

// consume stores, folds and scans a value wherever the kernel says so.
func (p *plan) consume(k *backend.Kernel, r expr.Ref, stores int, to purpose) {
	if to.scan != nil {
		if k.Stores[0].Value == r {
			p.scan(k, r, stores, to)
		}
		return
	}
	for i := range stores {
		if k.Stores[i].Value == r && !p.late[i] {
			p.store(k, i, r)
		}
	}
	if to.folds == 0 {
		return
	}
	for i := range k.Folds {
		if f := &k.Folds[i]; f.Value == r {
			a := p.operand(k, r)
			m := micro{fn: foldFn(to.folds, f.Fold, k.Prog.Type(r)), a: a, aux: to.length,
				dst: p.slot(slotInfo{kind: slotState, index: int32(i)})}
			if s := &p.slots[a]; s.kind == slotMemory && s.row > 1 {
				m.b = p.slot(slotInfo{kind: slotStride, index: s.index - 1})
			}
			p.emit(m)
			p.release(r)
		}
	}
}

// store writes a value to memory unless it has been computed there.
func (p *plan) store(k *backend.Kernel, i int, r expr.Ref) {
	o, home, v := &p.space.stores[i], p.homes[i], &p.values[r]
	if param := int(r) - len(p.space.inputs); home != 0 && v.slot == 0 && param >= 0 && param < len(k.Params) && v.uses == 1 {
		from := p.slot(slotInfo{kind: slotBase, value: unsafe.Pointer(&k.Params[param].Bits)})
		p.emit(micro{fn: moveFn(moveSplat, int(o.size)), dst: home, a: from})
		v.uses = 0
		return
	}
	a := p.operand(k, r)
	p.write(i, a)
	p.release(r)
}

// storeLate writes over inputs. What is to be written is brought into blocks
// before, as it may be an input that another store writes over.
func (p *plan) storeLate(k *backend.Kernel, stores int) {
	for i := range stores {
		if !p.late[i] {
			continue
		}
		r := k.Stores[i].Value
		a := p.operand(k, r)
		if int(r) < len(p.space.inputs) && p.slots[a].kind == slotMemory {
			size := int(p.space.stores[i].size)
			p.values[r].slot = p.register(size)
			p.emit(micro{fn: moveFn(moveCopy, size), dst: p.values[r].slot, a: a})
		}
	}
	for i := range stores {
		if p.late[i] {
			p.store(k, i, k.Stores[i].Value)
		}
	}
}

// write moves the block in slot a to where store i is.
func (p *plan) write(i int, a uint16) {
	o := &p.space.stores[i]
	switch home := p.homes[i]; {
	case a == home:
	case home != 0:
		p.emit(micro{fn: moveFn(moveCopy, int(o.size)), dst: home, a: a})
	default:
		l := &p.view
		p.collapse(o, l)
		base := p.slot(slotInfo{kind: slotBase, view: o})
		p.emit(micro{fn: moveFn(moveScatter, int(o.size)), dst: base, a: a, b: p.layoutSlot(l)})
	}
}

// scan emits the scan of a value and the store of its results.
func (p *plan) scan(k *backend.Kernel, r expr.Ref, stores int, to purpose) {
	a := p.operand(k, r)
	in := k.Prog.Type(r)
	dst := uint16(0)
	if stores > 0 && p.homes[0] != 0 && !p.late[0] {
		dst = p.homes[0]
	} else {
		dst = p.register(in.Size())
	}
	state := p.slot(slotInfo{kind: slotState})
	p.emit(micro{fn: scanFn(*to.scan, in), dst: dst, a: a, b: state, aux: to.length})
	p.release(r)
	if stores > 0 {
		p.write(0, dst)
		p.late[0] = false
	}
}
