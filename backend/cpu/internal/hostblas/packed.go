//go:build cgo && (linux || darwin)

package hostblas

import (
	"runtime"

	"gonum.org/v1/gonum/blas"

	"github.com/cugond/cugond/backend/cpu/internal/gemm"
)

// packed is gonum's BLAS with matrix products, and what can be made of them,
// computed by package gemm. It is for machines without an optimised library.
//
// The thresholds are for what is made of products. Products themselves have
// none: a call through C is done before gonum's code is for all but the
// smallest and, unlike gonum's, does not leave out zeros of A, which hide NaN
// and infinity in B.
type packed struct {
	portable
	thresholds
	engine *gemm.Engine
}

var _ Implementation = (*packed)(nil)

// ownImplementation returns the BLAS for when no library is opened.
func ownImplementation() Implementation {
	engines := gemm.Engines()
	return &packed{thresholds: defaultThresholds, engine: engines[len(engines)-1]}
}

// stored returns a matrix as it is stored, after the operation that the flag
// names.
func stored[T gemm.Element](trans int32, data []T, ld int) gemm.Matrix[T] {
	if trans == cblasNoTrans {
		return gemm.Matrix[T]{Data: data, Row: ld, Col: 1}
	}
	return gemm.Matrix[T]{Data: data, Row: 1, Col: ld, Conj: trans == cblasConjTrans}
}

// multiply computes C = alpha·A·B + beta·C.
func multiply[T gemm.Element](p *packed, m, n, k int, alpha T, a, b gemm.Matrix[T], beta T, c []T, ldc int) {
	gemm.Multiply(p.engine, runtime.GOMAXPROCS(0), m, n, k, alpha, a, b, beta, c, ldc)
}

// Sgemm computes C = alpha·op(A)·op(B) + beta·C.
func (p *packed) Sgemm(tA, tB blas.Transpose, m, n, k int, alpha float32, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	ta, tb := realTrans(tA), realTrans(tB)
	if alpha == 0 || !gemmReaches(ta, tb, m, n, k, len(a), lda, len(b), ldb, len(c), ldc) {
		p.portable.Sgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	multiply(p, m, n, k, alpha, stored(ta, a, lda), stored(tb, b, ldb), beta, c, ldc)
}

// Dgemm computes C = alpha·op(A)·op(B) + beta·C.
func (p *packed) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	ta, tb := realTrans(tA), realTrans(tB)
	if alpha == 0 || !gemmReaches(ta, tb, m, n, k, len(a), lda, len(b), ldb, len(c), ldc) {
		p.portable.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	multiply(p, m, n, k, alpha, stored(ta, a, lda), stored(tb, b, ldb), beta, c, ldc)
}

// Cgemm computes C = alpha·op(A)·op(B) + beta·C.
func (p *packed) Cgemm(tA, tB blas.Transpose, m, n, k int, alpha complex64, a []complex64, lda int, b []complex64, ldb int, beta complex64, c []complex64, ldc int) {
	ta, tb := complexTrans(tA), complexTrans(tB)
	if alpha == 0 || !gemmReaches(ta, tb, m, n, k, len(a), lda, len(b), ldb, len(c), ldc) {
		p.portable.Cgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	multiply(p, m, n, k, alpha, stored(ta, a, lda), stored(tb, b, ldb), beta, c, ldc)
}

// Zgemm computes C = alpha·op(A)·op(B) + beta·C.
func (p *packed) Zgemm(tA, tB blas.Transpose, m, n, k int, alpha complex128, a []complex128, lda int, b []complex128, ldb int, beta complex128, c []complex128, ldc int) {
	ta, tb := complexTrans(tA), complexTrans(tB)
	if alpha == 0 || !gemmReaches(ta, tb, m, n, k, len(a), lda, len(b), ldb, len(c), ldc) {
		p.portable.Zgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	multiply(p, m, n, k, alpha, stored(ta, a, lda), stored(tb, b, ldb), beta, c, ldc)
}
