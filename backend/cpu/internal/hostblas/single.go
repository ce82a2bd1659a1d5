//go:build cgo && (linux || darwin)

package hostblas

// #cgo noescape hb_sasum
// #cgo nocallback hb_sasum
// #cgo noescape hb_saxpy
// #cgo nocallback hb_saxpy
// #cgo noescape hb_sdot
// #cgo nocallback hb_sdot
// #cgo noescape hb_sgemm
// #cgo nocallback hb_sgemm
// #cgo noescape hb_sgemv
// #cgo nocallback hb_sgemv
// #cgo noescape hb_sger
// #cgo nocallback hb_sger
// #cgo noescape hb_snrm2
// #cgo nocallback hb_snrm2
// #cgo noescape hb_sscal
// #cgo nocallback hb_sscal
// #cgo noescape hb_ssymm
// #cgo nocallback hb_ssymm
// #cgo noescape hb_ssyrk
// #cgo nocallback hb_ssyrk
// #cgo noescape hb_strxm
// #cgo nocallback hb_strxm
// #include "cblas.h"
import "C"

import (
	"unsafe"

	"gonum.org/v1/gonum/blas"
)

// singles returns what C is given for the elements of x. It is called for
// slices that hold elements.
func singles(x []float32) *C.float {
	return (*C.float)(unsafe.Pointer(unsafe.SliceData(x)))
}

// Sgemm computes C = alpha·op(A)·op(B) + beta·C.
func (b *cblas) Sgemm(tA, tB blas.Transpose, m, n, k int, alpha float32, a []float32, lda int, bm []float32, ldb int, beta float32, c []float32, ldc int) {
	ta, tb := realTrans(tA), realTrans(tB)
	if alpha == 0 || b.isSmall3(m, n, k) || !gemmReaches(ta, tb, m, n, k, len(a), lda, len(bm), ldb, len(c), ldc) {
		b.portable.Sgemm(tA, tB, m, n, k, alpha, a, lda, bm, ldb, beta, c, ldc)
		return
	}
	b.gate.enter()
	C.hb_sgemm(b.sgemm, C.int(ta), C.int(tb), C.int(m), C.int(n), C.int(k), C.float(alpha),
		singles(a), C.int(lda), singles(bm), C.int(ldb), C.float(beta), singles(c), C.int(ldc))
	b.gate.leave()
}

// Ssymm computes C = alpha·A·B + beta·C, or B·A, with a symmetric A.
func (b *cblas) Ssymm(s blas.Side, ul blas.Uplo, m, n int, alpha float32, a []float32, lda int, bm []float32, ldb int, beta float32, c []float32, ldc int) {
	side, uplo := cblasSide(s), cblasUplo(ul)
	if alpha == 0 || b.isSmall3(m, n, min(m, n)) || !symmReaches(side, uplo, m, n, len(a), lda, len(bm), ldb, len(c), ldc) {
		b.portable.Ssymm(s, ul, m, n, alpha, a, lda, bm, ldb, beta, c, ldc)
		return
	}
	b.gate.enter()
	C.hb_ssymm(b.ssymm, C.int(side), C.int(uplo), C.int(m), C.int(n), C.float(alpha),
		singles(a), C.int(lda), singles(bm), C.int(ldb), C.float(beta), singles(c), C.int(ldc))
	b.gate.leave()
}

// Ssyrk computes one triangle of C = alpha·op(A)·op(A)ᵀ + beta·C.
func (b *cblas) Ssyrk(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float32, a []float32, lda int, beta float32, c []float32, ldc int) {
	uplo, trans := cblasUplo(ul), realTrans(tA)
	if alpha == 0 || b.isSmall3(n, n, k) || !syrkReaches(uplo, trans, n, k, len(a), lda, len(c), ldc) {
		b.portable.Ssyrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	b.gate.enter()
	C.hb_ssyrk(b.ssyrk, C.int(uplo), C.int(trans), C.int(n), C.int(k), C.float(alpha),
		singles(a), C.int(lda), C.float(beta), singles(c), C.int(ldc))
	b.gate.leave()
}

// Strsm solves op(A)·X = alpha·B, or X·op(A) = alpha·B, with a triangular A,
// into B.
func (b *cblas) Strsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float32, a []float32, lda int, bm []float32, ldb int) {
	side, uplo, trans, diag := cblasSide(s), cblasUplo(ul), realTrans(tA), cblasDiag(d)
	if alpha == 0 || b.isSmall3(m, n, min(m, n)) || !triangularReaches(side, uplo, trans, diag, m, n, len(a), lda, len(bm), ldb) {
		b.portable.Strsm(s, ul, tA, d, m, n, alpha, a, lda, bm, ldb)
		return
	}
	b.gate.enter()
	C.hb_strxm(b.strsm, C.int(side), C.int(uplo), C.int(trans), C.int(diag), C.int(m), C.int(n),
		C.float(alpha), singles(a), C.int(lda), singles(bm), C.int(ldb))
	b.gate.leave()
}

// Strmm computes B = alpha·op(A)·B, or alpha·B·op(A), with a triangular A.
func (b *cblas) Strmm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float32, a []float32, lda int, bm []float32, ldb int) {
	side, uplo, trans, diag := cblasSide(s), cblasUplo(ul), realTrans(tA), cblasDiag(d)
	if alpha == 0 || b.isSmall3(m, n, min(m, n)) || !triangularReaches(side, uplo, trans, diag, m, n, len(a), lda, len(bm), ldb) {
		b.portable.Strmm(s, ul, tA, d, m, n, alpha, a, lda, bm, ldb)
		return
	}
	b.gate.enter()
	C.hb_strxm(b.strmm, C.int(side), C.int(uplo), C.int(trans), C.int(diag), C.int(m), C.int(n),
		C.float(alpha), singles(a), C.int(lda), singles(bm), C.int(ldb))
	b.gate.leave()
}

// Sgemv computes y = alpha·op(A)·x + beta·y.
func (b *cblas) Sgemv(tA blas.Transpose, m, n int, alpha float32, a []float32, lda int, x []float32, incX int, beta float32, y []float32, incY int) {
	trans := realTrans(tA)
	if alpha == 0 || b.isSmall2(m, n) || !gemvReaches(trans, m, n, len(a), lda, len(x), incX, len(y), incY) {
		b.portable.Sgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	if beta == 0 {
		clearVector(opRows(trans, m, n), y, incY)
	}
	b.gate.enter()
	C.hb_sgemv(b.sgemv, C.int(trans), C.int(m), C.int(n), C.float(alpha), singles(a), C.int(lda),
		singles(x), C.int(incX), C.float(beta), singles(y), C.int(incY))
	b.gate.leave()
}

// Sger computes A += alpha·x·yᵀ.
func (b *cblas) Sger(m, n int, alpha float32, x []float32, incX int, y []float32, incY int, a []float32, lda int) {
	if alpha == 0 || b.isSmall2(m, n) || !gerReaches(m, n, len(x), incX, len(y), incY, len(a), lda) {
		b.portable.Sger(m, n, alpha, x, incX, y, incY, a, lda)
		return
	}
	b.gate.enter()
	C.hb_sger(b.sger, C.int(m), C.int(n), C.float(alpha), singles(x), C.int(incX),
		singles(y), C.int(incY), singles(a), C.int(lda))
	b.gate.leave()
}

// Sdot computes the sum of x[i]·y[i].
func (b *cblas) Sdot(n int, x []float32, incX int, y []float32, incY int) float32 {
	if n < b.minVector || !isVector(n, incX, len(x)) || !isVector(n, incY, len(y)) {
		return b.portable.Sdot(n, x, incX, y, incY)
	}
	b.gate.enter()
	dot := C.hb_sdot(b.sdot, C.int(n), singles(x), C.int(incX), singles(y), C.int(incY))
	b.gate.leave()
	return float32(dot)
}

// Snrm2 computes the Euclidean norm of x.
func (b *cblas) Snrm2(n int, x []float32, incX int) float32 {
	if n < b.minVector || incX < 0 || !isVector(n, incX, len(x)) {
		return b.portable.Snrm2(n, x, incX)
	}
	b.gate.enter()
	norm := C.hb_snrm2(b.snrm2, C.int(n), singles(x), C.int(incX))
	b.gate.leave()
	return float32(norm)
}

// Sasum computes the sum of |x[i]|.
func (b *cblas) Sasum(n int, x []float32, incX int) float32 {
	if n < b.minVector || incX < 0 || !isVector(n, incX, len(x)) {
		return b.portable.Sasum(n, x, incX)
	}
	b.gate.enter()
	sum := C.hb_sasum(b.sasum, C.int(n), singles(x), C.int(incX))
	b.gate.leave()
	return float32(sum)
}

// Saxpy computes y += alpha·x.
func (b *cblas) Saxpy(n int, alpha float32, x []float32, incX int, y []float32, incY int) {
	if alpha == 0 || n < b.minVector || !isVector(n, incX, len(x)) || !isVector(n, incY, len(y)) {
		b.portable.Saxpy(n, alpha, x, incX, y, incY)
		return
	}
	b.gate.enter()
	C.hb_saxpy(b.saxpy, C.int(n), C.float(alpha), singles(x), C.int(incX), singles(y), C.int(incY))
	b.gate.leave()
}

// Sscal computes x *= alpha.
func (b *cblas) Sscal(n int, alpha float32, x []float32, incX int) {
	if alpha == 0 || n < b.minVector || incX < 0 || !isVector(n, incX, len(x)) {
		b.portable.Sscal(n, alpha, x, incX)
		return
	}
	b.gate.enter()
	C.hb_sscal(b.sscal, C.int(n), C.float(alpha), singles(x), C.int(incX))
	b.gate.leave()
}
