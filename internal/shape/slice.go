package shape

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// IndexKind tells what an Index does.
type IndexKind uint8

// The kinds of Index.
const (
	IndexSpan     IndexKind = iota // a range with a step
	IndexAt                        // one position; the axis goes away
	IndexNewAxis                   // a new axis of length 1
	IndexEllipsis                  // as many whole axes as are left over
)

// Index selects along one axis.
type Index struct {
	Kind              IndexKind
	Start, Stop, Step int  // Start is the position for IndexAt
	HasStart, HasStop bool // false: the end where the step begins or leads to
}

// String writes the index as it stands in a slice expression.
func (x Index) String() string {
	switch x.Kind {
	case IndexAt:
		return strconv.Itoa(x.Start)
	case IndexNewAxis:
		return "newaxis"
	case IndexEllipsis:
		return "..."
	}
	var b strings.Builder
	if x.HasStart {
		b.WriteString(strconv.Itoa(x.Start))
	}
	b.WriteByte(':')
	if x.HasStop {
		b.WriteString(strconv.Itoa(x.Stop))
	}
	if x.Step != 1 {
		b.WriteByte(':')
		b.WriteString(strconv.Itoa(x.Step))
	}
	return b.String()
}

// Slice applies indices to a view and returns the shape, strides and offset of
// what they select. Ranges are clipped to the axis as in Python; a position
// out of range is an error.
func Slice(shape, strides []int, offset int, indices []Index) ([]int, []int, int, error) {
	used, ellipsis := 0, -1
	for i, x := range indices {
		switch x.Kind {
		case IndexEllipsis:
			if ellipsis >= 0 {
				return nil, nil, 0, fmt.Errorf("more than one ellipsis")
			}
			ellipsis = i
		case IndexNewAxis:
		default:
			used++
		}
	}
	if used > len(shape) {
		return nil, nil, 0, fmt.Errorf("%d indices for %d dimensions of shape %s", used, len(shape), Format(shape))
	}
	outShape := make([]int, 0, len(shape)+len(indices))
	outStrides := make([]int, 0, len(shape)+len(indices))
	axis := 0
	whole := func(n int) {
		for ; n > 0; n-- {
			outShape, outStrides = append(outShape, shape[axis]), append(outStrides, strides[axis])
			axis++
		}
	}
	for _, x := range indices {
		switch x.Kind {
		case IndexEllipsis:
			whole(len(shape) - used)
		case IndexNewAxis:
			outShape, outStrides = append(outShape, 1), append(outStrides, 0)
		case IndexAt:
			p, n := x.Start, shape[axis]
			if p < 0 {
				p += n
			}
			if p < 0 || p >= n {
				return nil, nil, 0, fmt.Errorf("index %d is out of range for axis %d of length %d", x.Start, axis, n)
			}
			offset += p * strides[axis]
			axis++
		default:
			start, n, err := x.resolve(shape[axis])
			if err != nil {
				return nil, nil, 0, err
			}
			if n > 0 {
				offset += start * strides[axis]
			}
			stride := strides[axis]
			if n > 1 {
				stride *= x.Step // can't overflow: the last element is inside the axis
			}
			outShape, outStrides = append(outShape, n), append(outStrides, stride)
			axis++
		}
	}
	whole(len(shape) - axis)
	return outShape, outStrides, offset, nil
}

// resolve returns the first position and the number of positions of a range
// on an axis of length n.
func (x Index) resolve(n int) (start, count int, err error) {
	if x.Step == 0 {
		return 0, 0, fmt.Errorf("the step of %v is 0", x)
	}
	lo, hi := 0, n // where a position may stand, as an end of the range
	if x.Step < 0 {
		lo, hi = -1, n-1
	}
	clip := func(p int) int {
		if p < 0 {
			p += n
		}
		return min(max(p, lo), hi)
	}
	start, stop := lo, hi
	if x.Step < 0 {
		start, stop = hi, lo
	}
	if x.HasStart {
		start = clip(x.Start)
	}
	if x.HasStop {
		stop = clip(x.Stop)
	}
	switch {
	case x.Step > 0 && start < stop:
		count = 1 + (stop-start-1)/x.Step
	case x.Step < 0 && start > stop:
		back := -x.Step
		if back < 0 { // the smallest int has no opposite
			back = math.MaxInt
		}
		count = 1 + (start-stop-1)/back
	}
	return start, count, nil
}

// ParseSlice reads the text form of a slice, "1:4, ..., ::-1", with
// "newaxis" or "None" for a new axis.
func ParseSlice(text string) ([]Index, error) {
	if strings.TrimSpace(text) == "" {
		return nil, fmt.Errorf("the slice is empty; \":\" selects a whole axis, \"...\" everything")
	}
	parts := strings.Split(text, ",")
	if len(parts) > 1 && strings.TrimSpace(parts[len(parts)-1]) == "" {
		parts = parts[:len(parts)-1] // a trailing comma, as in Python
	}
	out := make([]Index, 0, len(parts))
	for _, part := range parts {
		x, err := parseIndex(strings.TrimSpace(part))
		if err != nil {
			return nil, fmt.Errorf("%w in slice %q", err, text)
		}
		out = append(out, x)
	}
	return out, nil
}

func parseIndex(s string) (Index, error) {
	switch s {
	case "":
		return Index{}, fmt.Errorf("nothing between two commas")
	case "...":
		return Index{Kind: IndexEllipsis}, nil
	case "newaxis", "None":
		return Index{Kind: IndexNewAxis}, nil
	}
	fields := strings.Split(s, ":")
	if len(fields) > 3 {
		return Index{}, fmt.Errorf("%q has more than start:stop:step", s)
	}
	var v [3]int
	var has [3]bool
	for i, f := range fields {
		if f = strings.TrimSpace(f); f == "" {
			continue
		}
		n, err := strconv.Atoi(f)
		if err != nil {
			return Index{}, fmt.Errorf("%q is no integer", f)
		}
		v[i], has[i] = n, true
	}
	if len(fields) == 1 {
		return Index{Kind: IndexAt, Start: v[0]}, nil
	}
	x := Index{Start: v[0], Stop: v[1], Step: 1, HasStart: has[0], HasStop: has[1]}
	if has[2] {
		x.Step = v[2]
	}
	if x.Step == 0 {
		return Index{}, fmt.Errorf("step 0 in %q", s)
	}
	return x, nil
}
