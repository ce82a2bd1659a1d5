package array

import (
	"fmt"
	"slices"

	"github.com/cugond/cugond/internal/shape"
)

// Joining. The parts are computed straight into the result, pending ones
// without a temporary.

// Concatenate returns the arrays one after the other along an axis; a negative
// axis counts from the end. Along it their lengths may differ, along the others
// they must be equal. It starts at once; what fails stays with the result.
func Concatenate[T Element](axis int, arrays ...*Array[T]) *Array[T] {
	return concatenate("Concatenate", axis, arrays)
}

func concatenate[T Element](op string, axis int, arrays []*Array[T]) *Array[T] {
	ts := joined(op, arrays)
	ax := axisOf(op, ts[0], axis)
	out := slices.Clone(ts[0].shape)
	out[ax] = 0
	for _, t := range ts {
		if len(t.shape) != len(out) || !equal(inPlaceOf(t.shape, ax), inPlaceOf(out, ax)) {
			failShapes(op, fmt.Sprintf("but for axis %d the shapes must be equal", ax), shapesOf(ts)...)
		}
		out[ax] += t.shape[ax]
	}
	r := newEmpty[T](op, ts[0].dev, out)
	from := 0
	for _, t := range ts {
		to := from + t.shape[ax]
		part := r.slice(op, append(colons(ax), Span(from, to)))
		assign(op, &part.t, t)
		part.Close()
		from = to
	}
	return r
}

// Stack returns the arrays, which have one shape, side by side along a new axis
// at the given position of the result: Stack(0, a, b)[0] is a. A negative
// position counts from the result's end. Like [Concatenate] it starts at once.
func Stack[T Element](axis int, arrays ...*Array[T]) *Array[T] {
	const op = "Stack"
	ts := joined(op, arrays)
	ax, err := shape.Axis(axis, len(ts[0].shape)+1)
	if err != nil {
		failShapes(op, "in the result: "+err.Error(), ts[0].shape)
	}
	for _, t := range ts {
		if !equal(t.shape, ts[0].shape) {
			failShapes(op, "the shapes must be equal", shapesOf(ts)...)
		}
	}
	r := newEmpty[T](op, ts[0].dev, slices.Insert(slices.Clone(ts[0].shape), ax, len(ts)))
	for i, t := range ts {
		part := r.slice(op, append(colons(ax), At(i)))
		assign(op, &part.t, t)
		part.Close()
	}
	return r
}

// VStack returns the arrays on top of each other: joined along the first axis,
// 1-d and 0-d ones as rows.
func VStack[T Element](arrays ...*Array[T]) *Array[T] {
	return raised("VStack", 0, arrays, func(a *Array[T]) *Array[T] {
		if a.NDim() < 2 {
			return a.Reshape(1, a.Size())
		}
		return nil
	})
}

// HStack returns the arrays next to each other: joined along the second axis,
// 1-d and 0-d ones along their only one.
func HStack[T Element](arrays ...*Array[T]) *Array[T] {
	const op = "HStack"
	ts := joined(op, arrays)
	axis := 1
	if len(ts[0].shape) < 2 {
		axis = 0
	}
	return raised(op, axis, arrays, func(a *Array[T]) *Array[T] {
		if a.NDim() == 0 {
			return a.Reshape(1)
		}
		return nil
	})
}

// DStack returns the arrays behind each other: joined along the third axis,
// which arrays of one or two axes, (n,) as (1, n), get with length 1.
func DStack[T Element](arrays ...*Array[T]) *Array[T] {
	return raised("DStack", 2, arrays, func(a *Array[T]) *Array[T] {
		switch a.NDim() {
		case 0, 1:
			return a.Reshape(1, a.Size(), 1)
		case 2:
			return a.ExpandDims(2)
		}
		return nil
	})
}

// raised joins arrays after giving them more axes; nil: as they are.
func raised[T Element](op string, axis int, arrays []*Array[T], raise func(*Array[T]) *Array[T]) *Array[T] {
	joined(op, arrays)
	parts := slices.Clone(arrays)
	for i, a := range parts {
		if b := raise(a); b != nil {
			defer b.Close()
			parts[i] = b
		}
	}
	return concatenate(op, axis, parts)
}

// joined checks arrays that are to be joined.
func joined[T Element](op string, arrays []*Array[T]) []*tensor {
	if len(arrays) == 0 {
		fail(op, "there are no arrays to join, so neither a device nor a shape")
	}
	ts := make([]*tensor, len(arrays))
	for i, a := range arrays {
		ts[i] = a.operand()
	}
	oneDevice(op, ts...)
	return ts
}

// colons returns n whole axes.
func colons(n int) []Index { return slices.Repeat([]Index{Colon}, n) }
