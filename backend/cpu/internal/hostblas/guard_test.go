//go:build linux

package hostblas

import (
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/blas"
)

// fence holds memory between two pages that may not be touched, so that an
// access past either end of a slice is a crash.
type fence struct {
	t       *testing.T
	mapping []byte
	used    []byte
}

func newFence(t *testing.T, size int) *fence {
	page := syscall.Getpagesize()
	size = (size + page - 1) / page * page
	m, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	require.NoError(t, err)
	require.NoError(t, syscall.Mprotect(m[:page], syscall.PROT_NONE))
	require.NoError(t, syscall.Mprotect(m[page+size:], syscall.PROT_NONE))
	t.Cleanup(func() { require.NoError(t, syscall.Munmap(m)) })
	return &fence{t: t, mapping: m, used: m[page : page+size]}
}

// fenced returns n elements that lie against one of the fences.
func fenced[T any](f *fence, n int, atEnd bool) []T {
	size := int(unsafe.Sizeof(*new(T))) * n
	require.LessOrEqual(f.t, size, len(f.used))
	b := f.used[:size]
	if atEnd {
		b = f.used[len(f.used)-size:]
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// TestNothingOutsideIsRead has routines work on operands that end where memory
// ends, at either side: all those of an optimised library, and the matrix
// products of this package. gonum's own assembly for complex dots does read
// past a vector with gaps.
func TestNothingOutsideIsRead(t *testing.T) {
	f := [3]*fence{newFence(t, 1<<17), newFence(t, 1<<17), newFence(t, 1<<17)}
	for name, impl := range implementations(t) {
		t.Run(name, func(t *testing.T) {
			impl = withoutThresholds(impl)
			for _, atEnd := range []bool{false, true} {
				for _, n := range []int{1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 33} {
					if name != SpecGonum {
						gappedAtFence(impl, f, n, atEnd)
					}
					for _, m := range []int{1, 2, 5, 8, 19, 70} {
						for _, k := range []int{1, 3, 8, 21, 70} {
							productsAtFence(impl, f, m, n, k, atEnd)
						}
					}
				}
			}
		})
	}
}

// gappedAtFence runs the routines with vectors, with all kinds of increments.
func gappedAtFence(b Implementation, f [3]*fence, n int, atEnd bool) {
	incs := []int{-11, -3, -1, 1, 2, 7}
	for _, incX := range incs {
		for _, incY := range incs {
			vectorsAtFence(b, f, n, incX, incY, atEnd)
			for _, m := range []int{1, 3, 8, 17} {
				matrixAtFence(b, f, m, n, incX, incY, atEnd)
			}
		}
	}
}

func extent(n, inc int) int { return (n-1)*max(inc, -inc) + 1 }

func vectorsAtFence(b Implementation, f [3]*fence, n, incX, incY int, atEnd bool) {
	nx, ny := extent(n, incX), extent(n, incY)
	xs, ys := fenced[float32](f[0], nx, atEnd), fenced[float32](f[1], ny, atEnd)
	b.Saxpy(n, 2, xs, incX, ys, incY)
	b.Sdot(n, xs, incX, ys, incY)
	xd, yd := fenced[float64](f[0], nx, atEnd), fenced[float64](f[1], ny, atEnd)
	b.Daxpy(n, 2, xd, incX, yd, incY)
	b.Ddot(n, xd, incX, yd, incY)
	xc, yc := fenced[complex64](f[0], nx, atEnd), fenced[complex64](f[1], ny, atEnd)
	b.Caxpy(n, 2i, xc, incX, yc, incY)
	b.Cdotu(n, xc, incX, yc, incY)
	b.Cdotc(n, xc, incX, yc, incY)
	xz, yz := fenced[complex128](f[0], nx, atEnd), fenced[complex128](f[1], ny, atEnd)
	b.Zaxpy(n, 2i, xz, incX, yz, incY)
	b.Zdotu(n, xz, incX, yz, incY)
	b.Zdotc(n, xz, incX, yz, incY)
	if incX < 0 {
		return
	}
	b.Snrm2(n, xs, incX)
	b.Sasum(n, xs, incX)
	b.Sscal(n, 2, xs, incX)
	b.Dnrm2(n, xd, incX)
	b.Dasum(n, xd, incX)
	b.Dscal(n, 2, xd, incX)
	b.Scnrm2(n, xc, incX)
	b.Scasum(n, xc, incX)
	b.Cscal(n, 2i, xc, incX)
	b.Dznrm2(n, xz, incX)
	b.Dzasum(n, xz, incX)
	b.Zscal(n, 2i, xz, incX)
}

func matrixAtFence(b Implementation, f [3]*fence, m, n, incX, incY int, atEnd bool) {
	for _, trans := range []blas.Transpose{blas.NoTrans, blas.Trans, blas.ConjTrans} {
		nx, ny := extent(n, incX), extent(m, incY)
		if trans != blas.NoTrans {
			nx, ny = extent(m, incX), extent(n, incY)
		}
		b.Sgemv(trans, m, n, 2, fenced[float32](f[2], m*n, atEnd), n,
			fenced[float32](f[0], nx, atEnd), incX, 1, fenced[float32](f[1], ny, atEnd), incY)
		b.Dgemv(trans, m, n, 2, fenced[float64](f[2], m*n, atEnd), n,
			fenced[float64](f[0], nx, atEnd), incX, 1, fenced[float64](f[1], ny, atEnd), incY)
		b.Cgemv(trans, m, n, 2i, fenced[complex64](f[2], m*n, atEnd), n,
			fenced[complex64](f[0], nx, atEnd), incX, 1, fenced[complex64](f[1], ny, atEnd), incY)
		b.Zgemv(trans, m, n, 2i, fenced[complex128](f[2], m*n, atEnd), n,
			fenced[complex128](f[0], nx, atEnd), incX, 1, fenced[complex128](f[1], ny, atEnd), incY)
	}
	nx, ny := extent(m, incX), extent(n, incY)
	b.Sger(m, n, 2, fenced[float32](f[0], nx, atEnd), incX, fenced[float32](f[1], ny, atEnd), incY, fenced[float32](f[2], m*n, atEnd), n)
	b.Dger(m, n, 2, fenced[float64](f[0], nx, atEnd), incX, fenced[float64](f[1], ny, atEnd), incY, fenced[float64](f[2], m*n, atEnd), n)
	b.Cgeru(m, n, 2i, fenced[complex64](f[0], nx, atEnd), incX, fenced[complex64](f[1], ny, atEnd), incY, fenced[complex64](f[2], m*n, atEnd), n)
	b.Zgerc(m, n, 2i, fenced[complex128](f[0], nx, atEnd), incX, fenced[complex128](f[1], ny, atEnd), incY, fenced[complex128](f[2], m*n, atEnd), n)
}

func productsAtFence(b Implementation, f [3]*fence, m, n, k int, atEnd bool) {
	for _, ta := range []blas.Transpose{blas.NoTrans, blas.ConjTrans} {
		lda := k
		if ta != blas.NoTrans {
			lda = m
		}
		for _, tb := range []blas.Transpose{blas.NoTrans, blas.ConjTrans} {
			ldb := n
			if tb != blas.NoTrans {
				ldb = k
			}
			b.Sgemm(ta, tb, m, n, k, 2, fenced[float32](f[0], m*k, atEnd), lda, fenced[float32](f[1], k*n, atEnd), ldb, 1, fenced[float32](f[2], m*n, atEnd), n)
			b.Dgemm(ta, tb, m, n, k, 2, fenced[float64](f[0], m*k, atEnd), lda, fenced[float64](f[1], k*n, atEnd), ldb, 1, fenced[float64](f[2], m*n, atEnd), n)
			b.Cgemm(ta, tb, m, n, k, 2i, fenced[complex64](f[0], m*k, atEnd), lda, fenced[complex64](f[1], k*n, atEnd), ldb, 1, fenced[complex64](f[2], m*n, atEnd), n)
			b.Zgemm(ta, tb, m, n, k, 2i, fenced[complex128](f[0], m*k, atEnd), lda, fenced[complex128](f[1], k*n, atEnd), ldb, 1, fenced[complex128](f[2], m*n, atEnd), n)
		}
	}
	b.Dsyrk(blas.Upper, blas.NoTrans, m, k, 2, fenced[float64](f[0], m*k, atEnd), k, 1, fenced[float64](f[2], m*m, atEnd), m)
	b.Ssyrk(blas.Lower, blas.Trans, m, k, 2, fenced[float32](f[0], m*k, atEnd), m, 1, fenced[float32](f[2], m*m, atEnd), m)
	b.Dsymm(blas.Left, blas.Upper, m, n, 2, fenced[float64](f[0], m*m, atEnd), m, fenced[float64](f[1], m*n, atEnd), n, 1, fenced[float64](f[2], m*n, atEnd), n)
	b.Ssymm(blas.Right, blas.Lower, m, n, 2, fenced[float32](f[0], n*n, atEnd), n, fenced[float32](f[1], m*n, atEnd), n, 1, fenced[float32](f[2], m*n, atEnd), n)
	for _, trans := range []blas.Transpose{blas.NoTrans, blas.Trans} {
		b.Dtrsm(blas.Left, blas.Upper, trans, blas.Unit, m, n, 2, fenced[float64](f[0], m*m, atEnd), m, fenced[float64](f[1], m*n, atEnd), n)
		b.Strsm(blas.Right, blas.Lower, trans, blas.Unit, m, n, 2, fenced[float32](f[0], n*n, atEnd), n, fenced[float32](f[1], m*n, atEnd), n)
		b.Dtrmm(blas.Right, blas.Upper, trans, blas.NonUnit, m, n, 2, fenced[float64](f[0], n*n, atEnd), n, fenced[float64](f[1], m*n, atEnd), n)
		b.Strmm(blas.Left, blas.Lower, trans, blas.NonUnit, m, n, 2, fenced[float32](f[0], m*m, atEnd), m, fenced[float32](f[1], m*n, atEnd), n)
	}
}
