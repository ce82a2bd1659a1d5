package cpu

import (
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// wholeLibrary is the number of elements of a matrix from which on a library
// that has threads is given one matrix at a time.
const wholeLibrary = 128 * 128

// batch is one call of a solver: what is done for each of count matrices.
type batch struct {
	dev   *Device
	op    string
	count int
	views []backend.View // to be kept alive
	err   error          // of the views
}

func (d *Device) newBatch(op string, count int) *batch {
	b := &batch{dev: d, op: op, count: count}
	if d.closed.Load() {
		b.err = d.errClosed(op)
	}
	return b
}

// stack is an operand of a batch: matrices, or vectors, one after another.
type stack[T expr.Element] struct {
	data []T
	size int // elements of each
}

func (s stack[T]) at(i int) []T { return s.data[i*s.size : (i+1)*s.size] }

// stackOf takes over a view, which must have the batch's count and the shape
// given.
func stackOf[T expr.Element](b *batch, v backend.View, shp ...int) (s stack[T]) {
	if b.err != nil {
		return s
	}
	s.size = 1
	for _, n := range shp {
		s.size *= n
	}
	if v.DType != expr.TypeOf[T]() || !slices.Equal(v.Shape, append([]int{b.count}, shp...)) {
		b.err = malformed("%s: a view of %v of shape %v where %v of shape %v is due", b.op, v.DType, v.Shape, expr.TypeOf[T](), append([]int{b.count}, shp...))
		return s
	}
	if b.count*s.size == 0 {
		return s
	}
	if !v.Dense() {
		b.err = malformed("%s: strides %v of shape %v are not contiguous", b.op, v.Strides, v.Shape)
		return s
	}
	size := v.DType.Size()
	own, err := b.dev.own(b.op, v.Buffer, v.Offset*size, b.count*s.size*size)
	if err != nil {
		b.err = err
		return s
	}
	b.views = append(b.views, v)
	s.data = block[T](unsafe.Add(own.ptr, v.Offset*size), int64(b.count*s.size))
	return s
}

// each calls do for every matrix, on several goroutines when the matrices, of
// the given number of elements, are many and not left to a library's threads. do
// returns the index at which it failed, and the failure; the first matrix that
// failed is reported.
func (b *batch) each(elements int, threaded bool, do func(i int) (index int, err error)) error {
	if b.err != nil {
		return b.err
	}
	var mu sync.Mutex
	var failure *backend.MatrixError
	j := &job{dev: b.dev, ev: b.dev.ev}
	work := int64(0)
	if !threaded || elements < wholeLibrary {
		const passes = 8 // about how often a matrix is gone through
		work = int64(b.count) * int64(elements) * passes
	}
	err := j.each(int64(b.count), work, func(_ *worker, at int64) {
		index, err := do(int(at))
		if err == nil {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if failure == nil || int(at) < failure.Matrix {
			failure = &backend.MatrixError{Op: b.op, Matrix: int(at), Index: index, Err: err}
		}
	})
	runtime.KeepAlive(b.views)
	if err == nil && failure != nil {
		err = failure
	}
	return err
}
