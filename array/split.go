package array

import "fmt"

// Split returns views of n parts of equal length along an axis, which must be
// divisible by n; see [ArraySplit] for parts that differ. A negative axis
// counts from the end. [Concatenate] joins them again.
func Split[T Element](a *Array[T], n, axis int) []*Array[T] {
	const op = "Split"
	ax := axisOf(op, a.operand(), axis)
	if length := a.t.shape[ax]; n > 0 && length%n != 0 {
		failShapes(op, fmt.Sprintf("axis %d of length %d can't be divided into %d equal parts; use ArraySplit for parts that differ by one", ax, length, n), a.t.shape)
	}
	return split(op, a, n, ax)
}

// ArraySplit returns views of n parts along an axis, the first of them one
// longer where the length can't be divided by n. It is [Split] in everything
// else.
func ArraySplit[T Element](a *Array[T], n, axis int) []*Array[T] {
	const op = "ArraySplit"
	return split(op, a, n, axisOf(op, a.operand(), axis))
}

func split[T Element](op string, a *Array[T], n, ax int) []*Array[T] {
	if n <= 0 {
		failShapes(op, fmt.Sprintf("the number of parts, %d, must be positive", n), a.t.shape)
	}
	length := a.t.shape[ax]
	cuts := make([]int, 0, n-1)
	for i, at := 0, 0; i < n-1; i++ {
		at += length / n
		if i < length%n {
			at++
		}
		cuts = append(cuts, at)
	}
	return splitAt(op, a, cuts, ax)
}

// SplitAt returns views of the parts between positions along an axis:
// SplitAt(a, []int{2, 5}, 0) those from 0 to 2, from 2 to 5 and from 5 on.
// Negative positions count from the end; those past it give empty parts.
func SplitAt[T Element](a *Array[T], positions []int, axis int) []*Array[T] {
	const op = "SplitAt"
	return splitAt(op, a, positions, axisOf(op, a.operand(), axis))
}

func splitAt[T Element](op string, a *Array[T], cuts []int, ax int) []*Array[T] {
	out := make([]*Array[T], 0, len(cuts)+1)
	part := func(x Index) { out = append(out, a.slice(op, append(colons(ax), x))) }
	from := 0
	for _, at := range cuts {
		part(Span(from, at))
		from = at
	}
	part(From(from))
	return out
}
