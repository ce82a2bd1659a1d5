package bench

import (
	"math/rand/v2"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
)

// seed makes the inputs of every run the same.
const seed = 20

// interval is where random inputs lie: from lo, below hi.
type interval struct{ lo, hi float64 }

var unit = interval{0, 1}

// uniform returns an array of uniform random numbers that is on the device.
// Streams differ.
func uniform[T array.Float](dev backend.Device, in interval, stream uint64, shape []int) (*array.Array[T], error) {
	size := 1
	for _, n := range shape {
		size *= n
	}
	data := make([]T, size)
	r := rand.New(rand.NewPCG(seed, stream))
	for i := range data {
		data[i] = T(in.lo + (in.hi-in.lo)*r.Float64())
	}
	return upload(dev, data, shape)
}

// pixels returns random bytes of an image, with its channels last.
func pixels(dev backend.Device, height, width, channels int) (*array.Array[uint8], error) {
	data := make([]uint8, height*width*channels)
	r := rand.New(rand.NewPCG(seed, 0))
	for i := range data {
		data[i] = uint8(r.Uint32())
	}
	return upload(dev, data, []int{height, width, channels})
}

func upload[T array.Element](dev backend.Device, data []T, shape []int) (*array.Array[T], error) {
	a := array.FromSlice(dev, data, shape...)
	if err := a.Eval(); err != nil {
		a.Close()
		return nil, err
	}
	if err := dev.Sync(); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// setup is the type of Case.Setup.
type setup = func(dev backend.Device) (run func() error, release func(), err error)

// unary sets up a computation on one array.
func unary[T array.Float](in interval, shape []int, f func(a *array.Array[T]) error) setup {
	return func(dev backend.Device) (func() error, func(), error) {
		a, err := uniform[T](dev, in, 0, shape)
		if err != nil {
			return nil, nil, err
		}
		return func() error { return f(a) }, a.Close, nil
	}
}

// binary sets up a computation on two arrays of one shape.
func binary[T array.Float](in interval, shape []int, f func(a, b *array.Array[T]) error) setup {
	return func(dev backend.Device) (func() error, func(), error) {
		a, err := uniform[T](dev, in, 0, shape)
		if err != nil {
			return nil, nil, err
		}
		b, err := uniform[T](dev, in, 1, shape)
		if err != nil {
			a.Close()
			return nil, nil, err
		}
		release := func() {
			a.Close()
			b.Close()
		}
		return func() error { return f(a, b) }, release, nil
	}
}

// finish starts the computation of a result and gives it up.
func finish[T array.Element](result *array.Array[T]) error {
	defer result.Close()
	return result.Eval()
}
