package array

import (
	"fmt"
	"io"

	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/format"
	"github.com/cugond/cugond/internal/shape"
)

// Format implements [fmt.Formatter]. %v and %s write the array as NumPy does:
// nested brackets, aligned columns, at most 8 digits after the point, and of
// more than 1000 elements only those at the ends of each axis. %#v puts commas
// between the elements; %+v begins with a line such as
//
//	float32 (3, 4) on cpu
//
// %.3v limits the digits after the point to 3. Other verbs (%g, %8.3f, %d, %x)
// format each element as package fmt does, to a common width.
//
// The array is computed. Only the elements that are printed are copied from
// the device. What can't be printed, because it was closed or its computation
// failed, prints the reason:
//
//	array.Array[float32](3, 4): out of memory
func (a *Array[T]) Format(st fmt.State, verb rune) {
	// Format has nobody to report a failing write to: the caller of fmt gets it.
	switch name := "array.Array[" + expr.TypeOf[T]().String() + "]"; {
	case a == nil:
		_, _ = io.WriteString(st, name+"(nil)")
	case a.t.dtype == expr.Invalid:
		_, _ = io.WriteString(st, name+": the zero Array; make one with a constructor such as array.Zeros")
	case a.t.closed.Load():
		_, _ = io.WriteString(st, name+shape.Format(a.t.shape)+": the array is closed")
	default:
		var err error
		if misuse := Try(func() { err = a.print(st, verb) }); misuse != nil {
			err = misuse // closed by another goroutine meanwhile
		}
		if err != nil {
			_, _ = io.WriteString(st, name+shape.Format(a.t.shape)+": "+err.Error())
		}
	}
}

// String returns what %v writes, see [Array.Format].
func (a *Array[T]) String() string { return fmt.Sprintf("%v", a) }

func (a *Array[T]) print(st fmt.State, verb rune) error {
	o := format.FromState(st, verb)
	o.Header = a.describe()
	var failed error // the device's own error, without what format puts around it
	err := format.Write(st, format.Source[T]{
		Shape: a.t.shape,
		Gather: func(flat []int) (v []T, err error) {
			v, failed = a.gather(flat)
			return v, failed
		},
	}, o)
	if failed != nil {
		return failed
	}
	return err
}

// describe returns the header of %+v.
func (a *Array[T]) describe() string {
	s := a.t.dtype.String() + " " + shape.Format(a.t.shape)
	if a.t.dev == nil {
		return s + " on any device"
	}
	return s + " on " + a.t.dev.Name()
}

// gather returns the elements with the given row-major positions, which are
// ascending and a product of positions along each axis: the corners of the
// array, or all of it. The corners are put together on the device, so that one
// copy brings them to the host.
func (a *Array[T]) gather(flat []int) ([]T, error) {
	if a.t.kind == kindConst {
		v, err := a.Item()
		return []T{v}, err
	}
	if len(flat) == a.Size() {
		return a.ToSlice()
	}
	if err := a.Eval(); err != nil {
		return nil, err
	}
	blocks, shp := blocksOf(flat, a.t.shape)
	out := newEmpty[T]("Format", a.t.dev, shp)
	defer out.Close()
	for _, b := range blocks {
		from, to := a.Slice(b.from...), out.Slice(b.to...)
		to.Assign(from)
		from.Close()
		to.Close()
	}
	return out.ToSlice()
}

// block is a box of an array and its place among the printed elements.
type block struct{ from, to []Index }

// blocksOf divides a product of positions along each axis, given by the
// row-major positions of its elements in an array, into boxes. shp is the
// product's shape.
func blocksOf(flat, of []int) (blocks []block, shp []int) {
	blocks, shp = []block{{}}, make([]int, len(of))
	strides := shape.Strides(of)
	for i, n := range of {
		var at []int // ascending, since flat is
		for _, f := range flat {
			if p := f / strides[i] % n; len(at) == 0 || p > at[len(at)-1] {
				at = append(at, p)
			}
		}
		shp[i] = len(at)
		var next []block
		for start := 0; start < len(at); {
			end := start + 1
			for end < len(at) && at[end] == at[end-1]+1 {
				end++
			}
			for _, b := range blocks {
				next = append(next, block{
					from: append(b.from[:i:i], Span(at[start], at[end-1]+1)),
					to:   append(b.to[:i:i], Span(start, end)),
				})
			}
			start = end
		}
		blocks = next
	}
	return blocks, shp
}
