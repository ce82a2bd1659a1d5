package cpu

import (
	"unsafe"

	"github.com/cugond/cugond/backend/expr"
)

// Integers wrap; x/0 and x%0 are 0; shifts past the width give 0 or the sign.

func intDiv[T expr.Integer](a, b T) T {
	if b == 0 {
		return 0
	}
	return a / b
}

func intFloorDiv[T expr.Integer](a, b T) T {
	if b == 0 {
		return 0
	}
	q := a / b
	if q*b != a && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func intMod[T expr.Integer](a, b T) T {
	if b == 0 {
		return 0
	}
	r := a % b
	if r != 0 && (r < 0) != (b < 0) {
		r += b
	}
	return r
}

func intPow[T expr.Integer](a, b T) T {
	if b < 0 {
		return 0
	}
	r := T(1)
	for ; b > 0; b >>= 1 {
		if b&1 != 0 {
			r *= a
		}
		a *= a
	}
	return r
}

func intSign[T expr.Integer](a T) T {
	switch {
	case a > 0:
		return 1
	case a < 0:
		return a - a - 1
	}
	return 0
}

func intShiftLeft[T expr.Integer](a, b T) T {
	if b < 0 || uint64(b) >= 8*uint64(unsafe.Sizeof(a)) {
		return 0
	}
	return a << uint64(b)
}

func intShiftRight[T expr.Integer](a, b T) T {
	if b < 0 || uint64(b) >= 8*uint64(unsafe.Sizeof(a)) {
		if a < 0 {
			return a - a - 1
		}
		return 0
	}
	return a >> uint64(b)
}

func orderedMax[T expr.Integer](a, b T) T { return max(a, b) }
func orderedMin[T expr.Integer](a, b T) T { return min(a, b) }

// addInteger enters what signed and unsigned integers share.
func addInteger[T expr.Integer](t *goTable) expr.DType {
	in := addOrdered[T](t)
	t.op(expr.Div, in, goMap2(intDiv[T]))
	t.op(expr.FloorDiv, in, goMap2(intFloorDiv[T]))
	t.op(expr.Mod, in, goMap2(intMod[T]))
	t.op(expr.Pow, in, goMap2(intPow[T]))
	t.op(expr.Sign, in, goMap1(intSign[T]))
	t.op(expr.Maximum, in, goMap2(orderedMax[T]))
	t.op(expr.Minimum, in, goMap2(orderedMin[T]))
	t.op(expr.Clip, in, goMap3(func(x, lo, hi T) T { return min(max(x, lo), hi) }))
	t.op(expr.BitAnd, in, goMap2(func(a, b T) T { return a & b }))
	t.op(expr.BitOr, in, goMap2(func(a, b T) T { return a | b }))
	t.op(expr.BitXor, in, goMap2(func(a, b T) T { return a ^ b }))
	t.op(expr.BitNot, in, goMap1(func(a T) T { return ^a }))
	t.op(expr.ShiftLeft, in, goMap2(intShiftLeft[T]))
	t.op(expr.ShiftRight, in, goMap2(intShiftRight[T]))
	return in
}

func addSigned[T expr.Signed](t *goTable) {
	in := addInteger[T](t)
	t.op(expr.Abs, in, goMap1(func(a T) T { return max(a, -a) }))
}

func addUnsigned[T expr.Unsigned](t *goTable) {
	in := addInteger[T](t)
	t.op(expr.Abs, in, goSame[T])
}
