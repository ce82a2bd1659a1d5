package linalg

import (
	"runtime"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
)

// SVDOf is the singular value decomposition A = U·diag(S)·Vh of a stack of m×n
// matrices, by [SVD] with k = min(m, n) vectors on either side or by [SVDFull] with
// all.
type SVDOf[T array.Field, R array.Float] struct {
	U  *array.Array[T] // (…, m, k), or (…, m, m): orthonormal columns
	S  *array.Array[R] // (…, k), descending, none negative
	Vh *array.Array[T] // (…, k, n), or (…, n, n): orthonormal rows
}

// SVD returns the thin singular value decomposition of m×n matrices. The signs
// of the vectors, in pairs, are anything. Fails with [ErrNotConverged] and
// [ErrNaN]. It takes about 22·n³ operations a square matrix, and a quarter of the
// time without vectors, by [SVDVals].
func SVD[T array.Float](a *array.Array[T]) (*SVDOf[T, T], error) { return SVDAs[T](a) }

// SVDAs is [SVD] for matrices of any type. R is the real type of T.
func SVDAs[R array.Float, T array.Field](a *array.Array[T]) (*SVDOf[T, R], error) {
	_, m, n := matrixOf("SVD", a)
	return svd[R]("SVD", a, min(m, n), min(m, n))
}

// SVDFull is [SVD] with square U and Vh: what is more than min(m, n) vectors spans
// the rest of the space.
func SVDFull[T array.Float](a *array.Array[T]) (*SVDOf[T, T], error) { return SVDFullAs[T](a) }

// SVDFullAs is [SVDFull] for matrices of any type. R is the real type of T.
func SVDFullAs[R array.Float, T array.Field](a *array.Array[T]) (*SVDOf[T, R], error) {
	_, m, n := matrixOf("SVDFull", a)
	return svd[R]("SVDFull", a, m, n)
}

// SVDVals returns the singular values of m×n matrices, (…, min(m, n)), in
// descending order, see [SVD].
func SVDVals[T array.Float](a *array.Array[T]) (*array.Array[T], error) { return SVDValsAs[T](a) }

// SVDValsAs is [SVDVals] for matrices of any type. R is the real type of T.
func SVDValsAs[R array.Float, T array.Field](a *array.Array[T]) (*array.Array[R], error) {
	return svdVals[R]("SVDVals", a)
}

func svdVals[R array.Float, T array.Field](op string, a *array.Array[T]) (*array.Array[R], error) {
	lead, m, n := matrixOf(op, a)
	realOf[R, T](op)
	solver, c, err := toSolve(op, a)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	s := array.Empty[R](a.Device(), shapeOf(lead, min(m, n))...)
	err = on2(c, 2, s, 1, func(c, s backend.View) error { return solver.SVD(c, s, backend.View{}, backend.View{}) })
	return s, named(op, err)
}

// svd returns a decomposition with the numbers of columns and rows given.
func svd[R array.Float, T array.Field](op string, a *array.Array[T], cols, rows int) (*SVDOf[T, R], error) {
	lead, m, n := matrixOf(op, a)
	realOf[R, T](op)
	solver, c, err := toSolve(op, a)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	dev := a.Device()
	f := &SVDOf[T, R]{
		U:  array.Empty[T](dev, shapeOf(lead, m, cols)...),
		S:  array.Empty[R](dev, shapeOf(lead, min(m, n))...),
		Vh: array.Empty[T](dev, shapeOf(lead, rows, n)...),
	}
	err = on3(f.U, 2, f.S, 1, f.Vh, 2, func(u, s, vh backend.View) error {
		v, err := place(c, 2)
		if err != nil {
			return err
		}
		return solver.SVD(v, s, u, vh)
	})
	runtime.KeepAlive(c)
	if err != nil {
		return nil, named(op, err)
	}
	return f, nil
}
