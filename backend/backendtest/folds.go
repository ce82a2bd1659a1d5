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
	large := [][]int{{2, 513, 3}, {3, 2, 511}, {512, 2, 3}, {2, 5000}, {5000, 2}}
	if testing.Short() {
		small, large = small[:1], large[:1]
	}
	for _, d := range s.req.Types {
		shapes := small
		switch d {
		case expr.Bool, expr.Int8, expr.Uint32, expr.Float32, expr.Float64, expr.Complex64:
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
	if len(values) > 1000 {
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
				if testing.Short() && n > 64 {
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

// foldFused reduces what a program computes, and holds the results against
// those of the stored values.
func (s *suite) foldFused(t *testing.T) {
	shapes := []struct {
		dims  []int
		marks []bool
	}{
		{[]int{1}, []bool{true}},
		{[]int{1}, []bool{false}},
		{[]int{50}, []bool{false}},
		{[]int{513}, []bool{true}},
		{[]int{13, 600}, []bool{false, true}},
		{[]int{600, 13}, []bool{true, false}},
		{[]int{6, 11, 40}, []bool{true, false, true}},
		{[]int{6, 11, 40}, []bool{false, true, false}},
		{[]int{2, 35_000}, []bool{false, true}},
		{[]int{35_000, 2}, []bool{true, false}},
	}
	for _, d := range s.req.Types {
		if d == expr.Bool {
			continue // comparisons give them
		}
		t.Run(d.String(), func(t *testing.T) {
			for _, c := range shapes {
				if n := shape.Size(c.dims); n > 20_000 && (testing.Short() || d.Kind() == expr.KindUint) {
					continue
				}
				for _, in := range [][2]layout{{contiguous, contiguous}, {transposed, stretched}, {flipped, broadcast}} {
					t.Run(fmt.Sprintf("%v %s %s %s", c.dims, axesName(c.marks), in[0].name, in[1].name), func(t *testing.T) {
						s.fused(t, d, c.dims, c.marks, in)
					})
				}
			}
		})
	}
}

func (s *suite) fused(t *testing.T, d expr.DType, dims []int, marks []bool, in [2]layout) {
	n := shape.Size(dims)
	var p draft
	x, y, c := p.input(d), p.input(d), p.param(d)
	value := p.do(expr.Add, d, p.do(expr.Mul, d, x, c), y)
	if expr.KindFloat.Has(d) {
		value = p.do(expr.Sin, d, value)
	}
	truth := p.do(expr.NotEqual, d, x, y)
	inputs := []backend.View{place(in[0], dims, d, numtest.Moderate(d, n, 1)), place(in[1], dims, d, numtest.Moderate(d, n, 2))}
	k := &backend.Kernel{Prog: &p.Program, Shape: dims, Reduce: marks, Inputs: inputs, Params: numtest.Moderate(d, 1, 3)}
	refs := map[expr.DType]expr.Ref{d: value, expr.Bool: truth}
	var types []expr.DType
	for _, t := range []expr.DType{d, expr.Bool} {
		if !s.has(t) {
			continue
		}
		types = append(types, t)
		for _, f := range s.foldsOf(t) {
			k.Folds = append(k.Folds, reduction(f, refs[t], t, 0, dims, marks, contiguous))
		}
		k.Stores = append(k.Stores, store(refs[t], contiguous, dims, t))
	}
	if s.has(d) && len(s.foldsOf(d)) > 0 { // of an input itself, too
		k.Folds = append(k.Folds, reduction(s.foldsOf(d)[0], x, d, 0, dims, marks, spaced))
	}
	simplify(k, -1)
	tr := trial{Kernel: k}
	after, err := tr.on(t, s.dev)
	require.NoError(t, err)
	tr.untouched(t, after)
	results := tr.results(after)
	stored := map[expr.DType][]expr.Scalar{}
	for i, ty := range types {
		st := k.Stores[i].View
		stored[ty] = elements(st, k.Shape, after[st.Buffer.(*hostBuffer)])
	}
	for i, r := range k.Folds {
		ty := p.Type(r.Value)
		values := stored[ty]
		if r.Value == x {
			values = elements(k.Inputs[0], k.Shape, k.Inputs[0].Buffer.(*hostBuffer).data)
		}
		var q draft
		v := q.input(ty)
		alone := &backend.Kernel{Prog: &q.Program, Shape: dims, Reduce: marks,
			Inputs: []backend.View{place(contiguous, dims, ty, values)},
			Folds:  []backend.Reduction{reduction(r.Fold, v, ty, 0, dims, marks, contiguous)}}
		simplify(alone, -1)
		again := trial{Kernel: alone}
		after, err := again.on(t, s.dev)
		require.NoError(t, err)
		if !same(t, again.results(after)[0], results[i], fmt.Sprintf("%v of a fused value", r.Fold)) {
			t.Logf("%v", k)
		}
	}
}

func (s *suite) foldDDof(t *testing.T) {
	for _, d := range s.req.Types {
		if !expr.FoldVar.Row().Kinds.Has(d) {
			continue
		}
		for _, f := range []expr.Fold{expr.FoldVar, expr.FoldStd} {
			for _, n := range []int{1, 2, 5, 600} {
				for _, ddof := range []float64{0, 1, 0.5, float64(n) - 1, float64(n), float64(n) + 1} {
					t.Run(fmt.Sprintf("%v/%v/%d values/ddof %v", d, f, n, ddof), func(t *testing.T) {
						dims, marks := []int{3, n}, []bool{false, true}
						values := numtest.Moderate(d, 3*n, 1)
						var p draft
						x := p.input(d)
						k := &backend.Kernel{Prog: &p.Program, Shape: dims, Reduce: marks,
							Inputs: []backend.View{place(contiguous, dims, d, values)},
							// With siblings of other degrees of freedom.
							Folds: []backend.Reduction{
								reduction(f, x, d, 0, dims, marks, contiguous),
								reduction(f, x, d, ddof, dims, marks, contiguous),
							}}
						simplify(k, -1)
						slices := groups(dims, marks, values)
						s.check(t, trial{Kernel: k}, verdict{folds: []judge{foldJudge(f, d, 0, slices), foldJudge(f, d, ddof, slices)}})
					})
				}
			}
		}
	}
}

// foldLong reduces lines that are cut into pieces.
func (s *suite) foldLong(t *testing.T) {
	folds := map[expr.DType][]expr.Fold{
		expr.Float32: {expr.FoldSum, expr.FoldVar, expr.FoldArgMin},
		expr.Float64: {expr.FoldSum, expr.FoldMax, expr.FoldNorm},
		expr.Int8:    {expr.FoldSum, expr.FoldArgMax},
		expr.Bool:    {expr.FoldCount, expr.FoldAny},
	}
	for _, d := range s.req.Types {
		if folds[d] == nil || testing.Short() && d != expr.Float32 {
			continue
		}
		for _, c := range []struct {
			dims  []int
			marks []bool
		}{
			{[]int{70_001}, []bool{true}},
			{[]int{2, 33_000}, []bool{false, true}},
			{[]int{33_000, 2}, []bool{true, false}},
			{[]int{2, 33_000}, []bool{true, false}},
			{[]int{180, 2, 190}, []bool{true, false, true}},
		} {
			t.Run(fmt.Sprintf("%v/%v %s", d, c.dims, axesName(c.marks)), func(t *testing.T) {
				s.fold(t, d, c.dims, c.marks, foldValues(d, shape.Size(c.dims), 3), folds[d])
			})
		}
	}
}
