package cpu

import (
	"unsafe"

	"github.com/cugond/cugond/backend/expr"
)

// Loops that suit many element types. Those of arithmetic are written out,
// rather than calling a function an element, which the compiler could not
// inline.

func goAdd[T expr.Numeric](c *call) {
	d, a, b := operands2[T, T, T](c)
	for i := range d {
		d[i] = a[i] + b[i]
	}
}

func goSub[T expr.Numeric](c *call) {
	d, a, b := operands2[T, T, T](c)
	for i := range d {
		d[i] = a[i] - b[i]
	}
}

func goMul[T expr.Ordered](c *call) {
	d, a, b := operands2[T, T, T](c)
	for i := range d {
		d[i] = a[i] * b[i]
	}
}

func goNeg[T expr.Numeric](c *call) {
	d, a := operands1[T, T](c)
	for i := range d {
		d[i] = -a[i]
	}
}

func goSquare[T expr.Ordered](c *call) {
	d, a := operands1[T, T](c)
	for i := range d {
		d[i] = a[i] * a[i]
	}
}

func goSame[T expr.Element](c *call) {
	d, a := operands1[T, T](c)
	copy(d, a)
}

// goMap1 applies a function to each element.
func goMap1[R, A any](f func(A) R) goFn {
	return func(c *call) {
		d, a := operands1[R, A](c)
		for i := range d {
			d[i] = f(a[i])
		}
	}
}

func goMap2[R, A any](f func(a, b A) R) goFn {
	return func(c *call) {
		d, a, b := operands2[R, A, A](c)
		for i := range d {
			d[i] = f(a[i], b[i])
		}
	}
}

func goMap3[R, A any](f func(a, b, c A) R) goFn {
	return func(c *call) {
		d, a, b, e := operands3[R, A, A, A](c)
		for i := range d {
			d[i] = f(a[i], b[i], e[i])
		}
	}
}

func goEqual[T comparable](c *call) {
	d, a, b := operands2[bool, T, T](c)
	for i := range d {
		d[i] = a[i] == b[i]
	}
}

func goNotEqual[T comparable](c *call) {
	d, a, b := operands2[bool, T, T](c)
	for i := range d {
		d[i] = a[i] != b[i]
	}
}

func goLess[T expr.Ordered](c *call) {
	d, a, b := operands2[bool, T, T](c)
	for i := range d {
		d[i] = a[i] < b[i]
	}
}

func goLessEqual[T expr.Ordered](c *call) {
	d, a, b := operands2[bool, T, T](c)
	for i := range d {
		d[i] = a[i] <= b[i]
	}
}

func goGreater[T expr.Ordered](c *call) {
	d, a, b := operands2[bool, T, T](c)
	for i := range d {
		d[i] = a[i] > b[i]
	}
}

func goGreaterEqual[T expr.Ordered](c *call) {
	d, a, b := operands2[bool, T, T](c)
	for i := range d {
		d[i] = a[i] >= b[i]
	}
}

func goWhere[T expr.Element](c *call) {
	d, cond, a, b := operands3[T, bool, T, T](c)
	for i := range d {
		if cond[i] {
			d[i] = a[i]
		} else {
			d[i] = b[i]
		}
	}
}

// goCheck copies and notes in the status word when a condition does not hold.
func goCheck[T expr.Element](c *call) {
	d, a, ok := operands2[T, T, bool](c)
	copy(d, a)
	for _, holds := range ok {
		if !holds {
			*(*uint64)(c.c) |= 1 << uint(c.aux&63)
			return
		}
	}
}

// addElement enters what every element type has.
func addElement[T expr.Element](t *goTable) expr.DType {
	in := expr.TypeOf[T]()
	t.op(expr.Check, in, goCheck[T])
	t.op(expr.Where, in, goWhere[T])
	t.op(expr.Equal, in, goEqual[T])
	t.op(expr.NotEqual, in, goNotEqual[T])
	return in
}

// addOrdered enters what every ordered type has.
func addOrdered[T expr.Ordered](t *goTable) expr.DType {
	in := addElement[T](t)
	t.op(expr.Add, in, goAdd[T])
	t.op(expr.Sub, in, goSub[T])
	t.op(expr.Mul, in, goMul[T])
	t.op(expr.Neg, in, goNeg[T])
	t.op(expr.Square, in, goSquare[T])
	t.op(expr.Less, in, goLess[T])
	t.op(expr.LessEqual, in, goLessEqual[T])
	t.op(expr.Greater, in, goGreater[T])
	t.op(expr.GreaterEqual, in, goGreaterEqual[T])
	return in
}

// addBool enters the operations on bool.
func (t *goTable) addBool() {
	in := addElement[bool](t)
	or := goMap2(func(a, b uint8) uint8 { return a | b })
	and := goMap2(func(a, b uint8) uint8 { return a & b })
	t.op(expr.Add, in, or)
	t.op(expr.BitOr, in, or)
	t.op(expr.Mul, in, and)
	t.op(expr.BitAnd, in, and)
	t.op(expr.BitXor, in, goMap2(func(a, b uint8) uint8 { return a ^ b }))
	t.op(expr.BitNot, in, goMap1(func(a uint8) uint8 { return a ^ 1 }))
}

// word reads the int64 at p, or gives the alternative when p is nil.
func word(p unsafe.Pointer, otherwise int64) int64 {
	if p == nil {
		return otherwise
	}
	return *(*int64)(p)
}
