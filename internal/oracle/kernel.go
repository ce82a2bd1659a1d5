package oracle

import (
	"fmt"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// Memory gives the bytes of a buffer; writes to them are kept.
type Memory func(b backend.Buffer) []byte

// Run carries out a kernel. The error is a *backend.Fault if a check failed,
// the one for the first such element in row-major order; everything has been
// computed all the same. Other errors are about a malformed kernel.
func Run(k *backend.Kernel, mem Memory) error {
	e, err := newEvaluator(k, mem)
	if err != nil {
		return err
	}
	groups := make([]groups, len(k.Folds))
	for i, r := range k.Folds {
		groups[i] = newGroups(r.Fold, k.Prog.Type(r.Value), r.DDof)
	}
	err = e.each(func(index []int) error {
		for _, s := range k.Stores {
			if err := e.store(s.View, index, e.values[s.Value]); err != nil {
				return err
			}
		}
		for i, r := range k.Folds {
			groups[i].add(place(r.View, index), e.values[r.Value])
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, r := range k.Folds {
		for position, state := range groups[i].states {
			if err := e.storeAt(r.View, position, state.value()); err != nil {
				return err
			}
		}
	}
	return e.fault()
}

// Scan carries out a cumulative operation. Errors are those of Run.
func Scan(s *backend.Scan, mem Memory) error {
	e, err := newEvaluator(&s.Kernel, mem)
	if err != nil {
		return err
	}
	if len(s.Stores) != 1 || s.Axis < 0 || s.Axis >= len(s.Shape) {
		return fmt.Errorf("oracle: a scan along axis %d of %v with %d stores", s.Axis, s.Shape, len(s.Stores))
	}
	store := s.Stores[0]
	d := s.Prog.Type(store.Value)
	lines := map[int]accumulator{}
	err = e.each(func(index []int) error {
		line := 0
		for axis, i := range index {
			if axis != s.Axis {
				line = line*s.Shape[axis] + i
			}
		}
		if lines[line] == nil {
			lines[line] = newAccumulator(scanFold(s.Op), d, 0)
		}
		lines[line].add(e.values[store.Value])
		return e.store(store.View, index, lines[line].value())
	})
	if err != nil {
		return err
	}
	return e.fault()
}

func scanFold(c expr.Cumulative) expr.Fold {
	switch c {
	case expr.CumSum:
		return expr.FoldSum
	case expr.CumProd:
		return expr.FoldProd
	case expr.CumMin:
		return expr.FoldMin
	case expr.CumMax:
		return expr.FoldMax
	}
	return expr.NoFold
}

// evaluator holds the values of a program for one element.
type evaluator struct {
	kernel *backend.Kernel
	mem    Memory
	values []expr.Scalar
	code   backend.FaultCode
}

func newEvaluator(k *backend.Kernel, mem Memory) (*evaluator, error) {
	if err := k.Prog.Validate(); err != nil {
		return nil, err
	}
	if len(k.Inputs) != len(k.Prog.Inputs) || len(k.Params) != len(k.Prog.Params) {
		return nil, fmt.Errorf("oracle: %d inputs and %d parameters for a program of %d and %d",
			len(k.Inputs), len(k.Params), len(k.Prog.Inputs), len(k.Prog.Params))
	}
	return &evaluator{kernel: k, mem: mem, values: make([]expr.Scalar, k.Prog.NumValues())}, nil
}

// each evaluates the program for every element in row-major order.
func (e *evaluator) each(visit func(index []int) error) error {
	shape := e.kernel.Shape
	index := make([]int, len(shape))
	for range e.kernel.Len() {
		if err := e.evaluate(index); err != nil {
			return err
		}
		if err := visit(index); err != nil {
			return err
		}
		for axis := len(shape) - 1; axis >= 0; axis-- {
			if index[axis]++; index[axis] < shape[axis] {
				break
			}
			index[axis] = 0
		}
	}
	return nil
}

func (e *evaluator) evaluate(index []int) error {
	p := e.kernel.Prog
	for i, v := range e.kernel.Inputs {
		s, err := e.load(v, p.Inputs[i], place(v, index))
		if err != nil {
			return err
		}
		e.values[p.Input(i)] = s
	}
	for i, s := range e.kernel.Params {
		e.values[p.Param(i)] = s
	}
	for i, in := range p.Instrs {
		var args []expr.Scalar
		for k := range in.Op.Row().Arity {
			args = append(args, e.values[in.Args[k]])
		}
		if in.Op == expr.Check && e.code == backend.FaultNone && !expr.ScalarAs[bool](args[1]) {
			e.code = backend.FaultCode(in.Aux)
		}
		e.values[p.Result(i)] = in.Op.Eval(in.In, in.Out, args...)
	}
	return nil
}

func (e *evaluator) fault() error {
	if e.code == backend.FaultNone {
		return nil
	}
	return &backend.Fault{Code: e.code}
}

// place returns the position of an element in a view's buffer.
func place(v backend.View, index []int) int {
	at := v.Offset
	for axis, i := range index {
		at += i * v.Strides[axis]
	}
	return at
}

func (e *evaluator) load(v backend.View, d expr.DType, at int) (expr.Scalar, error) {
	if v.Buffer == nil {
		return expr.ScalarOf(int64(at)).Cast(d), nil
	}
	s := expr.Scalar{DType: d}
	b, err := e.element(v, d, at)
	if err == nil {
		copy(s.Bytes(), b)
	}
	return s, err
}

func (e *evaluator) store(v backend.View, index []int, s expr.Scalar) error {
	return e.storeAt(v, place(v, index), s)
}

func (e *evaluator) storeAt(v backend.View, at int, s expr.Scalar) error {
	b, err := e.element(v, s.DType, at)
	if err == nil {
		copy(b, s.Bytes())
	}
	return err
}

func (e *evaluator) element(v backend.View, d expr.DType, at int) ([]byte, error) {
	size := d.Size()
	b := e.mem(v.Buffer)
	if at < 0 || at > len(b)/size-1 {
		return nil, fmt.Errorf("oracle: element %d of a buffer of %d bytes of %v", at, len(b), d)
	}
	return b[at*size:][:size], nil
}

// groups are the reductions that go on at once, by the place of their result.
type groups struct {
	start  func() accumulator
	states map[int]accumulator
}

func newGroups(f expr.Fold, d expr.DType, ddof float64) groups {
	return groups{
		start:  func() accumulator { return newAccumulator(f, d, ddof) },
		states: map[int]accumulator{},
	}
}

func (g groups) add(place int, s expr.Scalar) {
	if g.states[place] == nil {
		g.states[place] = g.start()
	}
	g.states[place].add(s)
}
