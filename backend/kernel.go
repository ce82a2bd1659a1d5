package backend

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cugond/cugond/backend/expr"
)

// View places the elements of an array in memory: element (i0, i1, …) stands
// at element Offset + Σ ik·Strides[k] of the buffer, counted in elements of
// DType. Strides may be zero or negative.
//
// A view without a buffer is the identity: its elements are their own
// positions, as int64. It is how kernels know where they are.
type View struct {
	Buffer  Buffer
	DType   DType
	Shape   []int // nil in a kernel, whose own shape holds for all its views
	Strides []int
	Offset  int
}

// Dense reports whether a view with a shape is of memory, row-major and without
// gaps. Views without elements are.
func (v *View) Dense() bool {
	if v.Buffer == nil || len(v.Strides) != len(v.Shape) {
		return false
	}
	if slices.Contains(v.Shape, 0) {
		return true
	}
	next := 1
	for i := len(v.Shape) - 1; i >= 0; i-- {
		if v.Shape[i] != 1 && v.Strides[i] != next {
			return false
		}
		next *= v.Shape[i]
	}
	return true
}

// Store is a value of a kernel's program that is written for every element.
type Store struct {
	Value expr.Ref
	View  View // no two elements share a place
}

// Reduction is a value of a kernel's program that is reduced over the kernel's
// reduced axes.
type Reduction struct {
	Fold  expr.Fold
	Value expr.Ref
	DDof  float64 // FoldVar and FoldStd
	View  View    // strides 0 along the reduced axes
}

// Kernel is a fused computation over one iteration space: a program is
// evaluated for every element of Shape; some values are stored, some are
// reduced over the axes marked in Reduce.
//
// When a device sees it, Shape has at least one dimension, no dimension is 0,
// and dimensions that can be merged have been. A stored view either does not
// overlap an input, or is the very view of that input. FoldArgMin and
// FoldArgMax count positions along the reduced axes in row-major order of the
// original shape; kernels with them are not reordered: the reduced axes are
// in their original order among themselves.
type Kernel struct {
	Prog   *expr.Program
	Shape  []int
	Inputs []View        // one for each of Prog.Inputs
	Params []expr.Scalar // one for each of Prog.Params
	Stores []Store
	Reduce []bool // nil, or one for each dimension
	Folds  []Reduction
}

// Clone returns a copy that shares nothing with k but buffers.
func (k *Kernel) Clone() *Kernel {
	c := *k
	c.Prog = &expr.Program{Inputs: slices.Clone(k.Prog.Inputs), Params: slices.Clone(k.Prog.Params), Instrs: slices.Clone(k.Prog.Instrs)}
	c.Shape, c.Inputs, c.Params = slices.Clone(k.Shape), slices.Clone(k.Inputs), slices.Clone(k.Params)
	c.Stores, c.Reduce, c.Folds = slices.Clone(k.Stores), slices.Clone(k.Reduce), slices.Clone(k.Folds)
	for i := range c.Inputs {
		c.Inputs[i].Strides = slices.Clone(c.Inputs[i].Strides)
	}
	for i := range c.Stores {
		c.Stores[i].View.Strides = slices.Clone(c.Stores[i].View.Strides)
	}
	for i := range c.Folds {
		c.Folds[i].View.Strides = slices.Clone(c.Folds[i].View.Strides)
	}
	return &c
}

// Len returns the number of elements of the iteration space.
func (k *Kernel) Len() int {
	n := 1
	for _, d := range k.Shape {
		n *= d
	}
	return n
}

// String describes the kernel for debugging.
func (k *Kernel) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "kernel over %v", k.Shape)
	if len(k.Folds) > 0 {
		fmt.Fprintf(&b, " reducing %v", k.Reduce)
	}
	fmt.Fprintf(&b, "\n%v", k.Prog)
	for i, v := range k.Inputs {
		fmt.Fprintf(&b, "in %d: strides %v offset %d\n", i, v.Strides, v.Offset)
	}
	for _, s := range k.Stores {
		fmt.Fprintf(&b, "store %%%d: strides %v offset %d\n", s.Value, s.View.Strides, s.View.Offset)
	}
	for _, r := range k.Folds {
		fmt.Fprintf(&b, "%v %%%d: strides %v offset %d\n", r.Fold, r.Value, r.View.Strides, r.View.Offset)
	}
	return b.String()
}

// Scan is a cumulative operation along one axis of a fused computation: like a
// Kernel with one value, of which the running results are stored.
type Scan struct {
	Kernel // Stores holds the one value and its view; Reduce and Folds are empty
	Op     expr.Cumulative
	Axis   int // of Shape; dimensions are not merged across it
}
