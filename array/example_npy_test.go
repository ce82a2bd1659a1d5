package array_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
)

func ExampleReadNpy() {
	dev := cugond.CPU()
	var file bytes.Buffer
	for i := range 2 {
		if err := array.WriteNpy(&file, array.Full(dev, float64(i)+0.5, 3)); err != nil {
			log.Fatal(err)
		}
	}
	for {
		a, err := array.ReadNpy[float64](dev, &file)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(a)
	}
	// Output:
	// [0.5 0.5 0.5]
	// [1.5 1.5 1.5]
}

func ExampleReadNpyAny() {
	dev := cugond.CPU()
	var file bytes.Buffer
	if err := array.WriteNpy(&file, array.FromSlice(dev, []int16{1, 2, 3})); err != nil {
		log.Fatal(err)
	}
	a, err := array.ReadNpyAny(dev, &file)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.DType(), a.Shape(), array.CastAny[float64](a).DivScalar(2))
	// Output: int16 [3] [0.5 1.  1.5]
}

func ExampleWriteNpy() {
	dev := cugond.CPU()
	var file bytes.Buffer
	if err := array.WriteNpy(&file, array.FromSlice(dev, []float32{1, 2, 3, 4}, 2, 2).T()); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%q\n", file.Bytes()[10:70])
	_, err := array.ReadNpy[float64](dev, &file)
	fmt.Println(err)
	// Output:
	// "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), } "
	// array: ReadNpy: the elements are float32, not float64; ask for float32, or use ReadNpyAny, LoadNpyAny or NpzAny and convert with CastAny[float64]: element types differ
}

func ExampleNpyMaxBytes() {
	dev := cugond.CPU()
	var file bytes.Buffer
	if err := array.WriteNpy(&file, array.Zeros[float64](dev, 1000)); err != nil {
		log.Fatal(err)
	}
	_, err := array.ReadNpy[float64](dev, &file, array.NpyMaxBytes(4096))
	fmt.Println(errors.Is(err, array.ErrNpyTooLarge), err)
	// Output: true array: ReadNpy: the array takes 8000 bytes, the limit is 4096: too large
}

func ExampleSaveNpy() {
	dev := cugond.CPU()
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "a.npy")
	if err := array.SaveNpy(file, array.FromSlice(dev, []bool{true, false})); err != nil {
		log.Fatal(err)
	}
	a, err := array.LoadNpy[bool](dev, file)
	fmt.Println(a, err)
	b, err := array.LoadNpyAny(dev, file)
	fmt.Println(b, b.DType(), err)
	// Output:
	// [ true false] <nil>
	// [ true false] bool <nil>
}

func ExampleNewNpzWriter() {
	dev := cugond.CPU()
	var file bytes.Buffer
	z := array.NewNpzWriter(&file, true)
	err := errors.Join(
		z.Write("weights", array.FromSlice(dev, []float32{0.5, -1})),
		array.NpzWrite(z, "labels", array.FromSlice(dev, []int{3, 1, 2})),
		z.Close(),
	)
	if err != nil {
		log.Fatal(err)
	}
	r, err := array.OpenNpz(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Names())
	weights, err := array.NpzArray[float32](r, dev, "weights")
	fmt.Println(weights, err)
	labels, err := array.NpzAny(r, dev, "labels")
	fmt.Println(labels, err)
	_, err = array.NpzAny(r, dev, "bias")
	fmt.Println(err)
	// Output:
	// [weights labels]
	// [ 0.5 -1. ] <nil>
	// [3 1 2] <nil>
	// array: NpzAny: npy: the archive has no array "bias"; it has ["weights" "labels"]
}

func ExampleSaveNpz() {
	dev := cugond.CPU()
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "model.npz")
	err = array.SaveNpz(file, false, map[string]array.AnyArray{
		"x": array.FromSlice(dev, []float64{1, 2}),
		"n": array.Scalar(dev, 7),
	})
	if err != nil {
		log.Fatal(err)
	}
	z, err := array.LoadNpz(file)
	if err != nil {
		log.Fatal(err)
	}
	defer z.Close()
	for _, name := range z.Names() {
		a, err := array.NpzAny(z, dev, name)
		fmt.Println(name, a, err)
	}
	// Output:
	// n 7 <nil>
	// x [1. 2.] <nil>
}
