package array_test

import (
	"fmt"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
)

func ExampleArray_Format() {
	a := array.FromSlice(cugond.CPU(), []float32{0.5, 1, 2, 3, 4, 5.25}, 2, 3)

	fmt.Println(a)
	fmt.Printf("%#v\n", a)
	fmt.Printf("%.1v\n", a)
	fmt.Printf("%6.2f\n", a.Slice(array.At(1)))
	fmt.Println("pending:", a.Add(a).T())
	// Output:
	// [[0.5  1.   2.  ]
	//  [3.   4.   5.25]]
	// [[0.5 , 1.  , 2.  ],
	//  [3.  , 4.  , 5.25]]
	// [[0.5 1.  2. ]
	//  [3.  4.  5.2]]
	// [  3.00   4.00   5.25]
	// pending: [[ 1.   6. ]
	//  [ 2.   8. ]
	//  [ 4.  10.5]]
}

// Of a large array only the elements at the ends of its axes are fetched.
func ExampleArray_Format_large() {
	a := array.Scalar(cugond.CPU(), 7).BroadcastTo(1_000_000, 1_000_000)
	fmt.Println(a)
	// Output:
	// [[7 7 7 ... 7 7 7]
	//  [7 7 7 ... 7 7 7]
	//  [7 7 7 ... 7 7 7]
	//  ...
	//  [7 7 7 ... 7 7 7]
	//  [7 7 7 ... 7 7 7]
	//  [7 7 7 ... 7 7 7]]
}

// What can't be printed says why.
func ExampleArray_Format_failure() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []int{2, 3})
	fmt.Println(array.Pow(a, array.FromSlice(dev, []int{1, -1})))
	a.Close()
	fmt.Println(a)
	// Output:
	// array.Array[int64](2,): an integer was raised to a negative power; cast to a float type first
	// array.Array[int64](2,): the array is closed
}

func ExampleArray_String() {
	s := array.Const(1.5).String()
	fmt.Println(len(s), s)
	// Output: 3 1.5
}
