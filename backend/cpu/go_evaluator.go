package cpu

import (
	"unsafe"

	"github.com/cugond/cugond/backend/expr"
)

// goFn carries out one micro-operation on one block.
type goFn func(c *call)

// goTable holds the functions by number. It is filled once, at start-up.
type goTable [fnCount]goFn

// goFns is the Go evaluator's table.
var goFns = newGoTable()

func newGoTable() *goTable {
	t := new(goTable)
	t.addMoves()
	t.addBool()
	addSigned[int8](t)
	addSigned[int16](t)
	addSigned[int32](t)
	addSigned[int64](t)
	addUnsigned[uint8](t)
	addUnsigned[uint16](t)
	addUnsigned[uint32](t)
	addUnsigned[uint64](t)
	addFloat[float32](t)
	addFloat[float64](t)
	addComplex[complex64, float32](t)
	addComplex[complex128, float64](t)
	t.addCasts()
	t.addFolds()
	t.addScans()
	return t
}

// op enters an operation on operands of type in.
func (t *goTable) op(op expr.Op, in expr.DType, f goFn) {
	t[opFn(op, in, expr.Invalid)] = f
}

// goEvaluator carries out walks with functions written in Go. It has the same
// semantics as the C evaluator and is all there is in builds without cgo.
type goEvaluator struct{}

func (goEvaluator) name() string { return "go" }

func (goEvaluator) has(fn uint16) bool { return int(fn) < fnCount && goFns[fn] != nil }

func (goEvaluator) run(w *walk) {
	c := &w.call
	slot := func(s uint16, k int64) unsafe.Pointer {
		if step := w.steps[s]; step != 0 && k != 0 {
			return unsafe.Add(w.ptrs[s], step*k)
		}
		return w.ptrs[s]
	}
	for k, done := int64(0), int64(0); done < w.n; k, done = k+1, done+w.block {
		c.pos = w.pos + done
		c.n = min(w.block, w.n-done)
		for i := range w.code {
			m := &w.code[i]
			c.dst, c.a = slot(m.dst, k), slot(m.a, k)
			c.b, c.c = slot(m.b, k), slot(m.c, k)
			c.aux = m.aux
			goFns[m.fn](c)
		}
	}
	*c = call{}
}

// block returns the n elements at p.
func block[T any](p unsafe.Pointer, n int64) []T { return unsafe.Slice((*T)(p), n) }

// operands1 returns the result and the operand of a micro-operation, of equal
// lengths; likewise operands2 and operands3.
func operands1[R, A any](c *call) (d []R, a []A) {
	d, a = block[R](c.dst, c.n), block[A](c.a, c.n)
	return d, a[:len(d)]
}

func operands2[R, A, B any](c *call) (d []R, a []A, b []B) {
	d, a, b = block[R](c.dst, c.n), block[A](c.a, c.n), block[B](c.b, c.n)
	return d, a[:len(d)], b[:len(d)]
}

func operands3[R, A, B, C any](c *call) (d []R, a []A, b []B, e []C) {
	d, a, b, e = block[R](c.dst, c.n), block[A](c.a, c.n), block[B](c.b, c.n), block[C](c.c, c.n)
	return d, a[:len(d)], b[:len(d)], e[:len(d)]
}
