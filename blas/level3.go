package blas

import (
	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
)

// Gemm computes c = alpha·op(a)·op(b) + beta·c: shapes (…, m, k) and (…, k, n) for
// op(a) and op(b), and (…, m, n). It takes m·n·k multiplications.
func Gemm[T array.Field](tA, tB Transpose, alpha T, a, b *array.Array[T], beta T, c *array.Array[T]) {
	const op = "Gemm"
	checkTrans(op, tA, tB)
	m, k := matrixOf(op, a, tA)
	l, n := matrixOf(op, b, tB)
	rows, cols := matrixOf(op, c, NoTrans)
	agree(op, "op(a) must have as many columns as op(b) has rows, and c op(a)'s rows and op(b)'s columns", k == l && m == rows && n == cols, a, b, c)
	run(op, func(d backend.BLAS, c backend.View, in []backend.View) (backend.Event, error) {
		return d.Gemm(wide(alpha), operated(in[0], tA), operated(in[1], tB), wide(beta), c)
	}, c, a, b)
}

// Symm computes c = alpha·a·b + beta·c, or from the right alpha·b·a + beta·c, with
// a symmetric a, of which the named triangle is used: shapes (…, m, m), from the
// right (…, n, n), and (…, m, n) twice.
func Symm[T array.Field](side Side, uplo Uplo, alpha T, a, b *array.Array[T], beta T, c *array.Array[T]) {
	symm("Symm", side, uplo, alpha, a, b, beta, c, false)
}

// Hemm is [Symm] with a Hermitian a. The imaginary parts of its diagonal are taken
// to be 0.
func Hemm[T array.Complex](side Side, uplo Uplo, alpha T, a, b *array.Array[T], beta T, c *array.Array[T]) {
	symm("Hemm", side, uplo, alpha, a, b, beta, c, true)
}

func symm[T array.Field](op string, side Side, uplo Uplo, alpha T, a, b *array.Array[T], beta T, c *array.Array[T], hermitian bool) {
	checkSide(op, side)
	checkUplo(op, uplo)
	m, n := matrixOf(op, c, NoTrans)
	rows, cols := matrixOf(op, b, NoTrans)
	agree(op, "b and c must have the same rows and columns", rows == m && cols == n, b, c)
	square(op, a, along(side, m, n))
	run(op, func(d backend.BLAS, c backend.View, in []backend.View) (backend.Event, error) {
		s := backend.Symmetric{View: in[0], Uplo: triangle(uplo), Hermitian: hermitian}
		b := in[1]
		if side == Right {
			s.View, s.Uplo, b, c = s.View.T(), s.Uplo.Other(), b.T(), c.T()
		}
		return d.Symm(wide(alpha), s, b, wide(beta), c)
	}, c, a, b)
}

// along returns the size of the matrix that multiplies an m×n one.
func along(s Side, m, n int) int {
	if s == Left {
		return m
	}
	return n
}

// Syrk computes the named triangle of c = alpha·op(a)·op(a)ᵀ + beta·c: shapes
// (…, n, k) for op(a), and (…, n, n). Of complex matrices trans must not be
// ConjTrans: use [Herk].
func Syrk[T array.Field](uplo Uplo, trans Transpose, alpha T, a *array.Array[T], beta T, c *array.Array[T]) {
	rankUpdate("Syrk", uplo, trans, wide(alpha), wide(beta), c, false, a)
}

// Herk computes the named triangle of the Hermitian c = alpha·op(a)·op(a)ᴴ +
// beta·c: shapes (…, n, k) for op(a), and (…, n, n). trans must not be Trans. The
// diagonal of c becomes real.
func Herk[T array.Complex](uplo Uplo, trans Transpose, alpha float64, a *array.Array[T], beta float64, c *array.Array[T]) {
	rankUpdate("Herk", uplo, trans, complex(alpha, 0), complex(beta, 0), c, true, a)
}

// Syr2k computes the named triangle of c = alpha·(op(a)·op(b)ᵀ + op(b)·op(a)ᵀ) +
// beta·c: shapes (…, n, k) for op(a) and op(b), and (…, n, n). Of complex matrices
// trans must not be ConjTrans: use [Her2k].
func Syr2k[T array.Field](uplo Uplo, trans Transpose, alpha T, a, b *array.Array[T], beta T, c *array.Array[T]) {
	rankUpdate("Syr2k", uplo, trans, wide(alpha), wide(beta), c, false, a, b)
}

// Her2k computes the named triangle of the Hermitian c = alpha·op(a)·op(b)ᴴ +
// conj(alpha)·op(b)·op(a)ᴴ + beta·c: shapes (…, n, k) for op(a) and op(b), and
// (…, n, n). trans must not be Trans. The diagonal of c becomes real.
func Her2k[T array.Complex](uplo Uplo, trans Transpose, alpha T, a, b *array.Array[T], beta float64, c *array.Array[T]) {
	rankUpdate("Her2k", uplo, trans, wide(alpha), complex(beta, 0), c, true, a, b)
}

func rankUpdate[T array.Field](op string, uplo Uplo, trans Transpose, alpha, beta complex128, c *array.Array[T], hermitian bool, factors ...*array.Array[T]) {
	checkUplo(op, uplo)
	checkTrans(op, trans)
	switch {
	case hermitian && trans == Trans:
		fail(op, "a Hermitian update takes the conjugate transpose; say ConjTrans")
	case !hermitian && trans == ConjTrans && isComplex[T]():
		fail(op, "a symmetric update of complex matrices takes no conjugate; say Trans, or use the Hermitian one")
	}
	n, k := matrixOf(op, factors[0], trans)
	for _, f := range factors {
		rows, cols := matrixOf(op, f, trans)
		agree(op, "the factors must have the same rows and columns", rows == n && cols == k, factors...)
	}
	square(op, c, n)
	run(op, func(d backend.BLAS, c backend.View, in []backend.View) (backend.Event, error) {
		s := backend.Symmetric{View: c, Uplo: triangle(uplo), Hermitian: hermitian}
		if len(in) == 1 {
			return d.Syrk(alpha, operated(in[0], trans), beta, s)
		}
		return d.Syr2k(alpha, operated(in[0], trans), operated(in[1], trans), beta, s)
	}, c, factors...)
}

func isComplex[T array.Field]() bool {
	switch any(*new(T)).(type) {
	case complex64, complex128:
		return true
	}
	return false
}

// Trmm computes b = alpha·op(a)·b, or from the right alpha·b·op(a), with a
// triangular a: shapes (…, m, m), from the right (…, n, n), and (…, m, n).
func Trmm[T array.Field](side Side, uplo Uplo, tA Transpose, diag Diag, alpha T, a, b *array.Array[T]) {
	triangularMatrix("Trmm", side, uplo, tA, diag, alpha, a, b, backend.BLAS.Trmm)
}

// Trsm solves op(a)·x = alpha·b, or from the right x·op(a) = alpha·b, with a
// triangular a, and stores x in b: shapes (…, m, m), from the right (…, n, n), and
// (…, m, n). As in BLAS, a zero on the diagonal is not looked for; it gives
// infinities and NaN.
func Trsm[T array.Field](side Side, uplo Uplo, tA Transpose, diag Diag, alpha T, a, b *array.Array[T]) {
	triangularMatrix("Trsm", side, uplo, tA, diag, alpha, a, b, backend.BLAS.Trsm)
}

func triangularMatrix[T array.Field](op string, side Side, uplo Uplo, tA Transpose, diag Diag, alpha T, a, b *array.Array[T], do triangularOp) {
	checkSide(op, side)
	checkUplo(op, uplo)
	checkTrans(op, tA)
	checkDiag(op, diag)
	m, n := matrixOf(op, b, NoTrans)
	square(op, a, along(side, m, n))
	run(op, func(d backend.BLAS, b backend.View, in []backend.View) (backend.Event, error) {
		t := triangular(in[0], uplo, tA, diag)
		if side == Right {
			t.View, t.Uplo, b = t.View.T(), t.Uplo.Other(), b.T()
		}
		return do(d, wide(alpha), t, b)
	}, b, a)
}
