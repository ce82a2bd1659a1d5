package backendtest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
	"github.com/cugond/cugond/internal/shape"
)

// ProgramsVariable is the environment variable that sets the number of random
// programs, whatever the requirements say.
const ProgramsVariable = "CUGOND_TEST_PROGRAMS"

// maxFailed is how many random programs may fail before the rest is left out.
const maxFailed = 10

// random runs random programs.
func (s *suite) random(t *testing.T) {
	n := s.req.Programs
	if v := os.Getenv(ProgramsVariable); v != "" {
		var err error
		n, err = strconv.Atoi(v)
		require.NoError(t, err, ProgramsVariable)
	}
	failed := 0
	for i := range n {
		seed := s.req.Seed + uint64(i)
		if !t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) { s.program(t, seed) }) {
			if failed++; failed == maxFailed {
				t.Fatalf("%d of %d programs were not run", n-1-i, n)
			}
		}
	}
}

// FuzzPrograms fuzzes a device with random programs.
func FuzzPrograms(f *testing.F, open func(t *testing.T) backend.Device, req Requirements) {
	for seed := range uint64(8) {
		f.Add(seed)
	}
	req.complete()
	f.Fuzz(func(t *testing.T, seed uint64) {
		s := &suite{open: open, req: req, dev: open(t)}
		defer s.dev.Close()
		s.program(t, seed)
	})
}

// program runs the random kernel of a seed in one piece, and one instruction
// after the other with everything in between stored. Each instruction of the
// second run is held against the oracle on the same operands, so that the
// bounds of the table apply; the first run must give what the second gives, to
// the bit.
func (s *suite) program(t *testing.T, seed uint64) {
	k := newGenerator(seed, s.req.Types, s.req.Ops).kernel()
	require.NoError(t, k.Prog.Validate())
	dims, marks := k.Shape, k.Reduce
	values := s.eagerly(t, k)

	fused := *k
	simplify(&fused, -1)
	tr := trial{Kernel: &fused}
	after, err := tr.on(t, s.dev)
	require.NoError(t, err, "%v", k)
	ok := true
	for i, st := range fused.Stores {
		got := elements(st.View, fused.Shape, after[st.View.Buffer.(*hostBuffer)])
		ok = same(t, values[st.Value], got, fmt.Sprintf("store %d of %%%d", i, st.Value)) && ok
	}
	results := tr.results(after)
	for i, r := range fused.Folds {
		d := k.Prog.Type(r.Value)
		var p draft
		x := p.input(d)
		alone := trial{Kernel: &backend.Kernel{Prog: &p.Program, Shape: dims, Reduce: marks,
			Inputs: []backend.View{place(contiguous, dims, d, values[r.Value])},
			Folds:  []backend.Reduction{reduction(r.Fold, x, d, r.DDof, dims, marks, contiguous)}}}
		simplify(alone.Kernel, -1)
		image, err := alone.on(t, s.dev)
		require.NoError(t, err)
		ok = same(t, alone.results(image)[0], results[i], fmt.Sprintf("%v of %%%d", r.Fold, r.Value)) && ok
	}
	tr.untouched(t, after)
	if !ok || t.Failed() {
		t.Logf("seed %d\n%v", seed, k)
	}
}

// eagerly computes every value of a kernel's program, in row-major order.
func (s *suite) eagerly(t *testing.T, k *backend.Kernel) map[expr.Ref][]expr.Scalar {
	values := map[expr.Ref][]expr.Scalar{}
	for i, v := range k.Inputs {
		r := k.Prog.Input(i)
		if v.Buffer != nil {
			values[r] = elements(v, k.Shape, v.Buffer.(*hostBuffer).data)
			continue
		}
		for _, p := range positions(k.Shape, v.Strides, v.Offset) {
			values[r] = append(values[r], expr.ScalarOf(int64(p)))
		}
	}
	dims := []int{shape.Size(k.Shape)}
	for i, v := range k.Params {
		all := make([]expr.Scalar, dims[0])
		for j := range all {
			all[j] = v
		}
		values[k.Prog.Param(i)] = all
	}
	for i, in := range k.Prog.Instrs {
		one := instruction{in.Op, in.In, in.Out}
		step := &backend.Kernel{Prog: one.program(), Shape: dims}
		for a, d := range step.Prog.Inputs {
			step.Inputs = append(step.Inputs, place(contiguous, dims, d, values[in.Args[a]]))
		}
		step.Stores = []backend.Store{store(step.Prog.Result(0), contiguous, dims, in.Out)}
		tr := trial{Kernel: step}
		after, err := tr.on(t, s.dev)
		require.NoError(t, err, "%v", step)
		tr.untouched(t, after)
		out := step.Stores[0].View
		got := elements(out, dims, after[out.Buffer.(*hostBuffer)])
		values[k.Prog.Result(i)] = got
		s.sample(t, in, one, values, got)
	}
	return values
}

// sample holds some of an instruction's results against the oracle.
func (s *suite) sample(t *testing.T, in expr.Instr, one instruction, values map[expr.Ref][]expr.Scalar, got []expr.Scalar) {
	t.Helper()
	most := 300
	if one.op.Row().ULP.Of(one.in) > 0 {
		most = 20
	}
	judge := one.judge()
	step := max(1, len(got)/most)
	args := make([]expr.Scalar, one.arity())
	wrong := 0
	for i := 0; i < len(got) && wrong < maxReports; i += step {
		text := ""
		for k := range args {
			args[k] = values[in.Args[k]][i]
			text += " " + numtest.Format(args[k])
		}
		if !one.bounded(args) {
			continue
		}
		if err := judge(i, one.op.Eval(one.in, one.out, args...), got[i]); err != nil {
			wrong++
			t.Errorf("%v of%s: %v", one.op, text, err)
		}
	}
}

// generator makes random kernels.
type generator struct {
	*rand.Rand
	types []expr.DType
	draft
	// opaque values may be NaN of either sign, which operations that look at
	// the sign would show.
	opaque map[expr.Ref]bool
	ops    []expr.Op
}

func newGenerator(seed uint64, types []expr.DType, ops []expr.Op) *generator {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)), types: types, opaque: map[expr.Ref]bool{}}
	for _, op := range ops {
		if op != expr.Check {
			g.ops = append(g.ops, op)
		}
	}
	return g
}

func choose[T any](g *generator, from []T) T { return from[g.IntN(len(from))] }

func (g *generator) dims() []int {
	switch g.IntN(6) {
	case 0:
		return []int{1 + g.IntN(3000)}
	case 1:
		return []int{1 + g.IntN(5), 500 + g.IntN(200)}
	}
	dims := make([]int, 1+g.IntN(4))
	for i := range dims {
		dims[i] = 1 + g.IntN(9)
	}
	return dims
}

// kernel makes a kernel, not yet simplified.
func (g *generator) kernel() *backend.Kernel {
	k := &backend.Kernel{Prog: &g.Program, Shape: g.dims()}
	for range 1 + g.IntN(5) {
		g.addInput(k)
	}
	for range g.IntN(4) {
		d := choose(g, g.types)
		g.param(d)
		k.Params = append(k.Params, choose(g, numtest.Values(d, 8, g.Uint64())))
	}
	for range 1 + g.IntN(24) {
		g.addInstr()
	}
	overwritten := map[int]bool{}
	for range 1 + g.IntN(4) {
		r := g.anyRef()
		if g.IntN(2) == 0 {
			r = expr.Ref(g.NumValues() - 1)
		}
		st := store(r, choose(g, distinctLayouts), k.Shape, g.Type(r))
		if i := g.IntN(len(k.Inputs)); g.IntN(3) == 0 && !overwritten[i] && k.Inputs[i].Buffer != nil &&
			g.Type(r) == k.Inputs[i].DType && shape.Distinct(k.Shape, k.Inputs[i].Strides) && alone(k, i) {
			overwritten[i] = true
			st.View = k.Inputs[i]
		}
		k.Stores = append(k.Stores, st)
	}
	if g.IntN(2) == 0 {
		g.addFolds(k)
	}
	return k
}

// alone reports whether no other input is a view of the same buffer.
func alone(k *backend.Kernel, i int) bool {
	for j, v := range k.Inputs {
		if j != i && v.Buffer == k.Inputs[i].Buffer {
			return false
		}
	}
	return true
}

func (g *generator) addInput(k *backend.Kernel) {
	if g.IntN(10) == 0 && containsType(g.types, expr.Int64) {
		g.input(expr.Int64)
		v := identity(g.IntN(100) - 50)
		for range k.Shape {
			v.Strides = append(v.Strides, g.IntN(9)-4)
		}
		k.Inputs = append(k.Inputs, v)
		return
	}
	if n := len(k.Inputs); n > 0 && g.IntN(8) == 0 { // one that is there already
		v := k.Inputs[g.IntN(n)]
		g.input(v.DType)
		k.Inputs = append(k.Inputs, v)
		return
	}
	d := choose(g, g.types)
	n := shape.Size(k.Shape)
	values := numtest.Values(d, n, g.Uint64())
	if g.IntN(2) == 0 {
		values = numtest.Moderate(d, n, g.Uint64())
	}
	g.input(d)
	k.Inputs = append(k.Inputs, place(choose(g, operandLayouts), k.Shape, d, values))
}

func containsType(types []expr.DType, d expr.DType) bool {
	for _, t := range types {
		if t == d {
			return true
		}
	}
	return false
}

func (g *generator) anyRef() expr.Ref { return expr.Ref(g.IntN(g.NumValues())) }

// of returns a value of the type: one that is there, or the cast of one.
func (g *generator) of(d expr.DType) expr.Ref {
	var have []expr.Ref
	for r := range expr.Ref(g.NumValues()) {
		if g.Type(r) == d {
			have = append(have, r)
		}
	}
	if len(have) > 0 && g.IntN(4) > 0 {
		if g.IntN(4) == 0 {
			return have[len(have)-1]
		}
		return choose(g, have)
	}
	from := g.anyRef()
	r := g.cast(from, d)
	g.opaque[r] = expr.KindField.Has(g.Type(from)) && g.hasOpaque(from)
	return r
}

// hasOpaque reports whether a value comes of a computation.
func (g *generator) hasOpaque(r expr.Ref) bool {
	return int(r) >= len(g.Inputs)+len(g.Params) && g.opaque[r]
}

func (g *generator) addInstr() {
	for {
		op := choose(g, g.ops)
		in := choose(g, g.types)
		row := op.Row()
		if !row.Kinds.Has(in) {
			continue
		}
		out := row.Out(in)
		if out == expr.Invalid {
			out = choose(g, g.types)
		}
		if !containsType(g.types, out) || row.Cond > 0 && !containsType(g.types, expr.Bool) {
			continue
		}
		var args []expr.Ref
		for k := range row.Arity {
			args = append(args, g.of(row.Operand(k, in)))
		}
		if signed := map[expr.Op]int{expr.SignBit: 1, expr.CopySign: 2}[op]; signed > 0 && g.hasOpaque(args[signed-1]) {
			continue
		}
		r := g.give(op, in, out, args...)
		g.opaque[r] = expr.KindField.Has(out)
		return
	}
}

func (g *generator) addFolds(k *backend.Kernel) {
	marks := choose(g, subsets(len(k.Shape)))
	k.Reduce = marks
	for range 1 + g.IntN(3) {
		r := g.anyRef()
		d := g.Type(r)
		var folds []expr.Fold
		for _, f := range expr.Folds() {
			if f.Row().Kinds.Has(d) && containsType(g.types, f.Out(d)) {
				folds = append(folds, f)
			}
		}
		if len(folds) == 0 {
			continue
		}
		k.Folds = append(k.Folds, reduction(choose(g, folds), r, d, float64(g.IntN(2)), k.Shape, marks, choose(g, distinctLayouts)))
	}
	if len(k.Folds) == 0 {
		k.Reduce = nil
	}
}
