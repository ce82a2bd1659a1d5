//go:build cgo && linux

package cublas

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend/cuda/internal/driver"
)

// TestRealLibrary multiplies matrices of small integers, so that every
// precision gives the exact result. It skips where there is no device or no
// cuBLAS, unless CUGOND_REQUIRE_GPU is set.
func TestRealLibrary(t *testing.T) {
	d, err := driver.Open()
	l, missing := Open()
	if err = errors.Join(err, missing); err != nil && os.Getenv("CUGOND_REQUIRE_GPU") == "" {
		t.Skip("no CUDA device or no cuBLAS: ", err)
	}
	require.NoError(t, err)
	c, err := d.Retain(0)
	require.NoError(t, err)
	s, err := c.NewStream()
	require.NoError(t, err)
	h, err := l.Create(c.Handle(), c.SetCurrentAddress())
	require.NoError(t, err)
	version, err := h.Version()
	require.NoError(t, err)
	major, minor, patch := l.Version()
	assert.Equal(t, major*10000+minor*100+patch, version)
	const work, part = 32 << 20, 1 << 16
	memory, err := c.Alloc(work + 4*part)
	require.NoError(t, err)
	host, err := c.HostAlloc(4 * part)
	require.NoError(t, err)
	require.NoError(t, h.SetStream(s.Handle()))
	require.NoError(t, h.SetWorkspace(uint64(memory), work))
	require.NoError(t, h.SetMathMode(PedanticMath))
	require.NoError(t, h.SetPointerMode(Host))

	const m, n, k, batch = 5, 3, 4, 7
	at := func(i int) uint64 { return uint64(memory) + work + uint64(i)*part }
	for _, test := range []struct {
		kind    DataType
		compute Compute
	}{{Float32, Compute32F}, {Float64, Compute64F}, {Complex64, Compute32F}, {Complex128, Compute64F}} {
		t.Run(fmt.Sprint("type ", test.kind), func(t *testing.T) {
			a, b, start := numbers(m*k*batch, 3), numbers(k*n*batch, 5), numbers(m*n*batch, 7)
			p := &Product{
				M: m, N: n, K: k, Alpha: 2, Beta: -3, Compute: test.compute,
				A: Matrix{Address: at(0), Type: test.kind, Ld: m, Stride: m * k},
				B: Matrix{Address: at(1), Type: test.kind, Ld: k, Stride: k * n},
				C: Matrix{Address: at(2), Type: test.kind, Ld: m, Stride: m * n},
			}
			arrays := *p
			arrays.A.Address, arrays.B.Address, arrays.C.Address = at(3), at(3)+8*batch, at(3)+16*batch
			for name, call := range map[string]struct {
				batch int
				call  func() error
			}{
				"Gemm":                 {1, func() error { return h.Gemm(p) }},
				"GemmEx":               {1, func() error { return h.GemmEx(p) }},
				"GemmStridedBatchedEx": {batch, func() error { return h.GemmStridedBatchedEx(p, batch) }},
				"GemmBatchedEx":        {batch, func() error { return h.GemmBatchedEx(&arrays, batch) }},
			} {
				bytes := unsafe.Slice((*byte)(host), 4*part)
				clear(bytes)
				size := encode(bytes, a, test.kind)
				encode(bytes[part:], b, test.kind)
				encode(bytes[2*part:], start, test.kind)
				for i := range uint64(batch) {
					binary.LittleEndian.PutUint64(bytes[3*part+8*i:], at(0)+i*m*k*size)
					binary.LittleEndian.PutUint64(bytes[3*part+8*(batch+i):], at(1)+i*k*n*size)
					binary.LittleEndian.PutUint64(bytes[3*part+8*(2*batch+i):], at(2)+i*m*n*size)
				}
				require.NoError(t, c.CopyIn(driver.Ptr(at(0)), host, 4*part, s))
				require.NoError(t, call.call(), name)
				require.NoError(t, c.CopyOut(host, driver.Ptr(at(0)), 4*part, s))
				require.NoError(t, c.SyncStream(s))
				want := make([]byte, m*n*batch*size)
				encode(want, products(a, b, start, m, n, k, call.batch), test.kind)
				assert.Equal(t, want, bytes[2*part:2*part+len(want)], name)
			}
		})
	}
	bad := &Product{M: 4, N: 4, K: 4, A: Matrix{Ld: 1}, B: Matrix{Ld: 4}, C: Matrix{Ld: 4}, Compute: Compute32F}
	assert.ErrorIs(t, h.GemmEx(bad), InvalidValue)
	require.NoError(t, h.Destroy())
	require.NoError(t, c.HostFree(host))
	require.NoError(t, c.Free(memory))
	require.NoError(t, c.DestroyStream(s))
	require.NoError(t, c.Release())
}

// numbers returns n small integers.
func numbers(n, step int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i*step%11 - 5)
	}
	return x
}

// products returns 2·a·b - 3·c for the first count of column-major matrices, and
// c for the others.
func products(a, b, c []float64, m, n, k, count int) []float64 {
	out := append([]float64(nil), c...)
	for g := range count {
		for j := range n {
			for i := range m {
				sum := 0.0
				for l := range k {
					sum += a[g*m*k+l*m+i] * b[g*k*n+j*k+l]
				}
				at := g*m*n + j*m + i
				out[at] = 2*sum - 3*c[at]
			}
		}
	}
	return out
}

// encode stores real numbers as elements of a type, and returns an element's
// size.
func encode(to []byte, x []float64, kind DataType) uint64 {
	size := map[DataType]int{Float32: 4, Float64: 8, Complex64: 8, Complex128: 16}[kind]
	for i, v := range x {
		if kind == Float32 || kind == Complex64 {
			binary.LittleEndian.PutUint32(to[i*size:], math.Float32bits(float32(v)))
		} else {
			binary.LittleEndian.PutUint64(to[i*size:], math.Float64bits(v))
		}
	}
	return uint64(size)
}
