package array

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/internal/shape"
)

// ramp returns 0, 1, 2, … in the given shape.
func ramp(dev backend.Device, shp ...int) *Array[int] {
	v := make([]int, shape.Size(shp))
	for i := range v {
		v[i] = i
	}
	if len(shp) == 0 {
		return Scalar(dev, 0)
	}
	return FromSlice(dev, v, shp...)
}

func TestBroadcast(t *testing.T) {
	for _, c := range []struct{ a, b, want []int }{
		{[]int{}, []int{}, []int{}},
		{[]int{3}, []int{}, []int{3}},
		{[]int{}, []int{3}, []int{3}},
		{[]int{3}, []int{3}, []int{3}},
		{[]int{3}, []int{1}, []int{3}},
		{[]int{1}, []int{3}, []int{3}},
		{[]int{2}, []int{2, 2, 2}, []int{2, 2, 2}},
		{[]int{3, 1}, []int{1, 4}, []int{3, 4}},
		{[]int{3, 1}, []int{4}, []int{3, 4}},
		{[]int{2, 1, 3}, []int{4, 1}, []int{2, 4, 3}},
		{[]int{1, 1, 1}, []int{2}, []int{1, 1, 2}},
		{[]int{0, 5}, []int{1, 5}, []int{0, 5}},
		{[]int{1, 5}, []int{0, 1}, []int{0, 5}},
		{[]int{0}, []int{1}, []int{0}},
		{[]int{0}, []int{}, []int{0}},
		{[]int{2, 0, 3}, []int{1, 3}, []int{2, 0, 3}},
	} {
		dev := testDevice(t)
		a, b := ramp(dev, c.a...), ramp(dev, c.b...)
		sum := a.MulScalar(100).Add(b)
		assert.Equal(t, c.want, sum.Shape(), "%v + %v", c.a, c.b)
		got, err := sum.ToSlice()
		require.NoError(t, err, "%v + %v", c.a, c.b)
		assert.Equal(t, naiveSum(c.a, c.b, c.want), got, "%v + %v", c.a, c.b)
	}
}

// naiveSum is 100·a + b for ramps, by the definition of broadcasting.
func naiveSum(a, b, out []int) []int {
	at := func(shp, index []int) int {
		p := 0
		for i, d := range shp {
			k := index[len(index)-len(shp)+i]
			if d == 1 {
				k = 0
			}
			p = p*d + k
		}
		return p
	}
	sum := make([]int, shape.Size(out))
	index := make([]int, len(out))
	for n := range sum {
		for i, r := len(out)-1, n; i >= 0; i-- {
			index[i], r = r%out[i], r/out[i]
		}
		sum[n] = 100*at(a, index) + at(b, index)
	}
	return sum
}

func TestBroadcastOfThree(t *testing.T) {
	dev := testDevice(t)
	c := FromSlice(dev, []bool{true, false}, 2, 1)
	x, y := FromSlice(dev, []int{1, 2, 3}), Scalar(dev, 9)
	out := Where(c, x, y)
	assert.Equal(t, []int{2, 3}, out.Shape())
	assert.Equal(t, []int{1, 2, 3, 9, 9, 9}, values(t, out))
	assert.Equal(t, []int{1, 2, 2}, values(t, Clip(x, Scalar(dev, 0), FromSlice(dev, []int{2}))))
}

func TestOperandsOfEveryLayout(t *testing.T) {
	dev := testDevice(t)
	a := ramp(dev, 2, 3)
	for name, c := range map[string]struct {
		view *Array[int]
		want []int
	}{
		"transposed": {a.T(), []int{0, 3, 1, 4, 2, 5}},
		"reversed":   {a.Flip(), []int{5, 4, 3, 2, 1, 0}},
		"stepped":    {a.SliceString(":, ::2"), []int{0, 2, 3, 5}},
		"broadcast":  {a.SliceString("0").BroadcastTo(2, 3), []int{0, 1, 2, 0, 1, 2}},
		"offset":     {a.SliceString("1, 1:"), []int{4, 5}},
		"one":        {a.SliceString("1, 1"), []int{4}},
		"none":       {a.SliceString("5:"), []int{}},
	} {
		squares := make([]int, len(c.want))
		for i, v := range c.want {
			squares[i] = v*v + v
		}
		got := c.view.Mul(c.view).Add(c.view)
		assert.Equal(t, c.view.Shape(), got.Shape(), name)
		assert.Equal(t, squares, values(t, got), name)
	}
}

// misuse returns the *Error that f panics with.
func misuse(t *testing.T, f func()) *Error {
	t.Helper()
	var e *Error
	require.ErrorAs(t, Try(f), &e)
	return e
}

func TestShapesThatDoNotBroadcast(t *testing.T) {
	dev := testDevice(t)
	a, b := Zeros[float64](dev, 2, 3), Zeros[float64](dev, 2)
	assert.Contains(t, misuse(t, func() { a.Add(b) }).Error(), "array: Add of (2, 3) and (2,)")
	for name, f := range map[string]func(){
		"Sub":        func() { a.Sub(b) },
		"Pow":        func() { a.Pow(b) },
		"Hypot":      func() { Hypot(a, b) },
		"Less":       func() { Less(a, b) },
		"LogicalAnd": func() { LogicalAnd(a, b) },
		"LogicalOr":  func() { LogicalOr(IsNaN(a), IsNaN(b)) },
		"Where":      func() { Where(IsNaN(b), a, a) },
		"Clip":       func() { Clip(a, a, b) },
		"Join":       func() { Join[complex128](a, b) },
	} {
		e := misuse(t, f)
		assert.Equal(t, name, e.Op)
		assert.GreaterOrEqual(t, len(e.Shapes), 2, name)
		assert.Contains(t, e.Reason, "do not broadcast", name)
	}
	e := misuse(t, func() { Cast[int](a).Pow(Cast[int](b)) })
	assert.Equal(t, [][]int{{2, 3}, {2}}, e.Shapes, "as they were given")
}

func TestNilAndZeroArrays(t *testing.T) {
	dev := testDevice(t)
	a := Zeros[float64](dev, 2)
	n := Zeros[int](dev, 2)
	for _, bad := range []*Array[float64]{nil, {}} {
		for name, f := range map[string]func(){
			"Add":             func() { a.Add(bad) },
			"Mul":             func() { bad.Mul(a) },
			"AddScalar":       func() { bad.AddScalar(1) },
			"Neg":             func() { bad.Neg() },
			"Exp":             func() { Exp(bad) },
			"Round":           func() { Round(bad, 1) },
			"Equal":           func() { Equal(Const(1.0), bad) },
			"LogicalXor":      func() { LogicalXor(a, bad) },
			"LogicalNot":      func() { LogicalNot(bad) },
			"FMA":             func() { FMA(a, bad, a) },
			"ClipScalar":      func() { ClipScalar(bad, 0, 1) },
			"Where":           func() { Where(IsNaN(a), a, bad) },
			"Cast":            func() { Cast[int](bad) },
			"Conj":            func() { Conj(bad) },
			"MaximumScalar":   func() { MaximumScalar(bad, 0) },
			"NextAfterScalar": func() { NextAfterScalar(bad, 0) },
		} {
			e := misuse(t, f)
			assert.Equal(t, name, e.Op)
			assert.Contains(t, e.Reason, "nil or the zero Array", name)
		}
	}
	for _, bad := range []*Array[int]{nil, {}} {
		for i, f := range []func(){func() { n.Pow(bad) }, func() { bad.Pow(n) }, func() { bad.Pow(Const(-1)) }} {
			assert.Contains(t, misuse(t, f).Reason, "nil or the zero Array", i)
		}
		assert.Contains(t, misuse(t, func() { Cast[int64](bad) }).Reason, "nil or the zero Array")
	}
	for _, bad := range []*Array[bool]{nil, {}} {
		assert.Equal(t, "Where", misuse(t, func() { Where(bad, a, a) }).Op)
		assert.Equal(t, "LogicalNot", misuse(t, func() { LogicalNot(bad) }).Op)
	}
}

func TestOperandsOfTwoDevices(t *testing.T) {
	a, b := Zeros[float64](testDevice(t), 2), Zeros[float64](testDevice(t), 2)
	n, m := Zeros[int](testDevice(t), 2), Zeros[int](testDevice(t), 2)
	for name, f := range map[string]func(){
		"Add":       func() { a.Add(b) },
		"Pow":       func() { n.Pow(m) },
		"Less":      func() { Less(a, b) },
		"LogicalOr": func() { LogicalOr(a, b) },
		"FMA":       func() { FMA(Const(1.0), a, b) },
		"Where":     func() { Where(IsNaN(a), Const(1.0), b) },
	} {
		e := misuse(t, f)
		assert.Equal(t, name, e.Op)
		assert.Contains(t, e.Reason, "To", name)
	}
	assert.NoError(t, Try(func() { a.Add(Const(1.0)).Add(b.To(a.Device())) }))
}

func TestClosedOperands(t *testing.T) {
	dev := testDevice(t)
	a, closed := Zeros[int](dev, 2), Zeros[int](dev, 2)
	closed.Close()
	for name, f := range map[string]func(){
		"Add":        func() { a.Add(closed) },
		"Neg":        func() { closed.Neg() },
		"Pow":        func() { a.Pow(closed) },
		"PowScalar":  func() { closed.PowScalar(2) },
		"Less":       func() { Less(closed, a) },
		"LogicalAnd": func() { LogicalAnd(a, closed) },
		"Cast":       func() { Cast[int](closed) },
	} {
		e := misuse(t, f)
		assert.Equal(t, name, e.Op)
		assert.True(t, errors.Is(e, backend.ErrClosed), name)
	}
}

func TestClosingAnOperandKeepsWhatIsPending(t *testing.T) {
	dev := testDevice(t)
	a := FromSlice(dev, []int{1, 2, 3})
	b := a.MulScalar(2)
	c := b.AddScalar(1)
	a.Close()
	b.Close()
	assert.Equal(t, []int{3, 5, 7}, values(t, c))
}
