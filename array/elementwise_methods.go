package array

import "github.com/cugond/cugond/backend/expr"

// Arithmetic as methods, so that it chains: a.Mul(b).AddScalar(1). A method
// can't ask more of T than the type does, so those that some element types
// lack panic on arrays of them; the functions of the same names do not compile
// there. Like all that is elementwise they are computed later, fused.

// Add returns a + b, see the function [Add].
func (a *Array[T]) Add(b *Array[T]) *Array[T] { return binary[T]("Add", expr.Add, a, b) }

// AddScalar returns a + s, see the function [Add].
func (a *Array[T]) AddScalar(s T) *Array[T] { return withScalar[T]("AddScalar", expr.Add, a, s) }

// Sub returns a - b, see the function [Sub]. It panics on bool, where
// [BitXor] tells what differs.
func (a *Array[T]) Sub(b *Array[T]) *Array[T] {
	need[T]("Sub", expr.Sub)
	return binary[T]("Sub", expr.Sub, a, b)
}

// SubScalar returns a - s, see the function [Sub]; s - a is Const(s).Sub(a).
func (a *Array[T]) SubScalar(s T) *Array[T] {
	need[T]("SubScalar", expr.Sub)
	return withScalar[T]("SubScalar", expr.Sub, a, s)
}

// Mul returns a·b, elementwise; see the function [Mul].
func (a *Array[T]) Mul(b *Array[T]) *Array[T] { return binary[T]("Mul", expr.Mul, a, b) }

// MulScalar returns a·s, see the function [Mul].
func (a *Array[T]) MulScalar(s T) *Array[T] { return withScalar[T]("MulScalar", expr.Mul, a, s) }

// Div returns a/b, see the function [Div]. It panics on bool.
func (a *Array[T]) Div(b *Array[T]) *Array[T] {
	need[T]("Div", expr.Div)
	return binary[T]("Div", expr.Div, a, b)
}

// DivScalar returns a/s, see the function [Div]; s/a is Const(s).Div(a).
func (a *Array[T]) DivScalar(s T) *Array[T] {
	need[T]("DivScalar", expr.Div)
	return withScalar[T]("DivScalar", expr.Div, a, s)
}

// FloorDiv returns ⌊a/b⌋, see the function [FloorDiv]. It panics on bool and
// complex numbers.
func (a *Array[T]) FloorDiv(b *Array[T]) *Array[T] {
	need[T]("FloorDiv", expr.FloorDiv)
	return binary[T]("FloorDiv", expr.FloorDiv, a, b)
}

// FloorDivScalar returns ⌊a/s⌋, see the function [FloorDiv]; ⌊s/a⌋ is
// Const(s).FloorDiv(a).
func (a *Array[T]) FloorDivScalar(s T) *Array[T] {
	need[T]("FloorDivScalar", expr.FloorDiv)
	return withScalar[T]("FloorDivScalar", expr.FloorDiv, a, s)
}

// Mod returns the remainder of ⌊a/b⌋, see the function [Mod]. It panics on
// bool and complex numbers.
func (a *Array[T]) Mod(b *Array[T]) *Array[T] {
	need[T]("Mod", expr.Mod)
	return binary[T]("Mod", expr.Mod, a, b)
}

// ModScalar returns the remainder of ⌊a/s⌋, see the function [Mod]; that of
// ⌊s/a⌋ is Const(s).Mod(a).
func (a *Array[T]) ModScalar(s T) *Array[T] {
	need[T]("ModScalar", expr.Mod)
	return withScalar[T]("ModScalar", expr.Mod, a, s)
}

// Pow returns a to the power b, see the function [Pow]. It panics on bool.
func (a *Array[T]) Pow(b *Array[T]) *Array[T] {
	need[T]("Pow", expr.Pow)
	return pow("Pow", a, b)
}

// PowScalar returns a to the power s, see the function [Pow]; s to the power a
// is Const(s).Pow(a).
func (a *Array[T]) PowScalar(s T) *Array[T] {
	need[T]("PowScalar", expr.Pow)
	return pow("PowScalar", a, Const(s))
}

// Neg returns -a, see the function [Neg]. It panics on bool, whose opposite is
// [BitNot].
func (a *Array[T]) Neg() *Array[T] {
	need[T]("Neg", expr.Neg)
	return unary[T]("Neg", expr.Neg, a)
}

// need panics when arrays of T lack the operation, and says what to use.
func need[T Element](name string, op expr.Op) {
	d := expr.TypeOf[T]()
	switch {
	case op.Row().Kinds.Has(d):
	case op == expr.Sub:
		fail(name, "not defined for %v; use BitXor for what differs, or Cast to a number type first", d)
	case op == expr.Neg:
		fail(name, "not defined for %v; use BitNot for the opposite, or Cast to a number type first", d)
	case d == expr.Bool:
		fail(name, "not defined for %v; Cast to a number type first", d)
	default:
		fail(name, "not defined for %v, which has no order to round in; use Div, or the parts from Real and Imag", d)
	}
}
