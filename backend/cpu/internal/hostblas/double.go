//go:build cgo && (linux || darwin)

package hostblas

// #cgo noescape hb_dasum
// #cgo nocallback hb_dasum
// #cgo noescape hb_daxpy
// #cgo nocallback hb_daxpy
// #cgo noescape hb_ddot
// #cgo nocallback hb_ddot
// #cgo noescape hb_dgemm
// #cgo nocallback hb_dgemm
// #cgo noescape hb_dgemv
// #cgo nocallback hb_dgemv
// #cgo noescape hb_dger
// #cgo nocallback hb_dger
// #cgo noescape hb_dnrm2
// #cgo nocallback hb_dnrm2
// #cgo noescape hb_dscal
// #cgo nocallback hb_dscal
// #cgo noescape hb_dsymm
// #cgo nocallback hb_dsymm
// #cgo noescape hb_dsyrk
// #cgo nocallback hb_dsyrk
// #cgo noescape hb_dtrxm
// #cgo nocallback hb_dtrxm
// #include "cblas.h"
import "C"

import (
	"unsafe"

	"gonum.org/v1/gonum/blas"
)

// doubles returns what C is given for the elements of x. It is called for
// slices that hold elements.
func doubles(x []float64) *C.double {
	return (*C.double)(unsafe.Pointer(unsafe.SliceData(x)))
}

// Dgemm computes C = alpha·op(A)·op(B) + beta·C.
func (b *cblas) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, bm []float64, ldb int, beta float64, c []float64, ldc int) {
	ta, tb := realTrans(tA), realTrans(tB)
	if alpha == 0 || b.isSmall3(m, n, k) || !gemmReaches(ta, tb, m, n, k, len(a), lda, len(bm), ldb, len(c), ldc) {
		b.portable.Dgemm(tA, tB, m, n, k, alpha, a, lda, bm, ldb, beta, c, ldc)
		return
	}
	b.gate.enter()
	C.hb_dgemm(b.dgemm, C.int(ta), C.int(tb), C.int(m), C.int(n), C.int(k), C.double(alpha),
		doubles(a), C.int(lda), doubles(bm), C.int(ldb), C.double(beta), doubles(c), C.int(ldc))
	b.gate.leave()
}

// Dsymm computes C = alpha·A·B + beta·C, or B·A, with a symmetric A.
func (b *cblas) Dsymm(s blas.Side, ul blas.Uplo, m, n int, alpha float64, a []float64, lda int, bm []float64, ldb int, beta float64, c []float64, ldc int) {
	side, uplo := cblasSide(s), cblasUplo(ul)
	if alpha == 0 || b.isSmall3(m, n, min(m, n)) || !symmReaches(side, uplo, m, n, len(a), lda, len(bm), ldb, len(c), ldc) {
		b.portable.Dsymm(s, ul, m, n, alpha, a, lda, bm, ldb, beta, c, ldc)
		return
	}
	b.gate.enter()
	C.hb_dsymm(b.dsymm, C.int(side), C.int(uplo), C.int(m), C.int(n), C.double(alpha),
		doubles(a), C.int(lda), doubles(bm), C.int(ldb), C.double(beta), doubles(c), C.int(ldc))
	b.gate.leave()
}

// Dsyrk computes one triangle of C = alpha·op(A)·op(A)ᵀ + beta·C.
func (b *cblas) Dsyrk(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	uplo, trans := cblasUplo(ul), realTrans(tA)
	if alpha == 0 || b.isSmall3(n, n, k) || !syrkReaches(uplo, trans, n, k, len(a), lda, len(c), ldc) {
		b.portable.Dsyrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	b.gate.enter()
	C.hb_dsyrk(b.dsyrk, C.int(uplo), C.int(trans), C.int(n), C.int(k), C.double(alpha),
		doubles(a), C.int(lda), C.double(beta), doubles(c), C.int(ldc))
	b.gate.leave()
}

// Dtrsm solves op(A)·X = alpha·B, or X·op(A) = alpha·B, with a triangular A,
// into B.
func (b *cblas) Dtrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, bm []float64, ldb int) {
	side, uplo, trans, diag := cblasSide(s), cblasUplo(ul), realTrans(tA), cblasDiag(d)
	if alpha == 0 || b.isSmall3(m, n, min(m, n)) || !triangularReaches(side, uplo, trans, diag, m, n, len(a), lda, len(bm), ldb) {
		b.portable.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, bm, ldb)
		return
	}
	b.gate.enter()
	C.hb_dtrxm(b.dtrsm, C.int(side), C.int(uplo), C.int(trans), C.int(diag), C.int(m), C.int(n),
		C.double(alpha), doubles(a), C.int(lda), doubles(bm), C.int(ldb))
	b.gate.leave()
}

// Dtrmm computes B = alpha·op(A)·B, or alpha·B·op(A), with a triangular A.
func (b *cblas) Dtrmm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, bm []float64, ldb int) {
	side, uplo, trans, diag := cblasSide(s), cblasUplo(ul), realTrans(tA), cblasDiag(d)
	if alpha == 0 || b.isSmall3(m, n, min(m, n)) || !triangularReaches(side, uplo, trans, diag, m, n, len(a), lda, len(bm), ldb) {
		b.portable.Dtrmm(s, ul, tA, d, m, n, alpha, a, lda, bm, ldb)
		return
	}
	b.gate.enter()
	C.hb_dtrxm(b.dtrmm, C.int(side), C.int(uplo), C.int(trans), C.int(diag), C.int(m), C.int(n),
		C.double(alpha), doubles(a), C.int(lda), doubles(bm), C.int(ldb))
	b.gate.leave()
}

// Dgemv computes y = alpha·op(A)·x + beta·y.
func (b *cblas) Dgemv(tA blas.Transpose, m, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	trans := realTrans(tA)
	if alpha == 0 || b.isSmall2(m, n) || !gemvReaches(trans, m, n, len(a), lda, len(x), incX, len(y), incY) {
		b.portable.Dgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	if beta == 0 {
		clearVector(opRows(trans, m, n), y, incY)
	}
	b.gate.enter()
	C.hb_dgemv(b.dgemv, C.int(trans), C.int(m), C.int(n), C.double(alpha), doubles(a), C.int(lda),
		doubles(x), C.int(incX), C.double(beta), doubles(y), C.int(incY))
	b.gate.leave()
}

// Dger computes A += alpha·x·yᵀ.
func (b *cblas) Dger(m, n int, alpha float64, x []float64, incX int, y []float64, incY int, a []float64, lda int) {
	if alpha == 0 || b.isSmall2(m, n) || !gerReaches(m, n, len(x), incX, len(y), incY, len(a), lda) {
		b.portable.Dger(m, n, alpha, x, incX, y, incY, a, lda)
		return
	}
	b.gate.enter()
	C.hb_dger(b.dger, C.int(m), C.int(n), C.double(alpha), doubles(x), C.int(incX),
		doubles(y), C.int(incY), doubles(a), C.int(lda))
	b.gate.leave()
}

// Ddot computes the sum of x[i]·y[i].
func (b *cblas) Ddot(n int, x []float64, incX int, y []float64, incY int) float64 {
	if n < b.minVector || !isVector(n, incX, len(x)) || !isVector(n, incY, len(y)) {
		return b.portable.Ddot(n, x, incX, y, incY)
	}
	b.gate.enter()
	dot := C.hb_ddot(b.ddot, C.int(n), doubles(x), C.int(incX), doubles(y), C.int(incY))
	b.gate.leave()
	return float64(dot)
}

// Dnrm2 computes the Euclidean norm of x.
func (b *cblas) Dnrm2(n int, x []float64, incX int) float64 {
	if n < b.minVector || incX < 0 || !isVector(n, incX, len(x)) {
		return b.portable.Dnrm2(n, x, incX)
	}
	b.gate.enter()
	norm := C.hb_dnrm2(b.dnrm2, C.int(n), doubles(x), C.int(incX))
	b.gate.leave()
	return float64(norm)
}

// Dasum computes the sum of |x[i]|.
func (b *cblas) Dasum(n int, x []float64, incX int) float64 {
	if n < b.minVector || incX < 0 || !isVector(n, incX, len(x)) {
		return b.portable.Dasum(n, x, incX)
	}
	b.gate.enter()
	sum := C.hb_dasum(b.dasum, C.int(n), doubles(x), C.int(incX))
	b.gate.leave()
	return float64(sum)
}

// Daxpy computes y += alpha·x.
func (b *cblas) Daxpy(n int, alpha float64, x []float64, incX int, y []float64, incY int) {
	if alpha == 0 || n < b.minVector || !isVector(n, incX, len(x)) || !isVector(n, incY, len(y)) {
		b.portable.Daxpy(n, alpha, x, incX, y, incY)
		return
	}
	b.gate.enter()
	C.hb_daxpy(b.daxpy, C.int(n), C.double(alpha), doubles(x), C.int(incX), doubles(y), C.int(incY))
	b.gate.leave()
}

// Dscal computes x *= alpha.
func (b *cblas) Dscal(n int, alpha float64, x []float64, incX int) {
	if alpha == 0 || n < b.minVector || incX < 0 || !isVector(n, incX, len(x)) {
		b.portable.Dscal(n, alpha, x, incX)
		return
	}
	b.gate.enter()
	C.hb_dscal(b.dscal, C.int(n), C.double(alpha), doubles(x), C.int(incX))
	b.gate.leave()
}
