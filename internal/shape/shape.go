// Package shape is the arithmetic of shapes, strides and axes: broadcasting,
// reshaping, slicing, merging of dimensions. Everything about the form of a
// result is inferred here, once, above the backends.
//
// Strides and offsets count elements. Functions that can fail return an error
// whose text says what does not fit; the caller adds the operation's name.
package shape

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Size returns the number of elements. An overflow gives math.MaxInt, which no
// allocation can satisfy.
func Size(shape []int) int {
	n := 1
	for _, d := range shape {
		if d == 0 {
			return 0
		}
		if n > math.MaxInt/d {
			n = math.MaxInt
			continue
		}
		n *= d
	}
	return n
}

// Check returns an error when a dimension is negative or the number of
// elements, times size bytes each, overflows.
func Check(shape []int, size int) error {
	for _, d := range shape {
		if d < 0 {
			return fmt.Errorf("dimension %d in shape %s is negative", d, Format(shape))
		}
	}
	if n := Size(shape); n == math.MaxInt || size > 0 && n > math.MaxInt/size {
		return fmt.Errorf("shape %s has more elements than can be addressed", Format(shape))
	}
	return nil
}

// Format writes a shape as "(2, 3)", "(5,)" or "()".
func Format(shape []int) string {
	if len(shape) == 1 {
		return "(" + strconv.Itoa(shape[0]) + ",)"
	}
	var b strings.Builder
	b.WriteByte('(')
	for i, d := range shape {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(d))
	}
	b.WriteByte(')')
	return b.String()
}

// Strides returns the strides of a row-major contiguous array.
func Strides(shape []int) []int {
	s := make([]int, len(shape))
	n := 1
	for i := len(shape) - 1; i >= 0; i-- {
		s[i] = n
		n *= max(shape[i], 1)
	}
	return s
}

// Contiguous reports whether the strides are row-major without gaps.
// Dimensions of length 1 and empty arrays have no say.
func Contiguous(shape, strides []int) bool {
	n := 1
	for i := len(shape) - 1; i >= 0; i-- {
		switch shape[i] {
		case 0:
			return true
		case 1:
			continue
		}
		if strides[i] != n {
			return false
		}
		n *= shape[i]
	}
	return true
}

// Broadcast returns the shape that all the given ones broadcast to: aligned at
// their ends, each dimension is the common length, lengths of 1 stretching.
func Broadcast(shapes ...[]int) ([]int, error) {
	if len(shapes) == 0 {
		return nil, nil
	}
	out := shapes[0]
	fresh := false
	for _, s := range shapes[1:] {
		if slices.Equal(out, s) {
			continue
		}
		if len(s) > len(out) {
			out = append(slices.Repeat([]int{1}, len(s)-len(out)), out...)
			fresh = true
		}
		off := len(out) - len(s)
		for i, d := range s {
			switch o := out[off+i]; {
			case o == d || d == 1:
			case o == 1:
				if !fresh {
					out = slices.Clone(out)
					fresh = true
				}
				out[off+i] = d
			default:
				return nil, broadcastError(shapes)
			}
		}
	}
	return out, nil
}

func broadcastError(shapes [][]int) error {
	texts := make([]string, len(shapes))
	for i, s := range shapes {
		texts[i] = Format(s)
	}
	return fmt.Errorf("shapes %s do not broadcast: aligned at the right, each pair of dimensions must be equal or one of them 1",
		strings.Join(texts, " and "))
}

// BroadcastStrides returns the strides with which an array of the given shape
// and strides is read as one of shape to: 0 where it stretches.
func BroadcastStrides(shape, strides, to []int) ([]int, error) {
	if len(shape) > len(to) {
		return nil, fmt.Errorf("shape %s does not broadcast to %s, which has fewer dimensions", Format(shape), Format(to))
	}
	out := make([]int, len(to))
	off := len(to) - len(shape)
	for i, d := range shape {
		switch {
		case d == to[off+i]:
			if d != 1 {
				out[off+i] = strides[i]
			}
		case d == 1:
		default:
			return nil, fmt.Errorf("shape %s does not broadcast to %s", Format(shape), Format(to))
		}
	}
	return out, nil
}

// Axis resolves an axis that may count from the end.
func Axis(axis, ndim int) (int, error) {
	a := axis
	if a < 0 {
		a += ndim
	}
	if a < 0 || a >= ndim {
		if ndim == 0 {
			return 0, fmt.Errorf("axis %d given, but the array has no axes", axis)
		}
		return 0, fmt.Errorf("axis %d is out of range for %d dimensions (valid: %d to %d)", axis, ndim, -ndim, ndim-1)
	}
	return a, nil
}

// Axes resolves a set of axes; none at all means every axis. The result marks
// each dimension.
func Axes(axes []int, ndim int) ([]bool, error) {
	mark := make([]bool, ndim)
	if len(axes) == 0 {
		for i := range mark {
			mark[i] = true
		}
		return mark, nil
	}
	for _, axis := range axes {
		a, err := Axis(axis, ndim)
		if err != nil {
			return nil, err
		}
		if mark[a] {
			return nil, fmt.Errorf("axis %d is given twice", axis)
		}
		mark[a] = true
	}
	return mark, nil
}

// Reduced returns the shape that is left of shape when the marked axes are
// removed, or kept as 1.
func Reduced(shape []int, mark []bool, keep bool) []int {
	out := make([]int, 0, len(shape))
	for i, d := range shape {
		switch {
		case !mark[i]:
			out = append(out, d)
		case keep:
			out = append(out, 1)
		}
	}
	return out
}

// ResolveReshape fills in the -1 of a new shape and checks that the number of
// elements stays.
func ResolveReshape(shape, to []int) ([]int, error) {
	out := slices.Clone(to)
	hole, n := -1, 1
	for i, d := range to {
		switch {
		case d == -1 && hole >= 0:
			return nil, fmt.Errorf("shape %s has more than one -1", Format(to))
		case d == -1:
			hole = i
		case d < 0:
			return nil, fmt.Errorf("dimension %d in shape %s is negative (only one -1 is allowed, to be worked out)", d, Format(to))
		case d != 0 && n > math.MaxInt/d:
			return nil, fmt.Errorf("shape %s has more elements than can be addressed", Format(to))
		default:
			n *= d
		}
	}
	size := Size(shape)
	if hole >= 0 {
		if n == 0 || size%n != 0 {
			return nil, fmt.Errorf("%d elements of shape %s can't be arranged as %s", size, Format(shape), Format(to))
		}
		out[hole] = size / n
	} else if n != size {
		return nil, fmt.Errorf("shape %s has %d elements, shape %s %d", Format(shape), size, Format(to), n)
	}
	return out, nil
}

// ReshapeStrides returns the strides with which the elements are read in the
// new shape without moving them; ok is false when only a copy can be so
// arranged.
func ReshapeStrides(shape, strides, to []int) (out []int, ok bool) {
	if Contiguous(shape, strides) {
		return Strides(to), true
	}
	// Drop the dimensions of length 1, then match groups of equal product.
	var od, os []int
	for i, d := range shape {
		if d != 1 {
			od, os = append(od, d), append(os, strides[i])
		}
	}
	out = make([]int, len(to))
	i, j := 0, 0
	for i < len(od) && j < len(to) {
		i1, j1 := i+1, j+1
		op, np := od[i], to[j]
		for op != np {
			if np < op {
				if j1 >= len(to) {
					return nil, false
				}
				np *= to[j1]
				j1++
			} else {
				op *= od[i1]
				i1++
			}
		}
		for k := i; k < i1-1; k++ {
			if os[k] != od[k+1]*os[k+1] {
				return nil, false
			}
		}
		s := os[i1-1]
		for k := j1 - 1; k >= j; k-- {
			out[k] = s
			s *= to[k]
		}
		i, j = i1, j1
	}
	return out, true
}

// Permutation checks that axes names every dimension once and returns it with
// the negative ones resolved. None at all means reversed order.
func Permutation(axes []int, ndim int) ([]int, error) {
	out := make([]int, ndim)
	if len(axes) == 0 {
		for i := range out {
			out[i] = ndim - 1 - i
		}
		return out, nil
	}
	if len(axes) != ndim {
		return nil, fmt.Errorf("%d axes given for %d dimensions: name each once", len(axes), ndim)
	}
	if _, err := Axes(axes, ndim); err != nil {
		return nil, err
	}
	for i, a := range axes {
		out[i], _ = Axis(a, ndim)
	}
	return out, nil
}

// ErrOverlap tells that a view visits an element more than once.
var ErrOverlap = errors.New("the view shows one element at several places")

// Distinct reports whether no two indices of a view share an element. It may
// say false of exotic strides that are in fact distinct.
func Distinct(shape, strides []int) bool {
	type dim struct{ n, s int }
	var dims []dim
	for i, d := range shape {
		switch {
		case d == 0:
			return true
		case d > 1:
			dims = append(dims, dim{d, max(strides[i], -strides[i])})
		}
	}
	slices.SortFunc(dims, func(a, b dim) int { return a.s - b.s })
	span := 0
	for _, d := range dims {
		if d.s <= span {
			return false
		}
		span += d.s * (d.n - 1)
	}
	return true
}

// Range returns the lowest and highest position that a non-empty view touches.
func Range(shape, strides []int, offset int) (lo, hi int) {
	lo, hi = offset, offset
	for i, d := range shape {
		if s := strides[i] * (d - 1); s < 0 {
			lo += s
		} else {
			hi += s
		}
	}
	return lo, hi
}
