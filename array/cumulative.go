package array

import "github.com/cugond/cugond/backend/expr"

// CumSum returns the running sums along an axis, in the shape of a: element i
// is the sum of the elements up to and with i. A negative axis counts from the
// end. For the running sums of all elements in row-major order take
// CumSum(a.Ravel(), 0). Integers wrap; narrow ones are summed by [CumSumAs].
//
// Like all cumulative operations it is pending until something needs it and
// takes the operations that it is applied to into its own pass.
func CumSum[T Wide](a *Array[T], axis int) *Array[T] {
	return scan[T]("CumSum", expr.CumSum, a.operand(), axis)
}

// CumSumAs is [CumSum] in another type, to which each element is converted
// first, under the rules of [SumAs].
func CumSumAs[U Wide, T Numeric](a *Array[T], axis int) *Array[U] {
	return scan[U]("CumSumAs", expr.CumSum, accumulated[U]("CumSumAs", a.operand()), axis)
}

// CumProd returns the running products along an axis, in the shape of a; see
// [CumSum].
func CumProd[T Wide](a *Array[T], axis int) *Array[T] {
	return scan[T]("CumProd", expr.CumProd, a.operand(), axis)
}

// CumProdAs is [CumProd] in another type, to which each element is converted
// first, under the rules of [SumAs].
func CumProdAs[U Wide, T Numeric](a *Array[T], axis int) *Array[U] {
	return scan[U]("CumProdAs", expr.CumProd, accumulated[U]("CumProdAs", a.operand()), axis)
}

// CumMin returns the running minimum along an axis, in the shape of a: NaN
// from the first NaN on. See [CumSum].
func CumMin[T Ordered](a *Array[T], axis int) *Array[T] {
	return scan[T]("CumMin", expr.CumMin, a.operand(), axis)
}

// CumMax returns the running maximum along an axis, in the shape of a: NaN
// from the first NaN on. See [CumSum].
func CumMax[T Ordered](a *Array[T], axis int) *Array[T] {
	return scan[T]("CumMax", expr.CumMax, a.operand(), axis)
}

// NanCumSum is [CumSum] with NaN counted as 0.
func NanCumSum[T Field](a *Array[T], axis int) *Array[T] {
	var zero T
	return scan[T]("NanCumSum", expr.CumSum, withoutNaN("NanCumSum", a.operand(), zero), axis)
}

// NanCumProd is [CumProd] with NaN counted as 1.
func NanCumProd[T Field](a *Array[T], axis int) *Array[T] {
	return scan[T]("NanCumProd", expr.CumProd, withoutNaN("NanCumProd", a.operand(), one[T]()), axis)
}
