package array_test

import (
	"math"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
)

func Example_bits() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []uint8{0b1100, 0b1111})
	b := array.FromSlice(dev, []uint8{0b1010, 2})
	show("BitAnd:", array.BitAnd(a, b))
	show("BitOr:", array.BitOr(a, b))
	show("BitXor:", array.BitXor(a, b))
	show("BitNot:", array.BitNot(a))
	show("ShiftLeft:", array.ShiftLeft(a, b))
	show("ShiftRight:", array.ShiftRight(a, b))
	show("BitAndScalar:", array.BitAndScalar(a, 4))
	show("BitOrScalar:", array.BitOrScalar(a, 16))
	show("BitXorScalar:", array.BitXorScalar(a, 1))
	show("ShiftLeftScalar:", array.ShiftLeftScalar(a, 5))
	show("ShiftRightScalar:", array.ShiftRightScalar(a, 2))
	// Output:
	// BitAnd: [8 2]
	// BitOr: [14 15]
	// BitXor: [6 13]
	// BitNot: [243 240]
	// ShiftLeft: [0 60]
	// ShiftRight: [0 3]
	// BitAndScalar: [4 4]
	// BitOrScalar: [28 31]
	// BitXorScalar: [13 14]
	// ShiftLeftScalar: [128 224]
	// ShiftRightScalar: [3 3]
}

func Example_comparisons() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []float64{1, 2, math.NaN()})
	b := array.FromSlice(dev, []float64{2, 2, 2})
	show("Equal:", array.Equal(a, b))
	show("NotEqual:", array.NotEqual(a, b))
	show("Less:", array.Less(a, b))
	show("LessEqual:", array.LessEqual(a, b))
	show("Greater:", array.Greater(a, b))
	show("GreaterEqual:", array.GreaterEqual(a, b))
	show("EqualScalar:", array.EqualScalar(a, 1))
	show("NotEqualScalar:", array.NotEqualScalar(a, 1))
	show("LessScalar:", array.LessScalar(a, 1))
	show("LessEqualScalar:", array.LessEqualScalar(a, 1))
	show("GreaterScalar:", array.GreaterScalar(a, 1))
	show("GreaterEqualScalar:", array.GreaterEqualScalar(a, 1))
	// Output:
	// Equal: [false true false]
	// NotEqual: [true false true]
	// Less: [true false false]
	// LessEqual: [true true false]
	// Greater: [false false false]
	// GreaterEqual: [false true false]
	// EqualScalar: [true false false]
	// NotEqualScalar: [false true true]
	// LessScalar: [false false false]
	// LessEqualScalar: [true false false]
	// GreaterScalar: [false true false]
	// GreaterEqualScalar: [true true false]
}

func Example_logic() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []int{0, 1, 2})
	b := array.FromSlice(dev, []int{0, 0, -1})
	show("LogicalAnd:", array.LogicalAnd(a, b))
	show("LogicalOr:", array.LogicalOr(a, b))
	show("LogicalXor:", array.LogicalXor(a, b))
	show("LogicalNot:", array.LogicalNot(a))
	show("LogicalAndScalar:", array.LogicalAndScalar(a, 3))
	show("LogicalOrScalar:", array.LogicalOrScalar(a, 3))
	show("LogicalXorScalar:", array.LogicalXorScalar(a, 3))
	// Output:
	// LogicalAnd: [false false true]
	// LogicalOr: [false true true]
	// LogicalXor: [false true false]
	// LogicalNot: [true false false]
	// LogicalAndScalar: [false true true]
	// LogicalOrScalar: [true true true]
	// LogicalXorScalar: [true false false]
}

func ExampleWhere() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []float64{1, math.NaN(), -3})
	show("no NaN:", array.Where(array.IsNaN(a), array.Const(0.0), a))
	show("ramp:", array.Where(array.GreaterScalar(a, 0), a, array.Const(0.0)))
	// Output:
	// no NaN: [1 0 -3]
	// ramp: [1 0 0]
}

func ExampleCast() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []float64{1.9, -1.9, 1e10, math.NaN()})
	show("int:", array.Cast[int](a))
	show("int32:", array.Cast[int32](a))
	show("uint8:", array.Cast[uint8](a))
	show("bool:", array.Cast[bool](a))
	show("wrapped:", array.Cast[uint8](array.FromSlice(dev, []int{256, 257, -1})))
	// Output:
	// int: [1 -1 10000000000 0]
	// int32: [1 -1 2147483647 0]
	// uint8: [1 0 255 0]
	// bool: [true true true true]
	// wrapped: [0 1 255]
}
