//go:build cgo && (linux || darwin)

package hostblas

import "gonum.org/v1/gonum/blas"

// Ssymm computes C = alpha·A·B + beta·C, or B·A, with a symmetric A.
func (p *packed) Ssymm(s blas.Side, ul blas.Uplo, m, n int, alpha float32, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	if alpha == 0 || p.isSmall3(m, n, min(m, n)) || !symmReaches(cblasSide(s), cblasUplo(ul), m, n, len(a), lda, len(b), ldb, len(c), ldc) {
		p.portable.Ssymm(s, ul, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	symm(p, s == blas.Left, ul == blas.Upper, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
}

// Dsymm computes C = alpha·A·B + beta·C, or B·A, with a symmetric A.
func (p *packed) Dsymm(s blas.Side, ul blas.Uplo, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	if alpha == 0 || p.isSmall3(m, n, min(m, n)) || !symmReaches(cblasSide(s), cblasUplo(ul), m, n, len(a), lda, len(b), ldb, len(c), ldc) {
		p.portable.Dsymm(s, ul, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	symm(p, s == blas.Left, ul == blas.Upper, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
}

// Ssyrk computes one triangle of C = alpha·op(A)·op(A)ᵀ + beta·C.
func (p *packed) Ssyrk(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float32, a []float32, lda int, beta float32, c []float32, ldc int) {
	trans := realTrans(tA)
	if alpha == 0 || p.isSmall3(n, n, k) || !syrkReaches(cblasUplo(ul), trans, n, k, len(a), lda, len(c), ldc) {
		p.portable.Ssyrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	syrk(p, ul == blas.Upper, n, k, alpha, stored(trans, a, lda), beta, c, ldc)
}

// Dsyrk computes one triangle of C = alpha·op(A)·op(A)ᵀ + beta·C.
func (p *packed) Dsyrk(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	trans := realTrans(tA)
	if alpha == 0 || p.isSmall3(n, n, k) || !syrkReaches(cblasUplo(ul), trans, n, k, len(a), lda, len(c), ldc) {
		p.portable.Dsyrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	syrk(p, ul == blas.Upper, n, k, alpha, stored(trans, a, lda), beta, c, ldc)
}

// Strsm solves op(A)·X = alpha·B, or X·op(A) = alpha·B, with a triangular A,
// into B.
func (p *packed) Strsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float32, a []float32, lda int, b []float32, ldb int) {
	trans := realTrans(tA)
	if alpha == 0 || p.isSmall3(m, n, min(m, n)) || !triangularReaches(cblasSide(s), cblasUplo(ul), trans, cblasDiag(d), m, n, len(a), lda, len(b), ldb) {
		p.portable.Strsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	scale(m, n, alpha, b, ldb)
	leaf := tA
	if s == blas.Right {
		leaf = flipped(trans)
	}
	t := triangularSolve[float32]{
		p: p, left: s == blas.Left, lower: (ul == blas.Lower) == (trans == cblasNoTrans),
		a: stored(trans, a, lda), m: m, n: n, b: b, ldb: ldb,
		solve: func(at, order, n int, b []float32, ldb int) {
			p.portable.Strsm(blas.Left, ul, leaf, d, order, n, 1, a[at*lda+at:], lda, b, ldb)
		},
	}
	t.run(0, order(s, m, n))
}

// Dtrsm solves op(A)·X = alpha·B, or X·op(A) = alpha·B, with a triangular A,
// into B.
func (p *packed) Dtrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	trans := realTrans(tA)
	if alpha == 0 || p.isSmall3(m, n, min(m, n)) || !triangularReaches(cblasSide(s), cblasUplo(ul), trans, cblasDiag(d), m, n, len(a), lda, len(b), ldb) {
		p.portable.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	scale(m, n, alpha, b, ldb)
	leaf := tA
	if s == blas.Right {
		leaf = flipped(trans)
	}
	t := triangularSolve[float64]{
		p: p, left: s == blas.Left, lower: (ul == blas.Lower) == (trans == cblasNoTrans),
		a: stored(trans, a, lda), m: m, n: n, b: b, ldb: ldb,
		solve: func(at, order, n int, b []float64, ldb int) {
			p.portable.Dtrsm(blas.Left, ul, leaf, d, order, n, 1, a[at*lda+at:], lda, b, ldb)
		},
	}
	t.run(0, order(s, m, n))
}

// order returns the order of A where it stands beside an m×n matrix.
func order(s blas.Side, m, n int) int {
	if s == blas.Left {
		return m
	}
	return n
}
