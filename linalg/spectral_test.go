package linalg_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/linalg"
)

func TestEigh(t *testing.T) {
	types(t, testEigh[float32, float32], testEigh[float64, float64], testEigh[float32, complex64], testEigh[float64, complex128])
}

// descending requires that no element is larger than the one before.
func descending[R array.Float](t *testing.T, s *array.Array[R], what string) {
	t.Helper()
	n := s.Dim(-1)
	if n < 2 {
		return
	}
	ok, err := array.All(array.GreaterEqual(s.Slice(array.Ellipsis, array.To(n-1)), s.Slice(array.Ellipsis, array.From(1)))).Item()
	require.NoError(t, err)
	require.True(t, ok, what)
}

func testEigh[R array.Float, T array.Field](t *testing.T, dev backend.Device) {
	check := func(a *array.Array[T], what string) {
		t.Helper()
		f, err := linalg.EighAs[R](a)
		require.NoError(t, err, what)
		descending(t, f.Values.Flip(-1), what)
		orthonormal(t, f.Vectors, what)
		// The lower triangle alone counts.
		low := array.Tril(a, -1)
		whole := low.Add(adjoint(low)).Add(a.Mul(array.Eye[T](dev, a.Dim(-1))))
		right := f.Vectors.Mul(array.Cast[T](f.Values).ExpandDims(-2))
		near(t, size(t, whole), array.MatMul(whole, f.Vectors), right, what)
		w, err := linalg.EighValsAs[R](a)
		require.NoError(t, err, what)
		near(t, size(t, whole), w, f.Values, what)
	}
	hermitian := func(a *array.Array[T]) *array.Array[T] { return a.Add(adjoint(a)).Copy() }
	for _, n := range sizes(t, dev) {
		a := hermitian(normal[T](dev, n, n))
		for name, v := range layouts(a) {
			check(v, name)
			if n > 40 {
				break
			}
		}
		if n == 0 || n > 200 {
			continue
		}
		check(hermitian(scaledRows(normal[T](dev, n, n), 8)), "scaled")
		check(hermitian(scaledRows(scaledRows(normal[T](dev, n, n), 4).T(), 4)), "graded")
		thin := normal[T](dev, n, max(1, n/3))
		check(hermitian(array.MatMul(thin, adjoint(thin))), "deficient")
		check(a.MulScalar(element[T](1e-30)), "small")
		check(a.MulScalar(element[T](1e30)), "large")
		check(array.Zeros[T](dev, n, n), "zero")
		check(array.Eye[T](dev, n), "identity")
	}
	check(hermitian(normal[T](dev, 2, 3, 5, 5)), "stack")
	check(array.Tril(hermitian(normal[T](dev, 6, 6)), 0).Add(array.Triu(array.Ones[T](dev, 6, 6), 1)), "lower triangle")
	check(array.Zeros[T](dev, 0, 3, 3), "no matrices")
}

func TestSVD(t *testing.T) {
	types(t, testSVD[float32, float32], testSVD[float64, float64], testSVD[float32, complex64], testSVD[float64, complex128])
}

func testSVD[R array.Float, T array.Field](t *testing.T, dev backend.Device) {
	matrices(t, dev, func(a *array.Array[T], what string) {
		m, n := a.Dim(-2), a.Dim(-1)
		k := min(m, n)
		f, err := linalg.SVDAs[R](a)
		require.NoError(t, err, what)
		check := func(f *linalg.SVDOf[T, R]) {
			t.Helper()
			descending(t, f.S, what)
			if f.S.Size() > 0 {
				least, err := array.Min(f.S).Item()
				require.NoError(t, err)
				require.GreaterOrEqual(t, least, R(0), what)
			}
			orthonormal(t, f.U, what)
			orthonormal(t, adjoint(f.Vh), what)
			u := f.U.Slice(array.Ellipsis, array.Colon, array.To(k)).Mul(array.Cast[T](f.S).ExpandDims(-2))
			near(t, size(t, a), array.MatMul(u, f.Vh.Slice(array.Ellipsis, array.To(k), array.Colon)), a, what)
		}
		check(f)
		require.Equal(t, k, f.U.Dim(-1))
		require.Equal(t, k, f.Vh.Dim(-2))
		s, err := linalg.SVDValsAs[R](a)
		require.NoError(t, err, what)
		near(t, size(t, a), s, f.S, what)
		if max(m, n) > 200 {
			return
		}
		full, err := linalg.SVDFullAs[R](a)
		require.NoError(t, err, what)
		check(full)
		require.Equal(t, m, full.U.Dim(-1))
		require.Equal(t, n, full.Vh.Dim(-2))
	})
}

func TestPInvAndRank(t *testing.T) {
	types(t, testPInv[float32], testPInv[float64], testPInv[complex64], testPInv[complex128])
}

func testPInv[T array.Field](t *testing.T, dev backend.Device) {
	for _, s := range [][3]int{{0, 3, 0}, {4, 0, 0}, {1, 1, 1}, {5, 5, 5}, {7, 4, 4}, {4, 7, 4}, {30, 20, 6}, {20, 30, 1}, {6, 6, 0}} {
		m, n, r := s[0], s[1], s[2]
		a := array.MatMul(normal[T](dev, m, r), normal[T](dev, r, n))
		rank, err := linalg.MatrixRank(a)
		require.NoError(t, err)
		got, err := rank.Item()
		require.NoError(t, err)
		require.Equal(t, r, got, "%v", s)

		p, err := linalg.PInv(a)
		require.NoError(t, err)
		require.Equal(t, []int{n, m}, p.Shape())
		scale := (1 + size(t, a)) * (1 + size(t, p))
		ap, pa := array.MatMul(a, p), array.MatMul(p, a)
		near(t, scale*size(t, a), array.MatMul(ap, a), a, "A·P·A = A")
		near(t, scale*size(t, p), array.MatMul(pa, p), p, "P·A·P = P")
		near(t, scale*scale, adjoint(ap), ap, "A·P is Hermitian")
		near(t, scale*scale, adjoint(pa), pa, "P·A is Hermitian")
	}
	rank, err := linalg.MatrixRank(array.FromSlice(dev, []T{1, 0, 0, 0.25}, 2, 2), 0.5)
	require.NoError(t, err)
	got, err := rank.Item()
	require.NoError(t, err)
	require.Equal(t, 1, got)
}

func TestLstSq(t *testing.T) {
	types(t, testLstSq[float32, float32], testLstSq[float64, float64], testLstSq[float32, complex64], testLstSq[float64, complex128])
}

func testLstSq[R array.Float, T array.Field](t *testing.T, dev backend.Device) {
	for _, s := range [][3]int{{0, 3, 0}, {4, 0, 0}, {5, 5, 5}, {40, 7, 7}, {7, 40, 7}, {30, 20, 6}, {6, 6, 0}} {
		m, n, r := s[0], s[1], s[2]
		a := array.MatMul(normal[T](dev, m, r), normal[T](dev, r, n))
		b := normal[T](dev, m, 3)
		f, err := linalg.LstSqAs[R](a, b)
		require.NoError(t, err)
		rank, err := f.Rank.Item()
		require.NoError(t, err)
		require.Equal(t, r, rank)
		require.Equal(t, []int{n, 3}, f.X.Shape())
		pinv, err := linalg.PInv(a)
		require.NoError(t, err)
		scale := 1 + size(t, a)*size(t, pinv)
		near(t, scale*scale*size(t, f.X), f.X, array.MatMul(pinv, b), "the shortest of the best")
	}
	f, err := linalg.LstSqAs[R](normal[T](dev, 2, 6, 3), normal[T](dev, 6))
	require.NoError(t, err)
	require.Equal(t, []int{2, 3}, f.X.Shape())
	require.Equal(t, []int{2}, f.Rank.Shape())
	require.Equal(t, []int{2, 3}, f.S.Shape())
}
