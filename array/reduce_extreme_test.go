package array

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cugond/cugond/internal/shape"
)

var (
	nan64 = math.NaN()
	inf64 = math.Inf(1)
)

func loopArg[T Ordered](better func(a, b T) bool) func([]T) int {
	return func(v []T) int {
		best := 0
		for i, x := range v {
			if x != x {
				return i
			}
			if better(x, v[best]) {
				best = i
			}
		}
		return best
	}
}

func less[T Ordered](a, b T) bool    { return a < b }
func greater[T Ordered](a, b T) bool { return a > b }

func loopPtP[T Ordered](v []T) T { return slices.Max(v) - slices.Min(v) }

func extremesOf[T Ordered](t *testing.T) {
	t.Helper()
	reducesLike(t, Min[T], slices.Min[[]T, T], 0)
	reducesLike(t, Max[T], slices.Max[[]T, T], 0)
	reducesLike(t, PtP[T], loopPtP[T], 0)
	reducesLike(t, ArgMin[T], loopArg(less[T]), 0)
	reducesLike(t, ArgMax[T], loopArg(greater[T]), 0)
	// Of several equal ones the first.
	for _, c := range reductions([]int{3, 4}, []int{2, 3, 4}) {
		data := dataOf[T](shape.Size(c.shape), 2)
		for i := range data {
			data[i] = T(int(data[i]) % 3 & 1)
		}
		reducesDataLike(t, c, data, ArgMin[T], loopArg(less[T]), 0)
		reducesDataLike(t, c, data, ArgMax[T], loopArg(greater[T]), 0)
	}
}

func TestExtremesOfEachType(t *testing.T) {
	extremesOf[int](t)
	extremesOf[int8](t)
	extremesOf[int16](t)
	extremesOf[int32](t)
	extremesOf[int64](t)
	extremesOf[uint8](t)
	extremesOf[uint16](t)
	extremesOf[uint32](t)
	extremesOf[uint64](t)
	extremesOf[float32](t)
	extremesOf[float64](t)
}

func TestExtremesPropagateNaN(t *testing.T) {
	dev := testDevice(t)
	a := FromSlice(dev, []float64{nan64, -1, 0, 1})
	assert.True(t, math.IsNaN(values(t, Min(a))[0]))
	assert.True(t, math.IsNaN(values(t, Max(a.Flip()))[0]))
	assert.Equal(t, []int{1}, values(t, ArgMin(FromSlice(dev, []float64{1, nan64, 3}))))
	b := FromSlice(dev, []float32{1, 5, 3, float32(nan64), 2, 6}, 2, 3)
	assert.Equal(t, []int{1, 0, 1}, values(t, ArgMax(b, 0)))
	assert.Equal(t, []int{1, 0}, values(t, ArgMax(b, 1)))
	assert.Equal(t, []float64{inf64}, values(t, Min(FromSlice(dev, []float64{inf64, inf64}))))
	assert.Equal(t, []int{0}, values(t, ArgMax(FromSlice(dev, []float64{-inf64}))))
	c := FromSlice(dev, []int{1, 5, 2, 10, 3, 3}, 3, 2)
	assert.Equal(t, []int{1, 1, 0}, values(t, ArgMax(c, -1)))
}

func TestArgOverSeveralAxesCountsWithinThem(t *testing.T) {
	dev := testDevice(t)
	a := Zeros[float64](dev, 2, 3, 4)
	a.SetAt(5, 0, 2, 1)
	a.SetAt(5, 1, 1, 3)
	assert.Equal(t, []int{9}, values(t, ArgMax(a)))
	assert.Equal(t, []int{9, 7}, values(t, ArgMax(a, 2, 1)))
	assert.Equal(t, []int{0, 1*4 + 3, 0*4 + 1}, values(t, ArgMax(a, 0, -1)))
	assert.Equal(t, []int{1, 3, 1}, ArgMax(a, 0, -1, KeepDims).Shape())
}

func TestLogSumExp(t *testing.T) {
	want := func(v []float64) float64 {
		m := slices.Max(v)
		s := 0.0
		for _, x := range v {
			s += math.Exp(x - m)
		}
		return math.Log(s) + m
	}
	reducesLike(t, LogSumExp[float64], want, 16)
	dev := testDevice(t)
	for _, c := range []struct {
		in   []float64
		want float64
	}{
		{[]float64{-inf64, -inf64}, -inf64},
		{[]float64{-inf64, 3}, 3},
		{[]float64{inf64, -inf64}, inf64},
		{[]float64{inf64, inf64}, inf64},
		{[]float64{1000, 1000}, 1000 + math.Ln2},
		{[]float64{-1000, -1000}, -1000 + math.Ln2},
		{[]float64{0}, 0},
	} {
		assert.Equal(t, []float64{c.want}, values(t, LogSumExp(FromSlice(dev, c.in))), "%v", c.in)
	}
	assert.True(t, math.IsNaN(values(t, LogSumExp(FromSlice(dev, []float64{1, nan64, inf64})))[0]))
	assert.Equal(t, []int{2, 1}, LogSumExp(Ones[float32](dev, 2, 3), -1, KeepDims).Shape())
}
