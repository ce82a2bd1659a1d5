package blas_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/blas"
)

// A matrix times its transpose, added to ten times what two columns of a larger
// array hold.
func ExampleGemm() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []float64{1, 2, 3, 4}, 2, 2)
	c := array.Ones[float64](dev, 2, 3)
	blas.Gemm(blas.NoTrans, blas.Trans, 1, a, a, 10, c.Slice(array.Colon, array.From(1)))
	fmt.Println(c)
	// Output:
	// [[ 1. 15. 21.]
	//  [ 1. 21. 35.]]
}

// The solution takes the place of the right-hand side.
func ExampleTrsm() {
	dev := cugond.CPU()
	l := array.FromSlice(dev, []float64{2, 0, 1, 4}, 2, 2)
	b := array.FromSlice(dev, []float64{2, 9}, 2, 1)
	blas.Trsm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, 1, l, b)
	fmt.Println(b.Ravel())
	// Output: [1. 2.]
}

func ExampleNrm2() {
	z := array.FromSlice(cugond.CPU(), []complex128{3, 4i})
	fmt.Println(blas.Nrm2[float64](z).Item())
	// Output: 5 <nil>
}

// gonum's matrices are multiplied by the device until restore is called.
func ExampleUse() {
	restore := blas.Use(cugond.CPU())
	defer restore()
	a := mat.NewDense(2, 2, []float64{1, 2, 3, 4})
	var c mat.Dense
	c.Mul(a, a)
	fmt.Println(mat.Formatted(&c))
	// Output:
	// ⎡ 7  10⎤
	// ⎣15  22⎦
}
