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

// Compare tests that two devices, which are to be two implementations of one,
// give the same results: to the bit where operations are exact and for
// reductions and scans, within twice their bounds for other operations.
func Compare(t *testing.T, a, b backend.Device) {
	c := &comparison{a: &suite{dev: a}, b: b}
	c.a.req.complete()
	t.Run("ops", c.operations)
	t.Run("folds", c.folds)
	t.Run("scans", c.scans)
	t.Run("programs", c.programs)
}

type comparison struct {
	a *suite
	b backend.Device
}

// run runs a trial on both devices and compares what they leave in memory.
func (c *comparison) run(t *testing.T, tr trial, v verdict) {
	t.Helper()
	want, err := tr.on(t, c.a.dev)
	require.NoError(t, err, "%v", tr.Kernel)
	got, err := tr.on(t, c.b)
	require.NoError(t, err, "%v", tr.Kernel)
	tr.compare(t, want, got, v)
}

func (c *comparison) operations(t *testing.T) {
	for _, op := range expr.Ops() {
		for _, in := range c.a.instructions(op) {
			t.Run(fmt.Sprintf("%v/%v-%v", op, in.in, in.out), func(t *testing.T) {
				tol := numtest.Of(in.op, in.in)
				tol.ULP *= 2
				v := verdict{stores: []judge{within(tol)}}
				values := in.specials(c.a.req.Quick)
				dims := []int{len(values[0])}
				k := &backend.Kernel{Prog: in.program(), Shape: dims}
				for i, d := range k.Prog.Inputs {
					k.Inputs = append(k.Inputs, place(contiguous, dims, d, values[i]))
				}
				k.Stores = []backend.Store{store(k.Prog.Result(0), contiguous, dims, in.out)}
				c.run(t, trial{Kernel: k}, v)
				for _, n := range []int{1, 3, 15, 77, 1030} {
					c.run(t, elementwise(in, []int{n}, []layout{contiguous}, contiguous), v)
				}
				c.run(t, elementwise(in, []int{23, 45}, []layout{transposed, stepped, stretched}, flipped), v)
			})
		}
	}
}

func (c *comparison) folds(t *testing.T) {
	for _, d := range c.a.req.Types {
		for _, sh := range []struct {
			dims  []int
			marks []bool
		}{
			{[]int{1}, []bool{true}},
			{[]int{40, 3}, []bool{false, true}},
			{[]int{17, 600}, []bool{false, true}},
			{[]int{600, 17}, []bool{true, false}},
			{[]int{5, 513, 4}, []bool{true, false, true}},
			{[]int{40_000}, []bool{true}},
			{[]int{33_000, 3}, []bool{true, false}},
		} {
			for _, l := range []layout{contiguous, transposed} {
				t.Run(fmt.Sprintf("%v/%v %s %s", d, sh.dims, axesName(sh.marks), l.name), func(t *testing.T) {
					n := shape.Size(sh.dims)
					sets := [][]expr.Scalar{foldValues(d, n, 1), nearOne(d, n, 2)}
					if n < 12_000 {
						sets = append(sets, numtest.Values(d, n, 3))
					}
					for _, values := range sets {
						var p draft
						x := p.input(d)
						k := &backend.Kernel{Prog: &p.Program, Shape: sh.dims, Reduce: sh.marks,
							Inputs: []backend.View{place(l, sh.dims, d, values)}}
						for _, f := range c.a.foldsOf(d) {
							k.Folds = append(k.Folds, reduction(f, x, d, 1, sh.dims, sh.marks, contiguous))
						}
						simplify(k, -1)
						c.run(t, trial{Kernel: k}, verdict{})
					}
				})
			}
		}
	}
}

func (c *comparison) scans(t *testing.T) {
	_, first := c.a.dev.(backend.Scanner)
	_, second := c.b.(backend.Scanner)
	require.Equal(t, first, second, "one device scans, the other doesn't")
	if !first {
		t.Skip("the devices have no Scanner")
	}
	for _, op := range expr.Cumulatives() {
		for _, d := range c.a.req.Types {
			if !op.Row().Kinds.Has(d) {
				continue
			}
			t.Run(fmt.Sprintf("%v/%v", op, d), func(t *testing.T) {
				for _, dims := range [][]int{{1}, {33_000}, {7, 600}, {600, 7}, {5, 6, 7}} {
					for axis := range dims {
						values := numtest.Values(d, shape.Size(dims), 1)
						c.run(t, scanOf(op, d, dims, axis, values, transposed, contiguous), verdict{})
						c.run(t, scanOf(op, d, dims, axis, scanValues(op, d, len(values)), contiguous, flipped), verdict{})
					}
				}
			})
		}
	}
}

// programs runs random programs without operations that have a bound.
func (c *comparison) programs(t *testing.T) {
	n := 200
	if c.a.req.Quick {
		n = 40
	}
	for seed := range uint64(n) {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			k := newGenerator(seed+1<<32, c.a.req.Types, exactOps()).kernel()
			simplify(k, -1)
			c.run(t, trial{Kernel: k}, verdict{})
		})
	}
}

// exactOps returns the operations without a bound.
func exactOps() []expr.Op {
	var out []expr.Op
	for _, op := range expr.Ops() {
		if op.Row().ULP == (expr.Bound{}) {
			out = append(out, op)
		}
	}
	return out
}
