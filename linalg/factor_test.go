package linalg_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/linalg"
)

// shapes are those of the matrices that are tried.
func shapes(t *testing.T, dev backend.Device) [][2]int {
	out := [][2]int{{0, 3}, {3, 0}, {1, 5}, {5, 1}, {2, 3}, {40, 7}, {7, 40}, {150, 20}, {20, 150}}
	for _, n := range sizes(t, dev) {
		out = append(out, [2]int{n, n})
	}
	return out
}

// matrices calls f with matrices of each kind and shape.
func matrices[T array.Field](t *testing.T, dev backend.Device, f func(a *array.Array[T], what string)) {
	for _, s := range shapes(t, dev) {
		m, n := s[0], s[1]
		a := normal[T](dev, m, n)
		for name, v := range layouts(a) {
			f(v, fmt.Sprintf("%d×%d %s", m, n, name))
			if max(m, n) > 40 {
				break
			}
		}
		if min(m, n) < 2 || max(m, n) > 200 {
			continue
		}
		thin := min(m, n) / 2
		f(array.MatMul(normal[T](dev, m, thin), normal[T](dev, thin, n)), fmt.Sprintf("%d×%d deficient", m, n))
		f(scaledRows(a, 8), fmt.Sprintf("%d×%d scaled", m, n))
		f(scaledRows(scaledRows(a, 4).T(), 4).T(), fmt.Sprintf("%d×%d graded", m, n))
		f(a.MulScalar(element[T](1e-30)), fmt.Sprintf("%d×%d small", m, n))
		f(a.MulScalar(element[T](1e30)), fmt.Sprintf("%d×%d large", m, n))
		f(array.Zeros[T](dev, m, n), fmt.Sprintf("%d×%d zero", m, n))
	}
	f(normal[T](dev, 2, 3, 4, 6), "stack")
	f(normal[T](dev, 3, 6, 4).MoveAxis(0, -1), "stack of strides")
	f(normal[T](dev, 0, 4, 6), "no matrices")
}

func TestLU(t *testing.T) {
	types(t, testLU[float32], testLU[float64], testLU[complex64], testLU[complex128])
}

func testLU[T array.Field](t *testing.T, dev backend.Device) {
	matrices(t, dev, func(a *array.Array[T], what string) {
		f, err := linalg.LU(a)
		require.NoError(t, err, what)
		p, err := f.Permutation()
		require.NoError(t, err, what)
		l, u := f.L(), f.U()
		rows := array.TakeAlong(a, p.ExpandDims(-1), -2)
		near(t, size(t, l)*size(t, u), array.MatMul(l, u), rows, what)
		near(t, 0, array.Triu(l, 1), array.Zeros[T](dev, l.Shape()...), what)
		near(t, 0, array.Tril(u, -1), array.Zeros[T](dev, u.Shape()...), what)
		if l.Size() > 0 {
			largest, err := array.Max(array.NormAs[float64](l.ExpandDims(-1), -1)).Item()
			require.NoError(t, err)
			// Pivots are chosen by |re| + |im| in complex matrices.
			assert.LessOrEqual(t, largest, 1.4143, what)
		}
	})
}

func TestCholesky(t *testing.T) {
	types(t, testCholesky[float32], testCholesky[float64], testCholesky[complex64], testCholesky[complex128])
}

func testCholesky[T array.Field](t *testing.T, dev backend.Device) {
	for _, n := range sizes(t, dev) {
		g := normal[T](dev, n, n)
		a := array.MatMul(g, adjoint(g)).Add(array.Eye[T](dev, n))
		f, err := linalg.Cholesky(a)
		require.NoError(t, err)
		l := f.L()
		near(t, size(t, a), array.MatMul(l, adjoint(l)), a, "A = L·Lᴴ")
		near(t, 0, array.Triu(l, 1), array.Zeros[T](dev, n, n), "L is lower triangular")
		inv, err := f.Inv()
		require.NoError(t, err)
		residual(t, a, inv, array.Eye[T](dev, n), "inverse")
	}
	stack := array.Eye[T](dev, 3).MulScalar(element[T](4)).BroadcastTo(2, 3, 3)
	f, err := linalg.Cholesky(stack)
	require.NoError(t, err)
	near(t, 0, f.L(), array.Eye[T](dev, 3).MulScalar(element[T](2)).BroadcastTo(2, 3, 3), "stack")
	x, err := f.Solve(array.Ones[T](dev, 3))
	require.NoError(t, err)
	near(t, 0, x, array.Full(dev, element[T](0.25), 2, 3), "vector")
}

func TestQR(t *testing.T) {
	types(t, testQR[float32], testQR[float64], testQR[complex64], testQR[complex128])
}

func testQR[T array.Field](t *testing.T, dev backend.Device) {
	matrices(t, dev, func(a *array.Array[T], what string) {
		f, err := linalg.QR(a)
		require.NoError(t, err, what)
		q, err := f.Q()
		require.NoError(t, err, what)
		r := f.R()
		k := min(a.Dim(-2), a.Dim(-1))
		require.Equal(t, k, q.Dim(-1))
		require.Equal(t, k, r.Dim(-2))
		orthonormal(t, q, what)
		near(t, size(t, a), array.MatMul(q, r), a, what)
		near(t, 0, array.Tril(r, -1), array.Zeros[T](dev, r.Shape()...), what)
		if a.Dim(-2) > 200 {
			return
		}
		q, r, err = f.Complete()
		require.NoError(t, err, what)
		require.Equal(t, a.Dim(-2), q.Dim(-1))
		require.Equal(t, a.Shape(), r.Shape())
		orthonormal(t, q, what)
		near(t, size(t, a), array.MatMul(q, r), a, what)
	})
}

func TestQRSolve(t *testing.T) {
	types(t, testQRSolve[float32], testQRSolve[float64], testQRSolve[complex64], testQRSolve[complex128])
}

func testQRSolve[T array.Field](t *testing.T, dev backend.Device) {
	for _, s := range [][2]int{{0, 0}, {3, 3}, {40, 7}, {5, 1}, {3, 0}} {
		a, b := normal[T](dev, s[0], s[1]), normal[T](dev, s[0], 2)
		f, err := linalg.QR(a)
		require.NoError(t, err)
		x, err := f.Solve(b)
		require.NoError(t, err)
		require.Equal(t, []int{s[1], 2}, x.Shape())
		gradient := array.MatMul(adjoint(a), array.MatMul(a, x).Sub(b))
		near(t, size(t, a)*size(t, a)*(1+size(t, x)), gradient, array.Zeros[T](dev, s[1], 2), "normal equations")
	}
	f, err := linalg.QR(array.Zeros[T](dev, 4, 2))
	require.NoError(t, err)
	_, err = f.Solve(array.Ones[T](dev, 4))
	require.ErrorIs(t, err, linalg.ErrSingular)
}
