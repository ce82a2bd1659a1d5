package cpu

import (
	"fmt"
	"runtime"
	"slices"
	"unsafe"

	"gonum.org/v1/gonum/blas"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cpu/internal/hostblas"
	"github.com/cugond/cugond/backend/expr"
)

// MatMul implements backend.MatMuler: floats and complex numbers by the BLAS
// library, integers and bool by loops of its own.
func (d *Device) MatMul(dst, a, b backend.View, _ backend.Precision) (backend.Event, error) {
	if d.closed.Load() {
		return nil, d.errClosed("matmul")
	}
	p, err := d.newProduct(&dst, &a, &b)
	if err != nil {
		return nil, fmt.Errorf("matmul: %w", err)
	}
	if p.batch == 0 || p.m == 0 || p.n == 0 {
		return nil, nil
	}
	run := multipliers[dst.DType]
	if run == nil {
		return nil, fmt.Errorf("matmul of %v: %w", dst.DType, backend.ErrUnsupported)
	}
	err = run(p)
	runtime.KeepAlive(&dst)
	runtime.KeepAlive(&a)
	runtime.KeepAlive(&b)
	return nil, err
}

// product is a batch of matrix products, m×k by k×n each.
type product struct {
	dev     *Device
	batch   int64
	m, n, k int
	lead    int       // leading dimensions
	space   space     // of these: operands dst, a, b
	rows    [3][2]int // strides of the matrices in elements
	base    [3]unsafe.Pointer
}

// newProduct checks the views of a product.
func (d *Device) newProduct(views ...*backend.View) (*product, error) {
	dst, a, b := views[0], views[1], views[2]
	nd := len(dst.Shape)
	if nd < 2 || len(a.Shape) != nd || len(b.Shape) != nd || a.DType != dst.DType || b.DType != dst.DType {
		return nil, malformed("shapes %v by %v to %v of %v, %v and %v", a.Shape, b.Shape, dst.Shape, a.DType, b.DType, dst.DType)
	}
	lead := nd - 2
	p := &product{dev: d, lead: lead, m: dst.Shape[lead], n: dst.Shape[lead+1], k: a.Shape[lead+1]}
	if a.Shape[lead] != p.m || b.Shape[lead] != p.k || b.Shape[lead+1] != p.n ||
		!slices.Equal(a.Shape[:lead], dst.Shape[:lead]) || !slices.Equal(b.Shape[:lead], dst.Shape[:lead]) {
		return nil, malformed("shapes %v by %v to %v", a.Shape, b.Shape, dst.Shape)
	}
	return p, p.load(views)
}

// load sets the leading dimensions, which are those of the first view, and
// takes the views' addresses over.
func (p *product) load(views []*backend.View) error {
	lead, nd := p.lead, p.lead+2
	if lead > maxDims {
		return fmt.Errorf("more than %d leading dimensions: %w", maxDims, backend.ErrUnsupported)
	}
	p.space.nd, p.batch = lead, 1
	for i, n := range views[0].Shape[:lead] {
		p.space.shape[i] = int64(n)
		p.batch *= int64(n)
	}
	p.space.inputs = make([]operand, len(views))
	axes := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}[:lead]
	for i, v := range views {
		if len(v.Strides) != nd {
			return malformed("shape %v with strides %v", v.Shape, v.Strides)
		}
		if slices.Contains(v.Shape, 0) {
			continue // nothing of it is touched
		}
		if v.Buffer == nil {
			return malformed("a product of positions")
		}
		if err := p.space.inputs[i].load(v, v.DType, v.Shape, axes, p.dev.pool); err != nil {
			return err
		}
		p.base[i] = p.space.inputs[i].ptr
		p.rows[i] = [2]int{v.Strides[lead], v.Strides[lead+1]}
	}
	return nil
}

// matrix is an operand of one product. index 0, 0 is data[origin].
type matrix[T any] struct {
	data       []T // from the lowest address to the highest
	rows, cols int
	rs, cs     int // strides in elements
}

// operandAt returns operand i of one product of the batch.
func operandAt[T any](p *product, i, rows, cols int, at int64) matrix[T] {
	m := matrix[T]{rows: rows, cols: cols, rs: p.rows[i][0], cs: p.rows[i][1]}
	if rows == 0 || cols == 0 {
		return m
	}
	o := &p.space.inputs[i]
	off := int64(0)
	for a := p.lead - 1; a >= 0; a-- {
		off += at % p.space.shape[a] * o.strides[a]
		at /= p.space.shape[a]
	}
	low, high := int64(0), int64(0)
	for _, reach := range [...]int{(rows - 1) * m.rs, (cols - 1) * m.cs} {
		low, high = low+int64(min(reach, 0)), high+int64(max(reach, 0))
	}
	m.data = block[T](unsafe.Add(p.base[i], off+low*o.size), high-low+1)
	return m
}

// each calls do for the products of the batch, small ones on several
// goroutines, since a library starts threads for large ones alone.
func (p *product) each(do func(at int64)) error {
	const small = 64 * 64 * 64
	j := &job{dev: p.dev, ev: p.dev.ev}
	work := int64(p.m) * int64(p.n) * int64(max(p.k, 1))
	elements := int64(0)
	if work <= small {
		elements = p.batch * work
	}
	return j.each(p.batch, elements, func(_ *worker, at int64) { do(at) })
}

// blasOrder returns how BLAS has to take the matrix, which is copied when it
// can't.
func (m *matrix[T]) blasOrder() (t blas.Transpose, data []T, ld int) {
	switch {
	case (m.cs == 1 || m.cols == 1) && (m.rs >= m.cols || m.rows == 1):
		return blas.NoTrans, m.data, max(m.rs, m.cols, 1)
	case (m.rs == 1 || m.rows == 1) && (m.cs >= m.rows || m.cols == 1):
		return blas.Trans, m.data, max(m.cs, m.rows, 1)
	}
	data = make([]T, m.rows*m.cols)
	first := max(0, -(m.rows-1)*m.rs) + max(0, -(m.cols-1)*m.cs)
	for i := range m.rows {
		row := data[i*m.cols : (i+1)*m.cols]
		for j := range row {
			row[j] = m.data[first+i*m.rs+j*m.cs]
		}
	}
	return blas.NoTrans, data, m.cols
}

// blasFns are the routines of one element type.
type blasFns[T any] struct {
	gemm func(ta, tb blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int)
	gemv func(ta blas.Transpose, m, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int)
}

// blasProduct multiplies by a BLAS routine.
func blasProduct[T expr.Field](fns func(hostblas.Implementation) blasFns[T]) func(*product) error {
	return func(p *product) error {
		f := fns(p.dev.blas.Impl)
		return p.each(func(at int64) {
			c := operandAt[T](p, 0, p.m, p.n, at)
			if p.k == 0 {
				clear(c.data)
				return
			}
			a, b := operandAt[T](p, 1, p.m, p.k, at), operandAt[T](p, 2, p.k, p.n, at)
			ta, ad, lda := a.blasOrder()
			tb, bd, ldb := b.blasOrder()
			switch {
			case p.n == 1: // c = A·b
				f.gemv(ta, stored(ta, p.m, p.k), stored(ta, p.k, p.m), 1, ad, lda, bd, vectorStep(tb, ldb, p.k), 0, c.data, 1)
			case p.m == 1: // c = Bᵀ·a
				t := blas.Trans
				if tb == blas.Trans {
					t = blas.NoTrans
				}
				step := 1
				if ta == blas.Trans {
					step = lda
				}
				f.gemv(t, stored(tb, p.k, p.n), stored(tb, p.n, p.k), 1, bd, ldb, ad, step, 0, c.data, 1)
			default:
				f.gemm(ta, tb, p.m, p.n, p.k, 1, ad, lda, bd, ldb, 0, c.data, p.n)
			}
		})
	}
}

// stored returns the first number, or the second of a transposed matrix.
func stored(t blas.Transpose, plain, transposed int) int {
	if t == blas.Trans {
		return transposed
	}
	return plain
}

// vectorStep returns the distance of a column's elements.
func vectorStep(t blas.Transpose, ld, n int) int {
	if t == blas.Trans || n == 1 {
		return 1
	}
	return ld
}

// loopProduct multiplies integers, or bytes that are 0 or 1.
func loopProduct[T any](f func(m, n, k int, a []T, ars, acs int, b []T, brs, bcs int, c []T)) func(*product) error {
	return func(p *product) error {
		return p.each(func(at int64) {
			c := operandAt[T](p, 0, p.m, p.n, at)
			if p.k == 0 {
				clear(c.data)
				return
			}
			a, b := operandAt[T](p, 1, p.m, p.k, at), operandAt[T](p, 2, p.k, p.n, at)
			f(p.m, p.n, p.k, a.data, a.rs, a.cs, b.data, b.rs, b.cs, c.data)
		})
	}
}

// multipliers carry out products by element type.
var multipliers = map[expr.DType]func(*product) error{
	expr.Bool:       loopProduct(hostblas.MatMulBool),
	expr.Int8:       loopProduct(hostblas.MatMul[int8]),
	expr.Int16:      loopProduct(hostblas.MatMul[int16]),
	expr.Int32:      loopProduct(hostblas.MatMul[int32]),
	expr.Int64:      loopProduct(hostblas.MatMul[int64]),
	expr.Uint8:      loopProduct(hostblas.MatMul[uint8]),
	expr.Uint16:     loopProduct(hostblas.MatMul[uint16]),
	expr.Uint32:     loopProduct(hostblas.MatMul[uint32]),
	expr.Uint64:     loopProduct(hostblas.MatMul[uint64]),
	expr.Float32:    blasProduct(func(i hostblas.Implementation) blasFns[float32] { return blasFns[float32]{i.Sgemm, i.Sgemv} }),
	expr.Float64:    blasProduct(func(i hostblas.Implementation) blasFns[float64] { return blasFns[float64]{i.Dgemm, i.Dgemv} }),
	expr.Complex64:  blasProduct(func(i hostblas.Implementation) blasFns[complex64] { return blasFns[complex64]{i.Cgemm, i.Cgemv} }),
	expr.Complex128: blasProduct(func(i hostblas.Implementation) blasFns[complex128] { return blasFns[complex128]{i.Zgemm, i.Zgemv} }),
}
