package array

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend/backendtest"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
)

func fills[T Element](t *testing.T, v T) {
	t.Helper()
	dev := testDevice(t)
	var zero T
	a := FromSlice(dev, []T{v, v, v, v, v, v}, 2, 3)
	six := func(v T) []T { return []T{v, v, v, v, v, v} }
	assert.Equal(t, six(one[T]()), values(t, Ones[T](dev, 2, 3)))
	assert.Equal(t, six(one[T]()), values(t, OnesLike(a)))
	assert.Equal(t, six(zero), values(t, ZerosLike(a)))
	assert.Equal(t, six(v), values(t, FullLike(a.T(), v)))
	assert.Equal(t, []int{3, 2}, FullLike(a.T(), v).Shape())
	assert.Equal(t, []int{3, 2}, EmptyLike(a.T()).Shape())
	assert.Equal(t, []T{one[T](), zero, zero, zero, one[T](), zero, zero, zero, one[T]()}, values(t, Eye[T](dev, 3)))
	assert.Equal(t, []T{v, zero, zero, v}, values(t, Diag(FromSlice(dev, []T{v, v}), 0)))
	assert.Equal(t, []T{v, zero, zero, v, v, zero}, values(t, Tril(a, 0)))
	for _, g := range Meshgrid(a.Slice(At(0)), a.Slice(At(1))) {
		assert.Equal(t, []int{3, 3}, g.Shape())
	}
}

func TestFillsOfEachType(t *testing.T) {
	fills(t, true)
	fills(t, 7)
	fills(t, int8(-7))
	fills(t, int16(7))
	fills(t, int32(7))
	fills(t, int64(7))
	fills(t, uint8(255))
	fills(t, uint16(7))
	fills(t, uint32(7))
	fills(t, uint64(math.MaxUint64))
	fills(t, float32(0.5))
	fills(t, 0.5)
	fills(t, complex64(2i))
	fills(t, 1+2i)
}

func TestFromFunc(t *testing.T) {
	dev := testDevice(t)
	a := FromFunc(dev, func(x []int) int { return 100*x[0] + 10*x[1] + x[2] }, 2, 1, 3)
	assert.Equal(t, []int{2, 1, 3}, a.Shape())
	assert.Equal(t, []int{0, 1, 2, 100, 101, 102}, values(t, a))
	assert.Equal(t, []bool{true}, values(t, FromFunc(dev, func(x []int) bool { return len(x) == 0 })))
	assert.Equal(t, []int{}, FromFunc(dev, func(x []int) bool { return true }).Shape())
	none := FromFunc(dev, func([]int) int { t.Error("called"); return 0 }, 2, 0)
	assert.Empty(t, values(t, none))
	misused(t, "FromFunc", "negative", func() { FromFunc(dev, func([]int) int { return 0 }, -1) })
	misused(t, "FromFunc", "function is nil", func() { FromFunc[int](dev, nil, 1) })
	misused(t, "FromFunc", "device is nil", func() { FromFunc(nil, func([]int) int { return 0 }, 1) })
}

func TestArange(t *testing.T) {
	dev := testDevice(t)
	assert.Equal(t, []int{0, 1, 2, 3}, values(t, Arange(dev, 0, 4, 1)))
	assert.Equal(t, []int{1, 4, 7}, values(t, Arange(dev, 1, 10, 3)))
	assert.Equal(t, []int{1, 4, 7, 10}, values(t, Arange(dev, 1, 11, 3)))
	assert.Equal(t, []int{5, 3, 1}, values(t, Arange(dev, 5, 0, -2)))
	assert.Empty(t, values(t, Arange(dev, 5, 0, 2)))
	assert.Empty(t, values(t, Arange(dev, 0, 5, -2)))
	assert.Empty(t, values(t, Arange(dev, 3, 3, 1)))
	assert.Equal(t, []int8{-128, -28, 72}, values(t, Arange[int8](dev, -128, 127, 100)))
	assert.Equal(t, []int8{127, -1}, values(t, Arange[int8](dev, 127, -128, -128)))
	assert.Equal(t, []uint8{250, 252, 254}, values(t, Arange[uint8](dev, 250, 255, 2)))
	assert.Equal(t, []uint64{1 << 63, 1<<63 + 3}, values(t, Arange[uint64](dev, 1<<63, 1<<63+6, 3)))
	assert.Equal(t, []int64{math.MinInt64, -1, math.MaxInt64 - 1}, values(t, Arange[int64](dev, math.MinInt64, math.MaxInt64, math.MaxInt64)))
	assert.Equal(t, []int64{math.MaxInt64, -1}, values(t, Arange[int64](dev, math.MaxInt64, math.MinInt64, math.MinInt64)))
	assert.Equal(t, []float64{0, 0.1, 0.2}, values(t, Arange(dev, 0, 0.3, 0.1)))
	assert.Len(t, values(t, Arange(dev, 1, 1.3, 0.1)), 4) // the quotient is a little above 3
	assert.Equal(t, []float32{1, 0.5, 0, -0.5}, values(t, Arange[float32](dev, 1, -1, -0.5)))
	assert.Equal(t, []float64{1}, values(t, Arange(dev, 1, 1+0x1p-52, 1e300)))
	wide := values(t, Arange(dev, -1.5e308, 1.5e308, 1e308))
	assert.Equal(t, []float64{-1.5e308, -0.5e308, 0.5e308}, wide)
	assert.Equal(t, []float64{5e-324}, values(t, Arange(dev, 5e-324, 1e-323, 1)))
	v := values(t, Arange(dev, 0, 1e4, 0.1))
	require.Len(t, v, 100000)
	for i, x := range v {
		if x != float64(i)*0.1 {
			t.Fatalf("element %d is %v", i, x)
		}
	}
}

func TestArangeMisused(t *testing.T) {
	dev := testDevice(t)
	misused(t, "Arange", "step is 0", func() { Arange(dev, 0, 3, 0) })
	misused(t, "Arange", "step is 0", func() { Arange(dev, 0, 3, 0.0) })
	for _, x := range []float64{nan64, inf64, -inf64} {
		misused(t, "Arange", "finite", func() { Arange(dev, x, 3, 1) })
		misused(t, "Arange", "finite", func() { Arange(dev, 0, x, 1) })
		misused(t, "Arange", "finite", func() { Arange(dev, 0, 3, x) })
	}
	misused(t, "Arange", "addressed", func() { Arange(dev, 0, 1e300, 1) })
	misused(t, "Arange", "addressed", func() { Arange(dev, -1.7e308, 1.7e308, 5e-324) })
	misused(t, "Arange", "addressed", func() { Arange[int64](dev, math.MinInt64, math.MaxInt64, 1) })
	misused(t, "Arange", "device is nil", func() { Arange(nil, 0, 3, 1) })
}

func TestSpaces(t *testing.T) {
	dev := testDevice(t)
	assert.Equal(t, []float64{0, 0.25, 0.5, 0.75, 1}, values(t, Linspace(dev, 0.0, 1, 5)))
	assert.Equal(t, []float64{0, 0.2, 0.4, 0.6000000000000001, 0.8}, values(t, LinspaceOpen(dev, 0.0, 1, 5)))
	assert.Equal(t, []float32{3, 2, 1}, values(t, Linspace[float32](dev, 3, 1, 3)))
	assert.Equal(t, []complex64{0, 1 + 2i, 2 + 4i}, values(t, Linspace[complex64](dev, 0, 2+4i, 3)))
	assert.Equal(t, []complex128{2i, 1i}, values(t, LinspaceOpen[complex128](dev, 2i, 0, 2)))
	for n, want := range [][]float64{{}, {2}, {2, 3}} {
		assert.Equal(t, want, values(t, Linspace(dev, 2.0, 3, n)))
		assert.Equal(t, want[:n], values(t, Geomspace(dev, 2.0, 3, n)))
	}
	assert.Equal(t, []float64{2}, values(t, LinspaceOpen(dev, 2.0, 3, 1)))
	assert.Equal(t, []float64{100}, values(t, Logspace(dev, 2.0, 3, 1)))
	assert.Equal(t, []float64{7, 7, 7}, values(t, Linspace(dev, 7.0, 7, 3)))
	for _, n := range []int{2, 3, 7, 50, 99} {
		for _, e := range [][2]float64{{0, 1}, {0.1, 0.7}, {-1e308, 1e308}, {0, 5e-324}, {1, 1e300}, {3, -3}} {
			v := values(t, Linspace(dev, e[0], e[1], n))
			assert.Equal(t, e[0], v[0])
			assert.Equal(t, e[1], v[n-1])
			for i, x := range v {
				s := float64(i) / float64(n-1)
				want := e[0]*(1-s) + e[1]*s
				assert.InDelta(t, want, x, 1e-15*math.Max(math.Abs(e[0]), math.Abs(e[1]))+5e-324)
			}
			f := values(t, Linspace(dev, float32(e[0]/1e280), float32(e[1]/1e280), n))
			assert.Equal(t, float32(e[1]/1e280), f[n-1])
		}
	}
	numtest.SlicesWithinULP(t, []float64{1, 10, 100, 1000}, values(t, Logspace(dev, 0.0, 3, 4)), 4)
	numtest.SlicesWithinULP(t, []float32{2, 4, 8}, values(t, LogspaceBase[float32](dev, 2, 1, 3, 3)), 1)
	numtest.SlicesWithinULP(t, []float64{1, 10, 100, 1000}, values(t, Geomspace(dev, 1.0, 1000, 4)), 4)
	numtest.SlicesWithinULP(t, []float64{-8, -4, -2, -1}, values(t, Geomspace(dev, -8.0, -1, 4)), 8)
	g := values(t, Geomspace(dev, 1e-300, 1e300, 31))
	assert.Equal(t, []float64{1e-300, 1e300}, []float64{g[0], g[30]})
	assert.InEpsilon(t, 1, g[15], 1e-12)
}

func TestSpacesMisused(t *testing.T) {
	dev := testDevice(t)
	misused(t, "Linspace", "negative", func() { Linspace(dev, 0.0, 1, -1) })
	misused(t, "Linspace", "finite", func() { Linspace(dev, 0.0, inf64, 3) })
	misused(t, "LinspaceOpen", "finite", func() { LinspaceOpen(dev, complex(0, nan64), 1, 3) })
	misused(t, "Linspace", "device is nil", func() { Linspace(nil, 0.0, 1, 3) })
	misused(t, "LogspaceBase", "base", func() { LogspaceBase(dev, -1.0, 0, 1, 3) })
	misused(t, "Logspace", "finite", func() { Logspace(dev, nan64, 1, 3) })
	misused(t, "Geomspace", "one sign", func() { Geomspace(dev, 0.0, 1, 3) })
	misused(t, "Geomspace", "one sign", func() { Geomspace(dev, -1.0, 1, 3) })
	misused(t, "Geomspace", "negative", func() { Geomspace(dev, 1.0, 2, -3) })
}

func TestTriangles(t *testing.T) {
	dev := testDevice(t)
	loop := func(rows, cols int, f func(i, j int) bool) []int {
		out := make([]int, 0, rows*cols)
		for i := range rows {
			for j := range cols {
				v := 0
				if f(i, j) {
					v = 1
				}
				out = append(out, v)
			}
		}
		return out
	}
	for _, d := range [][2]int{{3, 3}, {2, 4}, {4, 2}, {1, 1}, {0, 3}, {3, 0}} {
		for _, k := range []int{0, 1, -1, 2, -3, 9, -9, math.MaxInt, math.MinInt} {
			rows, cols := d[0], d[1]
			assert.Equal(t, loop(rows, cols, func(i, j int) bool { return j-i == k }), values(t, EyeOffset[int](dev, rows, cols, k)))
			assert.Equal(t, loop(rows, cols, func(i, j int) bool { return j-i <= k }), values(t, Tri[int](dev, rows, cols, k)))
			a := Ones[int](dev, rows, cols)
			assert.Equal(t, loop(rows, cols, func(i, j int) bool { return j-i <= k }), values(t, Tril(a, k)))
			assert.Equal(t, loop(rows, cols, func(i, j int) bool { return j-i >= k }), values(t, Triu(a, k)))
			assert.Equal(t, loop(rows, cols, func(i, j int) bool { return j-i >= k }), values(t, Triu(Ones[int](dev, cols, rows).T(), k)))
		}
	}
	stack := Arange(dev, 1, 9, 1).Reshape(2, 2, 2)
	assert.Equal(t, []int{1, 0, 3, 4, 5, 0, 7, 8}, values(t, Tril(stack, 0)))
	assert.Equal(t, []int{0, 2, 0, 0, 0, 6, 0, 0}, values(t, Triu(stack, 1)))
	misused(t, "Tril", "two axes", func() { Tril(Ones[int](dev, 3), 0) })
	misused(t, "Eye", "negative", func() { Eye[int](dev, -1) })
	misused(t, "Tri", "device is nil", func() { Tri[int](nil, 1, 1, 0) })
}

func TestDiag(t *testing.T) {
	dev := testDevice(t)
	v := FromSlice(dev, []int{1, 2})
	assert.Equal(t, []int{0, 1, 0, 0, 0, 2, 0, 0, 0}, values(t, Diag(v, 1)))
	assert.Equal(t, []int{0, 0, 0, 1, 0, 0, 0, 2, 0}, values(t, Diag(v, -1)))
	assert.Equal(t, []int{0, 0}, Diag(Zeros[int](dev, 0), 0).Shape())
	assert.Equal(t, []int{0, 0, 0, 0}, values(t, Diag(Zeros[int](dev, 0), -2)))
	m := Arange(dev, 0, 6, 1).Reshape(2, 3)
	d := Diag(m, 1)
	assert.Equal(t, []int{1, 5}, values(t, d))
	d.Fill(9)
	assert.Equal(t, []int{0, 9, 2, 3, 4, 9}, values(t, m))
	misused(t, "Diag", "Diagonal", func() { Diag(Ones[int](dev, 1, 1, 1), 0) })
	misused(t, "Diag", "addressed", func() { Diag(v, math.MinInt) })
	misused(t, "Diag", "addressed", func() { Diag(v, math.MaxInt) })
}

func TestMeshgrid(t *testing.T) {
	dev := testDevice(t)
	x, y := FromSlice(dev, []int{1, 2, 3}), FromSlice(dev, []int{10, 20})
	g := Meshgrid(x, y)
	assert.Equal(t, []int{2, 3}, g[0].Shape())
	assert.Equal(t, []int{1, 2, 3, 1, 2, 3}, values(t, g[0]))
	assert.Equal(t, []int{10, 10, 10, 20, 20, 20}, values(t, g[1]))
	g = MeshgridIJ(x, y)
	assert.Equal(t, []int{3, 2}, g[1].Shape())
	assert.Equal(t, []int{1, 1, 2, 2, 3, 3}, values(t, g[0]))
	assert.Equal(t, []int{10, 20, 10, 20, 10, 20}, values(t, g[1]))
	g = Meshgrid(x, y, Scalar(dev, 7))
	assert.Equal(t, []int{2, 3, 1}, g[2].Shape())
	assert.Equal(t, []int{7, 7, 7, 7, 7, 7}, values(t, g[2]))
	g = Meshgrid(x)
	x.Fill(0) // the grid is a copy of what was there
	assert.Equal(t, []int{1, 2, 3}, values(t, g[0]))
	assert.Empty(t, Meshgrid[int]())
	assert.Empty(t, values(t, Meshgrid(x, Zeros[int](dev, 0))[0]))
	misused(t, "Meshgrid", "1-d", func() { Meshgrid(Ones[int](dev, 2, 2)) })
	misused(t, "MeshgridIJ", "To", func() { MeshgridIJ(x, Ones[int](testDevice(t), 2)) })
}

// What is worked out from positions takes no memory of its own inside of a
// larger expression.
func TestCreatedArraysFuse(t *testing.T) {
	dev := backendtest.NewRecorder(testDevice(t))
	for name, a := range map[string]func() *Array[float64]{
		"Arange":    func() *Array[float64] { return Arange(dev, 0.0, 16, 1).Copy() },
		"Linspace":  func() *Array[float64] { return Linspace(dev, 0.0, 15, 16) },
		"Logspace":  func() *Array[float64] { return Logspace(dev, 0.0, 15, 16) },
		"Geomspace": func() *Array[float64] { return Geomspace(dev, 1.0, 15, 16) },
		"Eye":       func() *Array[float64] { return Eye[float64](dev, 4) },
		"Tri":       func() *Array[float64] { return Tri[float64](dev, 4, 4, 1) },
		"Ones":      func() *Array[float64] { return Ones[float64](dev, 4, 4) },
		"Meshgrid":  func() *Array[float64] { return Meshgrid(FromSlice(dev, []float64{1, 2, 3, 4}), Full(dev, 1.0, 4))[0] },
		"Tril":      func() *Array[float64] { return Tril(Ones[float64](dev, 2, 4, 4), 0) },
	} {
		x := a()
		s := Sum(apply[float64]("test", expr.Mul, &x.t, &Const(2.0).t))
		dev.Drain()
		require.NoError(t, s.Eval())
		log := dev.Drain()
		assert.Len(t, log.Kernels, 1, name)
		assert.Equal(t, []int{8}, log.Allocs, name)
	}
}
