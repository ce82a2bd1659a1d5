package array

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// Array is an n-dimensional array of T on a device, or a computation that will
// give one. The zero value is no array; arrays come from constructors such as
// [FromSlice] and from operations on other arrays.
//
// An array has a shape and shares its elements with the arrays that it is a
// view of. Elementwise operations and reductions return at once and are
// computed, fused with one another, when something waits for their values.
//
// Arrays may be used by many goroutines at once, unless two use the same
// elements and one of them writes.
type Array[T Element] struct{ t tensor }

// Lazy is any array, whatever its element type: what [Eval] takes.
type Lazy interface {
	// Eval starts the computation of the array's elements.
	Eval() error
	tensor() *tensor
}

func (a *Array[T]) tensor() *tensor { return a.operand() }

// AnyArray is an array of an element type that is not known when the program is
// written. A type switch over *Array[float32] and so on gives the array.
type AnyArray interface {
	Lazy
	fmt.Formatter
	Shape() []int
	NDim() int
	Size() int
	DType() backend.DType
	Device() backend.Device
	Close()
}

// newView returns an open array that shows elements of st. A nil st with an
// err gives an array whose evaluation fails.
func newView[T Element](st *storage, shp, strides []int, offset int) *Array[T] {
	a := &Array[T]{}
	t := &a.t
	t.dev, t.dtype, t.kind, t.shape = st.dev, expr.TypeOf[T](), kindView, shp
	t.st, t.strides, t.offset = st, strides, offset
	mu := st.dev.PlanLock()
	mu.Lock()
	st.handles++
	mu.Unlock()
	return a
}

// newEmpty returns an array with undefined elements. When the memory can't be
// had, the failure stays with the array.
func newEmpty[T Element](op string, dev backend.Device, shp []int) *Array[T] {
	size := int(unsafe.Sizeof(*new(T)))
	needDevice(op, dev)
	check(op, shape.Check(shp, size))
	st, err := newStorage(dev, shape.Size(shp)*size)
	if err != nil {
		st = &storage{dev: dev, err: err, managed: true}
	}
	return newView[T](st, slices.Clone(shp), shape.Strides(shp), 0)
}

// constant returns an array without a device.
func constant[T Element](s expr.Scalar) *Array[T] {
	a := &Array[T]{}
	a.t.dtype, a.t.kind, a.t.scalar = s.DType, kindConst, s
	return a
}

// Const returns a scalar that belongs to no device and can be combined with
// arrays of any: Const[float32](1).Sub(x) is 1 - x. Item returns its value, but
// it has no elements to be indexed, reduced or written. Operations of constants
// alone give constants.
func Const[T Element](v T) *Array[T] { return constant[T](expr.ScalarOf(v)) }

// alive panics when the array is nil, no array, or closed.
func (t *tensor) alive(op string) {
	if t == nil || t.dtype == expr.Invalid {
		fail(op, "the array is nil or the zero Array; make one with a constructor such as array.Zeros")
	}
	if t.closed.Load() {
		panic(&Error{Op: op, Shapes: [][]int{t.shape}, Reason: "the array is closed", Err: backend.ErrClosed})
	}
}

// known panics when the array is nil or no array. Closed ones still know what
// they were.
func (a *Array[T]) known(op string) *tensor {
	t := a.operand()
	if t == nil || t.dtype == expr.Invalid {
		t.alive(op)
	}
	return t
}

// Shape returns the lengths of the axes, in a new slice.
func (a *Array[T]) Shape() []int {
	s := a.known("Shape").shape
	return append(make([]int, 0, len(s)), s...)
}

// Dim returns the length of one axis; negative axes count from the end.
func (a *Array[T]) Dim(axis int) int {
	s := a.known("Dim").shape
	i, err := shape.Axis(axis, len(s))
	check("Dim", err)
	return s[i]
}

// NDim returns the number of axes.
func (a *Array[T]) NDim() int { return len(a.known("NDim").shape) }

// Size returns the number of elements.
func (a *Array[T]) Size() int { return shape.Size(a.known("Size").shape) }

// DType returns the run-time name of T.
func (a *Array[T]) DType() backend.DType { return a.known("DType").dtype }

// Device returns the device that the array is on, nil for a constant.
func (a *Array[T]) Device() backend.Device { return a.known("Device").dev }

// IsContiguous reports whether the elements stand in memory in row-major order
// without gaps. What has not been computed yet will.
func (a *Array[T]) IsContiguous() bool {
	t := a.known("IsContiguous")
	return t.kind != kindView || shape.Contiguous(t.shape, t.strides)
}

// Strides returns the distances, in elements, between neighbours along each
// axis.
func (a *Array[T]) Strides() []int {
	t := a.known("Strides")
	if t.kind == kindView {
		return slices.Clone(t.strides)
	}
	return shape.Strides(t.shape)
}

// Eval starts the computation of the array's elements, if that has not been
// done, and returns when the work is queued, with the failures that are known
// by then. On the CPU that is when it is done.
func (a *Array[T]) Eval() error { return Eval(a) }

// Eval starts the computation of several arrays. Those that share
// subexpressions, or are reductions of one input over the same axes, are
// computed together. It returns the first failure.
func Eval(arrays ...Lazy) error {
	for _, a := range arrays {
		if a == nil {
			fail("Eval", "an array is nil")
		}
	}
	for i, a := range arrays {
		t := a.tensor()
		t.alive("Eval")
		if t.kind != kindValue || t.node.finished() {
			continue
		}
		nodes := []*node{t.node}
		for _, b := range arrays[i+1:] {
			if u := b.tensor(); u.kind == kindValue && sameDevice(u.dev, t.dev) {
				nodes = append(nodes, u.node)
			}
		}
		_ = evaluate(t.dev, nodes...) // the failures are with the nodes
	}
	for _, a := range arrays {
		if err := a.tensor().failure(); err != nil {
			return err
		}
	}
	return nil
}

// failure returns why an evaluated tensor has no value.
func (t *tensor) failure() error {
	switch t.kind {
	case kindValue:
		if st := t.node.value.Load(); st != nil {
			return st.err // of a write
		}
		return t.node.err
	case kindView:
		return t.st.err
	}
	return nil
}

// evaluated returns the tensor's storage and layout after computing it. The
// misuse of a constant is reported under the name op.
func (t *tensor) evaluated(op string) (st *storage, strides []int, offset int, err error) {
	t.alive(op)
	if t.kind == kindConst {
		fail(op, "a constant has no device; make it an array with Full")
	}
	if t.kind == kindValue {
		if err := evaluate(t.dev, t.node); err != nil {
			return nil, nil, 0, err
		}
	}
	st, strides, offset = t.located()
	return st, strides, offset, st.usable()
}

// sound computes the tensor and waits, so that a failure is known before what
// it would spoil is begun.
func (t *tensor) sound(op string) error {
	st, _, _, err := t.evaluated(op)
	if err != nil {
		return err
	}
	return st.wait()
}

// Close ends the array. Its memory returns to the device's pool when no other
// view of it is open and nothing pending reads it. Arrays that are not closed
// are reclaimed by the garbage collector. A second Close does nothing. A closed
// array still knows its shape and type; whatever needs its elements panics.
func (a *Array[T]) Close() { a.operand().close() }

func (t *tensor) close() {
	if t == nil || t.dtype == expr.Invalid || t.closed.Swap(true) || t.dev == nil {
		return
	}
	mu := t.dev.PlanLock()
	mu.Lock()
	defer mu.Unlock()
	st := t.st
	if t.kind == kindValue {
		t.node.handles--
		if st = t.node.value.Load(); st == nil {
			return
		}
	}
	if st != nil {
		st.handles--
		st.release()
	}
}

// ToSlice computes the array, waits, and returns its elements in row-major
// order in a new slice.
func (a *Array[T]) ToSlice() ([]T, error) {
	c, err := a.compact("ToSlice")
	if err != nil {
		return nil, err
	}
	out := make([]T, a.Size()) // which the device has had room for
	if err := c.copyOut(out); err != nil {
		return nil, err
	}
	return out, nil
}

// compact computes the array and returns it, or a copy, in contiguous memory.
func (a *Array[T]) compact(op string) (*Array[T], error) {
	a.operand().alive(op)
	if a.t.kind == kindView && !shape.Contiguous(a.t.shape, a.t.strides) {
		a = a.Copy()
	}
	_, _, _, err := a.t.evaluated(op)
	return a, err
}

// copyOut waits for a contiguous, computed array and copies its elements.
func (a *Array[T]) copyOut(dst []T) error {
	st, _, offset := a.t.located()
	if len(dst) > 0 {
		if err := a.t.dev.CopyOut(bytesOf(dst), st.buf, offset*a.t.dtype.Size()); err != nil {
			return err
		}
	}
	return st.wait()
}

// CopyTo computes the array, waits, and copies its elements in row-major order
// to dst, which must have as many.
func (a *Array[T]) CopyTo(dst []T) error {
	a.operand().alive("CopyTo")
	if len(dst) != a.Size() {
		failShapes("CopyTo", fmt.Sprintf("the destination has %d elements, not %d", len(dst), a.Size()), a.t.shape)
	}
	c, err := a.compact("CopyTo")
	if err != nil {
		return err
	}
	return c.copyOut(dst)
}

// bytesOf returns the memory of a slice.
func bytesOf[T Element](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*int(unsafe.Sizeof(s[0])))
}

// Item computes the array, waits, and returns its one element. It panics when
// there is not exactly one.
func (a *Array[T]) Item() (T, error) {
	var v [1]T
	a.operand().alive("Item")
	if a.t.kind == kindConst {
		return expr.ScalarAs[T](a.t.scalar), nil
	}
	if a.Size() != 1 {
		failShapes("Item", "the array does not have exactly one element; index it with Slice, or use ToSlice", a.t.shape)
	}
	err := a.CopyTo(v[:])
	return v[0], err
}

// Copy returns an array of the same elements that shares none of them. Like an
// elementwise operation it is computed later, from the elements as they are
// now.
func (a *Array[T]) Copy() *Array[T] {
	a.operand().alive("Copy")
	if a.t.kind == kindConst {
		return constant[T](a.t.scalar)
	}
	return newResult[T](&node{dev: a.t.dev, in: a.t.dtype, dtype: a.t.dtype, nargs: 1, args: [3]*tensor{&a.t}, shape: a.t.shape})
}

// To returns the array's elements on another device. On the same device it is
// a view of the array itself, which the stream of the handle dev works with,
// whether or not the one that made the array is still open. Otherwise the array is computed and copied:
// directly where the devices can (two GPUs), else through host memory before it
// returns. A failure stays with the result.
func (a *Array[T]) To(dev backend.Device) *Array[T] {
	a.operand().alive("To")
	needDevice("To", dev)
	if a.t.kind == kindConst {
		return Full(dev, expr.ScalarAs[T](a.t.scalar))
	}
	if sameDevice(dev, a.t.dev) {
		v := a.view("To", func(t layout) (layout, error) { return t, nil })
		v.t.dev = dev
		return v
	}
	st, err := transfer(a, dev)
	return started[T](dev, a.t.shape, st, err)
}
