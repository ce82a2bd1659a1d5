package linalg_test

import (
	"fmt"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/linalg"
)

func tall() *array.Array[float64] {
	return array.FromSlice(cugond.CPU(), []float64{0, 3, 4, 0, 0, 0}, 3, 2)
}

func stretched() *array.Array[complex64] {
	return array.FromSlice(cugond.CPU(), []complex64{3i, 0, 0, 4}, 2, 2)
}

func ExampleSVD() {
	a := tall()
	f := must(linalg.SVD(a))
	show("S", f.S)
	fmt.Println(f.U.Shape(), f.Vh.Shape())
	show("A", array.MatMul(f.U.Mul(f.S), f.Vh).AddScalar(0))
	// Output:
	// S
	// [4.000 3.000]
	// [3 2] [2 2]
	// A
	// [[0.000 3.000]
	//  [4.000 0.000]
	//  [0.000 0.000]]
}

func ExampleSVDAs() {
	show("S", must(linalg.SVDAs[float32](stretched())).S)
	// Output:
	// S
	// [4.000 3.000]
}

func ExampleSVDFull() {
	f := must(linalg.SVDFull(tall()))
	fmt.Println(f.U.Shape(), f.S.Shape(), f.Vh.Shape())
	// Output:
	// [3 3] [2] [2 2]
}

func ExampleSVDFullAs() {
	fmt.Println(must(linalg.SVDFullAs[float32](stretched())).U.Shape())
	// Output:
	// [2 2]
}

func ExampleSVDVals() {
	show("S", must(linalg.SVDVals(tall())))
	// Output:
	// S
	// [4.000 3.000]
}

func ExampleSVDValsAs() {
	show("S", must(linalg.SVDValsAs[float32](stretched())))
	// Output:
	// S
	// [4.000 3.000]
}

func ExamplePInv() {
	show("pseudo-inverse", must(linalg.PInv(tall().MulScalar(5))))
	// Output:
	// pseudo-inverse
	// [[0.000 0.050 0.000]
	//  [0.067 0.000 0.000]]
}

func ExampleMatrixRank() {
	fmt.Println(must(linalg.MatrixRank(tall())), must(linalg.MatrixRank(tall(), 0.9)))
	// Output:
	// 2 1
}

func ExampleNorm() {
	show("columns", must(linalg.Norm(tall(), 1)))
	show("spectral", must(linalg.Norm(tall(), 2)))
	// Output:
	// columns
	// 4.000
	// spectral
	// 4.000
}

func ExampleNormAs() {
	show("smallest", must(linalg.NormAs[float32](stretched(), -2)))
	// Output:
	// smallest
	// 3.000
}

func ExampleNormNuclear() {
	show("nuclear", must(linalg.NormNuclear(tall())))
	// Output:
	// nuclear
	// 7.000
}

func ExampleNormNuclearAs() {
	show("nuclear", must(linalg.NormNuclearAs[float32](stretched())))
	// Output:
	// nuclear
	// 7.000
}

func ExampleCond() {
	show("condition", must(linalg.Cond(tall())))
	// Output:
	// condition
	// 1.333
}

func ExampleCondAs() {
	show("condition", must(linalg.CondAs[float32](stretched())))
	// Output:
	// condition
	// 1.333
}

func ExampleMatrixPower() {
	fibonacci := array.FromSlice(cugond.CPU(), []float64{1, 1, 1, 0}, 2, 2)
	fmt.Println(must(linalg.MatrixPower(fibonacci, 10)))
	// Output:
	// [[89. 55.]
	//  [55. 34.]]
}

func ExampleKron() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []int{1, 10}, 1, 2)
	fmt.Println(linalg.Kron(a, array.Eye[int](dev, 2)))
	// Output:
	// [[ 1  0 10  0]
	//  [ 0  1  0 10]]
}

func ExampleTensordot() {
	dev := cugond.CPU()
	a := array.Arange(dev, 0, 6, 1).Reshape(2, 3)
	fmt.Println(linalg.Tensordot(a, a, []int{0}, []int{0}))
	// Output:
	// [[ 9 12 15]
	//  [12 17 22]
	//  [15 22 29]]
}
