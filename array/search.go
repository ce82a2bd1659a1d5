package array

import (
	"math/bits"

	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// SearchSorted returns, in the shape of v, where each of its elements belongs
// in a 1-d array in ascending order, such as [Sort] gives: the number of
// elements of sorted that come before it. NaN come last. [SearchSortedRight]
// counts those that are equal too. It starts at once and takes a pass over v
// for each doubling of sorted.
func SearchSorted[T Ordered](sorted, v *Array[T]) *Array[int] {
	return search("SearchSorted", sorted, v, false)
}

// SearchSortedRight returns the number of elements of sorted that come before
// an element of v or equal it; all else is as in [SearchSorted].
func SearchSortedRight[T Ordered](sorted, v *Array[T]) *Array[int] {
	return search("SearchSortedRight", sorted, v, true)
}

func search[T Ordered](op string, sorted, v *Array[T], right bool) *Array[int] {
	dev := oneDevice(op, sorted.operand(), v.operand())
	if len(sorted.t.shape) != 1 {
		failShapes(op, "what is searched must be 1-d", sorted.t.shape, v.t.shape)
	}
	n := sorted.t.shape[0]
	found := full(op, dev, 0, v.t.shape)
	if n == 0 || shape.Size(v.t.shape) == 0 {
		return found
	}
	// found elements are known to come before; step more are looked at.
	for step := 1 << (bits.Len(uint(n)) - 1); step > 0; step /= 2 {
		next := apply[int](op, expr.Add, &found.t, literal[int](step))
		last := apply[int](op, expr.Sub, &apply[int](op, expr.Minimum, &next.t, literal[int](n)).t, literal[int](1))
		there := Take(sorted, last, 0)
		inside := &apply[bool](op, expr.LessEqual, &next.t, literal[int](n)).t
		before := &apply[bool](op, expr.BitAnd, inside, precedes(op, &there.t, &v.t, right)).t
		more := apply[int](op, expr.Where, before, &next.t, &found.t)
		_ = more.Eval() // the failure stays with it
		found.Close()
		there.Close()
		found = more
	}
	return found
}

// precedes returns whether x comes before y in order, or with orEqual, does
// not come after it.
func precedes(op string, x, y *tensor, orEqual bool) *tensor {
	code := expr.Less
	if orEqual {
		code = expr.LessEqual
	}
	before := &apply[bool](op, code, x, y).t
	if x.dtype.Kind() != expr.KindFloat {
		return before
	}
	nan := &apply[bool](op, expr.IsNaN, y).t // all else comes before it
	if !orEqual {
		nan = &apply[bool](op, expr.BitAnd, nan, numbers(op, x)).t
	}
	return &apply[bool](op, expr.BitOr, before, nan).t
}
