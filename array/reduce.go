package array

import "github.com/cugond/cugond/backend/expr"

// Sum returns the sum of the elements over the given axes, over all of them
// when none is given. Negative axes count from the end; [KeepDims] among them
// keeps the summed axes with length 1. The sum of no elements is 0.
//
// Floats are summed pairwise or compensated, so that the error does not grow
// with the number of elements; the result is the same on every run. Integers
// wrap; narrow ones are summed by [SumAs], which names a wider result. What is
// true in an array of bool is counted by [CountNonzero].
//
// Like all reductions it is pending until something needs it, takes the
// operations that it is applied to into its own pass over the elements, and
// is computed together with other reductions of the same array over the same
// axes.
func Sum[T Wide](a *Array[T], axes ...int) *Array[T] {
	return reduce[T]("Sum", expr.FoldSum, 0, a.operand(), axes)
}

// SumAs is [Sum] in another type, to which each element is converted first:
// SumAs[int64](pixels). Conversions that would lose fractions or imaginary
// parts panic. To count what is true use [CountNonzero].
func SumAs[U Wide, T Numeric](a *Array[T], axes ...int) *Array[U] {
	return reduce[U]("SumAs", expr.FoldSum, 0, accumulated[U]("SumAs", a.operand()), axes)
}

// Prod returns the product of the elements over the given axes, over all of
// them when none is given; axes and [KeepDims] are as in [Sum]. The product of
// no elements is 1. Integers wrap.
func Prod[T Wide](a *Array[T], axes ...int) *Array[T] {
	return reduce[T]("Prod", expr.FoldProd, 0, a.operand(), axes)
}

// ProdAs is [Prod] in another type, to which each element is converted first,
// under the rules of [SumAs].
func ProdAs[U Wide, T Numeric](a *Array[T], axes ...int) *Array[U] {
	return reduce[U]("ProdAs", expr.FoldProd, 0, accumulated[U]("ProdAs", a.operand()), axes)
}

// Trace returns the sum over the k-th diagonal of the matrices in the last two
// axes, which go away. It is [Sum] of [Array.Diagonal].
func Trace[T Wide](a *Array[T], k int) *Array[T] {
	a.operand().alive("Trace")
	if a.NDim() < 2 {
		failShapes("Trace", "a diagonal needs two axes", a.t.shape)
	}
	d := a.Diagonal(k)
	defer d.Close()
	return reduce[T]("Trace", expr.FoldSum, 0, &d.t, []int{-1})
}

// Average returns the mean of the elements weighted by w over the given axes,
// over all of them when none is given: Σ a·w / Σ w. The weights broadcast to
// a's shape; 1-d weights along one given axis are laid along that axis. Axes
// and [KeepDims] are as in [Sum]. Weights that add up to zero make the
// division one by zero: NaN or infinities.
func Average[T Field](a, w *Array[T], axes ...int) *Array[T] {
	const op = "Average"
	dev, shp := like(op, a)
	w.operand().alive(op)
	wt := &w.t
	given, _ := splitKeepDims(axes)
	if len(given) == 1 && len(shp) > 1 && len(wt.shape) == 1 && wt.dev != nil {
		axis := given[0]
		if axis < 0 {
			axis += len(shp)
		}
		if axis >= 0 && axis < len(shp) {
			to := make([]int, len(shp))
			for i := range to {
				to[i] = 1
			}
			to[axis] = wt.shape[0]
			laid := w.Reshape(to...)
			defer laid.Close()
			wt = &laid.t
		}
	}
	if wt.dev != nil && !sameDevice(wt.dev, dev) {
		failShapes(op, "the arrays are on "+dev.Name()+" and "+wt.dev.Name()+"; move one with To", shp, wt.shape)
	}
	wide := spread[T](op, dev, wt, shp)
	sum := reduce[T](op, expr.FoldSum, 0, &apply[T](op, expr.Mul, &a.t, wt).t, axes)
	return apply[T](op, expr.Div, &sum.t, &reduce[T](op, expr.FoldSum, 0, &wide.t, axes).t)
}
