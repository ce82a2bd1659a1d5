package blas

// Zgemm computes C = alpha·op(A)·op(B) + beta·C.
func (o *onDevice) Zgemm(tA, tB Transpose, m, n, k int, alpha complex128, a []complex128, lda int, b []complex128, ldb int, beta complex128, c []complex128, ldc int) {
	dev, impl := o.choose(m, n, k)
	if !gemmOn(dev, tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) {
		impl.Zgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Zsymm computes C = alpha·A·B + beta·C, or alpha·B·A + beta·C, with a symmetric A.
func (o *onDevice) Zsymm(s Side, u Uplo, m, n int, alpha complex128, a []complex128, lda int, b []complex128, ldb int, beta complex128, c []complex128, ldc int) {
	dev, impl := o.choose(m, n, along(s, m, n))
	if !symmOn(dev, Symm[complex128], s, u, m, n, alpha, a, lda, b, ldb, beta, c, ldc) {
		impl.Zsymm(s, u, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Zhemm computes C = alpha·A·B + beta·C, or alpha·B·A + beta·C, with a Hermitian A.
func (o *onDevice) Zhemm(s Side, u Uplo, m, n int, alpha complex128, a []complex128, lda int, b []complex128, ldb int, beta complex128, c []complex128, ldc int) {
	dev, impl := o.choose(m, n, along(s, m, n))
	if !symmOn(dev, Hemm[complex128], s, u, m, n, alpha, a, lda, b, ldb, beta, c, ldc) {
		impl.Zhemm(s, u, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Zsyrk computes a triangle of C = alpha·op(A)·op(A)ᵀ + beta·C.
func (o *onDevice) Zsyrk(u Uplo, t Transpose, n, k int, alpha complex128, a []complex128, lda int, beta complex128, c []complex128, ldc int) {
	dev, impl := o.choose(n, n, k)
	if !syrkOn(dev, Syrk[complex128], Trans, u, t, n, k, alpha, a, lda, beta, c, ldc) {
		impl.Zsyrk(u, t, n, k, alpha, a, lda, beta, c, ldc)
	}
}

// Zherk computes a triangle of C = alpha·op(A)·op(A)ᴴ + beta·C.
func (o *onDevice) Zherk(u Uplo, t Transpose, n, k int, alpha float64, a []complex128, lda int, beta float64, c []complex128, ldc int) {
	dev, impl := o.choose(n, n, k)
	if !syrkOn(dev, Herk[complex128], ConjTrans, u, t, n, k, alpha, a, lda, beta, c, ldc) {
		impl.Zherk(u, t, n, k, alpha, a, lda, beta, c, ldc)
	}
}

// Zsyr2k computes a triangle of C = alpha·op(A)·op(B)ᵀ + alpha·op(B)·op(A)ᵀ + beta·C.
func (o *onDevice) Zsyr2k(u Uplo, t Transpose, n, k int, alpha complex128, a []complex128, lda int, b []complex128, ldb int, beta complex128, c []complex128, ldc int) {
	dev, impl := o.choose(n, n, k)
	if !syr2kOn(dev, Syr2k[complex128], Trans, u, t, n, k, alpha, a, lda, b, ldb, beta, c, ldc) {
		impl.Zsyr2k(u, t, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Zher2k computes a triangle of C = alpha·op(A)·op(B)ᴴ + conj(alpha)·op(B)·op(A)ᴴ + beta·C.
func (o *onDevice) Zher2k(u Uplo, t Transpose, n, k int, alpha complex128, a []complex128, lda int, b []complex128, ldb int, beta float64, c []complex128, ldc int) {
	dev, impl := o.choose(n, n, k)
	if !syr2kOn(dev, Her2k[complex128], ConjTrans, u, t, n, k, alpha, a, lda, b, ldb, beta, c, ldc) {
		impl.Zher2k(u, t, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Ztrmm computes B = alpha·op(A)·B, or alpha·B·op(A), with a triangular A.
func (o *onDevice) Ztrmm(s Side, u Uplo, t Transpose, d Diag, m, n int, alpha complex128, a []complex128, lda int, b []complex128, ldb int) {
	dev, impl := o.choose(m, n, along(s, m, n))
	if !triangularOn(dev, Trmm[complex128], s, u, t, d, m, n, alpha, a, lda, b, ldb) {
		impl.Ztrmm(s, u, t, d, m, n, alpha, a, lda, b, ldb)
	}
}

// Ztrsm solves op(A)·X = alpha·B, or X·op(A) = alpha·B, with a triangular A, and stores X in B.
func (o *onDevice) Ztrsm(s Side, u Uplo, t Transpose, d Diag, m, n int, alpha complex128, a []complex128, lda int, b []complex128, ldb int) {
	dev, impl := o.choose(m, n, along(s, m, n))
	if !triangularOn(dev, Trsm[complex128], s, u, t, d, m, n, alpha, a, lda, b, ldb) {
		impl.Ztrsm(s, u, t, d, m, n, alpha, a, lda, b, ldb)
	}
}
