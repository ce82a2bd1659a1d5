package shape

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// python is what Python's slice objects select on an axis of length n.
func python(x Index, n int) []int {
	out := []int{}
	start, stop := 0, n
	if x.Step < 0 {
		start, stop = n-1, -1
	}
	clip := func(p int) int {
		if p < 0 {
			p += n
		}
		if x.Step > 0 {
			return min(max(p, 0), n)
		}
		return min(max(p, -1), n-1)
	}
	if x.HasStart {
		start = clip(x.Start)
	}
	if x.HasStop {
		stop = clip(x.Stop)
	}
	for i := start; x.Step > 0 && i < stop || x.Step < 0 && i > stop; i += x.Step {
		out = append(out, i)
	}
	return out
}

func TestSliceAgainstPython(t *testing.T) {
	for n := range 6 {
		for start := -8; start <= 8; start++ {
			for stop := -8; stop <= 8; stop++ {
				for _, step := range []int{1, 2, 3, 7, -1, -2, -3, -7} {
					for has := range 4 {
						x := Index{Start: start, Stop: stop, Step: step, HasStart: has&1 != 0, HasStop: has&2 != 0}
						shape, strides, offset, err := Slice([]int{n}, []int{1}, 0, []Index{x})
						require.NoError(t, err)
						require.Equal(t, python(x, n), at(shape, strides, offset), "%v of %d", x, n)
					}
				}
			}
		}
	}
}

func TestSliceExtremeNumbers(t *testing.T) {
	for _, step := range []int{math.MaxInt, math.MinInt, math.MinInt + 1} {
		shape, _, _, err := Slice([]int{5}, []int{1}, 0, []Index{{Step: step}})
		require.NoError(t, err)
		assert.Equal(t, []int{1}, shape)
	}
	shape, _, _, err := Slice([]int{5}, []int{1}, 0, []Index{{Start: math.MinInt, Stop: math.MaxInt, Step: 1, HasStart: true, HasStop: true}})
	require.NoError(t, err)
	assert.Equal(t, []int{5}, shape)
}

func TestParseSlice(t *testing.T) {
	xs, err := ParseSlice(" 1:4, ..., ::-1 , newaxis, -2,:")
	require.NoError(t, err)
	shape, strides, offset, err := Slice([]int{6, 2, 3, 4, 5}, []int{120, 60, 20, 5, 1}, 0, xs)
	require.NoError(t, err)
	assert.Equal(t, []int{3, 2, 3, 1, 5}, shape)
	assert.Equal(t, []int{120, 60, -20, 0, 1}, strides)
	assert.Equal(t, 120+2*20+2*5, offset)

	for text, reason := range map[string]string{
		"":                     "empty",
		"1,,2":                 "between two commas",
		"a":                    "no integer",
		"1:2:3:4":              "start:stop:step",
		"::0":                  "step 0",
		"1.5":                  "no integer",
		"99999999999999999999": "no integer",
	} {
		_, err := ParseSlice(text)
		assert.ErrorContains(t, err, reason, "%q", text)
	}
	for _, bad := range []string{"...,...", "0,0", "5", "-6", ":,:"} {
		xs, err := ParseSlice(bad)
		require.NoError(t, err)
		_, _, _, err = Slice([]int{5}, []int{1}, 0, xs)
		assert.Error(t, err, "%q", bad)
	}
}

func FuzzParseSlice(f *testing.F) {
	for _, s := range []string{"1:4, ..., ::-1", ":", "newaxis,0", "-1:", "::2", "None", "9223372036854775807::-9223372036854775808"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		xs, err := ParseSlice(text)
		if err != nil {
			return
		}
		for _, dims := range [][]int{{}, {5}, {3, 4}, {2, 0, 3}} {
			shape, strides, offset, err := Slice(dims, Strides(dims), 0, xs)
			if err != nil {
				continue
			}
			if n := Size(shape); n > 0 {
				lo, hi := Range(shape, strides, offset)
				if lo < 0 || hi >= Size(dims) {
					t.Fatalf("%q of %v reaches %d to %d", text, dims, lo, hi)
				}
			}
		}
		var again string
		for i, x := range xs {
			if i > 0 {
				again += ","
			}
			again += x.String()
		}
		ys, err := ParseSlice(again)
		if err != nil {
			t.Fatalf("%q written as %q: %v", text, again, err)
		}
		for i := range xs {
			if xs[i] != ys[i] {
				t.Fatalf("%q written as %q", text, again)
			}
		}
	})
}
