package linalg

import (
	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
)

// EighOf are the eigenvalues and eigenvectors of a stack of Hermitian matrices, by
// [Eigh]: A·V = V·diag(W).
type EighOf[T array.Field, R array.Float] struct {
	Values  *array.Array[R] // (…, n), ascending
	Vectors *array.Array[T] // (…, n, n), orthonormal columns in the order of the values
}

// Eigh returns the eigenvalues and eigenvectors of symmetric matrices (…, n, n), of
// which the lower triangle alone counts. The vectors have length 1; their signs,
// and the vectors among those of one eigenvalue, are anything. Fails with
// [ErrNotConverged] and [ErrNaN]. It takes about 9·n³ operations a matrix, and a
// third of the time without vectors, by [EighVals].
func Eigh[T array.Float](a *array.Array[T]) (*EighOf[T, T], error) { return EighAs[T](a) }

// EighAs is [Eigh] for matrices of any type: Hermitian ones, if complex, of whose
// diagonal the real part counts. R is the real type of T.
func EighAs[R array.Float, T array.Field](a *array.Array[T]) (*EighOf[T, R], error) {
	w, v, err := eigh[R]("Eigh", a, true)
	if err != nil {
		return nil, err
	}
	return &EighOf[T, R]{w, v}, nil
}

// EighVals returns the eigenvalues of symmetric matrices, (…, n), in ascending
// order, see [Eigh].
func EighVals[T array.Float](a *array.Array[T]) (*array.Array[T], error) { return EighValsAs[T](a) }

// EighValsAs is [EighVals] for Hermitian matrices of any type. R is the real type
// of T.
func EighValsAs[R array.Float, T array.Field](a *array.Array[T]) (*array.Array[R], error) {
	w, v, err := eigh[R]("EighVals", a, false)
	if err != nil {
		return nil, err
	}
	v.Close()
	return w, nil
}

func eigh[R array.Float, T array.Field](op string, a *array.Array[T], vectors bool) (*array.Array[R], *array.Array[T], error) {
	lead, n := squareOf(op, a)
	realOf[R, T](op)
	solver, v, err := toSolve(op, a)
	if err != nil {
		return nil, nil, err
	}
	w := array.Empty[R](a.Device(), shapeOf(lead, n)...)
	err = on2(v, 2, w, 1, func(v, w backend.View) error { return solver.Eigh(v, w, vectors) })
	return w, v, named(op, err)
}
