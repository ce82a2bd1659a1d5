package array

import (
	"math"

	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// Norm returns the Euclidean norm, the root of the sum of squares, over the
// given axes, over all of them when none is given; over two axes it is the
// Frobenius norm. Axes and [KeepDims] are as in [Sum]. Squares neither
// overflow nor vanish in between. The norm of no elements is 0. Norms of
// matrices as maps are in package linalg; of integers and complex numbers use
// [NormAs].
func Norm[T Float](a *Array[T], axes ...int) *Array[T] {
	return reduce[T]("Norm", expr.FoldNorm, 0, a.operand(), axes)
}

// NormAs is [Norm] in the precision of R: NormAs[float32](z), of integers and
// of complex numbers, whose magnitudes are taken.
func NormAs[R Float, T Numeric](a *Array[T], axes ...int) *Array[R] {
	const op = "NormAs"
	t := a.operand()
	t.alive(op)
	if t.dtype.Kind() == expr.KindComplex {
		if expr.TypeOf[R]() == expr.Float64 {
			t = converted[complex128](op, t)
		}
		t = componentAs[R](op, expr.Abs, t)
	}
	return reduce[R](op, expr.FoldNorm, 0, converted[R](op, t), axes)
}

// Norm1 returns the sum of the absolute values over the given axes, over all
// of them when none is given; axes and [KeepDims] are as in [Sum].
func Norm1[T Float](a *Array[T], axes ...int) *Array[T] {
	return reduce[T]("Norm1", expr.FoldSum, 0, &apply[T]("Norm1", expr.Abs, a.operand()).t, axes)
}

// NormInf returns the largest absolute value over the given axes, over all of
// them when none is given; axes and [KeepDims] are as in [Sum]. Of no elements
// there is none: panics.
func NormInf[T Float](a *Array[T], axes ...int) *Array[T] {
	return reduce[T]("NormInf", expr.FoldMax, 0, &apply[T]("NormInf", expr.Abs, a.operand()).t, axes)
}

// NormP returns (Σ |a|^p)^(1/p) over the given axes, over all of them when
// none is given; axes and [KeepDims] are as in [Sum]. p may be any number but
// NaN. 1 and 2 are [Norm1] and [Norm], +Inf is [NormInf]; -Inf gives the
// smallest absolute value and 0 the number of elements that are not zero. For
// other p the elements are scaled by the largest (for negative p by the
// smallest), so that powers don't overflow, which takes a second pass.
func NormP[T Float](a *Array[T], p float64, axes ...int) *Array[T] {
	const op = "NormP"
	_, shp := like(op, a)
	// Each pass takes the absolute values itself: a node that both shared would
	// be kept in memory between them.
	abs := func() *tensor { return &apply[T](op, expr.Abs, &a.t).t }
	switch {
	case p != p:
		fail(op, "the order p is NaN")
	case p == 0:
		ones := &apply[bool](op, expr.NotEqual, &a.t, literal[T](0)).t
		return typed[T](op, &reduce[int](op, expr.FoldCount, 0, ones, axes).t)
	case p == 1:
		return reduce[T](op, expr.FoldSum, 0, abs(), axes)
	case p == 2:
		return reduce[T](op, expr.FoldNorm, 0, &a.t, axes)
	case math.IsInf(p, 1):
		return reduce[T](op, expr.FoldMax, 0, abs(), axes)
	case math.IsInf(p, -1):
		return reduce[T](op, expr.FoldMin, 0, abs(), axes)
	}
	root := func(x *tensor) *Array[T] {
		powers := apply[T](op, expr.Pow, x, literal[T](p))
		sum := reduce[T](op, expr.FoldSum, 0, &powers.t, axes)
		return apply[T](op, expr.Pow, &sum.t, literal[T](1/p))
	}
	if shape.Size(shp) == 0 {
		return root(abs())
	}
	extreme := expr.FoldMax
	if p < 0 {
		extreme = expr.FoldMin
	}
	// Zeros and infinities can't be scaled by, and need not be.
	all := abs()
	scale := func(axes []int) *tensor {
		m := &reduce[T](op, extreme, 0, all, axes).t
		inside := &apply[bool](op, expr.BitAnd,
			&apply[bool](op, expr.IsFinite, m).t, &apply[bool](op, expr.NotEqual, m, literal[T](0)).t).t
		return &apply[T](op, expr.Where, inside, m, literal[T](1)).t
	}
	kept := scale(append([]int{KeepDims}, axes...))
	scaled := &apply[T](op, expr.Div, abs(), kept).t
	return apply[T](op, expr.Mul, &root(scaled).t, scale(axes))
}
