package format

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cube returns a shape of rank axes of length n.
func cube(n, rank int) []int { return slices.Repeat([]int{n}, rank) }

// Whatever the size of the array, only printed elements are read, each once
// and in order, and Indices foretells them.
func TestOnlyPrintedElementsAreRead(t *testing.T) {
	for _, c := range []struct {
		shape []int
		reads int
	}{
		{nil, 1},
		{[]int{10}, 10},
		{[]int{1000}, 1000},
		{[]int{1001}, 6},
		{[]int{1_000_000_000}, 6},
		{[]int{math.MaxInt - 1}, 6},
		{[]int{1000, 1000, 1000}, 216},
		{[]int{1_000_000_000, 1}, 6},
		{[]int{1, 1_000_000_000}, 6},
		{[]int{6, 1 << 28}, 36},
		{cube(60, 5), 7776},
		{[]int{0, math.MaxInt}, 0},
		{cube(1, 2000), 1},
	} {
		var reads []int
		s := Source[int]{Shape: c.shape, At: func(i int) int {
			reads = append(reads, i)
			return 0
		}}
		require.NoError(t, Write(&strings.Builder{}, s, Default()))
		assert.Len(t, reads, c.reads, tuple(c.shape))
		assert.True(t, slices.IsSorted(reads))
		assert.Len(t, slices.Compact(slices.Clone(reads)), len(reads), "no element twice")
		planned, err := Indices(c.shape, Default())
		require.NoError(t, err)
		assert.Equal(t, reads, planned)

		gathered := 0
		s.Gather = func(flat []int) ([]int, error) {
			gathered++
			assert.Equal(t, planned, flat)
			return make([]int, len(flat)), nil
		}
		s.At = nil
		require.NoError(t, Write(&strings.Builder{}, s, Default()))
		assert.Equal(t, min(1, c.reads), gathered, "one transfer")
	}
}

// A summary of many axes is no larger than one of five.
func TestManyAxesAreSummarised(t *testing.T) {
	for _, shape := range [][]int{cube(100, 6), cube(7, 8), cube(7, 11), cube(2, 30), cube(5, 13), append(cube(1, 50), cube(3, 30)...)} {
		flat, err := Indices(shape, Default())
		require.NoError(t, err)
		assert.LessOrEqual(t, len(flat), 7776, tuple(shape))
		assert.NotEmpty(t, flat)
		out := text(t, Default(), []int{1}, shape...)
		assert.Contains(t, out, "...")
		assert.Equal(t, strings.Count(out, "["), strings.Count(out, "]"))
	}

	// Inner axes stay whole the longest.
	o := Default()
	o.EdgeItems, o.Threshold = 1, 1
	flat, err := Indices(cube(2, 7), o)
	require.NoError(t, err)
	want := make([]int, 32)
	for i := range want {
		want[i] = i
	}
	assert.Equal(t, want, flat)
}

func TestThresholdMayAskForAll(t *testing.T) {
	o := Default()
	o.Threshold = math.MaxInt
	flat, err := Indices(cube(3, 9), o)
	require.NoError(t, err)
	assert.Len(t, flat, 19683)
}

func TestNoEdgeItems(t *testing.T) {
	o := Default()
	o.EdgeItems, o.Threshold = 0, 1
	assert.Equal(t, "[...]", text(t, o, []int{1}, 5))
	assert.Equal(t, "[...]", text(t, o, []int{1}, 5, 5))
	assert.Equal(t, "[...]", text(t, o, []float64{1}, cube(5, 8)...))
	assert.Equal(t, "7", text(t, o, []int{7}))
}

func TestHugeEdgeItemsShowAll(t *testing.T) {
	o := Default()
	o.EdgeItems, o.Threshold = math.MaxInt, 1
	assert.Equal(t, "[1 2 1]", text(t, o, []int{1, 2}, 3))
}

func TestNegativeThresholdSummarises(t *testing.T) {
	o := Default()
	o.Threshold = -1
	assert.Equal(t, "[0 1 2 ... 5 6 7]", text(t, o, []int{0, 1, 2, 3, 4, 5, 6, 7}, 8))
}

func TestIndicesErrors(t *testing.T) {
	_, err := Indices([]int{-1}, Default())
	assert.ErrorContains(t, err, "negative length")
	_, err = Indices([]int{1}, Options{EdgeItems: -1})
	assert.ErrorContains(t, err, "edge items")
}

func TestTuple(t *testing.T) {
	assert.Equal(t, "()", tuple(nil))
	assert.Equal(t, "(3,)", tuple([]int{3}))
	assert.Equal(t, "(3, 4)", tuple([]int{3, 4}))
}
