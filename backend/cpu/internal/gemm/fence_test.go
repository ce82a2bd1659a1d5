//go:build cgo && linux

package gemm

import (
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// fence is memory between two pages that may not be touched, so that an access
// past either end of a slice is a crash.
func fence(t *testing.T, size int) []byte {
	page := syscall.Getpagesize()
	size = (size + page - 1) / page * page
	m, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	require.NoError(t, err)
	require.NoError(t, syscall.Mprotect(m[:page], syscall.PROT_NONE))
	require.NoError(t, syscall.Mprotect(m[page+size:], syscall.PROT_NONE))
	t.Cleanup(func() { require.NoError(t, syscall.Munmap(m)) })
	return m[page : page+size]
}

// fenced returns n elements that lie against one of the fences.
func fenced[T Element](t *testing.T, memory []byte, n int, atEnd bool) []T {
	size := int(unsafe.Sizeof(*new(T))) * n
	require.LessOrEqual(t, size, len(memory))
	if atEnd {
		memory = memory[len(memory)-size:]
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(memory))), n)
}

func TestNothingOutsideIsTouched(t *testing.T) {
	forEachType(t, testFences[float32], testFences[float64], testFences[complex64], testFences[complex128])
}

func testFences[T Element](t *testing.T, e *Engine) {
	const most = 1 << 21
	f := [3][]byte{fence(t, most), fence(t, most), fence(t, most)}
	for _, s := range shapes {
		m, n, k := s[0], s[1], s[2]
		for _, atEnd := range []bool{false, true} {
			for _, layout := range layouts[:4] {
				arow, acol := layout.strides(m, k)
				brow, bcol := layout.strides(k, n)
				a := fenced[T](t, f[0], (m-1)*arow+(k-1)*acol+1, atEnd)
				b := fenced[T](t, f[1], (k-1)*brow+(n-1)*bcol+1, atEnd)
				c := fenced[T](t, f[2], (m-1)*(n+2)+n, atEnd)
				for _, beta := range []T{0, 1} {
					Multiply(e, 2, m, n, k, 1, Matrix[T]{Data: a, Row: arow, Col: acol}, Matrix[T]{Data: b, Row: brow, Col: bcol}, beta, c, n+2)
				}
			}
		}
	}
}
