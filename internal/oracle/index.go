package oracle

import (
	"fmt"
	"slices"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// Take reads elements at positions, as backend.Indexer documents. What has a
// position out of range is left as it is, and the error is a *backend.Fault.
func Take(dst, src, index backend.View, mem Memory) error {
	return move(dst, src, index, mem, func(near, far []int) { set(dst, near, element(src, far, mem), mem) })
}

// Put stores elements at positions, in row-major order of the index, as
// backend.Indexer documents. The error is that of Take.
func Put(dst, src, index backend.View, mem Memory) error {
	return move(src, dst, index, mem, func(near, far []int) { set(dst, far, element(src, near, mem), mem) })
}

// move calls do with the places of each element in both views.
func move(near, far, index backend.View, mem Memory, do func(near, far []int)) error {
	if len(near.Shape) != 3 || len(far.Shape) != 3 || !slices.Equal(near.Shape, index.Shape) || index.DType != expr.Int64 {
		return fmt.Errorf("oracle: elements of %v at %v %v, to or from %v", far.Shape, index.DType, index.Shape, near.Shape)
	}
	n := int64(far.Shape[1])
	var failure error
	walk(near.Shape, func(at []int) {
		k := expr.ScalarAs[int64](element(index, at, mem))
		if k < 0 {
			k += n
		}
		if k < 0 || k >= n {
			failure = &backend.Fault{Code: backend.FaultIndex}
			return
		}
		do(at, []int{at[0], int(k), at[2]})
	})
	return failure
}

// Compact returns the elements of src at which mask is true, in row-major
// order, as bytes, and their number.
func Compact(src, mask backend.View, mem Memory) ([]byte, int, error) {
	if !slices.Equal(src.Shape, mask.Shape) || mask.DType != expr.Bool {
		return nil, 0, fmt.Errorf("oracle: elements of %v where %v %v is true", src.Shape, mask.DType, mask.Shape)
	}
	var out []byte
	n := 0
	walk(mask.Shape, func(at []int) {
		if !expr.ScalarAs[bool](element(mask, at, mem)) {
			return
		}
		n++
		s := expr.ScalarOf(int64(place(src, at)))
		if src.Buffer != nil {
			s = element(src, at, mem)
		}
		out = append(out, s.Bytes()...)
	})
	return out, n, nil
}

// walk visits the indices of a shape in row-major order.
func walk(shape []int, visit func(at []int)) {
	at := make([]int, len(shape))
	for range size(shape) {
		visit(at)
		for axis := len(shape) - 1; axis >= 0; axis-- {
			if at[axis]++; at[axis] < shape[axis] {
				break
			}
			at[axis] = 0
		}
	}
}
