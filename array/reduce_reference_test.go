package array

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
	"github.com/cugond/cugond/internal/shape"
)

// reduction is a choice of axes of a shape, with the elements that go into each
// result, worked out by counting.
type reduction struct {
	shape  []int
	axes   []int // as they are given
	out    []int
	groups [][]int // row-major positions
}

func (r reduction) String() string { return fmt.Sprintf("%v over %v", r.shape, r.axes) }

// reductions returns all choices of axes of some shapes, each with and without
// KeepDims, every other axis counted from the end.
func reductions(shapes ...[]int) []reduction {
	if len(shapes) == 0 {
		shapes = [][]int{{}, {1}, {7}, {3, 4}, {2, 3, 4}, {1, 5, 1}, {2, 1, 3, 2}}
	}
	var out []reduction
	for _, shp := range shapes {
		for set := range 1 << len(shp) {
			marks := make([]bool, len(shp))
			var axes []int
			for i := range shp {
				if set&(1<<i) != 0 || set == 0 {
					marks[i] = true
				}
				if set&(1<<i) != 0 {
					axes = append(axes, i-(i%2)*len(shp))
				}
			}
			if bits.OnesCount(uint(set))%2 == 0 {
				slices.Reverse(axes)
			}
			for _, keep := range []bool{false, true} {
				r := reduction{shape: shp, axes: axes}
				if keep {
					r.axes = append([]int{KeepDims}, axes...)
				}
				r.count(marks, keep)
				out = append(out, r)
			}
		}
	}
	return out
}

func (r *reduction) count(marks []bool, keep bool) {
	r.out = []int{}
	for i, d := range r.shape {
		if !marks[i] {
			r.out = append(r.out, d)
		} else if keep {
			r.out = append(r.out, 1)
		}
	}
	r.groups = make([][]int, shape.Size(r.out))
	for p := range shape.Size(r.shape) {
		rest, group, size := p, 0, 1
		for i := len(r.shape) - 1; i >= 0; i-- {
			at := rest % r.shape[i]
			rest /= r.shape[i]
			if !marks[i] {
				group += at * size
				size *= r.shape[i]
			}
		}
		r.groups[group] = append(r.groups[group], p)
	}
}

// arranged returns arrays of the same elements in different layouts.
func arranged[T Element](t testing.TB, dev backend.Device, data []T, shp []int) map[string]*Array[T] {
	t.Helper()
	plain := upload("test", dev, data, shp)
	out := map[string]*Array[T]{"contiguous": plain, "pending": plain.Copy()}
	if len(shp) == 0 {
		return out
	}
	// Every second element of the last axis of something twice as wide.
	wide := slices.Clone(shp)
	wide[len(wide)-1] *= 2
	w := Zeros[T](dev, wide...)
	stepped := w.Slice(Ellipsis, Step(2))
	stepped.Assign(plain)
	out["stepped"] = stepped
	reversed := make([]int, len(shp))
	for i, d := range shp {
		reversed[len(shp)-1-i] = d
	}
	f := Zeros[T](dev, reversed...).T()
	f.Assign(plain)
	out["transposed"] = f
	backwards := Zeros[T](dev, shp...).Flip()
	backwards.Assign(plain)
	out["reversed"] = backwards
	return out
}

func dataOf[T Element](n int, seed uint64) []T {
	out := make([]T, n)
	for i, s := range numtest.Moderate(expr.TypeOf[T](), n, seed) {
		out[i] = expr.ScalarAs[T](s)
	}
	return out
}

func pick[T any](data []T, at []int) []T {
	out := make([]T, len(at))
	for i, p := range at {
		out[i] = data[p]
	}
	return out
}

// reducesLike checks a reduction over all choices of axes and layouts against a
// function of the elements that go into one result.
func reducesLike[R, T Element](t *testing.T, do func(a *Array[T], axes ...int) *Array[R], want func([]T) R, ulp float64, cases ...reduction) {
	t.Helper()
	if cases == nil {
		cases = reductions()
	}
	for _, c := range cases {
		data := dataOf[T](shape.Size(c.shape), 1)
		reducesDataLike(t, c, data, do, want, ulp)
	}
}

func reducesDataLike[R, T Element](t *testing.T, c reduction, data []T, do func(a *Array[T], axes ...int) *Array[R], want func([]T) R, ulp float64) {
	t.Helper()
	expected := make([]R, len(c.groups))
	for i, g := range c.groups {
		expected[i] = want(pick(data, g))
	}
	for name, a := range arranged(t, testDevice(t), data, c.shape) {
		r := do(a, c.axes...)
		require.Equal(t, c.out, r.Shape(), "%v %v", c, name)
		got, err := r.ToSlice()
		require.NoError(t, err, "%v %v", c, name)
		numtest.SlicesWithin(t, expected, got, numtest.Tolerance{ULP: ulp, AnyZero: true}, "%v %v of %v", c, name, expr.TypeOf[T]())
	}
}

// misused checks that a call panics with an *Error that names the operation.
func misused(t *testing.T, op, reason string, f func()) {
	t.Helper()
	err := Try(f)
	var e *Error
	if assert.ErrorAs(t, err, &e, op) {
		assert.Equal(t, op, e.Op)
		assert.Contains(t, e.Error(), reason)
	}
}
