// Package cugond opens the devices that arrays live on: [CPU], [CUDA], and
// [Auto] for whichever is there.
//
// A device is handed to the constructors of package array; everything after
// that is the same program on all of them:
//
//	dev := cugond.Auto()
//	a := array.Linspace[float32](dev, 0, 1, 1000)
//	b := array.Sin(a).Mul(a).AddScalar(1)
//	mean, err := array.Mean(b).Item()
//
// The packages:
//
//   - [github.com/cugond/cugond/array]: arrays, their views, elementwise
//     functions, reductions, products, input and output
//   - [github.com/cugond/cugond/backend]: the contract between arrays and
//     devices, with the errors that devices give
//   - [github.com/cugond/cugond/backend/cpu]: the CPU, with options
//
// The command github.com/cugond/cugond/cmd/cugond tells what was found on a
// machine (cugond info) and how fast it is (cugond bench).
package cugond
