package cpu

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// memoryOf returns the elements of a contiguous view of n.
func memoryOf[T any](d *Device, v backend.View, n int) []T {
	return block[T](unsafe.Pointer(unsafe.SliceData(d.HostBytes(v.Buffer))), int64(n))
}

// More goroutines than processors share rows, parts of rows and positions.
func TestManyWorkersSortAndIndex(t *testing.T) {
	const n = 400_000
	d, err := New(Options{Workers: 7})
	require.NoError(t, err)
	defer d.Close()
	r := rand.New(rand.NewPCG(3, 4))
	for _, shape := range [][]int{{1, n}, {3, n / 4}, {9, n / 9}, {n / 4, 4}} {
		size := shape[0] * shape[1]
		src := filled(t, d, shape, func(int) int64 { return int64(r.IntN(1 << 20)) })
		dst, order := filled(t, d, shape, func(int) int64 { return 0 }), filled(t, d, shape, func(int) int64 { return 0 })
		_, err := d.Sort(dst, src, false)
		require.NoError(t, err)
		_, err = d.Sort(order, src, true)
		require.NoError(t, err)
		in, out, at := memoryOf[int64](d, src, size), memoryOf[int64](d, dst, size), memoryOf[int64](d, order, size)
		for row := range shape[0] {
			from, to := row*shape[1], (row+1)*shape[1]
			want := slices.Clone(in[from:to])
			slices.Sort(want)
			require.Equal(t, want, out[from:to], "row %d of %v", row, shape)
			for i := from; i < to; i++ {
				if in[from+int(at[i])] != want[i-from] || i > from && want[i-from] == want[i-from-1] && at[i] < at[i-1] {
					t.Fatalf("row %d of %v: position %d", row, shape, i-from)
				}
			}
		}
	}
	for _, inner := range []int{1, 3, 200} {
		const length = 50
		count := n / inner
		dst := filled(t, d, []int{1, length, inner}, func(int) int32 { return -1 })
		src := filled(t, d, []int{1, count, inner}, func(i int) int32 { return int32(i) })
		index := filled(t, d, src.Shape, func(int) int64 { return int64(r.IntN(length-1) - length) })
		_, err := d.Put(dst, src, index)
		require.NoError(t, err)
		want := make([]int32, length*inner)
		for i := range want {
			want[i] = -1
		}
		for i, k := range memoryOf[int64](d, index, count*inner) {
			want[int(k+length)*inner+i%inner] = int32(i)
		}
		assert.Equal(t, want, memoryOf[int32](d, dst, length*inner), "%d columns", inner)
	}
}

func TestMalformedSortAndIndex(t *testing.T) {
	d, err := New(Options{})
	require.NoError(t, err)
	defer d.Close()
	f := filled(t, d, []int{2, 3}, func(i int) float32 { return float32(i) })
	line := filled(t, d, []int{1, 3, 1}, func(i int) float32 { return float32(i) })
	index := filled(t, d, line.Shape, func(i int) int64 { return int64(i) })
	flags := filled(t, d, line.Shape, func(i int) bool { return true })
	gaps := f
	gaps.Strides = []int{3, 0}
	far := line
	far.Offset = 1
	for name, run := range map[string]func() error{
		"positions of the wrong type": func() error { _, err := d.Sort(f, f, true); return err },
		"rows with gaps":              func() error { _, err := d.Sort(f, gaps, false); return err },
		"index of the wrong type":     func() error { _, err := d.Take(line, line, line); return err },
		"past the end":                func() error { _, err := d.Take(line, far, index); return err },
		"shapes":                      func() error { _, err := d.Put(line, f, index); return err },
		"mask of the wrong type":      func() error { _, _, err := d.Compact(line, line); return err },
		"mask of another shape":       func() error { _, _, err := d.Compact(f, flags); return err },
	} {
		assert.ErrorContains(t, run(), "malformed", name)
	}
	z := filled(t, d, []int{1, 2}, func(i int) complex64 { return 0 })
	_, err = d.Sort(z, z, false)
	assert.ErrorIs(t, err, backend.ErrUnsupported)
	_, err = d.Take(line, line, filled(t, d, line.Shape, func(i int) int64 { return 3 }))
	var fault *backend.Fault
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, backend.FaultIndex, fault.Code)
	assert.Equal(t, expr.Float32, line.DType)
}
