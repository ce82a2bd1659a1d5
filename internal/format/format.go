package format

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// Element is the set of types that can be printed. It is exact, so that every
// type has one known text.
type Element interface {
	bool |
		int | int8 | int16 | int32 | int64 |
		uint8 | uint16 | uint32 | uint64 |
		float32 | float64 | complex64 | complex128
}

// Source is an array to be printed.
type Source[T Element] struct {
	// Shape holds the axis lengths; an empty Shape is a single element.
	Shape []int
	// At returns the element with the given row-major index. It is called
	// once for each element that is printed and for no other.
	At func(flat int) T
	// Gather, if not nil, is used instead of At: it is called once, with the
	// ascending row-major indices of all printed elements, and returns them in
	// that order. It spares a device one transfer an element, and can fail. It
	// is not called for an empty array.
	Gather func(flat []int) ([]T, error)
}

// Write prints s to w. No line end follows the last bracket.
//
// Time and memory are proportional to the number of printed elements (those
// that [Indices] returns). Write returns an error for a negative axis length,
// a shape of math.MaxInt elements or more, options out of range, a Source
// without At and Gather, a failing Gather and a failing w; it writes nothing
// unless it is w that fails.
func Write[T Element](w io.Writer, s Source[T], o Options) error {
	if err := o.validate(); err != nil {
		return err
	}
	p, err := newPlan(s.Shape, o)
	if err != nil {
		return err
	}
	vals, err := s.read(p)
	if err != nil {
		return err
	}

	buf := bufio.NewWriter(w)
	if o.plain() && o.Plus && o.Header != "" {
		buf.WriteString(o.Header)
		buf.WriteByte('\n')
	}
	switch {
	case p.empty && len(s.Shape) == 1:
		buf.WriteString("[]")
	case p.empty:
		buf.WriteString("[] shape=" + tuple(s.Shape))
	default:
		cells := render(vals, len(s.Shape) == 0, o)
		newLayout(buf, p, cells, o).write()
	}
	return buf.Flush() // bufio keeps the first error of the writes above
}

// read returns the elements that p prints, in row-major order.
func (s Source[T]) read(p *plan) ([]T, error) {
	if p.empty {
		return nil, nil
	}
	flat := p.indices()
	if s.Gather != nil {
		vals, err := s.Gather(flat)
		if err != nil {
			return nil, fmt.Errorf("format: reading %d elements of an array of shape %s: %w", len(flat), tuple(s.Shape), err)
		}
		if len(vals) != len(flat) {
			return nil, fmt.Errorf("format: Gather returned %d elements for %d indices", len(vals), len(flat))
		}
		return vals, nil
	}
	if s.At == nil {
		return nil, errors.New("format: the source has neither At nor Gather")
	}
	vals := make([]T, len(flat))
	for i, f := range flat {
		vals[i] = s.At(f)
	}
	return vals, nil
}
