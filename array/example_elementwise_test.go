package array_test

import (
	"fmt"
	"log"
	"math"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
)

// show computes an array and prints its elements.
func show[T array.Element](label string, a *array.Array[T]) {
	v, err := a.ToSlice()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(label, v)
}

// show4 is show with four digits.
func show4[T array.Field](label string, a *array.Array[T]) {
	v, err := a.ToSlice()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s %.4g\n", label, v)
}

func Example_arithmetic() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []float64{1, 4, 9})
	b := array.FromSlice(dev, []float64{2, 2, -4})

	show("chain:", a.Mul(b).AddScalar(1).Sub(b).DivScalar(2))
	show("1 - a:", array.Const(1.0).Sub(a))
	show("a + b:", a.Add(b))
	show("a - 1:", a.SubScalar(1))
	show("2a:", a.MulScalar(2))
	show("a / b:", a.Div(b))
	show("⌊a / b⌋:", a.FloorDiv(b))
	show("a mod b:", a.Mod(b))
	show("a mod 4:", a.ModScalar(4))
	show("⌊a / 4⌋:", a.FloorDivScalar(4))
	show("a²:", a.PowScalar(2))
	show("aᵇ:", a.Pow(array.FromSlice(dev, []float64{5, 0.5, -1})).MulScalar(9))
	show("-a:", a.Neg())
	// Output:
	// chain: [0.5 3.5 -15.5]
	// 1 - a: [0 -3 -8]
	// a + b: [3 6 5]
	// a - 1: [0 3 8]
	// 2a: [2 8 18]
	// a / b: [0.5 2 -2.25]
	// ⌊a / b⌋: [0 2 -3]
	// a mod b: [1 0 -3]
	// a mod 4: [1 0 1]
	// ⌊a / 4⌋: [0 1 2]
	// a²: [1 16 81]
	// aᵇ: [9 18 1]
	// -a: [-1 -4 -9]
}

// The functions carry what they need of the element type: what bool has no
// difference of does not compile.
func Example_functions() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []int{7, -7})
	b := array.FromSlice(dev, []int{2, 2})

	show("Add:", array.Add(a, b))
	show("Sub:", array.Sub(a, b))
	show("Mul:", array.Mul(a, b))
	show("Div:", array.Div(a, b))
	show("FloorDiv:", array.FloorDiv(a, b))
	show("Mod:", array.Mod(a, b))
	show("Pow:", array.Pow(a, b))
	show("Neg:", array.Neg(a))
	show("AddScalar:", array.AddScalar(a, 10))
	show("SubScalar:", array.SubScalar(a, 10))
	show("MulScalar:", array.MulScalar(a, 10))
	show("DivScalar:", array.DivScalar(a, 0))
	show("FloorDivScalar:", array.FloorDivScalar(a, 3))
	show("ModScalar:", array.ModScalar(a, 3))
	show("PowScalar:", array.PowScalar(a, 3))
	// Output:
	// Add: [9 -5]
	// Sub: [5 -9]
	// Mul: [14 -14]
	// Div: [3 -3]
	// FloorDiv: [3 -4]
	// Mod: [1 1]
	// Pow: [49 49]
	// Neg: [-7 7]
	// AddScalar: [17 3]
	// SubScalar: [-3 -17]
	// MulScalar: [70 -70]
	// DivScalar: [0 0]
	// FloorDivScalar: [2 -3]
	// ModScalar: [1 2]
	// PowScalar: [343 -343]
}

func ExamplePow_negative() {
	a := array.FromSlice(cugond.CPU(), []int{2, 4})
	e := array.FromSlice(a.Device(), []int{2, -1})
	_, err := a.Pow(e).ToSlice()
	fmt.Println(err)
	fmt.Println(array.Try(func() { a.PowScalar(-1) }))
	show("floats:", array.Cast[float64](a).PowScalar(-1))
	// Output:
	// an integer was raised to a negative power; cast to a float type first
	// array: PowScalar of (2,): the exponent of integers is -1, which is negative; Cast to a float type first, such as Cast[float64]
	// floats: [0.5 0.25]
}

func Example_magnitudes() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []float64{-8, 0, 27})
	b := array.FromSlice(dev, []float64{6, 2, 36})
	show("Abs:", array.Abs(a))
	show("Sign:", array.Sign(a))
	show("Square:", array.Square(a))
	show("Sqrt:", array.Sqrt(array.Square(a)))
	show("Cbrt:", array.Cbrt(a))
	show("Hypot:", array.Hypot(a, b))
	show("HypotScalar:", array.HypotScalar(a.Slice(array.To(2)), 15))
	show("Reciprocal:", array.Reciprocal(b.Slice(array.At(1)).Reshape(1)))
	show("FMA:", array.FMA(a, b, array.Const(1.0)))
	// Output:
	// Abs: [8 0 27]
	// Sign: [-1 0 1]
	// Square: [64 0 729]
	// Sqrt: [8 0 27]
	// Cbrt: [-2 0 3]
	// Hypot: [10 2 45]
	// HypotScalar: [17 15]
	// Reciprocal: [0.5]
	// FMA: [-47 1 973]
}

func Example_extremes() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []float64{1, 5, math.NaN()})
	b := array.FromSlice(dev, []float64{3, 2, 4})
	show("Maximum:", array.Maximum(a, b))
	show("Minimum:", array.Minimum(a, b))
	show("FMax:", array.FMax(a, b))
	show("FMin:", array.FMin(a, b))
	show("Clip:", array.Clip(b, array.Const(2.5), array.FromSlice(dev, []float64{9, 9, 3})))
	show("MaximumScalar:", array.MaximumScalar(a, 2))
	show("MinimumScalar:", array.MinimumScalar(a, 2))
	show("FMaxScalar:", array.FMaxScalar(a, 2))
	show("FMinScalar:", array.FMinScalar(a, 2))
	show("ClipScalar:", array.ClipScalar(a, 2, 4))
	// Output:
	// Maximum: [3 5 NaN]
	// Minimum: [1 2 NaN]
	// FMax: [3 5 4]
	// FMin: [1 2 4]
	// Clip: [3 2.5 3]
	// MaximumScalar: [2 5 NaN]
	// MinimumScalar: [1 2 NaN]
	// FMaxScalar: [2 5 2]
	// FMinScalar: [1 2 2]
	// ClipScalar: [2 4 NaN]
}
