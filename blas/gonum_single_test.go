package blas

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	native "gonum.org/v1/gonum/blas/gonum"

	"github.com/cugond/cugond/array"
)

// slice returns rows at a distance of ld with numbers between them as well.
func slice[T array.Field](r *rand.Rand, rows, ld int) []T {
	s := make([]T, rows*ld)
	for i, z := range random[T](r, rows, ld).v {
		s[i] = number[T](z)
	}
	for i := range min(rows, ld) { // well conditioned, and Hermitian on the diagonal
		s[i*ld+i] = number[T](4)
	}
	return s
}

// same runs a routine on two copies of what it writes and compares all of them.
func same[T array.Field](t *testing.T, what string, c []T, got, want func(c []T)) {
	t.Helper()
	a, b := append([]T(nil), c...), append([]T(nil), c...)
	got(a)
	want(b)
	for i := range a {
		assert.InDelta(t, real(wide(b[i])), real(wide(a[i])), 1e-4, "%s %d", what, i)
		assert.InDelta(t, imag(wide(b[i])), imag(wide(a[i])), 1e-4, "%s %d", what, i)
	}
}

// TestSingleOnDevice compares the single-precision routines, for which gonum has
// no suites, with gonum's own, with leading dimensions that leave gaps.
func TestSingleOnDevice(t *testing.T) {
	const m, n, k, ld = 5, 3, 4, 7
	dev, o := remoteImplementation(t)
	g, r := native.Implementation{}, rand.New(rand.NewPCG(25, 26))
	as, bs, cs := slice[float32](r, ld, ld), slice[float32](r, ld, ld), slice[float32](r, ld, ld)
	ac, bc, cc := slice[complex64](r, ld, ld), slice[complex64](r, ld, ld), slice[complex64](r, ld, ld)
	for _, beta := range []float32{0, 1, -0.5} {
		z := complex(beta, 0)
		for _, tA := range allTrans {
			for _, tB := range allTrans {
				same(t, "Sgemm", cs, func(c []float32) { o.Sgemm(tA, tB, m, n, k, 1.5, as, ld, bs, ld, beta, c, ld) },
					func(c []float32) { g.Sgemm(tA, tB, m, n, k, 1.5, as, ld, bs, ld, beta, c, ld) })
				same(t, "Cgemm", cc, func(c []complex64) { o.Cgemm(tA, tB, m, n, k, 1.5-1i, ac, ld, bc, ld, z, c, ld) },
					func(c []complex64) { g.Cgemm(tA, tB, m, n, k, 1.5-1i, ac, ld, bc, ld, z, c, ld) })
			}
		}
		for _, u := range allUplo {
			for _, s := range allSides {
				same(t, "Ssymm", cs, func(c []float32) { o.Ssymm(s, u, m, n, 2, as, ld, bs, ld, beta, c, ld) },
					func(c []float32) { g.Ssymm(s, u, m, n, 2, as, ld, bs, ld, beta, c, ld) })
				same(t, "Csymm", cc, func(c []complex64) { o.Csymm(s, u, m, n, 2i, ac, ld, bc, ld, z, c, ld) },
					func(c []complex64) { g.Csymm(s, u, m, n, 2i, ac, ld, bc, ld, z, c, ld) })
				same(t, "Chemm", cc, func(c []complex64) { o.Chemm(s, u, m, n, 2i, ac, ld, bc, ld, z, c, ld) },
					func(c []complex64) { g.Chemm(s, u, m, n, 2i, ac, ld, bc, ld, z, c, ld) })
				for _, tA := range allTrans {
					for _, d := range allDiags {
						same(t, "Strmm", cs, func(c []float32) { o.Strmm(s, u, tA, d, m, n, 2, as, ld, c, ld) },
							func(c []float32) { g.Strmm(s, u, tA, d, m, n, 2, as, ld, c, ld) })
						same(t, "Strsm", cs, func(c []float32) { o.Strsm(s, u, tA, NonUnit, m, n, 2, as, ld, c, ld) },
							func(c []float32) { g.Strsm(s, u, tA, NonUnit, m, n, 2, as, ld, c, ld) })
						same(t, "Ctrmm", cc, func(c []complex64) { o.Ctrmm(s, u, tA, d, m, n, 2i, ac, ld, c, ld) },
							func(c []complex64) { g.Ctrmm(s, u, tA, d, m, n, 2i, ac, ld, c, ld) })
						same(t, "Ctrsm", cc, func(c []complex64) { o.Ctrsm(s, u, tA, NonUnit, m, n, 2i, ac, ld, c, ld) },
							func(c []complex64) { g.Ctrsm(s, u, tA, NonUnit, m, n, 2i, ac, ld, c, ld) })
					}
				}
			}
			for _, tr := range []Transpose{NoTrans, Trans} {
				same(t, "Ssyrk", cs, func(c []float32) { o.Ssyrk(u, tr, n, k, 2, as, ld, beta, c, ld) },
					func(c []float32) { g.Ssyrk(u, tr, n, k, 2, as, ld, beta, c, ld) })
				same(t, "Ssyr2k", cs, func(c []float32) { o.Ssyr2k(u, tr, n, k, 2, as, ld, bs, ld, beta, c, ld) },
					func(c []float32) { g.Ssyr2k(u, tr, n, k, 2, as, ld, bs, ld, beta, c, ld) })
				same(t, "Csyrk", cc, func(c []complex64) { o.Csyrk(u, tr, n, k, 2i, ac, ld, z, c, ld) },
					func(c []complex64) { g.Csyrk(u, tr, n, k, 2i, ac, ld, z, c, ld) })
				same(t, "Csyr2k", cc, func(c []complex64) { o.Csyr2k(u, tr, n, k, 2i, ac, ld, bc, ld, z, c, ld) },
					func(c []complex64) { g.Csyr2k(u, tr, n, k, 2i, ac, ld, bc, ld, z, c, ld) })
			}
			for _, tr := range []Transpose{NoTrans, ConjTrans} {
				same(t, "Cherk", cc, func(c []complex64) { o.Cherk(u, tr, n, k, 2, ac, ld, beta, c, ld) },
					func(c []complex64) { g.Cherk(u, tr, n, k, 2, ac, ld, beta, c, ld) })
				same(t, "Cher2k", cc, func(c []complex64) { o.Cher2k(u, tr, n, k, 2i, ac, ld, bc, ld, beta, c, ld) },
					func(c []complex64) { g.Cher2k(u, tr, n, k, 2i, ac, ld, bc, ld, beta, c, ld) })
			}
		}
	}
	assert.Positive(t, dev.uploads.Load())
	for what, f := range map[string]func(){
		"blas: illegal transpose":          func() { o.Sgemm('X', NoTrans, m, n, k, 1, as, ld, bs, ld, 0, cs, ld) },
		"blas: bad leading dimension of C": func() { o.Cgemm(NoTrans, NoTrans, m, n, k, 1, ac, ld, bc, ld, 0, cc, n-1) },
		"blas: insufficient length of a":   func() { o.Sgemm(NoTrans, NoTrans, m, n, k, 1, as[:3], ld, bs, ld, 0, cs, ld) },
		"blas: illegal triangle":           func() { o.Cherk('X', NoTrans, n, k, 1, ac, ld, 0, cc, ld) },
		"blas: illegal side":               func() { o.Strsm('X', Upper, NoTrans, Unit, m, n, 1, as, ld, bs, ld) },
	} {
		assert.PanicsWithValue(t, what, f)
	}
}
