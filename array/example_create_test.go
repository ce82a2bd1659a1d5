package array_test

import (
	"fmt"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
)

func ExampleOnes() {
	dev := cugond.CPU()
	a := array.Ones[float32](dev, 2, 2)
	show("ones:", a)
	show("zeros:", array.ZerosLike(a))
	show("ones again:", array.OnesLike(a))
	show("sevens:", array.FullLike(a, 7))
	e := array.EmptyLike(a)
	e.Fill(2)
	show("filled:", e)
	// Output:
	// ones: [1 1 1 1]
	// zeros: [0 0 0 0]
	// ones again: [1 1 1 1]
	// sevens: [7 7 7 7]
	// filled: [2 2 2 2]
}

func ExampleFromFunc() {
	dev := cugond.CPU()
	a := array.FromFunc(dev, func(i []int) int { return 10*i[0] + i[1] }, 2, 3)
	show("a:", a)
	// Output:
	// a: [0 1 2 10 11 12]
}

func ExampleArange() {
	dev := cugond.CPU()
	show("integers:", array.Arange(dev, 2, 11, 3))
	show("backwards:", array.Arange[int8](dev, 5, 0, -2))
	show("floats:", array.Arange(dev, 0, 1, 0.25))
	// Output:
	// integers: [2 5 8]
	// backwards: [5 3 1]
	// floats: [0 0.25 0.5 0.75]
}

func ExampleLinspace() {
	dev := cugond.CPU()
	show("closed:", array.Linspace[float32](dev, 0, 1, 5))
	show("open:", array.LinspaceOpen[float32](dev, 0, 1, 4))
	show("complex:", array.Linspace[complex128](dev, 0, 2+4i, 3))
	// Output:
	// closed: [0 0.25 0.5 0.75 1]
	// open: [0 0.25 0.5 0.75]
	// complex: [(0+0i) (1+2i) (2+4i)]
}

func ExampleLogspace() {
	dev := cugond.CPU()
	show4("powers of ten:", array.Logspace(dev, 0.0, 3, 4))
	show4("powers of two:", array.LogspaceBase(dev, 2, 1.0, 4, 4))
	show4("geometric:", array.Geomspace(dev, 1.0, 256, 9))
	// Output:
	// powers of ten: [1 10 100 1000]
	// powers of two: [2 4 8 16]
	// geometric: [1 2 4 8 16 32 64 128 256]
}

func ExampleEye() {
	dev := cugond.CPU()
	show("identity:", array.Eye[int](dev, 2))
	show("above:", array.EyeOffset[int](dev, 2, 3, 1))
	show("triangle:", array.Tri[int](dev, 2, 3, 0))
	// Output:
	// identity: [1 0 0 1]
	// above: [0 1 0 0 0 1]
	// triangle: [1 0 0 1 1 0]
}

func ExampleDiag() {
	dev := cugond.CPU()
	m := array.Diag(array.FromSlice(dev, []int{1, 2}), 0)
	show("matrix:", m)
	d := array.Diag(m, 0) // a view
	d.Fill(5)
	show("changed:", m)
	// Output:
	// matrix: [1 0 0 2]
	// changed: [5 0 0 5]
}

func ExampleTril() {
	dev := cugond.CPU()
	a := array.Arange(dev, 1, 10, 1).Reshape(3, 3)
	show("lower:", array.Tril(a, 0))
	show("strictly upper:", array.Triu(a, 1))
	// Output:
	// lower: [1 0 0 4 5 0 7 8 9]
	// strictly upper: [0 2 3 0 0 6 0 0 0]
}

func ExampleMeshgrid() {
	dev := cugond.CPU()
	x, y := array.FromSlice(dev, []int{1, 2, 3}), array.FromSlice(dev, []int{10, 20})
	g := array.Meshgrid(x, y)
	fmt.Println(g[0].Shape())
	show("sum:", g[0].Add(g[1]))
	fmt.Println(array.MeshgridIJ(x, y)[0].Shape())
	// Output:
	// [2 3]
	// sum: [11 12 13 21 22 23]
	// [3 2]
}
