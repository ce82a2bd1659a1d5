package array

import (
	"fmt"
	"math"
	"slices"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// KeepDims among the axes of a reduction keeps the reduced axes with length 1,
// so that the result broadcasts against the operand.
const KeepDims = math.MinInt

// splitKeepDims takes KeepDims out of a list of axes.
func splitKeepDims(axes []int) ([]int, bool) {
	if !slices.Contains(axes, KeepDims) {
		return axes, false
	}
	return slices.DeleteFunc(slices.Clone(axes), func(a int) bool { return a == KeepDims }), true
}

// FromSlice returns an array with the elements of data, which are copied, in
// row-major order. Without a shape it is 1-d; one dimension may be -1.
func FromSlice[T Element](dev backend.Device, data []T, shp ...int) *Array[T] {
	if len(shp) == 0 {
		shp = []int{len(data)}
	}
	to, err := shape.ResolveReshape([]int{len(data)}, shp)
	if err != nil {
		failShapes("FromSlice", fmt.Sprintf("the slice has %d elements: %v", len(data), err), shp)
	}
	return upload("FromSlice", dev, data, to)
}

// Empty returns an array with undefined elements.
func Empty[T Element](dev backend.Device, shp ...int) *Array[T] {
	return newEmpty[T]("Empty", dev, shp)
}

// Full returns an array with all elements v. It takes no memory until it is
// needed as a whole.
func Full[T Element](dev backend.Device, v T, shp ...int) *Array[T] {
	return full("Full", dev, v, shp)
}

// Zeros returns an array of zeros, or false.
func Zeros[T Element](dev backend.Device, shp ...int) *Array[T] {
	var zero T
	return full("Zeros", dev, zero, shp)
}

// Scalar returns a 0-d array with the element v.
func Scalar[T Element](dev backend.Device, v T) *Array[T] { return full("Scalar", dev, v, nil) }

func full[T Element](op string, dev backend.Device, v T, shp []int) *Array[T] {
	needDevice(op, dev)
	check(op, shape.Check(shp, expr.TypeOf[T]().Size()))
	c := Const(v)
	return newResult[T](&node{dev: dev, in: c.t.dtype, dtype: c.t.dtype, nargs: 1, args: [3]*tensor{&c.t}, shape: slices.Clone(shp)})
}

// positions returns an int64 tensor whose element i, j, … is
// offset + i*strides[0] + j*strides[1] + …, to be used as an operand.
func positions(dev backend.Device, shp, strides []int, offset int) *tensor {
	return &tensor{dev: dev, dtype: expr.Int64, kind: kindPositions, shape: shp, strides: strides, offset: offset}
}
