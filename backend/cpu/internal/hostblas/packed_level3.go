//go:build cgo && (linux || darwin)

package hostblas

import (
	"runtime"
	"sync"

	"gonum.org/v1/gonum/blas"

	"github.com/cugond/cugond/backend/cpu/internal/gemm"
)

// The routines with a symmetric or triangular matrix halve it until little is
// left beside products of rectangles.

// float is the element types of these routines.
type float interface{ float32 | float64 }

const (
	squareLeaf     = 64 // order of a triangle that is computed as a square
	triangularLeaf = 32 // order of a triangle that is left to gonum
	stripe         = 64 // right sides for which it is solved at a time

	// sharedElements is how many elements of the right sides are worth another
	// processor at a leaf.
	sharedElements = 1 << 14
)

// halve returns where a triangle of order n is divided.
func halve(n, leaf int) int { return (n/2 + leaf - 1) / leaf * leaf }

// symm computes C = alpha·A·B + beta·C, or B·A, m×n. A is filled up to a whole
// matrix, which costs k² elements of memory.
func symm[T float](p *packed, left, upper bool, m, n int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) {
	k := n
	if left {
		k = m
	}
	whole := make([]T, k*k)
	for i := range k {
		from, to := 0, i+1
		if upper {
			from, to = i, k
		}
		for j := from; j < to; j++ {
			v := a[i*lda+j]
			whole[i*k+j], whole[j*k+i] = v, v
		}
	}
	full, other := gemm.Matrix[T]{Data: whole, Row: k, Col: 1}, gemm.Matrix[T]{Data: b, Row: ldb, Col: 1}
	if left {
		multiply(p, m, n, k, alpha, full, other, beta, c, ldc)
		return
	}
	multiply(p, m, n, k, alpha, other, full, beta, c, ldc)
}

// symmetricUpdate is the triangle C = alpha·A·Aᵀ + beta·C with A of k columns.
type symmetricUpdate[T float] struct {
	p           *packed
	upper       bool
	k           int
	alpha, beta T
	c           []T
	ldc         int
	square      []T
}

func syrk[T float](p *packed, upper bool, n, k int, alpha T, a gemm.Matrix[T], beta T, c []T, ldc int) {
	side := min(n, squareLeaf)
	s := symmetricUpdate[T]{p: p, upper: upper, k: k, alpha: alpha, beta: beta, c: c, ldc: ldc, square: make([]T, side*side)}
	s.update(0, n, a)
}

// update computes the triangle of order n that begins at element (at, at), from
// rows of A.
func (s *symmetricUpdate[T]) update(at, n int, a gemm.Matrix[T]) {
	if n <= squareLeaf {
		s.leaf(at, n, a)
		return
	}
	half := halve(n, squareLeaf)
	below := from(a, half, 0)
	s.update(at, half, a)
	if s.upper {
		multiply(s.p, half, n-half, s.k, s.alpha, a, transposed(below), s.beta, s.c[at*s.ldc+at+half:], s.ldc)
	} else {
		multiply(s.p, n-half, half, s.k, s.alpha, below, transposed(a), s.beta, s.c[(at+half)*s.ldc+at:], s.ldc)
	}
	s.update(at+half, n-half, below)
}

// leaf computes a triangle by way of the square that it is half of.
func (s *symmetricUpdate[T]) leaf(at, n int, a gemm.Matrix[T]) {
	multiply(s.p, n, n, s.k, s.alpha, a, transposed(a), 0, s.square, n)
	for i := range n {
		from, to := 0, i+1
		if s.upper {
			from, to = i, n
		}
		row := s.c[(at+i)*s.ldc+at:]
		for j := from; j < to; j++ {
			v := s.square[i*n+j]
			if s.beta != 0 {
				v += s.beta * row[j]
			}
			row[j] = v
		}
	}
}

// from returns the matrix that begins at element (i, j).
func from[T float](m gemm.Matrix[T], i, j int) gemm.Matrix[T] {
	m.Data = m.Data[i*m.Row+j*m.Col:]
	return m
}

func transposed[T float](m gemm.Matrix[T]) gemm.Matrix[T] {
	m.Row, m.Col = m.Col, m.Row
	return m
}

// triangularSolve is op(A)·X = B, or X·op(A) = B, solved into B.
type triangularSolve[T float] struct {
	p     *packed
	left  bool
	lower bool           // op(A) is, whatever A is stored as
	a     gemm.Matrix[T] // op(A)
	m, n  int
	b     []T
	ldb   int

	// solve is gonum's routine from the left for the triangle of A of some order
	// from (at, at) on, or for its transpose if A stands on the right, and for n
	// right sides.
	solve func(at, order, n int, b []T, ldb int)
}

// run solves for the part of X that belongs to the triangle of order size that
// begins at element (at, at): rows of X from the left, columns from the right.
func (t *triangularSolve[T]) run(at, size int) {
	if size <= triangularLeaf {
		t.leaf(at, size)
		return
	}
	half := halve(size, triangularLeaf)
	first, second := part{at, half}, part{at + half, size - half}
	if t.lower != t.left {
		first, second = second, first
	}
	t.run(first.at, first.size)
	t.eliminate(first, second)
	t.run(second.at, second.size)
}

// part is a range of rows or columns.
type part struct{ at, size int }

// eliminate takes what is solved for out of what is not.
func (t *triangularSolve[T]) eliminate(solved, rest part) {
	if t.left {
		x := gemm.Matrix[T]{Data: t.b[solved.at*t.ldb:], Row: t.ldb, Col: 1}
		multiply(t.p, rest.size, t.n, solved.size, -1, from(t.a, rest.at, solved.at), x, 1, t.b[rest.at*t.ldb:], t.ldb)
		return
	}
	x := gemm.Matrix[T]{Data: t.b[solved.at:], Row: t.ldb, Col: 1}
	multiply(t.p, t.m, rest.size, solved.size, -1, x, from(t.a, solved.at, rest.at), 1, t.b[rest.at:], t.ldb)
}

// leaf solves for few rows or columns of X, which are shared by columns or
// rows, as these do not depend on one another.
func (t *triangularSolve[T]) leaf(at, size int) {
	length := t.m
	if t.left {
		length = t.n
	}
	workers := min(runtime.GOMAXPROCS(0), length, 1+size*length/sharedElements)
	each := (length + workers - 1) / workers
	var wg sync.WaitGroup
	for begin := each; begin < length; begin += each {
		wg.Go(func() { t.slice(at, size, begin, min(each, length-begin)) })
	}
	t.slice(at, size, 0, min(each, length))
	wg.Wait()
}

// slice solves a leaf for some columns or rows, a stripe at a time.
func (t *triangularSolve[T]) slice(at, size, begin, length int) {
	var columns []T
	if !t.left {
		columns = make([]T, size*stripe)
	}
	for end := begin + length; begin < end; begin += stripe {
		n := min(stripe, end-begin)
		if t.left {
			t.solve(at, size, n, t.b[at*t.ldb+begin:], t.ldb)
			continue
		}
		// gonum runs along rows, and these are short: as columns they are long.
		for i := range n {
			for j, v := range t.b[(begin+i)*t.ldb+at : (begin+i)*t.ldb+at+size] {
				columns[j*stripe+i] = v
			}
		}
		t.solve(at, size, n, columns, stripe)
		for i := range n {
			row := t.b[(begin+i)*t.ldb+at : (begin+i)*t.ldb+at+size]
			for j := range row {
				row[j] = columns[j*stripe+i]
			}
		}
	}
}

// flipped returns the flag for the transpose.
func flipped(trans int32) blas.Transpose {
	if trans == cblasNoTrans {
		return blas.Trans
	}
	return blas.NoTrans
}

// scale multiplies a matrix by alpha.
func scale[T float](m, n int, alpha T, b []T, ldb int) {
	if alpha == 1 {
		return
	}
	for i := range m {
		row := b[i*ldb : i*ldb+n]
		for j := range row {
			row[j] *= alpha
		}
	}
}
