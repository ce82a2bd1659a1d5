package hostblas

import (
	"math"

	"gonum.org/v1/gonum/blas"
)

// The checks here decide whether a call may reach C. A call that does not pass
// goes to gonum's code instead, which panics with its own message if an
// argument is wrong, and computes the result if the call is only out of the
// library's reach: nothing to do, or a dimension of more than 32 bits. They are
// therefore only as strict as safety needs, and never have a message of their
// own to keep in step with gonum's.

// CBLAS's values of the flags.
const (
	cblasNoTrans   = 111
	cblasTrans     = 112
	cblasConjTrans = 113
	cblasUpper     = 121
	cblasLower     = 122
	cblasNonUnit   = 131
	cblasUnit      = 132
	cblasLeft      = 141
	cblasRight     = 142
)

// realTrans returns CBLAS's value for a transpose flag of a real matrix, or 0
// if there is none.
func realTrans(t blas.Transpose) int32 {
	switch t {
	case blas.NoTrans:
		return cblasNoTrans
	case blas.Trans, blas.ConjTrans:
		return cblasTrans
	}
	return 0
}

// complexTrans returns CBLAS's value for a transpose flag of a complex matrix,
// or 0 if there is none.
func complexTrans(t blas.Transpose) int32 {
	if t == blas.ConjTrans {
		return cblasConjTrans
	}
	return realTrans(t)
}

func cblasUplo(u blas.Uplo) int32 {
	switch u {
	case blas.Upper:
		return cblasUpper
	case blas.Lower:
		return cblasLower
	}
	return 0
}

func cblasDiag(d blas.Diag) int32 {
	switch d {
	case blas.NonUnit:
		return cblasNonUnit
	case blas.Unit:
		return cblasUnit
	}
	return 0
}

func cblasSide(s blas.Side) int32 {
	switch s {
	case blas.Left:
		return cblasLeft
	case blas.Right:
		return cblasRight
	}
	return 0
}

// isVector tells whether n elements at stride inc, n > 0, lie within a slice of
// the given length, with every number in reach of 32 bits.
func isVector(n, inc, length int) bool {
	if inc < 0 {
		inc = -inc // overflows only for the smallest int, which the next line refuses
	}
	if n <= 0 || n > math.MaxInt32 || inc <= 0 || inc > math.MaxInt32 {
		return false
	}
	return int64(n-1)*int64(inc) < int64(length)
}

// isMatrix tells whether a row-major matrix that is not empty lies within a
// slice of the given length, with every number in reach of 32 bits.
func isMatrix(rows, cols, ld, length int) bool {
	if rows <= 0 || cols <= 0 || rows > math.MaxInt32 || cols > math.MaxInt32 || ld < cols || ld > math.MaxInt32 {
		return false
	}
	return int64(rows-1)*int64(ld)+int64(cols) <= int64(length)
}

// isOpMatrix is isMatrix for a matrix whose shape after the operation is
// rows×cols.
func isOpMatrix(trans int32, rows, cols, ld, length int) bool {
	if trans == cblasNoTrans {
		return isMatrix(rows, cols, ld, length)
	}
	return trans != 0 && isMatrix(cols, rows, ld, length)
}

// gemmReaches tells whether C = op(A)·op(B) may go to the library.
func gemmReaches(ta, tb int32, m, n, k, lenA, lda, lenB, ldb, lenC, ldc int) bool {
	return isOpMatrix(ta, m, k, lda, lenA) &&
		isOpMatrix(tb, k, n, ldb, lenB) &&
		isMatrix(m, n, ldc, lenC)
}

// gemvReaches tells whether y = op(A)·x may go to the library.
func gemvReaches(trans int32, m, n, lenA, lda, lenX, incX, lenY, incY int) bool {
	if trans == 0 || !isMatrix(m, n, lda, lenA) {
		return false
	}
	if trans != cblasNoTrans {
		m, n = n, m
	}
	return isVector(n, incX, lenX) && isVector(m, incY, lenY)
}

// gerReaches tells whether A += x·yᵀ may go to the library.
func gerReaches(m, n, lenX, incX, lenY, incY, lenA, lda int) bool {
	return isVector(m, incX, lenX) && isVector(n, incY, lenY) && isMatrix(m, n, lda, lenA)
}

// symmReaches tells whether C = A·B or B·A with a symmetric A may go to the
// library.
func symmReaches(side, uplo int32, m, n, lenA, lda, lenB, ldb, lenC, ldc int) bool {
	k := n
	if side == cblasLeft {
		k = m
	}
	return side != 0 && uplo != 0 && isMatrix(k, k, lda, lenA) &&
		isMatrix(m, n, ldb, lenB) && isMatrix(m, n, ldc, lenC)
}

// syrkReaches tells whether C = op(A)·op(A)ᵀ may go to the library.
func syrkReaches(uplo, trans int32, n, k, lenA, lda, lenC, ldc int) bool {
	return uplo != 0 && isOpMatrix(trans, n, k, lda, lenA) && isMatrix(n, n, ldc, lenC)
}

// triangularReaches tells whether a product or a solve with a triangular A, in
// B, may go to the library.
func triangularReaches(side, uplo, trans, diag int32, m, n, lenA, lda, lenB, ldb int) bool {
	k := n
	if side == cblasLeft {
		k = m
	}
	return side != 0 && uplo != 0 && trans != 0 && diag != 0 &&
		isMatrix(k, k, lda, lenA) && isMatrix(m, n, ldb, lenB)
}
