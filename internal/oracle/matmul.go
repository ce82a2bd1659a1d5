package oracle

import (
	"fmt"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// MatMul stores the products of a and b in dst, as backend.MatMuler documents:
// each product of two elements is rounded to the element type, their sum once
// more. The sum of no products is zero.
func MatMul(dst, a, b backend.View, mem Memory) error {
	n := len(dst.Shape)
	if n < 2 || len(a.Shape) != n || len(b.Shape) != n || a.DType != dst.DType || b.DType != dst.DType {
		return fmt.Errorf("oracle: product of %v %v and %v %v into %v %v",
			a.DType, a.Shape, b.DType, b.Shape, dst.DType, dst.Shape)
	}
	inner := a.Shape[n-1]
	fold := expr.FoldSum
	if dst.DType == expr.Bool {
		fold = expr.FoldAny
	}
	index := make([]int, n)
	left, right := make([]int, n), make([]int, n)
	for i := range size(dst.Shape) {
		for axis, rest := n-1, i; axis >= 0; axis-- {
			index[axis], rest = rest%dst.Shape[axis], rest/dst.Shape[axis]
		}
		copy(left, index)
		copy(right, index)
		sum := newAccumulator(fold, dst.DType, 0)
		for k := range inner {
			left[n-1], right[n-2] = k, k
			x, y := element(a, left, mem), element(b, right, mem)
			sum.add(expr.Mul.Eval(dst.DType, dst.DType, x, y))
		}
		v := sum.value()
		at := place(dst, index) * dst.DType.Size()
		copy(mem(dst.Buffer)[at:], v.Bytes())
	}
	return nil
}

func size(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// element returns the element of a view at an index.
func element(v backend.View, index []int, mem Memory) expr.Scalar {
	s := expr.Scalar{DType: v.DType}
	copy(s.Bytes(), mem(v.Buffer)[place(v, index)*v.DType.Size():])
	return s
}
