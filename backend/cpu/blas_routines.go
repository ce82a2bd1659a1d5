package cpu

import (
	"gonum.org/v1/gonum/blas"

	"github.com/cugond/cugond/backend/cpu/internal/hostblas"
	"github.com/cugond/cugond/backend/expr"
)

// blasRoutines are the routines of one element type. Those that it lacks are nil:
// symv of complex numbers, and of floats what is conjugated or Hermitian.
type blasRoutines[T expr.Field] struct {
	conj, real     func(T) T
	gemv           func(t blas.Transpose, m, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int)
	ger            func(m, n int, alpha T, x []T, incX int, y []T, incY int, a []T, lda int)
	symv, hemv     func(u blas.Uplo, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int)
	trmv, trsv     func(u blas.Uplo, t blas.Transpose, d blas.Diag, n int, a []T, lda int, x []T, incX int)
	gemmOf         func(ta, tb blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int)
	symmOf, hemm   func(s blas.Side, u blas.Uplo, m, n int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int)
	syrkOf, herk   func(u blas.Uplo, t blas.Transpose, n, k int, alpha T, a []T, lda int, beta T, c []T, ldc int)
	syr2kOf, her2k func(u blas.Uplo, t blas.Transpose, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int)
	trmm, trsm     func(s blas.Side, u blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int)
}

func float32BLAS(i hostblas.Implementation) *blasRoutines[float32] {
	return &blasRoutines[float32]{
		gemv: i.Sgemv, ger: i.Sger, symv: i.Ssymv, trmv: i.Strmv, trsv: i.Strsv, gemmOf: i.Sgemm,
		symmOf: i.Ssymm, syrkOf: i.Ssyrk, syr2kOf: i.Ssyr2k, trmm: i.Strmm, trsm: i.Strsm,
	}
}

func float64BLAS(i hostblas.Implementation) *blasRoutines[float64] {
	return &blasRoutines[float64]{
		gemv: i.Dgemv, ger: i.Dger, symv: i.Dsymv, trmv: i.Dtrmv, trsv: i.Dtrsv, gemmOf: i.Dgemm,
		symmOf: i.Dsymm, syrkOf: i.Dsyrk, syr2kOf: i.Dsyr2k, trmm: i.Dtrmm, trsm: i.Dtrsm,
	}
}

func complex64BLAS(i hostblas.Implementation) *blasRoutines[complex64] {
	return &blasRoutines[complex64]{
		conj: func(z complex64) complex64 { return complex(real(z), -imag(z)) },
		real: func(z complex64) complex64 { return complex(real(z), 0) },
		gemv: i.Cgemv, ger: i.Cgeru, hemv: i.Chemv, trmv: i.Ctrmv, trsv: i.Ctrsv, gemmOf: i.Cgemm,
		symmOf: i.Csymm, hemm: i.Chemm, syrkOf: i.Csyrk, syr2kOf: i.Csyr2k, trmm: i.Ctrmm, trsm: i.Ctrsm,
		herk: func(u blas.Uplo, t blas.Transpose, n, k int, alpha complex64, a []complex64, lda int, beta complex64, c []complex64, ldc int) {
			i.Cherk(u, t, n, k, real(alpha), a, lda, real(beta), c, ldc)
		},
		her2k: func(u blas.Uplo, t blas.Transpose, n, k int, alpha complex64, a []complex64, lda int, b []complex64, ldb int, beta complex64, c []complex64, ldc int) {
			i.Cher2k(u, t, n, k, alpha, a, lda, b, ldb, real(beta), c, ldc)
		},
	}
}

func complex128BLAS(i hostblas.Implementation) *blasRoutines[complex128] {
	return &blasRoutines[complex128]{
		conj: func(z complex128) complex128 { return complex(real(z), -imag(z)) },
		real: func(z complex128) complex128 { return complex(real(z), 0) },
		gemv: i.Zgemv, ger: i.Zgeru, hemv: i.Zhemv, trmv: i.Ztrmv, trsv: i.Ztrsv, gemmOf: i.Zgemm,
		symmOf: i.Zsymm, hemm: i.Zhemm, syrkOf: i.Zsyrk, syr2kOf: i.Zsyr2k, trmm: i.Ztrmm, trsm: i.Ztrsm,
		herk: func(u blas.Uplo, t blas.Transpose, n, k int, alpha complex128, a []complex128, lda int, beta complex128, c []complex128, ldc int) {
			i.Zherk(u, t, n, k, real(alpha), a, lda, real(beta), c, ldc)
		},
		her2k: func(u blas.Uplo, t blas.Transpose, n, k int, alpha complex128, a []complex128, lda int, b []complex128, ldb int, beta complex128, c []complex128, ldc int) {
			i.Zher2k(u, t, n, k, alpha, a, lda, b, ldb, real(beta), c, ldc)
		},
	}
}
