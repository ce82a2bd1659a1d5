package backendtest

import (
	"fmt"
	"math"
	"testing"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
	"github.com/cugond/cugond/internal/oracle"
	"github.com/cugond/cugond/internal/shape"
)

// matmul tests products of matrices.
func (s *suite) matmul(t *testing.T) {
	if _, ok := s.dev.(backend.MatMuler); !ok {
		if s.req.MatMul {
			t.Fatal("the device has no MatMuler")
		}
		t.Skip("the device has no MatMuler")
	}
	sizes := [][3]int{
		{1, 1, 1}, {2, 3, 4}, {0, 3, 2}, {2, 0, 3}, {3, 2, 0}, {0, 0, 0}, {5, 1, 7}, {1, 9, 1}, {1, 5, 6}, {6, 5, 1},
		{17, 33, 19}, {1, 300, 5}, {7, 300, 1},
	}
	var large [][3]int
	if !s.req.Quick {
		large = append(large, [3]int{65, 70, 67})
		sizes = append(sizes, [3]int{40, 41, 42})
	}
	batches := []struct {
		name string
		dims []int
		a, b layout // of the leading dimensions: contiguous or broadcast
	}{
		{"single", nil, contiguous, contiguous},
		{"batch", []int{3}, contiguous, contiguous},
		{"batch of batches", []int{2, 3}, contiguous, contiguous},
		{"broadcast a", []int{3}, broadcast, contiguous},
		{"broadcast b", []int{2, 2}, contiguous, broadcast},
		{"empty batch", []int{0}, contiguous, contiguous},
	}
	for _, d := range s.req.Types {
		t.Run(d.String(), func(t *testing.T) {
			run := func(name string, m [3]int, batch []int, la, lb layout, to layout) {
				t.Run(fmt.Sprintf("%v %s", m, name), func(t *testing.T) {
					s.product(t, d, m, batch, la, lb, to)
				})
			}
			for _, la := range distinctLayouts {
				for _, m := range [][3]int{{5, 7, 6}, {1, 4, 3}, {3, 4, 1}} {
					run("a "+la.name, m, nil, la, contiguous, contiguous)
					run("b "+la.name, m, nil, contiguous, la, offset)
				}
			}
			for _, m := range sizes {
				run("plain", m, nil, contiguous, contiguous, contiguous)
				run("both transposed", m, nil, transposed, transposed, contiguous)
				run("stepped, reversed", m, nil, stepped, reversed, contiguous)
				run("stretched", m, nil, stretched, broadcast, contiguous)
			}
			for _, b := range batches {
				for _, m := range [][3]int{{2, 3, 4}, {5, 1, 2}, {2, 0, 3}, {9, 10, 11}} {
					run(b.name, m, b.dims, b.a, b.b, offset)
				}
			}
			switch d {
			case expr.Int32, expr.Float32, expr.Float64, expr.Complex128:
				for _, m := range large {
					run("large", m, nil, contiguous, contiguous, contiguous)
					run("large transposed", m, nil, transposed, offset, contiguous)
				}
			}
		})
	}
}

// product multiplies matrices of the sizes m, k, n. For broadcast batches the
// layouts' first axis is the batch's.
func (s *suite) product(t *testing.T, d expr.DType, m [3]int, batch []int, la, lb, to layout) {
	t.Helper()
	operand := func(l layout, rows, cols int, seed uint64) backend.View {
		dims := append(append([]int(nil), batch...), rows, cols)
		v := place(l, dims, d, numtest.Moderate(d, max(shape.Size(dims), 1), seed))
		v.Shape = dims
		return v
	}
	a, b := operand(la, m[0], m[1], 1), operand(lb, m[1], m[2], 2)
	dst := place(to, append(append([]int(nil), batch...), m[0], m[2]), d, nil)
	dst.Shape = append(append([]int(nil), batch...), m[0], m[2])

	s.check(t, acting(multiply, dst, a, b), verdict{stores: []judge{productJudge(d, m, a, b)}})
}

var multiply = &action{
	name: "product",
	start: func(dev backend.Device, k *backend.Kernel) (backend.Event, error) {
		return dev.(backend.MatMuler).MatMul(k.Stores[0].View, k.Inputs[0], k.Inputs[1], backend.FullPrecision)
	},
	oracle: func(k *backend.Kernel, mem oracle.Memory) error {
		return oracle.MatMul(k.Stores[0].View, k.Inputs[0], k.Inputs[1], mem)
	},
}

// productJudge allows a rounding for each of the k products and sums.
func productJudge(d expr.DType, m [3]int, a, b backend.View) judge {
	if d.Kind()&expr.KindField == 0 {
		return exact
	}
	magnitudes := func(v backend.View) []float64 {
		var out []float64
		for _, s := range elements(v, v.Shape, v.Buffer.(*hostBuffer).data) {
			re, im := complexOf(s)
			out = append(out, math.Hypot(re, im))
		}
		return out
	}
	x, y := magnitudes(a), magnitudes(b)
	return func(i int, want, got expr.Scalar) error {
		col, row, matrix := i%m[2], i/m[2]%m[0], i/(m[0]*m[2])
		size := 0.0
		for k := range m[1] {
			size += x[(matrix*m[0]+row)*m[1]+k] * y[(matrix*m[1]+k)*m[2]+col]
		}
		bound := (float64(m[1]) + 2) * numtest.Epsilon(d) * size
		wr, wi := complexOf(want)
		gr, gi := complexOf(got)
		if near(wr, gr, bound) && near(wi, gi, bound) {
			return nil
		}
		return fmt.Errorf("got %s, want %s: off by %.3g, of which %.3g are allowed",
			numtest.Format(got), numtest.Format(want), math.Hypot(wr-gr, wi-gi), bound)
	}
}
