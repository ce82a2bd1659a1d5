package linalg

import (
	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
)

// QROf is the factorization A = Q·R of a stack of matrices, by [QR].
type QROf[T array.Field] struct{ packed, tau *array.Array[T] }

// QR factorises m×n matrices as A = Q·R by Householder reflections: Q has
// orthonormal columns, R is upper triangular. The diagonal of R is real, of either
// sign. Fails with [ErrNaN]. It takes about 2·m·n² - ⅔·n³ operations a matrix
// with m ≥ n, and as many again for Q.
func QR[T array.Field](a *array.Array[T]) (*QROf[T], error) {
	const op = "QR"
	lead, m, n := matrixOf(op, a)
	solver, packed, err := toSolve(op, a)
	if err != nil {
		return nil, err
	}
	tau := array.Zeros[T](a.Device(), shapeOf(lead, min(m, n))...)
	if err := on2(packed, 2, tau, 1, solver.QR); err != nil {
		return nil, named(op, err)
	}
	return &QROf[T]{packed, tau}, nil
}

// Q returns the first k = min(m, n) columns of Q, (…, m, k).
func (f *QROf[T]) Q() (*array.Array[T], error) {
	_, m, n := matrixOf("QROf.Q", f.packed)
	return f.columns(min(m, n))
}

// R returns the first k = min(m, n) rows of R, (…, k, n).
func (f *QROf[T]) R() *array.Array[T] {
	_, m, n := matrixOf("QROf.R", f.packed)
	return array.Triu(f.packed.Slice(array.Ellipsis, array.To(min(m, n)), array.Colon), 0)
}

// Complete returns the square Q, (…, m, m), and all of R, (…, m, n), whose rows
// past n are zeros.
func (f *QROf[T]) Complete() (q, r *array.Array[T], err error) {
	_, m, _ := matrixOf("QROf.Complete", f.packed)
	q, err = f.columns(m)
	return q, array.Triu(f.packed, 0), err
}

// Raw returns R on and above the diagonal and the Householder vectors below it, in
// the shape of the matrices, and their factors tau, (…, k): Q is the product of
// I - tau[i]·v·vᴴ in the order of i, where v has zeros before element i, 1 there,
// and the elements of column i behind. The arrays are those of the
// factorization: don't write to them.
func (f *QROf[T]) Raw() (packed, tau *array.Array[T]) { return f.packed, f.tau }

// columns returns the first columns of Q, k at least.
func (f *QROf[T]) columns(cols int) (*array.Array[T], error) {
	const op = "QROf.Q"
	lead, m, n := matrixOf(op, f.packed)
	solver, err := solverOf(op, f.packed.Device())
	if err != nil {
		return nil, err
	}
	q := array.Zeros[T](f.packed.Device(), shapeOf(lead, m, cols)...)
	have := array.To(min(n, cols))
	q.Slice(array.Ellipsis, array.Colon, have).Assign(f.packed.Slice(array.Ellipsis, array.Colon, have))
	if err := on2(q, 2, f.tau, 1, solver.FormQ); err != nil {
		return nil, named(op, err)
	}
	return q, nil
}

// Solve returns the X that minimises ‖A·X - B‖ in each column, for matrices with m
// ≥ n of full rank: shapes as in [Solve], b with m rows and the result with n.
// Fails with [ErrSingular] at a zero on R's diagonal; where the rank is in doubt
// take [LstSq].
func (f *QROf[T]) Solve(b *array.Array[T]) (*array.Array[T], error) {
	const op = "QROf.Solve"
	lead, m, n := matrixOf(op, f.packed)
	if m < n {
		misuse(op, [][]int{f.packed.Shape()}, "a matrix with fewer rows than columns has no full column rank; use LstSq")
	}
	q, err := f.Q()
	if err != nil {
		return nil, err
	}
	r := f.R()
	return withRight(op, f.packed, lead, m, n, b, func(s backend.Solver, lead []int, x *array.Array[T]) error {
		y := array.MatMul(adjoint(q), x)
		err := on2(spread(r, shapeOf(lead, n, n)), 2, y, 2, func(r, y backend.View) error {
			return s.SolveTriangular(r, y, Triangle{Upper: true})
		})
		if err == nil {
			x.Slice(array.Ellipsis, array.To(n), array.Colon).Assign(y)
		}
		return err
	})
}
