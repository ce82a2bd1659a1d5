package array

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/internal/numtest"
)

// loopQuantile is the quantile of numbers, one after the other.
func loopQuantile(q float64) func(v []float64) float64 {
	return func(v []float64) float64 {
		if len(v) == 0 || slices.ContainsFunc(v, math.IsNaN) {
			return math.NaN()
		}
		v = slices.Clone(v)
		slices.Sort(v)
		at := q * float64(len(v)-1)
		lo, hi := v[int(at)], v[int(math.Ceil(at))]
		return lo + (hi-lo)*(at-math.Floor(at))
	}
}

func TestQuantilesLikeLoops(t *testing.T) {
	for _, q := range []float64{0, 0.1, 0.25, 0.5, 2.0 / 3, 0.9, 1} {
		of := func(a *Array[float64], axes ...int) *Array[float64] { return Quantile(a, q, axes...) }
		percent := func(a *Array[float64], axes ...int) *Array[float64] { return NanPercentile(a, 100*q, axes...) }
		for _, c := range reductions() {
			data := withGaps(sizeOf(c.shape))
			for i := range data { // NaN here and there
				if i%40 != 1 && data[i] != data[i] {
					data[i] = float64(i)
				}
			}
			reducesDataLike(t, c, data, of, loopQuantile(q), 1<<13)
			reducesDataLike(t, c, withGaps(sizeOf(c.shape)), percent, func(v []float64) float64 { return loopQuantile(q)(present(v)) }, 1<<13)
		}
	}
	skipsLike(t, NanMedian[float64], loopQuantile(0.5), 1<<13)
}

func sizeOf(shp []int) int {
	n := 1
	for _, d := range shp {
		n *= d
	}
	return n
}

// What NumPy gives.
func TestQuantilesPublished(t *testing.T) {
	dev := testDevice(t)
	nan := math.NaN()
	a := FromSlice(dev, []float64{3, 1, 2, 9, 7, 8.5, 4, -1, 0.25, 6, 6, 5}, 4, 3)
	b := FromSlice(dev, []float64{3, 1, 2, 9, 7, nan, nan, nan, nan, 6, 6, 5}, 4, 3)
	for _, c := range []struct {
		got  *Array[float64]
		want []float64
	}{
		{Median(a), []float64{4.5}},
		{Median(a, 0), []float64{5, 3.5, 3.5}},
		{Median(a, 1), []float64{2, 8.5, 0.25, 6}},
		{Quantile(a, 0.1), []float64{0.32500000000000007}},
		{Quantile(a, 0.25, 0), []float64{3.75, 0.5, 1.5625}},
		{Quantile(a, 0.9, 1), []float64{2.8, 8.9, 3.25, 6}},
		{Percentile(a, 90), []float64{8.350000000000001}},
		{Quantiles(a, []float64{0, 0.5, 1}, 0), []float64{3, -1, 0.25, 5, 3.5, 3.5, 9, 7, 8.5}},
		{NanMedian(b, 1), []float64{2, 8, nan, 6}},
		{NanQuantile(b, 0.3, 1), []float64{1.6, 7.6, nan, 5.6}},
		{NanQuantile(b, 0.3, 0), []float64{4.8, 4, 2.9}},
		{NanQuantile(b, 0.3), []float64{3.2}},
		{Median(b, 0), []float64{nan, nan, nan}},
		{MedianAs[float64](FromSlice(dev, []uint8{200, 100, 255, 1})), []float64{150}},
		{QuantileAs[float64](FromSlice(dev, []int{1, 2, 4}), 0.75), []float64{3}},
		{PercentileAs[float64](FromSlice(dev, []int{1, 2, 4}), 75), []float64{3}},
	} {
		numtest.SlicesWithinULP(t, c.want, values(t, c.got), 2)
	}
	thirds := FromSlice(dev, []float32{1. / 3, 2. / 3, 1, 4. / 3, 5. / 3})
	numtest.SlicesWithinULP(t, []float32{0.7333333492279053}, values(t, Percentile(thirds, 30)), 1)
}

func TestQuantileEdges(t *testing.T) {
	dev := testDevice(t)
	inf := math.Inf(1)
	require.Equal(t, []int{1, 3}, Median(Ones[float64](dev, 2, 3), 0, KeepDims).Shape())
	require.Equal(t, []int{2, 1, 3}, Quantiles(Ones[float64](dev, 2, 3), []float64{0, 1}, 0, KeepDims).Shape())
	assert.Equal(t, []float64{inf}, values(t, Quantile(FromSlice(dev, []float64{inf, inf}), 0.5)))
	assert.Equal(t, []float64{-inf}, values(t, Quantile(FromSlice(dev, []float64{1, -inf}), 0)))
	assert.Equal(t, []float64{math.MaxFloat64}, values(t, Median(FromSlice(dev, []float64{math.MaxFloat64, math.MaxFloat64}))))
	assert.Equal(t, []float64{3}, values(t, Median(Scalar(dev, 3.0))))
	assert.True(t, math.IsNaN(values(t, Median(Zeros[float64](dev, 0)))[0]))
	assert.True(t, math.IsNaN(values(t, NanMedian(Zeros[float64](dev, 3, 0), 1))[2]))
	assert.Empty(t, values(t, Median(Zeros[float64](dev, 3, 0), 0)))
	misused(t, "Quantile", "from 0 to 1", func() { Quantile(Ones[float64](dev, 2), 1.5) })
	misused(t, "Percentile", "from 0 to 1", func() { Percentile(Ones[float64](dev, 2), math.NaN()) })
	misused(t, "Quantiles", "no quantiles", func() { Quantiles(Ones[float64](dev, 2), nil) })
	misused(t, "Median", "out of range", func() { Median(Ones[float64](dev, 2), 1) })
	misused(t, "Median", "constant", func() { Median(Const(1.0)) })
}
