package linalg_test

import (
	"errors"
	"fmt"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/linalg"
)

// must stops an example at a failure.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func show(title string, a array.AnyArray) { fmt.Printf("%s\n%.3f\n", title, a) }

// system is the matrix that most examples are about.
func system() *array.Array[float64] {
	return array.FromSlice(cugond.CPU(), []float64{4, 2, 2, 3}, 2, 2)
}

func ExampleSolve() {
	a := system()
	b := array.FromSlice(a.Device(), []float64{8, 8})
	show("x", must(linalg.Solve(a, b)))

	_, err := linalg.Solve(array.Ones[float64](a.Device(), 2, 2), b)
	var e *linalg.Error
	fmt.Println(errors.Is(err, linalg.ErrSingular), errors.As(err, &e) && e.Index == 1)
	// Output:
	// x
	// [1.000 2.000]
	// true true
}

func ExampleSolvePos() {
	a := system()
	show("x", must(linalg.SolvePos(a, array.FromSlice(a.Device(), []float64{8, 8}))))
	// Output:
	// x
	// [1.000 2.000]
}

func ExampleSolveTriangular() {
	a := system()
	b := array.FromSlice(a.Device(), []float64{8, 6})
	show("upper", must(linalg.SolveTriangular(a, b, linalg.Triangle{Upper: true})))
	// Output:
	// upper
	// [1.000 2.000]
}

func ExampleInv() {
	show("inverse", must(linalg.Inv(system())))
	// Output:
	// inverse
	// [[ 0.375 -0.250]
	//  [-0.250  0.500]]
}

func ExampleDet() {
	show("determinant", must(linalg.Det(system())))
	// Output:
	// determinant
	// 8.000
}

func ExampleSlogDet() {
	tiny := array.Eye[float64](cugond.CPU(), 100).MulScalar(1e-9)
	sign, log, err := linalg.SlogDet(tiny)
	fmt.Println(err)
	show("sign", sign)
	show("log", log)
	// Output:
	// <nil>
	// sign
	// 1.000
	// log
	// -2072.327
}

func ExampleSlogDetAs() {
	z := array.FromSlice(cugond.CPU(), []complex128{2i}, 1, 1)
	sign, log, err := linalg.SlogDetAs[float64](z)
	fmt.Println(must(sign.Item()), must(log.Item()), err)
	// Output:
	// (0+1i) 0.6931471805599453 <nil>
}

func ExampleLU() {
	a := system()
	f := must(linalg.LU(a))
	show("L", f.L())
	show("U", f.U())
	fmt.Println(must(f.Permutation()))
	show("x", must(f.Solve(array.FromSlice(a.Device(), []float64{8, 8}))))
	show("determinant", must(f.Det()))
	// Output:
	// L
	// [[1.000 0.000]
	//  [0.500 1.000]]
	// U
	// [[4.000 2.000]
	//  [0.000 2.000]]
	// [0 1]
	// x
	// [1.000 2.000]
	// determinant
	// 8.000
}

func ExampleCholesky() {
	f := must(linalg.Cholesky(system()))
	show("L", f.L())
	show("inverse", must(f.Inv()))
	// Output:
	// L
	// [[2.000 0.000]
	//  [1.000 1.414]]
	// inverse
	// [[ 0.375 -0.250]
	//  [-0.250  0.500]]
}

func ExampleQR() {
	a := array.FromSlice(cugond.CPU(), []float64{3, 1, 4, 2, 0, 2}, 3, 2)
	f := must(linalg.QR(a))
	q := must(f.Q())
	show("Q·R", array.MatMul(q, f.R()))
	show("Qᵀ·Q", array.Abs(array.Round(array.MatMul(q.T(), q), 12)))
	show("least squares", must(f.Solve(array.FromSlice(a.Device(), []float64{4, 6, 2}))))
	// Output:
	// Q·R
	// [[3.000 1.000]
	//  [4.000 2.000]
	//  [0.000 2.000]]
	// Qᵀ·Q
	// [[1.000 0.000]
	//  [0.000 1.000]]
	// least squares
	// [1.000 1.000]
}

func ExampleLstSq() {
	a := array.FromSlice(cugond.CPU(), []float64{1, 1, 1, 1, 1, 1}, 3, 2) // of rank 1
	f := must(linalg.LstSq(a, array.FromSlice(a.Device(), []float64{1, 2, 3})))
	show("shortest", f.X)
	fmt.Println("rank", must(f.Rank.Item()))
	// Output:
	// shortest
	// [1.000 1.000]
	// rank 1
}

func ExampleLstSqAs() {
	z := array.FromSlice(cugond.CPU(), []complex64{1i, 0, 0, 2}, 2, 2)
	f := must(linalg.LstSqAs[float32](z, array.FromSlice(z.Device(), []complex64{1, 2})))
	show("singular values", f.S)
	// Output:
	// singular values
	// [2.000 1.000]
}

func ExampleEigh() {
	a := array.FromSlice(cugond.CPU(), []float64{2, 1, 1, 2}, 2, 2)
	f := must(linalg.Eigh(a))
	show("values", f.Values)
	show("magnitudes of the vectors", array.Abs(f.Vectors))
	// Output:
	// values
	// [1.000 3.000]
	// magnitudes of the vectors
	// [[0.707 0.707]
	//  [0.707 0.707]]
}

func ExampleEighAs() {
	z := array.FromSlice(cugond.CPU(), []complex64{0, -1i, 1i, 0}, 2, 2)
	show("values", must(linalg.EighAs[float32](z)).Values)
	// Output:
	// values
	// [-1.000  1.000]
}

func ExampleEighVals() {
	show("values", must(linalg.EighVals(array.FromSlice(cugond.CPU(), []float64{2, 1, 1, 2}, 2, 2))))
	// Output:
	// values
	// [1.000 3.000]
}

func ExampleEighValsAs() {
	z := array.FromSlice(cugond.CPU(), []complex64{0, -1i, 1i, 0}, 2, 2)
	show("values", must(linalg.EighValsAs[float32](z)))
	// Output:
	// values
	// [-1.000  1.000]
}
