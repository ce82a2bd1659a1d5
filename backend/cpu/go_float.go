package cpu

import (
	"math"
	"unsafe"

	"github.com/cugond/cugond/backend/expr"
)

// Products that feed a sum are converted to their own type first, which keeps
// the compiler from fusing the two: results must not depend on the machine.

func goDiv[T expr.Float](c *call) {
	d, a, b := operands2[T, T, T](c)
	for i := range d {
		d[i] = a[i] / b[i]
	}
}

func goReciprocal[T expr.Float](c *call) {
	d, a := operands1[T, T](c)
	for i := range d {
		d[i] = 1 / a[i]
	}
}

func goSqrt[T expr.Float](c *call) {
	d, a := operands1[T, T](c)
	for i := range d {
		d[i] = T(math.Sqrt(float64(a[i])))
	}
}

// Of equals, such as the two zeros, the first is taken.

func floatMaximum[T expr.Float](a, b T) T {
	if a >= b || a != a {
		return a
	}
	return b
}

func floatMinimum[T expr.Float](a, b T) T {
	if a <= b || a != a {
		return a
	}
	return b
}

func floatFMax[T expr.Float](a, b T) T {
	if a >= b || b != b {
		return a
	}
	return b
}

func floatFMin[T expr.Float](a, b T) T {
	if a <= b || b != b {
		return a
	}
	return b
}

func floatSign[T expr.Float](a T) T {
	switch {
	case a > 0:
		return 1
	case a < 0:
		return -1
	}
	return a
}

// fma32 rounds a·b + c once. The product is exact in double; rounding the sum
// to odd first keeps the second rounding from going wrong.
func fma32(a, b, c float32) float32 {
	p, z := float64(a)*float64(b), float64(c)
	s := p + z
	if s-s != 0 {
		return float32(s)
	}
	v := s - p
	lost := (p - (s - v)) + (z - v)
	if lost != 0 && math.Float64bits(s)&1 == 0 {
		if (lost > 0) == (s > 0) {
			s = math.Float64frombits(math.Float64bits(s) + 1)
		} else {
			s = math.Float64frombits(math.Float64bits(s) - 1)
		}
	}
	return float32(s)
}

func goFMA32(c *call) {
	d, a, b, e := operands3[float32, float32, float32, float32](c)
	for i := range d {
		d[i] = fma32(a[i], b[i], e[i])
	}
}

func goFMA64(c *call) {
	d, a, b, e := operands3[float64, float64, float64, float64](c)
	for i := range d {
		d[i] = math.FMA(a[i], b[i], e[i])
	}
}

// goJoin makes complex numbers of components.
func goJoin[T expr.Float](c *call) {
	d, a, b := block[T](c.dst, 2*c.n), block[T](c.a, c.n), block[T](c.b, c.n)
	for i := range a {
		d[2*i], d[2*i+1] = a[i], b[i]
	}
}

func addFloat[T expr.Float](t *goTable) {
	in := addOrdered[T](t)
	t.op(expr.Div, in, goDiv[T])
	t.op(expr.Reciprocal, in, goReciprocal[T])
	t.op(expr.Sqrt, in, goSqrt[T])
	t.op(expr.Sign, in, goMap1(floatSign[T]))
	t.op(expr.Maximum, in, goMap2(floatMaximum[T]))
	t.op(expr.Minimum, in, goMap2(floatMinimum[T]))
	t.op(expr.FMax, in, goMap2(floatFMax[T]))
	t.op(expr.FMin, in, goMap2(floatFMin[T]))
	t.op(expr.Clip, in, goMap3(func(x, lo, hi T) T { return floatMinimum(floatMaximum(x, lo), hi) }))
	t.op(expr.IsNaN, in, goMap1(func(a T) bool { return a != a }))
	t.op(expr.IsInf, in, goMap1(func(a T) bool { return a == a && a-a != 0 }))
	t.op(expr.IsFinite, in, goMap1(func(a T) bool { return a-a == 0 }))
	t.op(expr.SignBit, in, goMap1(func(a T) bool { return math.Signbit(float64(a)) }))
	t.op(expr.Join, in, goJoin[T])
	degrees, radians := T(180/math.Pi), T(math.Pi/180)
	t.op(expr.Degrees, in, goMap1(func(a T) T { return a * degrees }))
	t.op(expr.Radians, in, goMap1(func(a T) T { return a * radians }))
	if unsafe.Sizeof(degrees) == 4 {
		t.op(expr.FMA, in, goFMA32)
		t.op(expr.NextAfter, in, goMap2(nextAfter32))
	} else {
		t.op(expr.FMA, in, goFMA64)
		t.op(expr.NextAfter, in, goMap2(nextAfter64))
	}
	addMath[T](t)
}
