package array_test

import (
	"fmt"
	"log"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend/expr"
)

func ExampleZerosAny() {
	a := array.ZerosAny(cugond.CPU(), expr.Complex64, 2)
	if z, ok := a.(*array.Array[complex64]); ok {
		z.SetAt(1+2i, 0)
	}
	fmt.Println(a.DType(), a)
	// Output: complex64 [1.+2.j 0.+0.j]
}

func ExampleAs() {
	var a array.AnyArray = array.FromSlice(cugond.CPU(), []int64{1, 2})
	x, err := array.As[int](a) // int and int64 are one element type
	if err != nil {
		log.Fatal(err)
	}
	x.SetAt(5, 0)
	fmt.Println(a)
	_, err = array.As[float32](a)
	fmt.Println(err)
	// Output:
	// [5 2]
	// array: As[float32] of an array of int64; convert it with CastAny[float32]: element types differ
}

func ExampleCastAny() {
	var a array.AnyArray = array.FromSlice(cugond.CPU(), []uint8{0, 128, 255})
	fmt.Println(array.CastAny[float32](a).DivScalar(255))
	// Output: [0.        0.5019608 1.       ]
}
