package array

import (
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// slow hides an image's type.
type slow struct{ image.Image }

// pictures returns images of every type with some rectangle, which need not
// begin at the origin, and translucent pixels where they can have them.
func pictures(r image.Rectangle) map[string]image.Image {
	wide := image.Rectangle{r.Min.Sub(image.Pt(3, 2)), r.Max.Add(image.Pt(2, 1))}
	fill := func(m draw.Image) image.Image {
		for y := wide.Min.Y; y < wide.Max.Y; y++ {
			for x := wide.Min.X; x < wide.Max.X; x++ {
				k := uint16(x*7919 + y*104729)
				a := uint16(0xffff)
				if k%3 == 0 {
					a = k * 31
				}
				if k%7 == 0 {
					a = 0
				}
				m.Set(x, y, color.NRGBA64{k, k * 3, k * 5, a})
			}
		}
		return m
	}
	part := func(m interface {
		draw.Image
		SubImage(image.Rectangle) image.Image
	}) image.Image {
		fill(m)
		return m.SubImage(r)
	}
	ycc := image.NewYCbCr(wide, image.YCbCrSubsampleRatio420)
	nycc := image.NewNYCbCrA(wide, image.YCbCrSubsampleRatio422)
	for i := range ycc.Y {
		ycc.Y[i], nycc.Y[i], nycc.A[i] = uint8(i*37), uint8(i*41), uint8(i*67)
	}
	for i := range ycc.Cb {
		ycc.Cb[i], ycc.Cr[i] = uint8(i*91), uint8(i*53)
	}
	for i := range nycc.Cb {
		nycc.Cb[i], nycc.Cr[i] = uint8(i*91), uint8(i*53)
	}
	out := map[string]image.Image{
		"RGBA": part(image.NewRGBA(wide)), "NRGBA": part(image.NewNRGBA(wide)),
		"RGBA64": part(image.NewRGBA64(wide)), "NRGBA64": part(image.NewNRGBA64(wide)),
		"Gray": part(image.NewGray(wide)), "Gray16": part(image.NewGray16(wide)),
		"Paletted": part(image.NewPaletted(wide, palette.Plan9)), "CMYK": part(image.NewCMYK(wide)),
		"YCbCr": ycc.SubImage(r), "NYCbCrA": nycc.SubImage(r),
	}
	for _, name := range []string{"RGBA", "NRGBA64", "Gray"} {
		out["slow "+name] = slow{out[name]}
	}
	return out
}

// Every fast path gives what the image's own At and the standard colour models
// give. Values that are not premultiplied are kept exactly, where the models
// go by way of premultiplied ones and lose a little.
func TestFromImageAgreesWithAt(t *testing.T) {
	dev := testDevice(t)
	for name, img := range pictures(image.Rect(-2, 5, 9, 12)) {
		b := img.Bounds()
		w, h := b.Dx(), b.Dy()
		rgb, rgba := FromImage[uint8](dev, img), FromImageRGBA[uint8](dev, img)
		rgb16, rgba16 := FromImage[uint16](dev, img), FromImageRGBA[uint16](dev, img)
		grey, grey16 := FromImageGray[uint8](dev, img), FromImageGray[uint16](dev, img)
		require.Equal(t, []int{h, w, 3}, rgb.Shape())
		require.Equal(t, []int{h, w, 4}, rgba16.Shape())
		require.Equal(t, []int{h, w}, grey.Shape())
		v3, v4, w3, w4, g8, g16 := values(t, rgb), values(t, rgba), values(t, rgb16), values(t, rgba16), values(t, grey), values(t, grey16)
		for y := range h {
			for x := range w {
				i := y*w + x
				c := img.At(b.Min.X+x, b.Min.Y+y)
				want := color.NRGBA64Model.Convert(c).(color.NRGBA64)
				if n, ok := c.(color.NYCbCrA); ok {
					r, g, b, _ := n.YCbCr.RGBA()
					want = color.NRGBA64{uint16(r), uint16(g), uint16(b), uint16(n.A) * 0x101}
				}
				if n, ok := c.(color.NRGBA); ok {
					want = color.NRGBA64{uint16(n.R) * 0x101, uint16(n.G) * 0x101, uint16(n.B) * 0x101, uint16(n.A) * 0x101}
				}
				wide := []uint16{want.R, want.G, want.B, want.A}
				require.Equal(t, wide, w4[4*i:4*i+4], "%s at %d, %d", name, x, y)
				require.Equal(t, wide[:3], w3[3*i:3*i+3], name)
				narrow := []uint8{uint8(want.R >> 8), uint8(want.G >> 8), uint8(want.B >> 8), uint8(want.A >> 8)}
				require.Equal(t, narrow, v4[4*i:4*i+4], "%s at %d, %d", name, x, y)
				require.Equal(t, narrow[:3], v3[3*i:3*i+3], name)
				require.InDelta(t, color.Gray16Model.Convert(c).(color.Gray16).Y, g16[i], 2, name)
				require.Equal(t, uint8(g16[i]>>8), g8[i], name)
			}
		}
	}
}

func TestGreyImagesKeepTheirValues(t *testing.T) {
	dev := testDevice(t)
	g := image.NewGray16(image.Rect(0, 0, 256, 256))
	want := make([]uint16, 1<<16)
	for i := range want {
		g.SetGray16(i%256, i/256, color.Gray16{uint16(i)})
		want[i] = uint16(i)
	}
	assert.Equal(t, want, values(t, FromImageGray[uint16](dev, g)))
	// Through three equal channels too.
	assert.Equal(t, want, values(t, FromImageGray[uint16](dev, slow{g})))
}

// Large images are converted on several cores.
func TestLargeImages(t *testing.T) {
	dev := testDevice(t)
	img := image.NewRGBA(image.Rect(0, 0, 701, 503))
	for i := range img.Pix {
		img.Pix[i] = uint8(i * 7)
		if i%4 == 3 {
			img.Pix[i] = 0xff
		}
	}
	a := FromImageRGBA[uint8](dev, img)
	assert.Equal(t, img.Pix, values(t, a))
	back, err := ToImage(a)
	require.NoError(t, err)
	assert.Equal(t, img.Pix, back.(*image.NRGBA).Pix)
}

func TestToImage(t *testing.T) {
	dev := testDevice(t)
	grey := FromSlice(dev, []uint8{1, 2, 3, 4, 5, 6}, 2, 3)
	for _, a := range []*Array[uint8]{grey, grey.ExpandDims(-1)} {
		m, err := ToImage(a)
		require.NoError(t, err)
		assert.Equal(t, image.Rect(0, 0, 3, 2), m.Bounds())
		assert.Equal(t, []uint8{1, 2, 3, 4, 5, 6}, m.(*image.Gray).Pix)
	}
	m, err := ToImage(FromSlice(dev, []uint8{1, 2, 3, 4, 5, 6}, 1, 2, 3))
	require.NoError(t, err)
	assert.Equal(t, []uint8{1, 2, 3, 255, 4, 5, 6, 255}, m.(*image.NRGBA).Pix)
	m, err = ToImage(FromSlice(dev, []uint8{1, 2, 3, 4, 5, 6, 7, 8}, 2, 2, 2).Reshape(2, 1, 4))
	require.NoError(t, err)
	assert.Equal(t, []uint8{1, 2, 3, 4, 5, 6, 7, 8}, m.(*image.NRGBA).Pix)
	m, err = ToImage(FromSlice(dev, []uint16{0x0102, 0x0304}, 1, 2))
	require.NoError(t, err)
	assert.Equal(t, []uint8{1, 2, 3, 4}, m.(*image.Gray16).Pix)
	m, err = ToImage(FromSlice(dev, []uint16{0x0102, 0x0304, 0x0506}, 1, 1, 3))
	require.NoError(t, err)
	assert.Equal(t, []uint8{1, 2, 3, 4, 5, 6, 0xff, 0xff}, m.(*image.NRGBA64).Pix)
	// Views are gathered.
	m, err = ToImage(grey.T())
	require.NoError(t, err)
	assert.Equal(t, []uint8{1, 4, 2, 5, 3, 6}, m.(*image.Gray).Pix)
}

func TestImagesThereAndBack(t *testing.T) {
	dev := testDevice(t)
	for name, img := range pictures(image.Rect(0, 0, 6, 5)) {
		a := FromImageRGBA[uint16](dev, img)
		m, err := ToImage(a)
		require.NoError(t, err, name)
		assert.Equal(t, values(t, a), values(t, FromImageRGBA[uint16](dev, m)), name)
		b := FromImage[uint8](dev, img)
		n, err := ToImage(b)
		require.NoError(t, err, name)
		assert.Equal(t, values(t, b), values(t, FromImage[uint8](dev, n)), name)
	}
}

func TestImagesMisused(t *testing.T) {
	dev := testDevice(t)
	misused(t, "FromImage", "nil", func() { FromImage[uint8](dev, nil) })
	misused(t, "FromImage", "device is nil", func() { FromImage[uint8](nil, image.Black) })
	misused(t, "FromImageGray", "no pixels", func() { FromImageGray[uint8](dev, image.NewGray(image.Rect(3, 3, 3, 9))) })
	misused(t, "FromImageRGBA", "addressed", func() { FromImageRGBA[uint8](dev, image.Black) }) // an endless image
	misused(t, "FromImage", "fit", func() { FromImage[uint8](dev, &image.RGBA{Rect: image.Rect(0, 0, 9, 9), Stride: 36}) })
	misused(t, "ToImage", "channels", func() { _, _ = ToImage(Ones[uint8](dev, 2, 2, 2)) })
	misused(t, "ToImage", "channels", func() { _, _ = ToImage(Ones[uint8](dev, 2)) })
	misused(t, "ToImage", "channels", func() { _, _ = ToImage(Ones[uint8](dev, 1, 1, 1, 1)) })
	misused(t, "ToImage", "without pixels", func() { _, _ = ToImage(Ones[uint8](dev, 0, 3)) })
}

func TestAShortPaletteIsTransparentBeyond(t *testing.T) {
	dev := testDevice(t)
	img := image.NewPaletted(image.Rect(0, 0, 2, 1), color.Palette{color.NRGBA{10, 20, 30, 40}, nil})
	img.Pix[1] = 9
	assert.Equal(t, []uint8{10, 20, 30, 40, 0, 0, 0, 0}, values(t, FromImageRGBA[uint8](dev, img)))
}
