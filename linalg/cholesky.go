package linalg

import (
	"runtime"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
)

// CholeskyOf is the factorization A = L·Lᴴ of a stack of matrices, by [Cholesky].
type CholeskyOf[T array.Field] struct{ packed *array.Array[T] }

// Cholesky factorises Hermitian, positive definite matrices (…, n, n) as A = L·Lᴴ,
// L lower triangular with a positive diagonal. Of a the lower triangle alone
// counts, and of its diagonal the real part. Fails with
// [ErrNotPositiveDefinite], which is the quickest way to find out, and with
// [ErrNaN]. It takes about ⅓·n³ operations a matrix.
func Cholesky[T array.Field](a *array.Array[T]) (*CholeskyOf[T], error) {
	return cholesky("Cholesky", a)
}

func cholesky[T array.Field](op string, a *array.Array[T]) (*CholeskyOf[T], error) {
	squareOf(op, a)
	solver, packed, err := toSolve(op, a)
	if err != nil {
		return nil, err
	}
	v, err := place(packed, 2)
	if err != nil {
		return nil, err
	}
	err = solver.Cholesky(v)
	runtime.KeepAlive(packed)
	if err != nil {
		return nil, named(op, err)
	}
	return &CholeskyOf[T]{packed}, nil
}

// L returns the lower triangular factors, in the shape of the matrices.
func (f *CholeskyOf[T]) L() *array.Array[T] { return array.Tril(f.packed, 0) }

// Solve returns X with A·X = B, with the shapes of [Solve].
func (f *CholeskyOf[T]) Solve(b *array.Array[T]) (*array.Array[T], error) {
	return f.solve("CholeskyOf.Solve", b)
}

func (f *CholeskyOf[T]) solve(op string, b *array.Array[T]) (*array.Array[T], error) {
	lead, n := squareOf(op, f.packed)
	return withRight(op, f.packed, lead, n, n, b, func(s backend.Solver, lead []int, x *array.Array[T]) error {
		return on2(spread(f.packed, shapeOf(lead, n, n)), 2, x, 2, func(l, x backend.View) error {
			if err := s.SolveTriangular(l, x, Triangle{}); err != nil {
				return err
			}
			return s.SolveTriangular(l, x, Triangle{Conjugate: true})
		})
	})
}

// Inv returns the inverses, see [Inv].
func (f *CholeskyOf[T]) Inv() (*array.Array[T], error) {
	const op = "CholeskyOf.Inv"
	lead, n := squareOf(op, f.packed)
	one := array.Eye[T](f.packed.Device(), n)
	return f.solve(op, one.BroadcastTo(shapeOf(lead, n, n)...))
}
