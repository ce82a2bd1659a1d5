package array

import "github.com/cugond/cugond/backend/expr"

// Exponentials and logarithms. Computed later and fused, like all that is
// elementwise. NaN gives NaN.

// Exp returns e to the power a: +Inf from where that overflows, 0 for -Inf.
func Exp[T Field](a *Array[T]) *Array[T] { return unary[T]("Exp", expr.Exp, a) }

// Exp2 returns 2 to the power a, exact for integers.
func Exp2[T Float](a *Array[T]) *Array[T] { return unary[T]("Exp2", expr.Exp2, a) }

// Expm1 returns exp(a) - 1, accurate for a near 0 where the difference would
// cancel.
func Expm1[T Float](a *Array[T]) *Array[T] { return unary[T]("Expm1", expr.Expm1, a) }

// Log returns the natural logarithm: -Inf for ±0, NaN for negative floats. Of
// complex numbers it is log|a| + i·arg a, with the angle in [-π, π]; the branch
// cut is the negative real axis.
func Log[T Field](a *Array[T]) *Array[T] { return unary[T]("Log", expr.Log, a) }

// Log2 returns the logarithm to base 2, see [Log].
func Log2[T Field](a *Array[T]) *Array[T] { return unary[T]("Log2", expr.Log2, a) }

// Log10 returns the logarithm to base 10, see [Log].
func Log10[T Field](a *Array[T]) *Array[T] { return unary[T]("Log10", expr.Log10, a) }

// Log1p returns log(1 + a), accurate for a near 0 where the sum would lose a's
// digits: -Inf for -1, NaN below.
func Log1p[T Float](a *Array[T]) *Array[T] { return unary[T]("Log1p", expr.Log1p, a) }

// LogAddExp returns log(exp(a) + exp(b)) without overflow in between: the sum
// of probabilities that are kept as logarithms. Of two -Inf it is -Inf.
func LogAddExp[T Float](a, b *Array[T]) *Array[T] {
	return binary[T]("LogAddExp", expr.LogAddExp, a, b)
}

// LogAddExpScalar returns log(exp(a) + exp(s)), see [LogAddExp].
func LogAddExpScalar[T Float](a *Array[T], s T) *Array[T] {
	return withScalar[T]("LogAddExpScalar", expr.LogAddExp, a, s)
}
