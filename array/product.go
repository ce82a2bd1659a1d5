package array

import (
	"fmt"
	"runtime"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// MatMul returns the matrix product, under NumPy's rules:
//
//   - (m, k) · (k, n) gives (m, n).
//   - Axes in front of the last two are those of stacks of matrices, which
//     broadcast: (b, 1, m, k) · (c, k, n) gives (b, c, m, n).
//   - A 1-d array on the left is a row, on the right a column; its axis goes
//     away: (k,) · (k, n) gives (n,), (m, k) · (k,) gives (m,), (k,) · (k,)
//     a 0-d array.
//
// Integers wrap; of bool the sum is or and the product is and. Where k is 0
// the result is zeros. 0-d operands panic, as do lengths that differ.
//
// Unlike elementwise operations it computes its operands and starts at once.
// Transposed and sliced views are handed to the device as they are. What fails
// stays with the result; on a device without matrix products that wraps
// backend.ErrUnsupported.
//
// A precision of [TF32] lets a device multiply float32 and complex64 with factors
// rounded to 11 significant bits where that is faster; without one, and for all
// other types, products have the precision of the element type at least.
func MatMul[T Element](a, b *Array[T], precision ...Precision) *Array[T] {
	p := FullPrecision
	for _, q := range precision {
		p = q
	}
	return product("MatMul", a, b, p)
}

// Precision says how precisely matrices are multiplied, see [MatMul].
type Precision = backend.Precision

// The precisions.
const (
	FullPrecision = backend.FullPrecision
	TF32          = backend.TF32
)

// Dot returns the product of vectors, matrices and scalars: of two 1-d arrays
// the sum of the products of their elements, without conjugation; of matrices
// [MatMul]; of an array and a 1-d array or matrix the sums over the array's
// last axis; of an array and a 0-d array the elementwise product. A second
// operand with more than two axes panics: stacks of matrices are for MatMul,
// which pairs them as Dot in NumPy does not.
func Dot[T Element](a, b *Array[T]) *Array[T] {
	const op = "Dot"
	ta, tb := a.operand(), b.operand()
	ta.alive(op)
	tb.alive(op)
	if len(ta.shape) == 0 || len(tb.shape) == 0 {
		return apply[T](op, expr.Mul, ta, tb)
	}
	if len(tb.shape) > 2 {
		failShapes(op, "the second operand has more than two axes; use MatMul for stacks of matrices", ta.shape, tb.shape)
	}
	return product(op, a, b, FullPrecision)
}

// Outer returns the products of each element of a with each of b, both in
// row-major order: a matrix with a row for each element of a. It is pending
// and takes no memory until it is needed as a whole.
func Outer[T Element](a, b *Array[T]) *Array[T] {
	const op = "Outer"
	like(op, a)
	like(op, b)
	column, row := a.Reshape(a.Size(), 1), b.Reshape(1, b.Size())
	defer column.Close()
	defer row.Close()
	return apply[T](op, expr.Mul, &column.t, &row.t)
}

// VDot returns Σ conj(a)·b over all elements in row-major order, a 0-d array.
// The numbers of elements must be equal. It is a reduction, see [Sum], and
// sums as precisely as those.
func VDot[T Wide](a, b *Array[T]) *Array[T] {
	const op = "VDot"
	like(op, a)
	like(op, b)
	if a.Size() != b.Size() {
		failShapes(op, "the numbers of elements must be equal", a.t.shape, b.t.shape)
	}
	x, y := &a.t, &b.t
	if !equal(x.shape, y.shape) {
		u, v := a.Ravel(), b.Ravel()
		defer u.Close()
		defer v.Close()
		x, y = &u.t, &v.t
	}
	if x.dtype.Kind() == expr.KindComplex {
		x = &apply[T](op, expr.Conj, x).t
	}
	return reduce[T](op, expr.FoldSum, 0, &apply[T](op, expr.Mul, x, y).t, nil)
}

// factor is an operand of a product as a stack of matrices.
type factor struct {
	lead       []int // the stack's shape
	rows, cols int
	vector     bool // 1-d: one of rows and cols is 1 and not in the result
}

func factorOf(shp []int, left bool) factor {
	n := len(shp)
	switch {
	case n > 1:
		return factor{shp[:n-2], shp[n-2], shp[n-1], false}
	case left:
		return factor{nil, 1, shp[0], true}
	default:
		return factor{nil, shp[0], 1, true}
	}
}

// view returns the operand's elements as a stack of shape lead.
func (f factor) view(t *tensor, lead []int, left bool) (backend.View, *storage, error) {
	st, strides, offset, err := t.evaluated("MatMul")
	if err != nil {
		return backend.View{}, nil, err
	}
	v := backend.View{Buffer: st.buf, DType: t.dtype, Offset: offset}
	v.Shape = append(append(v.Shape, lead...), f.rows, f.cols)
	n := len(strides)
	last := []int{0, strides[n-1]} // a row
	front := []int(nil)
	switch {
	case !f.vector:
		front, last = strides[:n-2], strides[n-2:]
	case !left:
		last = []int{strides[n-1], 0}
	}
	stacked, err := shape.BroadcastStrides(f.lead, front, lead)
	if err != nil {
		return v, nil, err
	}
	v.Strides = append(stacked, last...)
	return v, st, nil
}

func product[T Element](op string, a, b *Array[T], p Precision) *Array[T] {
	dev, _ := like(op, a)
	devB, _ := like(op, b)
	as, bs := a.t.shape, b.t.shape
	if !sameDevice(dev, devB) {
		failShapes(op, "the operands are on "+dev.Name()+" and "+devB.Name()+"; move one with To", as, bs)
	}
	if len(as) == 0 || len(bs) == 0 {
		failShapes(op, "a 0-d array is no matrix; multiply elementwise with Mul", as, bs)
	}
	fa, fb := factorOf(as, true), factorOf(bs, false)
	if fa.cols != fb.rows {
		which := "dimension before the last"
		if fb.vector {
			which = "only dimension"
		}
		failShapes(op, fmt.Sprintf("the last dimension of the first, %d, and the %s of the second, %d, must agree", fa.cols, which, fb.rows), as, bs)
	}
	lead, err := shape.Broadcast(fa.lead, fb.lead)
	if err != nil {
		failShapes(op, "all but the last two dimensions must broadcast: "+err.Error(), as, bs)
	}
	to := append(make([]int, 0, len(lead)+2), lead...)
	if !fa.vector {
		to = append(to, fa.rows)
	}
	if !fb.vector {
		to = append(to, fb.cols)
	}
	check(op, shape.Check(to, a.t.dtype.Size()))
	st, err := multiply(dev, &a.t, &b.t, fa, fb, lead, p)
	return started[T](dev, to, st, err)
}

// multiply returns a new storage with the products of two stacks of matrices.
func multiply(dev backend.Device, a, b *tensor, fa, fb factor, lead []int, p Precision) (*storage, error) {
	device, ok := dev.(backend.MatMuler)
	if !ok {
		return nil, unsupported(dev, "matrix product")
	}
	if err := evaluateAll(dev, a, b); err != nil {
		return nil, err
	}
	va, sa, err := fa.view(a, lead, true)
	if err != nil {
		return nil, err
	}
	vb, sb, err := fb.view(b, lead, false)
	if err != nil {
		return nil, err
	}
	to := append(append([]int(nil), lead...), fa.rows, fb.cols)
	n := shape.Size(to)
	st, err := newStorage(dev, n*a.dtype.Size())
	if err != nil || n == 0 {
		return st, err
	}
	st.event, err = device.MatMul(backend.View{Buffer: st.buf, DType: a.dtype, Shape: to, Strides: shape.Strides(to)}, va, vb, p)
	st.event = after(st.event, sa.last(), sb.last())
	// The operands' memory is used by address until the work is queued.
	runtime.KeepAlive(sa)
	runtime.KeepAlive(sb)
	return st, err
}
