package array

import (
	"fmt"
	"io"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/npy"
	"github.com/cugond/cugond/internal/shape"
)

// elementType is what can be done with arrays of an element type that is known
// at run time only. The arrays that it makes are *Array[int64] for the type
// that Go programs may also call int.
type elementType struct {
	zeros   func(op string, dev backend.Device, shp []int) AnyArray
	readNpy func(dev backend.Device, r io.Reader, h npy.Header, max int64) (AnyArray, error)
	// stream visits the elements in row-major order, as they stand in memory.
	stream func(op string, t *tensor, visit func(part []byte) error) error
	// texts visits the elements in row-major order, as text that identifies
	// their values.
	texts func(op string, t *tensor, visit func(text string) error) error
}

// elementTypes has every element type: the one place where a DType becomes a
// type parameter again.
var elementTypes = func() map[backend.DType]elementType {
	m := map[backend.DType]elementType{}
	register[bool](m)
	register[int8](m)
	register[int16](m)
	register[int32](m)
	register[int64](m)
	register[uint8](m)
	register[uint16](m)
	register[uint32](m)
	register[uint64](m)
	register[float32](m)
	register[float64](m)
	register[complex64](m)
	register[complex128](m)
	return m
}()

func register[T Element](m map[backend.DType]elementType) {
	m[expr.TypeOf[T]()] = elementType{
		zeros: func(op string, dev backend.Device, shp []int) AnyArray {
			var zero T
			return full(op, dev, zero, shp)
		},
		readNpy: func(dev backend.Device, r io.Reader, h npy.Header, max int64) (AnyArray, error) {
			a, err := readBody[T](dev, r, h, max)
			if err != nil {
				return nil, err // not a nil *Array[T], which is an AnyArray that is not nil
			}
			return a, nil
		},
		stream: func(op string, t *tensor, visit func(part []byte) error) error {
			a := viewOf[T](op, t)
			defer a.Close()
			return a.stream(func(part []T) error { return visit(bytesOf(part)) })
		},
		texts: func(op string, t *tensor, visit func(text string) error) error {
			a := viewOf[T](op, t)
			defer a.Close()
			return a.stream(func(part []T) error {
				for _, v := range part {
					if err := visit(fmt.Sprint(v)); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
}

// anyTensor returns what is behind an AnyArray that may be nil or hold a nil
// pointer.
func anyTensor(op string, a AnyArray) *tensor {
	if a == nil {
		fail(op, "the array is nil")
	}
	t := a.tensor()
	t.alive(op)
	return t
}

// viewOf returns a view of all elements of a tensor, whose element type is T.
// A pending one is computed; a failure stays with the view.
func viewOf[T Element](op string, t *tensor) *Array[T] {
	st := t.home(op)
	if t.kind == kindView {
		return newView[T](st, t.shape, t.strides, t.offset)
	}
	return newView[T](st, t.shape, shape.Strides(t.shape), 0)
}

// ZerosAny returns an array of zeros, or false, whose element type is given at
// run time. Those of int64 are *Array[int64]. It panics for a dtype that is no
// element type.
func ZerosAny(dev backend.Device, dtype backend.DType, shp ...int) AnyArray {
	const op = "ZerosAny"
	e, ok := elementTypes[dtype]
	if !ok {
		fail(op, "%v is no element type; see expr.DTypes", dtype)
	}
	return e.zeros(op, dev, shp)
}

// CastAny returns the elements of an array of any type as Us, converted as
// [Cast] does: CastAny[float64](a). The result shares no elements with a.
func CastAny[U Element](a AnyArray) *Array[U] {
	const op = "CastAny"
	t := anyTensor(op, a)
	if t.dtype == expr.TypeOf[U]() {
		return identity[U](op, t)
	}
	return apply[U](op, expr.Cast, t)
}

// As returns an array of any type as an *Array[T] that shares its elements,
// and an error that names both types when they are not Ts. int and int64 are
// one element type. A pending array is computed.
func As[T Element](a AnyArray) (*Array[T], error) {
	const op = "As"
	if same, ok := a.(*Array[T]); ok && same != nil {
		same.t.alive(op)
		return same, nil
	}
	t := anyTensor(op, a)
	if want := expr.TypeOf[T](); t.dtype != want {
		return nil, fmt.Errorf("array: As[%v] of an array of %v; convert it with CastAny[%v]: %w", want, t.dtype, want, ErrDType)
	}
	if t.kind == kindConst {
		return constant[T](t.scalar), nil
	}
	return viewOf[T](op, t), nil
}
