package array

import (
	"fmt"
	"math"
	"runtime"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// launch allocates the step's results, describes the step as a kernel in its
// simplest form and runs it.
func (p *plan) launch(s *step) error {
	dev := p.dev
	for i, l := range s.loads {
		l, err := p.settle(l)
		if err != nil {
			return err
		}
		s.loads[i] = l
	}
	if err := s.outputs(dev); err != nil {
		return err
	}
	if shape.Size(s.space) == 0 {
		return s.fillEmpty(dev)
	}
	k := &s.kernel
	k.Prog, k.Params = &s.prog, s.params
	var err error
	if s.scan != nil {
		sc, ok := dev.(backend.Scanner)
		if !ok {
			return unsupported(dev, s.scan.more.scan.String())
		}
		axis := s.form(s.scan.more.axis)
		s.event, err = sc.Scan(&backend.Scan{Kernel: *k, Op: s.scan.more.scan, Axis: axis})
	} else {
		s.form(-1)
		s.event, err = dev.Run(k)
	}
	// The one place that keeps the memory of operands and results alive
	// while a device uses it by address.
	runtime.KeepAlive(s)
	return err
}

func unsupported(dev backend.Device, what string) error {
	return &backend.Error{Op: what, Device: dev.Name(), Err: backend.ErrUnsupported}
}

// settle returns the operand in the form in which it is loaded, or the failure
// of its evaluation.
//
// All nodes that the run waited for are finished, but for those that another
// run computed into the destination of a write (see write.go): they are
// pending readers of it. They are loaded from there; evaluating them could
// mean waiting for a run that waits for this one. Marking them busy makes the
// next writer wait.
func (p *plan) settle(t *tensor) (*tensor, error) {
	if t.kind == kindValue && !t.node.finished() {
		mu := p.dev.PlanLock()
		mu.Lock()
		if n := t.node; !n.finished() {
			n.busy, n.step = p.run, -1
			t = n.args[0]
		}
		mu.Unlock()
	}
	switch t.kind {
	case kindValue:
		if t.node.err != nil {
			return t, t.node.err
		}
		return t, t.node.value.Load().usable()
	case kindView:
		return t, t.st.usable()
	}
	return t, nil
}

func (st *storage) usable() error {
	if st.err != nil {
		return st.err
	}
	if st.buf == nil {
		return &backend.Error{Op: "read", Device: st.dev.Name(), Text: "the array's memory was given back by Close", Err: backend.ErrClosed}
	}
	return nil
}

// outputs allocates the results and adds them to the kernel as contiguous
// views over the step's space.
func (s *step) outputs(dev backend.Device) error {
	for _, n := range s.nodes {
		size := n.dtype.Size()
		if err := shape.Check(n.shape, size); err != nil {
			return fmt.Errorf("array: %w: %w", err, backend.ErrOutOfMemory)
		}
		st, err := newStorage(dev, shape.Size(n.shape)*size)
		if err != nil {
			for _, o := range s.out {
				o.release()
			}
			return err
		}
		s.out = append(s.out, st)
	}
	k := &s.kernel
	k.Stores = s.small.writes[:0]
	for i, r := range s.stores {
		k.Stores = append(k.Stores, backend.Store{Value: r.ref, View: backend.View{Buffer: s.out[i].buf, DType: r.node.dtype}})
	}
	if s.target != nil {
		t := s.target
		k.Stores = append(k.Stores, backend.Store{Value: s.value, View: backend.View{Buffer: t.st.buf, DType: t.dtype, Offset: t.offset}})
	}
	if s.scan != nil {
		k.Stores = append(k.Stores, backend.Store{Value: s.value, View: backend.View{Buffer: s.out[len(s.out)-1].buf, DType: s.scan.dtype}})
	}
	for i, n := range s.folds {
		k.Folds = append(k.Folds, backend.Reduction{Fold: n.more.fold, Value: s.value, DDof: n.more.ddof,
			View: backend.View{Buffer: s.out[len(s.stores)+i].buf, DType: n.dtype}})
	}
	return nil
}

var unitStride = []int{1}

var nan = math.NaN()

// form fills in the kernel's shape and strides, simplified. axis is the
// dimension that must stay apart; its new index is returned.
func (s *step) form(axis int) int {
	k := &s.kernel
	k.Inputs = s.small.inputs[:0]
	if len(s.loads) > cap(k.Inputs) {
		k.Inputs = make([]backend.View, len(s.loads))
	}
	k.Inputs = k.Inputs[:len(s.loads)]
	flat := axis < 0 && len(s.folds) == 0 && s.target == nil
	for i, l := range s.loads {
		v := &k.Inputs[i]
		v.DType = l.dtype
		if l.kind == kindPositions {
			v.Strides, v.Offset = l.strides, l.offset
			flat = false
			continue
		}
		st, strides, offset := l.located()
		v.Buffer, v.Strides, v.Offset = st.buf, strides, offset
		flat = flat && equal(l.shape, s.space) && shape.Contiguous(l.shape, strides)
	}
	if flat { // the common case, and the quickest
		k.Shape = s.small.shape[:]
		k.Shape[0] = shape.Size(s.space)
		for i := range k.Inputs {
			k.Inputs[i].Strides = unitStride
		}
		for i := range k.Stores {
			k.Stores[i].View.Strides = unitStride
		}
		return -1
	}
	all := make([][]int, 0, len(k.Inputs)+len(k.Stores)+len(k.Folds))
	for i, l := range s.loads {
		b, err := shape.BroadcastStrides(l.shape, k.Inputs[i].Strides, s.space)
		if err != nil {
			panic(err)
		}
		all = append(all, b)
	}
	contiguous := shape.Strides(s.space)
	for i := range k.Stores {
		strides := contiguous
		if s.target != nil && i == len(s.stores) {
			strides = s.target.strides
		}
		all = append(all, append([]int(nil), strides...))
	}
	var marks []bool
	if len(s.folds) > 0 {
		marks = append(make([]bool, 0, len(s.space)), s.folds[0].more.reduce...) // not nil for 0-d
		for range s.folds {
			all = append(all, keptStrides(s.space, marks))
		}
	}
	k.Shape, k.Reduce, axis, all = shape.Collapse(append([]int(nil), s.space...), marks, axis, all)
	for i := range k.Inputs {
		k.Inputs[i].Strides = all[i]
	}
	all = all[len(k.Inputs):]
	for i := range k.Stores {
		k.Stores[i].View.Strides = all[i]
	}
	all = all[len(k.Stores):]
	for i := range k.Folds {
		k.Folds[i].View.Strides = all[i]
	}
	return axis
}

// keptStrides returns the strides over space of the contiguous result of a
// reduction: 0 along the reduced axes.
func keptStrides(space []int, reduced []bool) []int {
	out := make([]int, len(space))
	n := 1
	for i := len(space) - 1; i >= 0; i-- {
		if !reduced[i] {
			out[i] = n
			n *= space[i]
		}
	}
	return out
}

// emptyValue returns what the reduction of no elements gives, if it gives
// anything.
func emptyValue(f expr.Fold, in expr.DType) (v float64, ok bool) {
	switch f {
	case expr.FoldSum, expr.FoldAny, expr.FoldCount, expr.FoldNorm:
		return 0, true
	case expr.FoldProd, expr.FoldAll:
		return 1, true
	case expr.FoldMean, expr.FoldVar, expr.FoldStd:
		return nan, true
	}
	return 0, false
}

// fillEmpty gives the results of reductions over no elements their value.
// Everything else is empty itself.
func (s *step) fillEmpty(dev backend.Device) error {
	for i, n := range s.folds {
		size := shape.Size(n.shape)
		v, ok := emptyValue(n.more.fold, n.in)
		if size == 0 || !ok {
			continue
		}
		st := s.out[len(s.stores)+i]
		prog := &expr.Program{
			Params: []expr.DType{expr.Float64},
			Instrs: []expr.Instr{{Op: expr.Cast, In: expr.Float64, Out: n.dtype}},
		}
		event, err := dev.Run(&backend.Kernel{
			Prog: prog, Shape: []int{size}, Params: []expr.Scalar{expr.ScalarOf(v)},
			Stores: []backend.Store{{Value: prog.Result(0), View: backend.View{Buffer: st.buf, DType: n.dtype, Strides: unitStride}}},
		})
		if err != nil {
			return err
		}
		s.event = event
	}
	return nil
}
