package blas

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/cugond/cugond/array"
)

func nan() complex128 { return complex(math.NaN(), 0) }

func filled(g grid, z complex128) grid {
	o := newGrid(g.rows, g.cols)
	for i := range o.v {
		o.v[i] = z
	}
	return o
}

// scalars returns alpha and pairs of beta and what c holds: with beta 0, NaN.
func scalars[T array.Field](hermitian bool, c grid) (alpha complex128, cases map[complex128]grid) {
	alpha, beta := complex128(1.5), complex128(-0.5)
	if isComplex[T]() && !hermitian {
		alpha, beta = 1.5-1i, -0.5+2i
	}
	return alpha, map[complex128]grid{0: filled(c, nan()), 1: c, beta: c}
}

// combos calls f with sizes and layouts so that every pair of layouts of the
// result and a factor comes up with every size, but for the largest, with which
// only equal ones do.
func combos(f func(m, n, k int, lc, la, lb string)) {
	for i, m := range sizes {
		for j, lc := range layouts {
			for l, la := range layouts {
				if i == len(sizes)-1 && j != l {
					continue
				}
				f(m, sizes[(i+j+l)%len(sizes)], sizes[(i+2*j+3*l+1)%len(sizes)], lc, la, layouts[(i+j+l)%len(layouts)])
			}
		}
	}
}

func testGemm[T array.Field](t *testing.T) {
	dev, r := testDevice(t), rand.New(rand.NewPCG(1, 2))
	combos(func(m, n, k int, lc, la, lb string) {
		for _, tA := range allTrans {
			for _, tB := range allTrans {
				a, b := random[T](r, m, k).op(tA), random[T](r, k, n).op(tB)
				c := random[T](r, m, n)
				pa, pb := place[T](dev, a, la), place[T](dev, b, lb)
				alpha, cases := scalars[T](false, c)
				for beta, c := range cases {
					pc := place[T](dev, c, lc)
					Gemm(tA, tB, number[T](alpha), pa.view, pb.view, number[T](beta), pc.view)
					pc.holds(t, a.op(tA).times(b.op(tB)).plus(alpha, beta, c), "Gemm %c%c %d %d %d %s %s %s beta %v", tA, tB, m, n, k, lc, la, lb, beta)
				}
				pc := place[T](dev, filled(c, nan()), lc)
				Gemm(tA, tB, 0, pa.view, pb.view, 0, pc.view)
				pc.holds(t, newGrid(m, n), "Gemm of nothing")
			}
		}
	})
}

func TestGemm(t *testing.T) {
	forTypes(t, testGemm[float32], testGemm[float64], testGemm[complex64], testGemm[complex128])
}

type symmFunc[T array.Field] func(Side, Uplo, T, *array.Array[T], *array.Array[T], T, *array.Array[T])

func testSymm[T array.Field](t *testing.T, hermitian bool, symm symmFunc[T]) {
	dev, r := testDevice(t), rand.New(rand.NewPCG(3, 4))
	combos(func(m, n, _ int, lc, la, lb string) {
		for _, side := range allSides {
			for _, u := range allUplo {
				size := along(side, m, n)
				a, b, c := random[T](r, size, size), random[T](r, m, n), random[T](r, m, n)
				full := a.full(u, hermitian)
				want := full.times
				if side == Right {
					want = func(b grid) grid { return b.times(full) }
				}
				pa, pb := place[T](dev, a, la), place[T](dev, b, lb)
				alpha, cases := scalars[T](false, c)
				for beta, c := range cases {
					pc := place[T](dev, c, lc)
					symm(side, u, number[T](alpha), pa.view, pb.view, number[T](beta), pc.view)
					pc.holds(t, want(b).plus(alpha, beta, c), "hermitian %v %c%c %d %d %s %s %s beta %v", hermitian, side, u, m, n, lc, la, lb, beta)
				}
			}
		}
	})
}

func TestSymm(t *testing.T) {
	forTypes(t,
		func(t *testing.T) { testSymm(t, false, Symm[float32]) },
		func(t *testing.T) { testSymm(t, false, Symm[float64]) },
		func(t *testing.T) { testSymm(t, false, Symm[complex64]); testSymm(t, true, Hemm[complex64]) },
		func(t *testing.T) { testSymm(t, false, Symm[complex128]); testSymm(t, true, Hemm[complex128]) })
}

// rankFunc is an update by one factor or two.
type rankFunc[T array.Field] func(u Uplo, t Transpose, alpha complex128, a, b *array.Array[T], beta complex128, c *array.Array[T])

func testRank[T array.Field](t *testing.T, hermitian, two bool, update rankFunc[T]) {
	dev, r := testDevice(t), rand.New(rand.NewPCG(5, 6))
	conj := ConjTrans
	if !hermitian {
		conj = Trans
	}
	combos(func(n, _, k int, lc, la, lb string) {
		for _, u := range allUplo {
			for _, tr := range []Transpose{NoTrans, conj} {
				a, b, c := random[T](r, n, k), random[T](r, n, k), random[T](r, n, n)
				pa, pb := place[T](dev, a.op(tr), la), place[T](dev, b.op(tr), lb)
				alpha, cases := scalars[T](hermitian, c)
				if hermitian && two {
					alpha = 1.5 - 1i
				}
				product := a.times(a.op(conj))
				turned := product
				other := complex128(0)
				if two {
					product, turned, other = a.times(b.op(conj)), b.times(a.op(conj)), alpha
					if hermitian {
						other = complex(real(alpha), -imag(alpha))
					}
				}
				for beta, old := range cases {
					pc := place[T](dev, old, lc)
					update(u, tr, alpha, pa.view, pb.view, beta, pc.view)
					from := old
					if hermitian && beta != 0 {
						from = old.full(u, true)
					}
					sum := product.plus(alpha, beta, from).plus(1, other, turned)
					if beta == 0 { // NaN stay outside the triangle
						for i := range n {
							for j := range n {
								if !inside(u, i, j) {
									sum.set(i, j, padding)
									pc.view.SetAt(number[T](padding), i, j)
								}
							}
						}
						old = sum
					}
					pc.holds(t, sum.kept(u, old), "hermitian %v two %v %c%c %d %d %s %s %s beta %v", hermitian, two, u, tr, n, k, lc, la, lb, beta)
				}
			}
		}
	})
}

func rankReal[T array.Field](t *testing.T) {
	testRank(t, false, false, func(u Uplo, tr Transpose, alpha complex128, a, _ *array.Array[T], beta complex128, c *array.Array[T]) {
		Syrk(u, tr, number[T](alpha), a, number[T](beta), c)
	})
	testRank(t, false, true, func(u Uplo, tr Transpose, alpha complex128, a, b *array.Array[T], beta complex128, c *array.Array[T]) {
		Syr2k(u, tr, number[T](alpha), a, b, number[T](beta), c)
	})
}

func rankComplex[T array.Complex](t *testing.T) {
	rankReal[T](t)
	testRank(t, true, false, func(u Uplo, tr Transpose, alpha complex128, a, _ *array.Array[T], beta complex128, c *array.Array[T]) {
		Herk(u, tr, real(alpha), a, real(beta), c)
	})
	testRank(t, true, true, func(u Uplo, tr Transpose, alpha complex128, a, b *array.Array[T], beta complex128, c *array.Array[T]) {
		Her2k(u, tr, number[T](alpha), a, b, real(beta), c)
	})
}

func TestRankUpdates(t *testing.T) {
	forTypes(t, rankReal[float32], rankReal[float64], rankComplex[complex64], rankComplex[complex128])
}

// dominant makes a matrix well conditioned.
func dominant(g grid) grid {
	for i := range g.rows {
		for j := range g.cols {
			g.set(i, j, g.at(i, j)/8)
		}
		g.set(i, i, complex(2+float64(i%3), 0))
	}
	return g
}

func testTriangular[T array.Field](t *testing.T) {
	dev, r := testDevice(t), rand.New(rand.NewPCG(7, 8))
	combos(func(m, n, _ int, lb, la, _ string) {
		for _, side := range allSides {
			for _, u := range allUplo {
				for _, tA := range allTrans {
					for _, d := range allDiags {
						size := along(side, m, n)
						a, x := dominant(random[T](r, size, size)), random[T](r, m, n)
						tri := a.triangle(u, d).op(tA)
						product := tri.times
						if side == Right {
							product = func(x grid) grid { return x.times(tri) }
						}
						pa := place[T](dev, a, la)
						for _, alpha := range []complex128{1, -2} {
							px := place[T](dev, x, lb)
							Trmm(side, u, tA, d, number[T](alpha), pa.view, px.view)
							px.holds(t, product(x).plus(alpha, 0, x), "Trmm %c%c%c%c %d %d %s %s", side, u, tA, d, m, n, la, lb)
							pb := place[T](dev, product(x), lb)
							Trsm(side, u, tA, d, number[T](alpha), pa.view, pb.view)
							pb.holds(t, x.plus(alpha, 0, x), "Trsm %c%c%c%c %d %d %s %s", side, u, tA, d, m, n, la, lb)
						}
					}
				}
			}
		}
	})
}

func TestTriangular(t *testing.T) {
	forTypes(t, testTriangular[float32], testTriangular[float64], testTriangular[complex64], testTriangular[complex128])
}
