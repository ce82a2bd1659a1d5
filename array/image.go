package array

import (
	"fmt"
	"image"
	"math"
	"runtime"
	"sync"

	"github.com/cugond/cugond/backend"
)

// Pixel is an element type of images: uint8 from 0 to 255, uint16 from 0 to
// 65535. Values of one depth become those of the other as in image/color: the
// high byte, or the byte twice. They are not scaled to 0…1; cast and divide by
// 255 or 65535 for that, and multiply, round and cast on the way back.
type Pixel interface{ uint8 | uint16 }

// FromImage returns the colours of an image as an array of shape (height,
// width, 3), red, green and blue: FromImage[uint8](dev, img). Grey images give
// three equal values. Alpha is left out, and colours are those without it: not
// premultiplied. The values are those of the encoded picture, usually sRGB.
//
// The standard library's common image types are converted directly, large ones
// on all cores; others are read pixel by pixel through At. Images without
// pixels panic.
func FromImage[T Pixel](dev backend.Device, img image.Image) *Array[T] {
	return fromImage[T]("FromImage", dev, img, 3)
}

// FromImageRGBA is [FromImage] with alpha as the fourth channel: shape
// (height, width, 4). The colours are not premultiplied, as in image.NRGBA;
// where alpha is 0 an image that keeps them premultiplied has black.
func FromImageRGBA[T Pixel](dev backend.Device, img image.Image) *Array[T] {
	return fromImage[T]("FromImageRGBA", dev, img, 4)
}

// FromImageGray returns the brightness of an image as an array of shape
// (height, width): of grey images their values, of others the luminance
// 0.299 R + 0.587 G + 0.114 B as in color.GrayModel, which rounds down to whole
// values of T and for which translucent pixels stand before black.
func FromImageGray[T Pixel](dev backend.Device, img image.Image) *Array[T] {
	return fromImage[T]("FromImageGray", dev, img, 1)
}

func fromImage[T Pixel](op string, dev backend.Device, img image.Image, channels int) *Array[T] {
	needDevice(op, dev)
	if img == nil {
		fail(op, "the image is nil")
	}
	b := img.Bounds()
	if b.Empty() {
		fail(op, "the image with bounds %v has no pixels", b)
	}
	w, h := b.Dx(), b.Dy() // which may have wrapped around
	if w <= 0 || h <= 0 || w > math.MaxInt/16/h {
		fail(op, "the image with bounds %v has more pixels than can be addressed", b)
	}
	data := make([]T, h*w*channels)
	var failure any
	if channels == 1 {
		// Of the full depth, whatever the result's.
		failure = convert(img, func(y int, row []pixel[uint16]) {
			for i, p := range row {
				data[y*w+i] = from16[T](gray(p))
			}
		})
	} else {
		failure = convert(img, func(y int, row []pixel[T]) {
			dst := data[y*w*channels : (y+1)*w*channels]
			for i := range row {
				copy(dst[i*channels:(i+1)*channels], row[i][:])
			}
		})
	}
	if failure != nil {
		fail(op, "the pixels of the image do not fit its bounds %v: %v", b, failure)
	}
	shp := []int{h, w, channels}
	if channels == 1 {
		shp = shp[:2]
	}
	return upload(op, dev, data, shp)
}

// convert reads an image and gives its rows to use, several at once. It
// returns what a reader panicked with on one of several goroutines.
func convert[T Pixel](img image.Image, use func(y int, row []pixel[T])) any {
	b := img.Bounds()
	read, parallel := rowReader[T](img)
	return inRows(b.Dx(), b.Dy(), parallel, func(from, to int) {
		row := make([]pixel[T], b.Dx())
		for y := from; y < to; y++ {
			read(b.Min.Y+y, row)
			use(y, row)
		}
	})
}

// pixel is red, green, blue and alpha, not premultiplied.
type pixel[T Pixel] [4]T

// gray returns the luminance in front of black. Grey stays as it is, since the
// weights, in units of 1/65536, add up to one.
func gray(p pixel[uint16]) uint16 {
	if p[0] == p[1] && p[1] == p[2] && p[3] == math.MaxUint16 {
		return p[0]
	}
	a := uint64(p[3])
	r, g, b := uint64(p[0])*a/math.MaxUint16, uint64(p[1])*a/math.MaxUint16, uint64(p[2])*a/math.MaxUint16
	return uint16((19595*r + 38470*g + 7471*b + 1<<15) >> 16)
}

func isByte[T Pixel]() bool { return ^T(0) == T(math.MaxUint8) }

// fewPixels is what one core does before others are worth waking.
const fewPixels = 1 << 16

// inRows calls do for ranges of rows that make up all, on several cores when
// there are many pixels. When do is safe for that it returns what do panicked
// with.
func inRows(w, h int, parallel bool, do func(from, to int)) any {
	if !parallel {
		do(0, h)
		return nil
	}
	parts := min(runtime.GOMAXPROCS(0), h, max(1, w*h/fewPixels))
	failures := make([]any, parts)
	part := func(i int) {
		defer func() { failures[i] = recover() }()
		do(h*i/parts, h*(i+1)/parts)
	}
	var wg sync.WaitGroup
	for i := range parts - 1 {
		wg.Go(func() { part(i) })
	}
	part(parts - 1)
	wg.Wait()
	for _, f := range failures {
		if f != nil {
			return f
		}
	}
	return nil
}

// ToImage returns an array of shape (height, width) or (height, width, 1) as a
// grey image, of shape (height, width, 3) or (height, width, 4) as one in red,
// green, blue and, in the latter case, alpha, without which it is opaque. Of
// uint8 they are an *image.Gray or *image.NRGBA, of uint16 an *image.Gray16 or
// *image.NRGBA64: colours are not premultiplied. Arrays of other types must be
// cast. It computes the array, waits and copies. Other shapes, and images
// without pixels, panic.
func ToImage[T Pixel](a *Array[T]) (image.Image, error) {
	const op = "ToImage"
	_, shp := like(op, a)
	channels := 1
	switch len(shp) {
	case 2:
	case 3:
		channels = shp[2]
	default:
		channels = -1
	}
	if channels != 1 && channels != 3 && channels != 4 {
		failShapes(op, "an image has shape (height, width) or (height, width, channels) with 1, 3 or 4 channels", shp)
	}
	h, w := shp[0], shp[1]
	if h == 0 || w == 0 {
		failShapes(op, "an image without pixels can't be encoded or shown", shp)
	}
	if w > math.MaxInt/16/h {
		failShapes(op, fmt.Sprintf("%d×%d pixels are more than can be addressed", w, h), shp)
	}
	data, err := a.ToSlice()
	if err != nil {
		return nil, err
	}
	bounds := image.Rect(0, 0, w, h)
	var pix []uint8
	var img image.Image
	switch {
	case isByte[T]() && channels == 1:
		m := image.NewGray(bounds)
		pix, img = m.Pix, m
	case isByte[T]():
		m := image.NewNRGBA(bounds)
		pix, img = m.Pix, m
	case channels == 1:
		m := image.NewGray16(bounds)
		pix, img = m.Pix, m
	default:
		m := image.NewNRGBA64(bounds)
		pix, img = m.Pix, m
	}
	failure := inRows(w, h, true, func(from, to int) {
		row := len(pix) / h
		store(pix[from*row:to*row], data[from*w*channels:to*w*channels], channels)
	})
	if failure != nil {
		panic(failure)
	}
	return img, nil
}

// store writes values as pixels, most significant byte first; opaque ones
// where there are three channels.
func store[T Pixel](pix []uint8, data []T, channels int) {
	size := 2
	if isByte[T]() {
		size = 1
	}
	k := 0
	put := func(v T) {
		if size == 2 {
			pix[k] = uint8(uint16(v) >> 8)
			k++
		}
		pix[k] = uint8(v)
		k++
	}
	for i, v := range data {
		put(v)
		if channels == 3 && i%3 == 2 {
			put(^T(0))
		}
	}
}
