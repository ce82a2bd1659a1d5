//go:build linux

package hostlapack

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend/cpu/internal/hostblas"
	"github.com/cugond/cugond/backend/expr"
)

// guarded returns n random elements at whose end memory ends, a read past which
// is a crash.
func guarded[T expr.Field](t *testing.T, n int) []T {
	var zero T
	page := syscall.Getpagesize()
	bytes := (n*int(unsafe.Sizeof(zero)) + page - 1) / page * page
	memory, err := syscall.Mmap(-1, 0, bytes+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, syscall.Munmap(memory)) })
	require.NoError(t, syscall.Mprotect(memory[bytes:], syscall.PROT_NONE))
	x := unsafe.Slice((*T)(unsafe.Pointer(&memory[0])), bytes/int(unsafe.Sizeof(zero)))
	x = x[len(x)-n:]
	rng := rand.New(rand.NewPCG(3, uint64(n)))
	for i := range x {
		x[i] = expr.ScalarAs[T](expr.ScalarOf(complex(rng.NormFloat64(), rng.NormFloat64())).Cast(expr.TypeOf[T]()))
	}
	return x
}

// TestNothingOutsideIsRead runs every routine on matrices at the end of memory.
func TestNothingOutsideIsRead(t *testing.T) {
	for _, name := range []string{"auto", "gonum"} {
		lib, err := hostblas.Open(name)
		require.NoError(t, err)
		s := Open(lib)
		t.Run(name, func(t *testing.T) {
			within(t, s.Float32)
			within(t, s.Float64)
			within(t, s.Complex64)
			within(t, s.Complex128)
		})
	}
}

func within[T expr.Field, R expr.Float](t *testing.T, r Routines[T, R]) {
	for _, s := range [][2]int{{1, 1}, {2, 2}, {5, 5}, {33, 33}, {100, 100}, {130, 130}, {3, 9}, {9, 3}, {140, 20}, {20, 140}} {
		t.Run(fmt.Sprintf("%v/%d×%d", expr.TypeOf[T](), s[0], s[1]), func(t *testing.T) {
			m, n := s[0], s[1]
			k := min(m, n)
			r.LU(m, n, guarded[T](t, m*n), make([]int64, k))
			tau := guarded[T](t, k)
			a := guarded[T](t, m*n)
			r.QR(m, n, a, tau)
			if m >= n {
				r.FormQ(m, n, a, tau)
			}
			require.True(t, r.SVD(m, n, guarded[T](t, m*n), make([]R, k), nil, nil, false))
			require.True(t, r.SVD(m, n, guarded[T](t, m*n), make([]R, k), guarded[T](t, m*k), guarded[T](t, k*n), false))
			require.True(t, r.SVD(m, n, guarded[T](t, m*n), make([]R, k), guarded[T](t, m*m), guarded[T](t, n*n), true))
			if m != n {
				return
			}
			positive := guarded[T](t, n*n)
			for i := range n {
				positive[i*n+i] = expr.ScalarAs[T](expr.ScalarOf(float64(4*n + 10)).Cast(expr.TypeOf[T]()))
			}
			require.Equal(t, -1, r.Cholesky(n, positive))
			require.True(t, r.Eigh(n, guarded[T](t, n*n), make([]R, n), true))
			require.True(t, r.Eigh(n, guarded[T](t, n*n), make([]R, n), false))
			for _, tri := range []Triangle{{}, {Upper: true}, {Conjugate: true}, {Upper: true, Conjugate: true, Unit: true}} {
				r.SolveTriangular(tri, n, 3, positive, guarded[T](t, n*3))
				r.SolveTriangular(tri, n, 1, positive, guarded[T](t, n))
			}
		})
	}
}
