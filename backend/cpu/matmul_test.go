package cpu

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

func TestMatMul(t *testing.T) {
	d := newTestDevice(t, Options{Workers: 2})
	r := rand.New(rand.NewPCG(1, 1))
	for _, dtype := range expr.DTypes() {
		for _, c := range []struct{ lead []int }{{nil}, {[]int{3}}, {[]int{2, 2}}} {
			for _, dim := range [][3]int{{1, 1, 1}, {3, 4, 5}, {1, 4, 5}, {3, 1, 5}, {3, 4, 1}, {1, 4, 1}, {20, 17, 9}} {
				for _, how := range []string{"contiguous", "transposed", "stepped", "reversed", "broadcast", "rows"} {
					shape := func(rows, cols int) []int { return append(append([]int(nil), c.lead...), rows, cols) }
					operand := func(rows, cols int, how string) backend.View {
						v := tame(t, d, r, dtype, shape(rows, cols), how)
						v.Shape = shape(rows, cols)
						return v
					}
					a, b := operand(dim[0], dim[2], how), operand(dim[2], dim[1], arrangements[r.IntN(len(arrangements))])
					dst := emptyView(t, d, dtype, shape(dim[0], dim[1]))
					dst.Shape = shape(dim[0], dim[1])
					_, err := d.MatMul(dst, a, b, backend.FullPrecision)
					require.NoError(t, err)
					nd := len(dst.Shape)
					each(dst.Shape, func(index []int) {
						sum := expr.Scalar{DType: dtype}
						ia, ib := append([]int(nil), index...), append([]int(nil), index...)
						var terms []expr.Scalar
						for l := range dim[2] {
							ia[nd-1], ib[nd-2] = l, l
							x := expr.Mul.Eval(dtype, dtype, load(d, &a, ia), load(d, &b, ib))
							terms = append(terms, x)
							sum = expr.Add.Eval(dtype, dtype, sum, x)
						}
						got := load(d, &dst, index)
						require.True(t, near(t, expr.FoldSum, got, sum, terms), "%v %v %s at %v: got %v, want %v", dtype, dim, how, index, got, sum)
					})
				}
			}
		}
	}
}

// Products of nothing are zeros, never what the memory held.
func TestMatMulEmpty(t *testing.T) {
	d := newTestDevice(t, Options{})
	for _, dtype := range []expr.DType{expr.Int16, expr.Float64, expr.Complex64} {
		dst := emptyView(t, d, dtype, []int{3, 2})
		dst.Shape = []int{3, 2}
		for i := range d.HostBytes(dst.Buffer) {
			d.HostBytes(dst.Buffer)[i] = 0x55
		}
		nothing, err := d.Alloc(0)
		require.NoError(t, err)
		a := backend.View{Buffer: nothing, DType: dtype, Shape: []int{3, 0}, Strides: []int{0, 1}}
		b := backend.View{Buffer: nothing, DType: dtype, Shape: []int{0, 2}, Strides: []int{2, 1}}
		_, err = d.MatMul(dst, a, b, backend.FullPrecision)
		require.NoError(t, err)
		for _, v := range d.HostBytes(dst.Buffer) {
			assert.Zero(t, v)
		}
		a.Shape, b.Shape, dst.Shape = []int{0, 4}, []int{4, 2}, []int{0, 2}
		b.Buffer = dst.Buffer
		_, err = d.MatMul(backend.View{Buffer: nothing, DType: dtype, Shape: dst.Shape, Strides: []int{2, 1}}, a, b, backend.FullPrecision)
		if dtype != expr.Float64 { // 8 elements of b are more than there are
			require.Error(t, err)
		}
	}
	dst := emptyView(t, d, expr.Float32, []int{2, 2})
	dst.Shape = []int{2, 2}
	a := emptyView(t, d, expr.Float32, []int{2, 3})
	a.Shape = []int{2, 3}
	_, err := d.MatMul(dst, a, a, backend.FullPrecision)
	require.Error(t, err)
}
