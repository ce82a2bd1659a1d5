package array

import (
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// FromMatrix returns a 2-d array with the elements of a gonum matrix, which
// are copied. Matrices with row-major data, such as *mat.Dense and what
// [AsMatrix] gives, are copied by rows and their transposes by elements; all
// others, such as symmetric, triangular and banded ones, are read through At,
// zeros included.
func FromMatrix(dev backend.Device, m mat.Matrix) *Array[float64] {
	const op = "FromMatrix"
	if m == nil {
		fail(op, "the matrix is nil")
	}
	needDevice(op, dev)
	rows, cols := m.Dims()
	shp := []int{rows, cols}
	check(op, shape.Check(shp, expr.Float64.Size()))
	data := make([]float64, rows*cols)
	plain, transposed := untransposed(m)
	raw, ok := plain.(mat.RawMatrixer)
	switch {
	case len(data) == 0:
	case ok && !transposed:
		g := raw.RawMatrix()
		for i := range rows {
			copy(data[i*cols:(i+1)*cols], g.Data[i*g.Stride:])
		}
	case ok:
		g := raw.RawMatrix()
		for j := range cols {
			for i, v := range g.Data[j*g.Stride : j*g.Stride+rows] {
				data[i*cols+j] = v
			}
		}
	default:
		for i := range rows {
			for j := range cols {
				data[i*cols+j] = m.At(i, j)
			}
		}
	}
	return upload(op, dev, data, shp)
}

// untransposed unwraps a matrix from the transposes around it and tells
// whether they amount to one.
func untransposed(m mat.Matrix) (plain mat.Matrix, transposed bool) {
	for {
		t, ok := m.(mat.Transpose)
		if !ok {
			return m, transposed
		}
		m, transposed = t.Matrix, !transposed
	}
}

// FromVector returns a 1-d array with the elements of a gonum vector, which
// are copied.
func FromVector(dev backend.Device, v mat.Vector) *Array[float64] {
	const op = "FromVector"
	if v == nil {
		fail(op, "the vector is nil")
	}
	data := make([]float64, v.Len())
	for i := range data {
		data[i] = v.AtVec(i)
	}
	return upload(op, dev, data, []int{len(data)})
}

// AsMatrix returns a 2-d array as a gonum matrix, for use in gonum's functions.
// It computes the array, waits, and copies the elements to memory of the Go
// heap: gonum keeps nothing but a slice of what it works on, which would not
// keep a device's memory alive. The matrix is a mat.RawMatrixer, so gonum reads
// its elements directly.
//
// gonum has no matrices without elements, so lengths of 0 panic, as do other
// numbers of axes: a 1-d array is an [AsVector].
func AsMatrix(a *Array[float64]) (mat.Matrix, error) {
	const op = "AsMatrix"
	_, shp := like(op, a)
	if len(shp) != 2 {
		failShapes(op, "a matrix has two axes; use AsVector for one, and Slice or Reshape for more", shp)
	}
	if shp[0] == 0 || shp[1] == 0 {
		failShapes(op, "gonum has no matrices without elements", shp)
	}
	data, err := a.ToSlice()
	if err != nil {
		return nil, err
	}
	return mat.NewDense(shp[0], shp[1], data), nil
}

// AsVector returns a 1-d array as a gonum vector and mat.RawVectorer, under
// the rules of [AsMatrix].
func AsVector(a *Array[float64]) (mat.Vector, error) {
	const op = "AsVector"
	_, shp := like(op, a)
	if len(shp) != 1 {
		failShapes(op, "a vector has one axis; use AsMatrix for two, and Ravel for all elements", shp)
	}
	if shp[0] == 0 {
		failShapes(op, "gonum has no vectors without elements", shp)
	}
	data, err := a.ToSlice()
	if err != nil {
		return nil, err
	}
	return vector(data), nil
}

// vector is a mat.Vector and mat.RawVectorer.
type vector []float64

func (v vector) Dims() (rows, cols int) { return len(v), 1 }
func (v vector) Len() int               { return len(v) }

func (v vector) At(i, j int) float64 {
	if j != 0 {
		panic(mat.ErrColAccess)
	}
	return v.AtVec(i)
}

func (v vector) AtVec(i int) float64 {
	if uint(i) >= uint(len(v)) {
		panic(mat.ErrVectorAccess)
	}
	return v[i]
}

func (v vector) T() mat.Matrix { return mat.Transpose{Matrix: v} }

func (v vector) RawVector() blas64.Vector {
	return blas64.Vector{N: len(v), Inc: 1, Data: v}
}
