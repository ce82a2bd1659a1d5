package array

import (
	"unsafe"

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

// AsMatrix returns a 2-d array as a gonum matrix, for use in gonum's
// functions. It computes the array and waits. The matrix is a
// mat.RawMatrixer, so gonum reads its elements directly.
//
// On a device whose memory the host can address, and for an array whose rows
// have unit stride, the matrix shares the array's elements: writes to either
// show in the other. The first call for an array of more than a few thousand
// elements moves them to memory of the garbage collector's, which stays for as
// long as the matrix or anything else refers to it. Otherwise the matrix is a
// copy.
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
	h, err := onHost(op, a)
	if err != nil {
		return nil, err
	}
	return &matrix{host: h}, nil
}

// AsVector returns a 1-d array as a gonum vector and mat.RawVectorer, under
// the rules of [AsMatrix]. Every positive stride is shared without a copy.
func AsVector(a *Array[float64]) (mat.Vector, error) {
	const op = "AsVector"
	_, shp := like(op, a)
	if len(shp) != 1 {
		failShapes(op, "a vector has one axis; use AsMatrix for two, and Ravel for all elements", shp)
	}
	if shp[0] == 0 {
		failShapes(op, "gonum has no vectors without elements", shp)
	}
	h, err := onHost(op, a)
	if err != nil {
		return nil, err
	}
	return &vector{host: h}, nil
}

// host is the elements of an array where gonum can read them.
type host struct {
	data       []float64
	rows, cols int // a vector of one axis has the one column
	stride     int // from row to row
}

// onHost finds or copies the elements of a 1-d or 2-d array.
func onHost(op string, a *Array[float64]) (host, error) {
	h := host{rows: a.t.shape[0], cols: 1}
	if len(a.t.shape) == 2 {
		h.cols = a.t.shape[1]
	}
	st, strides, offset, err := a.t.evaluated(op)
	if err != nil {
		return h, err
	}
	if data, err := mapped(a.t.dev, st); err != nil {
		return h, err
	} else if data != nil && h.fits(strides) {
		h.stride = max(strides[0], h.cols)
		if h.rows == 1 {
			h.stride = h.cols
		}
		end := offset + (h.rows-1)*h.stride + h.cols
		h.data = data[offset:end:end]
		return h, nil
	}
	h.stride = h.cols
	h.data, err = a.ToSlice()
	return h, err
}

// fits reports whether gonum can describe the strides: rows that don't
// overlap, of elements side by side.
func (h *host) fits(strides []int) bool {
	if len(strides) == 2 && h.cols > 1 && strides[1] != 1 {
		return false
	}
	return h.rows == 1 || strides[0] >= h.cols
}

// mapped returns the storage's memory after the work on it and on what reads
// it pending has been done, or nil when the host can't address it. gonum may
// keep nothing but a slice of it, so the memory has to be such that the garbage
// collector alone looks after it; elements elsewhere move there.
func mapped(dev backend.Device, st *storage) ([]float64, error) {
	m, ok := dev.(backend.HostMapper)
	if !ok || m.HostBytes(st.buf) == nil {
		return nil, nil
	}
	mu := dev.PlanLock()
	mu.Lock()
	readers := pending(st.readers)
	st.raw = true
	event := st.event
	mu.Unlock()
	if len(readers) > 0 {
		// They are to see the elements as they are now, not as the host may
		// write them. Failures stay with the nodes.
		_ = evaluate(dev, readers...)
	}
	if event != nil {
		if err := event.Wait(); err != nil {
			return nil, err
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if !st.buf.Managed() {
		fresh, err := m.AllocHost(st.buf.Len())
		if err != nil {
			return nil, err
		}
		copy(m.HostBytes(fresh), m.HostBytes(st.buf))
		st.retired = st.part()
		st.adopt(fresh)
	}
	bytes := m.HostBytes(st.buf)
	return unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(bytes))), len(bytes)/expr.Float64.Size()), nil
}

// matrix is a mat.Matrix and mat.RawMatrixer.
type matrix struct{ host }

func (m *matrix) Dims() (rows, cols int) { return m.rows, m.cols }

func (m *matrix) At(i, j int) float64 {
	if uint(i) >= uint(m.rows) {
		panic(mat.ErrRowAccess)
	}
	if uint(j) >= uint(m.cols) {
		panic(mat.ErrColAccess)
	}
	return m.data[i*m.stride+j]
}

func (m *matrix) T() mat.Matrix { return mat.Transpose{Matrix: m} }

func (m *matrix) RawMatrix() blas64.General {
	return blas64.General{Rows: m.rows, Cols: m.cols, Stride: m.stride, Data: m.data}
}

// vector is a mat.Vector and mat.RawVectorer.
type vector struct{ host }

func (v *vector) Dims() (rows, cols int) { return v.rows, 1 }
func (v *vector) Len() int               { return v.rows }

func (v *vector) At(i, j int) float64 {
	if j != 0 {
		panic(mat.ErrColAccess)
	}
	return v.AtVec(i)
}

func (v *vector) AtVec(i int) float64 {
	if uint(i) >= uint(v.rows) {
		panic(mat.ErrVectorAccess)
	}
	return v.data[i*v.stride]
}

func (v *vector) T() mat.Matrix { return mat.Transpose{Matrix: v} }

func (v *vector) RawVector() blas64.Vector {
	return blas64.Vector{N: v.rows, Inc: v.stride, Data: v.data}
}
