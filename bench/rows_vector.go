package bench

import (
	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
)

const (
	million   = 1_000_000
	vaddSize  = 10 * million
	cumsum    = 1 << 24
	height8K  = 4320
	width8K   = 7680
	smallSize = 16
)

// The arguments of the function rows: where the functions neither overflow nor
// become constant.
var (
	expArguments  = interval{-10, 10}
	logArguments  = interval{1e-3, 100}
	tanhArguments = interval{-3, 3}
)

// functionCases are single functions of a million arguments.
func functionCases() []Case {
	return []Case{
		functionCase("exp_f32", expArguments, array.Exp[float32]),
		functionCase("log_f32", logArguments, array.Log[float32]),
		functionCase("tanh_f32", tanhArguments, array.Tanh[float32]),
		functionCase("exp_f64", expArguments, array.Exp[float64]),
		functionCase("log_f64", logArguments, array.Log[float64]),
		functionCase("tanh_f64", tanhArguments, array.Tanh[float64]),
	}
}

func functionCase[T array.Float](op string, in interval, f func(*array.Array[T]) *array.Array[T]) Case {
	return Case{
		Op: op, Size: million,
		Setup: unary(in, []int{million}, func(a *array.Array[T]) error { return finish(f(a)) }),
	}
}

// vectorCases are long vectors and an image.
func vectorCases() []Case {
	return []Case{
		{Op: "vadd_10M_f32", Size: vaddSize, Setup: binary(unit, []int{vaddSize}, add)},
		{Op: "vadd_10M_transfer_f32", Size: vaddSize, Setup: transferAdd(vaddSize)},
		{Op: "cumsum_2e24_f32", Size: cumsum, Setup: unary(unit, []int{cumsum}, func(a *array.Array[float32]) error {
			return finish(array.CumSum(a, 0))
		})},
		{Op: "grayscale_8k_u8", Size: height8K * width8K, Setup: grayscale(height8K, width8K)},
	}
}

// smallCases are dominated by what a call costs.
func smallCases() []Case {
	shape := []int{smallSize}
	return []Case{
		{Op: "launch_add_16", Size: smallSize, Setup: binary(unit, shape, add)},
		{Op: "chain_16", Size: smallSize, Setup: binary(unit, shape, func(a, b *array.Array[float32]) error {
			return finish(chain(a, b))
		})},
	}
}

func add(a, b *array.Array[float32]) error { return finish(a.Add(b)) }

// transferAdd sets up a sum whose operands and result are slices of the host.
func transferAdd(n int) setup {
	return func(dev backend.Device) (func() error, func(), error) {
		v, w := make([]float32, n), make([]float32, n)
		for i := range v {
			v[i], w[i] = float32(i), float32(n-i)
		}
		run := func() error {
			a, b := array.FromSlice(dev, v, n), array.FromSlice(dev, w, n)
			defer a.Close()
			defer b.Close()
			sum := a.Add(b)
			defer sum.Close()
			_, err := sum.ToSlice()
			return err
		}
		return run, func() {}, nil
	}
}

// grayscale sets up the conversion of interleaved bytes to float32 luma.
func grayscale(height, width int) setup {
	return func(dev backend.Device) (func() error, func(), error) {
		img, err := pixels(dev, height, width, 3)
		if err != nil {
			return nil, nil, err
		}
		return func() error { return luma(img) }, img.Close, nil
	}
}

// luma weighs the channels as Rec. 601 does.
func luma(img *array.Array[uint8]) error {
	weights := [...]float32{0.299, 0.587, 0.114}
	var sum *array.Array[float32]
	for i, w := range weights {
		channel := img.Slice(array.Ellipsis, array.At(i))
		defer channel.Close()
		term := array.Cast[float32](channel).MulScalar(w)
		if sum == nil {
			sum = term
		} else {
			sum = sum.Add(term)
		}
	}
	return finish(sum)
}
