package backend

import (
	"errors"
	"fmt"
)

// Solver is the capability of factorising matrices and solving with the
// factors.
//
// Views are row-major and contiguous, of float32, float64, complex64 or
// complex128, and begin with one batch dimension, for which every matrix is
// dealt with alone; the views of a call have the same batch, and one element
// type unless said otherwise. Real is the type of magnitudes: float32 for
// complex64, float64 for complex128, otherwise the element type. Sizes may be
// zero. No two views overlap. The matrices are finite: callers see to that.
//
// A method returns when its failures are known, at the latest; the matrices
// named as overwritten hold anything after a failure. What the data decides is a
// *MatrixError for the first matrix of the batch that it is true of.
type Solver interface {
	// LU overwrites each m×n matrix of a with L (unit diagonal, not stored)
	// below the diagonal and U on and above it, P·A = L·U with partial pivoting.
	// pivots, int64 of shape (batch, min(m, n)), tells that row i was swapped
	// with row pivots[i] ≥ i, in the order of i. A zero pivot is no failure.
	LU(a, pivots View) error

	// LUSolve overwrites each n×k matrix of b with the solution of A·X = B from
	// LU's n×n results. Fails with ErrSingular at a zero pivot.
	LUSolve(lu, pivots, b View) error

	// SolveTriangular overwrites each n×k matrix of b with the solution of
	// op(A)·X = B. Of the n×n matrices of a the half that t names is read. Fails
	// with ErrSingular at a zero on the diagonal.
	SolveTriangular(a, b View, t Triangle) error

	// Cholesky overwrites the lower triangle of each n×n Hermitian matrix of a,
	// which alone is read, with L, A = L·Lᴴ. What is above the diagonal stays. Fails
	// with ErrNotPositiveDefinite at the first pivot that is not positive.
	Cholesky(a View) error

	// QR overwrites each m×n matrix of a with R on and above the diagonal and
	// Householder vectors below it, their first element 1 not stored; tau has
	// shape (batch, min(m, n)). Q is the product of I - tau[i]·v·vᴴ in the
	// order of i.
	QR(a, tau View) error

	// FormQ overwrites each m×n matrix of q, m ≥ n ≥ k, whose first k columns
	// hold QR's vectors, with the first n columns of Q; tau is (batch, k).
	FormQ(q, tau View) error

	// Eigh stores the eigenvalues of each n×n Hermitian matrix of a, whose
	// lower triangle alone is read, in w, Real of shape (batch, n), in
	// ascending order. a is overwritten, with vectors set with the
	// eigenvectors, in columns of length 1. Fails with ErrNotConverged.
	Eigh(a, w View, vectors bool) error

	// SVD stores the singular values of each m×n matrix of a in s, Real of
	// shape (batch, k), k = min(m, n), in descending order, and with buffers in
	// u and vh the vectors: A = U·diag(s)·Vh, shapes (batch, m, k) and (batch,
	// k, n) or, full, (batch, m, m) and (batch, n, n). a is overwritten. Fails
	// with ErrNotConverged.
	SVD(a, s, u, vh View) error
}

// Triangle says how a triangular matrix is to be read.
type Triangle struct {
	Upper     bool // the upper half, else the lower
	Unit      bool // the diagonal is ones and not read
	Conjugate bool // op(A) is Aᴴ, else A
}

// What the failures of a Solver wrap.
var (
	// ErrSingular: the matrix has no inverse, or not the rank that is needed.
	ErrSingular = errors.New("the matrix is singular")
	// ErrNotPositiveDefinite: the matrix has no Cholesky factorization.
	ErrNotPositiveDefinite = errors.New("the matrix is not positive definite")
	// ErrNotConverged: an iteration did not end.
	ErrNotConverged = errors.New("the iteration did not converge")
	// ErrNaN: a matrix holds NaN or an infinity, so nothing can be computed.
	ErrNaN = errors.New("the matrix holds NaN or an infinity")
)

// MatrixError is a failure that the elements of a matrix decide.
type MatrixError struct {
	Op     string // "Solve"
	Matrix int    // which of a stack, in row-major order of the leading axes; 0 for a single one
	Index  int    // the pivot, row or column at which it showed, from 0; -1 where there is none
	Err    error  // one of the above
}

// Error implements error.
func (e *MatrixError) Error() string {
	s := fmt.Sprintf("%s: matrix %d", e.Op, e.Matrix)
	if e.Index >= 0 {
		s += fmt.Sprintf(" at index %d", e.Index)
	}
	return s + ": " + e.Err.Error()
}

// Unwrap returns the sentinel.
func (e *MatrixError) Unwrap() error { return e.Err }
