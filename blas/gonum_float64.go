package blas

// Dgemm computes C = alpha·op(A)·op(B) + beta·C.
func (o *onDevice) Dgemm(tA, tB Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	dev, impl := o.choose(m, n, k)
	if !gemmOn(dev, tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) {
		impl.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Dsymm computes C = alpha·A·B + beta·C, or alpha·B·A + beta·C, with a symmetric A.
func (o *onDevice) Dsymm(s Side, u Uplo, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	dev, impl := o.choose(m, n, along(s, m, n))
	if !symmOn(dev, Symm[float64], s, u, m, n, alpha, a, lda, b, ldb, beta, c, ldc) {
		impl.Dsymm(s, u, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Dsyrk computes a triangle of C = alpha·op(A)·op(A)ᵀ + beta·C.
func (o *onDevice) Dsyrk(u Uplo, t Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	dev, impl := o.choose(n, n, k)
	if !syrkOn(dev, Syrk[float64], Trans, u, t, n, k, alpha, a, lda, beta, c, ldc) {
		impl.Dsyrk(u, t, n, k, alpha, a, lda, beta, c, ldc)
	}
}

// Dsyr2k computes a triangle of C = alpha·op(A)·op(B)ᵀ + alpha·op(B)·op(A)ᵀ + beta·C.
func (o *onDevice) Dsyr2k(u Uplo, t Transpose, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	dev, impl := o.choose(n, n, k)
	if !syr2kOn(dev, Syr2k[float64], Trans, u, t, n, k, alpha, a, lda, b, ldb, beta, c, ldc) {
		impl.Dsyr2k(u, t, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Dtrmm computes B = alpha·op(A)·B, or alpha·B·op(A), with a triangular A.
func (o *onDevice) Dtrmm(s Side, u Uplo, t Transpose, d Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	dev, impl := o.choose(m, n, along(s, m, n))
	if !triangularOn(dev, Trmm[float64], s, u, t, d, m, n, alpha, a, lda, b, ldb) {
		impl.Dtrmm(s, u, t, d, m, n, alpha, a, lda, b, ldb)
	}
}

// Dtrsm solves op(A)·X = alpha·B, or X·op(A) = alpha·B, with a triangular A, and stores X in B.
func (o *onDevice) Dtrsm(s Side, u Uplo, t Transpose, d Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	dev, impl := o.choose(m, n, along(s, m, n))
	if !triangularOn(dev, Trsm[float64], s, u, t, d, m, n, alpha, a, lda, b, ldb) {
		impl.Dtrsm(s, u, t, d, m, n, alpha, a, lda, b, ldb)
	}
}
