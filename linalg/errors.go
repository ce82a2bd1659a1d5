package linalg

import "github.com/cugond/cugond/backend"

// What failures that the elements of a matrix decide wrap.
var (
	// ErrSingular: the matrix has no inverse, or less than full rank.
	ErrSingular = backend.ErrSingular
	// ErrNotPositiveDefinite: the matrix has no Cholesky factorization.
	ErrNotPositiveDefinite = backend.ErrNotPositiveDefinite
	// ErrNotConverged: an iteration did not end.
	ErrNotConverged = backend.ErrNotConverged
	// ErrNaN: an operand holds NaN or an infinity.
	ErrNaN = backend.ErrNaN
)

// Error is a failure that the elements of a matrix decide. Matrix tells which of
// a stack it is, in row-major order of the leading axes, and Index the pivot at
// which it showed, or the first row that is not finite; -1 where there is none.
type Error = backend.MatrixError
