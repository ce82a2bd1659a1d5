package array_test

import (
	"fmt"
	"image"
	"image/color"
	"log"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
)

func ExampleFromImage() {
	dev := cugond.CPU()
	img := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	img.Set(0, 0, color.NRGBA{255, 0, 0, 255})
	img.Set(1, 0, color.NRGBA{10, 20, 30, 255})

	a := array.FromImage[uint8](dev, img)
	fmt.Println(a.Shape())
	show("colours:", a)
	show("with alpha:", array.FromImageRGBA[uint8](dev, img))
	show("brightness:", array.FromImageGray[uint8](dev, img))
	show("mean colour:", array.MeanAs[float32](a, 0, 1))

	mirrored, err := array.ToImage(a.Flip(1))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(mirrored.Bounds(), mirrored.At(0, 0))
	// Output:
	// [1 2 3]
	// colours: [255 0 0 10 20 30]
	// with alpha: [255 0 0 255 10 20 30 255]
	// brightness: [76 18]
	// mean colour: [132.5 10 15]
	// (0,0)-(2,1) {10 20 30 255}
}

// Values of any range become a grey picture by scaling them to 0…255, rounding
// and casting.
func ExampleToImage() {
	dev := cugond.CPU()
	heights := array.FromSlice(dev, []float64{-3, 0, 1, 5}, 2, 2)

	lowest := array.Min(heights)
	scaled := heights.Sub(lowest).Div(array.Max(heights).Sub(lowest)).MulScalar(255)
	img, err := array.ToImage(array.Cast[uint8](array.Rint(scaled)))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(img.Bounds(), img.At(0, 0), img.At(0, 1), img.At(1, 1))
	// Output:
	// (0,0)-(2,2) {0} {128} {255}
}
