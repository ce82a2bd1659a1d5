package linalg

import (
	"slices"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/internal/shape"
)

// Solve returns X with A·X = B. a is a stack of square matrices (…, n, n). b is a
// vector (n,), for which the result is (…, n), or a stack of matrices (…, n, k), for
// which it is (…, n, k); the leading axes of a and b broadcast.
//
// Fails with [ErrSingular] at the first pivot that is exactly zero, and with
// [ErrNaN]; whether a matrix is nearly singular [Cond] tells. It takes about
// ⅔·n³ + 2·n²·k operations a matrix. For several right sides that come one after
// another factorise once with [LU].
func Solve[T array.Field](a, b *array.Array[T]) (*array.Array[T], error) {
	const op = "Solve"
	squareOf(op, a)
	checkRight(op, a, b)
	f, err := lu(op, a)
	if err != nil {
		return nil, err
	}
	return f.solve(op, b)
}

// SolvePos returns X with A·X = B like [Solve] for Hermitian, positive definite
// matrices, in half the time. Of a the lower triangle alone counts. Fails with
// [ErrNotPositiveDefinite] and [ErrNaN].
func SolvePos[T array.Field](a, b *array.Array[T]) (*array.Array[T], error) {
	const op = "SolvePos"
	squareOf(op, a)
	checkRight(op, a, b)
	f, err := cholesky(op, a)
	if err != nil {
		return nil, err
	}
	return f.solve(op, b)
}

// Inv returns the inverses of square matrices, in the shape of a. Fails with
// [ErrSingular] and [ErrNaN]. It takes about 8/3·n³ operations a matrix; to solve
// a system, [Solve] is quicker and more accurate.
func Inv[T array.Field](a *array.Array[T]) (*array.Array[T], error) {
	const op = "Inv"
	squareOf(op, a)
	f, err := lu(op, a)
	if err != nil {
		return nil, err
	}
	return f.inv(op)
}

// Triangle says how [SolveTriangular] reads a matrix. The zero value is a lower
// triangle.
type Triangle = backend.Triangle

// SolveTriangular returns X with op(A)·X = B for triangular matrices, with the
// shapes of [Solve]. Of a, the half that t names is read, and its transpose is a.T():
// with strides exchanged, the other half counts. Fails with [ErrSingular] at the
// first zero on the diagonal, and with [ErrNaN], also for elements that are not
// read. It takes n²·k operations a matrix.
func SolveTriangular[T array.Field](a, b *array.Array[T], t Triangle) (*array.Array[T], error) {
	const op = "SolveTriangular"
	lead, n := squareOf(op, a)
	checkRight(op, a, b)
	_, f, err := toSolve(op, a)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return withRight(op, f, lead, n, n, b, func(s backend.Solver, lead []int, x *array.Array[T]) error {
		return on2(spread(f, shapeOf(lead, n, n)), 2, x, 2, func(a, b backend.View) error { return s.SolveTriangular(a, b, t) })
	})
}

// checkRight panics unless b can be the right side of a system with the matrices
// of a, and returns the leading axes of both together.
func checkRight[T array.Field](op string, a, b *array.Array[T]) []int {
	lead, m, _ := matrixOf(op, a)
	sameDevice(op, a, b)
	s := b.Shape()
	shapes := [][]int{a.Shape(), s}
	switch len(s) {
	case 0:
		misuse(op, shapes, "the right side must be a vector or matrices")
	case 1:
		if s[0] != m {
			misuse(op, shapes, "the right side must have a length of %d", m)
		}
		return lead
	}
	if s[len(s)-2] != m {
		misuse(op, shapes, "the right side must have %d rows", m)
	}
	both, err := shape.Broadcast(lead, s[:len(s)-2])
	if err != nil {
		misuse(op, shapes, "all but the last two dimensions must broadcast: %v", err)
	}
	return both
}

// withRight has f overwrite a copy of b, broadcast to all matrices and as
// matrices, with a solution. The solution has n rows: those of b, m, or fewer.
func withRight[T array.Field](op string, a *array.Array[T], lead []int, m, n int, b *array.Array[T], f func(s backend.Solver, lead []int, x *array.Array[T]) error) (*array.Array[T], error) {
	both := checkRight(op, a, b)
	s, err := solverOf(op, a.Device())
	if err != nil {
		return nil, err
	}
	vector := b.NDim() == 1
	b = columnsOf(b)
	wide := b.BroadcastTo(shapeOf(both, m, b.Dim(-1))...)
	x, err := owned(op, wide)
	if err != nil {
		return nil, err
	}
	if err := f(s, both, x); err != nil {
		return nil, named(op, err)
	}
	if n < m {
		x = x.Slice(array.Ellipsis, array.To(n), array.Colon)
	}
	if vector {
		return x.Squeeze(-1), nil
	}
	return x, nil
}

// spread returns an array broadcast to a shape, in memory of its own unless that
// is its shape.
func spread[T array.Element](a *array.Array[T], shp []int) *array.Array[T] {
	if slices.Equal(a.Shape(), shp) {
		return a
	}
	return a.BroadcastTo(shp...).Copy()
}
