package cpu

import (
	"unsafe"

	"github.com/cugond/cugond/backend"
)

// transposed reports whether the kernel only copies a view whose contiguous
// axis is not that of the store.
func (s *space) transposed(k *backend.Kernel) bool {
	if len(k.Prog.Instrs) != 0 || len(k.Stores) != 1 || len(s.inputs) != 1 || s.nd < 2 ||
		k.Stores[0].Value != 0 || s.inputs[0].identity() {
		return false
	}
	last := s.nd - 1
	return s.stores[0].strides[last] == s.stores[0].size && s.contiguousAxis() >= 0 && s.shape[last] >= 4
}

// contiguousAxis returns the axis other than the last along which the input is
// contiguous, or -1.
func (s *space) contiguousAxis() int {
	for a := range s.nd - 1 {
		if s.inputs[0].strides[a] == s.inputs[0].size && s.shape[a] >= 4 {
			return a
		}
	}
	return -1
}

// transpose copies panel by panel.
func (j *job) transpose(_ *backend.Kernel) error {
	const panelRows, panelCols = 64, 1024
	s := &j.space
	s.moveBefore(s.contiguousAxis(), s.nd-1)
	outer, rows, cols := s.nd-2, s.shape[s.nd-2], s.shape[s.nd-1]
	src, dst := &s.inputs[0], &s.stores[0]
	fn := moveFn(moveTranspose, int(dst.size))
	if !j.dev.fns[fn] {
		return backend.ErrUnsupported
	}
	down, right := ceil(rows, panelRows), ceil(cols, panelCols)
	p := &j.plans[0]
	p.space, p.placement, p.nd = s, placement{outer, cols}, 2
	return j.each(s.count(0, outer)*down*right, s.count(0, s.nd), func(w *worker, task int64) {
		r := region{outer: task / down / right, column: task % right * panelCols}
		row := task / right % down * panelRows
		l := &w.panel
		l.nd, l.shape[0], l.shape[1] = 2, min(panelRows, rows-row), min(panelCols, cols-r.column)
		l.strides[0], l.strides[1] = dst.strides[outer], src.strides[outer+1]
		w.single(j.ev, micro{fn: fn, dst: 1, a: 2, b: 3},
			unsafe.Add(dst.ptr, p.shift(dst, &r)+row*dst.strides[outer]),
			unsafe.Add(src.ptr, p.shift(src, &r)+row*src.strides[outer]),
			unsafe.Pointer(l))
	})
}

// single carries out one micro-operation on the slots 1, 2, … given.
func (w *worker) single(ev evaluator, m micro, slots ...unsafe.Pointer) {
	w.code = append(w.code[:0], m)
	w.walk.code = w.code
	w.walk.ptrs = append(append(w.walk.ptrs[:0], nil), slots...)
	w.walk.steps = resize(w.walk.steps, len(w.walk.ptrs))
	clear(w.walk.steps)
	w.walk.pos, w.walk.n, w.walk.block = 0, 1, 1
	ev.run(&w.walk)
}
