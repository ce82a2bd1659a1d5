package shape

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBroadcast(t *testing.T) {
	for _, c := range []struct {
		in   [][]int
		want []int
		fail bool
	}{
		{in: [][]int{{2}, {2, 2, 2}}, want: []int{2, 2, 2}},
		{in: [][]int{{3, 1}, {1, 4}}, want: []int{3, 4}},
		{in: [][]int{{0, 5}, {1, 5}}, want: []int{0, 5}},
		{in: [][]int{{}, {3}}, want: []int{3}},
		{in: [][]int{{1}, {0}}, want: []int{0}},
		{in: [][]int{{2, 1, 3}, {4, 1}, {1}}, want: []int{2, 4, 3}},
		{in: [][]int{{2}, {3}}, fail: true},
		{in: [][]int{{0}, {2}}, fail: true},
		{in: [][]int{{2, 3}, {3, 2}}, fail: true},
	} {
		first := append([]int{}, c.in[0]...)
		got, err := Broadcast(c.in...)
		assert.Equal(t, first, c.in[0][:len(first):len(first)], "input changed")
		if c.fail {
			require.Error(t, err, "%v", c.in)
			assert.Contains(t, err.Error(), Format(c.in[1]))
			continue
		}
		require.NoError(t, err, "%v", c.in)
		assert.Equal(t, c.want, got, "%v", c.in)
	}
}

func TestSizeOverflow(t *testing.T) {
	assert.Equal(t, 0, Size([]int{1 << 40, 0, 1 << 40}))
	assert.Equal(t, math.MaxInt, Size([]int{1 << 40, 1 << 40}))
	assert.Error(t, Check([]int{1 << 40, 1 << 40}, 1))
	assert.Error(t, Check([]int{1 << 62}, 8))
	assert.Error(t, Check([]int{2, -1}, 1))
	assert.NoError(t, Check([]int{2, 0}, 8))
}

func TestResolveReshape(t *testing.T) {
	for _, c := range []struct{ from, to, want []int }{
		{[]int{6}, []int{2, 3}, []int{2, 3}},
		{[]int{6}, []int{-1, 3}, []int{2, 3}},
		{[]int{0}, []int{0, 5}, []int{0, 5}},
		{[]int{1}, []int{}, []int{}},
		{[]int{}, []int{-1}, []int{1}},
		{[]int{0}, []int{-1, 3}, []int{0, 3}},
	} {
		got, err := ResolveReshape(c.from, c.to)
		require.NoError(t, err, "%v", c)
		assert.Equal(t, c.want, append([]int{}, got...))
	}
	for _, c := range []struct{ from, to []int }{
		{[]int{6}, []int{4}}, {[]int{6}, []int{-1, 4}}, {[]int{6}, []int{-1, -1}}, {[]int{6}, []int{-2, 3}},
		{[]int{0}, []int{-1, 0}}, {[]int{6}, []int{1 << 40, 1 << 40}}, {[]int{6}, nil},
	} {
		_, err := ResolveReshape(c.from, c.to)
		assert.Error(t, err, "%v", c)
	}
}

// at returns the positions of a view's elements in row-major order.
func at(shape, strides []int, offset int) []int {
	out := []int{}
	n := Size(shape)
	for i := range n {
		p, rest := offset, i
		for d := len(shape) - 1; d >= 0; d-- {
			p += rest % shape[d] * strides[d]
			rest /= shape[d]
		}
		out = append(out, p)
	}
	return out
}

func TestReshapeStridesKeepsElements(t *testing.T) {
	views := []struct{ shape, strides []int }{
		{[]int{4, 6}, []int{6, 1}},
		{[]int{6, 4}, []int{1, 6}},
		{[]int{4, 6}, []int{12, 1}},
		{[]int{4, 3}, []int{6, 2}},
		{[]int{2, 1, 6}, []int{6, 99, 1}},
		{[]int{3, 4}, []int{0, 1}},
		{[]int{12}, []int{-1}},
		{[]int{1, 1}, []int{5, 7}},
		{[]int{2, 3, 4}, []int{12, 4, 1}},
		{[]int{2, 3, 4}, []int{24, 8, 2}},
	}
	news := [][]int{{24}, {12}, {2, 12}, {4, 3, 2}, {2, 2, 6}, {1, 24, 1}, {6, 2}, {3, 4}, {4, 3}, {2, 6}, {1}, {}, {1, 1, 1}, {12, 2}}
	viewed := 0
	for _, v := range views {
		for _, to := range news {
			if Size(to) != Size(v.shape) {
				continue
			}
			strides, ok := ReshapeStrides(v.shape, v.strides, to)
			if !ok {
				continue
			}
			viewed++
			assert.Equal(t, at(v.shape, v.strides, 0), at(to, strides, 0), "%v -> %v", v, to)
		}
	}
	assert.Greater(t, viewed, 20)
	_, ok := ReshapeStrides([]int{6, 4}, []int{1, 6}, []int{24})
	assert.False(t, ok, "a transposed matrix can't be flattened in place")
}

func TestCollapseKeepsElements(t *testing.T) {
	for _, c := range []struct {
		dims    []int
		marks   []bool
		noMerge int
		strides [][]int
		want    []int
	}{
		{[]int{2, 3, 4}, nil, -1, [][]int{{12, 4, 1}, {12, 4, 1}}, []int{24}},
		{[]int{2, 3, 4}, nil, -1, [][]int{{12, 4, 1}, {0, 4, 1}}, []int{2, 12}},
		{[]int{2, 3, 4}, nil, 1, [][]int{{12, 4, 1}}, []int{2, 3, 4}},
		{[]int{2, 3, 4}, []bool{true, true, false}, -1, [][]int{{12, 4, 1}}, []int{6, 4}},
		{[]int{1, 1}, nil, -1, [][]int{{3, 4}}, []int{1}},
		{[]int{}, nil, -1, [][]int{{}}, []int{1}},
		{[]int{1, 5, 1, 2}, nil, -1, [][]int{{0, 2, 9, 1}}, []int{10}},
		{[]int{4, 1, 3}, nil, 1, [][]int{{3, 3, 1}}, []int{4, 1, 3}},
		{[]int{3, 2}, nil, -1, [][]int{{-2, -1}}, []int{6}},
	} {
		var before [][]int
		for _, s := range c.strides {
			before = append(before, at(c.dims, s, 0))
		}
		dims, marks, kept, strides := Collapse(append([]int{}, c.dims...), append([]bool(nil), c.marks...), c.noMerge, c.strides)
		assert.Equal(t, c.want, dims)
		for i, s := range strides {
			assert.Equal(t, before[i], at(dims, s, 0))
		}
		if c.marks != nil {
			assert.Len(t, marks, len(dims))
		}
		if c.noMerge >= 0 {
			assert.Equal(t, c.dims[c.noMerge], dims[kept])
		}
	}
}

func TestDistinct(t *testing.T) {
	assert.True(t, Distinct([]int{3, 4}, []int{4, 1}))
	assert.True(t, Distinct([]int{3, 4}, []int{1, 3}))
	assert.True(t, Distinct([]int{3, 4}, []int{-8, 2}))
	assert.True(t, Distinct([]int{1, 4}, []int{0, 1}))
	assert.True(t, Distinct([]int{0, 4}, []int{0, 0}))
	assert.False(t, Distinct([]int{3, 4}, []int{0, 1}))
	assert.False(t, Distinct([]int{3, 4}, []int{1, 1}))
}

func TestAxes(t *testing.T) {
	m, err := Axes([]int{-1, 0}, 3)
	require.NoError(t, err)
	assert.Equal(t, []bool{true, false, true}, m)
	for _, bad := range [][]int{{3}, {-4}, {0, 0}, {0, -3}} {
		_, err := Axes(bad, 3)
		assert.Error(t, err, "%v", bad)
	}
	_, err = Axis(0, 0)
	assert.ErrorContains(t, err, "no axes")
}
