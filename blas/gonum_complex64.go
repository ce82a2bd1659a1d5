package blas

// Cgemm computes C = alpha·op(A)·op(B) + beta·C.
func (o *onDevice) Cgemm(tA, tB Transpose, m, n, k int, alpha complex64, a []complex64, lda int, b []complex64, ldb int, beta complex64, c []complex64, ldc int) {
	dev, impl := o.choose(m, n, k)
	if !gemmOn(dev, tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) {
		impl.Cgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Csymm computes C = alpha·A·B + beta·C, or alpha·B·A + beta·C, with a symmetric A.
func (o *onDevice) Csymm(s Side, u Uplo, m, n int, alpha complex64, a []complex64, lda int, b []complex64, ldb int, beta complex64, c []complex64, ldc int) {
	dev, impl := o.choose(m, n, along(s, m, n))
	if !symmOn(dev, Symm[complex64], s, u, m, n, alpha, a, lda, b, ldb, beta, c, ldc) {
		impl.Csymm(s, u, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Chemm computes C = alpha·A·B + beta·C, or alpha·B·A + beta·C, with a Hermitian A.
func (o *onDevice) Chemm(s Side, u Uplo, m, n int, alpha complex64, a []complex64, lda int, b []complex64, ldb int, beta complex64, c []complex64, ldc int) {
	dev, impl := o.choose(m, n, along(s, m, n))
	if !symmOn(dev, Hemm[complex64], s, u, m, n, alpha, a, lda, b, ldb, beta, c, ldc) {
		impl.Chemm(s, u, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Csyrk computes a triangle of C = alpha·op(A)·op(A)ᵀ + beta·C.
func (o *onDevice) Csyrk(u Uplo, t Transpose, n, k int, alpha complex64, a []complex64, lda int, beta complex64, c []complex64, ldc int) {
	dev, impl := o.choose(n, n, k)
	if !syrkOn(dev, Syrk[complex64], Trans, u, t, n, k, alpha, a, lda, beta, c, ldc) {
		impl.Csyrk(u, t, n, k, alpha, a, lda, beta, c, ldc)
	}
}

// Cherk computes a triangle of C = alpha·op(A)·op(A)ᴴ + beta·C.
func (o *onDevice) Cherk(u Uplo, t Transpose, n, k int, alpha float32, a []complex64, lda int, beta float32, c []complex64, ldc int) {
	dev, impl := o.choose(n, n, k)
	if !syrkOn(dev, Herk[complex64], ConjTrans, u, t, n, k, float64(alpha), a, lda, float64(beta), c, ldc) {
		impl.Cherk(u, t, n, k, alpha, a, lda, beta, c, ldc)
	}
}

// Csyr2k computes a triangle of C = alpha·op(A)·op(B)ᵀ + alpha·op(B)·op(A)ᵀ + beta·C.
func (o *onDevice) Csyr2k(u Uplo, t Transpose, n, k int, alpha complex64, a []complex64, lda int, b []complex64, ldb int, beta complex64, c []complex64, ldc int) {
	dev, impl := o.choose(n, n, k)
	if !syr2kOn(dev, Syr2k[complex64], Trans, u, t, n, k, alpha, a, lda, b, ldb, beta, c, ldc) {
		impl.Csyr2k(u, t, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Cher2k computes a triangle of C = alpha·op(A)·op(B)ᴴ + conj(alpha)·op(B)·op(A)ᴴ + beta·C.
func (o *onDevice) Cher2k(u Uplo, t Transpose, n, k int, alpha complex64, a []complex64, lda int, b []complex64, ldb int, beta float32, c []complex64, ldc int) {
	dev, impl := o.choose(n, n, k)
	if !syr2kOn(dev, Her2k[complex64], ConjTrans, u, t, n, k, alpha, a, lda, b, ldb, float64(beta), c, ldc) {
		impl.Cher2k(u, t, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Ctrmm computes B = alpha·op(A)·B, or alpha·B·op(A), with a triangular A.
func (o *onDevice) Ctrmm(s Side, u Uplo, t Transpose, d Diag, m, n int, alpha complex64, a []complex64, lda int, b []complex64, ldb int) {
	dev, impl := o.choose(m, n, along(s, m, n))
	if !triangularOn(dev, Trmm[complex64], s, u, t, d, m, n, alpha, a, lda, b, ldb) {
		impl.Ctrmm(s, u, t, d, m, n, alpha, a, lda, b, ldb)
	}
}

// Ctrsm solves op(A)·X = alpha·B, or X·op(A) = alpha·B, with a triangular A, and stores X in B.
func (o *onDevice) Ctrsm(s Side, u Uplo, t Transpose, d Diag, m, n int, alpha complex64, a []complex64, lda int, b []complex64, ldb int) {
	dev, impl := o.choose(m, n, along(s, m, n))
	if !triangularOn(dev, Trsm[complex64], s, u, t, d, m, n, alpha, a, lda, b, ldb) {
		impl.Ctrsm(s, u, t, d, m, n, alpha, a, lda, b, ldb)
	}
}
