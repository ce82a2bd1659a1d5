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
				if n := shape.Size(c.dims); n > 20_000 && (s.req.Quick || d.Kind()&expr.KindFloat == 0) {
					continue
				}
				inputs := [][2]layout{{contiguous, contiguous}, {transposed, stretched}, {flipped, broadcast}}
				if s.req.Quick && shape.Size(c.dims) > 5000 {
					inputs = inputs[1:2]
				}
				for _, in := range inputs {
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
	s.oneInSample(t)
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
		if folds[d] == nil || s.req.Quick && d != expr.Float32 {
			continue
		}
		shapes := []struct {
			dims  []int
			marks []bool
		}{
			{[]int{70_001}, []bool{true}},
			{[]int{33_000, 2}, []bool{true, false}},
			{[]int{2, 33_000}, []bool{false, true}},
			{[]int{2, 33_000}, []bool{true, false}},
			{[]int{180, 2, 190}, []bool{true, false, true}},
		}
		if s.req.Quick {
			shapes = shapes[:2]
		}
		for _, c := range shapes {
			t.Run(fmt.Sprintf("%v/%v %s", d, c.dims, axesName(c.marks)), func(t *testing.T) {
				s.fold(t, d, c.dims, c.marks, foldValues(d, shape.Size(c.dims), 3), folds[d])
			})
		}
	}
}
