package blas

import (
	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
)

// Gemv computes y = alpha·op(a)·x + beta·y: shapes (m, n) for op(a), (n,) and
// (m,).
func Gemv[T array.Field](tA Transpose, alpha T, a, x *array.Array[T], beta T, y *array.Array[T]) {
	const op = "Gemv"
	checkTrans(op, tA)
	flat(op, 2, a)
	flat(op, 1, x, y)
	m, n := matrixOf(op, a, tA)
	agree(op, "x must be as long as op(a) has columns, and y as it has rows", x.Size() == n && y.Size() == m, a, x, y)
	run(op, func(b backend.BLAS, y backend.View, in []backend.View) (backend.Event, error) {
		return b.Gemm(wide(alpha), operated(in[0], tA), backend.Factor{View: column(in[1])}, wide(beta), column(y))
	}, y, a, x)
}

// Ger computes a += alpha·x·yᵀ: shapes (m,), (n,) and (m, n). Of complex numbers
// it is what BLAS calls geru.
func Ger[T array.Field](alpha T, x, y, a *array.Array[T]) { rankOne("Ger", alpha, x, y, a, false) }

// Gerc computes a += alpha·x·yᴴ: shapes (m,), (n,) and (m, n).
func Gerc[T array.Complex](alpha T, x, y, a *array.Array[T]) { rankOne("Gerc", alpha, x, y, a, true) }

func rankOne[T array.Field](op string, alpha T, x, y, a *array.Array[T], conj bool) {
	flat(op, 1, x, y)
	flat(op, 2, a)
	m, n := matrixOf(op, a, NoTrans)
	agree(op, "a must have a row for each element of x and a column for each of y", x.Size() == m && y.Size() == n, x, y, a)
	run(op, func(b backend.BLAS, a backend.View, in []backend.View) (backend.Event, error) {
		return b.Gemm(wide(alpha), backend.Factor{View: column(in[0])}, backend.Factor{View: column(in[1]).T(), Conj: conj}, 1, a)
	}, a, x, y)
}

// Symv computes y = alpha·a·x + beta·y with a symmetric a, of which the named
// triangle is used: shapes (n, n), (n,) and (n,).
func Symv[T array.Field](uplo Uplo, alpha T, a, x *array.Array[T], beta T, y *array.Array[T]) {
	symmetricVector("Symv", uplo, alpha, a, x, beta, y, false)
}

// Hemv is [Symv] with a Hermitian a.
func Hemv[T array.Complex](uplo Uplo, alpha T, a, x *array.Array[T], beta T, y *array.Array[T]) {
	symmetricVector("Hemv", uplo, alpha, a, x, beta, y, true)
}

func symmetricVector[T array.Field](op string, uplo Uplo, alpha T, a, x *array.Array[T], beta T, y *array.Array[T], hermitian bool) {
	checkUplo(op, uplo)
	flat(op, 2, a)
	flat(op, 1, x, y)
	square(op, a, y.Size())
	agree(op, "the vectors must have one length", x.Size() == y.Size(), x, y)
	run(op, func(b backend.BLAS, y backend.View, in []backend.View) (backend.Event, error) {
		s := backend.Symmetric{View: in[0], Uplo: triangle(uplo), Hermitian: hermitian}
		return b.Symm(wide(alpha), s, column(in[1]), wide(beta), column(y))
	}, y, a, x)
}

// Trmv computes x = op(a)·x with a triangular a: shapes (n, n) and (n,).
func Trmv[T array.Field](uplo Uplo, tA Transpose, diag Diag, a, x *array.Array[T]) {
	triangularVector("Trmv", uplo, tA, diag, a, x, backend.BLAS.Trmm)
}

// Trsv solves op(a)·x = b with a triangular a, b being what x holds, and stores
// the solution there: shapes (n, n) and (n,). As in BLAS, a zero on the diagonal
// is not looked for; it gives infinities and NaN.
func Trsv[T array.Field](uplo Uplo, tA Transpose, diag Diag, a, x *array.Array[T]) {
	triangularVector("Trsv", uplo, tA, diag, a, x, backend.BLAS.Trsm)
}

func triangularVector[T array.Field](op string, uplo Uplo, tA Transpose, diag Diag, a, x *array.Array[T], do triangularOp) {
	checkUplo(op, uplo)
	checkTrans(op, tA)
	checkDiag(op, diag)
	flat(op, 2, a)
	flat(op, 1, x)
	square(op, a, x.Size())
	run(op, func(b backend.BLAS, x backend.View, in []backend.View) (backend.Event, error) {
		return do(b, 1, triangular(in[0], uplo, tA, diag), column(x))
	}, x, a)
}

// triangularOp is Trmm or Trsm of a device.
type triangularOp = func(b backend.BLAS, alpha complex128, a backend.Triangular, x backend.View) (backend.Event, error)
