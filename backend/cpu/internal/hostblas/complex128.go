//go:build cgo && (linux || darwin)

package hostblas

// #cgo noescape hb_zaxpy
// #cgo nocallback hb_zaxpy
// #cgo noescape hb_zdot
// #cgo nocallback hb_zdot
// #cgo noescape hb_zgemm
// #cgo nocallback hb_zgemm
// #cgo noescape hb_zgemv
// #cgo nocallback hb_zgemv
// #cgo noescape hb_zger
// #cgo nocallback hb_zger
// #cgo noescape hb_znorm
// #cgo nocallback hb_znorm
// #cgo noescape hb_zscal
// #cgo nocallback hb_zscal
// #include "cblas.h"
import "C"

import (
	"unsafe"

	"gonum.org/v1/gonum/blas"
)

// complex128s returns what C is given for the elements of x. It is called for
// slices that hold elements.
func complex128s(x []complex128) *C.double {
	return (*C.double)(unsafe.Pointer(unsafe.SliceData(x)))
}

// Zgemm computes C = alpha·op(A)·op(B) + beta·C.
func (b *cblas) Zgemm(tA, tB blas.Transpose, m, n, k int, alpha complex128, a []complex128, lda int, bm []complex128, ldb int, beta complex128, c []complex128, ldc int) {
	ta, tb := complexTrans(tA), complexTrans(tB)
	if alpha == 0 || b.isSmall3(m, n, k) || !gemmReaches(ta, tb, m, n, k, len(a), lda, len(bm), ldb, len(c), ldc) {
		b.portable.Zgemm(tA, tB, m, n, k, alpha, a, lda, bm, ldb, beta, c, ldc)
		return
	}
	b.gate.enter()
	C.hb_zgemm(b.zgemm, C.int(ta), C.int(tb), C.int(m), C.int(n), C.int(k),
		C.double(real(alpha)), C.double(imag(alpha)), complex128s(a), C.int(lda), complex128s(bm), C.int(ldb),
		C.double(real(beta)), C.double(imag(beta)), complex128s(c), C.int(ldc))
	b.gate.leave()
}

// Zgemv computes y = alpha·op(A)·x + beta·y.
func (b *cblas) Zgemv(tA blas.Transpose, m, n int, alpha complex128, a []complex128, lda int, x []complex128, incX int, beta complex128, y []complex128, incY int) {
	trans := complexTrans(tA)
	if alpha == 0 || b.isSmall2(m, n) || !gemvReaches(trans, m, n, len(a), lda, len(x), incX, len(y), incY) {
		b.portable.Zgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	if beta == 0 {
		clearVector(opRows(trans, m, n), y, incY)
	}
	if trans != cblasNoTrans {
		x, incX = padded(m, x, incX), 1
	}
	b.gate.enter()
	C.hb_zgemv(b.zgemv, C.int(trans), C.int(m), C.int(n), C.double(real(alpha)), C.double(imag(alpha)),
		complex128s(a), C.int(lda), complex128s(x), C.int(incX),
		C.double(real(beta)), C.double(imag(beta)), complex128s(y), C.int(incY))
	b.gate.leave()
}

// Zgeru computes A += alpha·x·yᵀ.
func (b *cblas) Zgeru(m, n int, alpha complex128, x []complex128, incX int, y []complex128, incY int, a []complex128, lda int) {
	if alpha == 0 || b.isSmall2(m, n) || !gerReaches(m, n, len(x), incX, len(y), incY, len(a), lda) {
		b.portable.Zgeru(m, n, alpha, x, incX, y, incY, a, lda)
		return
	}
	b.zger(b.zgeru, m, n, alpha, x, incX, y, incY, a, lda)
}

// Zgerc computes A += alpha·x·yᴴ.
func (b *cblas) Zgerc(m, n int, alpha complex128, x []complex128, incX int, y []complex128, incY int, a []complex128, lda int) {
	if alpha == 0 || b.isSmall2(m, n) || !gerReaches(m, n, len(x), incX, len(y), incY, len(a), lda) {
		b.portable.Zgerc(m, n, alpha, x, incX, y, incY, a, lda)
		return
	}
	b.zger(b.zgerc, m, n, alpha, x, incX, y, incY, a, lda)
}

func (b *cblas) zger(f C.uintptr_t, m, n int, alpha complex128, x []complex128, incX int, y []complex128, incY int, a []complex128, lda int) {
	b.gate.enter()
	C.hb_zger(f, C.int(m), C.int(n), C.double(real(alpha)), C.double(imag(alpha)),
		complex128s(x), C.int(incX), complex128s(y), C.int(incY), complex128s(a), C.int(lda))
	b.gate.leave()
}

// Zdotu computes the sum of x[i]·y[i].
func (b *cblas) Zdotu(n int, x []complex128, incX int, y []complex128, incY int) complex128 {
	if n < b.minVector || !isVector(n, incX, len(x)) || !isVector(n, incY, len(y)) {
		return b.portable.Zdotu(n, x, incX, y, incY)
	}
	return b.zdot(b.zdotu, n, x, incX, y, incY)
}

// Zdotc computes the sum of conj(x[i])·y[i].
func (b *cblas) Zdotc(n int, x []complex128, incX int, y []complex128, incY int) complex128 {
	if n < b.minVector || !isVector(n, incX, len(x)) || !isVector(n, incY, len(y)) {
		return b.portable.Zdotc(n, x, incX, y, incY)
	}
	return b.zdot(b.zdotc, n, x, incX, y, incY)
}

func (b *cblas) zdot(f C.uintptr_t, n int, x []complex128, incX int, y []complex128, incY int) complex128 {
	if incX != 1 {
		x, incX = padded(n, x, incX), 1
	}
	if incY != 1 {
		y, incY = padded(n, y, incY), 1
	}
	b.gate.enter()
	dot := C.hb_zdot(f, C.int(n), complex128s(x), C.int(incX), complex128s(y), C.int(incY))
	b.gate.leave()
	return complex(float64(dot.re), float64(dot.im))
}

// Dznrm2 computes the Euclidean norm of x.
func (b *cblas) Dznrm2(n int, x []complex128, incX int) float64 {
	if n < b.minVector || incX < 0 || !isVector(n, incX, len(x)) {
		return b.portable.Dznrm2(n, x, incX)
	}
	return b.znorm(b.dznrm2, n, x, incX)
}

// Dzasum computes the sum of |re x[i]| + |im x[i]|.
func (b *cblas) Dzasum(n int, x []complex128, incX int) float64 {
	if n < b.minVector || incX < 0 || !isVector(n, incX, len(x)) {
		return b.portable.Dzasum(n, x, incX)
	}
	return b.znorm(b.dzasum, n, x, incX)
}

func (b *cblas) znorm(f C.uintptr_t, n int, x []complex128, incX int) float64 {
	b.gate.enter()
	norm := C.hb_znorm(f, C.int(n), complex128s(x), C.int(incX))
	b.gate.leave()
	return float64(norm)
}

// Zaxpy computes y += alpha·x.
func (b *cblas) Zaxpy(n int, alpha complex128, x []complex128, incX int, y []complex128, incY int) {
	if alpha == 0 || n < b.minVector || !isVector(n, incX, len(x)) || !isVector(n, incY, len(y)) {
		b.portable.Zaxpy(n, alpha, x, incX, y, incY)
		return
	}
	b.gate.enter()
	C.hb_zaxpy(b.zaxpy, C.int(n), C.double(real(alpha)), C.double(imag(alpha)),
		complex128s(x), C.int(incX), complex128s(y), C.int(incY))
	b.gate.leave()
}

// Zscal computes x *= alpha.
func (b *cblas) Zscal(n int, alpha complex128, x []complex128, incX int) {
	if alpha == 0 || n < b.minVector || incX < 0 || !isVector(n, incX, len(x)) {
		b.portable.Zscal(n, alpha, x, incX)
		return
	}
	b.gate.enter()
	C.hb_zscal(b.zscal, C.int(n), C.double(real(alpha)), C.double(imag(alpha)), complex128s(x), C.int(incX))
	b.gate.leave()
}
