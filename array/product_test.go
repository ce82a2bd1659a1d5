package array

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
	"github.com/cugond/cugond/internal/shape"
)

// stackedProduct multiplies stacks of matrices one element at a time.
func stackedProduct[T Element](a, b []T, as, bs []int) ([]T, []int) {
	d := expr.TypeOf[T]()
	rowLess, columnLess := len(as) == 1, len(bs) == 1
	if rowLess {
		as = []int{1, as[0]}
	}
	if columnLess {
		bs = []int{bs[0], 1}
	}
	la, lb := as[:len(as)-2], bs[:len(bs)-2]
	lead, err := shape.Broadcast(la, lb)
	if err != nil {
		panic(err)
	}
	m, k, n := as[len(as)-2], as[len(as)-1], bs[len(bs)-1]
	sa, _ := shape.BroadcastStrides(la, shape.Strides(as)[:len(la)], lead)
	sb, _ := shape.BroadcastStrides(lb, shape.Strides(bs)[:len(lb)], lead)
	var out []T
	for s := range shape.Size(lead) {
		oa, ob, rest := 0, 0, s
		for i := len(lead) - 1; i >= 0; i-- {
			oa += rest % lead[i] * sa[i]
			ob += rest % lead[i] * sb[i]
			rest /= lead[i]
		}
		for i := range m {
			for j := range n {
				sum := expr.Scalar{DType: d}
				for l := range k {
					p := expr.Mul.Eval(d, d, expr.ScalarOf(a[oa+i*k+l]), expr.ScalarOf(b[ob+l*n+j]))
					sum = expr.Add.Eval(d, d, sum, p)
				}
				out = append(out, expr.ScalarAs[T](sum))
			}
		}
	}
	to := append([]int{}, lead...)
	if !rowLess {
		to = append(to, m)
	}
	if !columnLess {
		to = append(to, n)
	}
	return out, to
}

var productShapes = [][2][]int{
	{{3}, {3}}, {{2, 3}, {3}}, {{3}, {3, 4}}, {{2, 3}, {3, 4}}, {{1, 1}, {1, 1}}, {{5, 1}, {1, 6}}, {{1, 7}, {7, 1}},
	{{2, 0}, {0, 3}}, {{3, 0}, {0, 2}}, {{0, 3}, {3, 2}}, {{0}, {0}}, {{2, 3}, {3, 0}},
	{{2, 3, 4}, {4, 5}}, {{3, 4}, {2, 4, 5}}, {{2, 3, 4}, {2, 4, 5}}, {{2, 1, 3, 4}, {5, 4, 2}}, {{4}, {2, 4, 3}}, {{2, 3, 4}, {4}},
	{{0, 3, 4}, {4, 2}}, {{1, 2, 2}, {0, 2, 2}},
}

func multiplies[T Element](t *testing.T) {
	t.Helper()
	for _, s := range productShapes {
		x, y := dataOf[T](shape.Size(s[0]), 5), dataOf[T](shape.Size(s[1]), 6)
		want, to := stackedProduct(x, y, s[0], s[1])
		dev := testDevice(t)
		as, bs := arranged(t, dev, x, s[0]), arranged(t, dev, y, s[1])
		for la, a := range as {
			for lb, b := range bs {
				c := MatMul(a, b)
				require.Equal(t, to, c.Shape(), "%v", s)
				got, err := c.ToSlice()
				require.NoError(t, err)
				require.Len(t, got, len(want))
				for i := range want {
					w := expr.ScalarAs[complex128](expr.ScalarOf(want[i]).Cast(expr.Complex128))
					g := expr.ScalarAs[complex128](expr.ScalarOf(got[i]).Cast(expr.Complex128))
					if expr.KindField.Has(expr.TypeOf[T]()) {
						numtest.WithinSum(t, expr.TypeOf[T](), w, g, 7*256*256, 4, "%v %v %v", s, la, lb)
					} else {
						assert.Equal(t, want[i], got[i], "%v %v %v %v", s, la, lb, expr.TypeOf[T]())
					}
				}
			}
		}
	}
}

func TestMatMulOfEachType(t *testing.T) {
	multiplies[bool](t)
	multiplies[int](t)
	multiplies[int8](t)
	multiplies[uint16](t)
	multiplies[uint64](t)
	multiplies[float32](t)
	multiplies[float64](t)
	multiplies[complex64](t)
	multiplies[complex128](t)
}

func TestMatMulOfPendingOperandsAndViews(t *testing.T) {
	dev := testDevice(t)
	a := Arange(dev, 0.0, 6, 1).Reshape(2, 3)
	twice := a.Copy()
	g := MatMul(a, a.T())
	assert.Equal(t, []float64{5, 14, 14, 50}, values(t, g))
	assert.Equal(t, []float64{5, 14, 14, 50}, values(t, MatMul(twice, twice.T())))
	wide := FromSlice(dev, []float64{1, 2}, 2, 1).BroadcastTo(2, 3)
	assert.Equal(t, []float64{6, 12}, values(t, MatMul(wide, FromSlice(dev, []float64{1, 2, 3}))))
	// The result is as of now, whatever happens to the operands.
	a.Fill(0)
	assert.Equal(t, []float64{5, 14, 14, 50}, values(t, g))
}

func TestProductsMisused(t *testing.T) {
	dev := testDevice(t)
	a := Ones[float64](dev, 2, 3)
	misused(t, "MatMul", "(2, 3) and (2, 3): the last dimension of the first, 3, and the dimension before the last of the second, 2, must agree", func() { MatMul(a, a) })
	misused(t, "MatMul", "only dimension", func() { MatMul(a, Ones[float64](dev, 2)) })
	misused(t, "MatMul", "0-d", func() { MatMul(a, Scalar(dev, 1.0)) })
	misused(t, "MatMul", "constant", func() { MatMul(a, Const(1.0)) })
	misused(t, "MatMul", "broadcast", func() { MatMul(Ones[float64](dev, 2, 2, 2), Ones[float64](dev, 3, 2, 2)) })
	misused(t, "MatMul", "To", func() { MatMul(a, Ones[float64](testDevice(t), 3)) })
	misused(t, "Dot", "MatMul", func() { Dot(a, Ones[float64](dev, 1, 3, 2)) })
	misused(t, "Dot", "must agree", func() { Dot(a, a) })
	misused(t, "VDot", "equal", func() { VDot(a, Ones[float64](dev, 5)) })
}

func TestDotOuterAndVDot(t *testing.T) {
	dev := testDevice(t)
	v, w := FromSlice(dev, []int{1, 2, 3}), FromSlice(dev, []int{4, 5, 6})
	m := Arange(dev, 0, 6, 1).Reshape(2, 3)
	assert.Equal(t, []int{32}, values(t, Dot(v, w)))
	assert.Equal(t, []int{}, Dot(v, w).Shape())
	assert.Equal(t, []int{8, 26}, values(t, Dot(m, v)))
	assert.Equal(t, []int{5, 14, 14, 50}, values(t, Dot(m, m.T())))
	assert.Equal(t, []int{2, 4, 6}, values(t, Dot(Scalar(dev, 2), v)))
	assert.Equal(t, []int{2, 4, 6}, values(t, Dot(v, Const(2))))
	assert.Equal(t, []int{4, 2}, Dot(Ones[int](dev, 4, 2, 3), Ones[int](dev, 3)).Shape())
	assert.Equal(t, []int{4, 5, 6, 8, 10, 12, 12, 15, 18}, values(t, Outer(v, w)))
	assert.Equal(t, []int{6, 3}, Outer(m, v).Shape())
	assert.Equal(t, []bool{true, false, false, false}, values(t, Outer(FromSlice(dev, []bool{true, false}), FromSlice(dev, []bool{true, false}))))
	assert.Equal(t, []int{32}, values(t, VDot(v, w)))
	assert.Equal(t, []int{55}, values(t, VDot(m, m)))
	assert.Equal(t, []int{0*0 + 1*2 + 2*4 + 3*1 + 4*3 + 5*5}, values(t, VDot(m, Arange(dev, 0, 6, 1).Reshape(3, 2).T())))
	z := FromSlice(dev, []complex128{1i, 2})
	assert.Equal(t, []complex128{5}, values(t, VDot(z, z)))
	assert.Equal(t, []complex128{3}, values(t, Dot(z, z)))
}

// plain is a device with the core capabilities only.
type plain struct{ backend.Device }

func TestMatMulWithoutTheCapability(t *testing.T) {
	a := Ones[float64](plain{testDevice(t)}, 2, 2)
	c := MatMul(a, a)
	assert.Equal(t, []int{2, 2}, c.Shape())
	require.ErrorIs(t, c.Eval(), backend.ErrUnsupported)
	_, err := Sum(c).Item()
	require.ErrorIs(t, err, backend.ErrUnsupported)
}
