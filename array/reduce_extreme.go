package array

import (
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// Min returns the smallest element over the given axes, over all of them when
// none is given; axes and [KeepDims] are as in [Sum]. It is NaN where there is
// a NaN; [NanMin] skips those. Of no elements there is no smallest: panics.
func Min[T Ordered](a *Array[T], axes ...int) *Array[T] {
	return reduce[T]("Min", expr.FoldMin, 0, a.operand(), axes)
}

// Max returns the largest element over the given axes, over all of them when
// none is given; axes and [KeepDims] are as in [Sum]. It is NaN where there is
// a NaN; [NanMax] skips those. Of no elements there is no largest: panics.
func Max[T Ordered](a *Array[T], axes ...int) *Array[T] {
	return reduce[T]("Max", expr.FoldMax, 0, a.operand(), axes)
}

// ArgMin returns the position of the smallest element over the given axes,
// over all of them when none is given: the first of several, the first NaN
// where there is one. Over several axes it is the row-major position within
// them, over all that in [Array.Ravel]. Axes and [KeepDims] are as in [Sum].
// Of no elements there is none: panics.
func ArgMin[T Ordered](a *Array[T], axes ...int) *Array[int] {
	return reduce[int]("ArgMin", expr.FoldArgMin, 0, a.operand(), axes)
}

// ArgMax returns the position of the largest element over the given axes,
// under the rules of [ArgMin].
func ArgMax[T Ordered](a *Array[T], axes ...int) *Array[int] {
	return reduce[int]("ArgMax", expr.FoldArgMax, 0, a.operand(), axes)
}

// PtP returns how far the largest element is from the smallest over the given
// axes, over all of them when none is given, in one pass. Axes and [KeepDims]
// are as in [Sum]. Integers wrap: the range of an int8 array may not fit an
// int8. Of no elements there is none: panics.
func PtP[T Ordered](a *Array[T], axes ...int) *Array[T] {
	const op = "PtP"
	hi := reduce[T](op, expr.FoldMax, 0, a.operand(), axes)
	lo := reduce[T](op, expr.FoldMin, 0, a.operand(), axes)
	return apply[T](op, expr.Sub, &hi.t, &lo.t)
}

// LogSumExp returns log(Σ exp(a)) over the given axes, over all of them when
// none is given, without overflow or underflow in between: the largest element
// is taken out of the sum. Axes and [KeepDims] are as in [Sum]. The result is
// -Inf where all elements are, and of no elements. It takes two passes.
func LogSumExp[T Float](a *Array[T], axes ...int) *Array[T] {
	const op = "LogSumExp"
	dev, shp := like(op, a)
	sum := func(t *tensor) *tensor {
		e := apply[T](op, expr.Exp, t)
		return &apply[T](op, expr.Log, &reduce[T](op, expr.FoldSum, 0, &e.t, axes).t).t
	}
	if shape.Size(shp) == 0 {
		return typed[T](op, sum(&spread[T](op, dev, &a.t, shp).t))
	}
	// An infinite largest element would give Inf - Inf.
	shift := func(axes []int) *tensor {
		m := &reduce[T](op, expr.FoldMax, 0, &a.t, axes).t
		return &apply[T](op, expr.Where, &apply[bool](op, expr.IsFinite, m).t, m, literal[T](0)).t
	}
	kept := append([]int{KeepDims}, axes...)
	scaled := &apply[T](op, expr.Sub, &a.t, shift(kept)).t
	return apply[T](op, expr.Add, sum(scaled), shift(axes))
}
