package array

import (
	"image"
	"image/color"
)

// rowReader returns a function that reads row y of an image, from its left
// edge, and whether it may be called by many goroutines.
func rowReader[T Pixel](img image.Image) (read func(y int, row []pixel[T]), parallel bool) {
	x0 := img.Bounds().Min.X
	switch m := img.(type) {
	case *image.Gray:
		return func(y int, row []pixel[T]) {
			for i, v := range m.Pix[m.PixOffset(x0, y):][:len(row)] {
				g := from8[T](v)
				row[i] = pixel[T]{g, g, g, ^T(0)}
			}
		}, true
	case *image.Gray16:
		return func(y int, row []pixel[T]) {
			p := m.Pix[m.PixOffset(x0, y):]
			for i := range row {
				g := from16[T](word(p[2*i:]))
				row[i] = pixel[T]{g, g, g, ^T(0)}
			}
		}, true
	case *image.NRGBA:
		return func(y int, row []pixel[T]) {
			p := m.Pix[m.PixOffset(x0, y):]
			for i := range row {
				q := p[4*i : 4*i+4 : 4*i+4]
				row[i] = pixel[T]{from8[T](q[0]), from8[T](q[1]), from8[T](q[2]), from8[T](q[3])}
			}
		}, true
	case *image.NRGBA64:
		return func(y int, row []pixel[T]) {
			p := m.Pix[m.PixOffset(x0, y):]
			for i := range row {
				q := p[8*i : 8*i+8 : 8*i+8]
				row[i] = pixel[T]{from16[T](word(q)), from16[T](word(q[2:])), from16[T](word(q[4:])), from16[T](word(q[6:]))}
			}
		}, true
	case *image.RGBA:
		return func(y int, row []pixel[T]) {
			p := m.Pix[m.PixOffset(x0, y):]
			for i := range row {
				q := p[4*i : 4*i+4 : 4*i+4]
				if q[3] == 0xff {
					row[i] = pixel[T]{from8[T](q[0]), from8[T](q[1]), from8[T](q[2]), ^T(0)}
				} else {
					row[i] = divided[T](uint32(q[0])*0x101, uint32(q[1])*0x101, uint32(q[2])*0x101, uint32(q[3])*0x101)
				}
			}
		}, true
	case *image.RGBA64:
		return func(y int, row []pixel[T]) {
			p := m.Pix[m.PixOffset(x0, y):]
			for i := range row {
				q := p[8*i : 8*i+8 : 8*i+8]
				row[i] = divided[T](uint32(word(q)), uint32(word(q[2:])), uint32(word(q[4:])), uint32(word(q[6:])))
			}
		}, true
	case *image.YCbCr:
		return func(y int, row []pixel[T]) {
			for i := range row {
				r, g, b, a := m.YCbCrAt(x0+i, y).RGBA()
				row[i] = divided[T](r, g, b, a)
			}
		}, true
	case *image.NYCbCrA:
		return func(y int, row []pixel[T]) {
			for i := range row {
				c := m.NYCbCrAAt(x0+i, y)
				r, g, b, _ := c.YCbCr.RGBA()
				row[i] = pixel[T]{from16[T](uint16(r)), from16[T](uint16(g)), from16[T](uint16(b)), from8[T](c.A)}
			}
		}, true
	case *image.Paletted:
		palette := make([]pixel[T], 256) // what a short palette lacks is transparent
		for i, c := range m.Palette {
			if i < len(palette) {
				palette[i] = pixelOf[T](c)
			}
		}
		return func(y int, row []pixel[T]) {
			for i, v := range m.Pix[m.PixOffset(x0, y):][:len(row)] {
				row[i] = palette[v]
			}
		}, true
	case image.RGBA64Image:
		return func(y int, row []pixel[T]) {
			for i := range row {
				c := m.RGBA64At(x0+i, y)
				row[i] = divided[T](uint32(c.R), uint32(c.G), uint32(c.B), uint32(c.A))
			}
		}, false
	}
	return func(y int, row []pixel[T]) {
		for i := range row {
			row[i] = pixelOf[T](img.At(x0+i, y))
		}
	}, false
}

// pixelOf converts a colour. Those that are not premultiplied keep their
// values exactly.
func pixelOf[T Pixel](c color.Color) pixel[T] {
	switch c := c.(type) {
	case color.NRGBA:
		return pixel[T]{from8[T](c.R), from8[T](c.G), from8[T](c.B), from8[T](c.A)}
	case color.NRGBA64:
		return pixel[T]{from16[T](c.R), from16[T](c.G), from16[T](c.B), from16[T](c.A)}
	case nil:
		return pixel[T]{}
	}
	return divided[T](c.RGBA())
}

// divided converts 16-bit premultiplied values as color.NRGBA64Model does.
func divided[T Pixel](r, g, b, a uint32) pixel[T] {
	switch a {
	case 0:
		return pixel[T]{}
	case 0xffff:
	default:
		// Colours brighter than their alpha are malformed; they are cut.
		r, g, b = min(r*0xffff/a, 0xffff), min(g*0xffff/a, 0xffff), min(b*0xffff/a, 0xffff)
	}
	return pixel[T]{from16[T](uint16(r)), from16[T](uint16(g)), from16[T](uint16(b)), from16[T](uint16(a))}
}

func word(p []uint8) uint16 { return uint16(p[0])<<8 | uint16(p[1]) }

func from8[T Pixel](v uint8) T {
	if isByte[T]() {
		return T(v)
	}
	return T(uint16(v) * 0x101)
}

func from16[T Pixel](v uint16) T {
	if isByte[T]() {
		return T(v >> 8)
	}
	return T(v)
}
