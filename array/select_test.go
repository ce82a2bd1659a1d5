package array

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/internal/shape"
)

func compressesLike[T Element](t *testing.T) {
	t.Helper()
	dev := testDevice(t)
	for _, shp := range [][]int{{}, {7}, {3, 4}, {2, 3, 4}, {2, 0, 3}, {30, 50}} {
		n := shape.Size(shp)
		data, keep := dataOf[T](n, 2), make([]bool, n)
		want, places := make([]T, 0), make([]int, 0)
		for i := range keep {
			if keep[i] = i*i%7 < 3; keep[i] {
				want, places = append(want, data[i]), append(places, i)
			}
		}
		for name, mask := range arranged(t, dev, keep, shp) {
			for form, a := range arranged(t, dev, data, shp) {
				r, err := Compress(a, mask)
				require.NoError(t, err)
				require.Equal(t, want, append(make([]T, 0), values(t, r)...), "%v %s by %s", shp, form, name)
			}
			flat, err := FlatNonzero(mask)
			require.NoError(t, err)
			require.Equal(t, places, append(make([]int, 0), values(t, flat)...))
			where, err := ArgWhere(mask)
			require.NoError(t, err)
			require.Equal(t, []int{len(places), len(shp)}, where.Shape())
			var indices []int
			for _, p := range places {
				indices = append(indices, unravel(p, shp)...)
			}
			require.Equal(t, slices.Clip(indices), append([]int(nil), values(t, where)...))
			if len(shp) == 0 {
				continue
			}
			each, err := Nonzero(mask)
			require.NoError(t, err)
			require.Len(t, each, len(shp))
			for k, at := range each {
				for i, x := range values(t, at) {
					require.Equal(t, indices[i*len(shp)+k], x)
				}
			}
		}
	}
}

func TestCompress(t *testing.T) {
	compressesLike[bool](t)
	compressesLike[int16](t)
	compressesLike[float32](t)
	compressesLike[complex64](t)
	compressesLike[complex128](t)
}

func TestCompressPendingMask(t *testing.T) {
	dev := testDevice(t)
	a := count(dev, 10).Reshape(5, 2)
	r, err := Compress(a.MulScalar(2), GreaterScalar(a, 6))
	require.NoError(t, err)
	assert.Equal(t, []float64{14, 16, 18}, values(t, r))
	rows, err := CompressAxis(a, GreaterScalar(Sum(a, 1), 8), 0)
	require.NoError(t, err)
	assert.Equal(t, []int{3, 2}, rows.Shape())
	assert.Equal(t, []float64{4, 5, 6, 7, 8, 9}, values(t, rows))
	cols, err := CompressAxis(a, FromSlice(dev, []bool{false, true}), -1)
	require.NoError(t, err)
	assert.Equal(t, []float64{1, 3, 5, 7, 9}, values(t, cols))
	nz, err := Nonzero(FromSlice(dev, []float64{0, nan64, 0, -0.5}))
	require.NoError(t, err)
	assert.Equal(t, []int{1, 3}, values(t, nz[0]))
}

func TestSelectionMisused(t *testing.T) {
	dev := testDevice(t)
	a := Ones[float64](dev, 2, 3)
	misused(t, "Compress", "CompressAxis", func() { _, _ = Compress(a, Ones[bool](dev, 3)) })
	misused(t, "CompressAxis", "as long as the axis", func() { _, _ = CompressAxis(a, Ones[bool](dev, 3), 0) })
	misused(t, "Nonzero", "0-d", func() { _, _ = Nonzero(Scalar(dev, 1)) })
	misused(t, "FlatNonzero", "constant", func() { _, _ = FlatNonzero(Const(1)) })
}
