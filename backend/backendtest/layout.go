package backendtest

import (
	"slices"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// layout is a way to place the elements of an array in memory.
type layout struct {
	name   string
	offset int
	// columns: the first axis varies fastest in memory.
	columns bool
	// step is the distance of neighbours along an axis, in units of what
	// stands between them; negative: backwards, 0: all the same element.
	step func(axis, ndim int) int
}

func everywhere(step int) func(axis, ndim int) int {
	return func(_, _ int) int { return step }
}

func alongFirst(step int) func(axis, ndim int) int {
	return func(axis, _ int) int {
		if axis == 0 {
			return step
		}
		return 1
	}
}

func alongLast(step int) func(axis, ndim int) int {
	return func(axis, ndim int) int {
		if axis == ndim-1 {
			return step
		}
		return 1
	}
}

var (
	contiguous = layout{name: "contiguous", step: everywhere(1)}
	offset     = layout{name: "offset", offset: 3, step: everywhere(1)}
	transposed = layout{name: "transposed", columns: true, step: everywhere(1)}
	stepped    = layout{name: "stepped", offset: 1, step: alongLast(2)}
	spaced     = layout{name: "spaced", step: alongFirst(3)}
	reversed   = layout{name: "reversed", step: everywhere(-1)}
	flipped    = layout{name: "flipped", step: alongLast(-2)}
	turned     = layout{name: "turned", columns: true, offset: 2, step: alongFirst(-3)}
	broadcast  = layout{name: "broadcast", offset: 1, step: alongFirst(0)}
	stretched  = layout{name: "stretched", step: alongLast(0)}
	constant   = layout{name: "constant", offset: 2, step: everywhere(0)}
)

// Layouts of distinct elements, which results can have, and those that only
// operands can have.
var (
	distinctLayouts = []layout{contiguous, offset, transposed, stepped, spaced, reversed, flipped, turned}
	sharedLayouts   = []layout{broadcast, stretched, constant}
	operandLayouts  = append(append([]layout(nil), distinctLayouts...), sharedLayouts...)
)

// strides returns the strides and the offset of an array of the shape and how
// many elements its memory has.
func (l layout) strides(dims []int) (strides []int, off, length int) {
	n := len(dims)
	strides = make([]int, n)
	off, length = l.offset, 1
	for i := range n {
		axis := n - 1 - i
		if l.columns {
			axis = i
		}
		step := l.step(axis, n)
		if step == 0 {
			continue
		}
		size := max(step, -step)
		strides[axis] = length * size
		if step < 0 {
			strides[axis] = -strides[axis]
			off += length * size * (dims[axis] - 1)
		}
		length *= size * dims[axis]
	}
	return strides, off, length + l.offset
}

const (
	guard  = 5    // elements before and after every view that nobody may touch
	canary = 0xA5 // what memory holds that nobody has written
)

// place returns a view of the shape in a buffer of its own. Its elements are
// the values in row-major order, over and over; all the rest is canaries. With
// no values, so are the elements.
func place(l layout, dims []int, d expr.DType, values []expr.Scalar) backend.View {
	strides, off, length := l.strides(dims)
	size := d.Size()
	buf := &hostBuffer{make([]byte, (length+2*guard)*size)}
	for i := range buf.data {
		buf.data[i] = canary
	}
	v := backend.View{Buffer: buf, DType: d, Strides: strides, Offset: off + guard}
	if len(values) > 0 {
		for i, p := range positions(distinctShape(dims, strides), strides, v.Offset) {
			s := values[i%len(values)]
			copy(buf.data[p*size:], s.Bytes())
		}
	}
	return v
}

// distinctShape is the shape with the broadcast dimensions reduced to 1.
func distinctShape(dims, strides []int) []int {
	out := append([]int(nil), dims...)
	for i, s := range strides {
		if s == 0 && dims[i] > 0 {
			out[i] = 1
		}
	}
	return out
}

// positions returns where the elements of a view stand, in row-major order.
func positions(dims, strides []int, off int) []int {
	out := make([]int, 0, shape.Size(dims))
	if shape.Size(dims) == 0 {
		return out
	}
	index := make([]int, len(dims))
	for p := off; ; {
		out = append(out, p)
		axis := len(dims) - 1
		for ; axis >= 0; axis-- {
			index[axis]++
			p += strides[axis]
			if index[axis] < dims[axis] {
				break
			}
			p -= strides[axis] * dims[axis]
			index[axis] = 0
		}
		if axis < 0 {
			return out
		}
	}
}

// scalarAt reads the element of type d at a position.
func scalarAt(d expr.DType, data []byte, position int) expr.Scalar {
	s := expr.Scalar{DType: d}
	copy(s.Bytes(), data[position*d.Size():])
	return s
}

// elements reads the elements of a view of the shape, in row-major order, from
// an image of its buffer.
func elements(v backend.View, dims []int, data []byte) []expr.Scalar {
	at := positions(dims, v.Strides, v.Offset)
	out := make([]expr.Scalar, len(at))
	for i, p := range at {
		out[i] = scalarAt(v.DType, data, p)
	}
	return out
}

// simplify brings a kernel into the form in which devices see it: dimensions
// that can be merged are. axis, unless negative, stays apart; its new index is
// returned.
func simplify(k *backend.Kernel, axis int) int {
	var all [][]int
	k.Inputs = slices.Clone(k.Inputs) // kernels share them
	k.Stores = slices.Clone(k.Stores)
	k.Folds = slices.Clone(k.Folds)
	views := kernelViews(k)
	for _, v := range views {
		v.Strides = append([]int(nil), v.Strides...)
		all = append(all, v.Strides)
	}
	var marks []bool
	if k.Reduce != nil {
		marks = append(marks, k.Reduce...)
	}
	k.Shape, k.Reduce, axis, all = shape.Collapse(append([]int(nil), k.Shape...), marks, axis, all)
	for i, v := range views {
		v.Strides = all[i]
	}
	return axis
}

// kernelViews returns all views of a kernel.
func kernelViews(k *backend.Kernel) []*backend.View {
	var out []*backend.View
	for i := range k.Inputs {
		out = append(out, &k.Inputs[i])
	}
	for i := range k.Stores {
		out = append(out, &k.Stores[i].View)
	}
	for i := range k.Folds {
		out = append(out, &k.Folds[i].View)
	}
	return out
}
