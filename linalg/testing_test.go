package linalg_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cpu"
	"github.com/cugond/cugond/backend/expr"
)

// devices runs a test with the best library and with gonum alone.
func devices(t *testing.T, f func(t *testing.T, dev backend.Device)) {
	for _, blas := range []string{"auto", "gonum"} {
		t.Run(blas, func(t *testing.T) {
			dev, err := cpu.New(cpu.Options{BLAS: blas})
			require.NoError(t, err)
			defer dev.Close()
			f(t, dev)
		})
	}
}

// types runs a test with every element type.
func types(t *testing.T, f32 func(*testing.T, backend.Device), f64 func(*testing.T, backend.Device), c64 func(*testing.T, backend.Device), c128 func(*testing.T, backend.Device)) {
	devices(t, func(t *testing.T, dev backend.Device) {
		t.Run("float32", func(t *testing.T) { f32(t, dev) })
		t.Run("float64", func(t *testing.T) { f64(t, dev) })
		t.Run("complex64", func(t *testing.T) { c64(t, dev) })
		t.Run("complex128", func(t *testing.T) { c128(t, dev) })
	})
}

// element returns a number as an element of type T.
func element[T array.Field](z complex128) T {
	return expr.ScalarAs[T](expr.ScalarOf(z).Cast(expr.TypeOf[T]()))
}

// normal returns normally distributed elements.
func normal[T array.Field](dev backend.Device, shp ...int) *array.Array[T] {
	rng := rand.New(rand.NewPCG(7, uint64(len(shp))))
	return array.FromFunc(dev, func([]int) T { return element[T](complex(rng.NormFloat64(), rng.NormFloat64())) }, shp...)
}

// unit is the distance from 1 to the next number of the type.
func unit[T array.Field]() float64 {
	switch expr.TypeOf[T]() {
	case expr.Float32, expr.Complex64:
		return 0x1p-23
	}
	return 0x1p-52
}

// size returns the Frobenius norm, in double precision.
func size[T array.Field](t *testing.T, a *array.Array[T]) float64 {
	t.Helper()
	n, err := array.NormAs[float64](a).Item()
	require.NoError(t, err)
	return n
}

// near requires that the difference is a few rounding units of a scale.
func near[T array.Field](t *testing.T, scale float64, a, b *array.Array[T], what string) {
	t.Helper()
	require.Equal(t, b.Shape(), a.Shape(), what)
	if a.Size() == 0 {
		return
	}
	n := max(8, a.Dim(-1), a.Dim(max(-2, -a.NDim())))
	require.LessOrEqual(t, size(t, a.Sub(b)), 4*float64(n)*unit[T]()*scale, what)
}

func adjoint[T array.Field](a *array.Array[T]) *array.Array[T] {
	return array.Conj(a.SwapAxes(-2, -1))
}

// orthonormal requires that the columns are.
func orthonormal[T array.Field](t *testing.T, q *array.Array[T], what string) {
	t.Helper()
	n := q.Dim(-1)
	one := array.Eye[T](q.Device(), n)
	gram := array.MatMul(adjoint(q), q)
	near(t, max(1, size(t, gram)), gram, one.BroadcastTo(gram.Shape()...), what+" is orthonormal")
}

// scaledRows multiplies rows by powers of ten from 10^-e to 10^e.
func scaledRows[T array.Field](a *array.Array[T], e float64) *array.Array[T] {
	m := a.Dim(-2)
	s := array.Pow(array.Full(a.Device(), 10.0, m, 1), array.Linspace(a.Device(), -e, e, m).Reshape(m, 1))
	return a.Mul(array.Cast[T](s)).Copy()
}

// sizes are those of the square matrices that are tried.
func sizes(t *testing.T, dev backend.Device) []int {
	s := []int{0, 1, 2, 3, 7, 33, 128}
	if !testing.Short() && dev.(*cpu.Device).Info().BLAS.Name != "gonum" {
		s = append(s, 1000)
	}
	return s
}

// layouts returns views of the same matrices that are not contiguous.
func layouts[T array.Field](a *array.Array[T]) map[string]*array.Array[T] {
	m, n := a.Dim(-2), a.Dim(-1)
	wide := array.Zeros[T](a.Device(), 2*m, 3*n)
	stepped := wide.Slice(array.Step(2), array.Step(3))
	stepped.Assign(a)
	return map[string]*array.Array[T]{
		"contiguous": a,
		"stepped":    stepped,
		"transposed": a.T().Copy().T(),
		"flipped":    a.Flip().Copy().Flip(),
		"pending":    a.AddScalar(0),
	}
}

// devOf returns a device of its own.
func devOf(t *testing.T) backend.Device {
	dev, err := cpu.New(cpu.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { dev.Close() })
	return dev
}
