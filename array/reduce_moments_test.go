package array

import (
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cugond/cugond/backend/expr"
)

func wideOf[T Ordered](v []T) []float64 {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = float64(x)
	}
	return out
}

func loopMean[R Float, T Ordered](v []T) R { return R(bigSum(wideOf(v)) / float64(len(v))) }

func loopVar[R Float, T Ordered](ddof float64) func([]T) R {
	return func(v []T) R {
		w := wideOf(v)
		mean := bigSum(w) / float64(len(w))
		s := 0.0
		for _, x := range w {
			s += (x - mean) * (x - mean)
		}
		return R(s / (float64(len(w)) - ddof))
	}
}

func loopStd[R Float, T Ordered](ddof float64) func([]T) R {
	return func(v []T) R { return R(math.Sqrt(float64(loopVar[float64, T](ddof)(v)))) }
}

func TestMoments(t *testing.T) {
	reducesLike(t, Mean[float32], loopMean[float32, float32], 2)
	reducesLike(t, Mean[float64], loopMean[float64, float64], 4)
	reducesLike(t, MeanAs[float64, int], loopMean[float64, int], 4)
	reducesLike(t, MeanAs[float32, uint8], loopMean[float32, uint8], 2)
	reducesLike(t, MeanAs[float64, float32], loopMean[float64, float32], 4)
	reducesLike(t, Mean[complex128], func(v []complex128) complex128 { return complexSum(v) / complex(float64(len(v)), 0) }, 4)
	reducesLike(t, Mean[complex64], func(v []complex64) complex64 { return complexSum(v) / complex(float32(len(v)), 0) }, 4)
	reducesLike(t, Var[float32], loopVar[float32, float32](0), 4)
	reducesLike(t, Var[float64], loopVar[float64, float64](0), 32)
	reducesLike(t, Std[float64], loopStd[float64, float64](0), 32)
	reducesLike(t, VarAs[float64, int16], loopVar[float64, int16](0), 32)
	reducesLike(t, VarAs[float64, float32], loopVar[float64, float32](0), 32)
	reducesLike(t, StdAs[float32, uint16], loopStd[float32, uint16](0), 4)
}

func TestDDof(t *testing.T) {
	cases := reductions([]int{3, 4}, []int{2, 3, 4})
	over := func(ddof float64) {
		reducesLike(t, func(a *Array[float64], axes ...int) *Array[float64] { return VarDDof(a, ddof, axes...) },
			loopVar[float64, float64](ddof), 32, cases...)
		reducesLike(t, func(a *Array[float64], axes ...int) *Array[float64] { return StdDDof(a, ddof, axes...) },
			loopStd[float64, float64](ddof), 32, cases...)
		reducesLike(t, func(a *Array[int], axes ...int) *Array[float64] { return VarDDofAs[float64](a, ddof, axes...) },
			loopVar[float64, int](ddof), 32, cases...)
		reducesLike(t, func(a *Array[int], axes ...int) *Array[float64] { return StdDDofAs[float64](a, ddof, axes...) },
			loopStd[float64, int](ddof), 32, cases...)
	}
	over(1)
	over(-1)
	over(0.5)
}

func TestComplexMomentsAreReal(t *testing.T) {
	loop := func(v []complex128) float64 {
		mean := complexSum(v) / complex(float64(len(v)), 0)
		s := 0.0
		for _, z := range v {
			s += math.Pow(cmplx.Abs(z-mean), 2)
		}
		return s / float64(len(v))
	}
	reducesLike(t, VarAs[float64, complex128], loop, 64)
	reducesLike(t, StdAs[float64, complex128], func(v []complex128) float64 { return math.Sqrt(loop(v)) }, 64)
	dev := testDevice(t)
	z := FromSlice(dev, []complex64{0, 2i, 2, 2 + 2i})
	assert.Equal(t, []float64{2}, values(t, VarAs[float64](z)))
	assert.Equal(t, []float32{2}, values(t, VarAs[float32](FromSlice(dev, []complex128{0, 2i, 2, 2 + 2i}))))
	assert.Equal(t, []float64{8. / 3}, values(t, VarDDofAs[float64](z, 1)))
}

func TestMeansOfMuchAndOfLargeNumbers(t *testing.T) {
	dev := testDevice(t)
	huge := FromSlice(dev, []float64{math.MaxFloat64, math.MaxFloat64, math.MaxFloat64})
	assert.Equal(t, []float64{math.MaxFloat64}, values(t, Mean(huge)))
	many := Ones[float32](dev, 1<<20, 2)
	assert.Equal(t, []float32{1, 1}, values(t, Mean(many, 0)))
	tenths := Full(dev, float32(0.1), 1<<20)
	assert.InDelta(t, float64(float32(0.1))*(1<<20), float64(values(t, Sum(tenths))[0]), 0.02)
}

func TestLogicalReductions(t *testing.T) {
	some := func(v []bool) bool {
		for _, x := range v {
			if x {
				return true
			}
		}
		return false
	}
	every := func(v []bool) bool {
		for _, x := range v {
			if !x {
				return false
			}
		}
		return true
	}
	reducesLike(t, Any, some, 0)
	reducesLike(t, All, every, 0)
	dev := testDevice(t)
	b := FromSlice(dev, []bool{true, false, true, true}, 2, 2)
	assert.Equal(t, []bool{false, true}, values(t, All(b, 1)))
	assert.Equal(t, []bool{true, true}, values(t, Any(b, 1)))
}

func counts[T Element](t *testing.T) {
	t.Helper()
	var zero T
	reducesLike(t, CountNonzero[T], func(v []T) int {
		n := 0
		for _, x := range v {
			if x != zero {
				n++
			}
		}
		return n
	}, 0)
	dev := testDevice(t)
	assert.Equal(t, []int{0, 2}, values(t, CountNonzero(FromSlice(dev, []T{zero, one[T](), zero, one[T]()}, 2, 2), 0)), expr.TypeOf[T]())
}

func TestCountNonzeroOfEachType(t *testing.T) {
	counts[bool](t)
	counts[int](t)
	counts[int8](t)
	counts[int32](t)
	counts[uint16](t)
	counts[uint64](t)
	counts[float32](t)
	counts[float64](t)
	counts[complex64](t)
	counts[complex128](t)
	dev := testDevice(t)
	assert.Equal(t, []int{2}, values(t, CountNonzero(FromSlice(dev, []float64{nan64, math.Copysign(0, -1), -inf64}))))
}
