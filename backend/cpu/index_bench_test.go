package cpu

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// filled returns a view of elements in memory of the device.
func filled[T expr.Element](b testing.TB, d *Device, shape []int, f func(i int) T) backend.View {
	n := 1
	strides := make([]int, len(shape))
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = n
		n *= shape[i]
	}
	buf, err := d.Alloc(n * int(unsafe.Sizeof(*new(T))))
	require.NoError(b, err)
	b.Cleanup(buf.Free)
	e := block[T](unsafe.Pointer(unsafe.SliceData(d.HostBytes(buf))), int64(n))
	for i := range e {
		e[i] = f(i)
	}
	return backend.View{Buffer: buf, DType: expr.TypeOf[T](), Shape: shape, Strides: strides}
}

func benchmarkSort[T expr.Ordered](b *testing.B, positions bool, shape ...int) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("%v/%v/%d", expr.TypeOf[T](), shape, workers), func(b *testing.B) {
			d, err := New(Options{Workers: workers})
			require.NoError(b, err)
			defer d.Close()
			r := rand.New(rand.NewPCG(1, 2))
			src := filled(b, d, shape, func(int) T { return T(r.NormFloat64() * 1000) })
			dst := filled(b, d, shape, func(int) T { return 0 })
			if positions {
				dst = filled(b, d, shape, func(int) int64 { return 0 })
			}
			b.SetBytes(int64(shape[0] * shape[1] * src.DType.Size()))
			for b.Loop() {
				_, err := d.Sort(dst, src, positions)
				require.NoError(b, err)
			}
		})
	}
}

func BenchmarkSort(b *testing.B) {
	benchmarkSort[float32](b, false, 1, 1<<20)
	benchmarkSort[float64](b, false, 1, 1<<20)
	benchmarkSort[int64](b, false, 1, 1<<20)
	benchmarkSort[int16](b, false, 1, 1<<20)
	benchmarkSort[float32](b, false, 1<<10, 1<<10)
	benchmarkSort[float32](b, false, 1<<14, 1<<6)
}

func BenchmarkArgSort(b *testing.B) {
	benchmarkSort[float32](b, true, 1, 1<<20)
	benchmarkSort[float64](b, true, 1, 1<<20)
	benchmarkSort[float32](b, true, 1<<14, 1<<6)
}

func BenchmarkIndexing(b *testing.B) {
	const n = 1 << 22
	d, err := New(Options{})
	require.NoError(b, err)
	defer d.Close()
	r := rand.New(rand.NewPCG(1, 2))
	shape := []int{1, n, 1}
	src := filled(b, d, shape, func(int) float32 { return float32(r.NormFloat64()) })
	dst := filled(b, d, shape, func(int) float32 { return 0 })
	index := filled(b, d, shape, func(int) int64 { return r.Int64N(n) })
	mask := filled(b, d, shape, func(int) bool { return r.IntN(2) == 0 })
	for name, do := range map[string]func() error{
		"take": func() error { _, err := d.Take(dst, src, index); return err },
		"put":  func() error { _, err := d.Put(dst, src, index); return err },
		"compact": func() error {
			out, _, err := d.Compact(src, mask)
			if err == nil {
				out.Free()
			}
			return err
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(4 * n)
			for b.Loop() {
				require.NoError(b, do())
			}
		})
	}
}
