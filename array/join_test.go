package array

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/internal/shape"
)

func TestConcatenateLikeALoop(t *testing.T) {
	dev := testDevice(t)
	for _, shp := range [][]int{{4}, {2, 3}, {3, 1, 2}} {
		for axis := range shp {
			var parts []*Array[int]
			out := inPlaceOf(shp, axis, 0)
			for i, n := range []int{shp[axis], 0, 3} {
				s := inPlaceOf(shp, axis, n)
				for _, a := range arranged(t, dev, dataOf[int](shape.Size(s), uint64(i)), s) {
					parts = append(parts, a)
					out[axis] += n
				}
			}
			r := Concatenate(axis-len(shp), parts...)
			require.Equal(t, out, r.Shape())
			at := 0
			for _, p := range parts {
				n := p.Dim(axis)
				got := r.MoveAxis(axis, 0).Slice(Span(at, at+n)).MoveAxis(0, axis)
				require.Equal(t, values(t, p), values(t, got))
				at += n
			}
		}
	}
}

func TestStacks(t *testing.T) {
	dev := testDevice(t)
	a, b := FromSlice(dev, []int{1, 2, 3}), FromSlice(dev, []int{4, 5, 6})
	for _, c := range []struct {
		got   *Array[int]
		shape []int
		want  []int
	}{
		{Stack(0, a, b), []int{2, 3}, []int{1, 2, 3, 4, 5, 6}},
		{Stack(-1, a, b.AddScalar(10)), []int{3, 2}, []int{1, 14, 2, 15, 3, 16}},
		{VStack(a, b.Reshape(1, 3)), []int{2, 3}, []int{1, 2, 3, 4, 5, 6}},
		{HStack(a, b), []int{6}, []int{1, 2, 3, 4, 5, 6}},
		{HStack(a.Reshape(3, 1), b.Reshape(3, 1)), []int{3, 2}, []int{1, 4, 2, 5, 3, 6}},
		{DStack(a, b), []int{1, 3, 2}, []int{1, 4, 2, 5, 3, 6}},
		{DStack(a.Reshape(3, 1), b.Reshape(3, 1)), []int{3, 1, 2}, []int{1, 4, 2, 5, 3, 6}},
		{HStack(Scalar(dev, 7), Scalar(dev, 8)), []int{2}, []int{7, 8}},
		{Stack(0, Scalar(dev, 7)), []int{1}, []int{7}},
	} {
		assert.Equal(t, c.shape, c.got.Shape())
		assert.Equal(t, c.want, values(t, c.got))
	}
}

// Pending parts are computed into the result.
func TestConcatenateIsFused(t *testing.T) {
	dev := recorded(t)
	a, b := count(dev, 3).AddScalar(1), count(dev, 3).MulScalar(2)
	dev.Drain()
	r := Concatenate(0, a, b)
	log := dev.Drain()
	assert.Len(t, log.Allocs, 1)
	assert.Len(t, log.Kernels, 2)
	assert.Equal(t, []float64{1, 2, 3, 0, 2, 4}, values(t, r))
	assert.Equal(t, []float64{1, 2, 3}, values(t, a))
}

func TestSplits(t *testing.T) {
	dev := testDevice(t)
	a := Arange(dev, 0, 14, 1).Reshape(2, 7)
	lengths := func(parts []*Array[int]) (n []int) {
		for _, p := range parts {
			n = append(n, p.Dim(1))
		}
		assert.Equal(t, values(t, a), values(t, Concatenate(1, parts...)))
		return n
	}
	assert.Equal(t, []int{3, 2, 2}, lengths(ArraySplit(a, 3, 1)))
	assert.Equal(t, []int{1, 1, 1, 1, 1, 1, 1, 0}, lengths(ArraySplit(a, 8, -1)))
	assert.Equal(t, []int{7}, lengths(Split(a, 1, 1)))
	assert.Equal(t, []int{2, 4, 1}, lengths(SplitAt(a, []int{2, -1}, 1)))
	assert.Equal(t, []int{7, 0, 0}, lengths(SplitAt(a, []int{7, 20}, 1)))
	b := a.Copy()
	Split(b, 2, 0)[1].Fill(-1)
	assert.Equal(t, -1, values(t, b)[7], "parts are views")
	misused(t, "Split", "ArraySplit", func() { Split(a, 3, 1) })
	misused(t, "ArraySplit", "positive", func() { ArraySplit(a, 0, 1) })
	misused(t, "SplitAt", "out of range", func() { SplitAt(a, nil, 2) })
	misused(t, "Concatenate", "no arrays", func() { Concatenate[int](0) })
	misused(t, "Concatenate", "must be equal", func() { Concatenate(0, a, Ones[int](dev, 2, 6)) })
	misused(t, "Concatenate", "must be equal", func() { Concatenate(0, a, Ones[int](dev, 7)) })
	misused(t, "Concatenate", "constant", func() { Concatenate(0, a, Const(1)) })
	misused(t, "Stack", "must be equal", func() { Stack(0, a, Ones[int](dev, 7)) })
	misused(t, "Stack", "out of range", func() { Stack(3, a, a) })
	misused(t, "VStack", "must be equal", func() { VStack(a, Ones[int](dev, 6)) })
}

func TestRepeatTileRollDiff(t *testing.T) {
	dev := testDevice(t)
	data := []int{1, 2, 3, 4}
	for name, a := range arranged(t, dev, data, []int{2, 2}) {
		for _, c := range []struct {
			got   *Array[int]
			shape []int
			want  []int
		}{
			{Repeat(a, 2, 1), []int{2, 4}, []int{1, 1, 2, 2, 3, 3, 4, 4}},
			{Repeat(a, 2, 0), []int{4, 2}, []int{1, 2, 1, 2, 3, 4, 3, 4}},
			{Repeat(a, 1, -1), []int{2, 2}, data},
			{Repeat(a, 0, 0), []int{0, 2}, []int{}},
			{Tile(a, 2), []int{2, 4}, []int{1, 2, 1, 2, 3, 4, 3, 4}},
			{Tile(a, 2, 1, 1), []int{2, 2, 2}, []int{1, 2, 3, 4, 1, 2, 3, 4}},
			{Tile(a, 2, 2), []int{4, 4}, []int{1, 2, 1, 2, 3, 4, 3, 4, 1, 2, 1, 2, 3, 4, 3, 4}},
			{Tile(a), []int{2, 2}, data},
			{Roll(a, 1, 0), []int{2, 2}, []int{3, 4, 1, 2}},
			{Roll(a, -1, 1), []int{2, 2}, []int{2, 1, 4, 3}},
			{Roll(a, 4, 1), []int{2, 2}, data},
			{Roll(a.Ravel(), 3, 0), []int{4}, []int{2, 3, 4, 1}},
			{Roll(a.Ravel(), -7, 0), []int{4}, []int{4, 1, 2, 3}},
			{Diff(a, 0), []int{1, 2}, []int{2, 2}},
			{Diff(a, -1), []int{2, 1}, []int{1, 1}},
		} {
			assert.Equal(t, c.shape, c.got.Shape(), name)
			assert.Equal(t, c.want, append(make([]int, 0), values(t, c.got)...), name)
		}
	}
	a := FromSlice(dev, data)
	for _, same := range []*Array[int]{Repeat(a, 1, 0), Tile(a), Tile(a, 1), Roll(a, 0, 0), Concatenate(0, a)} {
		same.Fill(0)
	}
	assert.Equal(t, data, values(t, a), "results share nothing")
	assert.Equal(t, []int{0}, Roll(Zeros[int](dev, 0), 3, 0).Shape())
	assert.Equal(t, []int{0}, Diff(Zeros[int](dev, 0), 0).Shape())
	assert.Equal(t, []int{0}, Diff(Zeros[int](dev, 1), 0).Shape())
	assert.Equal(t, []int{5, 5, 5}, values(t, Tile(Scalar(dev, 5), 3)))
	misused(t, "Repeat", "-1 times", func() { Repeat(a, -1, 0) })
	misused(t, "Tile", "-1 times", func() { Tile(a, -1) })
	misused(t, "Repeat", "more elements", func() { Repeat(a, 1<<62, 0) })
	misused(t, "Roll", "no axes", func() { Roll(Scalar(dev, 1), 1, 0) })
	misused(t, "Diff", "constant", func() { Diff(Const(1), 0) })
}
