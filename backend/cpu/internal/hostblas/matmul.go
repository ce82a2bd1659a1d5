package hostblas

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Integer is the element types of [MatMul].
type Integer interface {
	int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64
}

// Blocking of the products: a task computes rowBlock×colBlock elements of C,
// depthBlock terms at a time, from a packed depthBlock×colBlock panel of B. The
// panel of 8-byte elements is 256 KiB at most, and a row of it 2 KiB.
const (
	rowBlock   = 64
	colBlock   = 256
	depthBlock = 128

	// Below parallelProducts multiplications one goroutine does it all.
	parallelProducts = 1 << 16

	// Below narrow columns, rows of C are too short to run along.
	narrow = 4
)

// kernel is the arithmetic of a product, the sum and the product being what
// they are for the element type.
type kernel[T any] struct {
	add4 func(c, b0, b1, b2, b3 []T, a0, a1, a2, a3 T) // c[j] += a0·b0[j] + … + a3·b3[j]
	add1 func(c, b []T, a T)                           // c[j] += a·b[j]
	dot  func(n int, a []T, ia, inca int, b []T, ib, incb int) T
}

// MatMul computes C = A·B for integers, which wrap around as Go's do. A is m×k
// with element strides ars and acs between rows and between columns, B is k×n
// with strides brs and bcs, and C is m×n, row-major and contiguous. C is
// overwritten and must not overlap A or B; k = 0 clears it.
//
// Strides may have any value. As in BLAS, the slice of a matrix begins at its
// lowest address: along an axis of negative stride the element with index 0 is
// the one furthest from there.
//
// MatMul panics with a string if a dimension is negative or a slice is too
// short. It takes m·n·k multiplications, spread over the cores for large
// products; the result does not depend on how they are spread.
func MatMul[T Integer](m, n, k int, a []T, ars, acs int, b []T, brs, bcs int, c []T) {
	matMul("MatMul", kernel[T]{integerAdd4[T], integerAdd1[T], integerDot[T]}, m, n, k, a, ars, acs, b, brs, bcs, c)
}

// MatMulBool is [MatMul] for bool, where the sum is or and the product is and.
func MatMulBool(m, n, k int, a []bool, ars, acs int, b []bool, brs, bcs int, c []bool) {
	kern := kernel[uint8]{boolAdd4, boolAdd1, boolDot}
	matMul("MatMulBool", kern, m, n, k, bits(a), ars, acs, bits(b), brs, bcs, bits(c))
}

// bits returns the bytes of a slice of bool, each 0 or 1.
func bits(x []bool) []uint8 {
	return unsafe.Slice((*uint8)(unsafe.Pointer(unsafe.SliceData(x))), len(x))
}

// strided is a matrix within a slice.
type strided[T any] struct {
	data     []T
	origin   int // index of the element (0, 0)
	row, col int // strides
}

func (s strided[T]) index(i, j int) int { return s.origin + i*s.row + j*s.col }

// newStrided returns the rows×cols matrix in data, neither dimension being 0.
func newStrided[T any](op, name string, rows, cols int, data []T, rowStride, colStride int) strided[T] {
	rowSpan, rowOK := span(rows, rowStride)
	colSpan, colOK := span(cols, colStride)
	// Two spans below the length can't overflow in their sum.
	if !rowOK || !colOK || rowSpan >= len(data) || colSpan >= len(data) || rowSpan+colSpan >= len(data) {
		panic(fmt.Sprintf("hostblas: %s: slice of %s has length %d, too short for shape (%d, %d) with strides (%d, %d)",
			op, name, len(data), rows, cols, rowStride, colStride))
	}
	s := strided[T]{data: data, row: rowStride, col: colStride}
	if rowStride < 0 {
		s.origin += rowSpan
	}
	if colStride < 0 {
		s.origin += colSpan
	}
	return s
}

// span returns the distance between the first and the last of n elements, and
// whether it is a number.
func span(n, stride int) (int, bool) {
	if n == 1 || stride == 0 {
		return 0, true
	}
	if stride < 0 {
		stride = -stride
	}
	if stride < 0 || stride > math.MaxInt/(n-1) {
		return 0, false
	}
	return (n - 1) * stride, true
}

func matMul[T any](op string, kern kernel[T], m, n, k int, a []T, ars, acs int, b []T, brs, bcs int, c []T) {
	if m < 0 || n < 0 || k < 0 {
		panic(fmt.Sprintf("hostblas: %s: negative dimension: m = %d, n = %d, k = %d", op, m, n, k))
	}
	if m == 0 || n == 0 {
		return
	}
	if m > len(c)/n {
		panic(fmt.Sprintf("hostblas: %s: slice of C has length %d, too short for shape (%d, %d)", op, len(c), m, n))
	}
	c = c[:m*n]
	clear(c)
	if k == 0 {
		return
	}
	p := &product[T]{
		kernel: kern,
		m:      m, n: n, k: k,
		a: newStrided(op, "A", m, k, a, ars, acs),
		b: newStrided(op, "B", k, n, b, brs, bcs),
		c: c,
	}
	p.run()
}

// product is a product under way.
type product[T any] struct {
	kernel[T]
	m, n, k int
	a, b    strided[T]
	c       []T
}

// run computes the product in tasks that write disjoint parts of C.
func (p *product[T]) run() {
	rows, cols := p.taskShape()
	down, across := (p.m+rows-1)/rows, (p.n+cols-1)/cols
	tasks := down * across
	task := func(t int, pack *[]T) {
		i, j := t/across*rows, t%across*cols
		p.tile(i, min(i+rows, p.m), j, min(j+cols, p.n), pack)
	}
	workers := min(runtime.GOMAXPROCS(0), tasks)
	if workers == 1 || float64(p.m)*float64(p.n)*float64(p.k) < parallelProducts {
		var pack []T
		for t := range tasks {
			task(t, &pack)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			var pack []T
			for t := int(next.Add(1)) - 1; t < tasks; t = int(next.Add(1)) - 1 {
				task(t, &pack)
			}
		})
	}
	wg.Wait()
}

// taskShape returns the rows and columns of C that a task computes: a full block,
// or fewer rows if there would be too few tasks to go round.
func (p *product[T]) taskShape() (rows, cols int) {
	rows, cols = rowBlock, colBlock
	if p.n < cols {
		cols = p.n
	}
	across := (p.n + cols - 1) / cols
	// Four tasks a worker even out their differences.
	want := (4*runtime.GOMAXPROCS(0) + across - 1) / across
	rows = min(rows, max(8, (p.m+want-1)/want))
	return rows, cols
}

// tile computes rows i0 to i1 and columns j0 to j1 of C.
func (p *product[T]) tile(i0, i1, j0, j1 int, pack *[]T) {
	if j1-j0 < narrow {
		p.tileByDots(i0, i1, j0, j1)
		return
	}
	width := j1 - j0
	for k0 := 0; k0 < p.k; k0 += depthBlock {
		depth := min(depthBlock, p.k-k0)
		panel, stride := p.panel(k0, depth, j0, width, pack)
		for i := i0; i < i1; i++ {
			c := p.c[i*p.n+j0 : i*p.n+j1]
			l := 0
			for ; l+4 <= depth; l += 4 {
				ai := p.a.index(i, k0+l)
				bi := l * stride
				p.add4(c,
					panel[bi:bi+width], panel[bi+stride:bi+stride+width],
					panel[bi+2*stride:bi+2*stride+width], panel[bi+3*stride:bi+3*stride+width],
					p.a.data[ai], p.a.data[ai+p.a.col], p.a.data[ai+2*p.a.col], p.a.data[ai+3*p.a.col])
			}
			for ; l < depth; l++ {
				bi := l * stride
				p.add1(c, panel[bi:bi+width], p.a.data[p.a.index(i, k0+l)])
			}
		}
	}
}

// panel returns rows k0 to k0+depth of columns j0 to j0+width of B with rows
// that are contiguous, and their stride. It packs them unless they are so.
func (p *product[T]) panel(k0, depth, j0, width int, pack *[]T) (panel []T, stride int) {
	if p.b.col == 1 && p.b.row >= 0 {
		return p.b.data[p.b.index(k0, j0):], p.b.row
	}
	if cap(*pack) < depth*width {
		*pack = make([]T, depth*width)
	}
	panel = (*pack)[:depth*width]
	// Along the shorter stride of B for the sake of its cache lines.
	if absInt(p.b.row) < absInt(p.b.col) {
		for j := range width {
			bi := p.b.index(k0, j0+j)
			for l := range depth {
				panel[l*width+j] = p.b.data[bi]
				bi += p.b.row
			}
		}
		return panel, width
	}
	for l := range depth {
		bi := p.b.index(k0+l, j0)
		row := panel[l*width : (l+1)*width]
		for j := range row {
			row[j] = p.b.data[bi]
			bi += p.b.col
		}
	}
	return panel, width
}

// tileByDots is tile for few columns.
func (p *product[T]) tileByDots(i0, i1, j0, j1 int) {
	for i := i0; i < i1; i++ {
		for j := j0; j < j1; j++ {
			p.c[i*p.n+j] = p.dot(p.k, p.a.data, p.a.index(i, 0), p.a.col, p.b.data, p.b.index(0, j), p.b.row)
		}
	}
}

func absInt(x int) int { return max(x, -x) }
