package array

import "github.com/cugond/cugond/backend/expr"

// Complex numbers and their parts. Computed later and fused, like all that is
// elementwise; the parts as views, to be written through, are [Real] and
// [Imag]. Where the result's type is another it comes first among the type
// arguments and must be that of the parts: float32 with complex64, float64 with
// complex128.

// AbsAs returns the magnitude √(re² + im²) of complex numbers as floats,
// AbsAs[float32](z), without overflow in between. It is +Inf if a component is
// infinite, even if the other is NaN.
func AbsAs[R Float, C Complex](z *Array[C]) *Array[R] {
	parts[R, C]("AbsAs")
	return unary[R]("AbsAs", expr.Abs, z)
}

// Angle returns the angle of complex numbers in [-π, π] as floats,
// Angle[float32](z): [Atan2] of the imaginary and the real part.
func Angle[R Float, C Complex](z *Array[C]) *Array[R] {
	parts[R, C]("Angle")
	return unary[R]("Angle", expr.Angle, z)
}

// Join returns the complex numbers re + im·i, Join[complex64](re, im). The
// parts are taken as they are, NaN and signed zeros too. For a part that is the
// same everywhere use [Const].
func Join[C Complex, R Float](re, im *Array[R]) *Array[C] {
	parts[R, C]("Join")
	return binary[C]("Join", expr.Join, re, im)
}

// Conj returns the complex conjugates re - im·i. Real numbers are their own:
// of them it is a copy.
func Conj[T Field](a *Array[T]) *Array[T] {
	if !expr.KindComplex.Has(expr.TypeOf[T]()) {
		return identity[T]("Conj", a.operand())
	}
	return unary[T]("Conj", expr.Conj, a)
}

// parts panics when R is not the type of C's parts.
func parts[R Float, C Complex](name string) {
	r, c := expr.TypeOf[R](), expr.TypeOf[C]()
	if c.Real() != r {
		fail(name, "the parts of %v are %v, not %v; name the other type, or Cast first", c, c.Real(), r)
	}
}
