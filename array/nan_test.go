package array

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/internal/numtest"
	"github.com/cugond/cugond/internal/shape"
)

// withGaps returns data in which about a third is NaN.
func withGaps(n int) []float64 {
	data := dataOf[float64](n, 3)
	for i := range data {
		if i*i%3 == 1 && i%5 != 2 {
			data[i] = math.NaN()
		}
	}
	return data
}

func present(v []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(v), math.IsNaN)
}

func skipsLike[R Element](t *testing.T, do func(a *Array[float64], axes ...int) *Array[R], want func([]float64) R, ulp float64) {
	t.Helper()
	for _, c := range reductions() {
		reducesDataLike(t, c, withGaps(shape.Size(c.shape)), do, func(v []float64) R { return want(present(v)) }, ulp)
	}
}

func orNaN(f func([]float64) float64) func([]float64) float64 {
	return func(v []float64) float64 {
		if len(v) == 0 {
			return math.NaN()
		}
		return f(v)
	}
}

func TestNaNIsSkipped(t *testing.T) {
	skipsLike(t, NanSum[float64], bigSum[float64], 8)
	skipsLike(t, NanProd[float64], loopProd[float64, float64], 30)
	skipsLike(t, NanMin[float64], orNaN(slices.Min[[]float64]), 0)
	skipsLike(t, NanMax[float64], orNaN(slices.Max[[]float64]), 0)
	skipsLike(t, NanMean[float64], orNaN(loopMean[float64, float64]), 8)
	skipsLike(t, NanVar[float64], orNaN(loopVar[float64, float64](0)), 128)
	skipsLike(t, NanStd[float64], orNaN(loopStd[float64, float64](0)), 128)
	for _, ddof := range []float64{1, 2} {
		few := func(f func([]float64) float64) func([]float64) float64 {
			return func(v []float64) float64 {
				if float64(len(v)) <= ddof {
					return math.NaN()
				}
				return f(v)
			}
		}
		skipsLike(t, func(a *Array[float64], axes ...int) *Array[float64] { return NanVarDDof(a, ddof, axes...) },
			few(loopVar[float64, float64](ddof)), 128)
		skipsLike(t, func(a *Array[float64], axes ...int) *Array[float64] { return NanStdDDof(a, ddof, axes...) },
			few(loopStd[float64, float64](ddof)), 128)
	}
}

func TestNanArgFindsPositions(t *testing.T) {
	dev := testDevice(t)
	a := FromSlice(dev, []float64{nan64, inf64, 3, nan64, inf64, nan64, -1, -1, nan64, -inf64, nan64, nan64}, 4, 3)
	assert.Equal(t, []int{2, 1, 0, 0}, values(t, NanArgMin(a, 1)))
	assert.Equal(t, []int{1, 1, 0, 0}, values(t, NanArgMax(a, 1)))
	assert.Equal(t, []int{3, 2, 0}, values(t, NanArgMin(a, 0)))
	assert.Equal(t, []int{9}, values(t, NanArgMin(a)))
	assert.Equal(t, []int{1}, values(t, NanArgMax(a)))
	assert.Equal(t, []int{1, 1}, NanArgMax(a, KeepDims).Shape())
	assert.Equal(t, []int{1}, values(t, NanArgMin(FromSlice(dev, []float64{nan64, inf64}))))
	for _, f := range []func(*Array[float64], ...int) *Array[int]{NanArgMin[float64], NanArgMax[float64]} {
		_, err := f(FromSlice(dev, []float64{1, 2, nan64, nan64}, 2, 2), 1).ToSlice()
		var fault *backend.Fault
		require.ErrorAs(t, err, &fault)
		assert.Equal(t, backend.FaultAllNaN, fault.Code)
		assert.ErrorIs(t, err, backend.ErrData)
	}
}

func TestNanMeanOfLargeAndInfiniteNumbers(t *testing.T) {
	dev := testDevice(t)
	for _, c := range []struct {
		in   []float64
		want float64
	}{
		{[]float64{math.MaxFloat64, nan64, math.MaxFloat64}, math.MaxFloat64},
		{[]float64{1, nan64, 3}, 2},
		{[]float64{inf64, nan64, 3}, inf64},
		{[]float64{-inf64, nan64}, -inf64},
	} {
		numtest.WithinULP(t, c.want, values(t, NanMean(FromSlice(dev, c.in)))[0], 1, c.in)
	}
	for _, v := range [][]float64{{nan64, nan64}, {inf64, -inf64, nan64}} {
		assert.True(t, math.IsNaN(values(t, NanMean(FromSlice(dev, v)))[0]))
	}
	assert.True(t, math.IsNaN(values(t, NanVar(FromSlice(dev, []float64{inf64, 1, nan64})))[0]))
}

func TestNanOfComplex(t *testing.T) {
	dev := testDevice(t)
	z := FromSlice(dev, []complex128{complex(nan64, 1), 2 + 1i, complex(1, nan64), 3})
	assert.Equal(t, []complex128{5 + 1i}, values(t, NanSum(z)))
	assert.Equal(t, []complex128{6 + 3i}, values(t, NanProd(z)))
}
