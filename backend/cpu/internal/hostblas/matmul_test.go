package hostblas

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// layout is how a matrix lies in its slice.
type layout struct {
	name    string
	strides func(rows, cols int) (row, col int)
}

var layouts = []layout{
	{"C order", func(_, cols int) (int, int) { return cols, 1 }},
	{"F order", func(rows, _ int) (int, int) { return 1, rows }},
	{"padded", func(_, cols int) (int, int) { return cols + 3, 1 }},
	{"stepped", func(_, cols int) (int, int) { return 2*cols + 1, 2 }},
	{"flipped rows", func(_, cols int) (int, int) { return -cols, 1 }},
	{"flipped columns", func(_, cols int) (int, int) { return cols, -1 }},
	{"flipped F order", func(rows, _ int) (int, int) { return -1, -rows }},
	{"one row", func(_, _ int) (int, int) { return 0, 1 }},
	{"one column", func(_, _ int) (int, int) { return 1, 0 }},
	{"one element", func(_, _ int) (int, int) { return 0, 0 }},
}

// reach returns the length of a slice that holds a matrix exactly, and the
// index of the element (0, 0).
func reach(rows, cols, row, col int) (length, origin int) {
	if rows == 0 || cols == 0 {
		return 0, 0
	}
	length = 1 + (rows-1)*max(row, -row) + (cols-1)*max(col, -col)
	return length, (rows-1)*max(0, -row) + (cols-1)*max(0, -col)
}

var shapes = [][3]int{
	{0, 0, 0}, {0, 3, 2}, {3, 0, 2}, {3, 2, 0},
	{1, 1, 1}, {1, 1, 9}, {1, 9, 1}, {9, 1, 1}, {2, 3, 4}, {5, 7, 6}, {4, 3, 300},
	{1, 300, 131}, {70, 5, 129}, {10, 259, 133}, {130, 70, 40},
}

func testMatMul[T Integer](t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, s := range shapes {
		m, n, k := s[0], s[1], s[2]
		for _, la := range layouts {
			for _, lb := range layouts {
				if m*n*k > 1000 && la.name != lb.name && la.name != "C order" && lb.name != "C order" {
					continue // every pair is seen with the small shapes
				}
				ars, acs := la.strides(m, k)
				brs, bcs := lb.strides(k, n)
				lenA, oa := reach(m, k, ars, acs)
				lenB, ob := reach(k, n, brs, bcs)
				a, b := make([]T, lenA), make([]T, lenB)
				for i := range a {
					a[i] = T(rnd.Uint64())
				}
				for i := range b {
					b[i] = T(rnd.Uint64())
				}
				c := make([]T, m*n+2)
				for i := range c {
					c[i] = 99
				}
				MatMul(m, n, k, a, ars, acs, b, brs, bcs, c)
				for i := range m {
					for j := range n {
						var want T
						for l := range k {
							want += a[oa+i*ars+l*acs] * b[ob+l*brs+j*bcs]
						}
						if c[i*n+j] != want {
							t.Fatalf("m, n, k = %v, A in %s, B in %s: C[%d, %d] = %v, want %v", s, la.name, lb.name, i, j, c[i*n+j], want)
						}
					}
				}
				if c[m*n] != 99 || c[m*n+1] != 99 {
					t.Fatalf("m, n, k = %v: written past the end of C", s)
				}
			}
		}
	}
}

func TestMatMul(t *testing.T) {
	t.Run("int", testMatMul[int])
	t.Run("int8", testMatMul[int8])
	t.Run("int16", testMatMul[int16])
	t.Run("int32", testMatMul[int32])
	t.Run("int64", testMatMul[int64])
	t.Run("uint", testMatMul[uint])
	t.Run("uint8", testMatMul[uint8])
	t.Run("uint16", testMatMul[uint16])
	t.Run("uint32", testMatMul[uint32])
	t.Run("uint64", testMatMul[uint64])
}

func TestMatMulBool(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, s := range shapes {
		m, n, k := s[0], s[1], s[2]
		for _, density := range []float64{0, 0.1, 0.9} {
			for _, la := range layouts {
				for _, lb := range layouts {
					if m*n*k > 1000 && la.name != lb.name && la.name != "C order" && lb.name != "C order" {
						continue
					}
					ars, acs := la.strides(m, k)
					brs, bcs := lb.strides(k, n)
					lenA, oa := reach(m, k, ars, acs)
					lenB, ob := reach(k, n, brs, bcs)
					a, b := make([]bool, lenA), make([]bool, lenB)
					for i := range a {
						a[i] = rnd.Float64() < density
					}
					for i := range b {
						b[i] = rnd.Float64() < density
					}
					c := make([]bool, m*n)
					MatMulBool(m, n, k, a, ars, acs, b, brs, bcs, c)
					for i := range m {
						for j := range n {
							want := false
							for l := range k {
								want = want || a[oa+i*ars+l*acs] && b[ob+l*brs+j*bcs]
							}
							if c[i*n+j] != want {
								t.Fatalf("m, n, k = %v, A in %s, B in %s: C[%d, %d] = %v, want %v", s, la.name, lb.name, i, j, c[i*n+j], want)
							}
						}
					}
				}
			}
		}
	}
}

func TestMatMulPanics(t *testing.T) {
	const big = math.MaxInt
	tests := []struct {
		name           string
		m, n, k        int
		lenA, ars, acs int
		lenB, brs, bcs int
		lenC           int
		want           string
	}{
		{"m < 0", -1, 2, 2, 4, 2, 1, 4, 2, 1, 4, "negative dimension: m = -1, n = 2, k = 2"},
		{"n < 0", 2, -1, 2, 4, 2, 1, 4, 2, 1, 4, "negative dimension"},
		{"k < 0", 2, 2, -1, 4, 2, 1, 4, 2, 1, 4, "negative dimension"},
		{"short A", 2, 2, 2, 3, 2, 1, 4, 2, 1, 4, "slice of A has length 3, too short for shape (2, 2) with strides (2, 1)"},
		{"short B", 2, 2, 2, 4, 2, 1, 3, 2, 1, 4, "slice of B has length 3"},
		{"short C", 2, 2, 2, 4, 2, 1, 4, 2, 1, 3, "slice of C has length 3, too short for shape (2, 2)"},
		{"short A backwards", 2, 2, 2, 3, -2, -1, 4, 2, 1, 4, "slice of A has length 3"},
		{"no A", 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, "slice of A has length 0"},
		{"no B", 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, "slice of B has length 0"},
		{"huge stride of A", 3, 2, 2, 4, big, 1, 4, 2, 1, 6, "slice of A"},
		{"hugest negative stride of A", 2, 2, 2, 4, math.MinInt, 1, 4, 2, 1, 4, "slice of A"},
		{"huge stride of B", 2, 2, 2, 4, 2, 1, 4, big, big, 4, "slice of B"},
		{"huge m and n", big, big, 1, 4, 0, 0, 4, 0, 0, 4, "slice of C"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			message := panicOf(func() {
				MatMul(test.m, test.n, test.k, make([]int32, test.lenA), test.ars, test.acs,
					make([]int32, test.lenB), test.brs, test.bcs, make([]int32, test.lenC))
			})
			require.IsType(t, "", message, "%v", message)
			assert.Contains(t, message, "hostblas: MatMul: ")
			assert.Contains(t, message, test.want)
			message = panicOf(func() {
				MatMulBool(test.m, test.n, test.k, make([]bool, test.lenA), test.ars, test.acs,
					make([]bool, test.lenB), test.brs, test.bcs, make([]bool, test.lenC))
			})
			assert.Contains(t, message, "hostblas: MatMulBool: ")
		})
	}
}

// panicOf returns what f panics with, or nil.
func panicOf(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func TestMatMulConcurrent(t *testing.T) {
	const n = 65
	a := make([]int64, n*n)
	for i := range a {
		a[i] = int64(i % 17)
	}
	want := make([]int64, n*n)
	MatMul(n, n, n, a, n, 1, a, 1, n, want)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 5 {
				c := make([]int64, n*n)
				MatMul(n, n, n, a, n, 1, a, 1, n, c)
				assert.Equal(t, want, c)
			}
		})
	}
	wg.Wait()
}

func BenchmarkMatMul(b *testing.B) {
	benchmarkMatMul[int64](b, "int64")
	benchmarkMatMul[int32](b, "int32")
	benchmarkMatMul[uint8](b, "uint8")
}

func benchmarkMatMul[T Integer](b *testing.B, name string) {
	for _, n := range []int{32, 100, 500, 1000} {
		x, y, z := make([]T, n*n), make([]T, n*n), make([]T, n*n)
		for i := range x {
			x[i], y[i] = T(i), T(i/3)
		}
		b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
			for b.Loop() {
				MatMul(n, n, n, x, n, 1, y, n, 1, z)
			}
		})
		b.Run(fmt.Sprintf("%s/%d transposed", name, n), func(b *testing.B) {
			for b.Loop() {
				MatMul(n, n, n, x, n, 1, y, 1, n, z)
			}
		})
	}
}
