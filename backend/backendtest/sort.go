package backendtest

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
	"github.com/cugond/cugond/internal/oracle"
	"github.com/cugond/cugond/internal/shape"
)

func sortAction(positions bool) *action {
	return &action{
		name: fmt.Sprintf("sort, positions %v", positions),
		start: func(dev backend.Device, k *backend.Kernel) (backend.Event, error) {
			return dev.(backend.Sorter).Sort(k.Stores[0].View, k.Inputs[0], positions)
		},
		oracle: func(k *backend.Kernel, mem oracle.Memory) error {
			return oracle.Sort(k.Stores[0].View, k.Inputs[0], positions, mem)
		},
	}
}

var sortValues, sortPositions = sortAction(false), sortAction(true)

// sorts tests sorting.
func (s *suite) sorts(t *testing.T) {
	if _, ok := s.dev.(backend.Sorter); !ok {
		if s.req.Sort {
			t.Fatal("the device has no Sorter")
		}
		t.Skip("the device has no Sorter")
	}
	sizes := [][]int{{1, 1}, {3, 1}, {1, 2}, {0, 4}, {3, 0}, {5, 7}, {4, 64}, {2, 300}, {1, 1025}, {700, 3}, {3, 2000}}
	long := [][]int{{1, 140_001}, {3, 24_000}}
	if !s.req.Quick {
		sizes = append(sizes, []int{1, 5000}, []int{40, 513})
	}
	for _, d := range s.req.Types {
		if !expr.KindOrdered.Has(d) {
			continue
		}
		t.Run(d.String(), func(t *testing.T) {
			for _, dims := range sizes {
				s.sorted(t, d, dims, "mixed", numtest.Values(d, min(shape.Size(dims), 5003), 1))
				s.sorted(t, d, dims, "few", numtest.Values(d, 5, 2))
			}
			if s.longRows(d) {
				for _, dims := range long {
					s.sorted(t, d, dims, "mixed", numtest.Values(d, 5003, 1))
				}
			}
			for _, dims := range [][]int{{1, 1000}, {3, 90}} {
				for name, values := range orders(d, dims[1]) {
					s.sorted(t, d, dims, name, values)
				}
			}
			s.sorted(t, d, []int{2, 2 * len(numtest.Specials(d))}, "specials", numtest.Specials(d))
			if d.Kind() == expr.KindFloat {
				s.sorted(t, d, []int{3, 8}, "zeros and NaN", notNumbers(d, 8))
				s.sorted(t, d, []int{1, 3000}, "zeros and NaN", notNumbers(d, 3000))
			}
		})
	}
	if s.req.Huge && !s.req.Quick && s.has(expr.Uint8) {
		t.Run("long", s.sortLong)
	}
}

// longRows reports whether long rows of a type are tested: one of each size is,
// and both floats are.
func (s *suite) longRows(d expr.DType) bool {
	switch d {
	case expr.Float32:
		return true
	case expr.Uint8, expr.Int16, expr.Int64, expr.Float64:
		return !s.req.Quick
	}
	return false
}

// sorted sorts rows and their positions.
func (s *suite) sorted(t *testing.T, d expr.DType, dims []int, name string, values []expr.Scalar) {
	t.Run(fmt.Sprintf("%v %s", dims, name), func(t *testing.T) {
		operand := place(offset, dims, d, values)
		operand.Shape = dims
		for _, a := range []*action{sortValues, sortPositions} {
			to := d
			if a == sortPositions {
				to = expr.Int64
			}
			dst := place(offset, dims, to, nil)
			dst.Shape = dims
			tr := acting(a, dst, operand)
			if a == sortPositions {
				s.check(t, tr, verdict{})
				continue
			}
			// Which of two zeros comes first shows in positions alone.
			after := s.check(t, tr, verdict{stores: []judge{within(numtest.Tolerance{AnyZero: true})}})
			in := elements(operand, dims, operand.Buffer.(*hostBuffer).data)
			out := elements(dst, dims, after[dst.Buffer.(*hostBuffer)])
			assert.Equal(t, negativeZeros(in), negativeZeros(out), "%s: zeros have changed their sign", a.name)
		}
	})
}

// orders returns n values that sorts find easy or hard.
func orders(d expr.DType, n int) map[string][]expr.Scalar {
	rising := make([]expr.Scalar, n)
	for i := range rising {
		rising[i] = expr.ScalarOf(i * 100 / n).Cast(d)
	}
	falling := slices.Clone(rising)
	slices.Reverse(falling)
	swapped := slices.Clone(rising)
	swapped[0], swapped[n-1] = swapped[n-1], swapped[0]
	return map[string][]expr.Scalar{"rising": rising, "falling": falling, "swapped": swapped, "equal": rising[n/2 : n/2+1]}
}

// notNumbers returns zeros and NaN of both signs, and a few numbers.
func notNumbers(d expr.DType, n int) []expr.Scalar {
	zero, nan, inf := math.Copysign(0, -1), math.NaN(), math.Inf(1)
	choice := []float64{0, zero, nan, 1, math.Copysign(nan, -1), -inf, zero, 0, inf, nan, -1}
	out := make([]expr.Scalar, n)
	for i := range out {
		out[i] = expr.ScalarOf(choice[i*i%len(choice)]).Cast(d)
	}
	return out
}

func negativeZeros(values []expr.Scalar) int {
	n := 0
	for _, v := range values {
		if v.DType.Kind() == expr.KindFloat {
			if x := expr.ScalarAs[float64](v.Cast(expr.Float64)); x == 0 && math.Signbit(x) {
				n++
			}
		}
	}
	return n
}

// sortLong sorts a row that only counting can be compared with.
func (s *suite) sortLong(t *testing.T) {
	const n = 3_000_001
	values := make([]expr.Scalar, 251)
	for i := range values {
		values[i] = expr.ScalarOf(uint8(i * 83))
	}
	operand := place(contiguous, []int{1, n}, expr.Uint8, values)
	operand.Shape = []int{1, n}
	dst := place(contiguous, operand.Shape, expr.Int64, nil)
	dst.Shape = operand.Shape
	tr := acting(sortPositions, dst, operand)
	after, err := tr.on(t, s.dev)
	require.NoError(t, err)
	in, out := operand.Buffer.(*hostBuffer).data[operand.Offset:], after[dst.Buffer.(*hostBuffer)]
	var next [256]int64 // the first place of each value
	for _, x := range in[:n] {
		for v := int(x) + 1; v < 256; v++ {
			next[v]++
		}
	}
	for i, x := range in[:n] {
		if got := expr.ScalarAs[int64](scalarAt(expr.Int64, out, dst.Offset+int(next[x]))); got != int64(i) {
			t.Fatalf("position %d: got %d, want %d", next[x], got, i)
		}
		next[x]++
	}
}
