package hostblas

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// portable is gonum's BLAS with what is wrong in v0.17.0 on amd64 put right. Its
// real rank-one updates read the wrong elements, also outside the slices, when
// an increment is negative. Its transposed Sgemv with beta = 0 clears y to the
// end of the slice, past the end of the vector. Its real Syrk with beta = 0
// multiplies what is in C by it for some flags, which keeps NaN.
type portable struct {
	gonum.Implementation
}

var _ Implementation = portable{}

// Sger computes A += alpha·x·yᵀ.
func (p portable) Sger(m, n int, alpha float32, x []float32, incX int, y []float32, incY int, a []float32, lda int) {
	if incX >= 0 && incY >= 0 {
		p.Implementation.Sger(m, n, alpha, x, incX, y, incY, a, lda)
		return
	}
	p.Implementation.Sger(m, n, 0, x, incX, y, incY, a, lda) // checks the arguments
	if alpha == 0 || n == 0 {
		return
	}
	for i := range m {
		p.Implementation.Saxpy(n, alpha*x[vectorIndex(i, m, incX)], y, incY, a[i*lda:i*lda+n], 1)
	}
}

// Dger computes A += alpha·x·yᵀ.
func (p portable) Dger(m, n int, alpha float64, x []float64, incX int, y []float64, incY int, a []float64, lda int) {
	if incX >= 0 && incY >= 0 {
		p.Implementation.Dger(m, n, alpha, x, incX, y, incY, a, lda)
		return
	}
	p.Implementation.Dger(m, n, 0, x, incX, y, incY, a, lda) // checks the arguments
	if alpha == 0 || n == 0 {
		return
	}
	for i := range m {
		p.Implementation.Daxpy(n, alpha*x[vectorIndex(i, m, incX)], y, incY, a[i*lda:i*lda+n], 1)
	}
}

// Sgemv computes y = alpha·op(A)·x + beta·y.
func (p portable) Sgemv(tA blas.Transpose, m, n int, alpha float32, a []float32, lda int, x []float32, incX int, beta float32, y []float32, incY int) {
	rows := opRows(realTrans(tA), m, n)
	if incY == 1 && rows >= 0 && rows < len(y) {
		y = y[:rows]
	}
	p.Implementation.Sgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
}

// Ssyrk computes one triangle of C = alpha·op(A)·op(A)ᵀ + beta·C.
func (p portable) Ssyrk(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float32, a []float32, lda int, beta float32, c []float32, ldc int) {
	if beta == 0 && syrkReaches(cblasUplo(ul), realTrans(tA), n, k, len(a), lda, len(c), ldc) {
		clearTriangle(ul, n, c, ldc)
	}
	p.Implementation.Ssyrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
}

// Dsyrk computes one triangle of C = alpha·op(A)·op(A)ᵀ + beta·C.
func (p portable) Dsyrk(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	if beta == 0 && syrkReaches(cblasUplo(ul), realTrans(tA), n, k, len(a), lda, len(c), ldc) {
		clearTriangle(ul, n, c, ldc)
	}
	p.Implementation.Dsyrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
}

// clearTriangle sets the triangle of a matrix of order n to zero.
func clearTriangle[T float32 | float64](ul blas.Uplo, n int, c []T, ldc int) {
	for i := range n {
		row := c[i*ldc : i*ldc+n]
		if ul == blas.Upper {
			clear(row[i:])
		} else {
			clear(row[:i+1])
		}
	}
}

// vectorIndex returns where element i of n at stride inc lies: a negative stride
// begins at the far end.
func vectorIndex(i, n, inc int) int {
	if inc < 0 {
		return (i - n + 1) * inc
	}
	return i * inc
}
