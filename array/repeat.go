package array

import (
	"fmt"
	"slices"

	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// Repeat returns each element n times in a row along an axis: 1 2 becomes 1 1 2
// 2. A negative axis counts from the end. It starts at once. What is only to be
// combined with other arrays need not be repeated: it broadcasts.
func Repeat[T Element](a *Array[T], n, axis int) *Array[T] {
	const op = "Repeat"
	ax := axisOf(op, a.operand(), axis)
	if n < 0 {
		failShapes(op, fmt.Sprintf("elements can't be repeated %d times", n), a.t.shape)
	}
	wide := slices.Insert(slices.Clone(a.t.shape), ax+1, n)
	check(op, shape.Check(wide, a.t.dtype.Size()))
	out := slices.Clone(a.t.shape)
	out[ax] *= n
	return repeated(a, slices.Insert(slices.Clone(a.t.shape), ax+1, 1), wide, out)
}

// Tile returns a over and over along its axes, one number an axis: 1 2 becomes
// 1 2 1 2. Where there are fewer numbers than axes, they count from the last
// axis; where there are more, a gets axes of length 1 at its front. It starts
// at once, see [Repeat].
func Tile[T Element](a *Array[T], reps ...int) *Array[T] {
	const op = "Tile"
	oneDevice(op, a.operand())
	shp, n := a.t.shape, max(len(a.t.shape), len(reps))
	shp = append(slices.Repeat([]int{1}, n-len(shp)), shp...)
	reps = append(slices.Repeat([]int{1}, n-len(reps)), reps...)
	var apart, wide, out []int
	for i, d := range shp {
		if reps[i] < 0 {
			failShapes(op, fmt.Sprintf("an array can't be repeated %d times", reps[i]), a.t.shape)
		}
		apart, wide = append(apart, 1, d), append(wide, reps[i], d)
	}
	check(op, shape.Check(wide, a.t.dtype.Size()))
	for i, d := range shp {
		out = append(out, d*reps[i])
	}
	return repeated(a, apart, wide, out)
}

// repeated returns a with more axes of length 1, along which it is broadcast,
// copied and brought into its final shape.
func repeated[T Element](a *Array[T], apart, wide, out []int) *Array[T] {
	thin := a.Reshape(apart...)
	defer thin.Close()
	all := thin.BroadcastTo(wide...)
	defer all.Close()
	c := all.Copy()
	defer c.Close()
	return c.Reshape(out...)
}

// Roll returns the elements moved n places towards the end of an axis, what
// falls off there at its front; a negative n moves them towards the front. A
// negative axis counts from the end. It starts at once.
func Roll[T Element](a *Array[T], n, axis int) *Array[T] {
	const op = "Roll"
	ax := axisOf(op, a.operand(), axis)
	at := 0
	if length := a.t.shape[ax]; length > 0 {
		at = (length - n%length) % length
	}
	parts := splitAt(op, a, []int{at}, ax)
	defer parts[0].Close()
	defer parts[1].Close()
	return concatenate(op, ax, []*Array[T]{parts[1], parts[0]})
}

// Diff returns the differences of neighbours along an axis, each element less
// the one before it: one fewer than there are elements. A negative axis counts
// from the end. It computes its operand; the differences are pending. Integers
// wrap around.
func Diff[T Numeric](a *Array[T], axis int) *Array[T] {
	const op = "Diff"
	ax := axisOf(op, a.operand(), axis)
	later, earlier := a.slice(op, append(colons(ax), From(1))), a.slice(op, append(colons(ax), To(max(a.t.shape[ax]-1, 0))))
	defer later.Close()
	defer earlier.Close()
	return apply[T](op, expr.Sub, &later.t, &earlier.t)
}
