package backendtest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
	"github.com/cugond/cugond/internal/shape"
)

// programs tests what programs can be beyond one instruction on inputs. All
// operations in it are exact.
func (s *suite) programs(t *testing.T) {
	t.Run("params", s.params)
	t.Run("positions", s.positions)
	t.Run("stores", s.stores)
	t.Run("inputs", s.inputs)
	t.Run("long", s.long)
}

// fill returns values of a view of the shape.
func fill(l layout, dims []int, d expr.DType, seed uint64) backend.View {
	return place(l, dims, d, numtest.Values(d, shape.Size(dims), seed))
}

// run completes the draft's kernel and checks it.
func (s *suite) run(t *testing.T, d *draft, k *backend.Kernel) memoryImage {
	t.Helper()
	require.NoError(t, d.Validate())
	k.Prog = &d.Program
	simplify(k, -1)
	return s.check(t, trial{Kernel: k}, verdict{})
}

func store(r expr.Ref, l layout, dims []int, d expr.DType) backend.Store {
	return backend.Store{Value: r, View: place(l, dims, d, nil)}
}

func (s *suite) params(t *testing.T) {
	dims := []int{11, 13}
	for _, d := range s.req.Types {
		for _, v := range numtest.Values(d, 3, 9) {
			name := fmt.Sprintf("%v %s", d, numtest.Format(v))
			t.Run("stored "+name, func(t *testing.T) {
				for _, l := range distinctLayouts {
					var p draft
					r := p.param(d)
					s.run(t, &p, &backend.Kernel{Shape: dims, Params: []expr.Scalar{v},
						Stores: []backend.Store{store(r, l, dims, d)}})
				}
			})
			t.Run("operand "+name, func(t *testing.T) {
				var p draft
				x, c := p.input(d), p.param(d)
				first := p.do(expr.Add, d, x, c)
				second := p.do(expr.Add, d, c, x)
				both := p.do(expr.Equal, d, c, c)
				s.run(t, &p, &backend.Kernel{Shape: dims, Params: []expr.Scalar{v},
					Inputs: []backend.View{fill(stepped, dims, d, 4)},
					Stores: []backend.Store{store(first, contiguous, dims, d), store(second, transposed, dims, d),
						store(both, contiguous, dims, expr.Bool)}})
			})
		}
	}
	if s.has(expr.Float32, expr.Int16) {
		t.Run("several", func(t *testing.T) {
			var p draft
			x := p.input(expr.Float32)
			a, b, c := p.param(expr.Float32), p.param(expr.Int16), p.param(expr.Float32)
			y := p.do(expr.FMA, expr.Float32, x, a, c)
			z := p.do(expr.Sub, expr.Float32, y, p.cast(b, expr.Float32))
			s.run(t, &p, &backend.Kernel{Shape: []int{500},
				Params: []expr.Scalar{expr.ScalarOf(float32(1.5)), expr.ScalarOf(int16(-7)), expr.ScalarOf(float32(0.1))},
				Inputs: []backend.View{fill(contiguous, []int{500}, expr.Float32, 2)},
				Stores: []backend.Store{store(z, offset, []int{500}, expr.Float32), store(b, contiguous, []int{500}, expr.Int16)}})
		})
	}
}

func (s *suite) positions(t *testing.T) {
	if !s.has(expr.Int64) {
		t.Skip("positions are int64")
	}
	for _, c := range []struct {
		dims    []int
		strides []int
		off     int
	}{
		{[]int{20}, []int{1}, 0},
		{[]int{20}, []int{3}, -7},
		{[]int{20}, []int{-1}, 19},
		{[]int{20}, []int{0}, 5},
		{[]int{1}, []int{1}, 1 << 40},
		{[]int{100_003}, []int{2}, 1},
		{[]int{4, 5}, []int{5, 1}, 0},
		{[]int{4, 5}, []int{1, 4}, 0},
		{[]int{4, 5}, []int{-1, 2}, 1 << 40},
		{[]int{4, 5}, []int{0, 3}, -3},
		{[]int{4, 5}, []int{1, 0}, 0},
		{[]int{33, 700}, []int{-1000, 7}, 12},
		{[]int{2, 3, 4, 5}, []int{1, 100, 10_000, -3}, 0},
	} {
		t.Run(fmt.Sprintf("%v strides %v offset %d", c.dims, c.strides, c.off), func(t *testing.T) {
			for _, l := range distinctLayouts {
				var p draft
				x := p.input(expr.Int64)
				s.run(t, &p, &backend.Kernel{Shape: c.dims, Inputs: []backend.View{identity(c.off, c.strides...)},
					Stores: []backend.Store{store(x, l, c.dims, expr.Int64)}})
			}
			var p draft
			x, y := p.input(expr.Int64), p.input(expr.Int64)
			n := p.param(expr.Int64)
			sum := p.do(expr.Add, expr.Int64, p.do(expr.Mul, expr.Int64, x, n), y)
			odd := p.do(expr.Mod, expr.Int64, y, n)
			s.run(t, &p, &backend.Kernel{Shape: c.dims, Params: []expr.Scalar{expr.ScalarOf(int64(2))},
				Inputs: []backend.View{identity(c.off, c.strides...), fill(transposed, c.dims, expr.Int64, 3)},
				Stores: []backend.Store{store(sum, contiguous, c.dims, expr.Int64), store(odd, spaced, c.dims, expr.Int64)}})
		})
	}
	if !s.has(expr.Float64, expr.Bool) {
		return
	}
	t.Run("a diagonal", func(t *testing.T) {
		var p draft
		row, col := p.input(expr.Int64), p.input(expr.Int64)
		eye := p.do(expr.Equal, expr.Int64, row, col)
		low := p.do(expr.GreaterEqual, expr.Int64, row, col)
		one, zero := p.cast(eye, expr.Float64), p.cast(col, expr.Float64)
		tri := p.do(expr.Where, expr.Float64, low, zero, one)
		dims := []int{31, 45}
		s.run(t, &p, &backend.Kernel{Shape: dims,
			Inputs: []backend.View{identity(0, 1, 0), identity(2, 0, 1)},
			Stores: []backend.Store{store(one, contiguous, dims, expr.Float64), store(tri, turned, dims, expr.Float64),
				store(low, contiguous, dims, expr.Bool)}})
	})
}

func (s *suite) stores(t *testing.T) {
	dims := []int{12, 19}
	for _, d := range s.req.Types {
		t.Run(d.String(), func(t *testing.T) {
			for _, from := range operandLayouts {
				// An input alone is stored: it is copied.
				for _, to := range distinctLayouts {
					var p draft
					x := p.input(d)
					s.run(t, &p, &backend.Kernel{Shape: dims, Inputs: []backend.View{fill(from, dims, d, 1)},
						Stores: []backend.Store{store(x, to, dims, d)}})
				}
			}
			// One value to several places, with others beside it.
			var p draft
			x, y, c := p.input(d), p.input(d), p.param(d)
			sum := p.do(expr.Add, d, x, y)
			same := p.do(expr.NotEqual, d, sum, c)
			k := &backend.Kernel{Shape: dims, Params: []expr.Scalar{numtest.Values(d, 1, 5)[0]},
				Inputs: []backend.View{fill(reversed, dims, d, 1), fill(stretched, dims, d, 2)}}
			for _, l := range distinctLayouts {
				k.Stores = append(k.Stores, store(sum, l, dims, d))
			}
			k.Stores = append(k.Stores, store(same, stepped, dims, expr.Bool), store(x, spaced, dims, d),
				store(c, contiguous, dims, d), store(y, contiguous, dims, d))
			s.run(t, &p, k)
		})
		t.Run("over inputs/"+d.String(), func(t *testing.T) {
			for _, l := range distinctLayouts {
				// Both operands are overwritten, each with what comes of both;
				// a third result reads them too.
				var p draft
				x, y := p.input(d), p.input(d)
				sum := p.do(expr.Add, d, x, y)
				prod := p.do(expr.Mul, d, x, sum)
				eq := p.do(expr.Equal, d, x, y)
				in := []backend.View{fill(l, dims, d, 1), fill(l, dims, d, 2)}
				s.run(t, &p, &backend.Kernel{Shape: dims, Inputs: in, Stores: []backend.Store{
					{Value: sum, View: in[0]}, {Value: prod, View: in[1]}, store(eq, contiguous, dims, expr.Bool),
					store(x, transposed, dims, d),
				}})
				// The two are swapped.
				var q draft
				a, b := q.input(d), q.input(d)
				in = []backend.View{fill(l, dims, d, 1), fill(l, dims, d, 2)}
				s.run(t, &q, &backend.Kernel{Shape: dims, Inputs: in,
					Stores: []backend.Store{{Value: b, View: in[0]}, {Value: a, View: in[1]}}})
				// The same view is two inputs and the result.
				var r draft
				u, v := r.input(d), r.input(d)
				twice := r.do(expr.Add, d, u, v)
				view := fill(l, dims, d, 3)
				s.run(t, &r, &backend.Kernel{Shape: dims, Inputs: []backend.View{view, view},
					Stores: []backend.Store{{Value: twice, View: view}}})
				// A parameter over an input that is read elsewhere.
				var f draft
				w, c := f.input(d), f.param(d)
				view = fill(l, dims, d, 4)
				s.run(t, &f, &backend.Kernel{Shape: dims, Inputs: []backend.View{view}, Params: numtest.Values(d, 1, 8),
					Stores: []backend.Store{{Value: c, View: view}, store(w, flipped, dims, d)}})
			}
		})
	}
	t.Run("large swap", func(t *testing.T) {
		d := s.req.Types[0]
		dims := []int{300, 400}
		for _, l := range []layout{contiguous, transposed, flipped} {
			var q draft
			a, b := q.input(d), q.input(d)
			in := []backend.View{fill(l, dims, d, 1), fill(l, dims, d, 2)}
			s.run(t, &q, &backend.Kernel{Shape: dims, Inputs: in,
				Stores: []backend.Store{{Value: b, View: in[0]}, {Value: a, View: in[1]}}})
		}
	})
}

func (s *suite) inputs(t *testing.T) {
	for _, d := range s.req.Types {
		t.Run("twenty/"+d.String(), func(t *testing.T) {
			dims := []int{7, 3, 11}
			var p draft
			k := &backend.Kernel{Shape: dims}
			var refs []expr.Ref
			for i := range 20 {
				refs = append(refs, p.input(d))
				k.Inputs = append(k.Inputs, fill(operandLayouts[i%len(operandLayouts)], dims, d, uint64(i)))
			}
			// All of them stay alive until the last instructions.
			sum := refs[0]
			for i := len(refs) - 1; i > 0; i-- {
				sum = p.do(expr.Add, d, refs[i], sum)
			}
			k.Stores = []backend.Store{store(sum, flipped, dims, d), store(refs[13], contiguous, dims, d)}
			s.run(t, &p, k)
		})
		t.Run("of one buffer/"+d.String(), func(t *testing.T) {
			// Neighbours: overlapping views.
			view := fill(contiguous, []int{300}, d, 1)
			left, right := view, view
			right.Offset++
			var p draft
			a, b, c := p.input(d), p.input(d), p.input(d)
			sum := p.do(expr.Add, d, p.do(expr.Add, d, a, b), c)
			s.run(t, &p, &backend.Kernel{Shape: []int{299}, Inputs: []backend.View{left, right, left},
				Stores: []backend.Store{store(sum, contiguous, []int{299}, d)}})
		})
	}
	t.Run("many dimensions", func(t *testing.T) {
		d := s.req.Types[len(s.req.Types)-1]
		dims := []int{2, 3, 2, 3, 2, 2, 3, 2}
		var p draft
		a, b := p.input(d), p.input(d)
		sum := p.do(expr.Add, d, a, b)
		s.run(t, &p, &backend.Kernel{Shape: dims,
			Inputs: []backend.View{fill(transposed, dims, d, 1), fill(layout{step: func(axis, _ int) int { return axis % 3 }}, dims, d, 2)},
			Stores: []backend.Store{store(sum, contiguous, dims, d), store(sum, layout{step: everywhere(-2)}, dims, d)}})
	})
}

// long tests programs of sixty instructions, with few and with many values
// alive at a time.
func (s *suite) long(t *testing.T) {
	dims := []int{3, 700}
	for _, d := range s.req.Types {
		t.Run("chain/"+d.String(), func(t *testing.T) {
			var p draft
			x, y := p.input(d), p.input(d)
			for i := range 60 {
				if i%2 == 0 {
					x = p.do(expr.Add, d, x, y)
				} else {
					x = p.do(expr.Mul, d, x, y)
				}
			}
			s.run(t, &p, &backend.Kernel{Shape: dims,
				Inputs: []backend.View{fill(contiguous, dims, d, 1), fill(transposed, dims, d, 2)},
				Stores: []backend.Store{store(x, contiguous, dims, d)}})
		})
		t.Run("wide/"+d.String(), func(t *testing.T) {
			var p draft
			x, c := p.input(d), p.param(d)
			var alive []expr.Ref
			last := x
			for range 30 {
				last = p.do(expr.Add, d, last, c)
				alive = append(alive, last)
			}
			sum := x
			for _, r := range alive {
				sum = p.do(expr.Mul, d, r, sum)
			}
			k := &backend.Kernel{Shape: dims, Params: numtest.Moderate(d, 1, 1),
				Inputs: []backend.View{place(contiguous, dims, d, numtest.Moderate(d, 2100, 2))},
				Stores: []backend.Store{store(sum, contiguous, dims, d)}}
			for i := 0; i < 30; i += 7 {
				k.Stores = append(k.Stores, store(alive[i], distinctLayouts[i%8], dims, d))
			}
			s.run(t, &p, k)
		})
	}
}
