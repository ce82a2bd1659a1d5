package oracle

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// Sort stores the rows of src in order in dst, or their elements' positions, as
// backend.Sorter documents.
func Sort(dst, src backend.View, positions bool, mem Memory) error {
	if len(src.Shape) != 2 || !slices.Equal(dst.Shape, src.Shape) || !expr.KindOrdered.Has(src.DType) {
		return fmt.Errorf("oracle: sort of %v %v to %v", src.DType, src.Shape, dst.Shape)
	}
	rows, n := src.Shape[0], src.Shape[1]
	for row := range rows {
		order := make([]int, n)
		values, numbers := make([]expr.Scalar, n), make([]number, n)
		for i := range n {
			values[i] = element(src, []int{row, i}, mem)
			order[i], numbers[i] = i, numberOf(values[i])
		}
		slices.SortFunc(order, func(i, j int) int {
			return cmp.Or(compare(numbers[i], numbers[j]), cmp.Compare(i, j))
		})
		for i, from := range order {
			v := values[from]
			if positions {
				v = expr.ScalarOf(int64(from))
			}
			set(dst, []int{row, i}, v, mem)
		}
	}
	return nil
}

// number is an element that can be compared: one of the fields says it, the
// others are zero.
type number struct {
	i int64
	u uint64
	f float64
}

func numberOf(s expr.Scalar) number {
	switch s.DType.Kind() {
	case expr.KindFloat:
		return number{f: expr.ScalarAs[float64](s.Cast(expr.Float64))}
	case expr.KindUint:
		return number{u: expr.ScalarAs[uint64](s.Cast(expr.Uint64))}
	}
	return number{i: expr.ScalarAs[int64](s.Cast(expr.Int64))}
}

// compare orders numbers, NaN after all others.
func compare(a, b number) int {
	switch {
	case a.i < b.i || a.u < b.u || a.f < b.f || a.f == a.f && b.f != b.f:
		return -1
	case b.i < a.i || b.u < a.u || b.f < a.f || b.f == b.f && a.f != a.f:
		return 1
	}
	return 0
}

// set stores an element of a view.
func set(v backend.View, index []int, s expr.Scalar, mem Memory) {
	copy(mem(v.Buffer)[place(v, index)*v.DType.Size():], s.Bytes())
}
