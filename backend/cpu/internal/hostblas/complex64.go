//go:build cgo && (linux || darwin)

package hostblas

// #cgo noescape hb_caxpy
// #cgo nocallback hb_caxpy
// #cgo noescape hb_cdot
// #cgo nocallback hb_cdot
// #cgo noescape hb_cgemm
// #cgo nocallback hb_cgemm
// #cgo noescape hb_cgemv
// #cgo nocallback hb_cgemv
// #cgo noescape hb_cger
// #cgo nocallback hb_cger
// #cgo noescape hb_cnorm
// #cgo nocallback hb_cnorm
// #cgo noescape hb_cscal
// #cgo nocallback hb_cscal
// #include "cblas.h"
import "C"

import (
	"unsafe"

	"gonum.org/v1/gonum/blas"
)

// complex64s returns what C is given for the elements of x. It is called for
// slices that hold elements.
func complex64s(x []complex64) *C.float {
	return (*C.float)(unsafe.Pointer(unsafe.SliceData(x)))
}

// Cgemm computes C = alpha·op(A)·op(B) + beta·C.
func (b *cblas) Cgemm(tA, tB blas.Transpose, m, n, k int, alpha complex64, a []complex64, lda int, bm []complex64, ldb int, beta complex64, c []complex64, ldc int) {
	ta, tb := complexTrans(tA), complexTrans(tB)
	if alpha == 0 || b.isSmall3(m, n, k) || !gemmReaches(ta, tb, m, n, k, len(a), lda, len(bm), ldb, len(c), ldc) {
		b.portable.Cgemm(tA, tB, m, n, k, alpha, a, lda, bm, ldb, beta, c, ldc)
		return
	}
	b.gate.enter()
	C.hb_cgemm(b.cgemm, C.int(ta), C.int(tb), C.int(m), C.int(n), C.int(k),
		C.float(real(alpha)), C.float(imag(alpha)), complex64s(a), C.int(lda), complex64s(bm), C.int(ldb),
		C.float(real(beta)), C.float(imag(beta)), complex64s(c), C.int(ldc))
	b.gate.leave()
}

// Cgemv computes y = alpha·op(A)·x + beta·y.
func (b *cblas) Cgemv(tA blas.Transpose, m, n int, alpha complex64, a []complex64, lda int, x []complex64, incX int, beta complex64, y []complex64, incY int) {
	trans := complexTrans(tA)
	if alpha == 0 || b.isSmall2(m, n) || !gemvReaches(trans, m, n, len(a), lda, len(x), incX, len(y), incY) {
		b.portable.Cgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	if beta == 0 {
		clearVector(opRows(trans, m, n), y, incY)
	}
	if trans != cblasNoTrans {
		x, incX = padded(m, x, incX), 1
	}
	b.gate.enter()
	C.hb_cgemv(b.cgemv, C.int(trans), C.int(m), C.int(n), C.float(real(alpha)), C.float(imag(alpha)),
		complex64s(a), C.int(lda), complex64s(x), C.int(incX),
		C.float(real(beta)), C.float(imag(beta)), complex64s(y), C.int(incY))
	b.gate.leave()
}

// Cgeru computes A += alpha·x·yᵀ.
func (b *cblas) Cgeru(m, n int, alpha complex64, x []complex64, incX int, y []complex64, incY int, a []complex64, lda int) {
	if alpha == 0 || b.isSmall2(m, n) || !gerReaches(m, n, len(x), incX, len(y), incY, len(a), lda) {
		b.portable.Cgeru(m, n, alpha, x, incX, y, incY, a, lda)
		return
	}
	b.cger(b.cgeru, m, n, alpha, x, incX, y, incY, a, lda)
}

// Cgerc computes A += alpha·x·yᴴ.
func (b *cblas) Cgerc(m, n int, alpha complex64, x []complex64, incX int, y []complex64, incY int, a []complex64, lda int) {
	if alpha == 0 || b.isSmall2(m, n) || !gerReaches(m, n, len(x), incX, len(y), incY, len(a), lda) {
		b.portable.Cgerc(m, n, alpha, x, incX, y, incY, a, lda)
		return
	}
	b.cger(b.cgerc, m, n, alpha, x, incX, y, incY, a, lda)
}

func (b *cblas) cger(f C.uintptr_t, m, n int, alpha complex64, x []complex64, incX int, y []complex64, incY int, a []complex64, lda int) {
	b.gate.enter()
	C.hb_cger(f, C.int(m), C.int(n), C.float(real(alpha)), C.float(imag(alpha)),
		complex64s(x), C.int(incX), complex64s(y), C.int(incY), complex64s(a), C.int(lda))
	b.gate.leave()
}

// Cdotu computes the sum of x[i]·y[i].
func (b *cblas) Cdotu(n int, x []complex64, incX int, y []complex64, incY int) complex64 {
	if n < b.minVector || !isVector(n, incX, len(x)) || !isVector(n, incY, len(y)) {
		return b.portable.Cdotu(n, x, incX, y, incY)
	}
	return b.cdot(b.cdotu, n, x, incX, y, incY)
}

// Cdotc computes the sum of conj(x[i])·y[i].
func (b *cblas) Cdotc(n int, x []complex64, incX int, y []complex64, incY int) complex64 {
	if n < b.minVector || !isVector(n, incX, len(x)) || !isVector(n, incY, len(y)) {
		return b.portable.Cdotc(n, x, incX, y, incY)
	}
	return b.cdot(b.cdotc, n, x, incX, y, incY)
}

func (b *cblas) cdot(f C.uintptr_t, n int, x []complex64, incX int, y []complex64, incY int) complex64 {
	if incX != 1 {
		x, incX = padded(n, x, incX), 1
	}
	if incY != 1 {
		y, incY = padded(n, y, incY), 1
	}
	b.gate.enter()
	dot := C.hb_cdot(f, C.int(n), complex64s(x), C.int(incX), complex64s(y), C.int(incY))
	b.gate.leave()
	return complex(float32(dot.re), float32(dot.im))
}

// Scnrm2 computes the Euclidean norm of x.
func (b *cblas) Scnrm2(n int, x []complex64, incX int) float32 {
	if n < b.minVector || incX < 0 || !isVector(n, incX, len(x)) {
		return b.portable.Scnrm2(n, x, incX)
	}
	return b.cnorm(b.scnrm2, n, x, incX)
}

// Scasum computes the sum of |re x[i]| + |im x[i]|.
func (b *cblas) Scasum(n int, x []complex64, incX int) float32 {
	if n < b.minVector || incX < 0 || !isVector(n, incX, len(x)) {
		return b.portable.Scasum(n, x, incX)
	}
	return b.cnorm(b.scasum, n, x, incX)
}

func (b *cblas) cnorm(f C.uintptr_t, n int, x []complex64, incX int) float32 {
	b.gate.enter()
	norm := C.hb_cnorm(f, C.int(n), complex64s(x), C.int(incX))
	b.gate.leave()
	return float32(norm)
}

// Caxpy computes y += alpha·x.
func (b *cblas) Caxpy(n int, alpha complex64, x []complex64, incX int, y []complex64, incY int) {
	if alpha == 0 || n < b.minVector || !isVector(n, incX, len(x)) || !isVector(n, incY, len(y)) {
		b.portable.Caxpy(n, alpha, x, incX, y, incY)
		return
	}
	b.gate.enter()
	C.hb_caxpy(b.caxpy, C.int(n), C.float(real(alpha)), C.float(imag(alpha)),
		complex64s(x), C.int(incX), complex64s(y), C.int(incY))
	b.gate.leave()
}

// Cscal computes x *= alpha.
func (b *cblas) Cscal(n int, alpha complex64, x []complex64, incX int) {
	if alpha == 0 || n < b.minVector || incX < 0 || !isVector(n, incX, len(x)) {
		b.portable.Cscal(n, alpha, x, incX)
		return
	}
	b.gate.enter()
	C.hb_cscal(b.cscal, C.int(n), C.float(real(alpha)), C.float(imag(alpha)), complex64s(x), C.int(incX))
	b.gate.leave()
}
