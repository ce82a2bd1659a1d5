package main

import (
	"fmt"
	"image"
	_ "image/jpeg"
	"image/png"
	"os"

	"github.com/cugond/cugond/array"
)

// photograph sharpens the picture by unsharp masking, finds its edges, and
// writes original, sharpened picture and edges side by side.
func photograph(r *report, out string) error {
	name, err := shipped("coffee.jpg")
	if err != nil {
		return err
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	var img image.Image
	if err := r.step("decode "+name, func() (string, error) {
		img, _, err = image.Decode(f)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%d×%d pixels", img.Bounds().Dx(), img.Bounds().Dy()), nil
	}); err != nil {
		return err
	}

	pixels := array.FromImage[uint8](r.dev, img)           // (height, width, 3), uint8
	x := array.Cast[float32](pixels).MulScalar(1.0 / 255.) // pending, as is all that follows
	sharp := array.ClipScalar(x.Add(x.Sub(blur(x)).MulScalar(1.5)), 0, 1)
	if err := r.step("sharpen", func() (string, error) {
		before, after := array.Std(x), array.Std(sharp)
		b, err := before.Item()
		if err != nil {
			return "", err
		}
		a, err := after.Item()
		return fmt.Sprintf("contrast (standard deviation) %.4f to %.4f", b, a), err
	}); err != nil {
		return err
	}

	var edges *array.Array[float32]
	if err := r.step("find edges", func() (string, error) {
		luma := channel(x, 0).MulScalar(0.299).Add(channel(x, 1).MulScalar(0.587)).Add(channel(x, 2).MulScalar(0.114))
		edges = gradient(luma)
		strong, err := array.CountNonzero(array.GreaterScalar(edges, 0.5)).Item()
		return fmt.Sprintf("%d of %d pixels on a strong edge", strong, edges.Size()), err
	}); err != nil {
		return err
	}

	return r.step("write "+out, func() (string, error) {
		h, w := pixels.Dim(0), pixels.Dim(1)
		sheet := array.Zeros[uint8](r.dev, h, 3*w, 3)
		panel := func(i int) *array.Array[uint8] {
			return sheet.Slice(array.Colon, array.Span(i*w, (i+1)*w))
		}
		panel(0).Assign(pixels)
		panel(1).Assign(bytes(sharp))
		panel(2).Assign(bytes(edges).ExpandDims(-1)) // one channel, broadcast to three
		result, err := array.ToImage(sheet)
		if err != nil {
			return "", err
		}
		f, err := os.Create(out)
		if err != nil {
			return "", err
		}
		defer f.Close()
		return "original, sharpened, edges", png.Encode(f, result)
	})
}

func channel(x *array.Array[float32], i int) *array.Array[float32] {
	return x.Slice(array.Ellipsis, array.At(i))
}

// bytes scales values between 0 and 1 to a byte.
func bytes(x *array.Array[float32]) *array.Array[uint8] {
	return array.Cast[uint8](array.Rint(x.MulScalar(255)))
}

// shifted returns x moved by dy rows and dx columns, with the border repeated.
func shifted(x *array.Array[float32], dy, dx int) *array.Array[float32] {
	out := x.Copy()
	move := func(d, n int) (to, from array.Index) {
		switch {
		case d > 0:
			return array.From(d), array.To(n - d)
		case d < 0:
			return array.To(n + d), array.From(-d)
		}
		return array.Colon, array.Colon
	}
	toY, fromY := move(dy, x.Dim(0))
	toX, fromX := move(dx, x.Dim(1))
	out.Slice(toY, toX).Assign(x.Slice(fromY, fromX))
	return out
}

// blur is the 3×3 binomial filter.
func blur(x *array.Array[float32]) *array.Array[float32] {
	rows := x.MulScalar(2).Add(shifted(x, 1, 0)).Add(shifted(x, -1, 0)).MulScalar(0.25)
	return rows.MulScalar(2).Add(shifted(rows, 0, 1)).Add(shifted(rows, 0, -1)).MulScalar(0.25)
}

// gradient returns the magnitude of the central differences, scaled so that
// the strongest edge is 1.
func gradient(x *array.Array[float32]) *array.Array[float32] {
	g := array.Hypot(shifted(x, -1, 0).Sub(shifted(x, 1, 0)), shifted(x, 0, -1).Sub(shifted(x, 0, 1)))
	return g.Div(array.Max(g))
}
