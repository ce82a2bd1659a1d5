package blas

// Sgemm computes C = alpha·op(A)·op(B) + beta·C.
func (o *onDevice) Sgemm(tA, tB Transpose, m, n, k int, alpha float32, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	dev, impl := o.choose(m, n, k)
	if !gemmOn(dev, tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) {
		impl.Sgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Ssymm computes C = alpha·A·B + beta·C, or alpha·B·A + beta·C, with a symmetric A.
func (o *onDevice) Ssymm(s Side, u Uplo, m, n int, alpha float32, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	dev, impl := o.choose(m, n, along(s, m, n))
	if !symmOn(dev, Symm[float32], s, u, m, n, alpha, a, lda, b, ldb, beta, c, ldc) {
		impl.Ssymm(s, u, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Ssyrk computes a triangle of C = alpha·op(A)·op(A)ᵀ + beta·C.
func (o *onDevice) Ssyrk(u Uplo, t Transpose, n, k int, alpha float32, a []float32, lda int, beta float32, c []float32, ldc int) {
	dev, impl := o.choose(n, n, k)
	if !syrkOn(dev, Syrk[float32], Trans, u, t, n, k, alpha, a, lda, beta, c, ldc) {
		impl.Ssyrk(u, t, n, k, alpha, a, lda, beta, c, ldc)
	}
}

// Ssyr2k computes a triangle of C = alpha·op(A)·op(B)ᵀ + alpha·op(B)·op(A)ᵀ + beta·C.
func (o *onDevice) Ssyr2k(u Uplo, t Transpose, n, k int, alpha float32, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	dev, impl := o.choose(n, n, k)
	if !syr2kOn(dev, Syr2k[float32], Trans, u, t, n, k, alpha, a, lda, b, ldb, beta, c, ldc) {
		impl.Ssyr2k(u, t, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Strmm computes B = alpha·op(A)·B, or alpha·B·op(A), with a triangular A.
func (o *onDevice) Strmm(s Side, u Uplo, t Transpose, d Diag, m, n int, alpha float32, a []float32, lda int, b []float32, ldb int) {
	dev, impl := o.choose(m, n, along(s, m, n))
	if !triangularOn(dev, Trmm[float32], s, u, t, d, m, n, alpha, a, lda, b, ldb) {
		impl.Strmm(s, u, t, d, m, n, alpha, a, lda, b, ldb)
	}
}

// Strsm solves op(A)·X = alpha·B, or X·op(A) = alpha·B, with a triangular A, and stores X in B.
func (o *onDevice) Strsm(s Side, u Uplo, t Transpose, d Diag, m, n int, alpha float32, a []float32, lda int, b []float32, ldb int) {
	dev, impl := o.choose(m, n, along(s, m, n))
	if !triangularOn(dev, Trsm[float32], s, u, t, d, m, n, alpha, a, lda, b, ldb) {
		impl.Strsm(s, u, t, d, m, n, alpha, a, lda, b, ldb)
	}
}
