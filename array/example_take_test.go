package array_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
)

func ExampleTake() {
	dev := cugond.CPU()
	a := array.Arange(dev, 0, 6, 1).Reshape(3, 2)
	show("rows:", array.Take(a, array.FromSlice(dev, []int{2, 0, -1}), 0))
	r := array.Take(a, array.FromSlice(dev, []int{3}), 0)
	_, err := r.ToSlice()
	fmt.Println(errors.Is(err, backend.ErrData), err)
	// Output:
	// rows: [4 5 0 1 4 5]
	// true an index is out of range
}

func ExampleTakeAlong() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []int{3, 1, 2, 9, 7, 8}, 2, 3)
	least := array.ArgMin(a, 1, array.KeepDims)
	show("least:", array.TakeAlong(a, least, 1))
	// Output:
	// least: [1 7]
}

func ExampleArray_Put() {
	dev := cugond.CPU()
	a := array.Zeros[int](dev, 2, 3)
	a.Put(array.FromSlice(dev, []int{0, -1}), array.FromSlice(dev, []int{1, 2, 3, 4}, 2, 2), 1)
	show("by columns:", a)
	a.PutAlong(array.FromSlice(dev, []int{1, 1}, 2, 1), array.Const(9), 1)
	show("one a row:", a)
	a.FillWhere(array.GreaterScalar(a, 3), 0)
	show("where a mask is true:", a)
	a.AssignWhere(array.EqualScalar(a, 0), array.Const(-1))
	show("and another:", a)
	// Output:
	// by columns: [1 0 2 3 0 4]
	// one a row: [1 9 2 3 9 4]
	// where a mask is true: [1 0 2 3 0 0]
	// and another: [1 -1 2 3 -1 -1]
}

func ExampleCompress() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []int{3, 0, 2, 0, 7, 8}, 2, 3)
	large, err := array.Compress(a, array.GreaterScalar(a, 2))
	if err != nil {
		log.Fatal(err)
	}
	show("large:", large)
	columns, err := array.CompressAxis(a, array.All(array.NotEqualScalar(a, 0), 0), 1)
	if err != nil {
		log.Fatal(err)
	}
	show("columns without zeros:", columns)
	where, err := array.ArgWhere(array.EqualScalar(a, 0))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("zeros at:")
	fmt.Println(where)
	indices, err := array.Nonzero(a)
	if err != nil {
		log.Fatal(err)
	}
	show("rows of the others:", indices[0])
	show("columns of the others:", indices[1])
	// Output:
	// large: [3 7 8]
	// columns without zeros: [2 8]
	// zeros at:
	// [[0 1]
	//  [1 0]]
	// rows of the others: [0 0 1 1]
	// columns of the others: [0 2 1 2]
}
