package array

import (
	"fmt"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// one returns 1 of type T, or true.
func one[T Element]() T { return expr.ScalarAs[T](expr.ScalarOf(true).Cast(expr.TypeOf[T]())) }

// Ones returns an array of ones, or true. Like [Full] it takes no memory until
// it is needed as a whole.
func Ones[T Element](dev backend.Device, shp ...int) *Array[T] {
	return full("Ones", dev, one[T](), shp)
}

// FullLike returns an array with all elements v, of the shape and on the
// device of a. It reads no elements of a.
func FullLike[T Element](a *Array[T], v T) *Array[T] {
	dev, shp := like("FullLike", a)
	return full("FullLike", dev, v, shp)
}

// ZerosLike returns an array of zeros, or false, of the shape and on the
// device of a.
func ZerosLike[T Element](a *Array[T]) *Array[T] {
	dev, shp := like("ZerosLike", a)
	var zero T
	return full("ZerosLike", dev, zero, shp)
}

// OnesLike returns an array of ones, or true, of the shape and on the device
// of a.
func OnesLike[T Element](a *Array[T]) *Array[T] {
	dev, shp := like("OnesLike", a)
	return full("OnesLike", dev, one[T](), shp)
}

// EmptyLike returns an array with undefined elements, of the shape and on the
// device of a. It is row-major whatever the layout of a.
func EmptyLike[T Element](a *Array[T]) *Array[T] {
	dev, shp := like("EmptyLike", a)
	return newEmpty[T]("EmptyLike", dev, shp)
}

func like[T Element](op string, a *Array[T]) (backend.Device, []int) {
	t := a.operand()
	t.alive(op)
	if t.dev == nil {
		fail(op, "a constant has no device to make an array on; name one with Full, Zeros, Ones or Empty")
	}
	return t.dev, t.shape
}

// FromFunc returns an array of the given shape, 0-d when there is none, whose elements are f of their
// index, one position an axis. f is called once an element, in row-major
// order, before FromFunc returns; it must not keep or change index, which is
// used again. The elements are computed on the host and then copied: what can
// be written as operations on [Arange] runs on the device instead.
func FromFunc[T Element](dev backend.Device, f func(index []int) T, shp ...int) *Array[T] {
	const op = "FromFunc"
	needDevice(op, dev)
	if f == nil {
		fail(op, "the function is nil")
	}
	check(op, shape.Check(shp, expr.TypeOf[T]().Size()))
	data := make([]T, shape.Size(shp))
	index := make([]int, len(shp))
	for i := range data {
		data[i] = f(index)
		for k := len(index) - 1; k >= 0; k-- {
			if index[k]++; index[k] < shp[k] {
				break
			}
			index[k] = 0
		}
	}
	return upload(op, dev, data, shp)
}

// upload returns an array with the elements of data, one for each of the
// shape, which unlike that of FromSlice may be 0-d.
func upload[T Element](op string, dev backend.Device, data []T, shp []int) *Array[T] {
	if len(data) != shape.Size(shp) {
		failShapes(op, fmt.Sprintf("%d elements for the shape", len(data)), shp)
	}
	a := newEmpty[T](op, dev, shp)
	if a.t.st.err == nil && len(data) > 0 {
		a.t.st.err = dev.CopyIn(a.t.st.buf, 0, bytesOf(data))
	}
	return a
}
