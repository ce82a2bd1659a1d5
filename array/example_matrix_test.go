package array_test

import (
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
)

func ExampleAsMatrix() {
	a := array.Arange(cugond.CPU(), 0.0, 6, 1).Reshape(2, 3)
	defer a.Close() // not before gonum is done
	m, err := array.AsMatrix(a)
	if err != nil {
		log.Fatal(err)
	}
	var p mat.Dense
	p.Mul(m, m.T())
	fmt.Println(mat.Formatted(&p))
	// Output:
	// ⎡ 5  14⎤
	// ⎣14  50⎦
}

func ExampleAsVector() {
	a := array.Arange(cugond.CPU(), 0.0, 10, 1)
	defer a.Close()
	v, err := array.AsVector(a.Slice(array.Step(3)))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(mat.Sum(v))
	// Output:
	// 18
}

func ExampleFromMatrix() {
	dev := cugond.CPU()
	sym := mat.NewSymDense(2, []float64{1, 2, 2, 3})
	a := array.FromMatrix(dev, sym)
	show("elements:", a)
	show("a vector:", array.FromVector(dev, mat.NewVecDense(2, []float64{1, 2})))
	// Output:
	// elements: [1 2 2 3]
	// a vector: [1 2]
}
