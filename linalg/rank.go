package linalg

import (
	"math"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend/expr"
)

// cutoff returns below which share of the largest singular value others count as
// zero: what is given, or max(m, n) times the rounding unit of the real type.
func cutoff[R array.Float](op string, m, n int, tol []float64) R {
	switch {
	case len(tol) > 1 || len(tol) == 1 && !(tol[0] >= 0):
		misuse(op, nil, "the tolerance must be one number that is not negative, not %v", tol)
	case len(tol) == 1:
		return R(tol[0])
	}
	eps := math.Ldexp(1, -52)
	if expr.TypeOf[R]() == expr.Float32 {
		eps = math.Ldexp(1, -23)
	}
	return R(eps * float64(max(m, n)))
}

// significant returns which singular values, (…, k), are above the cutoff.
func significant[R array.Float](s *array.Array[R], share R) *array.Array[bool] {
	if s.Dim(-1) == 0 {
		return array.Zeros[bool](s.Device(), s.Shape()...)
	}
	return array.Greater(s, array.Max(s, -1, array.KeepDims).MulScalar(share))
}

// MatrixRank returns the ranks of m×n matrices, in the shape of the leading axes:
// how many singular values are above tol times the largest. Without one given,
// tol is max(m, n) times the distance from 1 to the next number of the type. Fails
// like [SVDVals], whose cost it has.
func MatrixRank[T array.Field](a *array.Array[T], tol ...float64) (*array.Array[int], error) {
	switch a := any(a).(type) {
	case *array.Array[float32]:
		return rank[float32](a, tol)
	case *array.Array[float64]:
		return rank[float64](a, tol)
	case *array.Array[complex64]:
		return rank[float32](a, tol)
	default:
		return rank[float64](a.(*array.Array[complex128]), tol)
	}
}

func rank[R array.Float, T array.Field](a *array.Array[T], tol []float64) (*array.Array[int], error) {
	const op = "MatrixRank"
	_, m, n := matrixOf(op, a)
	share := cutoff[R](op, m, n, tol)
	s, err := svdVals[R](op, a)
	if err != nil {
		return nil, err
	}
	return array.CountNonzero(significant(s, share), -1), nil
}

// PInv returns the pseudo-inverses of m×n matrices, (…, n, m), by the singular
// value decomposition. Singular values of at most tol times the largest count as
// zero, see [MatrixRank]. Fails like [SVD].
func PInv[T array.Field](a *array.Array[T], tol ...float64) (*array.Array[T], error) {
	var out any
	var err error
	switch a := any(a).(type) {
	case *array.Array[float32]:
		out, err = pinv[float32](a, tol)
	case *array.Array[float64]:
		out, err = pinv[float64](a, tol)
	case *array.Array[complex64]:
		out, err = pinv[float32](a, tol)
	case *array.Array[complex128]:
		out, err = pinv[float64](a, tol)
	}
	return out.(*array.Array[T]), err
}

func pinv[R array.Float, T array.Field](a *array.Array[T], tol []float64) (*array.Array[T], error) {
	const op = "PInv"
	_, m, n := matrixOf(op, a)
	share := cutoff[R](op, m, n, tol)
	f, err := svd[R](op, a, min(m, n), min(m, n))
	if err != nil {
		return nil, err
	}
	return array.MatMul(adjoint(f.Vh), f.divided(adjoint(f.U), share)), nil
}

// divided returns Σ⁺·B: the rows of b, (…, k, p), divided by the singular values,
// zeros where those do not count.
func (f *SVDOf[T, R]) divided(b *array.Array[T], share R) *array.Array[T] {
	counts := significant(f.S, share).ExpandDims(-1)
	s := array.Cast[T](f.S).ExpandDims(-1)
	return array.Where(counts, b.Div(s), array.Const[T](0))
}

// LstSqOf is what [LstSq] finds.
type LstSqOf[T array.Field, R array.Float] struct {
	X    *array.Array[T]   // the solution, (…, n) or (…, n, k)
	Rank *array.Array[int] // of the matrices, in the shape of their leading axes
	S    *array.Array[R]   // the singular values of the matrices, (…, min(m, n))
}

// LstSq returns the X that minimises ‖A·X - B‖ in each column, and of those that
// do the one of the least length: m×n matrices of any rank. b is a vector (m,) or
// a stack of matrices (…, m, k), with leading axes that broadcast against those of
// a. Singular values of at most tol times the largest count as zero, see
// [MatrixRank].
//
// Fails like [SVD], whose cost it has. For matrices that are known to have full
// rank [QROf.Solve] is quicker.
func LstSq[T array.Float](a, b *array.Array[T], tol ...float64) (*LstSqOf[T, T], error) {
	return LstSqAs[T](a, b, tol...)
}

// LstSqAs is [LstSq] for matrices of any type. R is the real type of T.
func LstSqAs[R array.Float, T array.Field](a, b *array.Array[T], tol ...float64) (*LstSqOf[T, R], error) {
	const op = "LstSq"
	_, m, n := matrixOf(op, a)
	checkRight(op, a, b)
	share := cutoff[R](op, m, n, tol)
	f, err := svd[R](op, a, min(m, n), min(m, n))
	if err != nil {
		return nil, err
	}
	vector := b.NDim() == 1
	if b, err = owned(op, columnsOf(b)); err != nil {
		return nil, err
	}
	x := array.MatMul(adjoint(f.Vh), f.divided(array.MatMul(adjoint(f.U), b), share))
	if vector {
		x = x.Squeeze(-1)
	}
	if err := x.Eval(); err != nil {
		return nil, err
	}
	return &LstSqOf[T, R]{x, array.CountNonzero(significant(f.S, share), -1), f.S}, nil
}

// columnsOf returns a vector as a matrix of one column, and matrices as they are.
func columnsOf[T array.Field](b *array.Array[T]) *array.Array[T] {
	if b.NDim() == 1 {
		return b.ExpandDims(-1)
	}
	return b
}
