package array

import (
	"math"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// Linspace returns n evenly spaced numbers from a to b, both included: a 1-d
// array whose element i is a + i·(b-a)/(n-1), worked out in float64 (complex
// numbers by components). The first is a and the last b to the bit. n = 1
// gives a alone, n = 0 nothing. Ends that are not finite, and a negative n,
// panic. Like [Arange] it takes no memory until it is needed as a whole.
func Linspace[T Field](dev backend.Device, a, b T, n int) *Array[T] {
	return linspace("Linspace", dev, a, b, n, true)
}

// LinspaceOpen returns n evenly spaced numbers from a up to, but without, b:
// element i is a + i·(b-a)/n. It is [Linspace] in everything else.
func LinspaceOpen[T Field](dev backend.Device, a, b T, n int) *Array[T] {
	return linspace("LinspaceOpen", dev, a, b, n, false)
}

func linspace[T Field](op string, dev backend.Device, a, b T, n int, closed bool) *Array[T] {
	checkSpace[T](op, dev, n)
	from, to := wideComplex(a), wideComplex(b)
	if from-from != 0 || to-to != 0 {
		fail(op, "the ends %v and %v must be finite", a, b)
	}
	steps := n
	if closed {
		steps = n - 1
	}
	x := line(op, dev, real(from), real(to), n, steps)
	if expr.TypeOf[T]().Kind() == expr.KindComplex {
		x = &apply[complex128](op, expr.Join, x, line(op, dev, imag(from), imag(to), n, steps)).t
	}
	if !closed || n < 2 {
		return typed[T](op, x)
	}
	return ends(op, dev, n, converted[T](op, x), nil, &b)
}

func wideComplex[T Field](v T) complex128 {
	return expr.ScalarAs[complex128](expr.ScalarOf(v).Cast(expr.Complex128))
}

// typed returns a new array of the tensor's value as T.
func typed[T Element](op string, t *tensor) *Array[T] {
	if t.dtype != expr.TypeOf[T]() {
		return apply[T](op, expr.Cast, t)
	}
	return newResult[T](&node{dev: t.dev, in: t.dtype, dtype: t.dtype, nargs: 1, args: [3]*tensor{t}, shape: t.shape})
}

func checkSpace[T Element](op string, dev backend.Device, n int) {
	needDevice(op, dev)
	if n < 0 {
		fail(op, "%d elements were asked for; the number can't be negative", n)
	}
	check(op, shape.Check([]int{n}, expr.TypeOf[T]().Size()))
}

// line returns the float64 values a + i·(b-a)/steps for i < n.
func line(op string, dev backend.Device, a, b float64, n, steps int) *tensor {
	i := converted[float64](op, positions(dev, []int{n}, unitStride, 0))
	do := func(code expr.Op, x *tensor, c float64) *tensor {
		return &apply[float64](op, code, x, &Const(c).t).t
	}
	div := float64(max(steps, 1))
	length := b - a
	step := length / div
	switch {
	case math.IsInf(length, 0): // halved, so that it does not overflow
		half := (b/2 - a/2) / div
		return do(expr.Mul, do(expr.Add, do(expr.Mul, i, half), a/2), 2)
	case step == 0 && length != 0: // the step vanishes, the distances don't
		return do(expr.Add, do(expr.Mul, do(expr.Div, i, div), length), a)
	}
	return do(expr.Add, do(expr.Mul, i, step), a)
}

// ends returns x with its first and last element replaced by those given.
func ends[T Element](op string, dev backend.Device, n int, x *tensor, first, last *T) *Array[T] {
	at := func(x *tensor, i int, v T) *Array[T] {
		here := &apply[bool](op, expr.Equal, positions(dev, []int{n}, unitStride, 0), &Const(int64(i)).t).t
		return apply[T](op, expr.Where, here, &Const(v).t, x)
	}
	a := at(x, n-1, *last)
	if first != nil {
		a = at(&a.t, 0, *first)
	}
	return a
}

// Logspace returns n numbers evenly spaced on a logarithmic scale, from 10^a
// to 10^b, both included: [LogspaceBase] with base 10.
func Logspace[T Float](dev backend.Device, a, b T, n int) *Array[T] {
	return logspace("Logspace", dev, 10, a, b, n)
}

// LogspaceBase returns n numbers evenly spaced on a logarithmic scale: base to
// the powers of [Linspace](a, b, n), in float64 before they are rounded to T.
// The base must be positive and finite.
func LogspaceBase[T Float](dev backend.Device, base, a, b T, n int) *Array[T] {
	return logspace("LogspaceBase", dev, base, a, b, n)
}

func logspace[T Float](op string, dev backend.Device, base, a, b T, n int) *Array[T] {
	if !(base > 0) || !isFinite(float64(base)) {
		fail(op, "the base %v must be positive and finite", base)
	}
	powers := linspace(op, dev, float64(a), float64(b), n, true)
	x := apply[float64](op, expr.Pow, &Const(float64(base)).t, &powers.t)
	return typed[T](op, &x.t)
}

// Geomspace returns n numbers in geometric progression from a to b, both
// included and exact: neighbours have one ratio. Neither end may be zero, and
// they must have one sign. The elements are worked out in float64 as powers of
// ten.
func Geomspace[T Float](dev backend.Device, a, b T, n int) *Array[T] {
	const op = "Geomspace"
	checkSpace[T](op, dev, n)
	from, to := float64(a), float64(b)
	if !isFinite(from) || !isFinite(to) || from == 0 || to == 0 || (from < 0) != (to < 0) {
		fail(op, "the ends %v and %v must be finite, of one sign and not zero", a, b)
	}
	powers := line(op, dev, log10(math.Abs(from)), log10(math.Abs(to)), n, n-1)
	x := apply[float64](op, expr.Pow, literal[float64](10.0), powers)
	if from < 0 {
		x = apply[float64](op, expr.Neg, &x.t)
	}
	switch n {
	case 0:
		return typed[T](op, &x.t)
	case 1:
		return full(op, dev, a, []int{1})
	}
	return ends(op, dev, n, converted[T](op, &x.t), &a, &b)
}

// log10 is math.Log10, which some platforms get wrong for subnormal numbers.
func log10(x float64) float64 {
	const shift = 54
	if x < 0x1p-1022 {
		return math.Log10(x*(1<<shift)) - shift*math.Log10(2)
	}
	return math.Log10(x)
}
