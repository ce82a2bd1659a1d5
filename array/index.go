package array

import "github.com/cugond/cugond/internal/shape"

// Index selects along one axis in [Array.Slice]. It comes from [Span], [From],
// [To], [At], or with a step from [SpanStep], [FromStep] and [Step], or is
// [Colon], [NewAxis] or [Ellipsis].
type Index struct{ x shape.Index }

// String writes the index as in the text form of a slice.
func (i Index) String() string { return i.x.String() }

// The indices that need no numbers.
var (
	// Colon selects a whole axis.
	Colon = Index{shape.Index{Kind: shape.IndexSpan, Step: 1}}
	// NewAxis puts a new axis of length 1 in its place.
	NewAxis = Index{shape.Index{Kind: shape.IndexNewAxis}}
	// Ellipsis stands for as many whole axes as the other indices leave.
	Ellipsis = Index{shape.Index{Kind: shape.IndexEllipsis}}
)

// Span selects the positions from start up to, but without, stop. Negative
// ones count from the end; what lies outside the axis is left out.
func Span(start, stop int) Index { return SpanStep(start, stop, 1) }

// SpanStep selects every step-th position from start up to, but without, stop.
// A negative step walks backwards. To walk back to the very first element,
// which no stop can express, use FromStep.
func SpanStep(start, stop, step int) Index {
	return Index{shape.Index{Start: start, Stop: stop, Step: step, HasStart: true, HasStop: true}}
}

// From selects the positions from start to the end of the axis.
func From(start int) Index { return FromStep(start, 1) }

// FromStep selects every step-th position from start to the end of the axis,
// which with a negative step is its first element.
func FromStep(start, step int) Index {
	return Index{shape.Index{Start: start, Step: step, HasStart: true}}
}

// To selects the positions up to, but without, stop.
func To(stop int) Index {
	return Index{shape.Index{Stop: stop, Step: 1, HasStop: true}}
}

// Step selects every step-th position of a whole axis; Step(-1) reverses it.
func Step(step int) Index { return Index{shape.Index{Step: step}} }

// At selects one position, negative ones counting from the end, and drops the
// axis.
func At(position int) Index { return Index{shape.Index{Kind: shape.IndexAt, Start: position}} }

// Slice returns a view of the selected elements, one index an axis. Axes
// without an index are whole. As in Python, ranges are cut to the axis; a
// single position outside it panics, as does a step of 0.
func (a *Array[T]) Slice(indices ...Index) *Array[T] { return a.slice("Slice", indices) }

func (a *Array[T]) slice(op string, indices []Index) *Array[T] {
	xs := make([]shape.Index, len(indices))
	for i, x := range indices {
		xs[i] = x.x
	}
	return a.view(op, func(v layout) (out layout, err error) {
		out.shape, out.strides, out.offset, err = shape.Slice(v.shape, v.strides, v.offset, xs)
		return out, err
	})
}

// SliceString is [Array.Slice] with the indices as text, as they stand between
// the brackets in Python: "1:4, ..., ::-1". A new axis is "newaxis" or "None".
func (a *Array[T]) SliceString(text string) *Array[T] {
	a.operand().alive("SliceString")
	xs, err := shape.ParseSlice(text)
	if err != nil {
		failShapes("SliceString", err.Error(), a.t.shape)
	}
	return a.view("SliceString", func(v layout) (out layout, err error) {
		out.shape, out.strides, out.offset, err = shape.Slice(v.shape, v.strides, v.offset, xs)
		return out, err
	})
}
