package hostblas

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/blas"
)

func randomVector[T float32 | float64](n int) []T {
	rnd := rand.New(rand.NewPCG(1, 2))
	x := make([]T, n)
	for i := range x {
		x[i] = T(rnd.NormFloat64())
	}
	return x
}

func randomComplex[T complex64 | complex128](n int) []T {
	rnd := rand.New(rand.NewPCG(1, 2))
	x := make([]T, n)
	for i := range x {
		x[i] = T(complex(rnd.NormFloat64(), rnd.NormFloat64()))
	}
	return x
}

func BenchmarkSgemm(b *testing.B) {
	for name, impl := range implementations(b) {
		for _, n := range []int{100, 500, 1000, 2000} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				x, y, z := randomVector[float32](n*n), randomVector[float32](n*n), make([]float32, n*n)
				for b.Loop() {
					impl.Sgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, x, n, y, n, 0, z, n)
				}
			})
		}
	}
}

func BenchmarkDgemm(b *testing.B) {
	for name, impl := range implementations(b) {
		for _, n := range []int{4, 8, 16, 32, 100, 500, 1000, 2000} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				x, y, z := randomVector[float64](n*n), randomVector[float64](n*n), make([]float64, n*n)
				for b.Loop() {
					impl.Dgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, x, n, y, n, 0, z, n)
				}
			})
		}
	}
}

// BenchmarkOwnAgainstLibrary reports the best time of this package's products as
// a multiple of the optimised library's, taken turn about. GOMAXPROCS and the
// library's own variable, such as OPENBLAS_NUM_THREADS, give both their threads.
func BenchmarkOwnAgainstLibrary(b *testing.B) {
	l := optimised(b)
	if l == nil {
		b.Skip("no optimised BLAS")
	}
	own := ownImplementation()
	for _, n := range []int{100, 500, 1000, 2000} {
		x, y, z := randomVector[float32](n*n), randomVector[float32](n*n), make([]float32, n*n)
		d, e, f := randomVector[float64](n*n), randomVector[float64](n*n), make([]float64, n*n)
		for i := range n {
			e[i*n+i] += float64(2 * n) // for triangular solves
		}
		tests := []struct {
			name string
			run  func(Implementation)
		}{
			{"Sgemm", func(i Implementation) { i.Sgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, x, n, y, n, 0, z, n) }},
			{"Dgemm", func(i Implementation) { i.Dgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, d, n, e, n, 0, f, n) }},
			{"DgemmTT", func(i Implementation) { i.Dgemm(blas.Trans, blas.Trans, n, n, n, 1, d, n, e, n, 0, f, n) }},
			{"Dsyrk", func(i Implementation) { i.Dsyrk(blas.Upper, blas.NoTrans, n, n, 1, d, n, 0, f, n) }},
			{"DtrsmLeft", func(i Implementation) {
				copy(f, d)
				i.Dtrsm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, n, n, 1, e, n, f, n)
			}},
			{"DtrsmRight", func(i Implementation) {
				copy(f, d)
				i.Dtrsm(blas.Right, blas.Upper, blas.NoTrans, blas.NonUnit, n, n, 1, e, n, f, n)
			}},
			{"Dsymm", func(i Implementation) { i.Dsymm(blas.Left, blas.Upper, n, n, 1, d, n, e, n, 0, f, n) }},
		}
		for _, test := range tests {
			b.Run(fmt.Sprintf("%s/%d", test.name, n), func(b *testing.B) {
				best := [2]time.Duration{math.MaxInt64, math.MaxInt64}
				for b.Loop() {
					for i, impl := range []Implementation{own, l.Impl} {
						start := time.Now()
						test.run(impl)
						best[i] = min(best[i], time.Since(start))
					}
				}
				b.ReportMetric(float64(best[0])/float64(best[1]), "ratio")
				b.ReportMetric(float64(best[0]), "own-ns")
			})
		}
	}
}

func BenchmarkLevel1(b *testing.B) {
	for name, impl := range implementations(b) {
		for _, n := range []int{64, 256, 1024, 4096, 65536, 1 << 20} {
			x, y := randomVector[float64](n), randomVector[float64](n)
			s, r := randomVector[float32](n), randomVector[float32](n)
			z, w := randomComplex[complex128](n), randomComplex[complex128](n)
			tests := []struct {
				name string
				run  func()
			}{
				{"Ddot", func() { impl.Ddot(n, x, 1, y, 1) }},
				{"Sdot", func() { impl.Sdot(n, s, 1, r, 1) }},
				{"Zdotc", func() { impl.Zdotc(n, z, 1, w, 1) }},
				{"Dnrm2", func() { impl.Dnrm2(n, x, 1) }},
				{"Snrm2", func() { impl.Snrm2(n, s, 1) }},
				{"Dznrm2", func() { impl.Dznrm2(n, z, 1) }},
				{"Dasum", func() { impl.Dasum(n, x, 1) }},
				{"Sasum", func() { impl.Sasum(n, s, 1) }},
				{"Daxpy", func() { impl.Daxpy(n, 1e-9, x, 1, y, 1) }},
				{"Saxpy", func() { impl.Saxpy(n, 1e-9, s, 1, r, 1) }},
				{"Zaxpy", func() { impl.Zaxpy(n, 1e-9, z, 1, w, 1) }},
				{"Dscal", func() { impl.Dscal(n, -1, x, 1) }},
				{"Sscal", func() { impl.Sscal(n, -1, s, 1) }},
				{"Zscal", func() { impl.Zscal(n, -1, z, 1) }},
			}
			for _, test := range tests {
				b.Run(fmt.Sprintf("%s/%d/%s", test.name, n, name), func(b *testing.B) {
					for b.Loop() {
						test.run()
					}
				})
			}
		}
	}
}

func BenchmarkLevel2(b *testing.B) {
	for name, impl := range implementations(b) {
		for _, n := range []int{8, 16, 32, 128, 1000} {
			a, x, y := randomVector[float64](n*n), randomVector[float64](n), randomVector[float64](n)
			tests := []struct {
				name string
				run  func()
			}{
				{"Dgemv", func() { impl.Dgemv(blas.NoTrans, n, n, 1, a, n, x, 1, 0, y, 1) }},
				{"DgemvT", func() { impl.Dgemv(blas.Trans, n, n, 1, a, n, x, 1, 0, y, 1) }},
				{"Dger", func() { impl.Dger(n, n, 1e-9, x, 1, y, 1, a, n) }},
			}
			for _, test := range tests {
				b.Run(fmt.Sprintf("%s/%d/%s", test.name, n, name), func(b *testing.B) {
					for b.Loop() {
						test.run()
					}
				})
			}
		}
	}
}
