package cpu

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// operand is a view of a kernel with its address.
type operand struct {
	buffer  *buffer        // nil: the view is the identity
	ptr     unsafe.Pointer // of the element at index 0
	first   int64          // position at index 0 of the identity
	size    int64          // bytes an element
	dtype   expr.DType
	strides [maxDims]int64 // in bytes; in positions, of the identity
}

// identity reports whether the elements are their own positions.
func (o *operand) identity() bool { return o.buffer == nil }

// space is the iteration space of a kernel with its views, in the order in
// which it is walked.
type space struct {
	nd     int
	shape  [maxDims]int64
	reduce [maxDims]bool
	inputs []operand
	stores []operand
	folds  []operand
	from   [maxDims]int // axes of the kernel
}

// load takes the views of a kernel over after checking them.
func (s *space) load(k *backend.Kernel, p *pool) error {
	axes, err := s.axes(k)
	if err != nil {
		return err
	}
	if len(k.Inputs) != len(k.Prog.Inputs) || len(k.Params) != len(k.Prog.Params) {
		return malformed("%d inputs and %d parameters for a program of %d and %d",
			len(k.Inputs), len(k.Params), len(k.Prog.Inputs), len(k.Prog.Params))
	}
	s.inputs = resize(s.inputs, len(k.Inputs))
	for i := range s.inputs {
		if err := s.inputs[i].load(&k.Inputs[i], k.Prog.Inputs[i], k.Shape, axes, p); err != nil {
			return fmt.Errorf("input %d: %w", i, err)
		}
	}
	s.stores = resize(s.stores, len(k.Stores))
	for i := range s.stores {
		st := &k.Stores[i]
		if err := s.stores[i].load(&st.View, k.Prog.Type(st.Value), k.Shape, axes, p); err != nil {
			return fmt.Errorf("store %d: %w", i, err)
		}
	}
	s.folds = resize(s.folds, len(k.Folds))
	for i := range s.folds {
		f := &k.Folds[i]
		in := k.Prog.Type(f.Value)
		if !f.Fold.Row().Kinds.Has(in) || states[f.Fold][in].words == 0 {
			return fmt.Errorf("%v of %v: %w", f.Fold, in, backend.ErrUnsupported)
		}
		if err := s.folds[i].load(&f.View, f.Fold.Out(in), k.Shape, axes, p); err != nil {
			return fmt.Errorf("fold %d: %w", i, err)
		}
	}
	return nil
}

// axes sets the shape and returns which axes of the kernel it consists of: all
// but those that are merged into the one before, which is tried when there are
// too many.
func (s *space) axes(k *backend.Kernel) ([]int, error) {
	if len(k.Shape) == 0 || len(k.Folds) > 0 && len(k.Reduce) != len(k.Shape) {
		return nil, malformed("%d dimensions, of which %d are marked", len(k.Shape), len(k.Reduce))
	}
	for _, d := range k.Shape {
		if d <= 0 {
			return nil, malformed("shape %v", k.Shape)
		}
	}
	axes := s.from[:0]
	shape := s.shape[:0]
	for a := range k.Shape {
		if len(k.Shape) > maxDims && a > 0 && mergeable(k, a) {
			shape[len(shape)-1] *= int64(k.Shape[a])
			axes[len(axes)-1] = a
			continue
		}
		if len(shape) == maxDims {
			return nil, fmt.Errorf("a kernel of more than %d dimensions that can't be merged: %w", maxDims, backend.ErrUnsupported)
		}
		axes, shape = append(axes, a), append(shape, int64(k.Shape[a]))
	}
	s.nd = len(shape)
	for i, a := range axes {
		s.reduce[i] = len(k.Folds) > 0 && k.Reduce[a]
	}
	return axes, nil
}

// mergeable reports whether axis a continues axis a-1 in every view.
func mergeable(k *backend.Kernel, a int) bool {
	if len(k.Folds) > 0 && k.Reduce[a] != k.Reduce[a-1] {
		return false
	}
	joins := func(v *backend.View) bool { return v.Strides[a-1] == v.Strides[a]*k.Shape[a] }
	for i := range k.Inputs {
		if !joins(&k.Inputs[i]) {
			return false
		}
	}
	for i := range k.Stores {
		if !joins(&k.Stores[i].View) {
			return false
		}
	}
	for i := range k.Folds {
		if !joins(&k.Folds[i].View) {
			return false
		}
	}
	return true
}

// load takes one view over, of which the axes named are left.
func (o *operand) load(v *backend.View, dtype expr.DType, shape, axes []int, p *pool) error {
	if len(v.Strides) != len(shape) || v.DType != dtype {
		return malformed("a view of %v with strides %v for shape %v of %v", v.DType, v.Strides, shape, dtype)
	}
	size := dtype.Size()
	*o = operand{size: int64(size), dtype: dtype}
	if v.Buffer == nil {
		if dtype != expr.Int64 {
			return malformed("the identity as %v", dtype)
		}
		o.first = int64(v.Offset)
		size = 1
	} else {
		b, ok := v.Buffer.(*buffer)
		if !ok || b.pool != p {
			return malformed("a buffer of another device")
		}
		low, high := v.Offset, v.Offset
		for i, d := range shape {
			if reach := (d - 1) * v.Strides[i]; reach < 0 {
				low += reach
			} else {
				high += reach
			}
		}
		if low < 0 || high >= b.bytes/size {
			return malformed("elements %d to %d of a buffer of %d", low, high, b.bytes/size)
		}
		o.buffer, o.ptr = b, unsafe.Add(b.ptr, v.Offset*size)
	}
	for i, a := range axes {
		o.strides[i] = int64(v.Strides[a] * size)
	}
	return nil
}

// malformed is the error of a kernel that nobody should make.
func malformed(format string, args ...any) error {
	return fmt.Errorf("malformed kernel: "+format, args...)
}

// resize returns a slice of length n in the memory of s if that suffices. The
// contents are unspecified.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// operands calls f for each view.
func (s *space) operands(f func(o *operand)) {
	for _, list := range [...][]operand{s.inputs, s.stores, s.folds} {
		for i := range list {
			f(&list[i])
		}
	}
}

// permute puts the axes in a new order.
func (s *space) permute(order []int) {
	apply := func(x *[maxDims]int64) {
		old := *x
		for i, a := range order {
			x[i] = old[a]
		}
	}
	apply(&s.shape)
	old := s.reduce
	for i, a := range order {
		s.reduce[i] = old[a]
	}
	s.operands(func(o *operand) { apply(&o.strides) })
}

// merge joins neighbouring axes where every view allows it.
func (s *space) merge() {
	for a := s.nd - 1; a > 0; a-- {
		joins := s.reduce[a] == s.reduce[a-1]
		s.operands(func(o *operand) {
			joins = joins && o.strides[a-1] == o.strides[a]*s.shape[a]
		})
		if !joins {
			continue
		}
		s.shape[a] *= s.shape[a-1]
		remove := func(x *[maxDims]int64) { copy(x[a-1:], x[a:s.nd]) }
		remove(&s.shape)
		copy(s.reduce[a-1:], s.reduce[a:s.nd])
		s.operands(func(o *operand) { remove(&o.strides) })
		s.nd--
	}
}

// sortByStrides orders the axes so that the view's strides fall, those with
// equal ones as they are.
func (s *space) sortByStrides(by *operand) {
	var list [maxDims]int
	order := list[:s.nd]
	sorted := true
	for i := range order {
		order[i] = i
		sorted = sorted && (i == 0 || magnitude(by.strides[i-1]) >= magnitude(by.strides[i]))
	}
	if sorted {
		return
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return int(min(1, max(-1, magnitude(by.strides[b])-magnitude(by.strides[a]))))
	})
	s.permute(order)
}

// count returns the product of the lengths of some axes.
func (s *space) count(from, to int) int64 {
	n := int64(1)
	for _, d := range s.shape[from:to] {
		n *= d
	}
	return n
}

// leading returns the view by which walking is arranged: the input that is
// broadcast least, the first of equals; nil when there is none in memory.
func (s *space) leading() *operand {
	var best *operand
	most := int64(-1)
	for i := range s.inputs {
		o := &s.inputs[i]
		if o.identity() {
			continue
		}
		n := int64(1)
		for a := range s.nd {
			if o.strides[a] != 0 {
				n *= s.shape[a]
			}
		}
		if n > most {
			best, most = o, n
		}
	}
	return best
}
