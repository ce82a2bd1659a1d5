package array

import (
	"runtime"
	"slices"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// What selects by the values of elements has a length that only those tell, so
// it computes its operands, waits, and returns what failed. Without indexing on
// the device that wraps backend.ErrUnsupported.

// Compress returns the elements at which mask is true, in row-major order, as a
// 1-d array: a[mask] in NumPy. The mask has the shape of a; for one along an
// axis see [CompressAxis]. It computes both, waits for the mask, since the
// length of the result depends on it, and returns what failed. [Where] chooses
// without waiting.
func Compress[T Element](a *Array[T], mask *Array[bool]) (*Array[T], error) {
	const op = "Compress"
	dev := oneDevice(op, a.operand(), mask.operand())
	if !equal(a.t.shape, mask.t.shape) {
		failShapes(op, "the mask must have the shape of the array; broadcast it, or select along one axis with CompressAxis", a.t.shape, mask.t.shape)
	}
	if err := evaluateAll(dev, &a.t, &mask.t); err != nil {
		return nil, err
	}
	src, st, err := a.t.placed(op)
	if err != nil {
		return nil, err
	}
	defer runtime.KeepAlive(st)
	out, err := compress[T](op, src, mask)
	if err == nil {
		out.t.st.event = after(out.t.st.event, st.last())
	}
	return out, err
}

// CompressAxis returns the parts of a along an axis at which mask, 1-d and as
// long as the axis, is true: of a matrix and axis 0, the rows. Like [Compress]
// it waits for the mask.
func CompressAxis[T Element](a *Array[T], mask *Array[bool], axis int) (*Array[T], error) {
	const op = "CompressAxis"
	oneDevice(op, a.operand(), mask.operand())
	ax := axisOf(op, &a.t, axis)
	if len(mask.t.shape) != 1 || mask.t.shape[0] != a.t.shape[ax] {
		failShapes(op, "the mask must be 1-d and as long as the axis", a.t.shape, mask.t.shape)
	}
	index, err := flatNonzero(op, mask)
	if err != nil {
		return nil, err
	}
	defer index.Close()
	out := Take(a, index, ax)
	return out, out.Eval()
}

// FlatNonzero returns the positions, in row-major order, of the elements that
// are not zero, or true: those in a.Ravel(). Like [Compress] it waits.
func FlatNonzero[T Element](a *Array[T]) (*Array[int], error) { return flatNonzero("FlatNonzero", a) }

// Nonzero returns the indices of the elements that are not zero, or true, in
// row-major order: for each axis a 1-d array of the positions along it. NaN is
// not zero. Like [Compress] it waits. A 0-d array has no axes: panics.
func Nonzero[T Element](a *Array[T]) ([]*Array[int], error) {
	const op = "Nonzero"
	oneDevice(op, a.operand())
	if len(a.t.shape) == 0 {
		failShapes(op, "a 0-d array has no axes; read it with Item", a.t.shape)
	}
	flat, err := flatNonzero(op, a)
	if err != nil {
		return nil, err
	}
	out := make([]*Array[int], len(a.t.shape))
	for i, s := range shape.Strides(a.t.shape) {
		at := apply[int](op, expr.Div, &flat.t, literal[int](s))
		out[i] = apply[int](op, expr.Mod, &at.t, literal[int](max(a.t.shape[i], 1)))
	}
	return out, nil
}

// ArgWhere returns the indices of the elements that are not zero, or true, in
// row-major order, one a row: the shape is (n, a.NDim()). It is [Nonzero] side
// by side.
func ArgWhere[T Element](a *Array[T]) (*Array[int], error) {
	const op = "ArgWhere"
	dev := oneDevice(op, a.operand())
	flat, err := flatNonzero(op, a)
	if err != nil {
		return nil, err
	}
	defer flat.Close()
	column := flat.ExpandDims(1)
	defer column.Close()
	dims := []int{len(a.t.shape)}
	strides, lengths := upload(op, dev, shape.Strides(a.t.shape), dims), upload(op, dev, a.t.shape, dims)
	at := apply[int](op, expr.Div, &column.t, &strides.t)
	return apply[int](op, expr.Mod, &at.t, &lengths.t), nil
}

func flatNonzero[T Element](op string, a *Array[T]) (*Array[int], error) {
	oneDevice(op, a.operand())
	mask, ok := any(a).(*Array[bool])
	if !ok {
		var zero T
		mask = apply[bool](op, expr.NotEqual, &a.t, literal[T](zero))
		defer mask.Close()
	}
	return compress[int](op, backend.View{DType: expr.Int64, Shape: a.t.shape, Strides: shape.Strides(a.t.shape)}, mask)
}

// compress returns the elements of a view at which mask, of the same shape, is
// true. The view's storage must be kept by the caller.
func compress[T Element](op string, src backend.View, mask *Array[bool]) (*Array[T], error) {
	dev := mask.t.dev
	device, ok := dev.(backend.Indexer)
	if !ok {
		return nil, unsupported(dev, "compact")
	}
	by, st, err := mask.t.placed(op)
	if err != nil {
		return nil, err
	}
	if shape.Size(src.Shape) == 0 {
		return newEmpty[T](op, dev, []int{0}), nil
	}
	dims, _, _, strides := shape.Collapse(slices.Clone(src.Shape), nil, -1, [][]int{slices.Clone(src.Strides), slices.Clone(by.Strides)})
	src.Shape, src.Strides = dims, strides[0]
	by.Shape, by.Strides = dims, strides[1]
	buf, n, err := device.Compact(src, by)
	runtime.KeepAlive(st)
	if err != nil {
		return nil, err
	}
	out := &storage{dev: dev, managed: true}
	out.adopt(buf)
	if err := st.wait(); err != nil { // the mask's own failure
		return nil, err
	}
	return newView[T](out, []int{n}, unitStride, 0), nil
}
