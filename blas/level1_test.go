package blas

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
)

func item[T array.Element](t *testing.T, a *array.Array[T]) T {
	t.Helper()
	v, err := a.Item()
	require.NoError(t, err)
	return v
}

func magnitude(z complex128) float64 { return math.Abs(real(z)) + math.Abs(imag(z)) }

func testLevel1[T array.Field](t *testing.T) {
	dev, r := testDevice(t), rand.New(rand.NewPCG(13, 14))
	for _, n := range sizes {
		for _, lx := range layouts {
			for _, ly := range layouts {
				x, y := random[T](r, n, 1), random[T](r, n, 1)
				vectors := func() (placed[T], placed[T]) { return line[T](dev, x, lx), line[T](dev, y, ly) }
				px, py := vectors()

				assert.InDelta(t, 0, cmplx.Abs(wide(item(t, Dot(px.view, py.view)))-sum(x.op(Trans).times(y))), 1e-4)
				asum, squares, largest := 0.0, 0.0, 0
				for i, z := range x.v {
					asum += magnitude(z)
					squares += real(z)*real(z) + imag(z)*imag(z)
					if magnitude(z) > magnitude(x.v[largest]) {
						largest = i
					}
				}
				assert.InDelta(t, asum, item(t, Asum[float64](px.view)), 1e-12)
				assert.InDelta(t, math.Sqrt(squares), item(t, Nrm2[float64](px.view)), 1e-12)
				if n > 0 {
					assert.Equal(t, largest, item(t, Iamax(px.view)))
				}

				Axpy(number[T](-1.5), px.view, py.view)
				py.holds(t, x.plus(-1.5, 1, y), "Axpy %d %s %s", n, lx, ly)
				px.holds(t, x, "Axpy's x")
				px, py = vectors()
				Copy(px.view, py.view)
				py.holds(t, x, "Copy %d %s %s", n, lx, ly)
				px, py = vectors()
				Swap(px.view, py.view)
				px.holds(t, y, "Swap %d %s %s", n, lx, ly)
				py.holds(t, x, "Swap %d %s %s", n, lx, ly)
				px, _ = vectors()
				Scal(number[T](0.25), px.view)
				px.holds(t, x.plus(0.25, 0, x), "Scal %d %s", n, lx)
				px = line[T](dev, filled(x, nan()), lx)
				Scal(0, px.view)
				px.holds(t, newGrid(n, 1), "Scal of NaN by 0 %d %s", n, lx)
			}
		}
	}
}

func sum(g grid) (s complex128) {
	for _, z := range g.v {
		s += z
	}
	return s
}

func testRot[T array.Float](t *testing.T) {
	testLevel1[T](t)
	dev, r := testDevice(t), rand.New(rand.NewPCG(15, 16))
	for _, lx := range layouts {
		for _, ly := range layouts {
			x, y := random[T](r, 7, 1), random[T](r, 7, 1)
			px, py := line[T](dev, x, lx), line[T](dev, y, ly)
			Rot(px.view, py.view, 0.5, 2)
			px.holds(t, x.plus(0.5, 2, y), "Rot's x %s %s", lx, ly)
			py.holds(t, y.plus(0.5, -2, x), "Rot's y %s %s", lx, ly)
		}
	}
}

func testDotc[T array.Complex](t *testing.T) {
	testLevel1[T](t)
	dev, r := testDevice(t), rand.New(rand.NewPCG(17, 18))
	x, y := random[T](r, 33, 1), random[T](r, 33, 1)
	px, py := line[T](dev, x, "negative"), line[T](dev, y, "stepped")
	assert.InDelta(t, 0, cmplx.Abs(wide(item(t, Dotc(px.view, py.view)))-sum(x.op(ConjTrans).times(y))), 1e-4)
}

func TestLevel1(t *testing.T) {
	forTypes(t, testRot[float32], testRot[float64], testDotc[complex64], testDotc[complex128])
}

// TestAliasing has the result share elements with what is read.
func TestAliasing(t *testing.T) {
	dev, r := testDevice(t), rand.New(rand.NewPCG(19, 20))
	g := dominant(random[float64](r, 7, 7))
	for _, layout := range layouts {
		p := place[float64](dev, g, layout)
		Gemm(NoTrans, Trans, 2, p.view, p.view, 1, p.view)
		p.holds(t, g.times(g.op(Trans)).plus(2, 1, g), "Gemm into its factors")
		p = place[float64](dev, g, layout)
		Gemm(NoTrans, NoTrans, 1, p.view, p.view.T(), 0, p.view.Flip(1).T())
		got, err := p.view.Flip(1).T().ToSlice()
		require.NoError(t, err)
		for i, w := range g.times(g.op(Trans)).v {
			assert.InDelta(t, real(w), got[i], 1e-12)
		}
		p = place[float64](dev, g, layout)
		Trmm(Left, Upper, NoTrans, NonUnit, 1, p.view, p.view)
		p.holds(t, g.triangle(Upper, NonUnit).times(g), "Trmm of itself")
	}
}

// TestPendingReaders has pending arrays read what is then overwritten.
func TestPendingReaders(t *testing.T) {
	dev := testDevice(t)
	a, b := array.Eye[float64](dev, 3), array.Full(dev, 2.0, 3, 3)
	c := array.Ones[float64](dev, 3, 3)
	before := c.AddScalar(1)
	total := array.Sum(c.T())
	pending := b.MulScalar(3) // is computed for the product
	Gemm(NoTrans, NoTrans, 1, a, pending, 0, c)
	after := array.Sum(c)
	assert.Equal(t, 9.0, item(t, total))
	assert.Equal(t, 18.0, item(t, array.Sum(before)))
	assert.Equal(t, 54.0, item(t, after))
	// A result that is itself pending is computed first.
	d := c.AddScalar(1)
	Gemm(NoTrans, NoTrans, 1, a, b, 1, d)
	assert.Equal(t, 81.0, item(t, array.Sum(d)))
}

func TestStacks(t *testing.T) {
	dev, r := testDevice(t), rand.New(rand.NewPCG(21, 22))
	left, right := random[float64](r, 4, 3), random[float64](r, 6, 5)
	a := fromGrid[float64](dev, left).Reshape(2, 1, 2, 3)  // two matrices
	b := fromGrid[float64](dev, right).Reshape(1, 2, 3, 5) // two others
	c := array.Zeros[float64](dev, 2, 2, 2, 5)
	Gemm(NoTrans, NoTrans, 1, a, b, 0, c)
	want := array.MatMul(a, b)
	assert.Less(t, item(t, array.NormInf(c.Sub(want))), 1e-12)

	tri := fromGrid[float64](dev, dominant(random[float64](r, 2, 2)))
	x := c.Copy()
	Trsm(Left, Lower, NoTrans, NonUnit, 1, tri, x) // one triangle for the whole stack
	Trmm(Left, Lower, NoTrans, NonUnit, 1, tri, x)
	assert.Less(t, item(t, array.NormInf(c.Sub(x))), 1e-12)
}

func TestMisuse(t *testing.T) {
	dev := testDevice(t)
	m, n := array.Zeros[float64](dev, 2, 3), array.Zeros[float64](dev, 3, 3)
	v, w := array.Zeros[float64](dev, 3), array.Zeros[float64](dev, 2)
	z := array.Zeros[complex128](dev, 3, 3)
	closed := array.Zeros[float64](dev, 3, 3)
	closed.Close()
	stack := array.Zeros[float64](dev, 2, 3, 3)
	for name, f := range map[string]func(){
		"Dot":   func() { Dot(v, w) },
		"Nrm2":  func() { Nrm2[float64](n) },
		"Iamax": func() { Iamax(v.Slice(array.To(0))) },
		"Axpy":  func() { Axpy(1, v, nil) },
		"Gemv":  func() { Gemv(NoTrans, 1, m, w, 0, v) },
		"Ger":   func() { Ger(1, v, w, m) },
		"Symv":  func() { Symv('A', 1, n, v, 0, v) },
		"Trmv":  func() { Trmv(Upper, NoTrans, 'X', n, v) },
		"Trsv":  func() { Trsv(Upper, NoTrans, Unit, m, v) },
		"Gemm":  func() { Gemm(NoTrans, NoTrans, 1, m, m, 0, n) },
		"flag":  func() { Gemm('X', NoTrans, 1, n, n, 0, n) },
		"close": func() { Gemm(NoTrans, NoTrans, 1, closed, n, 0, n) },
		"nil":   func() { Gemm(NoTrans, NoTrans, 1, nil, n, 0, n) },
		"wide":  func() { Gemm(NoTrans, NoTrans, 1, n, n, 0, v.BroadcastTo(3, 3)) },
		"const": func() { Gemm(NoTrans, NoTrans, 1, n, n, 0, array.Const(1.0)) },
		"stack": func() { Gemm(NoTrans, NoTrans, 1, stack, n, 0, n) },
		"apart": func() { Gemm(NoTrans, NoTrans, 1, array.Zeros[float64](testDevice(t), 3, 3), n, 0, n) },
		"Symm":  func() { Symm('X', Upper, 1, n, m, 0, m) },
		"Syrk":  func() { Syrk(Upper, ConjTrans, 1, z, 0, z) },
		"Herk":  func() { Herk(Upper, Trans, 1, z, 0, z) },
		"Syr2k": func() { Syr2k(Upper, NoTrans, 1, n, m, 0, n) },
		"Trmm":  func() { Trmm(Left, Upper, NoTrans, Unit, 1, n, m) },
		"Trsm":  func() { Trsm(Right, 'X', NoTrans, Unit, 1, n, m) },
	} {
		err := array.Try(f)
		var e *array.Error
		assert.ErrorAs(t, err, &e, name)
	}
}

// plain hides a device's capabilities.
type plain struct{ backend.Device }

func TestDeviceWithout(t *testing.T) {
	dev := plain{testDevice(t)}
	a := array.Ones[float64](dev, 2, 2)
	Gemm(NoTrans, NoTrans, 1, a, a, 0, a)
	_, err := a.ToSlice()
	assert.ErrorIs(t, err, backend.ErrUnsupported)
}
