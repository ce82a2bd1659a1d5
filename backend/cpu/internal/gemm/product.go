//go:build cgo && (linux || darwin)

package gemm

// #include "gemm.h"
import "C"

import (
	"unsafe"
)

// Matrix is an operand: element (i, j), or its conjugate, is Data[i*Row+j*Col].
// Strides are not negative.
type Matrix[T Element] struct {
	Data     []T
	Row, Col int
	Conj     bool
}

// at returns the matrix that begins at element (i, j).
func (m Matrix[T]) at(i, j int) *C.char { return address(m.Data[i*m.Row+j*m.Col:]) }

func address[T Element](x []T) *C.char { return (*C.char)(unsafe.Pointer(unsafe.SliceData(x))) }

func (m Matrix[T]) conj() C.int {
	if m.Conj {
		return 1
	}
	return 0
}

// Multiply computes C = alpha·A·B + beta·C, where A is m×k, B is k×n, and
// element (i, j) of C, m×n, is c[i*ldc+j]. Every dimension is at least 1 and
// every element lies within its slice: the caller has checked that, and that C
// overlaps neither operand. With beta = 0, C is overwritten, whatever it held.
// NaN and infinity in A and B reach every element that depends on them.
//
// Large products are shared by as many goroutines as workers says, the calling
// one among them. The result does not depend on how many there are.
func Multiply[T Element](e *Engine, workers, m, n, k int, alpha T, a, b Matrix[T], beta T, c []T, ldc int) {
	kern := kernelsOf[T](e)
	if kern.small != nil && k <= C.GM_DEPTH && isSmall(m, n, k) {
		al, _ := parts(alpha)
		be, _ := parts(beta)
		C.gm_small(kern, C.int64_t(m), C.int64_t(n), C.int64_t(k), al,
			address(a.Data), C.int64_t(a.Row), C.int64_t(a.Col),
			address(b.Data), C.int64_t(b.Row), C.int64_t(b.Col), be, address(c), C.int64_t(ldc))
		return
	}
	if float64(m)*float64(n)*float64(k) < parallelProducts {
		workers = 1
	}
	p := &product[T]{engine: e, kern: kern, m: m, n: n, k: k, alpha: alpha, beta: beta, a: a, b: b, c: c, ldc: ldc}
	p.run(max(workers, 1))
}

const (
	// parallelProducts is how many multiplications are worth another processor.
	parallelProducts = 1 << 20

	// smallProducts and smallSide bound what is computed from operands that are
	// not packed: they lie in the nearest caches.
	smallProducts = 64 * 64 * 64
	smallSide     = 512
)

func isSmall(m, n, k int) bool {
	return m <= smallSide && n <= smallSide && k <= smallSide && m*n*k <= smallProducts
}

// parts returns the real and the imaginary part of a number.
func parts[T Element](x T) (re, im C.double) {
	switch x := any(x).(type) {
	case float32:
		return C.double(x), 0
	case float64:
		return C.double(x), 0
	case complex64:
		return C.double(real(x)), C.double(imag(x))
	case complex128:
		return C.double(real(x)), C.double(imag(x))
	}
	return 0, 0
}

// product is a product that is computed in blocks.
type product[T Element] struct {
	engine      *Engine
	kern        *C.gm_kernels
	m, n, k     int
	alpha, beta T
	a, b        Matrix[T]
	c           []T
	ldc         int

	blocking
	panels *buffer // packed B, one after another
	steps  []step
}

// run computes the product on a number of goroutines.
func (p *product[T]) run(workers int) {
	p.blocking = newBlocking(p.m, p.n, p.k, int(p.kern.mr), int(p.kern.nr), int(unsafe.Sizeof(*new(T))), workers)
	p.panels = take(&p.engine.panels, p.panelBytes())
	p.steps = make([]step, 2*p.across*p.deep)
	for range min(workers, p.tasks()) - 1 {
		go p.work()
	}
	p.work()
	// Others that are late find all tasks taken and touch no operand.
	p.engine.panels.Put(p.panels)
}

// work takes tasks until there are no more. Every step is complete before the
// next begins, as each overwrites or needs what the one before it has packed.
func (p *product[T]) work() {
	block := take(&p.engine.blocks, p.blockBytes())
	next := 0
	for j := 0; j < p.n; j += p.cols {
		cols := min(p.cols, p.n-j)
		for l := 0; l < p.k; l += p.depth {
			depth := min(p.depth, p.k-l)
			p.steps[next].share(ceil(cols, p.packCols), func(t int) { p.pack(j, l, cols, depth, t) })
			chunks := ceil(cols, p.chunkCols)
			p.steps[next+1].share(ceil(p.m, p.rows)*chunks, func(t int) { p.multiply(block, j, l, cols, depth, t/chunks, t%chunks) })
			next += 2
		}
	}
	p.engine.blocks.Put(block)
}

// pack packs a part of the panels of B that begin at (l, j).
func (p *product[T]) pack(j, l, cols, depth, part int) {
	at := part * p.packCols
	C.gm_pack_b(p.kern, C.int64_t(min(p.packCols, cols-at)), C.int64_t(depth), p.b.at(l, j+at),
		C.int64_t(p.b.Row), C.int64_t(p.b.Col), p.b.conj(), p.panels.at(at*depth*p.size))
}

// multiply computes a block of rows of a chunk of the columns from j on, with
// the terms from l on.
func (p *product[T]) multiply(block *buffer, j, l, cols, depth, row, chunk int) {
	i, at := row*p.rows, chunk*p.chunkCols
	rows := min(p.rows, p.m-i)
	C.gm_pack_a(p.kern, C.int64_t(rows), C.int64_t(depth), p.a.at(i, l),
		C.int64_t(p.a.Row), C.int64_t(p.a.Col), p.a.conj(), block.at(0))
	beta := p.beta
	if l > 0 {
		beta = 1
	}
	ar, ai := parts(p.alpha)
	br, bi := parts(beta)
	C.gm_block(p.kern, C.int64_t(rows), C.int64_t(min(p.chunkCols, cols-at)), C.int64_t(depth), ar, ai,
		block.at(0), p.panels.at(at*depth*p.size), br, bi, address(p.c[i*p.ldc+j+at:]), C.int64_t(p.ldc))
}
