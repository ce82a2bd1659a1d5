package backendtest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
	"github.com/cugond/cugond/internal/shape"
)

// foldsOf returns the reductions of values of type d.
func (s *suite) foldsOf(d expr.DType) []expr.Fold {
	var out []expr.Fold
	for _, f := range expr.Folds() {
		if f.Row().Kinds.Has(d) && s.has(f.Out(d)) {
			out = append(out, f)
		}
	}
	return out
}

// reduction returns a result of the kernel over dims, reduced along the marks.
func reduction(f expr.Fold, value expr.Ref, d expr.DType, ddof float64, dims []int, marks []bool, l layout) backend.Reduction {
	kept := append([]int(nil), dims...)
	for i, m := range marks {
		if m {
			kept[i] = 1
		}
	}
	v := place(l, kept, f.Out(d), nil)
	for i, m := range marks {
		if m {
			v.Strides[i] = 0
		}
	}
	return backend.Reduction{Fold: f, Value: value, DDof: ddof, View: v}
}

// groups collects the values that are reduced together, for each result.
func groups(dims []int, marks []bool, values []expr.Scalar) [][]expr.Scalar {
	strides := make([]int, len(dims))
	n := 1
	for i := len(dims) - 1; i >= 0; i-- {
		if !marks[i] {
			strides[i] = n
			n *= dims[i]
		}
	}
	out := make([][]expr.Scalar, n)
	for i, p := range positions(dims, strides, 0) {
		out[p] = append(out[p], values[i%len(values)])
	}
	return out
}

// subsets returns all choices of at least one axis of n.
func subsets(n int) [][]bool {
	var out [][]bool
	for bits := 1; bits < 1<<n; bits++ {
		marks := make([]bool, n)
		for i := range marks {
			marks[i] = bits>>i&1 == 1
		}
		out = append(out, marks)
	}
	return out
}

func axesName(marks []bool) string {
	var axes []string
	for i, m := range marks {
		if m {
			axes = append(axes, fmt.Sprint(i))
		}
	}
	return "axes " + strings.Join(axes, ",")
}

// nearOne returns values whose products neither overflow nor vanish soon.
func nearOne(d expr.DType, n int, seed uint64) []expr.Scalar {
	if d.Kind()&expr.KindField == 0 {
		return numtest.Values(d, n, seed)
	}
	r := rand.New(rand.NewPCG(seed, uint64(d)))
	out := make([]expr.Scalar, n)
	for i := range out {
		x := 1 + (r.Float64()-0.5)/64
		if r.IntN(3) == 0 {
			x = -x
		}
		out[i] = expr.ScalarOf(complex(x, (r.Float64()-0.5)/64)).Cast(d)
	}
	return out
}

// foldValues returns values that suit the reductions of a type: all integers,
// since they wrap, floats whose sums stay finite, and few that are true.
func foldValues(d expr.DType, n int, seed uint64) []expr.Scalar {
	switch d.Kind() {
	case expr.KindInt, expr.KindUint:
		return numtest.Values(d, n, seed)
	case expr.KindBool:
		r := rand.New(rand.NewPCG(seed, 1))
		out := make([]expr.Scalar, n)
		for i := range out {
			out[i] = expr.ScalarOf(r.IntN(40) == 0)
		}
		return out
	}
	return numtest.Moderate(d, n, seed)
}

func (s *suite) folds(t *testing.T) {
	t.Run("axes", s.foldAxes)
	t.Run("specials", s.foldSpecials)
	t.Run("fused", s.foldFused)
	t.Run("ddof", s.foldDDof)
	t.Run("long", s.foldLong)
	t.Run("numeric", s.foldNumeric)
}

// foldAxes reduces along all choices of axes, short and long ones.
func (s *suite) foldAxes(t *testing.T) {
	small := [][]int{{3, 7, 5}, {7, 2, 3}, {1, 3, 2}, {2, 3, 5, 4}}
	large := [][]int{{2, 513, 3}, {3, 2, 511}, {512, 2}, {1, 5000}, {5000, 2}}
	if s.req.Quick {
		small, large = small[:1], large[:1]
	}
	for _, d := range s.req.Types {
		shapes := small
		switch d {
		case expr.Bool, expr.Int8, expr.Float32, expr.Float64, expr.Complex64:
			shapes = append(shapes[:len(shapes):len(shapes)], large...)
		}
		t.Run(d.String(), func(t *testing.T) {
			for _, dims := range shapes {
				for _, marks := range subsets(len(dims)) {
					t.Run(fmt.Sprintf("%v %s", dims, axesName(marks)), func(t *testing.T) {
						s.fold(t, d, dims, marks, foldValues(d, shape.Size(dims), 1), s.foldsOf(d))
						s.fold(t, d, dims, marks, nearOne(d, shape.Size(dims), 2), []expr.Fold{expr.FoldProd})
					})
				}
			}
		})
	}
}

// fold tests the reductions of values in one kernel against the oracle. Then
// each of them alone, and values and results in other layouts, must give the
// same to the bit.
func (s *suite) fold(t *testing.T, d expr.DType, dims []int, marks []bool, values []expr.Scalar, folds []expr.Fold) {
	t.Helper()
	if !folds[0].Row().Kinds.Has(d) {
		return
	}
	slices := groups(dims, marks, values)
	build := func(input, result layout, folds []expr.Fold) trial {
		var p draft
		x := p.input(d)
		k := &backend.Kernel{Prog: &p.Program, Shape: dims, Reduce: marks,
			Inputs: []backend.View{place(input, dims, d, values)}}
		for _, f := range folds {
			k.Folds = append(k.Folds, reduction(f, x, d, 0, dims, marks, result))
		}
		simplify(k, -1)
		return trial{Kernel: k}
	}
	tr := build(contiguous, contiguous, folds)
	var v verdict
	for _, f := range folds {
		v.folds = append(v.folds, foldJudge(f, d, 0, slices))
	}
	first := tr.results(s.check(t, tr, v))
	again := func(what string, tr trial, want [][]expr.Scalar) {
		after, err := tr.on(t, s.dev)
		require.NoError(t, err)
		for i, got := range tr.results(after) {
			if !same(t, want[i], got, fmt.Sprintf("%v, %s", tr.Folds[i].Fold, what)) {
				t.Logf("%v", tr.Kernel)
			}
		}
		tr.untouched(t, after)
	}
	for i, f := range folds {
		if len(folds) > 1 {
			again("alone", build(contiguous, contiguous, folds[i:i+1]), first[i:])
		}
		if f == expr.FoldSum || f == expr.FoldArgMin || f == expr.FoldProd {
			again("alone, transposed", build(transposed, contiguous, folds[i:i+1]), first[i:])
		}
	}
	layouts := distinctLayouts[1:]
	switch {
	case len(values) > 20_000 && s.req.Quick:
		layouts = []layout{transposed}
	case len(values) > 1000:
		layouts = []layout{transposed, flipped}
	}
	for _, l := range layouts {
		again("values "+l.name, build(l, contiguous, folds), first)
		again("results "+l.name, build(contiguous, l, folds), first)
	}
}

// results returns the elements of each reduction's result.
func (tr *trial) results(after memoryImage) [][]expr.Scalar {
	var out [][]expr.Scalar
	for _, r := range tr.Folds {
		out = append(out, elements(r.View, keptShape(tr.Kernel), after[r.View.Buffer.(*hostBuffer)]))
	}
	return out
}

// untouched fails the test if anything but results was written.
func (tr *trial) untouched(t testing.TB, after memoryImage) {
	t.Helper()
	want := memoryImage{}
	for b := range after {
		want[b] = b.data
	}
	anything := func(int, expr.Scalar, expr.Scalar) error { return nil }
	var v verdict
	for range tr.Stores {
		v.stores = append(v.stores, anything)
	}
	for range tr.Folds {
		v.folds = append(v.folds, anything)
	}
	tr.compare(t, want, after, v)
}

// foldSpecials reduces rows of NaN, infinities, zeros of both signs and ties,
// along lines and across them.
func (s *suite) foldSpecials(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	zero := math.Copysign(0, -1)
	rows := [][]float64{
		{nan}, {1, nan}, {nan, 1}, {3, 1, nan, 1}, {nan, inf}, {inf}, {-inf}, {inf, -inf}, {-inf, 2}, {2, inf},
		{0}, {zero}, {0, zero}, {zero, 0}, {1, zero, 0, 1}, {2, 2}, {-1, 3, 3, -1}, {5, 4, 3, 2}, {1, 2, 3, 4},
		{0, inf}, {1e-30, -1e-30}, {math.SmallestNonzeroFloat32, math.SmallestNonzeroFloat64}, {0, 0, 0, 1}, {1, 0, 0, 0},
	}
	for _, d := range s.req.Types {
		t.Run(d.String(), func(t *testing.T) {
			for _, n := range []int{1, 2, 3, 7, 64, 511, 513} {
				if s.req.Quick && n > 64 {
					break
				}
				// Rows are filled up with their first value, or with ones
				// before what they hold.
				var values []expr.Scalar
				for _, front := range []bool{true, false} {
					for _, row := range rows {
						for i := range n {
							x := row[0]
							switch {
							case front && i < len(row):
								x = row[i]
							case !front && i >= n-len(row):
								x = row[i-n+len(row)]
							case !front:
								x = 1
							}
							values = append(values, expr.ScalarOf(x).Cast(d))
						}
					}
				}
				dims := []int{2 * len(rows), n}
				marks := []bool{false, true}
				t.Run(fmt.Sprintf("rows of %d", n), func(t *testing.T) {
					s.fold(t, d, dims, marks, values, s.foldsOf(d))
				})
			}
		})
	}
}
