package array

import "github.com/cugond/cugond/backend/expr"

// Arithmetic. Like all that is elementwise it is computed later, fused with
// what it is part of. Operands are broadcast against each other.

// Add returns a + b. Integers wrap around; on bool it is "or".
func Add[T Element](a, b *Array[T]) *Array[T] { return a.Add(b) }

// AddScalar returns a + s, see [Add].
func AddScalar[T Element](a *Array[T], s T) *Array[T] { return a.AddScalar(s) }

// Sub returns a - b. Integers wrap around, unsigned ones too: 1 - 2 is the
// largest number of the type.
func Sub[T Numeric](a, b *Array[T]) *Array[T] { return a.Sub(b) }

// SubScalar returns a - s, see [Sub]; s - a is Const(s).Sub(a).
func SubScalar[T Numeric](a *Array[T], s T) *Array[T] { return a.SubScalar(s) }

// Mul returns a·b, element by element; for the product of matrices see MatMul.
// Integers wrap around; on bool it is "and". Complex products are
// (ac - bd) + (ad + bc)i, each operation rounded, without the recovery of
// infinities that C's have.
func Mul[T Element](a, b *Array[T]) *Array[T] { return a.Mul(b) }

// MulScalar returns a·s, see [Mul].
func MulScalar[T Element](a *Array[T], s T) *Array[T] { return a.MulScalar(s) }

// Div returns a/b.
//
// The quotient of integers is an integer, rounded towards zero as in Go: -7/2
// is -3. x/0 is 0, and the smallest number by -1 is itself. For NumPy's /,
// which is a float, Cast both first; to round down, see [FloorDiv].
//
// Floats follow IEEE 754: x/±0 is infinite, 0/0 NaN. A complex number by zero
// has each component divided by +0.
func Div[T Numeric](a, b *Array[T]) *Array[T] { return a.Div(b) }

// DivScalar returns a/s, see [Div]; s/a is Const(s).Div(a).
func DivScalar[T Numeric](a *Array[T], s T) *Array[T] { return a.DivScalar(s) }

// FloorDiv returns ⌊a/b⌋, the largest integer not above the quotient: -7 by 2
// is -4. With [Mod], a = b·⌊a/b⌋ + a mod b.
//
// Of integers, x by 0 is 0, and the smallest number by -1 is itself. Of floats
// it is the floor of the exact quotient, rounded: 1 by 0.1 is 9, since the
// float 0.1 is a little more than a tenth. x by 0 is infinite, 0 by 0 and
// Inf by x are NaN, and NaN stays.
func FloorDiv[T Ordered](a, b *Array[T]) *Array[T] { return a.FloorDiv(b) }

// FloorDivScalar returns ⌊a/s⌋, see [FloorDiv]; ⌊s/a⌋ is
// Const(s).FloorDiv(a).
func FloorDivScalar[T Ordered](a *Array[T], s T) *Array[T] { return a.FloorDivScalar(s) }

// Mod returns a - b·⌊a/b⌋, the remainder with the sign of b, as in Python:
// -7 mod 3 is 2, and 7 mod -3 is -2.
//
// Of integers, x mod 0 is 0. Of floats, x mod 0 and Inf mod x are NaN, a zero
// remainder has the sign of b, and x mod Inf is x, or Inf when the signs
// differ. It is exact, but for one rounding when the signs differ.
func Mod[T Ordered](a, b *Array[T]) *Array[T] { return a.Mod(b) }

// ModScalar returns a mod s, see [Mod]; s mod a is Const(s).Mod(a).
func ModScalar[T Ordered](a *Array[T], s T) *Array[T] { return a.ModScalar(s) }

// Pow returns a to the power b.
//
// Powers of integers are integers that wrap around. 0 to the 0 is 1. A
// negative exponent has no integer result: as a number or constant it panics
// at the call, in an array it is an error of the evaluation, for which
// errors.Is(err, backend.ErrData) is true. Cast to a float type to have it.
//
// Of floats, x to the 0 and 1 to the y are 1 even for NaN, a negative number
// to a power that is no integer is NaN, and ±0 to a negative power is
// infinite. Of complex numbers it is exp(b·log a), with 0 to the 0 being 1 and
// 0 to a power with a positive real part 0.
func Pow[T Numeric](a, b *Array[T]) *Array[T] { return a.Pow(b) }

// PowScalar returns a to the power s, see [Pow]; s to the power a is
// Const(s).Pow(a).
func PowScalar[T Numeric](a *Array[T], s T) *Array[T] { return a.PowScalar(s) }

// Neg returns -a. Integers wrap around: the smallest is its own negative.
func Neg[T Numeric](a *Array[T]) *Array[T] { return a.Neg() }

// Abs returns |a|. The smallest signed integer is its own magnitude. The
// magnitude of complex numbers, which is a float, is [AbsAs].
func Abs[T Ordered](a *Array[T]) *Array[T] { return unary[T]("Abs", expr.Abs, a) }

// Sign returns -1, 0 or 1 with the sign of a; of complex numbers a/|a|. Zeros
// and NaN are their own signs; a complex number with an infinite component
// gives NaN.
func Sign[T Numeric](a *Array[T]) *Array[T] { return unary[T]("Sign", expr.Sign, a) }

// Reciprocal returns 1/a; that of ±0 is infinite.
func Reciprocal[T Field](a *Array[T]) *Array[T] { return unary[T]("Reciprocal", expr.Reciprocal, a) }

// Square returns a·a, see [Mul].
func Square[T Numeric](a *Array[T]) *Array[T] { return unary[T]("Square", expr.Square, a) }

// Sqrt returns the square root, correctly rounded for floats. That of a
// negative float is NaN, of -0 is -0. Complex roots have a real part that is
// not negative; the branch cut is the negative real axis.
func Sqrt[T Field](a *Array[T]) *Array[T] { return unary[T]("Sqrt", expr.Sqrt, a) }

// Cbrt returns the cube root, which negative numbers have too.
func Cbrt[T Float](a *Array[T]) *Array[T] { return unary[T]("Cbrt", expr.Cbrt, a) }

// Hypot returns √(a² + b²) without overflow or underflow in between. It is
// +Inf if an operand is infinite, even if the other is NaN.
func Hypot[T Float](a, b *Array[T]) *Array[T] { return binary[T]("Hypot", expr.Hypot, a, b) }

// HypotScalar returns √(a² + s²), see [Hypot].
func HypotScalar[T Float](a *Array[T], s T) *Array[T] {
	return withScalar[T]("HypotScalar", expr.Hypot, a, s)
}

// FMA returns a·b + c, rounded once. Written with Mul and Add it is rounded
// twice, always: products and sums are never contracted behind the caller's
// back.
func FMA[T Float](a, b, c *Array[T]) *Array[T] {
	return apply[T]("FMA", expr.FMA, a.operand(), b.operand(), c.operand())
}
