//go:build cgo && linux

package cuda

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// laid copies elements of size bytes each, in row-major order, to a view with
// the strides, of which none may be 0 but along dimensions of 1.
func laid(t testing.TB, d *Device, dtype expr.DType, data []byte, dims, strides []int) backend.View {
	t.Helper()
	v := backend.View{DType: dtype, Shape: dims, Strides: strides}
	last := 0
	for i, s := range strides {
		v.Offset += max(0, -s) * (dims[i] - 1)
		last += size(s) * (dims[i] - 1)
	}
	image := make([]byte, (last+1)*dtype.Size())
	walk(dims, func(n int, index []int) {
		copy(image[at(v, index)*dtype.Size():], data[n*dtype.Size():(n+1)*dtype.Size()])
	})
	b, err := d.Alloc(len(image))
	require.NoError(t, err)
	t.Cleanup(b.Free)
	require.NoError(t, d.CopyIn(b, 0, image))
	v.Buffer = b
	return v
}

// at is the place of an element in its buffer.
func at(v backend.View, index []int) int {
	p := v.Offset
	for i, x := range index {
		p += x * v.Strides[i]
	}
	return p
}

// walk calls f for every index of a shape, in row-major order.
func walk(dims []int, f func(n int, index []int)) {
	index := make([]int, len(dims))
	for n := range shape.Size(dims) {
		f(n, index)
		for i := len(dims) - 1; i >= 0; i-- {
			if index[i]++; index[i] < dims[i] {
				break
			}
			index[i] = 0
		}
	}
}

// stridings are ways to lay out a shape without two elements in one place.
var stridings = []struct {
	name string
	of   func(dims []int) []int
}{
	{"dense", func(dims []int) []int { return stretchedStrides(dims, 1) }},
	{"stepped", func(dims []int) []int { return stretchedStrides(dims, 3) }},
	{"reversed", func(dims []int) []int { return stretchedStrides(dims, -1) }},
	{"transposed", func(dims []int) []int {
		s := make([]int, len(dims))
		n := 1
		for i := range dims {
			s[i] = n
			n *= dims[i]
		}
		return s
	}},
}

func stretchedStrides(dims []int, step int) []int {
	s := make([]int, len(dims))
	for i := len(dims) - 1; i >= 0; i-- {
		s[i] = step
		step *= dims[i]
	}
	return s
}

// randomMask is a mask of n elements with about chosen true ones.
func randomMask(r *rand.Rand, n, chosen int) []byte {
	mask := make([]byte, n)
	for i := range mask {
		if r.IntN(n) < chosen {
			mask[i] = 1
		}
	}
	return mask
}

func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// compacted runs Compact and holds the result against the elements of data that
// the mask chooses.
func compacted(t *testing.T, d *Device, src, mask backend.View, data, chosen []byte) {
	t.Helper()
	size := src.DType.Size()
	var want []byte
	for i, m := range chosen {
		if m != 0 {
			want = append(want, data[i*size:(i+1)*size]...)
		}
	}
	buf, n, err := d.Compact(src, mask)
	require.NoError(t, err)
	defer buf.Free()
	require.Equal(t, len(want)/size, n)
	require.Equal(t, len(want), buf.Len(), "the buffer has the elements' size")
	got := make([]byte, len(want))
	require.NoError(t, d.CopyOut(got, buf, 0))
	require.True(t, bytes.Equal(want, got))
}

// Every type in one pair of layouts, and one type in all.
func TestCompactTypesAndLayouts(t *testing.T) {
	t.Parallel()
	d := testDevice(t)
	r := rand.New(rand.NewPCG(1, 2))
	for i, dtype := range sizesOnEmulator() {
		for j, from := range stridings {
			for k, by := range stridings {
				if (dtype != expr.Float64 || !onGPU()) && (j != i%4 || k != (i+i/4)%4) {
					continue
				}
				t.Run(fmt.Sprintf("%v/%s by %s", dtype, from.name, by.name), func(t *testing.T) {
					for _, dims := range [][]int{{}, {37}, {3, 50, 7}} {
						n := shape.Size(dims)
						data, chosen := randomBytes(r, n*dtype.Size()), randomMask(r, n, n/2+1)
						src := laid(t, d, dtype, data, dims, from.of(dims))
						mask := laid(t, d, expr.Bool, chosen, dims, by.of(dims))
						compacted(t, d, src, mask, data, chosen)
					}
				})
			}
		}
	}
}

// Sizes around the edges of quads, tiles (8192) and of what 32 of them hold.
func TestCompactSizesAndDensities(t *testing.T) {
	t.Parallel()
	d := testDevice(t)
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{1, 3, 4, 5, 127, 128, 129, 8191, 8192, 8193, 3*8192 + 5, 33 * 8192} {
		for _, count := range []int{0, 1, n / 50, n / 2, n} {
			t.Run(fmt.Sprintf("%d of %d", count, n), func(t *testing.T) {
				data, chosen := randomBytes(r, 2*n), randomMask(r, n, count)
				dims := []int{n}
				src := laid(t, d, expr.Int16, data, dims, []int{1})
				compacted(t, d, src, laid(t, d, expr.Bool, chosen, dims, []int{1}), data, chosen)
			})
		}
	}
}

// What is broadcast or has no elements, and positions.
func TestCompactSpecials(t *testing.T) {
	d := testDevice(t)
	dims := []int{3, 4}
	mask := laid(t, d, expr.Bool, []byte{0, 1, 1, 0}, []int{4}, []int{1})
	mask.Shape, mask.Strides = dims, []int{0, 1}
	src := laid(t, d, expr.Int32, []byte{1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0}, []int{3}, []int{1})
	src.Shape, src.Strides = dims, []int{1, 0}
	buf, n, err := d.Compact(src, mask)
	require.NoError(t, err)
	require.Equal(t, 6, n)
	assert.Equal(t, []int32{1, 1, 2, 2, 3, 3}, received[int32](t, d, backend.View{Buffer: buf, DType: expr.Int32}))
	buf.Free()

	positions := backend.View{DType: expr.Int64, Shape: dims, Strides: []int{-10, 2}, Offset: 100}
	buf, n, err = d.Compact(positions, mask)
	require.NoError(t, err)
	require.Equal(t, 6, n)
	assert.Equal(t, []int64{102, 104, 92, 94, 82, 84}, received[int64](t, d, backend.View{Buffer: buf, DType: expr.Int64}))
	buf.Free()

	src.Shape, mask.Shape = []int{0, 4}, []int{0, 4}
	buf, n, err = d.Compact(src, mask)
	require.NoError(t, err)
	assert.Zero(t, n)
	assert.Zero(t, buf.Len())
	buf.Free()

	src.Shape = []int{4, 3}
	_, _, err = d.Compact(src, mask)
	assert.ErrorContains(t, err, "compact")
}

// A stream's memory for look-back grows and is used again.
func TestCompactRepeated(t *testing.T) {
	d := testDevice(t)
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range slices.Repeat([]int{20000, 300000, 8193}, 3) {
		data, chosen := randomBytes(r, n), randomMask(r, n, n/3)
		dims := []int{n}
		src := laid(t, d, expr.Uint8, data, dims, []int{1})
		compacted(t, d, src, laid(t, d, expr.Bool, chosen, dims, []int{1}), data, chosen)
	}
	d.stream.links.launch = ^uint32(0) - 1
	for range 3 { // the number of launches starts again
		data, chosen := randomBytes(r, 20000), randomMask(r, 20000, 100)
		src := laid(t, d, expr.Uint8, data, []int{20000}, []int{1})
		compacted(t, d, src, laid(t, d, expr.Bool, chosen, []int{20000}, []int{1}), data, chosen)
	}
}
