package blas

import (
	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/internal/shape"
)

func shapeOf[T array.Element](op string, a *array.Array[T]) []int {
	if a == nil {
		fail(op, "an array is nil; make one with a constructor such as array.Zeros")
	}
	return a.Shape()
}

// wide returns a scalar as devices take it.
func wide[T array.Field](v T) complex128 {
	switch v := any(v).(type) {
	case float32:
		return complex(float64(v), 0)
	case float64:
		return complex(v, 0)
	case complex64:
		return complex128(v)
	}
	return any(v).(complex128)
}

// matrixOf returns the rows and columns of an array's matrices, exchanged for a
// transposition.
func matrixOf[T array.Element](op string, a *array.Array[T], t Transpose) (rows, cols int) {
	s := shapeOf(op, a)
	n := len(s)
	if n < 2 {
		failShapes(op, "a matrix has two axes; use Reshape or ExpandDims to add one", s)
	}
	if t != NoTrans {
		return s[n-1], s[n-2]
	}
	return s[n-2], s[n-1]
}

// agree panics unless all the conditions hold.
func agree[T array.Element](op, rule string, ok bool, operands ...*array.Array[T]) {
	if ok {
		return
	}
	shapes := make([][]int, len(operands))
	for i, a := range operands {
		shapes[i] = a.Shape()
	}
	failShapes(op, rule, shapes...)
}

// square panics unless an array's matrices are n×n.
func square[T array.Element](op string, a *array.Array[T], n int) {
	rows, cols := matrixOf(op, a, NoTrans)
	agree(op, "the matrices that are symmetric, Hermitian or triangular must be square, as large as the other operands", rows == n && cols == n, a)
}

// flat panics unless arrays have n axes.
func flat[T array.Element](op string, n int, as ...*array.Array[T]) {
	for _, a := range as {
		if s := shapeOf(op, a); len(s) != n {
			what := "a vector has one axis; use Reshape, or Slice to take a row or column"
			if n == 2 {
				what = "a matrix has two axes; stacks of matrices are for the functions of level 3"
			}
			failShapes(op, what, s)
		}
	}
}

// run has the device write dst, the stacks of srcs broadcast to its own.
func run[T array.Element](op string, f func(b backend.BLAS, dst backend.View, srcs []backend.View) (backend.Event, error), dst *array.Array[T], srcs ...*array.Array[T]) {
	to := dst.Shape()
	lead := to[:max(0, len(to)-2)]
	read := make([]array.AnyArray, len(srcs))
	for i, s := range srcs {
		if from := s.Shape(); len(from) > 2 {
			if _, err := shape.BroadcastStrides(from[:len(from)-2], make([]int, len(from)-2), lead); err != nil {
				failShapes(op, "the stacks of what is read must broadcast to that of what is written: "+err.Error(), to, from)
			}
		}
		read[i] = s
	}
	dev := dst.Device()
	array.Raw(op, func(dst backend.View, views []backend.View) (backend.Event, error) {
		b, ok := dev.(backend.BLAS)
		if !ok {
			return nil, &backend.Error{Op: op, Device: dev.Name(), Err: backend.ErrUnsupported}
		}
		for i, v := range views {
			if n := len(v.Shape) - 2; n >= 0 && len(dst.Shape) >= 2 {
				strides, err := shape.BroadcastStrides(v.Shape[:n], v.Strides[:n], lead)
				if err != nil {
					return nil, err
				}
				views[i].Strides = append(strides, v.Strides[n:]...)
				views[i].Shape = append(append([]int(nil), lead...), v.Shape[n:]...)
			}
		}
		return f(b, dst, views)
	}, dst, read...)
}

// operated returns op(a) as a factor.
func operated(v backend.View, t Transpose) backend.Factor {
	if t != NoTrans {
		v = v.T()
	}
	return backend.Factor{View: v, Conj: t == ConjTrans}
}

// triangular returns op(a) of a triangular matrix.
func triangular(v backend.View, u Uplo, t Transpose, d Diag) backend.Triangular {
	tri := backend.Triangular{Factor: operated(v, t), Uplo: triangle(u), Unit: d == Unit}
	if t != NoTrans {
		tri.Uplo = tri.Uplo.Other()
	}
	return tri
}

// column returns a vector as a matrix of one column.
func column(v backend.View) backend.View {
	v.Shape, v.Strides = []int{v.Shape[0], 1}, []int{v.Strides[0], 1}
	return v
}
