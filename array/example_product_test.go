package array_test

import (
	"fmt"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
)

func ExampleMatMul() {
	dev := cugond.CPU()
	a := array.Arange(dev, 0.0, 6, 1).Reshape(2, 3)
	show("a·aᵀ:", array.MatMul(a, a.T()))
	show("a·v:", array.MatMul(a, array.FromSlice(dev, []float64{1, 0, 2})))
	stack := array.Ones[float64](dev, 4, 3, 5)
	fmt.Println(array.MatMul(a, stack).Shape())
	fmt.Println(array.Try(func() { array.MatMul(a, a) }))
	// Output:
	// a·aᵀ: [5 14 14 50]
	// a·v: [4 13]
	// [4 2 5]
	// array: MatMul of (2, 3) and (2, 3): the last dimension of the first, 3, and the dimension before the last of the second, 2, must agree
}

func ExampleDot() {
	dev := cugond.CPU()
	z := array.FromSlice(dev, []complex128{1i, 2})
	show("dot:", array.Dot(z, z))
	show("with the conjugate:", array.VDot(z, z))
	show("outer:", array.Outer(z, z))
	// Output:
	// dot: [(3+0i)]
	// with the conjugate: [(5+0i)]
	// outer: [(-1+0i) (0+2i) (0+2i) (4+0i)]
}
