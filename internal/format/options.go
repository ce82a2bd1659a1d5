package format

import (
	"fmt"
	"math"
)

// Options says how an array is printed. Start from [Default] or [FromState]:
// the zero value asks for no digits after the point, no edge items and lines
// of no width.
type Options struct {
	// Verb is the format verb; 0 is read as 'v'.
	Verb rune
	// Precision is the greatest number of digits after the decimal point for
	// %v, and fmt's precision for every other verb. Negative means the
	// default: 8 for %v, fmt's own for the others.
	Precision int
	// Width is the least number of characters an element takes.
	Width int

	// Plus puts Header before the array for %v, and is fmt's + for the others.
	Plus bool
	// Sharp separates elements by commas for %v, and is fmt's # for the others.
	Sharp bool
	// Minus aligns elements to the left.
	Minus bool
	// Space and Zero are fmt's ' ' and 0 flags; %v ignores them.
	Space, Zero bool

	// Threshold is the number of elements above which an array is summarised.
	Threshold int
	// EdgeItems is how many items a summary keeps at each end of each axis.
	EdgeItems int
	// LineWidth is the number of characters after which a row is wrapped.
	LineWidth int

	// Header is the line that %+v writes first, without its line end.
	Header string
}

// defaultPrecision is the number of digits after the point that NumPy prints
// unless told otherwise.
const defaultPrecision = 8

// maxWidth is the greatest width and precision that package fmt accepts.
const maxWidth = 1_000_000

// Default returns NumPy's print options: verb v, shortest digits up to 8 after
// the point, a summary above 1000 elements with 3 items at each end, lines of
// 75 characters.
func Default() Options {
	return Options{Verb: 'v', Precision: -1, Threshold: 1000, EdgeItems: 3, LineWidth: 75}
}

// FromState returns [Default] with the verb, flags, width and precision that a
// Format method was called with.
func FromState(st fmt.State, verb rune) Options {
	o := Default()
	o.Verb = verb
	if p, ok := st.Precision(); ok {
		o.Precision = p
	}
	if w, ok := st.Width(); ok {
		o.Width = w
	}
	o.Plus = st.Flag('+')
	o.Sharp = st.Flag('#')
	o.Minus = st.Flag('-')
	o.Space = st.Flag(' ')
	o.Zero = st.Flag('0')
	return o
}

// plain reports whether the verb asks for the package's own text, as opposed
// to that of package fmt.
func (o Options) plain() bool {
	return o.Verb == 0 || o.Verb == 'v' || o.Verb == 's'
}

// digits returns the precision of %v.
func (o Options) digits() int {
	if o.Precision < 0 {
		return defaultPrecision
	}
	return o.Precision
}

// separator returns what stands between two elements of a row.
func (o Options) separator() string {
	if o.plain() && o.Sharp {
		return ", "
	}
	return " "
}

// edge returns EdgeItems, limited so that twice its value is an int.
func (o Options) edge() int {
	return min(o.EdgeItems, math.MaxInt/2)
}

func (o Options) validate() error {
	switch {
	case o.Width < 0 || o.Width > maxWidth:
		return fmt.Errorf("format: width %d is not in 0…%d", o.Width, maxWidth)
	case o.Precision > maxWidth:
		return fmt.Errorf("format: precision %d is above %d; a negative one asks for the default", o.Precision, maxWidth)
	case o.EdgeItems < 0:
		return fmt.Errorf("format: negative number of edge items %d; use 0 to show none", o.EdgeItems)
	case o.LineWidth < 0:
		return fmt.Errorf("format: negative line width %d; use math.MaxInt not to wrap", o.LineWidth)
	}
	return nil
}
