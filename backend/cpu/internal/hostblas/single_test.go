package hostblas

import (
	"math"
	"math/cmplx"
	"testing"

	"gonum.org/v1/gonum/blas"
)

// gonum's suites are for the double-precision routines only. The others are
// compared with gonum's double-precision ones on the same numbers.

func widen(x []float32) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = float64(v)
	}
	return y
}

func widenComplex(x []complex64) []complex128 {
	y := make([]complex128, len(x))
	for i, v := range x {
		y[i] = complex128(v)
	}
	return y
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-4*(1+math.Abs(want))) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func nearAll(t *testing.T, what string, got []float32, want []float64) {
	t.Helper()
	for i, w := range want {
		if !(math.Abs(float64(got[i])-w) <= 1e-4*(1+math.Abs(w))) {
			t.Errorf("%s: element %d is %v, want %v", what, i, got[i], w)
			return
		}
	}
}

func nearAllComplex(t *testing.T, what string, got []complex64, want []complex128) {
	t.Helper()
	for i, w := range want {
		if !(cmplx.Abs(complex128(got[i])-w) <= 1e-4*(1+cmplx.Abs(w))) {
			t.Errorf("%s: element %d is %v, want %v", what, i, got[i], w)
			return
		}
	}
}

// triangle returns a well conditioned n×n matrix.
func triangle(n, ld int) []float32 {
	a := randomVector[float32](n * ld)
	for i := range a {
		a[i] *= 0.1
	}
	for i := range n {
		a[i*ld+i] = 2 + float32(i%3)
	}
	return a
}

func forEachSingle(t *testing.T, test func(t *testing.T, b Implementation)) {
	impls := variants(t)
	for name, b := range impls {
		t.Run(name, func(t *testing.T) { test(t, b) })
	}
}

var (
	allTrans = []blas.Transpose{blas.NoTrans, blas.Trans, blas.ConjTrans}
	allUplo  = []blas.Uplo{blas.Upper, blas.Lower}
	allSides = []blas.Side{blas.Left, blas.Right}
	allDiags = []blas.Diag{blas.NonUnit, blas.Unit}
	allIncs  = []int{1, 3, -1, -2}
)

func TestSingleLevel3(t *testing.T) {
	ref := portable{}
	forEachSingle(t, func(t *testing.T, b Implementation) {
		for _, s := range [][2]int{{1, 1}, {3, 5}, {17, 4}, {31, 33}} {
			m, n := s[0], s[1]
			big := max(m, n)
			lda, ldb, ldc := big+2, n+3, n+1
			for _, ul := range allUplo {
				for _, side := range allSides {
					a := triangle(big, lda)
					x, c := randomVector[float32](m*ldb), randomVector[float32](m*ldc)
					w := widen(c)
					ref.Dsymm(side, ul, m, n, 1.5, widen(a), lda, widen(x), ldb, -0.5, w, ldc)
					b.Ssymm(side, ul, m, n, 1.5, a, lda, x, ldb, -0.5, c, ldc)
					nearAll(t, "Ssymm", c, w)
					for _, tA := range allTrans {
						for _, d := range allDiags {
							x, y := randomVector[float32](m*ldb), randomVector[float32](m*ldb)
							wx, wy := widen(x), widen(y)
							ref.Dtrsm(side, ul, tA, d, m, n, 1.5, widen(a), lda, wx, ldb)
							b.Strsm(side, ul, tA, d, m, n, 1.5, a, lda, x, ldb)
							nearAll(t, "Strsm", x, wx)
							ref.Dtrmm(side, ul, tA, d, m, n, 1.5, widen(a), lda, wy, ldb)
							b.Strmm(side, ul, tA, d, m, n, 1.5, a, lda, y, ldb)
							nearAll(t, "Strmm", y, wy)
						}
					}
				}
				for _, tA := range allTrans {
					for _, beta := range []float32{0, 1, -0.5} {
						a, c := randomVector[float32](big*lda), randomVector[float32](n*ldc)
						w := widen(c)
						ref.Dsyrk(ul, tA, n, m, 1.5, widen(a), lda, float64(beta), w, ldc)
						b.Ssyrk(ul, tA, n, m, 1.5, a, lda, beta, c, ldc)
						nearAll(t, "Ssyrk", c, w)
					}
				}
			}
		}
	})
}

func TestSingleLevel2(t *testing.T) {
	ref := portable{}
	forEachSingle(t, func(t *testing.T, b Implementation) {
		for _, s := range [][2]int{{1, 1}, {3, 5}, {70, 64}} {
			m, n := s[0], s[1]
			lda, size := n+2, 3*max(m, n)
			for _, incX := range allIncs {
				for _, incY := range allIncs {
					a, x, y := randomVector[float32](m*lda), randomVector[float32](size), randomVector[float32](size)
					w := widen(a)
					wd := widen(a)
					for i := range m {
						for j := range n {
							w[i*lda+j] += 1.5 * float64(x[vectorIndex(i, m, incX)]) * float64(y[vectorIndex(j, n, incY)])
						}
					}
					b.Dger(m, n, 1.5, widen(x), incX, widen(y), incY, wd, lda)
					for i := range w {
						near(t, "Dger", wd[i], w[i])
					}
					b.Sger(m, n, 1.5, x, incX, y, incY, a, lda)
					nearAll(t, "Sger", a, w)

					ca, cx, cy := randomComplex[complex64](m*lda), randomComplex[complex64](size), randomComplex[complex64](size)
					cw := widenComplex(ca)
					ref.Zgeru(m, n, 1.5-1i, widenComplex(cx), incX, widenComplex(cy), incY, cw, lda)
					b.Cgeru(m, n, 1.5-1i, cx, incX, cy, incY, ca, lda)
					nearAllComplex(t, "Cgeru", ca, cw)
					ref.Zgerc(m, n, 1.5-1i, widenComplex(cx), incX, widenComplex(cy), incY, cw, lda)
					b.Cgerc(m, n, 1.5-1i, cx, incX, cy, incY, ca, lda)
					nearAllComplex(t, "Cgerc", ca, cw)

					for _, tA := range allTrans {
						for _, beta := range []float32{0, 1, -0.5} {
							y, cy := randomVector[float32](size), randomComplex[complex64](size)
							w, cw := widen(y), widenComplex(cy)
							ref.Dgemv(tA, m, n, 1.5, widen(a), lda, widen(x), incX, float64(beta), w, incY)
							b.Sgemv(tA, m, n, 1.5, a, lda, x, incX, beta, y, incY)
							nearAll(t, "Sgemv", y, w)
							ref.Zgemv(tA, m, n, 1.5+2i, widenComplex(ca), lda, widenComplex(cx), incX, complex(float64(beta), 0), cw, incY)
							b.Cgemv(tA, m, n, 1.5+2i, ca, lda, cx, incX, complex(beta, 0), cy, incY)
							nearAllComplex(t, "Cgemv", cy, cw)
						}
					}
				}
			}
		}
	})
}

func TestSingleLevel1(t *testing.T) {
	ref := portable{}
	forEachSingle(t, func(t *testing.T, b Implementation) {
		for _, n := range []int{0, 1, 2, 7, 100, 1000} {
			for _, incX := range allIncs {
				x, cx := randomVector[float32](3*n), randomComplex[complex64](3*n)
				near(t, "Snrm2", float64(b.Snrm2(n, x, incX)), ref.Dnrm2(n, widen(x), incX))
				near(t, "Sasum", float64(b.Sasum(n, x, incX)), ref.Dasum(n, widen(x), incX))
				near(t, "Scnrm2", float64(b.Scnrm2(n, cx, incX)), ref.Dznrm2(n, widenComplex(cx), incX))
				near(t, "Scasum", float64(b.Scasum(n, cx, incX)), ref.Dzasum(n, widenComplex(cx), incX))
				for _, incY := range allIncs {
					y, cy := randomVector[float32](3*n), randomComplex[complex64](3*n)
					near(t, "Sdot", float64(b.Sdot(n, x, incX, y, incY)), ref.Ddot(n, widen(x), incX, widen(y), incY))
					u, wu := b.Cdotu(n, cx, incX, cy, incY), ref.Zdotu(n, widenComplex(cx), incX, widenComplex(cy), incY)
					nearAllComplex(t, "Cdotu", []complex64{u}, []complex128{wu})
					c, wc := b.Cdotc(n, cx, incX, cy, incY), ref.Zdotc(n, widenComplex(cx), incX, widenComplex(cy), incY)
					nearAllComplex(t, "Cdotc", []complex64{c}, []complex128{wc})
					w, cw := widen(y), widenComplex(cy)
					ref.Daxpy(n, 1.5, widen(x), incX, w, incY)
					b.Saxpy(n, 1.5, x, incX, y, incY)
					nearAll(t, "Saxpy", y, w)
					ref.Zaxpy(n, 1.5+2i, widenComplex(cx), incX, cw, incY)
					b.Caxpy(n, 1.5+2i, cx, incX, cy, incY)
					nearAllComplex(t, "Caxpy", cy, cw)
				}
				for _, alpha := range []float32{0, 1, -1.5} {
					w, cw := widen(x), widenComplex(cx)
					ref.Dscal(n, float64(alpha), w, incX)
					b.Sscal(n, alpha, x, incX)
					nearAll(t, "Sscal", x, w)
					ref.Zscal(n, complex(float64(alpha), float64(alpha)), cw, incX)
					b.Cscal(n, complex(alpha, alpha), cx, incX)
					nearAllComplex(t, "Cscal", cx, cw)
				}
			}
		}
	})
}

// TestSpecialNorms checks the ends of the range, where a norm must neither
// overflow nor underflow on the way.
func TestSpecialNorms(t *testing.T) {
	const n = 1000
	forEachSingle(t, func(t *testing.T, b Implementation) {
		for _, v := range []float64{1e300, 1e-300, 1, 0} {
			x, z := make([]float64, n), make([]complex128, n)
			for i := range x {
				x[i], z[i] = v, complex(0, v)
			}
			want := v * math.Sqrt(n)
			if got := b.Dnrm2(n, x, 1); !(math.Abs(got-want) <= 1e-13*want) {
				t.Errorf("Dnrm2 of %v: %v, want %v", v, got, want)
			}
			if got := b.Dznrm2(n, z, 1); !(math.Abs(got-want) <= 1e-13*want) {
				t.Errorf("Dznrm2 of %v: %v, want %v", v, got, want)
			}
		}
		for _, v := range []float64{math.Inf(1), math.Inf(-1)} {
			x := make([]float64, n)
			x[n/2] = v
			if got := b.Dnrm2(n, x, 1); !math.IsInf(got, 1) {
				t.Errorf("Dnrm2 with %v: %v", v, got)
			}
		}
		x := make([]float64, n)
		x[n/2] = nan
		if got := b.Dnrm2(n, x, 1); !math.IsNaN(got) {
			t.Errorf("Dnrm2 with NaN: %v", got)
		}
	})
}
