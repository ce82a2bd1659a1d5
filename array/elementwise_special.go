package array

import "github.com/cugond/cugond/backend/expr"

// Special functions. Computed later and fused, like all that is elementwise.
// NaN gives NaN.

// Erf returns the error function, 2/√π ∫₀ᵃ exp(-t²) dt: ±1 for ±Inf.
func Erf[T Float](a *Array[T]) *Array[T] { return unary[T]("Erf", expr.Erf, a) }

// Erfc returns 1 - erf(a), accurate for large a where the difference would
// cancel: 0 for +Inf, 2 for -Inf.
func Erfc[T Float](a *Array[T]) *Array[T] { return unary[T]("Erfc", expr.Erfc, a) }

// Gamma returns the gamma function, ∫₀^∞ tᵃ⁻¹ exp(-t) dt and its continuation;
// (n-1)! for positive integers n. It is ±Inf for ±0, NaN for negative integers
// and -Inf.
func Gamma[T Float](a *Array[T]) *Array[T] { return unary[T]("Gamma", expr.Gamma, a) }

// LGamma returns log|Γ(a)|, which overflows much later than Γ(a): +Inf for
// zeros, negative integers and ±Inf.
func LGamma[T Float](a *Array[T]) *Array[T] { return unary[T]("LGamma", expr.LGamma, a) }

// Sigmoid returns the logistic function 1/(1 + exp(-a)): 0 for -Inf, 1 for
// +Inf, without overflow in between.
func Sigmoid[T Float](a *Array[T]) *Array[T] { return unary[T]("Sigmoid", expr.Sigmoid, a) }
