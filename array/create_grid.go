package array

import (
	"github.com/cugond/cugond/backend"
)

// Meshgrid returns, for each of some 1-d arrays, an array over the grid that
// they span which holds that coordinate of each place. The first array runs
// along the columns, the second along the rows, as x and y do in a picture:
// of arrays of lengths nx, ny, nz the results have shape (ny, nx, nz).
// [MeshgridIJ] keeps the order of the arrays.
//
// 0-d arrays count as having one element. The results are copies that take no
// memory until they are needed as a whole.
func Meshgrid[T Element](xs ...*Array[T]) []*Array[T] { return meshgrid("Meshgrid", true, xs) }

// MeshgridIJ is [Meshgrid] with the axes in the order of the arrays: of arrays
// of lengths ni, nj, nk the results have shape (ni, nj, nk).
func MeshgridIJ[T Element](xs ...*Array[T]) []*Array[T] { return meshgrid("MeshgridIJ", false, xs) }

func meshgrid[T Element](op string, swap bool, xs []*Array[T]) []*Array[T] {
	axis := make([]int, len(xs))
	shp := make([]int, len(xs))
	var dev backend.Device
	for i, x := range xs {
		d, s := like(op, x)
		if len(s) > 1 {
			failShapes(op, "the coordinates must be 1-d; use Ravel", s)
		}
		if dev == nil {
			dev = d
		} else if !sameDevice(dev, d) {
			fail(op, "the arrays are on %s and %s; move one with To", dev.Name(), d.Name())
		}
		axis[i] = i
		if swap && len(xs) > 1 && i < 2 {
			axis[i] = 1 - i
		}
		shp[axis[i]] = x.Size()
	}
	out := make([]*Array[T], len(xs))
	for i, x := range xs {
		to := make([]int, len(xs))
		for k := range to {
			to[k] = 1
		}
		to[axis[i]] = x.Size()
		row := x.Reshape(to...)
		out[i] = spread[T](op, dev, &row.t, shp)
		row.Close()
	}
	return out
}
