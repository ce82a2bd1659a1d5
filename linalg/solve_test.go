package linalg_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/linalg"
)

func TestSolve(t *testing.T) {
	types(t, testSolve[float32], testSolve[float64], testSolve[complex64], testSolve[complex128])
}

// residual requires that A·X is B, in relation to the sizes of what is summed.
func residual[T array.Field](t *testing.T, a, x, b *array.Array[T], what string) {
	t.Helper()
	near(t, size(t, a)*size(t, x)+size(t, b), array.MatMul(a, x), b, what)
}

func testSolve[T array.Field](t *testing.T, dev backend.Device) {
	for _, n := range sizes(t, dev) {
		for _, k := range []int{0, 1, 5} {
			a, b := normal[T](dev, n, n), normal[T](dev, n, k)
			for name, a := range layouts(a) {
				before := a.Copy()
				require.NoError(t, before.Eval())
				x, err := linalg.Solve(a, b)
				require.NoError(t, err)
				residual(t, a, x, b, name)
				near(t, 0, a, before, "the operand stays")
				if n > 128 {
					break
				}
			}
			scaled := scaledRows(a, 8)
			x, err := linalg.Solve(scaled, b)
			require.NoError(t, err)
			residual(t, scaled, x, b, "scaled")

			pos := array.MatMul(a, adjoint(a)).Add(array.Eye[T](dev, n))
			x, err = linalg.SolvePos(array.Tril(pos, 0).Add(array.Triu(array.Ones[T](dev, n, n), 1)), b)
			require.NoError(t, err)
			residual(t, pos, x, b, "positive definite, of its lower triangle")

			for _, tri := range []linalg.Triangle{{}, {Upper: true}, {Unit: true}, {Upper: true, Conjugate: true}, {Conjugate: true}, {Upper: true, Unit: true, Conjugate: true}} {
				f := a.DivScalar(element[T](complex(float64(n+1), 0))).Add(array.Eye[T](dev, n)).Copy()
				x, err := linalg.SolveTriangular(f, b, tri)
				require.NoError(t, err)
				half := array.Tril(f, 0)
				if tri.Upper {
					half = array.Triu(f, 0)
				}
				if tri.Unit {
					half = half.Sub(half.Mul(array.Eye[T](dev, n))).Add(array.Eye[T](dev, n))
				}
				if tri.Conjugate {
					half = adjoint(half)
				}
				residual(t, half, x, b, "triangular")
			}
		}
		a := normal[T](dev, n, n).Add(array.Eye[T](dev, n).MulScalar(element[T](complex(float64(n), 0)))).Copy()
		inv, err := linalg.Inv(a)
		require.NoError(t, err)
		residual(t, a, inv, array.Eye[T](dev, n), "inverse")
	}
}

func TestSolveStacks(t *testing.T) {
	types(t, testSolveStacks[float32], testSolveStacks[float64], testSolveStacks[complex64], testSolveStacks[complex128])
}

func testSolveStacks[T array.Field](t *testing.T, dev backend.Device) {
	a := normal[T](dev, 3, 1, 5, 5)
	b := normal[T](dev, 4, 5, 2)
	x, err := linalg.Solve(a, b)
	require.NoError(t, err)
	require.Equal(t, []int{3, 4, 5, 2}, x.Shape())
	near(t, size(t, a)*size(t, x), array.MatMul(a, x), b.BroadcastTo(3, 4, 5, 2), "broadcast")

	v := normal[T](dev, 5)
	x, err = linalg.Solve(a, v)
	require.NoError(t, err)
	require.Equal(t, []int{3, 1, 5}, x.Shape())
	near(t, size(t, a)*size(t, x), array.MatMul(a, x.ExpandDims(-1)).Squeeze(-1), v.BroadcastTo(3, 1, 5), "vector")

	many := normal[T](dev, 5000, 4, 4)
	inv, err := linalg.Inv(many)
	require.NoError(t, err)
	for _, i := range []int{0, 1, 2499, 4999} {
		one := many.Slice(array.At(i))
		alone, err := linalg.Inv(one)
		require.NoError(t, err)
		near(t, size(t, alone), inv.Slice(array.At(i)), alone, "one of many")
	}
}

func TestFailuresNameTheMatrix(t *testing.T) {
	types(t, testFailures[float32], testFailures[float64], testFailures[complex64], testFailures[complex128])
}

func testFailures[T array.Field](t *testing.T, dev backend.Device) {
	n := 6
	stack := array.Eye[T](dev, n).BroadcastTo(2, 3, n, n).Copy()
	b := array.Ones[T](dev, n)
	failing := func(sentinel error, matrix, index int, err error) {
		t.Helper()
		require.ErrorIs(t, err, sentinel)
		var e *linalg.Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, matrix, e.Matrix)
		assert.Equal(t, index, e.Index)
	}
	bad := stack.Copy()
	bad.SetAt(0, 1, 1, 3, 3) // matrix 4
	bad.SetAt(0, 1, 2, 2, 2)
	_, err := linalg.Solve(bad, b)
	failing(linalg.ErrSingular, 4, 3, err)
	assert.Equal(t, "Solve: matrix 4 at index 3: the matrix is singular", err.Error())
	_, err = linalg.Inv(bad)
	failing(linalg.ErrSingular, 4, 3, err)
	_, err = linalg.SolveTriangular(bad, b, linalg.Triangle{Upper: true})
	failing(linalg.ErrSingular, 4, 3, err)
	_, err = linalg.Cholesky(bad)
	failing(linalg.ErrNotPositiveDefinite, 4, 3, err)
	_, err = linalg.SolvePos(bad, b)
	failing(linalg.ErrNotPositiveDefinite, 4, 3, err)

	large := array.Eye[T](dev, 200)
	large.SetAt(element[T](-1), 150, 150)
	_, err = linalg.Cholesky(large)
	failing(linalg.ErrNotPositiveDefinite, 0, 150, err)

	nan := stack.Copy()
	nan.SetAt(element[T](complex(0, 0))/element[T](0+0i), 1, 0, 5, 0)
	calls := map[string]func(a *array.Array[T]) error{
		"Solve":       func(a *array.Array[T]) error { _, err := linalg.Solve(a, b); return err },
		"SolvePos":    func(a *array.Array[T]) error { _, err := linalg.SolvePos(a, b); return err },
		"Inv":         func(a *array.Array[T]) error { _, err := linalg.Inv(a); return err },
		"Det":         func(a *array.Array[T]) error { _, err := linalg.Det(a); return err },
		"LU":          func(a *array.Array[T]) error { _, err := linalg.LU(a); return err },
		"Cholesky":    func(a *array.Array[T]) error { _, err := linalg.Cholesky(a); return err },
		"QR":          func(a *array.Array[T]) error { _, err := linalg.QR(a); return err },
		"PInv":        func(a *array.Array[T]) error { _, err := linalg.PInv(a); return err },
		"MatrixRank":  func(a *array.Array[T]) error { _, err := linalg.MatrixRank(a); return err },
		"MatrixPower": func(a *array.Array[T]) error { _, err := linalg.MatrixPower(a, -2); return err },
	}
	for name, call := range calls {
		err := call(nan)
		failing(linalg.ErrNaN, 3, 5, err)
		assert.Contains(t, err.Error(), name+": ")
	}
	_, err = linalg.Solve(stack, array.Full(dev, element[T](0)/element[T](0), n))
	require.ErrorIs(t, err, linalg.ErrNaN)
}

// plain is a device without the capability.
type plain struct{ backend.Device }

func TestDevicesWithoutSolvers(t *testing.T) {
	devices(t, func(t *testing.T, dev backend.Device) {
		a := array.Eye[float64](plain{dev}, 3)
		for name, call := range map[string]func() error{
			"Solve":           func() error { _, err := linalg.Solve(a, a); return err },
			"SolveTriangular": func() error { _, err := linalg.SolveTriangular(a, a, linalg.Triangle{}); return err },
			"Cholesky":        func() error { _, err := linalg.Cholesky(a); return err },
			"QR":              func() error { _, err := linalg.QR(a); return err },
			"Eigh":            func() error { _, err := linalg.Eigh(a); return err },
			"SVD":             func() error { _, err := linalg.SVD(a); return err },
			"SVDVals":         func() error { _, err := linalg.SVDVals(a); return err },
		} {
			err := call()
			require.ErrorIs(t, err, backend.ErrUnsupported)
			assert.Contains(t, err.Error(), "linalg."+name)
			assert.Contains(t, err.Error(), "move the array to the CPU")
		}
	})
}

func TestMisuse(t *testing.T) {
	devices(t, func(t *testing.T, dev backend.Device) {
		other := array.Ones[float64](devOf(t), 3, 3)
		a, row := array.Eye[float64](dev, 3), array.Ones[float64](dev, 3)
		wide := array.Ones[float64](dev, 2, 3)
		for _, f := range []func(){
			func() { linalg.Solve(wide, row) },
			func() { linalg.Solve(row, row) },
			func() { linalg.Solve(a, array.Ones[float64](dev, 2)) },
			func() { linalg.Solve(a, array.Ones[float64](dev, 2, 2)) },
			func() { linalg.Solve(a, array.Scalar(dev, 1.0)) },
			func() { linalg.Solve(a, other) },
			func() { linalg.Solve(array.Ones[float64](dev, 2, 3, 3), array.Ones[float64](dev, 5, 3, 3)) },
			func() { linalg.Det(wide) },
			func() { linalg.Cholesky(wide) },
			func() { linalg.Eigh(wide) },
			func() { linalg.EighAs[float32](a) },
			func() { linalg.SVDAs[float32](a) },
			func() { linalg.MatrixRank(a, -1) },
			func() { linalg.MatrixRank(a, 1, 2) },
			func() { linalg.Norm(a, 3) },
			func() { linalg.Norm(array.Zeros[float64](dev, 0, 0), -2) },
			func() { linalg.Cond(array.Zeros[float64](dev, 0, 3)) },
			func() { linalg.Tensordot(a, a, []int{0}, []int{0, 1}) },
			func() { linalg.Tensordot(a, wide, []int{0}, []int{0}) },
			func() { linalg.Tensordot(a, a, []int{0, 0}, []int{0, 1}) },
			func() { linalg.Kron(a, row) },
			func() { linalg.Inv(array.Const(1.0)) },
		} {
			var e *array.Error
			require.ErrorAs(t, array.Try(f), &e)
			assert.Contains(t, e.Op, "linalg.")
		}
		f, err := linalg.QR(wide)
		require.NoError(t, err)
		assert.Error(t, array.Try(func() { f.Solve(array.Ones[float64](dev, 2)) }))
	})
}
