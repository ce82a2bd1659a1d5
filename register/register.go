// Package register, when imported, has gonum multiply large matrices on the best
// device there is:
//
//	import _ "github.com/cugond/cugond/register"
//
// The device is cugond.Auto(): the first GPU, else the CPU, which computes with
// OpenBLAS where that is installed. Importing opens nothing; the first operation
// of level 3 of BLAS with 512³ multiplications or more does. From there on
// operations of that size are done on the device, and on a GPU that includes the
// copies there and back. All others stay with gonum's own code.
//
// What reaches BLAS in gonum are products of mat.Dense and what is built on them,
// such as factorizations of large matrices; sums, elementwise operations,
// statistics and Fourier transforms never do. A program that computes on the CPU
// alone and wants all of BLAS there, small calls too, calls blas.Use(cugond.CPU())
// instead.
package register

import (
	"github.com/cugond/cugond"
	"github.com/cugond/cugond/blas"
)

func init() { blas.UseLater(cugond.Auto) }
