package cpu

import (
	"math/cmplx"

	"github.com/cugond/cugond/backend/expr"
)

// components returns blocks of complex numbers as pairs of floats.
func components[R expr.Float](c *call) (d, a []R) {
	return block[R](c.dst, 2*c.n), block[R](c.a, 2*c.n)
}

// goMulComplex multiplies by components, every operation rounded by itself.
func goMulComplex[R expr.Float](c *call) {
	d, a := components[R](c)
	mulComplex(d, a, block[R](c.b, 2*c.n))
}

func goSquareComplex[R expr.Float](c *call) {
	d, a := components[R](c)
	mulComplex(d, a, a)
}

func mulComplex[R expr.Float](d, a, b []R) {
	for i := 0; i+1 < len(d); i += 2 {
		x, y, u, v := a[i], a[i+1], b[i], b[i+1]
		d[i] = R(x*u) - R(y*v)
		d[i+1] = R(x*v) + R(y*u)
	}
}

func goConj[R expr.Float](c *call) {
	d, a := components[R](c)
	for i := 0; i+1 < len(d); i += 2 {
		d[i], d[i+1] = a[i], -a[i+1]
	}
}

// goPart takes every other component.
func goPart[R expr.Float](part int) goFn {
	return func(c *call) {
		d, a := block[R](c.dst, c.n), block[R](c.a, 2*c.n)
		for i := range d {
			d[i] = a[2*i+part]
		}
	}
}

// goToReal applies a function that computes in double.
func goToReal[R expr.Float, C expr.Complex](f func(complex128) float64) goFn {
	return goMap1(func(z C) R { return R(f(complex128(z))) })
}

func addComplex[C expr.Complex, R expr.Float](t *goTable) {
	in := addElement[C](t)
	t.op(expr.Add, in, goAdd[C])
	t.op(expr.Sub, in, goSub[C])
	t.op(expr.Neg, in, goNeg[C])
	t.op(expr.Mul, in, goMulComplex[R])
	t.op(expr.Square, in, goSquareComplex[R])
	t.op(expr.Conj, in, goConj[R])
	t.op(expr.Real, in, goPart[R](0))
	t.op(expr.Imag, in, goPart[R](1))
	t.op(expr.Abs, in, goToReal[R, C](complexAbs))
	t.op(expr.Angle, in, goToReal[R, C](complexAngle))
	t.op(expr.IsNaN, in, goMap1(func(z C) bool { return z != z }))
	t.op(expr.IsFinite, in, goMap1(func(z C) bool { return z-z == 0 }))
	t.op(expr.IsInf, in, goMap1(func(z C) bool { return cmplx.IsInf(complex128(z)) }))
	t.op(expr.Div, in, goMap2(func(a, b C) C { return C(complexDiv(complex128(a), complex128(b))) }))
	t.op(expr.Pow, in, goMap2(func(a, b C) C { return C(complexPow(complex128(a), complex128(b))) }))
	for op, f := range complexFns {
		t.op(op, in, goMap1(func(z C) C { return C(f(complex128(z))) }))
	}
}
