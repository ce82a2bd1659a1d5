package array

import "github.com/cugond/cugond/backend/expr"

// Circular and hyperbolic functions and their inverses. Computed later and
// fused, like all that is elementwise. Angles are in radians, NaN gives NaN,
// and the branch cuts of complex functions are those of C99, with signed zeros
// telling the sides.

// Sin returns the sine; of ±Inf it is NaN.
func Sin[T Field](a *Array[T]) *Array[T] { return unary[T]("Sin", expr.Sin, a) }

// Cos returns the cosine; of ±Inf it is NaN.
func Cos[T Field](a *Array[T]) *Array[T] { return unary[T]("Cos", expr.Cos, a) }

// Tan returns the tangent; of ±Inf it is NaN.
func Tan[T Field](a *Array[T]) *Array[T] { return unary[T]("Tan", expr.Tan, a) }

// Asin returns the angle in [-π/2, π/2] whose sine is a; NaN for floats
// outside [-1, 1]. Complex branch cuts: the real axis outside [-1, 1].
func Asin[T Field](a *Array[T]) *Array[T] { return unary[T]("Asin", expr.Asin, a) }

// Acos returns the angle in [0, π] whose cosine is a; NaN for floats outside
// [-1, 1]. Complex branch cuts: the real axis outside [-1, 1].
func Acos[T Field](a *Array[T]) *Array[T] { return unary[T]("Acos", expr.Acos, a) }

// Atan returns the angle in [-π/2, π/2] whose tangent is a. Complex branch
// cuts: the imaginary axis outside [-i, i].
func Atan[T Field](a *Array[T]) *Array[T] { return unary[T]("Atan", expr.Atan, a) }

// Atan2 returns the angle in [-π, π] of the point with the ordinate y and the
// abscissa x: atan(y/x) in the right quadrant. Signed zeros tell the sides:
// that of (+0, -1) is π, of (-0, -1) is -π.
func Atan2[T Float](y, x *Array[T]) *Array[T] { return binary[T]("Atan2", expr.Atan2, y, x) }

// Atan2Scalar returns the angle of the points with the abscissa x, see
// [Atan2]; with the ordinate s it is Atan2(Const(s), x).
func Atan2Scalar[T Float](y *Array[T], x T) *Array[T] {
	return withScalar[T]("Atan2Scalar", expr.Atan2, y, x)
}

// Sinh returns the hyperbolic sine, (eᵃ - e⁻ᵃ)/2.
func Sinh[T Field](a *Array[T]) *Array[T] { return unary[T]("Sinh", expr.Sinh, a) }

// Cosh returns the hyperbolic cosine, (eᵃ + e⁻ᵃ)/2.
func Cosh[T Field](a *Array[T]) *Array[T] { return unary[T]("Cosh", expr.Cosh, a) }

// Tanh returns the hyperbolic tangent, sinh a/cosh a: ±1 for ±Inf.
func Tanh[T Field](a *Array[T]) *Array[T] { return unary[T]("Tanh", expr.Tanh, a) }

// Asinh returns the inverse of [Sinh]. Complex branch cuts: the imaginary axis
// outside [-i, i].
func Asinh[T Field](a *Array[T]) *Array[T] { return unary[T]("Asinh", expr.Asinh, a) }

// Acosh returns the inverse of [Cosh] that is not negative; NaN for floats
// below 1. Complex branch cut: the real axis below 1.
func Acosh[T Field](a *Array[T]) *Array[T] { return unary[T]("Acosh", expr.Acosh, a) }

// Atanh returns the inverse of [Tanh]: ±Inf for ±1, NaN for floats outside
// [-1, 1]. Complex branch cuts: the real axis outside [-1, 1].
func Atanh[T Field](a *Array[T]) *Array[T] { return unary[T]("Atanh", expr.Atanh, a) }

// Degrees returns a·180/π: radians in degrees.
func Degrees[T Float](a *Array[T]) *Array[T] { return unary[T]("Degrees", expr.Degrees, a) }

// Radians returns a·π/180: degrees in radians.
func Radians[T Float](a *Array[T]) *Array[T] { return unary[T]("Radians", expr.Radians, a) }
