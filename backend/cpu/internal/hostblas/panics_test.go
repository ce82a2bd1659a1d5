package hostblas

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/blas"
)

// arguments is those of any routine.
type arguments struct {
	tA, tB                       blas.Transpose
	s                            blas.Side
	ul                           blas.Uplo
	d                            blas.Diag
	m, n, k                      int
	lda, ldb, ldc, incX, incY    int
	lenA, lenB, lenC, lenX, lenY int
}

func goodArguments() arguments {
	const length = 2000
	return arguments{
		tA: blas.NoTrans, tB: blas.NoTrans, s: blas.Left, ul: blas.Upper, d: blas.NonUnit,
		m: 20, n: 21, k: 22,
		lda: 30, ldb: 31, ldc: 32, incX: 2, incY: 3,
		lenA: length, lenB: length, lenC: length, lenX: length, lenY: length,
	}
}

// routines calls each routine that a library may take over.
var routines = map[string]func(b Implementation, p arguments){
	"Sgemm": func(b Implementation, p arguments) {
		b.Sgemm(p.tA, p.tB, p.m, p.n, p.k, 2, make([]float32, p.lenA), p.lda, make([]float32, p.lenB), p.ldb, 3, make([]float32, p.lenC), p.ldc)
	},
	"Dgemm": func(b Implementation, p arguments) {
		b.Dgemm(p.tA, p.tB, p.m, p.n, p.k, 2, make([]float64, p.lenA), p.lda, make([]float64, p.lenB), p.ldb, 3, make([]float64, p.lenC), p.ldc)
	},
	"Cgemm": func(b Implementation, p arguments) {
		b.Cgemm(p.tA, p.tB, p.m, p.n, p.k, 2, make([]complex64, p.lenA), p.lda, make([]complex64, p.lenB), p.ldb, 3, make([]complex64, p.lenC), p.ldc)
	},
	"Zgemm": func(b Implementation, p arguments) {
		b.Zgemm(p.tA, p.tB, p.m, p.n, p.k, 2, make([]complex128, p.lenA), p.lda, make([]complex128, p.lenB), p.ldb, 3, make([]complex128, p.lenC), p.ldc)
	},
	"Ssymm": func(b Implementation, p arguments) {
		b.Ssymm(p.s, p.ul, p.m, p.n, 2, make([]float32, p.lenA), p.lda, make([]float32, p.lenB), p.ldb, 3, make([]float32, p.lenC), p.ldc)
	},
	"Dsymm": func(b Implementation, p arguments) {
		b.Dsymm(p.s, p.ul, p.m, p.n, 2, make([]float64, p.lenA), p.lda, make([]float64, p.lenB), p.ldb, 3, make([]float64, p.lenC), p.ldc)
	},
	"Ssyrk": func(b Implementation, p arguments) {
		b.Ssyrk(p.ul, p.tA, p.n, p.k, 2, make([]float32, p.lenA), p.lda, 3, make([]float32, p.lenC), p.ldc)
	},
	"Dsyrk": func(b Implementation, p arguments) {
		b.Dsyrk(p.ul, p.tA, p.n, p.k, 2, make([]float64, p.lenA), p.lda, 3, make([]float64, p.lenC), p.ldc)
	},
	"Strsm": func(b Implementation, p arguments) {
		b.Strsm(p.s, p.ul, p.tA, p.d, p.m, p.n, 2, make([]float32, p.lenA), p.lda, make([]float32, p.lenB), p.ldb)
	},
	"Dtrsm": func(b Implementation, p arguments) {
		b.Dtrsm(p.s, p.ul, p.tA, p.d, p.m, p.n, 2, make([]float64, p.lenA), p.lda, make([]float64, p.lenB), p.ldb)
	},
	"Strmm": func(b Implementation, p arguments) {
		b.Strmm(p.s, p.ul, p.tA, p.d, p.m, p.n, 2, make([]float32, p.lenA), p.lda, make([]float32, p.lenB), p.ldb)
	},
	"Dtrmm": func(b Implementation, p arguments) {
		b.Dtrmm(p.s, p.ul, p.tA, p.d, p.m, p.n, 2, make([]float64, p.lenA), p.lda, make([]float64, p.lenB), p.ldb)
	},
	"Sgemv": func(b Implementation, p arguments) {
		b.Sgemv(p.tA, p.m, p.n, 2, make([]float32, p.lenA), p.lda, make([]float32, p.lenX), p.incX, 0, make([]float32, p.lenY), p.incY)
	},
	"Dgemv": func(b Implementation, p arguments) {
		b.Dgemv(p.tA, p.m, p.n, 2, make([]float64, p.lenA), p.lda, make([]float64, p.lenX), p.incX, 0, make([]float64, p.lenY), p.incY)
	},
	"Cgemv": func(b Implementation, p arguments) {
		b.Cgemv(p.tA, p.m, p.n, 2, make([]complex64, p.lenA), p.lda, make([]complex64, p.lenX), p.incX, 0, make([]complex64, p.lenY), p.incY)
	},
	"Zgemv": func(b Implementation, p arguments) {
		b.Zgemv(p.tA, p.m, p.n, 2, make([]complex128, p.lenA), p.lda, make([]complex128, p.lenX), p.incX, 0, make([]complex128, p.lenY), p.incY)
	},
	"Sger": func(b Implementation, p arguments) {
		b.Sger(p.m, p.n, 2, make([]float32, p.lenX), p.incX, make([]float32, p.lenY), p.incY, make([]float32, p.lenA), p.lda)
	},
	"Dger": func(b Implementation, p arguments) {
		b.Dger(p.m, p.n, 2, make([]float64, p.lenX), p.incX, make([]float64, p.lenY), p.incY, make([]float64, p.lenA), p.lda)
	},
	"Cgeru": func(b Implementation, p arguments) {
		b.Cgeru(p.m, p.n, 2, make([]complex64, p.lenX), p.incX, make([]complex64, p.lenY), p.incY, make([]complex64, p.lenA), p.lda)
	},
	"Cgerc": func(b Implementation, p arguments) {
		b.Cgerc(p.m, p.n, 2, make([]complex64, p.lenX), p.incX, make([]complex64, p.lenY), p.incY, make([]complex64, p.lenA), p.lda)
	},
	"Zgeru": func(b Implementation, p arguments) {
		b.Zgeru(p.m, p.n, 2, make([]complex128, p.lenX), p.incX, make([]complex128, p.lenY), p.incY, make([]complex128, p.lenA), p.lda)
	},
	"Zgerc": func(b Implementation, p arguments) {
		b.Zgerc(p.m, p.n, 2, make([]complex128, p.lenX), p.incX, make([]complex128, p.lenY), p.incY, make([]complex128, p.lenA), p.lda)
	},
	"Sdot": func(b Implementation, p arguments) {
		b.Sdot(p.n, make([]float32, p.lenX), p.incX, make([]float32, p.lenY), p.incY)
	},
	"Ddot": func(b Implementation, p arguments) {
		b.Ddot(p.n, make([]float64, p.lenX), p.incX, make([]float64, p.lenY), p.incY)
	},
	"Cdotu": func(b Implementation, p arguments) {
		b.Cdotu(p.n, make([]complex64, p.lenX), p.incX, make([]complex64, p.lenY), p.incY)
	},
	"Cdotc": func(b Implementation, p arguments) {
		b.Cdotc(p.n, make([]complex64, p.lenX), p.incX, make([]complex64, p.lenY), p.incY)
	},
	"Zdotu": func(b Implementation, p arguments) {
		b.Zdotu(p.n, make([]complex128, p.lenX), p.incX, make([]complex128, p.lenY), p.incY)
	},
	"Zdotc": func(b Implementation, p arguments) {
		b.Zdotc(p.n, make([]complex128, p.lenX), p.incX, make([]complex128, p.lenY), p.incY)
	},
	"Snrm2":  func(b Implementation, p arguments) { b.Snrm2(p.n, make([]float32, p.lenX), p.incX) },
	"Dnrm2":  func(b Implementation, p arguments) { b.Dnrm2(p.n, make([]float64, p.lenX), p.incX) },
	"Scnrm2": func(b Implementation, p arguments) { b.Scnrm2(p.n, make([]complex64, p.lenX), p.incX) },
	"Dznrm2": func(b Implementation, p arguments) { b.Dznrm2(p.n, make([]complex128, p.lenX), p.incX) },
	"Sasum":  func(b Implementation, p arguments) { b.Sasum(p.n, make([]float32, p.lenX), p.incX) },
	"Dasum":  func(b Implementation, p arguments) { b.Dasum(p.n, make([]float64, p.lenX), p.incX) },
	"Scasum": func(b Implementation, p arguments) { b.Scasum(p.n, make([]complex64, p.lenX), p.incX) },
	"Dzasum": func(b Implementation, p arguments) { b.Dzasum(p.n, make([]complex128, p.lenX), p.incX) },
	"Saxpy": func(b Implementation, p arguments) {
		b.Saxpy(p.n, 2, make([]float32, p.lenX), p.incX, make([]float32, p.lenY), p.incY)
	},
	"Daxpy": func(b Implementation, p arguments) {
		b.Daxpy(p.n, 2, make([]float64, p.lenX), p.incX, make([]float64, p.lenY), p.incY)
	},
	"Caxpy": func(b Implementation, p arguments) {
		b.Caxpy(p.n, 2, make([]complex64, p.lenX), p.incX, make([]complex64, p.lenY), p.incY)
	},
	"Zaxpy": func(b Implementation, p arguments) {
		b.Zaxpy(p.n, 2, make([]complex128, p.lenX), p.incX, make([]complex128, p.lenY), p.incY)
	},
	"Sscal": func(b Implementation, p arguments) { b.Sscal(p.n, 2, make([]float32, p.lenX), p.incX) },
	"Dscal": func(b Implementation, p arguments) { b.Dscal(p.n, 2, make([]float64, p.lenX), p.incX) },
	"Cscal": func(b Implementation, p arguments) { b.Cscal(p.n, 2, make([]complex64, p.lenX), p.incX) },
	"Zscal": func(b Implementation, p arguments) { b.Zscal(p.n, 2, make([]complex128, p.lenX), p.incX) },
}

// mutations make good arguments bad for the routines that have them, or empty.
var mutations = map[string]func(p *arguments){
	"tA":             func(p *arguments) { p.tA = 'X' },
	"tA 0":           func(p *arguments) { p.tA = 0 },
	"tA of CBLAS":    func(p *arguments) { p.tA = 111 },
	"tB":             func(p *arguments) { p.tB = 'X' },
	"side":           func(p *arguments) { p.s = 'X' },
	"uplo":           func(p *arguments) { p.ul = blas.All },
	"diag":           func(p *arguments) { p.d = 'X' },
	"m < 0":          func(p *arguments) { p.m = -1 },
	"n < 0":          func(p *arguments) { p.n = -1 },
	"k < 0":          func(p *arguments) { p.k = -1 },
	"all < 0":        func(p *arguments) { p.m, p.n, p.k = -2, -2, -2 },
	"m = 0":          func(p *arguments) { p.m = 0 },
	"n = 0":          func(p *arguments) { p.n = 0 },
	"k = 0":          func(p *arguments) { p.k = 0 },
	"m = 0, no data": func(p *arguments) { p.m, p.lenA, p.lenB, p.lenC, p.lenX, p.lenY = 0, 0, 0, 0, 0, 0 },
	"n = 0, no data": func(p *arguments) { p.n, p.lenA, p.lenB, p.lenC, p.lenX, p.lenY = 0, 0, 0, 0, 0, 0 },
	"k = 0, no data": func(p *arguments) { p.k, p.lenA, p.lenB = 0, 0, 0 },
	"no data":        func(p *arguments) { p.lenA, p.lenB, p.lenC, p.lenX, p.lenY = 0, 0, 0, 0, 0 },
	"lda":            func(p *arguments) { p.lda = 19 },
	"lda 0":          func(p *arguments) { p.lda = 0 },
	"lda < 0":        func(p *arguments) { p.lda = -30 },
	"ldb":            func(p *arguments) { p.ldb = 19 },
	"ldb < 0":        func(p *arguments) { p.ldb = -30 },
	"ldc":            func(p *arguments) { p.ldc = 19 },
	"ldc < 0":        func(p *arguments) { p.ldc = -30 },
	"incX = 0":       func(p *arguments) { p.incX = 0 },
	"incY = 0":       func(p *arguments) { p.incY = 0 },
	"incX < 0":       func(p *arguments) { p.incX = -2 },
	"incY < 0":       func(p *arguments) { p.incY = -2 },
	"short A":        func(p *arguments) { p.lenA = 19*30 - 1 },
	"short B":        func(p *arguments) { p.lenB = 19*31 - 1 },
	"short C":        func(p *arguments) { p.lenC = 19*32 - 1 },
	"short x":        func(p *arguments) { p.lenX = 38 },
	"short y":        func(p *arguments) { p.lenY = 57 },
	"short x, back":  func(p *arguments) { p.incX, p.lenX = -2, 38 },
	"short y, back":  func(p *arguments) { p.incY, p.lenY = -3, 57 },
	"large m":        func(p *arguments) { p.m = math.MaxInt32 },
	"large n": func(p *arguments) {
		p.n, p.lda, p.ldb, p.ldc = math.MaxInt32, math.MaxInt32, math.MaxInt32, math.MaxInt32
	},
	"large k":    func(p *arguments) { p.k, p.lda = math.MaxInt32, math.MaxInt32 },
	"large lda":  func(p *arguments) { p.lda = math.MaxInt32 },
	"large ldb":  func(p *arguments) { p.ldb = math.MaxInt32 },
	"large ldc":  func(p *arguments) { p.ldc = math.MaxInt32 },
	"large incX": func(p *arguments) { p.incX = math.MaxInt32 },
	"large incY": func(p *arguments) { p.incY = -math.MaxInt32 },
}

// TestPanics compares every routine's panic with gonum's, for both transposes
// and both sides.
func TestPanics(t *testing.T) {
	impls := variants(t)
	for name, call := range routines {
		t.Run(name, func(t *testing.T) {
			panics := 0
			for what, mutate := range mutations {
				for _, tA := range []blas.Transpose{blas.NoTrans, blas.Trans, blas.ConjTrans} {
					for _, s := range []blas.Side{blas.Left, blas.Right} {
						p := goodArguments()
						p.tA, p.tB, p.s = tA, tA, s
						mutate(&p)
						want := panicOf(func() { call(portable{}, p) })
						if want != nil {
							panics++
						}
						for impl, b := range impls {
							got := panicOf(func() { call(b, p) })
							assert.Equal(t, want, got, "%s: %s, %c, %c", impl, what, tA, s)
						}
					}
				}
			}
			assert.Greater(t, panics, 30)
		})
	}
}
