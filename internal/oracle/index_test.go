package oracle

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

func shaped(v backend.View, shape ...int) backend.View {
	v.Shape = shape
	return v
}

func TestSorts(t *testing.T) {
	nan, zero := math.NaN(), math.Copysign(0, -1)
	src := bufferOf(2, nan, 0, -1, zero, math.Copysign(nan, -1))
	values, order := bufferOf(make([]float64, 6)...), bufferOf(make([]int64, 6)...)
	from := shaped(view(src, expr.Float64, 0, 6, 1), 1, 6)
	require.NoError(t, Sort(shaped(view(values, expr.Float64, 0, 6, 1), 1, 6), from, false, memory))
	require.NoError(t, Sort(shaped(view(order, expr.Int64, 0, 6, 1), 1, 6), from, true, memory))
	assert.Equal(t, []float64{-1, 0, 0, 2}, contents[float64](values)[:4])
	assert.Equal(t, []int64{3, 2, 4, 0, 1, 5}, contents[int64](order))
	assert.Error(t, Sort(from, shaped(from, 6), false, memory))
}

func TestMovesByPosition(t *testing.T) {
	src, index := bufferOf[int16](10, 11, 12, 13), bufferOf[int64](3, -4, 4, 3)
	dst := bufferOf[int16](0, 0, 0, 0)
	line := func(b *buffer, d expr.DType, strides ...int) backend.View {
		return shaped(view(b, d, 0, strides...), 1, 4, 1)
	}
	err := Take(line(dst, expr.Int16, 4, 1, 1), line(src, expr.Int16, 4, 1, 1), line(index, expr.Int64, 4, 1, 1), memory)
	assert.ErrorIs(t, err, backend.ErrData)
	assert.Equal(t, []int16{13, 10, 0, 13}, contents[int16](dst))

	dst = bufferOf[int16](0, 0, 0, 0)
	err = Put(line(dst, expr.Int16, 4, 1, 1), line(src, expr.Int16, 4, 1, 1), line(index, expr.Int64, 4, 1, 1), memory)
	assert.ErrorIs(t, err, backend.ErrData)
	assert.Equal(t, []int16{11, 0, 0, 13}, contents[int16](dst), "the last of equal positions stays")
	assert.Error(t, Put(line(dst, expr.Int16, 4, 1, 1), line(src, expr.Int16, 4, 1, 1), line(index, expr.Int16, 4, 1, 1), memory))
}

func TestCompacts(t *testing.T) {
	src, mask := bufferOf[uint8](1, 2, 3, 4, 5, 6), bufferOf(true, false, true, false, false, true)
	m := shaped(view(mask, expr.Bool, 0, 3, 1), 2, 3)
	out, n, err := Compact(shaped(view(src, expr.Uint8, 0, 1, 2), 2, 3), m, memory) // by columns
	require.NoError(t, err)
	assert.Equal(t, 3, n)
	assert.Equal(t, []byte{1, 5, 6}, out)
	out, n, err = Compact(shaped(view(nil, expr.Int64, 7, 10, 1), 2, 3), m, memory)
	require.NoError(t, err)
	assert.Equal(t, 3, n)
	assert.Equal(t, []int64{7, 9, 19}, contents[int64](&buffer{out}))
	_, _, err = Compact(m, shaped(m, 6), memory)
	assert.Error(t, err)
}
