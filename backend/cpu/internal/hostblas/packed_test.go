//go:build cgo && (linux || darwin)

package hostblas

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/blas"
)

// level3 is the routines that halve a symmetric or triangular matrix, of one
// element type.
type level3[T float] struct {
	symm func(s blas.Side, ul blas.Uplo, m, n int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int)
	syrk func(ul blas.Uplo, tA blas.Transpose, n, k int, alpha T, a []T, lda int, beta T, c []T, ldc int)
	trsm func(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int)
}

// TestHalvedMatrices compares these routines with gonum's for orders on both
// sides of where they stop halving, which the suites don't reach. Everything
// that may not be read or written is NaN.
func TestHalvedMatrices(t *testing.T) {
	own := withoutThresholds(ownImplementation())
	t.Run("float32", func(t *testing.T) {
		testHalved(t, 2e-4, level3[float32]{own.Ssymm, own.Ssyrk, own.Strsm}, level3[float32]{portable{}.Ssymm, portable{}.Ssyrk, portable{}.Strsm})
	})
	t.Run("float64", func(t *testing.T) {
		testHalved(t, 1e-12, level3[float64]{own.Dsymm, own.Dsyrk, own.Dtrsm}, level3[float64]{portable{}.Dsymm, portable{}.Dsyrk, portable{}.Dtrsm})
	})
}

var (
	bothUplos = []blas.Uplo{blas.Upper, blas.Lower}
	bothSides = []blas.Side{blas.Left, blas.Right}
	bothDiags = []blas.Diag{blas.NonUnit, blas.Unit}
	orders    = []int{1, 31, 33, 65, 70, 130, 200}
)

func testHalved[T float](t *testing.T, tolerance float64, own, want level3[T]) {
	for _, order := range orders {
		for _, other := range []int{1, 5, 67, 300} {
			for _, ul := range bothUplos {
				for _, tA := range allTrans {
					compareSyrk(t, tolerance, own, want, ul, tA, order, other)
					for _, s := range bothSides {
						for _, d := range bothDiags {
							compareTrsm(t, tolerance, own, want, s, ul, tA, d, order, other)
						}
					}
				}
				for _, s := range bothSides {
					compareSymm(t, tolerance, own, want, s, ul, order, other)
				}
			}
		}
	}
}

const gap = 3 // between the rows of matrices

// noNumbers is a matrix of NaN.
func noNumbers[T float](rows, ld int) []T {
	x := make([]T, rows*ld)
	for i := range x {
		x[i] = T(nan)
	}
	return x
}

// numbers is a rows×cols matrix with rows ld apart.
func numbers[T float](rows, cols, ld int) []T {
	x := noNumbers[T](rows, ld)
	for i, v := range randomVector[T](rows * cols) {
		x[i/cols*ld+i%cols] = v
	}
	return x
}

// oneTriangle is a well conditioned triangle with nothing beside it.
func oneTriangle[T float](ul blas.Uplo, d blas.Diag, n, ld int) []T {
	x := noNumbers[T](n, ld)
	for i, v := range randomVector[T](n * n) {
		row, col := i/n, i%n
		switch {
		case row == col && d == blas.NonUnit:
			x[row*ld+col] = 2 + T(row%3)
		case row < col && ul == blas.Upper, row > col && ul == blas.Lower:
			x[row*ld+col] = v / T(n)
		}
	}
	return x
}

func compareSyrk[T float](t *testing.T, tolerance float64, own, want level3[T], ul blas.Uplo, tA blas.Transpose, n, k int) {
	rows, cols := n, k
	if tA != blas.NoTrans {
		rows, cols = k, n
	}
	a := numbers[T](rows, cols, cols+gap)
	for _, beta := range []T{0, 1, -0.5} {
		c := oneTriangle[T](ul, blas.NonUnit, n, n+gap)
		w := append([]T(nil), c...)
		if beta == 0 {
			c = noNumbers[T](n, n+gap)
		}
		own.syrk(ul, tA, n, k, 0.5, a, cols+gap, beta, c, n+gap)
		want.syrk(ul, tA, n, k, 0.5, a, cols+gap, beta, w, n+gap)
		requireNear(t, tolerance*float64(k), w, c, fmt.Sprintf("syrk %c %c, n = %d, k = %d, beta = %v", ul, tA, n, k, beta))
	}
}

func compareTrsm[T float](t *testing.T, tolerance float64, own, want level3[T], s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, n, other int) {
	rows, cols := n, other
	if s == blas.Right {
		rows, cols = other, n
	}
	a := oneTriangle[T](ul, d, n, n+gap)
	b := numbers[T](rows, cols, cols+gap)
	w := append([]T(nil), b...)
	own.trsm(s, ul, tA, d, rows, cols, -2, a, n+gap, b, cols+gap)
	want.trsm(s, ul, tA, d, rows, cols, -2, a, n+gap, w, cols+gap)
	requireNear(t, tolerance, w, b, fmt.Sprintf("trsm %c %c %c %c, %d×%d", s, ul, tA, d, rows, cols))
}

// TestSyrkClears checks that beta = 0 overwrites NaN in the triangle, whichever
// code takes the call.
func TestSyrkClears(t *testing.T) {
	const n, k = 5, 4
	for name, impl := range variants(t) {
		for _, ul := range bothUplos {
			for _, tA := range allTrans {
				d, s := noNumbers[float64](n, n), noNumbers[float32](n, n)
				impl.Dsyrk(ul, tA, n, k, 1, ones[float64](n*n), n, 0, d, n)
				impl.Ssyrk(ul, tA, n, k, 1, ones[float32](n*n), n, 0, s, n)
				for i := range d {
					if i/n == i%n || (i/n < i%n) == (ul == blas.Upper) {
						assert.Equal(t, float64(k), d[i], "%s: %c %c: %d", name, ul, tA, i)
						assert.Equal(t, float32(k), s[i], "%s: %c %c: %d", name, ul, tA, i)
					} else {
						assert.True(t, math.IsNaN(d[i]) && math.IsNaN(float64(s[i])), "%s: %c %c: %d", name, ul, tA, i)
					}
				}
			}
		}
	}
}

func compareSymm[T float](t *testing.T, tolerance float64, own, want level3[T], s blas.Side, ul blas.Uplo, n, other int) {
	rows, cols := n, other
	if s == blas.Right {
		rows, cols = other, n
	}
	a := oneTriangle[T](ul, blas.NonUnit, n, n+gap)
	b := numbers[T](rows, cols, cols+gap)
	c := noNumbers[T](rows, cols+gap)
	w := append([]T(nil), c...)
	own.symm(s, ul, rows, cols, -2, a, n+gap, b, cols+gap, 0, c, cols+gap)
	want.symm(s, ul, rows, cols, -2, a, n+gap, b, cols+gap, 0, w, cols+gap)
	requireNear(t, tolerance, w, c, fmt.Sprintf("symm %c %c, %d×%d", s, ul, rows, cols))
}

func requireNear[T float](t *testing.T, tolerance float64, want, got []T, what string) {
	t.Helper()
	for i, w := range want {
		g := got[i]
		if w != w && g != g {
			continue
		}
		if !(math.Abs(float64(g)-float64(w)) <= tolerance*(1+math.Abs(float64(w)))) {
			require.Failf(t, "differs", "%s: element %d is %v, want %v", what, i, g, w)
		}
	}
}
