package hostblas

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/blas"
)

// TestManyGoroutines has more goroutines than OpenBLAS has work buffers call at
// once, with sizes that it spreads over threads and sizes that it does not.
func TestManyGoroutines(t *testing.T) {
	for name, impl := range implementations(t) {
		t.Run(name, func(t *testing.T) { testManyGoroutines(t, impl) })
	}
}

func testManyGoroutines(t *testing.T, impl Implementation) {
	var wg sync.WaitGroup
	for g := range 300 {
		wg.Go(func() {
			n := []int{12, 40, 110}[g%3]
			a, b := ones[float64](n*n), ones[float64](n*n)
			s, z := ones[float32](n*n), ones[complex128](n*n)
			for i := range b {
				b[i] = float64(g)
			}
			c, cs, cz := make([]float64, n*n), make([]float32, n*n), make([]complex128, n*n)
			x, y := ones[float64](n), make([]float64, n)
			for range 3 {
				impl.Dgemm(blas.NoTrans, blas.Trans, n, n, n, 1, a, n, b, n, 0, c, n)
				impl.Sgemm(blas.Trans, blas.NoTrans, n, n, n, 1, s, n, s, n, 0, cs, n)
				impl.Zgemm(blas.ConjTrans, blas.NoTrans, n, n, n, 1, z, n, z, n, 0, cz, n)
				impl.Dgemv(blas.NoTrans, n, n, 1, b, n, x, 1, 0, y, 1)
				for i := range c {
					if c[i] != float64(g*n) || cs[i] != float32(n) || cz[i] != complex(float64(n), 0) {
						t.Errorf("goroutine %d, n = %d: element %d: %v, %v, %v", g, n, i, c[i], cs[i], cz[i])
						return
					}
				}
				assert.Equal(t, float64(g*n), y[n-1])
				assert.Equal(t, float64(n*n), impl.Ddot(n*n, a, 1, a, 1))
			}
		})
	}
	wg.Wait()
}
