package array

import (
	"fmt"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// Bincount returns how often each of the numbers 0, 1, 2, … occurs among the
// elements: a 1-d array up to the largest of them, and of the given length at
// least. A negative element is an error that wraps backend.ErrData. Since the
// length depends on the elements, it waits and returns what failed.
func Bincount(a *Array[int], length int) (*Array[int], error) {
	const op = "Bincount"
	dev := oneDevice(op, a.operand())
	if length < 0 {
		fail(op, "the least length, %d, is negative", length)
	}
	values, counts, err := UniqueCounts(a)
	if err != nil {
		return nil, err
	}
	defer values.Close()
	if n := values.Size(); n > 0 {
		least, err := values.ItemAt(0)
		if err != nil {
			return nil, err
		}
		most, err := values.ItemAt(-1)
		if err != nil {
			return nil, err
		}
		if least < 0 {
			return nil, fmt.Errorf("array: Bincount counts from 0, and an element is %d: %w", least, &backend.Fault{Code: backend.FaultIndex})
		}
		length = max(length, most)
		if length == most {
			if err := shape.Check([]int{most}, 16); err != nil { // and one more
				return nil, fmt.Errorf("array: Bincount up to %d: %w: %w", most, err, backend.ErrOutOfMemory)
			}
			length = most + 1
		}
	}
	out := Zeros[int](dev, length)
	out.Put(values, counts, 0)
	return out, out.Eval()
}

// Histogram returns how many elements are in each of a number of bins of equal
// width between the least and the greatest, and the edges of the bins, one more
// than there are. Each bin includes its lower edge, the last one both. Where
// all elements are equal the bins cover a half to each side; of no elements
// they are empty, from 0 to 1. It waits for the ends. When they are not finite,
// as with a NaN among the elements, the error wraps backend.ErrData; name the
// ends with [HistogramRange] then.
func Histogram[T Float](a *Array[T], bins int) (counts *Array[int], edges *Array[T], err error) {
	const op = "Histogram"
	oneDevice(op, a.operand())
	checkBins(op, bins)
	lo, hi := T(0), T(1)
	if a.Size() > 0 {
		least, most := Min(a), Max(a)
		if lo, err = least.Item(); err != nil {
			return nil, nil, err
		}
		if hi, err = most.Item(); err != nil {
			return nil, nil, err
		}
	}
	if lo-lo != 0 || hi-hi != 0 {
		return nil, nil, fmt.Errorf("array: Histogram from %v to %v has no bins; name the ends with HistogramRange: %w", lo, hi, backend.ErrData)
	}
	if lo == hi {
		lo, hi = lo-0.5, hi+0.5
	}
	counts, edges = histogram(op, a, bins, lo, hi)
	return counts, edges, nil
}

// HistogramRange returns how many elements are in each of a number of bins of
// equal width from lo to hi, and the edges of the bins. Elements outside, and
// NaN, are not counted. All else is as in [Histogram], but that it starts at
// once and does not wait; what fails stays with the counts.
func HistogramRange[T Float](a *Array[T], bins int, lo, hi T) (counts *Array[int], edges *Array[T]) {
	const op = "HistogramRange"
	oneDevice(op, a.operand())
	checkBins(op, bins)
	if !(lo < hi) || lo-lo != 0 || hi-hi != 0 {
		fail(op, "the ends %v and %v must be finite, the first below the second", lo, hi)
	}
	return histogram(op, a, bins, lo, hi)
}

// HistogramEdges returns how many elements are in each of the bins between the
// edges, which are a 1-d array in ascending order of two at least. Each bin
// includes its lower edge, the last one both. Elements outside, and NaN, are
// not counted. It sorts a copy of a and starts at once; what fails stays with
// the result.
func HistogramEdges[T Ordered](a, edges *Array[T]) *Array[int] {
	const op = "HistogramEdges"
	oneDevice(op, a.operand(), edges.operand())
	if len(edges.t.shape) != 1 || edges.t.shape[0] < 2 {
		failShapes(op, "the edges must be 1-d, and two at least", a.t.shape, edges.t.shape)
	}
	return countBetween(op, a, edges)
}

func checkBins(op string, bins int) {
	if bins < 1 {
		fail(op, "the number of bins, %d, must be positive", bins)
	}
	check(op, shape.Check([]int{bins}, 16)) // and one more
}

func histogram[T Float](op string, a *Array[T], bins int, lo, hi T) (*Array[int], *Array[T]) {
	edges := linspace(op, a.t.dev, lo, hi, bins+1, true)
	return countBetween(op, a, edges), edges
}

// countBetween counts the elements between edges: the differences of how many come
// before each.
func countBetween[T Ordered](op string, a, edges *Array[T]) *Array[int] {
	flat := a.Ravel()
	defer flat.Close()
	sorted := sortRows[T](op, flat, false)
	defer sorted.Close()
	ends := splitAt(op, edges, []int{edges.Size() - 1}, 0)
	defer ends[0].Close()
	defer ends[1].Close()
	before := concatenate(op, 0, []*Array[int]{search(op, sorted, ends[0], false), search(op, sorted, ends[1], true)})
	defer before.Close()
	later, earlier := before.Slice(From(1)), before.Slice(To(-1))
	defer later.Close()
	defer earlier.Close()
	return apply[int](op, expr.Sub, &later.t, &earlier.t)
}
