package array_test

import (
	"math"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
)

func Example_exponentials() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []float64{0, 1, 2})
	show4("Exp:", array.Exp(a))
	show4("Exp2:", array.Exp2(a))
	show4("Expm1:", array.Expm1(a))
	show4("Log:", array.Log(a))
	show4("Log2:", array.Log2(a))
	show4("Log10:", array.Log10(a))
	show4("Log1p:", array.Log1p(a))
	show4("LogAddExp:", array.LogAddExp(a, a))
	show4("LogAddExpScalar:", array.LogAddExpScalar(a, 1000))
	// Output:
	// Exp: [1 2.718 7.389]
	// Exp2: [1 2 4]
	// Expm1: [0 1.718 6.389]
	// Log: [-Inf 0 0.6931]
	// Log2: [-Inf 0 1]
	// Log10: [-Inf 0 0.301]
	// Log1p: [0 0.6931 1.099]
	// LogAddExp: [0.6931 1.693 2.693]
	// LogAddExpScalar: [1000 1000 1000]
}

func Example_angles() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []float64{0, 30, 60})
	r := array.Radians(a)
	show4("Radians:", r)
	show4("Degrees:", array.Degrees(r))
	show4("Sin:", array.Sin(r))
	show4("Cos:", array.Cos(r))
	show4("Tan:", array.Tan(r))
	x := array.FromSlice(dev, []float64{0, 0.5, 1})
	show4("Asin:", array.Asin(x))
	show4("Acos:", array.Acos(x))
	show4("Atan:", array.Atan(x))
	show4("Atan2:", array.Atan2(x, array.FromSlice(dev, []float64{-1, 0, 1})))
	show4("Atan2Scalar:", array.Atan2Scalar(x, -1))
	// Output:
	// Radians: [0 0.5236 1.047]
	// Degrees: [0 30 60]
	// Sin: [0 0.5 0.866]
	// Cos: [1 0.866 0.5]
	// Tan: [0 0.5774 1.732]
	// Asin: [0 0.5236 1.571]
	// Acos: [1.571 1.047 0]
	// Atan: [0 0.4636 0.7854]
	// Atan2: [3.142 1.571 0.7854]
	// Atan2Scalar: [3.142 2.678 2.356]
}

func Example_hyperbolic() {
	a := array.FromSlice(cugond.CPU(), []float32{0, 0.5, 1})
	show4("Sinh:", array.Sinh(a))
	show4("Cosh:", array.Cosh(a))
	show4("Tanh:", array.Tanh(a))
	show4("Asinh:", array.Asinh(a))
	show4("Acosh:", array.Acosh(a))
	show4("Atanh:", array.Atanh(a))
	// Output:
	// Sinh: [0 0.5211 1.175]
	// Cosh: [1 1.128 1.543]
	// Tanh: [0 0.4621 0.7616]
	// Asinh: [0 0.4812 0.8814]
	// Acosh: [NaN NaN 0]
	// Atanh: [0 0.5493 +Inf]
}

func Example_rounding() {
	a := array.FromSlice(cugond.CPU(), []float64{-2.5, -0.75, 1.25, 3.5})
	show("Floor:", array.Floor(a))
	show("Ceil:", array.Ceil(a))
	show("Trunc:", array.Trunc(a))
	show("Rint:", array.Rint(a))
	show("Round, 1:", array.Round(a, 1))
	show("Round, -1:", array.Round(a.MulScalar(10), -1))
	// Output:
	// Floor: [-3 -1 1 3]
	// Ceil: [-2 -0 2 4]
	// Trunc: [-2 -0 1 3]
	// Rint: [-2 -1 1 4]
	// Round, 1: [-2.5 -0.8 1.2 3.5]
	// Round, -1: [-20 -10 10 40]
}

func Example_special() {
	a := array.FromSlice(cugond.CPU(), []float64{0.5, 1, 5})
	show4("Erf:", array.Erf(a))
	show4("Erfc:", array.Erfc(a))
	show4("Gamma:", array.Gamma(a))
	show4("LGamma:", array.LGamma(a))
	show4("Sigmoid:", array.Sigmoid(a))
	// Output:
	// Erf: [0.5205 0.8427 1]
	// Erfc: [0.4795 0.1573 1.537e-12]
	// Gamma: [1.772 1 24]
	// LGamma: [0.5724 0 3.178]
	// Sigmoid: [0.6225 0.7311 0.9933]
}

func Example_floats() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []float64{1, -2, math.Inf(-1), math.NaN()})
	show("IsNaN:", array.IsNaN(a))
	show("IsInf:", array.IsInf(a))
	show("IsFinite:", array.IsFinite(a))
	b := a.Slice(array.To(3))
	show("SignBit:", array.SignBit(b))
	show("CopySign:", array.CopySign(b, array.FromSlice(dev, []float64{-1, 1, 1})))
	show("CopySignScalar:", array.CopySignScalar(b, -1))
	show("NextAfter:", array.NextAfter(b, array.FromSlice(dev, []float64{2, -2, 0})))
	show("NextAfterScalar:", array.NextAfterScalar(b, 0))
	// Output:
	// IsNaN: [false false false true]
	// IsInf: [false false true false]
	// IsFinite: [true true false false]
	// SignBit: [false true true]
	// CopySign: [-1 2 +Inf]
	// CopySignScalar: [-1 -2 -Inf]
	// NextAfter: [1.0000000000000002 -2 -1.7976931348623157e+308]
	// NextAfterScalar: [0.9999999999999999 -1.9999999999999998 -1.7976931348623157e+308]
}

func Example_complex() {
	dev := cugond.CPU()
	re, im := array.FromSlice(dev, []float32{3, 0}), array.FromSlice(dev, []float32{-4, 2})
	z := array.Join[complex64](re, im)
	show("Join:", z)
	show("Conj:", array.Conj(z))
	show("AbsAs:", array.AbsAs[float32](z))
	show4("Angle:", array.Angle[float32](z))
	show("z·z:", z.Mul(z))
	show("i·z:", z.MulScalar(1i))
	// Output:
	// Join: [(3-4i) (0+2i)]
	// Conj: [(3+4i) (0-2i)]
	// AbsAs: [5 2]
	// Angle: [-0.9273 1.571]
	// z·z: [(-7-24i) (-4+0i)]
	// i·z: [(4+3i) (-2+0i)]
}
