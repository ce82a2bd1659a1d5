package hostblas

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/blas"
)

// element is an element type of BLAS.
type element interface {
	float32 | float64 | complex64 | complex128
}

// arithmetic is what the naive product needs of an element type.
type arithmetic[T element] struct {
	eps   float64
	gemm  func(b Implementation) func(tA, tB blas.Transpose, m, n, k int, alpha T, a []T, lda int, b2 []T, ldb int, beta T, c []T, ldc int)
	conj  func(T) T
	widen func(T) complex128
	of    func(re, im float64) T
}

var nan = math.NaN()

func testGemm[T element](t *testing.T, ar arithmetic[T]) {
	impls := variants(t)
	rnd := rand.New(rand.NewPCG(7, 8))
	fill := func(n int) []T {
		x := make([]T, n)
		for i := range x {
			x[i] = ar.of(rnd.NormFloat64(), rnd.NormFloat64())
		}
		return x
	}
	op := func(tr blas.Transpose, x []T, ld, i, j int) complex128 {
		switch tr {
		case blas.Trans:
			return ar.widen(x[j*ld+i])
		case blas.ConjTrans:
			return ar.widen(ar.conj(x[j*ld+i]))
		}
		return ar.widen(x[i*ld+j])
	}
	const pad = 3
	trans := []blas.Transpose{blas.NoTrans, blas.Trans, blas.ConjTrans}
	scalars := [][2]T{{ar.of(1, 0), 0}, {ar.of(-0.5, 2), ar.of(1, 0)}, {ar.of(2, 1), ar.of(0.25, -1)}, {0, 0}, {0, ar.of(2, 1)}}
	shapes := [][3]int{{1, 1, 1}, {1, 5, 3}, {4, 1, 7}, {3, 4, 0}, {0, 4, 3}, {4, 0, 3}, {0, 0, 0}, {13, 17, 19}, {40, 33, 50}}
	for name, impl := range impls {
		gemm := ar.gemm(impl)
		for _, s := range shapes {
			m, n, k := s[0], s[1], s[2]
			for _, tA := range trans {
				for _, tB := range trans {
					for _, sc := range scalars {
						alpha, beta := sc[0], sc[1]
						lda, ldb, ldc := k+pad, n+pad, n+pad
						a, b := fill(m*lda), fill(k*ldb)
						if tA != blas.NoTrans {
							lda = m + pad
							a = fill(k * lda)
						}
						if tB != blas.NoTrans {
							ldb = k + pad
							b = fill(n * ldb)
						}
						c := fill(m * ldc)
						for i := range m {
							for j := n; j < ldc; j++ {
								c[i*ldc+j] = ar.of(nan, nan) // the padding must stay
							}
							if beta == 0 && n > 0 {
								c[i*ldc+i%n] = ar.of(nan, nan) // this must go
							}
						}
						want := make([]complex128, len(c))
						for i := range want {
							want[i] = ar.widen(c[i])
						}
						for i := range m {
							for j := range n {
								var sum complex128
								for l := range k {
									sum += op(tA, a, lda, i, l) * op(tB, b, ldb, l, j)
								}
								v := ar.widen(alpha) * sum
								if beta != 0 {
									v += ar.widen(beta) * ar.widen(c[i*ldc+j])
								}
								want[i*ldc+j] = v
							}
						}
						gemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
						for i, w := range want {
							g := ar.widen(c[i])
							if cmplx.IsNaN(w) && cmplx.IsNaN(g) {
								continue
							}
							if !(cmplx.Abs(g-w) <= ar.eps*(10+float64(k))*32) {
								t.Fatalf("%s: m, n, k = %v, %c, %c, alpha = %v, beta = %v: c[%d] = %v, want %v", name, s, tA, tB, alpha, beta, i, g, w)
							}
						}
					}
				}
			}
		}
	}
}

func TestGemmAgainstNaive(t *testing.T) {
	const eps32, eps64 = 1.2e-7, 2.3e-16
	t.Run("Sgemm", func(t *testing.T) {
		testGemm(t, arithmetic[float32]{
			eps: eps32,
			gemm: func(b Implementation) func(blas.Transpose, blas.Transpose, int, int, int, float32, []float32, int, []float32, int, float32, []float32, int) {
				return b.Sgemm
			},
			conj:  func(x float32) float32 { return x },
			widen: func(x float32) complex128 { return complex(float64(x), 0) },
			of:    func(re, _ float64) float32 { return float32(re) },
		})
	})
	t.Run("Dgemm", func(t *testing.T) {
		testGemm(t, arithmetic[float64]{
			eps: eps64,
			gemm: func(b Implementation) func(blas.Transpose, blas.Transpose, int, int, int, float64, []float64, int, []float64, int, float64, []float64, int) {
				return b.Dgemm
			},
			conj:  func(x float64) float64 { return x },
			widen: func(x float64) complex128 { return complex(x, 0) },
			of:    func(re, _ float64) float64 { return re },
		})
	})
	t.Run("Cgemm", func(t *testing.T) {
		testGemm(t, arithmetic[complex64]{
			eps: eps32,
			gemm: func(b Implementation) func(blas.Transpose, blas.Transpose, int, int, int, complex64, []complex64, int, []complex64, int, complex64, []complex64, int) {
				return b.Cgemm
			},
			conj:  func(x complex64) complex64 { return complex(real(x), -imag(x)) },
			widen: func(x complex64) complex128 { return complex128(x) },
			of:    func(re, im float64) complex64 { return complex64(complex(re, im)) },
		})
	})
	t.Run("Zgemm", func(t *testing.T) {
		testGemm(t, arithmetic[complex128]{
			eps: eps64,
			gemm: func(b Implementation) func(blas.Transpose, blas.Transpose, int, int, int, complex128, []complex128, int, []complex128, int, complex128, []complex128, int) {
				return b.Zgemm
			},
			conj:  cmplx.Conj,
			widen: func(x complex128) complex128 { return x },
			of:    func(re, im float64) complex128 { return complex(re, im) },
		})
	})
}

// TestGemvClears checks that beta = 0 overwrites whatever was in y, in both
// directions, and leaves what lies between.
func TestGemvClears(t *testing.T) {
	impls := variants(t)
	const m, n = 70, 80
	for name, impl := range impls {
		for _, tr := range []blas.Transpose{blas.NoTrans, blas.Trans, blas.ConjTrans} {
			rows, cols := m, n
			if tr != blas.NoTrans {
				rows, cols = n, m
			}
			for _, inc := range []int{1, 2, -1, -3} {
				step := max(inc, -inc)
				size := (rows-1)*step + 1
				d, s := make([]float64, size), make([]float32, size)
				z, c := make([]complex128, size), make([]complex64, size)
				for i := range d {
					d[i], s[i] = nan, float32(nan)
					z[i], c[i] = complex(nan, nan), complex(float32(nan), float32(nan))
				}
				impl.Dgemv(tr, m, n, 1, ones[float64](m*n), n, ones[float64](cols), 1, 0, d, inc)
				impl.Sgemv(tr, m, n, 1, ones[float32](m*n), n, ones[float32](cols), 1, 0, s, inc)
				impl.Zgemv(tr, m, n, 1, ones[complex128](m*n), n, ones[complex128](cols), 1, 0, z, inc)
				impl.Cgemv(tr, m, n, 1, ones[complex64](m*n), n, ones[complex64](cols), 1, 0, c, inc)
				for i := range d {
					if i%step != 0 {
						assert.True(t, math.IsNaN(d[i]) && math.IsNaN(float64(s[i])) && cmplx.IsNaN(z[i]) && cmplx.IsNaN(complex128(c[i])), "%s: %c, inc %d: padding %d", name, tr, inc, i)
						continue
					}
					assert.Equal(t, float64(cols), d[i], "%s: %c, inc %d: %d", name, tr, inc, i)
					assert.Equal(t, float32(cols), s[i], "%s: %c, inc %d: %d", name, tr, inc, i)
					assert.Equal(t, complex(float64(cols), 0), z[i], "%s: %c, inc %d: %d", name, tr, inc, i)
					assert.Equal(t, complex(float32(cols), 0), c[i], "%s: %c, inc %d: %d", name, tr, inc, i)
				}
			}
		}
	}
}

func ones[T element](n int) []T {
	x := make([]T, n)
	for i := range x {
		x[i] = 1
	}
	return x
}
