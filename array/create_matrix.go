package array

import (
	"math"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// Eye returns the n×n identity matrix: ones, or true, on the diagonal.
func Eye[T Element](dev backend.Device, n int) *Array[T] {
	return triangle[T]("Eye", dev, expr.Equal, n, n, 0)
}

// EyeOffset returns a rows×cols matrix with ones, or true, where the column
// exceeds the row by k, and zeros elsewhere: on the k-th diagonal above the
// main one, below it for negative k. It is all zeros when k lies outside.
func EyeOffset[T Element](dev backend.Device, rows, cols, k int) *Array[T] {
	return triangle[T]("EyeOffset", dev, expr.Equal, rows, cols, k)
}

// Tri returns a rows×cols matrix with ones, or true, on and below the k-th
// diagonal, and zeros above it.
func Tri[T Element](dev backend.Device, rows, cols, k int) *Array[T] {
	return triangle[T]("Tri", dev, expr.LessEqual, rows, cols, k)
}

// triangle returns which elements' column less their row compares so to k.
func triangle[T Element](op string, dev backend.Device, compare expr.Op, rows, cols, k int) *Array[T] {
	needDevice(op, dev)
	shp := []int{rows, cols}
	check(op, shape.Check(shp, expr.TypeOf[T]().Size()))
	return typed[T](op, diagonals(op, dev, compare, shp, k))
}

// diagonals compares, for every place in the matrices of the last two axes,
// the number of its diagonal to k.
func diagonals(op string, dev backend.Device, compare expr.Op, shp []int, k int) *tensor {
	strides := make([]int, len(shp))
	strides[len(shp)-2], strides[len(shp)-1] = -1, 1
	return &apply[bool](op, compare, positions(dev, shp, strides, 0), &Const(int64(k)).t).t
}

// Tril returns a with zeros, or false, above the k-th diagonal of the matrices
// in its last two axes. Diagonals are counted upwards from the main one, 0.
func Tril[T Element](a *Array[T], k int) *Array[T] { return half("Tril", expr.LessEqual, a, k) }

// Triu returns a with zeros, or false, below the k-th diagonal of the matrices
// in its last two axes. Diagonals are counted upwards from the main one, 0.
func Triu[T Element](a *Array[T], k int) *Array[T] { return half("Triu", expr.GreaterEqual, a, k) }

func half[T Element](op string, keep expr.Op, a *Array[T], k int) *Array[T] {
	dev, shp := like(op, a)
	if len(shp) < 2 {
		failShapes(op, "a triangle needs two axes", shp)
	}
	var zero T
	return apply[T](op, expr.Where, diagonals(op, dev, keep, shp, k), &a.t, &Const(zero).t)
}

// Diag returns, for a 1-d array of n elements, a square matrix of size n+|k|
// with these on its k-th diagonal and zeros elsewhere, which is computed at
// once; and for a matrix its k-th diagonal as a 1-d view, like
// [Array.Diagonal]. Other numbers of axes panic.
func Diag[T Element](a *Array[T], k int) *Array[T] {
	const op = "Diag"
	dev, shp := like(op, a)
	switch len(shp) {
	case 1:
		if k == math.MinInt || max(k, -k) > math.MaxInt-shp[0] {
			failShapes(op, "the matrix would have more elements than can be addressed", shp)
		}
		n := shp[0] + max(k, -k)
		to := []int{n, n}
		check(op, shape.Check(to, expr.TypeOf[T]().Size()))
		var zero T
		m := full(op, dev, zero, to)
		d := m.Diagonal(k)
		d.Assign(a)
		d.Close()
		return m
	case 2:
		return a.Diagonal(k)
	}
	failShapes(op, "only 1-d arrays and matrices have a Diag; Diagonal takes more axes", shp)
	return nil
}
