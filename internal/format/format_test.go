package format

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// text prints vals, repeated to fill shape.
func text[T Element](t *testing.T, o Options, vals []T, shape ...int) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, Write(&b, Source[T]{
		Shape: shape,
		At:    func(i int) T { return vals[i%len(vals)] },
	}, o))
	return b.String()
}

func TestEmptyArraysShowTheirShape(t *testing.T) {
	for _, c := range []struct {
		shape []int
		want  string
	}{
		{[]int{0}, "[]"},
		{[]int{0, 5}, "[] shape=(0, 5)"},
		{[]int{5, 0}, "[] shape=(5, 0)"},
		{[]int{2, 0, 3}, "[] shape=(2, 0, 3)"},
		{[]int{math.MaxInt, 2, 0}, fmt.Sprintf("[] shape=(%d, 2, 0)", math.MaxInt)},
	} {
		var b strings.Builder
		require.NoError(t, Write(&b, Source[float32]{Shape: c.shape}, Default()))
		assert.Equal(t, c.want, b.String())
	}
}

func TestHeader(t *testing.T) {
	o := Default()
	o.Header = "float32 (2,) on cpu"
	v := []float32{1, 2.5}
	assert.Equal(t, "[1.  2.5]", text(t, o, v, 2), "only with a plus")
	o.Plus = true
	assert.Equal(t, "float32 (2,) on cpu\n[1.  2.5]", text(t, o, v, 2))
	assert.Equal(t, "float32 (2,) on cpu\n1.0", text(t, o, v))
	assert.Equal(t, "float32 (2,) on cpu\n[] shape=(0, 2)", text(t, o, v, 0, 2))
	o.Verb = 'e'
	assert.Equal(t, "[+1.000000e+00 +2.500000e+00]", text(t, o, v, 2), "a sign for other verbs")
	o.Verb, o.Header = 'v', ""
	assert.Equal(t, "[1.  2.5]", text(t, o, v, 2))
}

// array is a Formatter, as the callers of this package are.
type array[T Element] struct {
	vals  []T
	shape []int
}

func (a array[T]) Format(st fmt.State, verb rune) {
	o := FromState(st, verb)
	o.Header = fmt.Sprintf("%T %v", a.vals[0], a.shape)
	if err := Write(st, Source[T]{Shape: a.shape, At: func(i int) T { return a.vals[i%len(a.vals)] }}, o); err != nil {
		fmt.Fprintf(st, "%%!%c(%v)", verb, err)
	}
}

func TestVerbs(t *testing.T) {
	floats := array[float64]{[]float64{1, -22.5, math.Inf(1), math.NaN()}, []int{2, 2}}
	ints := array[int32]{[]int32{1, -20, 300}, []int{3}}
	cplx := array[complex64]{[]complex64{1 + 2i, -3.5}, []int{2}}
	bools := array[bool]{[]bool{true, false}, []int{2}}
	for _, c := range []struct{ got, want string }{
		{fmt.Sprintf("%v", floats), "[[  1.  -22.5]\n [  inf   nan]]"},
		{fmt.Sprintf("%s", floats), fmt.Sprint(floats)},
		{fmt.Sprintf("%.0v", floats), "[[  1. -22.]\n [ inf  nan]]"},
		{fmt.Sprintf("%#v", floats), "[[  1. , -22.5],\n [  inf,   nan]]"},
		{fmt.Sprintf("%+v", ints), "int32 [3]\n[  1 -20 300]"},
		{fmt.Sprintf("%.3f", floats), "[[  1.000 -22.500]\n [   +Inf     NaN]]"},
		{fmt.Sprintf("%g", floats), "[[    1 -22.5]\n [ +Inf   NaN]]"},
		{fmt.Sprintf("%10.1e", floats), "[[   1.0e+00   -2.2e+01]\n [      +Inf        NaN]]"},
		{fmt.Sprintf("%-8.1f", floats), "[[1.0      -22.5   ]\n [+Inf     NaN     ]]"},
		{fmt.Sprintf("%d", ints), "[  1 -20 300]"},
		{fmt.Sprintf("%+d", ints), "[  +1  -20 +300]"},
		{fmt.Sprintf("%05d", ints), "[00001 -0020 00300]"},
		{fmt.Sprintf("% d", ints), "[   1  -20  300]"},
		{fmt.Sprintf("%#x", ints), "[  0x1 -0x14 0x12c]"},
		{fmt.Sprintf("%6v", ints), "[     1    -20    300]"},
		{fmt.Sprintf("%-6v", ints), "[1      -20    300   ]"},
		{fmt.Sprintf("%v", cplx), "[ 1. +2.j -3.5+0.j]"},
		{fmt.Sprintf("%.1f", cplx), "[ (1.0+2.0i) (-3.5+0.0i)]"},
		{fmt.Sprintf("%v", bools), "[ true false]"},
		{fmt.Sprintf("%-v", bools), "[true  false]"},
		{fmt.Sprintf("%t", bools), "[ true false]"},
		{fmt.Sprintf("%c", array[int32]{[]int32{'é', '世'}, []int{2}}), "[é 世]"},
		{fmt.Sprintf("%7v", array[float32]{[]float32{0.1}, nil}), "    0.1"},
		{fmt.Sprintf("%.3v", array[float64]{[]float64{1. / 3}, nil}), "0.333"},
		// A verb that does not suit the type.
		{fmt.Sprintf("%d", array[float32]{[]float32{1, 2.5}, []int{2}}), "[  %!d(float32=1) %!d(float32=2.5)]"},
		{fmt.Sprintf("%t", array[int8]{[]int8{1}, []int{1}}), "[%!t(int8=1)]"},
		{fmt.Sprintf("%f", bools), "[ %!f(bool=true) %!f(bool=false)]"},
		{fmt.Sprintf("%Z", array[int]{[]int{1}, nil}), "%!Z(int=1)"},
	} {
		assert.Equal(t, c.want, c.got)
	}
}

func TestVerbThatIsNoLetter(t *testing.T) {
	for _, verb := range "%+-#0 .*[1\n" {
		o := Default()
		o.Verb = verb
		assert.Equal(t, fmt.Sprintf("%%!%c(int=7)", verb), text(t, o, []int{7}))
	}
}

// NumPy 1 compares in float64 here and prints 1.e-04; NumPy 2 does as we do.
func TestExponentIsDecidedInTheElementType(t *testing.T) {
	assert.Equal(t, "[0.0001]", text(t, Default(), []float32{0.0001}, 1))
	assert.Equal(t, "[9.999e-05]", text(t, Default(), []float32{0.00009999}, 1))
	assert.Equal(t, "[0.0001]", text(t, Default(), []float64{0.0001}, 1))
}

func TestWholeMachineInts(t *testing.T) {
	assert.Equal(t, "[-1 22]", text(t, Default(), []int{-1, 22}, 2))
}

func TestLineWidth(t *testing.T) {
	o := Default()
	o.LineWidth = 0
	assert.Equal(t, "[[1\n  2]\n [1\n  2]]", text(t, o, []int{1, 2}, 2, 2))
	o.LineWidth = math.MaxInt
	assert.NotContains(t, text(t, o, []int{1, 2}, 900), "\n")
	o.Precision, o.Verb, o.LineWidth = 2, 'f', 16
	assert.Equal(t, "[1.00 2.00 1.00\n 2.00]", text(t, o, []float64{1, 2}, 4))
}

func TestErrors(t *testing.T) {
	one := func(int) int { return 1 }
	with := func(change func(*Options)) Options {
		o := Default()
		change(&o)
		return o
	}
	broken := errors.New("device lost")
	for _, c := range []struct {
		name string
		s    Source[int]
		o    Options
		want string
	}{
		{"negative length", Source[int]{Shape: []int{3, -1}, At: one}, Default(), "shape (3, -1) has the negative length -1 on axis 1"},
		{"negative beside zero", Source[int]{Shape: []int{0, -1}, At: one}, Default(), "negative length"},
		{"too many", Source[int]{Shape: []int{math.MaxInt - 1, 2}, At: one}, Default(), "above what an array can hold"},
		{"far too many", Source[int]{Shape: []int{math.MaxInt - 1, math.MaxInt - 1}, At: one}, Default(), "above what an array can hold"},
		{"no reader", Source[int]{Shape: []int{3}}, Default(), "neither At nor Gather"},
		{"gather fails", Source[int]{Shape: []int{3}, Gather: func([]int) ([]int, error) { return nil, broken }}, Default(), "reading 3 elements of an array of shape (3,): device lost"},
		{"gather is short", Source[int]{Shape: []int{3}, Gather: func([]int) ([]int, error) { return []int{1}, nil }}, Default(), "returned 1 elements for 3"},
		{"edge", Source[int]{At: one}, with(func(o *Options) { o.EdgeItems = -1 }), "negative number of edge items -1"},
		{"line", Source[int]{At: one}, with(func(o *Options) { o.LineWidth = -1 }), "negative line width -1"},
		{"width", Source[int]{At: one}, with(func(o *Options) { o.Width = math.MaxInt }), "width"},
		{"negative width", Source[int]{At: one}, with(func(o *Options) { o.Width = -1 }), "width -1"},
		{"precision", Source[int]{At: one}, with(func(o *Options) { o.Precision = math.MaxInt }), "precision"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b strings.Builder
			err := Write(&b, c.s, c.o)
			require.ErrorContains(t, err, c.want)
			assert.Contains(t, err.Error(), "format: ")
			assert.Empty(t, b.String())
		})
	}
	err := Write(&strings.Builder{}, Source[int]{Shape: []int{3}, Gather: func([]int) ([]int, error) { return nil, broken }}, Default())
	assert.ErrorIs(t, err, broken)
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestWriterErrorsComeBack(t *testing.T) {
	full := errors.New("disk full")
	for _, n := range []int{1, 5000} { // less and more than a buffer
		o := Default()
		o.Threshold = n
		err := Write(failingWriter{full}, Source[int]{Shape: []int{n}, At: func(i int) int { return i }}, o)
		assert.ErrorIs(t, err, full)
	}
}
