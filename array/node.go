package array

import (
	"os"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// node is an operation whose result has not been computed yet, or the result.
//
// A node is pending until a run claims it; the run computes it and publishes
// value or err. Fields below the line are guarded by the plan lock; the others
// do not change while the node is pending, except that a write to a storage
// may give the node's operands another place (see write.go), also under the
// lock.
type node struct {
	dev   backend.Device
	kind  nodeKind
	op    expr.Op // nodeMap; NoOp passes its operand on
	in    expr.DType
	dtype expr.DType // of the result
	aux   uint16
	nargs uint8
	deep  bool  // something pending below can't be part of the node's kernel
	size  int16 // upper bound of the nodes that are evaluated with it
	args  [3]*tensor
	shape []int
	more  *spec // nodeFold and nodeScan

	value atomic.Pointer[storage] // contiguous; set once, when computed
	done  atomic.Bool             // value or err is set

	// guarded by the plan lock
	err     error
	run     *run // who computes it
	busy    *run // the last run that computed it on the way to something else,
	step    int  // and the step of that run
	handles int  // open arrays with this value: 1 or 0
	readers []weak.Pointer[node]
	first   [2]weak.Pointer[node] // where readers begin: most nodes have one or two
}

type nodeKind uint8

const (
	nodeMap nodeKind = iota
	nodeFold
	nodeScan
)

// spec says what a reduction or scan does.
type spec struct {
	fold   expr.Fold
	reduce []bool // axes of the operand
	ddof   float64
	scan   expr.Cumulative
	axis   int
}

// run is one evaluation. It ends when all that it claimed is finished.
type run struct {
	open  sync.WaitGroup
	ended atomic.Bool
}

func newRun() *run {
	r := &run{}
	r.open.Add(1)
	return r
}

func (r *run) end() {
	r.ended.Store(true)
	r.open.Done()
}

func (r *run) wait() { r.open.Wait() }

// active reports whether there is a run and it has not ended.
func (r *run) active() bool { return r != nil && !r.ended.Load() }

func (n *node) finished() bool { return n.done.Load() }

// maxSize bounds the nodes of one kernel, and with them its inputs, the depth
// of recursion and the time that planning takes.
const maxSize = 64

// eager switches laziness off, for debugging.
var eager = sync.OnceValue(func() bool { return os.Getenv("CUGOND_EAGER") == "1" })

// result is an array with the node that it is the value of, made together.
type result[T Element] struct {
	array Array[T]
	node  node
}

// newResult makes the array that n is the value of and registers n with its
// operands. It does not keep n.
func newResult[T Element](n *node) *Array[T] {
	r := &result[T]{}
	m := &r.node
	m.dev, m.kind, m.op, m.in, m.dtype, m.aux = n.dev, n.kind, n.op, n.in, n.dtype, n.aux
	m.nargs, m.args, m.shape, m.more = n.nargs, n.args, n.shape, n.more
	m.handles = 1
	t := &r.array.t
	t.dev, t.dtype, t.kind, t.shape, t.node = n.dev, n.dtype, kindValue, n.shape, m
	m.enroll()
	if eager() {
		_ = evaluate(m.dev, m) // the error stays with the node
	}
	return &r.array
}

// enroll bounds the size of the node's expression and registers it as a
// pending reader of its operands.
func (n *node) enroll() {
	size := 1
	for _, a := range n.args[:n.nargs] {
		if a.kind == kindValue && !a.node.finished() {
			size += int(a.node.size)
		}
	}
	if size > maxSize {
		for _, a := range n.args[:n.nargs] {
			if a.kind == kindValue {
				_ = evaluate(a.node.dev, a.node) // the error stays with the operand
			}
		}
		size = 1
	}
	n.size = int16(size)
	w := weak.Make(n)
	mu := n.dev.PlanLock()
	mu.Lock()
	for i, a := range n.args[:n.nargs] {
		n.read(a, w, i)
	}
	mu.Unlock()
}

// read registers the node as a reader of operand i. The plan lock is held.
func (n *node) read(a *tensor, w weak.Pointer[node], i int) {
	for _, b := range n.args[:i] {
		if a == b {
			return
		}
	}
	switch {
	case a.kind == kindView:
		a.st.readers = enlist(a.st.readers, w)
	case a.kind != kindValue:
	case a.node.finished():
		if st := a.node.value.Load(); st != nil {
			st.readers = enlist(st.readers, w)
		}
	default:
		n.deep = n.deep || a.node.deep || a.node.kind != nodeMap || !equal(a.shape, n.shape)
		if a.node.readers == nil {
			a.node.readers = a.node.first[:0]
		}
		a.node.readers = enlist(a.node.readers, w)
	}
}

// operands checks the operands of an elementwise operation and returns the
// device and shape of its result. Constants have no say in either.
func operands(op string, args []*tensor) (backend.Device, []int) {
	var dev backend.Device
	var out []int
	same := true
	for _, a := range args {
		a.alive(op)
		switch {
		case a.dev == nil:
			continue
		case dev == nil:
			dev, out = a.dev, a.shape
		case !sameDevice(dev, a.dev):
			failShapes(op, apart(dev, a.dev), shapesOf(args)...)
		}
		same = same && equal(a.shape, out)
	}
	if same {
		return dev, out
	}
	out, err := shape.Broadcast(shapesOf(args)...)
	if err == nil {
		err = shape.Check(out, 1)
	}
	if err != nil {
		panic(&Error{Op: op, Shapes: shapesOf(args), Reason: err.Error(), Err: err})
	}
	return dev, out
}

// apart says that two arrays are not on one device.
func apart(a, b backend.Device) string {
	if a.Name() == b.Name() {
		return "the arrays are on two devices, both called " + a.Name() + "; open it once, or move one array with To"
	}
	return "the arrays are on " + a.Name() + " and " + b.Name() + "; move one with To"
}

func shapesOf(args []*tensor) [][]int {
	out := make([][]int, len(args))
	for i, a := range args {
		out[i] = a.shape
	}
	return out
}

// apply makes the pending result of an elementwise operation. name is the
// operation's in the public interface.
func apply[R Element](name string, op expr.Op, args ...*tensor) *Array[R] {
	n := node{op: op, dtype: expr.TypeOf[R](), nargs: uint8(len(args))}
	n.dev, n.shape = operands(name, args)
	copy(n.args[:], args)
	row := op.Row()
	n.in = args[len(args)-1].dtype
	if row.Cond == len(args) {
		n.in = args[0].dtype
	}
	if !row.Kinds.Has(n.in) {
		failShapes(name, "not defined for "+n.in.String(), shapesOf(args)...)
	}
	if n.dev == nil {
		s := make([]expr.Scalar, len(args))
		for i, a := range args {
			s[i] = a.scalar
		}
		return constant[R](op.Eval(n.in, n.dtype, s...))
	}
	return newResult[R](&n)
}

// reduce makes the pending result of a reduction.
func reduce[R Element](name string, fold expr.Fold, ddof float64, a *tensor, axes []int) *Array[R] {
	a.alive(name)
	if a.dev == nil {
		fail(name, "a constant has no device to be reduced on; make it an array with Full")
	}
	axes, keep := splitKeepDims(axes)
	marks, err := shape.Axes(axes, len(a.shape))
	if err != nil {
		failShapes(name, err.Error(), a.shape)
	}
	out := shape.Reduced(a.shape, marks, keep)
	if err := shape.Check(out, 1); err != nil {
		failShapes(name, err.Error(), a.shape)
	}
	if !fold.Row().Kinds.Has(a.dtype) {
		failShapes(name, "not defined for "+a.dtype.String(), a.shape)
	}
	if _, ok := emptyValue(fold, a.dtype); !ok && shape.Size(a.shape) == 0 && shape.Size(out) > 0 {
		failShapes(name, "there is no "+fold.String()+" of no elements; check Size first", a.shape)
	}
	return newResult[R](&node{
		dev: a.dev, kind: nodeFold, in: a.dtype, dtype: expr.TypeOf[R](), nargs: 1, args: [3]*tensor{a}, shape: out,
		more: &spec{fold: fold, reduce: marks, ddof: ddof},
	})
}

// scan makes the pending result of a cumulative operation.
func scan[T Element](name string, op expr.Cumulative, a *tensor, axis int) *Array[T] {
	a.alive(name)
	if a.dev == nil {
		fail(name, "a constant has no axes; make it an array with Full")
	}
	if axis == KeepDims {
		failShapes(name, "KeepDims has no meaning here: the result has the shape of the operand", a.shape)
	}
	ax, err := shape.Axis(axis, len(a.shape))
	if err != nil {
		failShapes(name, err.Error(), a.shape)
	}
	return newResult[T](&node{
		dev: a.dev, kind: nodeScan, in: a.dtype, dtype: a.dtype, nargs: 1, args: [3]*tensor{a}, shape: a.shape,
		more: &spec{scan: op, axis: ax},
	})
}
