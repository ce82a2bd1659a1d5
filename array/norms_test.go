package array

import (
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNorms(t *testing.T) {
	norm := func(v []float64) float64 {
		s := 0.0
		for _, x := range v {
			s += x * x
		}
		return math.Sqrt(s)
	}
	reducesLike(t, Norm[float64], norm, 32)
	reducesLike(t, NormAs[float64, int], func(v []int) float64 { return norm(wideOf(v)) }, 32)
	reducesLike(t, NormAs[float64, complex128], func(v []complex128) float64 {
		w := make([]float64, len(v))
		for i, z := range v {
			w[i] = cmplx.Abs(z)
		}
		return norm(w)
	}, 32)
	powers := func(p float64) func(v []float64) float64 {
		return func(v []float64) float64 {
			s := 0.0
			for _, x := range v {
				s += math.Pow(math.Abs(x), p)
			}
			return math.Pow(s, 1/p)
		}
	}
	largest := func(v []float64) (m float64) {
		for _, x := range v {
			m = max(m, math.Abs(x))
		}
		return m
	}
	smallest := func(v []float64) float64 {
		m := math.Inf(1)
		for _, x := range v {
			m = min(m, math.Abs(x))
		}
		return m
	}
	reducesLike(t, Norm1[float64], powers(1), 32)
	reducesLike(t, NormInf[float64], largest, 0)
	for p, want := range map[float64]func([]float64) float64{
		1: powers(1), 2: norm, 3: powers(3), 0.5: powers(0.5), -1: powers(-1), -2.5: powers(-2.5),
		math.Inf(1): largest, math.Inf(-1): smallest, 0: func(v []float64) float64 { return float64(len(v)) },
	} {
		reducesLike(t, func(a *Array[float64], axes ...int) *Array[float64] { return NormP(a, p, axes...) }, want, 64)
	}
}

func TestNormsNeitherOverflowNorVanish(t *testing.T) {
	dev := testDevice(t)
	four := func(x float64) *Array[float64] { return Full(dev, x, 4) }
	assert.Equal(t, []float64{2e200}, values(t, Norm(four(1e200))))
	assert.Equal(t, []float64{2e-200}, values(t, Norm(four(1e-200))))
	assert.Equal(t, []float64{inf64}, values(t, Norm(FromSlice(dev, []float64{-inf64, -inf64}))))
	assert.Equal(t, []float64{2e200}, values(t, NormAs[float64](Full(dev, complex(0, 1e200), 4))))
	assert.InEpsilon(t, 5e200, values(t, NormAs[float64](Full(dev, complex(3e200, 4e200), 1)))[0], 1e-15)
	assert.InDelta(t, 2.0, values(t, NormP(Full(dev, 1e200, 8), 3))[0]/1e200, 1e-14)
	assert.InDelta(t, 0.5, values(t, NormP(Full(dev, 1e-200, 8), -3))[0]/1e-200, 1e-14)
	// In float64, whatever the components are.
	z := FromSlice(dev, []complex64{complex(math.MaxFloat32, math.MaxFloat32)})
	assert.InEpsilon(t, math.MaxFloat32*math.Sqrt2, values(t, NormAs[float64](z))[0], 1e-15)
	assert.Equal(t, []float64{128}, values(t, NormAs[float64](FromSlice(dev, []int8{-128}))))
}

func TestNormPOfZerosAndInfinities(t *testing.T) {
	dev := testDevice(t)
	for _, c := range []struct {
		in   []float64
		p    float64
		want float64
	}{
		{[]float64{0, 0}, 3, 0}, {[]float64{0, 0}, -3, 0}, {[]float64{0, 2}, -1, 0},
		{[]float64{inf64, 1}, 3, inf64}, {[]float64{-inf64, 0}, 0.5, inf64},
		{[]float64{inf64, 4}, -1, 4}, {[]float64{inf64, inf64}, -2, inf64},
		{[]float64{0, nan64, 3}, 0, 2},
	} {
		assert.InDeltaSlice(t, []float64{c.want}, values(t, NormP(FromSlice(dev, c.in), c.p)), 1e-14, "%v", c)
	}
	for _, p := range []float64{1, 2, 3, -1, inf64, -inf64} {
		assert.True(t, math.IsNaN(values(t, NormP(FromSlice(dev, []float64{1, nan64, 0.5}), p))[0]), "%v", p)
	}
}
