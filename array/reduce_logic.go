package array

import "github.com/cugond/cugond/backend/expr"

// Any returns whether any element over the given axes is true, over all of
// them when none is given; axes and [KeepDims] are as in [Sum]. Of no elements
// it is false.
func Any(a *Array[bool], axes ...int) *Array[bool] {
	return reduce[bool]("Any", expr.FoldAny, 0, a.operand(), axes)
}

// All returns whether all elements over the given axes are true, over all
// of them when none is given; axes and [KeepDims] are as in [Sum]. Of no
// elements it is true.
func All(a *Array[bool], axes ...int) *Array[bool] {
	return reduce[bool]("All", expr.FoldAll, 0, a.operand(), axes)
}

// CountNonzero returns how many elements over the given axes are not zero, or
// true, over all of them when none is given; axes and [KeepDims] are as in
// [Sum]. NaN is not zero.
func CountNonzero[T Element](a *Array[T], axes ...int) *Array[int] {
	const op = "CountNonzero"
	t := a.operand()
	t.alive(op)
	if t.dtype != expr.Bool {
		var zero T
		t = &apply[bool](op, expr.NotEqual, t, &Const(zero).t).t
	}
	return reduce[int](op, expr.FoldCount, 0, t, axes)
}
