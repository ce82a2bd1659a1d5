// Command 02-grayscale decodes a photograph, converts it to grey with the
// weights of Rec. 601, 0.299 R + 0.587 G + 0.114 B, and writes it as a PNG.
//
// The three channels are views of the interleaved pixels; the weighted sum and
// the rounding are one fused pass over them.
package main

import (
	"flag"
	"fmt"
	"image"
	_ "image/jpeg"
	"image/png"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
)

func main() {
	log.SetFlags(0)
	device := flag.String("device", "auto", "where to compute: auto, cpu or cuda:0")
	in := flag.String("in", "", "image to convert, JPEG or PNG (default: the photograph in examples/data)")
	out := flag.String("out", "gray.png", "PNG file to write")
	flag.Parse()
	if err := run(*device, *in, *out); err != nil {
		log.Fatal(err)
	}
}

func run(device, in, out string) error {
	dev, err := cugond.Open(device)
	if err != nil {
		return err
	}
	img, err := decode(in)
	if err != nil {
		return err
	}
	start := time.Now()
	pixels := array.FromImage[uint8](dev, img) // (height, width, 3)
	gray := grayscale(pixels)
	if err := gray.Eval(); err != nil {
		return err
	}
	if err := dev.Sync(); err != nil {
		return err
	}
	elapsed := time.Since(start)

	result, err := array.ToImage(gray)
	if err != nil {
		return err
	}
	if err := encode(out, result); err != nil {
		return err
	}
	mean, err := array.MeanAs[float64](gray).Item()
	if err != nil {
		return err
	}
	fmt.Printf("%d×%d pixels to grey on %s in %v, mean %.2f, written to %s\n",
		pixels.Dim(1), pixels.Dim(0), dev.Name(), elapsed.Round(time.Microsecond), mean, out)
	return nil
}

// grayscale returns the luma of an image of shape (height, width, 3).
func grayscale(pixels *array.Array[uint8]) *array.Array[uint8] {
	channel := func(i int) *array.Array[float32] {
		return array.Cast[float32](pixels.Slice(array.Ellipsis, array.At(i)))
	}
	luma := channel(0).MulScalar(0.299).Add(channel(1).MulScalar(0.587)).Add(channel(2).MulScalar(0.114))
	return array.Cast[uint8](array.Rint(luma))
}

func decode(name string) (image.Image, error) {
	if name == "" {
		var err error
		if name, err = shipped("coffee.jpg"); err != nil {
			return nil, err
		}
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	img, _, err := image.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return img, nil
}

// shipped finds a file of examples/data from wherever in the repository the
// program is started.
func shipped(name string) (string, error) {
	for _, dir := range []string{"examples/data", "../data", "data"} {
		p := filepath.Join(dir, name)
		if _, err := os.Stat(p); err == nil {
			return p, nil
		}
	}
	return "", fmt.Errorf("%s is in examples/data of the repository: start the program there, or name a file with -in", name)
}

func encode(name string, img image.Image) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := png.Encode(f, img); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
