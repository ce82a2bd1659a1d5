package array

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCast(t *testing.T) {
	dev := testDevice(t)
	floats := FromSlice(dev, []float64{1.9, -1.9, 300, -300, inf, -inf, nan, negZero})
	same(t, []int8{1, -1, 127, -128, 127, -128, 0, 0}, Cast[int8](floats))
	same(t, []uint8{1, 0, 255, 0, 255, 0, 0, 0}, Cast[uint8](floats))
	same(t, []int64{1, -1, 300, -300, math.MaxInt64, math.MinInt64, 0, 0}, Cast[int64](floats))
	same(t, []uint64{1, 0, 300, 0, math.MaxUint64, 0, 0, 0}, Cast[uint64](floats))
	same(t, []bool{true, true, true, true, true, true, true, false}, Cast[bool](floats))
	ints := FromSlice(dev, []int32{-1, 256, 0, math.MaxInt32})
	same(t, []uint8{255, 0, 0, 255}, Cast[uint8](ints))
	same(t, []int64{-1, 256, 0, math.MaxInt32}, Cast[int64](ints))
	same(t, []float32{-1, 256, 0, 1 << 31}, Cast[float32](ints))
	same(t, []complex64{-1, 256, 0, 1 << 31}, Cast[complex64](ints))
	same(t, []bool{true, true, false, true}, Cast[bool](ints))
	same(t, []float32{1, 0}, Cast[float32](FromSlice(dev, []bool{true, false})))
	z := FromSlice(dev, []complex128{1.5 + 2i, 3i, 0})
	same(t, []float32{1.5, 0, 0}, Cast[float32](z))
	same(t, []int{1, 0, 0}, Cast[int](z))
	same(t, []bool{true, true, false}, Cast[bool](z), "the imaginary part counts")
	same(t, []complex64{1.5 + 2i, 3i, 0}, Cast[complex64](z))
	same(t, []float32{16777216, 16777220}, Cast[float32](FromSlice(dev, []int64{16777217, 16777219})), "ties to even")
}

func TestCastToTheSameTypeSharesNothing(t *testing.T) {
	dev := testDevice(t)
	a := FromSlice(dev, []int{1, 2, 3})
	b, c := Cast[int](a), Cast[int64](a)
	a.Fill(9)
	assert.Equal(t, []int{1, 2, 3}, values(t, b))
	assert.Equal(t, []int64{1, 2, 3}, values(t, c))
	b.Fill(7)
	assert.Equal(t, []int{9, 9, 9}, values(t, a))
	x := FromSlice(dev, []float64{1, 2})
	y := Conj(x)
	y.Fill(5)
	assert.Equal(t, []float64{1, 2}, values(t, x))
}

func TestCastIsPartOfTheChain(t *testing.T) {
	if eager() {
		t.Skip("each operation is a kernel of its own")
	}
	dev := recorded(t)
	a := FromSlice(dev, []int32{1, 2, 3, 4})
	dev.Drain()
	b := Sqrt(Cast[float64](Cast[int32](a)).MulScalar(4).AddScalar(0))
	require.NoError(t, b.Eval())
	log := dev.Drain()
	assert.Len(t, log.Kernels, 1)
	assert.Len(t, log.Allocs, 1)
}

func TestOperationsOfSeveralStepsAreOneKernel(t *testing.T) {
	if eager() {
		t.Skip("each operation is a kernel of its own")
	}
	dev := recorded(t)
	x := FromSlice(dev, []float64{1.26, -2.5})
	n, e := FromSlice(dev, []int{2, 3}), FromSlice(dev, []int{3, 2})
	dev.Drain()
	for name, a := range map[string]Lazy{
		"Round":      Round(x, 1),
		"Pow":        n.Pow(e),
		"LogicalAnd": LogicalAnd(n, e),
		"Conj":       Conj(x),
	} {
		require.NoError(t, a.Eval(), name)
		log := dev.Drain()
		assert.Len(t, log.Kernels, 1, name)
		assert.Len(t, log.Allocs, 1, name)
	}
	p := FromSlice(dev, []bool{true, false})
	dev.Drain()
	require.NoError(t, LogicalAnd(p, p).Eval())
	assert.Len(t, dev.Drain().Kernels[0].Prog.Instrs, 1, "what is bool needs no test for zero")
}

func TestCopiesOfConstantsAreConstants(t *testing.T) {
	for name, c := range map[string]*Array[int64]{
		"Cast": Cast[int64](Const(3)),
		"same": Cast[int64](Const[int64](3)),
	} {
		v, err := c.Item()
		require.NoError(t, err, name)
		assert.Equal(t, int64(3), v, name)
		assert.Nil(t, c.Device(), name)
	}
	v, err := Conj(Const(1.5)).Item()
	require.NoError(t, err)
	assert.Equal(t, 1.5, v)
}
