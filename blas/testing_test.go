package blas

import (
	"fmt"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cpu"
	"github.com/cugond/cugond/backend/expr"
)

func testDevice(t testing.TB) *cpu.Device {
	t.Helper()
	dev, err := cpu.New(cpu.Options{})
	require.NoError(t, err)
	return dev
}

// grid is a matrix of the naive computations.
type grid struct {
	rows, cols int
	v          []complex128
}

func newGrid(rows, cols int) grid { return grid{rows, cols, make([]complex128, rows*cols)} }

func (g grid) at(i, j int) complex128     { return g.v[i*g.cols+j] }
func (g grid) set(i, j int, z complex128) { g.v[i*g.cols+j] = z }

// random returns numbers that every element type holds exactly.
func random[T array.Field](r *rand.Rand, rows, cols int) grid {
	g := newGrid(rows, cols)
	for i := range g.v {
		g.v[i] = complex(float64(r.IntN(33)-16)/16, float64(r.IntN(33)-16)/16)
		if !isComplex[T]() {
			g.v[i] = complex(real(g.v[i]), 0)
		}
	}
	return g
}

// op returns op(g).
func (g grid) op(t Transpose) grid {
	if t == NoTrans {
		return g
	}
	o := newGrid(g.cols, g.rows)
	for i := range g.rows {
		for j := range g.cols {
			z := g.at(i, j)
			if t == ConjTrans {
				z = cmplx.Conj(z)
			}
			o.set(j, i, z)
		}
	}
	return o
}

func (g grid) times(h grid) grid {
	o := newGrid(g.rows, h.cols)
	for i := range g.rows {
		for j := range h.cols {
			for k := range g.cols {
				o.v[i*o.cols+j] += g.at(i, k) * h.at(k, j)
			}
		}
	}
	return o
}

// plus returns alpha·g + beta·h, in which beta = 0 takes away NaN.
func (g grid) plus(alpha, beta complex128, h grid) grid {
	o := newGrid(g.rows, g.cols)
	for i := range o.v {
		o.v[i] = alpha * g.v[i]
		if beta != 0 {
			o.v[i] += beta * h.v[i]
		}
	}
	return o
}

func inside(u Uplo, i, j int) bool { return u == Upper && i <= j || u == Lower && i >= j }

// full returns the symmetric or Hermitian matrix of a triangle.
func (g grid) full(u Uplo, hermitian bool) grid {
	o := newGrid(g.rows, g.cols)
	for i := range g.rows {
		for j := range g.cols {
			z := g.at(i, j)
			if !inside(u, i, j) {
				z = g.at(j, i)
				if hermitian {
					z = cmplx.Conj(z)
				}
			}
			if i == j && hermitian {
				z = complex(real(z), 0)
			}
			o.set(i, j, z)
		}
	}
	return o
}

// triangle returns the triangular matrix of a triangle.
func (g grid) triangle(u Uplo, d Diag) grid {
	o := newGrid(g.rows, g.cols)
	for i := range g.rows {
		for j := range g.cols {
			switch {
			case i == j && d == Unit:
				o.set(i, j, 1)
			case inside(u, i, j):
				o.set(i, j, g.at(i, j))
			}
		}
	}
	return o
}

// kept returns g with the elements of old outside a triangle.
func (g grid) kept(u Uplo, old grid) grid {
	o := newGrid(g.rows, g.cols)
	for i := range g.rows {
		for j := range g.cols {
			if o.set(i, j, old.at(i, j)); inside(u, i, j) {
				o.set(i, j, g.at(i, j))
			}
		}
	}
	return o
}

// layouts are the forms in which matrices stand in larger arrays.
var layouts = []string{"rows", "columns", "stepped", "negative", "negative columns"}

const padding = 77

// placed is a view with the array around it.
type placed[T array.Field] struct{ view, base *array.Array[T] }

func number[T array.Field](z complex128) T {
	return expr.ScalarAs[T](expr.ScalarOf(z).Cast(expr.TypeOf[T]()))
}

// place puts a matrix into an array of padding.
func place[T array.Field](dev backend.Device, g grid, layout string) placed[T] {
	var base, view *array.Array[T]
	around := func(rows, cols int) *array.Array[T] { return array.Full(dev, number[T](padding), rows, cols) }
	switch layout {
	case "rows":
		base = around(g.rows+2, g.cols+3)
		view = base.Slice(array.Span(1, 1+g.rows), array.Span(2, 2+g.cols))
	case "columns":
		base = around(g.cols+2, g.rows+3)
		view = base.Slice(array.Span(1, 1+g.cols), array.Span(2, 2+g.rows)).T()
	case "stepped":
		base = around(2*g.rows+1, 3*g.cols+1)
		view = base.Slice(array.SpanStep(0, 2*g.rows, 2), array.SpanStep(0, 3*g.cols, 3))
	case "negative":
		base = around(g.rows+1, g.cols+1)
		view = base.Slice(array.Span(0, g.rows), array.Span(0, g.cols)).Flip(0, 1)
	case "negative columns":
		base = around(g.rows, g.cols)
		view = base.Flip(1)
	}
	view.Assign(fromGrid[T](dev, g))
	return placed[T]{view, base}
}

// line puts the one column of g into an array of padding, as a vector.
func line[T array.Field](dev backend.Device, g grid, layout string) placed[T] {
	p := place[T](dev, g, layout)
	return placed[T]{p.view.Reshape(g.rows), p.base}
}

func fromGrid[T array.Field](dev backend.Device, g grid) *array.Array[T] {
	data := make([]T, len(g.v))
	for i, z := range g.v {
		data[i] = number[T](z)
	}
	return array.FromSlice(dev, data, g.rows, g.cols)
}

// holds checks the elements, and that nothing around them has changed.
func (p placed[T]) holds(t *testing.T, want grid, what string, args ...any) {
	t.Helper()
	got, err := p.view.ToSlice()
	require.NoError(t, err)
	tolerance := 1e-12
	if size := expr.TypeOf[T]().Real().Size(); size == 4 {
		tolerance = 2e-5
	}
	for i, w := range want.v {
		g := wide(got[i])
		if d := cmplx.Abs(g - w); !(d <= tolerance*(4+cmplx.Abs(w))) {
			t.Fatalf("%T %s: element %d is %v, want %v", got, fmt.Sprintf(what, args...), i, g, w)
		}
	}
	p.view.Fill(number[T](padding))
	around, err := p.base.ToSlice()
	require.NoError(t, err)
	for i, v := range around {
		if v != number[T](padding) {
			t.Fatalf("%T %s: element %d around the result became %v", got, fmt.Sprintf(what, args...), i, v)
		}
	}
}

// forTypes runs a test for the element types.
func forTypes(t *testing.T, f32, f64, c64, c128 func(*testing.T)) {
	t.Run("float32", f32)
	t.Run("float64", f64)
	t.Run("complex64", c64)
	t.Run("complex128", c128)
}

var (
	allTrans = []Transpose{NoTrans, Trans, ConjTrans}
	allUplo  = []Uplo{Upper, Lower}
	allSides = []Side{Left, Right}
	allDiags = []Diag{NonUnit, Unit}
	sizes    = []int{0, 1, 2, 3, 7, 33}
)
