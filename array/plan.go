package array

import (
	"fmt"
	"sync"
	"weak"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// plan is what one run does: it is made in one critical section of the plan
// lock, in which everything that the run will compute is claimed, and carried
// out without the lock. Runs wait only for nodes that were claimed before
// their own, so no two can wait for each other.
type plan struct {
	dev   backend.Device
	run   *run
	steps []*step
	wait  []*run
}

// step is one kernel: nodes of one iteration space whose values are computed
// together.
type step struct {
	index  int
	space  []int
	loads  []*tensor // the program's inputs
	params []expr.Scalar
	instrs []expr.Instr // operands as draft references
	refs   []nodeRef    // the nodes whose values the program computes
	stores []nodeRef    // of those, the ones that are kept
	target *tensor      // a view that the value of refs' last is written to, instead
	folds  []*node      // reductions of the value
	scan   *node
	value  expr.Ref // what folds, scan or target take
	prog   expr.Program
	kernel backend.Kernel
	out    []*storage // of the nodes that are kept
	event  backend.Event
	err    error // how it ended

	// Where the slices begin, for the steps that are small.
	small struct {
		loads    [4]*tensor
		params   [4]expr.Scalar
		instrs   [8]expr.Instr
		refs     [8]nodeRef
		stores   [1]nodeRef
		types    [8]expr.DType
		inputs   [4]backend.View
		writes   [2]backend.Store
		shape    [1]int
		storages [2]*storage
	}
}

// steps keeps steps for reuse: they are large, and most programs evaluate
// often.
var steps = sync.Pool{New: func() any { return new(step) }}

func newStep(space []int) *step {
	s := steps.Get().(*step)
	s.space, s.index = space, -1
	s.loads, s.params, s.instrs = s.small.loads[:0], s.small.params[:0], s.small.instrs[:0]
	s.refs, s.stores, s.out = s.small.refs[:0], s.small.stores[:0], s.small.storages[:0]
	return s
}

// recycle gives the plan's steps back.
func (p *plan) recycle() {
	for _, s := range p.steps {
		*s = step{} // nothing stays referenced
		steps.Put(s)
	}
	p.steps = nil
}

type nodeRef struct {
	node *node
	ref  expr.Ref
}

// Draft references say what kind of value they name, since the number of
// inputs and parameters isn't known before the whole program is.
const (
	draftParam expr.Ref = 1 << 14
	draftInstr expr.Ref = 2 << 14
	draftKind  expr.Ref = 3 << 14
)

// evaluate computes the nodes and returns the first failure among them.
func evaluate(dev backend.Device, nodes ...*node) error {
	// A node that another run was waited for can be pending again, when that
	// run was a write (see write.go).
	for !allFinished(nodes) {
		p := &plan{dev: dev, run: newRun()}
		mu := dev.PlanLock()
		mu.Lock()
		for _, n := range nodes {
			p.require(n)
		}
		mu.Unlock()
		p.carryOut()
		p.recycle()
	}
	for _, n := range nodes {
		if n.err != nil {
			return n.err
		}
	}
	return nil
}

func allFinished(nodes []*node) bool {
	for _, n := range nodes {
		if !n.finished() {
			return false
		}
	}
	return true
}

// require claims a node and plans the step that computes it.
func (p *plan) require(n *node) {
	if n.finished() || n.run == p.run {
		return
	}
	if n.run != nil {
		p.wait = append(p.wait, n.run)
		return
	}
	n.run = p.run
	var s *step
	switch n.kind {
	case nodeMap:
		s = newStep(n.shape)
		p.prepare(s, n)
		s.index = len(p.steps)
		s.stores = append(s.stores, nodeRef{n, p.emit(s, n)})
	case nodeFold:
		arg := n.args[0]
		s = newStep(arg.shape)
		s.folds = append(s.folds, n)
		for _, m := range pending(readersOf(arg)) {
			if m.run == nil && m.kind == nodeFold && m.args[0].sameView(arg) && equalMarks(m.more.reduce, n.more.reduce) {
				m.run = p.run
				s.folds = append(s.folds, m)
			}
		}
		p.prepareOperand(s, arg)
		s.index = len(p.steps)
		s.value = p.operand(s, arg)
	case nodeScan:
		arg := n.args[0]
		s = newStep(arg.shape)
		s.scan = n
		p.prepareOperand(s, arg)
		s.index = len(p.steps)
		s.value = p.operand(s, arg)
	}
	p.share(s)
	s.finalize()
	p.steps = append(p.steps, s)
}

func readersOf(t *tensor) []weak.Pointer[node] {
	switch {
	case t.kind == kindView:
		return t.st.readers
	case t.kind != kindValue:
		return nil
	case !t.node.finished():
		return t.node.readers
	}
	if st := t.node.value.Load(); st != nil {
		return st.readers
	}
	return nil
}

func equalMarks(a, b []bool) bool {
	if len(a) != len(b) {
		return false
	}
	for i, m := range a {
		if m != b[i] {
			return false
		}
	}
	return true
}

// fusible reports whether a node can be computed inside the step: it is
// pending, elementwise, unclaimed, and has the step's shape.
func fusible(s *step, n *node) bool {
	return n.kind == nodeMap && n.run == nil && !n.finished() && equal(n.shape, s.space)
}

// prepare plans the steps that must come before: what the node's expression
// takes from nodes that can't be part of the step. They come first as a whole,
// so that what they store on their way is loaded rather than computed again.
func (p *plan) prepare(s *step, n *node) {
	for _, a := range n.args[:n.nargs] {
		p.prepareOperand(s, a)
	}
}

func (p *plan) prepareOperand(s *step, t *tensor) {
	if t.kind != kindValue || t.node.finished() {
		return
	}
	m := t.node
	if !fusible(s, m) {
		p.require(m)
	} else if m.deep {
		p.prepare(s, m)
	}
}

// emit appends the node's instruction, after those of its operands, and
// returns its value.
func (p *plan) emit(s *step, n *node) expr.Ref {
	for _, r := range s.refs {
		if r.node == n {
			return r.ref
		}
	}
	var ref expr.Ref
	if n.op == expr.NoOp {
		ref = p.operand(s, n.args[0])
	} else {
		in := expr.Instr{Op: n.op, In: n.in, Out: n.dtype, Aux: n.aux}
		for i, a := range n.args[:n.nargs] {
			in.Args[i] = p.operand(s, a)
		}
		ref = draftInstr | expr.Ref(len(s.instrs))
		s.instrs = append(s.instrs, in)
	}
	n.busy, n.step = p.run, s.index
	s.refs = append(s.refs, nodeRef{n, ref})
	return ref
}

// operand returns the value of an operand: an input, a parameter, or the
// result of its expression.
func (p *plan) operand(s *step, t *tensor) expr.Ref {
	switch t.kind {
	case kindConst:
		s.params = append(s.params, t.scalar)
		return draftParam | expr.Ref(len(s.params)-1)
	case kindValue:
		n := t.node
		if fusible(s, n) {
			return p.emit(s, n)
		}
		if n.run != nil && n.run != p.run && !n.finished() {
			p.wait = append(p.wait, n.run)
		}
	}
	for i, l := range s.loads {
		if l.sameView(t) {
			return expr.Ref(i)
		}
	}
	s.loads = append(s.loads, t)
	return expr.Ref(len(s.loads) - 1)
}

// share keeps the value of every node of the step that some other pending
// node will want, so that it is computed once.
func (p *plan) share(s *step) {
	for _, r := range s.refs {
		n := r.node
		if n.run != nil || n.op == expr.NoOp {
			continue
		}
		for _, w := range n.readers {
			m := w.Value()
			if m == nil || m.finished() || m.run != nil || m.busy == p.run && m.step == s.index {
				continue
			}
			n.run = p.run
			s.stores = append(s.stores, r)
			break
		}
	}
}

// finalize makes the program of the draft.
func (s *step) finalize() {
	prog := &s.prog
	prog.Instrs = s.instrs
	types := s.small.types[:0]
	for _, l := range s.loads {
		types = append(types, l.dtype)
	}
	for i := range s.params {
		types = append(types, s.params[i].DType)
	}
	prog.Inputs, prog.Params = types[:len(s.loads):len(s.loads)], types[len(s.loads):]
	final := func(r expr.Ref) expr.Ref {
		i := int(r &^ draftKind)
		switch r & draftKind {
		case draftParam:
			return prog.Param(i)
		case draftInstr:
			return prog.Result(i)
		}
		return r
	}
	for i := range prog.Instrs {
		in := &prog.Instrs[i]
		for k := range in.Op.Row().Arity {
			in.Args[k] = final(in.Args[k])
		}
	}
	for i := range s.stores {
		s.stores[i].ref = final(s.stores[i].ref)
	}
	s.value = final(s.value)
}

// carryOut runs the steps and publishes what they computed. Whatever goes
// wrong is stored in the nodes; none is left unfinished.
func (p *plan) carryOut() {
	defer p.run.end()
	for _, w := range p.wait {
		w.wait()
	}
	for _, s := range p.steps {
		p.carryOutStep(s)
	}
}

func (p *plan) carryOutStep(s *step) {
	defer func() {
		if r := recover(); r != nil {
			s.err = fmt.Errorf("array: internal failure in an evaluation: %v", r)
			p.publish(s)
		}
	}()
	s.err = p.launch(s)
	p.publish(s)
	shorten(s.event)
}

// nodes iterates over the nodes whose values the step keeps, in the order of
// their storages.
func (s *step) nodes(yield func(int, *node) bool) {
	i := 0
	for _, r := range s.stores {
		if !yield(i, r.node) {
			return
		}
		i++
	}
	for _, n := range s.folds {
		if !yield(i, n) {
			return
		}
		i++
	}
	if s.scan != nil {
		yield(i, s.scan)
	}
}

// publish finishes the step's nodes, hands their pending readers over to the
// storages and lets go of the operands.
func (p *plan) publish(s *step) {
	mu := p.dev.PlanLock()
	mu.Lock()
	defer mu.Unlock()
	for _, l := range s.loads {
		if l.kind != kindPositions {
			if st, _, _ := l.located(); st != nil {
				s.event = after(s.event, st.event)
			}
		}
	}
	if s.target != nil {
		// What the rest of the storage holds may be at fault.
		s.target.st.event = after(s.event, s.target.st.event)
	}
	for i, n := range s.nodes {
		if n.finished() {
			continue
		}
		if s.err != nil {
			n.err = s.err
		} else {
			st := s.out[i]
			st.event = s.event
			st.handles = n.handles
			st.readers = n.readers
			n.value.Store(st)
		}
		n.done.Store(true)
		n.args, n.nargs, n.more, n.readers, n.run = [3]*tensor{}, 0, nil, nil, nil
		if st := n.value.Load(); st != nil && n.handles == 0 {
			st.release()
		}
	}
	for _, l := range s.loads {
		if l.kind == kindPositions {
			continue
		}
		if st, _, _ := l.located(); st != nil && st.handles == 0 {
			st.release()
		}
	}
}
