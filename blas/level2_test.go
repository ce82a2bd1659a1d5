package blas

import (
	"math/rand/v2"
	"testing"

	"github.com/cugond/cugond/array"
)

// vectorCombos calls f with sizes, and layouts of a matrix and two vectors.
func vectorCombos(f func(m, n int, la, lx, ly string)) {
	combos(func(m, n, _ int, la, lx, ly string) { f(m, n, la, lx, ly) })
}

func testVectors[T array.Field](t *testing.T) {
	dev, r := testDevice(t), rand.New(rand.NewPCG(9, 10))
	vectorCombos(func(m, n int, la, lx, ly string) {
		for _, tA := range allTrans {
			a, x, y := random[T](r, m, n).op(tA), random[T](r, n, 1), random[T](r, m, 1)
			pa, px := place[T](dev, a, la), line[T](dev, x, lx)
			alpha, cases := scalars[T](false, y)
			for beta, y := range cases {
				py := line[T](dev, y, ly)
				Gemv(tA, number[T](alpha), pa.view, px.view, number[T](beta), py.view)
				py.holds(t, a.op(tA).times(x).plus(alpha, beta, y), "Gemv %c %d %d %s %s %s beta %v", tA, m, n, la, lx, ly, beta)
			}
		}
		a, x, y := random[T](r, m, n), random[T](r, m, 1), random[T](r, n, 1)
		pa, px, py := place[T](dev, a, la), line[T](dev, x, lx), line[T](dev, y, ly)
		Ger(number[T](1.5), px.view, py.view, pa.view)
		pa.holds(t, x.times(y.op(Trans)).plus(1.5, 1, a), "Ger %d %d %s %s %s", m, n, la, lx, ly)
		for _, u := range allUplo {
			a, x, y := random[T](r, n, n), random[T](r, n, 1), random[T](r, n, 1)
			pa, px := place[T](dev, a, la), line[T](dev, x, lx)
			alpha, cases := scalars[T](false, y)
			for beta, y := range cases {
				py := line[T](dev, y, ly)
				Symv(u, number[T](alpha), pa.view, px.view, number[T](beta), py.view)
				py.holds(t, a.full(u, false).times(x).plus(alpha, beta, y), "Symv %c %d %s %s %s beta %v", u, n, la, lx, ly, beta)
			}
			for _, tA := range allTrans {
				for _, d := range allDiags {
					a := dominant(random[T](r, n, n))
					tri := a.triangle(u, d).op(tA)
					pa, px := place[T](dev, a, la), line[T](dev, x, lx)
					Trmv(u, tA, d, pa.view, px.view)
					px.holds(t, tri.times(x), "Trmv %c%c%c %d %s %s", u, tA, d, n, la, lx)
					px = line[T](dev, tri.times(x), lx)
					Trsv(u, tA, d, pa.view, px.view)
					px.holds(t, x, "Trsv %c%c%c %d %s %s", u, tA, d, n, la, lx)
				}
			}
		}
	})
}

func testComplexVectors[T array.Complex](t *testing.T) {
	testVectors[T](t)
	dev, r := testDevice(t), rand.New(rand.NewPCG(11, 12))
	vectorCombos(func(m, n int, la, lx, ly string) {
		a, x, y := random[T](r, m, n), random[T](r, m, 1), random[T](r, n, 1)
		pa, px, py := place[T](dev, a, la), line[T](dev, x, lx), line[T](dev, y, ly)
		Gerc(number[T](1.5-1i), px.view, py.view, pa.view)
		pa.holds(t, x.times(y.op(ConjTrans)).plus(1.5-1i, 1, a), "Gerc %d %d %s %s %s", m, n, la, lx, ly)
		for _, u := range allUplo {
			a, x, y := random[T](r, n, n), random[T](r, n, 1), random[T](r, n, 1)
			pa, px, py := place[T](dev, a, la), line[T](dev, x, lx), line[T](dev, y, ly)
			Hemv(u, number[T](1.5-1i), pa.view, px.view, number[T](2i), py.view)
			py.holds(t, a.full(u, true).times(x).plus(1.5-1i, 2i, y), "Hemv %c %d %s %s %s", u, n, la, lx, ly)
		}
	})
}

func TestLevel2(t *testing.T) {
	forTypes(t, testVectors[float32], testVectors[float64], testComplexVectors[complex64], testComplexVectors[complex128])
}
