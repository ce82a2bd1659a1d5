package linalg

import (
	"math"

	"github.com/cugond/cugond/array"
)

// Norm returns norms of m×n matrices as linear maps, in the shape of the leading
// axes:
//
//	p = 1, -1        the largest, smallest sum of magnitudes of a column
//	p = +Inf, -Inf   the largest, smallest sum of magnitudes of a row
//	p = 2, -2        the largest, smallest singular value
//
// Other p panic. Norms of vectors, and the Frobenius norm, are array.Norm and
// array.NormP. The norm of no elements is 0, but where the smallest is asked for
// there must be one. Fails with [ErrNaN] and, for 2 and -2, whose cost is that of
// [SVDVals], like that.
func Norm[T array.Float](a *array.Array[T], p float64) (*array.Array[T], error) {
	return NormAs[T](a, p)
}

// NormAs is [Norm] for matrices of any type. R is the real type of T.
func NormAs[R array.Float, T array.Field](a *array.Array[T], p float64) (*array.Array[R], error) {
	const op = "Norm"
	lead, m, n := matrixOf(op, a)
	realOf[R, T](op)
	switch p {
	case 1, -1, 2, -2, math.Inf(1), math.Inf(-1):
	default:
		misuse(op, nil, "the order must be 1, 2, an infinity, or the negative of one, not %v", p)
	}
	if m == 0 || n == 0 {
		if p < 0 {
			misuse(op, [][]int{a.Shape()}, "a matrix without elements has no smallest row, column or singular value")
		}
		return array.Zeros[R](a.Device(), lead...), nil
	}
	if math.Abs(p) == 2 {
		s, err := svdVals[R](op, a)
		if err != nil {
			return nil, err
		}
		return extreme(s, p, -1), nil
	}
	c, err := owned(op, a)
	if err != nil {
		return nil, err
	}
	axis := -1
	if math.Abs(p) == 1 {
		axis = -2
	}
	return extreme(array.SumAs[R](magnitudes[R](c), axis), p, -1), nil
}

// extreme returns the largest along an axis, or with a negative p the smallest.
func extreme[R array.Float](s *array.Array[R], p float64, axis int) *array.Array[R] {
	if p < 0 {
		return array.Min(s, axis)
	}
	return array.Max(s, axis)
}

// magnitudes returns the absolute values of elements of any type: norms of one
// element each.
func magnitudes[R array.Float, T array.Field](a *array.Array[T]) *array.Array[R] {
	return array.NormAs[R](a.ExpandDims(-1), -1)
}

// NormNuclear returns the sums of the singular values of m×n matrices, in the shape
// of the leading axes. Fails like [SVDVals], whose cost it has.
func NormNuclear[T array.Float](a *array.Array[T]) (*array.Array[T], error) {
	return NormNuclearAs[T](a)
}

// NormNuclearAs is [NormNuclear] for matrices of any type. R is the real type of T.
func NormNuclearAs[R array.Float, T array.Field](a *array.Array[T]) (*array.Array[R], error) {
	s, err := svdVals[R]("NormNuclear", a)
	if err != nil {
		return nil, err
	}
	return array.Sum(s, -1), nil
}

// Cond returns the condition numbers of m×n matrices, in the shape of the leading
// axes: the largest singular value over the smallest, which is how much relative
// errors can grow in solving. It is +Inf where the smallest is zero; a matrix
// without elements panics. Fails like [SVDVals], whose cost it has. Condition numbers
// in other norms are products of the [Norm] of a matrix and of its [Inv].
func Cond[T array.Float](a *array.Array[T]) (*array.Array[T], error) { return CondAs[T](a) }

// CondAs is [Cond] for matrices of any type. R is the real type of T.
func CondAs[R array.Float, T array.Field](a *array.Array[T]) (*array.Array[R], error) {
	const op = "Cond"
	_, m, n := matrixOf(op, a)
	if m == 0 || n == 0 {
		misuse(op, [][]int{a.Shape()}, "a matrix without elements has no condition number")
	}
	s, err := svdVals[R](op, a)
	if err != nil {
		return nil, err
	}
	least := s.Slice(array.Ellipsis, array.At(-1))
	most := s.Slice(array.Ellipsis, array.At(0))
	infinite := array.Const(R(math.Inf(1)))
	return array.Where(array.EqualScalar(least, 0), infinite, most.Div(least)), nil
}
