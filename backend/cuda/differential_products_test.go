//go:build cgo && linux

package cuda_test

import (
	"image"
	"math/rand/v2"
	"testing"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
)

func products[T array.Numeric](t *testing.T, w twins) {
	for seed := range uint64(24) {
		agree(t, w, seed, "a matrix product", func(dev backend.Device, r *rand.Rand) *array.Array[T] {
			size := func() int { return []int{1, 2, 5, 16, 17, 33, 0}[r.IntN(6+int(seed%6)/5)] }
			m, k, n := size(), size(), size()
			matrix := func(lead []int, rows, cols int) *array.Array[T] {
				switch r.IntN(6) {
				case 0:
					return numbers[T](dev, r, append(lead, cols, rows)...).SwapAxes(-1, -2)
				case 1:
					return numbers[T](dev, r, append(lead, rows, 2*cols)...).Slice(array.Ellipsis, array.Step(2))
				case 2:
					return numbers[T](dev, r, append(lead, rows, cols)...).Flip(-1)
				case 3:
					return numbers[T](dev, r, append(lead, rows, 1)...).BroadcastTo(append(lead, rows, cols)...)
				case 4:
					return numbers[T](dev, r, append(lead, rows+1, cols+3)...).Slice(array.Ellipsis, array.From(1), array.From(3))
				}
				return numbers[T](dev, r, append(lead, rows, cols)...)
			}
			a, b := []int{}, []int{}
			switch r.IntN(4) {
			case 0:
				a, b = []int{3}, []int{3}
			case 1:
				a, b = []int{2, 1}, []int{1, 3}
			case 2:
				a, b = []int{2, 2, 1}, []int{3}
			}
			return array.MatMul(matrix(a, m, k), matrix(b, k, n))
		})
	}
}

func TestMatrixProducts(t *testing.T) {
	w := newTwins(t)
	products[float32](t, w)
	products[complex128](t, w)
	products[int32](t, w)
}

func TestImages(t *testing.T) {
	w := newTwins(t)
	for seed := range uint64(12) {
		agree(t, w, seed, "grayscale", func(dev backend.Device, r *rand.Rand) *array.Array[uint8] {
			img := image.NewNRGBA(image.Rect(0, 0, 1+r.IntN(30), 1+r.IntN(30)))
			for i := range img.Pix {
				img.Pix[i] = uint8(r.Uint32()) | uint8(i%4/3*255)
			}
			x := array.FromImage[uint8](dev, img)
			if seed%3 > 0 && x.Dim(1) > 2 { // not whole rows
				x = x.Slice(array.Colon, array.From(int(seed%3)))
			}
			channel := func(i int) *array.Array[float32] { return array.Cast[float32](x.Slice(array.Ellipsis, array.At(i))) }
			y := channel(0).MulScalar(0.299).Add(channel(1).MulScalar(0.587)).Add(channel(2).MulScalar(0.114))
			gray := array.Cast[uint8](array.Rint(y))
			switch seed % 4 {
			case 1: // two channels at the end of the pixels
				return array.Cast[uint8](channel(1).Add(channel(2)).MulScalar(0.5))
			case 2: // into a channel
				x = x.Copy()
				x.Slice(array.Ellipsis, array.At(1)).Assign(gray)
				return x
			}
			return gray
		})
	}
}
