package array

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/internal/numtest"
	"github.com/cugond/cugond/internal/shape"
)

func uniqueLike[T Ordered](t *testing.T, draw func(n int) []T) {
	t.Helper()
	dev := testDevice(t)
	for _, shp := range [][]int{{}, {1}, {9}, {30, 20}, {2, 0}} {
		data := draw(shape.Size(shp))
		for i := range data {
			if i%3 > 0 {
				data[i] = data[i/7]
			}
		}
		order := make([]int, 0)
		counts, first := map[int]int{}, []int{}
		for i, x := range data { // places of the first of each, in order
			at := 0
			for at < len(order) && ascending(data[order[at]], x) < 0 {
				at++
			}
			if at == len(order) || ascending(data[order[at]], x) != 0 {
				order = append(order[:at], append([]int{i}, order[at:]...)...)
				first = append(first, i)
			}
			counts[order[at]]++
		}
		want := pick(data, order)
		for name, a := range arranged(t, dev, data, shp) {
			u, err := Unique(a)
			require.NoError(t, err)
			numtest.SlicesWithin(t, want, values(t, u), numtest.Tolerance{AnyZero: true}, name)
			u, n, err := UniqueCounts(a)
			require.NoError(t, err)
			numtest.SlicesWithin(t, want, values(t, u), numtest.Tolerance{AnyZero: true}, name)
			for i, c := range values(t, n) {
				require.Equal(t, counts[order[i]], c, name)
			}
			_, at, err := UniqueIndex(a)
			require.NoError(t, err)
			require.Equal(t, order, append(make([]int, 0), values(t, at)...), name)
			u, inverse, err := UniqueInverse(a)
			require.NoError(t, err)
			require.Equal(t, shp, append(make([]int, 0), inverse.Shape()...))
			if len(data) > 0 {
				numtest.SlicesWithin(t, data, values(t, Take(u, inverse, 0)), numtest.Tolerance{AnyZero: true}, name)
			}
		}
		require.Len(t, first, len(order))
	}
}

func TestUnique(t *testing.T) {
	uniqueLike(t, withSpecials[int])
	uniqueLike(t, withSpecials[uint8])
	uniqueLike(t, withSpecials[float32])
	uniqueLike(t, withSpecials[float64])
}

func TestBincount(t *testing.T) {
	dev := testDevice(t)
	count := func(length int, v ...int) []int {
		n, err := Bincount(upload("test", dev, v, []int{len(v)}), length)
		require.NoError(t, err)
		return append(make([]int, 0), values(t, n)...)
	}
	assert.Equal(t, []int{1, 2, 0, 1, 0, 0, 1}, count(3, 3, 1, 1, 0, 6))
	assert.Equal(t, []int{0, 1, 0, 0}, count(4, 1))
	assert.Equal(t, []int{0, 0}, count(2))
	assert.Empty(t, count(0))
	_, err := Bincount(FromSlice(dev, []int{3, -1}), 0)
	assert.ErrorIs(t, err, backend.ErrData)
	_, err = Bincount(FromSlice(dev, []int{math.MaxInt}), 0)
	assert.ErrorIs(t, err, backend.ErrOutOfMemory)
	_, err = Bincount(FromSlice(dev, []int{1 << 50}), 0)
	assert.ErrorIs(t, err, backend.ErrOutOfMemory)
	misused(t, "Bincount", "negative", func() { _, _ = Bincount(Zeros[int](dev, 1), -1) })
}

// What NumPy gives.
func TestHistogram(t *testing.T) {
	dev := testDevice(t)
	data := []float64{1, 2, 1, 0, 5, 3, 3, 3.5, -1, 10}
	for name, a := range arranged(t, dev, data, []int{2, 5}) {
		n, edges, err := Histogram(a, 4)
		require.NoError(t, err)
		assert.Equal(t, []int{4, 4, 1, 1}, values(t, n), name)
		assert.Equal(t, []float64{-1, 1.75, 4.5, 7.25, 10}, values(t, edges), name)
		n, _ = HistogramRange(a, 3, 0, 5)
		assert.Equal(t, []int{3, 3, 2}, values(t, n), name)
		n = HistogramEdges(a, FromSlice(dev, []float64{0, 1, 2.5, 5}))
		assert.Equal(t, []int{1, 3, 4}, values(t, n), name)
	}
	n, edges, err := Histogram(Full(dev, float32(3), 7), 2)
	require.NoError(t, err)
	assert.Equal(t, []int{0, 7}, values(t, n))
	assert.Equal(t, []float32{2.5, 3, 3.5}, values(t, edges))
	n, none, err := Histogram(Zeros[float64](dev, 0), 2)
	require.NoError(t, err)
	assert.Equal(t, []int{0, 0}, values(t, n))
	assert.Equal(t, []float64{0, 0.5, 1}, values(t, none))
	gap := FromSlice(dev, []float64{1, math.NaN(), 2})
	_, _, err = Histogram(gap, 2)
	assert.ErrorIs(t, err, backend.ErrData)
	n, _ = HistogramRange(gap, 2, 0, 2)
	assert.Equal(t, []int{0, 2}, values(t, n))
	assert.Equal(t, []int{1, 2}, values(t, HistogramEdges(FromSlice(dev, []uint8{0, 9, 255}), FromSlice(dev, []uint8{0, 1, 255}))))
	misused(t, "Histogram", "positive", func() { _, _, _ = Histogram(gap, 0) })
	misused(t, "HistogramRange", "finite", func() { HistogramRange(gap, 1, 2, 2) })
	misused(t, "HistogramEdges", "two at least", func() { HistogramEdges(gap, Ones[float64](dev, 1)) })
}
