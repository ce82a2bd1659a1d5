package format

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// summaryRank is the number of axes up to which a summary keeps EdgeItems
// items at both ends of every axis. The number of shown elements grows with
// the power of the rank, so above it the outer axes show fewer.
const summaryRank = 5

// axis says which items of one axis are shown: the first lead and the last
// trail of n, with an ellipsis between them if that leaves some out.
type axis struct {
	n, lead, trail int
}

func (a axis) shown() int   { return a.lead + a.trail }
func (a axis) elided() bool { return a.shown() < a.n }

// shrink shows fewer items, half of them at most, and one at least.
func (a axis) shrink() axis {
	half := a.shown() / 2
	return axis{n: a.n, lead: half - half/2, trail: half / 2}
}

// plan is the part of an array that is printed.
type plan struct {
	axes  []axis
	empty bool
}

// Indices returns the row-major indices of the elements that [Write] reads for
// an array of this shape, in ascending order. It returns the errors of Write.
func Indices(shape []int, o Options) ([]int, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	p, err := newPlan(shape, o)
	if err != nil || p.empty {
		return nil, err
	}
	return p.indices(), nil
}

func newPlan(shape []int, o Options) (*plan, error) {
	p := &plan{axes: make([]axis, len(shape))}
	for i, n := range shape {
		if n < 0 {
			return nil, fmt.Errorf("format: shape %s has the negative length %d on axis %d", tuple(shape), n, i)
		}
		p.axes[i] = axis{n: n, trail: n}
		p.empty = p.empty || n == 0
	}
	if p.empty {
		return p, nil
	}
	size := 1
	for _, n := range shape {
		if size = mulSaturated(size, n); size == math.MaxInt {
			return nil, fmt.Errorf("format: shape %s has %d elements or more, above what an array can hold", tuple(shape), size)
		}
	}
	if size > o.Threshold {
		p.summarise(o)
	}
	return p, nil
}

// summarise keeps the ends of every axis. Outermost axes are cut further while
// the whole is larger than a summary of summaryRank axes may be.
func (p *plan) summarise(o Options) {
	edge := o.edge()
	for i, a := range p.axes {
		if a.n > 2*edge {
			p.axes[i] = axis{n: a.n, lead: edge, trail: edge}
		}
	}
	if len(p.axes) <= summaryRank {
		return
	}
	limit := 1
	for range summaryRank {
		limit = mulSaturated(limit, 2*edge)
	}
	limit = max(limit, o.Threshold, 1)
	for i := 0; i < len(p.axes) && p.count() > limit; {
		if p.axes[i].shown() <= 1 {
			i++
			continue
		}
		p.axes[i] = p.axes[i].shrink()
	}
}

// count returns the number of printed elements, or MaxInt if it is larger.
func (p *plan) count() int {
	n := 1
	for _, a := range p.axes {
		n = mulSaturated(n, a.shown())
	}
	return n
}

// indices returns the row-major indices of the printed elements, ascending.
// It extends a list of row starts axis by axis, outermost first.
func (p *plan) indices() []int {
	flat := []int{0}
	for _, a := range p.axes {
		next := make([]int, 0, len(flat)*a.shown())
		for _, base := range flat {
			base *= a.n
			for i := range a.lead {
				next = append(next, base+i)
			}
			for i := a.n - a.trail; i < a.n; i++ {
				next = append(next, base+i)
			}
		}
		flat = next
	}
	return flat
}

// mulSaturated returns the product of two non-negative ints, MaxInt if it
// does not fit.
func mulSaturated(a, b int) int {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi != 0 || lo > math.MaxInt {
		return math.MaxInt
	}
	return int(lo)
}

// tuple writes a shape as NumPy does: (), (3,), (3, 4).
func tuple(shape []int) string {
	if len(shape) == 1 {
		return "(" + strconv.Itoa(shape[0]) + ",)"
	}
	var b strings.Builder
	b.WriteByte('(')
	for i, n := range shape {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(n))
	}
	b.WriteByte(')')
	return b.String()
}
