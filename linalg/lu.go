package linalg

import (
	"runtime"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
)

// LUOf is the factorization P·A = L·U of a stack of matrices, by [LU].
type LUOf[T array.Field] struct {
	packed *array.Array[T]
	pivots *array.Array[int]
}

// LU factorises each m×n matrix of a as P·A = L·U by elimination with partial
// pivoting: L is m×k and has ones on its diagonal, U is k×n, k = min(m, n), and P
// reorders rows. Singular matrices have factors too. Fails with [ErrNaN]. It
// takes about ⅔·n³ operations a square matrix.
func LU[T array.Field](a *array.Array[T]) (*LUOf[T], error) { return lu("LU", a) }

func lu[T array.Field](op string, a *array.Array[T]) (*LUOf[T], error) {
	lead, m, n := matrixOf(op, a)
	solver, packed, err := toSolve(op, a)
	if err != nil {
		return nil, err
	}
	pivots := array.Empty[int](a.Device(), shapeOf(lead, min(m, n))...)
	err = on2(packed, 2, pivots, 1, solver.LU)
	if err != nil {
		return nil, named(op, err)
	}
	return &LUOf[T]{packed, pivots}, nil
}

// on2 calls a solver's method on two arrays.
func on2(a array.AnyArray, tailA int, b array.AnyArray, tailB int, f func(a, b backend.View) error) error {
	va, err := place(a, tailA)
	if err != nil {
		return err
	}
	vb, err := place(b, tailB)
	if err != nil {
		return err
	}
	err = f(va, vb)
	runtime.KeepAlive(a)
	runtime.KeepAlive(b)
	return err
}

// on3 calls a solver's method on three arrays.
func on3(a array.AnyArray, tailA int, b array.AnyArray, tailB int, c array.AnyArray, tailC int, f func(a, b, c backend.View) error) error {
	vc, err := place(c, tailC)
	if err != nil {
		return err
	}
	err = on2(a, tailA, b, tailB, func(va, vb backend.View) error { return f(va, vb, vc) })
	runtime.KeepAlive(c)
	return err
}

// L returns the lower triangular factors, (…, m, k) with ones on the diagonal.
func (f *LUOf[T]) L() *array.Array[T] {
	_, m, n := matrixOf("LUOf.L", f.packed)
	k := min(m, n)
	below := array.Tril(f.packed.Slice(array.Ellipsis, array.Colon, array.To(k)), -1)
	return below.Add(array.EyeOffset[T](f.packed.Device(), m, k, 0))
}

// U returns the upper triangular factors, (…, k, n).
func (f *LUOf[T]) U() *array.Array[T] {
	_, m, n := matrixOf("LUOf.U", f.packed)
	return array.Triu(f.packed.Slice(array.Ellipsis, array.To(min(m, n)), array.Colon), 0)
}

// Packed returns U on and above the diagonal and L below it, in the shape of the
// matrices, and the pivots, (…, k): row i was swapped with row pivots[i], in the
// order of i. The arrays are those of the factorization: don't write to them.
func (f *LUOf[T]) Packed() (lu *array.Array[T], pivots *array.Array[int]) { return f.packed, f.pivots }

// Permutation returns which row of the matrix each row of L·U is, (…, m): with p
// of a single matrix, array.Take(a, p, 0) is L·U.
func (f *LUOf[T]) Permutation() (*array.Array[int], error) {
	lead, m, n := matrixOf("LUOf.Permutation", f.packed)
	pivots, err := f.pivots.ToSlice()
	if err != nil {
		return nil, err
	}
	k := min(m, n)
	p := make([]int, f.count()*m)
	for i := range f.count() {
		rows := p[i*m : (i+1)*m]
		for r := range rows {
			rows[r] = r
		}
		for r, q := range pivots[i*k : (i+1)*k] {
			rows[r], rows[q] = rows[q], rows[r]
		}
	}
	return array.FromSlice(f.packed.Device(), p, shapeOf(lead, m)...), nil
}

// count returns the number of matrices.
func (f *LUOf[T]) count() int {
	lead, _, _ := matrixOf("LU", f.packed)
	n := 1
	for _, d := range lead {
		n *= d
	}
	return n
}

// Solve returns X with A·X = B for square A, see [Solve].
func (f *LUOf[T]) Solve(b *array.Array[T]) (*array.Array[T], error) { return f.solve("LUOf.Solve", b) }

func (f *LUOf[T]) solve(op string, b *array.Array[T]) (*array.Array[T], error) {
	lead, n := squareOf(op, f.packed)
	return withRight(op, f.packed, lead, n, n, b, func(s backend.Solver, lead []int, x *array.Array[T]) error {
		packed, pivots := spread(f.packed, shapeOf(lead, n, n)), spread(f.pivots, shapeOf(lead, n))
		return on3(packed, 2, pivots, 1, x, 2, s.LUSolve)
	})
}

// Inv returns the inverses of square A, see [Inv].
func (f *LUOf[T]) Inv() (*array.Array[T], error) { return f.inv("LUOf.Inv") }

func (f *LUOf[T]) inv(op string) (*array.Array[T], error) {
	lead, n := squareOf(op, f.packed)
	one := array.Eye[T](f.packed.Device(), n)
	return f.solve(op, one.BroadcastTo(shapeOf(lead, n, n)...))
}
