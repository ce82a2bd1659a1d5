package array

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
	"github.com/cugond/cugond/internal/shape"
)

// runsLike checks a cumulative operation along every axis, in every layout,
// against one step at a time.
func runsLike[R, T Element](t *testing.T, do func(*Array[T], int) *Array[R], step func(so R, x T, first bool) R, ulp float64) {
	t.Helper()
	for _, shp := range [][]int{{1}, {9}, {3, 4}, {2, 3, 4}, {1, 5, 1}, {2, 0, 3}} {
		data := dataOf[T](shape.Size(shp), 4)
		for axis := range shp {
			stride := shape.Strides(shp)[axis]
			want := make([]R, len(data))
			for i, x := range data {
				if i/stride%shp[axis] == 0 {
					want[i] = step(want[i], x, true)
				} else {
					want[i] = step(want[i-stride], x, false)
				}
			}
			for name, a := range arranged(t, testDevice(t), data, shp) {
				for _, given := range []int{axis, axis - len(shp)} {
					r := do(a, given)
					require.Equal(t, shp, r.Shape())
					got, err := r.ToSlice()
					require.NoError(t, err)
					numtest.SlicesWithin(t, want, got, numtest.Tolerance{ULP: ulp, AnyZero: true}, "%v along %d, %v, %v", shp, given, name, expr.TypeOf[T]())
				}
			}
		}
	}
}

func sums[R, T Ordered](so R, x T, _ bool) R { return so + R(x) }
func products[R, T Ordered](so R, x T, first bool) R {
	if first {
		return R(x)
	}
	return so * R(x)
}

func extremes[T Ordered](t *testing.T) {
	t.Helper()
	runsLike(t, CumMin[T], func(so, x T, first bool) T {
		if first {
			return x
		}
		return min(so, x)
	}, 0)
	runsLike(t, CumMax[T], func(so, x T, first bool) T {
		if first {
			return x
		}
		return max(so, x)
	}, 0)
}

func TestCumulativeOperations(t *testing.T) {
	runsLike(t, CumSum[int], sums[int, int], 0)
	runsLike(t, CumSum[uint64], sums[uint64, uint64], 0)
	runsLike(t, CumSum[float64], sums[float64, float64], 1<<12)
	runsLike(t, CumSumAs[int64, int8], sums[int64, int8], 0)
	runsLike(t, CumSumAs[float64, uint8], sums[float64, uint8], 0)
	runsLike(t, CumSum[complex128], func(so, x complex128, _ bool) complex128 { return so + x }, 1<<12)
	runsLike(t, CumProd[int64], products[int64, int64], 0)
	runsLike(t, CumProd[float64], products[float64, float64], 16)
	runsLike(t, CumProdAs[int64, int16], products[int64, int16], 0)
	extremes[int](t)
	extremes[int8](t)
	extremes[uint32](t)
	extremes[float32](t)
	extremes[float64](t)
}

func TestCumulativeNaN(t *testing.T) {
	dev := testDevice(t)
	a := FromSlice(dev, []float64{2, nan64, 3, 1})
	assert.Equal(t, []float64{2, 2, 5, 6}, values(t, NanCumSum(a, 0)))
	assert.Equal(t, []float64{2, 2, 6, 6}, values(t, NanCumProd(a, -1)))
	for _, r := range []*Array[float64]{CumSum(a, 0), CumProd(a, 0), CumMin(a, 0), CumMax(a, 0)} {
		v := values(t, r)
		assert.Equal(t, 2.0, v[0])
		for _, x := range v[1:] {
			assert.True(t, math.IsNaN(x))
		}
	}
	z := FromSlice(dev, []complex64{1, complex(float32(nan64), 0), 1i})
	assert.Equal(t, []complex64{1, 1, 1 + 1i}, values(t, NanCumSum(z, 0)))
}

func TestCumulativeMisusedAndLong(t *testing.T) {
	dev := testDevice(t)
	misused(t, "CumSum", "no axes", func() { CumSum(Scalar(dev, 1), 0) })
	misused(t, "CumMax", "out of range", func() { CumMax(Ones[int](dev, 2, 3), 2) })
	misused(t, "CumProd", "constant", func() { CumProd(Const(1), 0) })
	long := CumSum(Ones[float32](dev, 1<<18), 0)
	last, err := long.ItemAt(-1)
	require.NoError(t, err)
	assert.Equal(t, float32(1<<18), last)
}
