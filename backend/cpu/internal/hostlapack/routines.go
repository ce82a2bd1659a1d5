package hostlapack

import (
	"gonum.org/v1/gonum/blas"

	"github.com/cugond/cugond/backend/cpu/internal/hostblas"
	"github.com/cugond/cugond/backend/expr"
)

// Routines factorise one matrix of elements T, whose magnitudes are R. No
// dimension is zero, all elements are finite, and slices have exactly the elements
// of their matrix, m×n for a where nothing else is said. The results are those
// that backend.Solver describes.
type Routines[T expr.Field, R expr.Float] interface {
	// LU overwrites a with its triangular factors.
	LU(m, n int, a []T, pivots []int64)
	// Cholesky overwrites the lower triangle of an n×n matrix with its factor,
	// and returns -1, or the pivot that is not positive.
	Cholesky(n int, a []T) int
	// QR overwrites a with R and the Householder vectors.
	QR(m, n int, a, tau []T)
	// FormQ overwrites the vectors in q, m×n, with the first n columns of Q.
	FormQ(m, n int, q, tau []T)
	// Eigh stores the eigenvalues of an n×n matrix in w, and overwrites it, with
	// vectors set with the eigenvectors. It reports whether it converged.
	Eigh(n int, a []T, w []R, vectors bool) bool
	// SVD stores the singular values in s and, where u is not nil, the vectors
	// in u and vh: all of them with full set, else min(m, n) each. a is
	// overwritten. It reports whether it converged.
	SVD(m, n int, a []T, s []R, u, vh []T, full bool) bool
	// SolveTriangular overwrites b, n×k, with the solution of op(A)·X = B; no
	// element of the diagonal is zero.
	SolveTriangular(t Triangle, n, k int, a, b []T)
}

// Triangle says which half of a matrix is read, and how.
type Triangle struct{ Upper, Unit, Conjugate bool }

// Set has the routines for all element types.
type Set struct {
	Float32    Routines[float32, float32]
	Float64    Routines[float64, float64]
	Complex64  Routines[complex64, float32]
	Complex128 Routines[complex128, float64]
	// Threaded says whether a library spreads large matrices over cores itself.
	Threaded bool
}

// Open returns the best routines that come with a library.
func Open(lib *hostblas.Library) *Set {
	s := &Set{
		Float64:    float64s{lib.Impl.Dtrsm},
		Complex128: complex128s{lib.Impl.Ztrsm},
	}
	s.Float32 = widened[float32, float32, float64, float64]{
		wide: s.Float64, trsm: lib.Impl.Strsm, widen: widen[float64, float32], narrow: widen[float32, float64], narrowReal: widen[float32, float64],
	}
	s.Complex64 = widened[complex64, float32, complex128, float64]{
		wide: s.Complex128, trsm: lib.Impl.Ctrsm, widen: widenComplex[complex128, complex64], narrow: widenComplex[complex64, complex128], narrowReal: widen[float32, float64],
	}
	s.bind(lib)
	return s
}

// trsm is BLAS's solver with a triangular matrix.
type trsm[T expr.Field] func(side blas.Side, uplo blas.Uplo, trans blas.Transpose, diag blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int)

// SolveTriangular implements Routines.
func (f trsm[T]) SolveTriangular(t Triangle, n, k int, a, b []T) {
	uplo, trans, diag := blas.Lower, blas.NoTrans, blas.NonUnit
	if t.Upper {
		uplo = blas.Upper
	}
	if t.Conjugate {
		trans = blas.ConjTrans
	}
	if t.Unit {
		diag = blas.Unit
	}
	f(blas.Left, uplo, trans, diag, n, k, 1, a, n, b, k)
}
