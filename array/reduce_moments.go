package array

import (
	"github.com/cugond/cugond/backend/expr"
)

// Mean returns the mean of the elements over the given axes, over all of them
// when none is given; axes and [KeepDims] are as in [Sum]. Large values don't
// overflow in between. The mean of no elements is NaN. Of integers use
// [MeanAs].
func Mean[T Field](a *Array[T], axes ...int) *Array[T] {
	return reduce[T]("Mean", expr.FoldMean, 0, a.operand(), axes)
}

// MeanAs is [Mean] in another type, to which each element is converted first:
// MeanAs[float64](ints). A complex array has no mean of a real type.
func MeanAs[U Field, T Numeric](a *Array[T], axes ...int) *Array[U] {
	return reduce[U]("MeanAs", expr.FoldMean, 0, accumulated[U]("MeanAs", a.operand()), axes)
}

// Var returns the variance of the elements over the given axes, over all of
// them when none is given: the mean squared distance from the mean,
//
//	Σ |x - mean|² / n
//
// Axes and [KeepDims] are as in [Sum]. The variance of no elements is NaN. The
// sum is divided by n; [VarDDof] with 1 divides by n-1. Of integers and complex
// numbers use [VarAs].
func Var[T Float](a *Array[T], axes ...int) *Array[T] {
	return spreadOf("Var", a, expr.FoldVar, 0, axes)
}

// VarDDof is [Var] divided by n - ddof instead of n: 1 for the unbiased
// estimate from a sample. Where n ≤ ddof the division is one by zero.
func VarDDof[T Float](a *Array[T], ddof float64, axes ...int) *Array[T] {
	return spreadOf("VarDDof", a, expr.FoldVar, ddof, axes)
}

// Std returns the standard deviation, the root of [Var].
func Std[T Float](a *Array[T], axes ...int) *Array[T] {
	return spreadOf("Std", a, expr.FoldStd, 0, axes)
}

// StdDDof returns the root of [VarDDof].
func StdDDof[T Float](a *Array[T], ddof float64, axes ...int) *Array[T] {
	return spreadOf("StdDDof", a, expr.FoldStd, ddof, axes)
}

func spreadOf[T Float](op string, a *Array[T], fold expr.Fold, ddof float64, axes []int) *Array[T] {
	checkDDof(op, ddof)
	return reduce[T](op, fold, ddof, a.operand(), axes)
}

func checkDDof(op string, ddof float64) {
	if !isFinite(ddof) {
		fail(op, "the degrees of freedom to be taken off, %v, must be finite", ddof)
	}
}

// VarAs is [Var] in the precision of R, of integers too: VarAs[float64](ints).
// Of complex numbers it is the sum of the variances of their components, a
// real number, and takes two passes.
func VarAs[R Float, T Numeric](a *Array[T], axes ...int) *Array[R] {
	return spreadAs[R]("VarAs", a, expr.FoldVar, 0, axes)
}

// VarDDofAs is [VarDDof] in the precision of R, see [VarAs].
func VarDDofAs[R Float, T Numeric](a *Array[T], ddof float64, axes ...int) *Array[R] {
	return spreadAs[R]("VarDDofAs", a, expr.FoldVar, ddof, axes)
}

// StdAs is [Std] in the precision of R, see [VarAs].
func StdAs[R Float, T Numeric](a *Array[T], axes ...int) *Array[R] {
	return spreadAs[R]("StdAs", a, expr.FoldStd, 0, axes)
}

// StdDDofAs is [StdDDof] in the precision of R, see [VarAs].
func StdDDofAs[R Float, T Numeric](a *Array[T], ddof float64, axes ...int) *Array[R] {
	return spreadAs[R]("StdDDofAs", a, expr.FoldStd, ddof, axes)
}

func spreadAs[R Float, T Numeric](op string, a *Array[T], fold expr.Fold, ddof float64, axes []int) *Array[R] {
	checkDDof(op, ddof)
	t := a.operand()
	t.alive(op)
	if t.dtype.Kind() != expr.KindComplex {
		return reduce[R](op, fold, ddof, converted[R](op, t), axes)
	}
	// E|z - mean|² = E(re - mean)² + E(im - mean)².
	part := func(code expr.Op) *tensor {
		return &reduce[R](op, expr.FoldVar, ddof, componentAs[R](op, code, t), axes).t
	}
	v := apply[R](op, expr.Add, part(expr.Real), part(expr.Imag))
	if fold == expr.FoldStd {
		return apply[R](op, expr.Sqrt, &v.t)
	}
	return v
}

// componentAs returns what the operation gives of complex elements, a real
// number, as an R.
func componentAs[R Float](op string, code expr.Op, t *tensor) *tensor {
	if t.dtype == expr.Complex64 {
		return converted[R](op, &apply[float32](op, code, t).t)
	}
	return converted[R](op, &apply[float64](op, code, t).t)
}
