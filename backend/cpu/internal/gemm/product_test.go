//go:build cgo && (linux || darwin)

package gemm

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// number returns the nearest number of a type.
func number[T Element](re, im float64) T {
	var v T
	switch p := any(&v).(type) {
	case *float32:
		*p = float32(re)
	case *float64:
		*p = re
	case *complex64:
		*p = complex(float32(re), float32(im))
	case *complex128:
		*p = complex(re, im)
	}
	return v
}

func widen[T Element](x T) complex128 {
	re, im := parts(x)
	return complex(float64(re), float64(im))
}

// layouts are how operands lie in memory: by rows, by columns, with gaps in
// both directions, and one row or column for all.
var layouts = []struct {
	name    string
	strides func(rows, cols int) (row, col int)
}{
	{"rows", func(_, cols int) (int, int) { return cols, 1 }},
	{"padded rows", func(_, cols int) (int, int) { return cols + 3, 1 }},
	{"columns", func(rows, _ int) (int, int) { return 1, rows }},
	{"stepped", func(_, cols int) (int, int) { return 3*cols + 1, 3 }},
	{"broadcast", func(_, _ int) (int, int) { return 0, 1 }},
}

// integers returns a matrix of small integers, whose products and sums are
// exact in every type.
func integers[T Element](rnd *rand.Rand, rows, cols, layout int, conj bool) Matrix[T] {
	row, col := layouts[layout].strides(rows, cols)
	m := Matrix[T]{Data: make([]T, (rows-1)*row+(cols-1)*col+1), Row: row, Col: col, Conj: conj}
	for i := range m.Data {
		m.Data[i] = number[T](float64(rnd.IntN(9)-4), float64(rnd.IntN(9)-4))
	}
	return m
}

// wide returns the elements of a matrix, row by row.
func wide[T Element](m Matrix[T], rows, cols int) []complex128 {
	out := make([]complex128, 0, rows*cols)
	for i := range rows {
		for j := range cols {
			v := widen(m.Data[i*m.Row+j*m.Col])
			if m.Conj {
				v = cmplx.Conj(v)
			}
			out = append(out, v)
		}
	}
	return out
}

// naive returns A·B.
func naive(m, n, k int, a, b []complex128) []complex128 {
	out := make([]complex128, m*n)
	for i := range m {
		for l := range k {
			for j := range n {
				out[i*n+j] += a[i*k+l] * b[l*n+j]
			}
		}
	}
	return out
}

// shapes cross the edges of tiles, blocks and depths, and what is small.
var shapes = [][3]int{
	{1, 1, 1}, {1, 40, 2}, {40, 1, 3}, {5, 7, 3}, {6, 16, 8}, {14, 32, 8}, {15, 33, 9}, {13, 17, 256},
	{7, 5, 257}, {65, 70, 64}, {3, 600, 20}, {600, 3, 20}, {30, 37, 600}, {100, 90, 70},
}

func forEachType(t *testing.T, f32, f64, c64, c128 func(t *testing.T, e *Engine)) {
	for _, e := range Engines() {
		t.Run(e.ISA()+"/float32", func(t *testing.T) { f32(t, e) })
		t.Run(e.ISA()+"/float64", func(t *testing.T) { f64(t, e) })
		t.Run(e.ISA()+"/complex64", func(t *testing.T) { c64(t, e) })
		t.Run(e.ISA()+"/complex128", func(t *testing.T) { c128(t, e) })
	}
}

func TestAgainstNaive(t *testing.T) {
	forEachType(t, testAgainstNaive[float32], testAgainstNaive[float64], testAgainstNaive[complex64], testAgainstNaive[complex128])
}

func testAgainstNaive[T Element](t *testing.T, e *Engine) {
	rnd := rand.New(rand.NewPCG(1, 2))
	scalars := [][2]T{
		{1, 0}, {1, 1}, {number[T](-2, 1), number[T](3, -2)}, {-1, number[T](0, 2)}, {number[T](1, 2), 0},
	}
	turn := 0
	for _, s := range shapes {
		m, n, k := s[0], s[1], s[2]
		for la := range layouts {
			for lb := range layouts {
				a := integers[T](rnd, m, k, la, turn%2 == 1)
				b := integers[T](rnd, k, n, lb, turn%3 == 1)
				sum := naive(m, n, k, wide(a, m, k), wide(b, k, n))
				alpha, beta := scalars[turn%len(scalars)][0], scalars[turn%len(scalars)][1]
				turn++
				c := integers[T](rnd, m, n, 1, false)
				for i := range c.Data {
					if i%c.Row >= n || beta == 0 {
						c.Data[i] = number[T](math.NaN(), math.NaN()) // padding stays; beta = 0 overwrites
					}
				}
				want := make([]complex128, m*n)
				for i := range want {
					want[i] = widen(alpha) * sum[i]
					if beta != 0 {
						want[i] += widen(beta) * widen(c.Data[i/n*c.Row+i%n])
					}
				}
				Multiply(e, 1+turn%4, m, n, k, alpha, a, b, beta, c.Data, c.Row)
				require.Equal(t, want, wide(Matrix[T]{Data: c.Data, Row: c.Row, Col: 1}, m, n),
					"%v, A by %s, B by %s, alpha %v, beta %v", s, layouts[la].name, layouts[lb].name, alpha, beta)
				for i, v := range c.Data {
					if i%c.Row >= n {
						require.True(t, v != v, "%v: padding at %d is %v", s, i, v)
					}
				}
			}
		}
	}
}

func random[T Element](rnd *rand.Rand, n int) []T {
	x := make([]T, n)
	for i := range x {
		x[i] = number[T](rnd.NormFloat64(), rnd.NormFloat64())
	}
	return x
}

func TestWorkersMakeNoDifference(t *testing.T) {
	forEachType(t, testWorkers[float32], testWorkers[float64], testWorkers[complex64], testWorkers[complex128])
}

func testWorkers[T Element](t *testing.T, e *Engine) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, s := range [][3]int{{130, 200, 520}, {20, 700, 300}, {700, 20, 300}} {
		m, n, k := s[0], s[1], s[2]
		a := Matrix[T]{Data: random[T](rnd, m*k), Row: 1, Col: m}
		b := Matrix[T]{Data: random[T](rnd, k*n), Row: n, Col: 1}
		before := random[T](rnd, m*n)
		var want []T
		for _, workers := range []int{1, 2, 3, 64} {
			c := append([]T(nil), before...)
			Multiply(e, workers, m, n, k, number[T](0.3, 0.7), a, b, number[T](1.1, -0.2), c, n)
			if want == nil {
				want = c
			}
			require.Equal(t, want, c, "%v, %d workers", s, workers)
		}
	}
}

func TestSpecialValues(t *testing.T) {
	forEachType(t, testSpecialValues[float32], testSpecialValues[float64], testSpecialValues[complex64], testSpecialValues[complex128])
}

// testSpecialValues checks that NaN and infinity reach the rows and columns that
// depend on them, also past zeros of the other operand, and no others.
func testSpecialValues[T Element](t *testing.T, e *Engine) {
	for _, s := range [][3]int{{9, 21, 5}, {33, 35, 300}, {90, 80, 70}} {
		m, n, k := s[0], s[1], s[2]
		for _, special := range []float64{math.NaN(), math.Inf(1)} {
			for _, zeros := range []bool{false, true} {
				other := T(1)
				if zeros {
					other = 0
				}
				ones := func(n int) []T {
					x := make([]T, n)
					for i := range x {
						x[i] = other
					}
					return x
				}
				a, b := Matrix[T]{Data: ones(m * k), Row: k, Col: 1}, Matrix[T]{Data: ones(k * n), Row: n, Col: 1}
				row, col := m-2, n-3
				a.Data[row*k+k-1] = number[T](special, 0)
				b.Data[1*n+col] = number[T](special, 0)
				c := make([]T, m*n)
				Multiply(e, 2, m, n, k, 1, a, b, 0, c, n)
				for i := range m {
					for j := range n {
						v := real(widen(c[i*n+j]))
						what := fmt.Sprintf("%v, %v, zeros %v: (%d, %d) = %v", s, special, zeros, i, j, v)
						switch {
						case i != row && j != col:
							assert.Equal(t, real(widen(other))*float64(k), v, what)
						case zeros || math.IsNaN(special):
							assert.True(t, math.IsNaN(v), what)
						default:
							assert.Equal(t, special, v, what)
						}
					}
				}
			}
		}
	}
}
