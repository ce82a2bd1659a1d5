//go:build cgo && linux

package cuda_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend/cuda"
)

// TestGiantArrays works on arrays of more elements than 32 bits count.
func TestGiantArrays(t *testing.T) {
	if os.Getenv("CUGOND_REQUIRE_GPU") != "1" {
		t.Skip("needs a GPU with 80 GiB free")
	}
	dev, err := cuda.Open(0, cuda.Options{})
	require.NoError(t, err)
	defer dev.Close()
	if dev.Info().Free < 80<<30 {
		t.Skip("needs a GPU with 80 GiB free")
	}
	const n = 1<<32 + 1
	at := func(a *array.Array[uint8], i int) uint8 {
		v, err := a.Slice(array.At(i)).Item()
		require.NoError(t, err)
		return v
	}
	x := array.Zeros[uint8](dev, n)
	for i, v := range map[int]uint8{0: 3, 1 << 31: 7, n - 2: 250, n - 1: 4} {
		x.Slice(array.At(i)).Fill(v)
	}

	t.Run("elementwise", func(t *testing.T) {
		y := x.MulScalar(2).AddScalar(1)
		defer y.Close()
		assert.Equal(t, uint8(9), at(y, n-1))
		assert.Equal(t, uint8(15), at(y, 1<<31))
		assert.Equal(t, uint8(1), at(y, n-3))
		flipped := x.Flip().AddScalar(1)
		defer flipped.Close()
		assert.Equal(t, uint8(5), at(flipped, 0))
		assert.Equal(t, uint8(4), at(flipped, n-1))
	})
	t.Run("sum", func(t *testing.T) {
		sum, err := array.SumAs[int64](x).Item()
		require.NoError(t, err)
		assert.Equal(t, int64(3+7+250+4), sum)
		ones := array.Ones[float32](dev, n)
		defer ones.Close()
		total, err := array.Sum(ones).Item()
		require.NoError(t, err)
		assert.Equal(t, float32(n), total)
		columns, err := array.Sum(ones.Slice(array.To(n-1)).Reshape(-1, 2), 0).ToSlice()
		require.NoError(t, err)
		assert.Equal(t, []float32{1 << 31, 1 << 31}, columns)
	})
	t.Run("argmax", func(t *testing.T) {
		i, err := array.ArgMax(x).Item()
		require.NoError(t, err)
		assert.Equal(t, n-2, i)
		i, err = array.ArgMin(array.Const[uint8](255).Sub(x)).Item()
		require.NoError(t, err)
		assert.Equal(t, n-2, i)
	})
	t.Run("cumsum", func(t *testing.T) {
		c := array.CumSum(array.Cast[int64](x), 0)
		defer c.Close()
		last, err := c.Slice(array.From(n - 3)).ToSlice()
		require.NoError(t, err)
		assert.Equal(t, []int64{10, 260, 264}, last)
	})
	t.Run("sort", func(t *testing.T) {
		s := array.Sort(x, 0)
		defer s.Close()
		last, err := s.Slice(array.From(n - 5)).ToSlice()
		require.NoError(t, err)
		assert.Equal(t, []uint8{0, 3, 4, 7, 250}, last)
	})
	t.Run("concatenate", func(t *testing.T) {
		half := x.Slice(array.From(1 << 31))
		c := array.Concatenate(0, half, x.Slice(array.To(1<<31)), half)
		defer c.Close()
		assert.Equal(t, 1<<32+1<<31+2, c.Size())
		assert.Equal(t, uint8(7), at(c, 0))
		assert.Equal(t, uint8(3), at(c, 1<<31+1))
		assert.Equal(t, uint8(4), at(c, c.Size()-1))
	})
	t.Run("take", func(t *testing.T) {
		got, err := array.Take(x, array.FromSlice(dev, []int{n - 1, 1 << 31, -2}), 0).ToSlice()
		require.NoError(t, err)
		assert.Equal(t, []uint8{4, 7, 250}, got)
	})
}
