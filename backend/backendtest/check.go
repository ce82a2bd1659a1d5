package backendtest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
)

// checking is a kernel that checks n values of type d, of which those at the
// places are at fault.
func checking(d expr.DType, n int, code backend.FaultCode, l layout, faults ...int) trial {
	cond := make([]expr.Scalar, n)
	for i := range cond {
		cond[i] = expr.ScalarOf(true)
	}
	for _, i := range faults {
		cond[i] = expr.ScalarOf(false)
	}
	p := instruction{expr.Check, d, d}.program()
	p.Instrs[0].Aux = uint16(code)
	dims := []int{n}
	return trial{Kernel: &backend.Kernel{
		Prog: p, Shape: dims,
		Inputs: []backend.View{
			place(l, dims, d, numtest.Values(d, n, 1)),
			place(l, dims, expr.Bool, cond),
		},
		Stores: []backend.Store{{Value: p.Result(0), View: place(contiguous, dims, d, nil)}},
	}}
}

// checks tests that faults of the data are reported, by the right kernel, with
// the right code, and that the results are there all the same.
func (s *suite) checks(t *testing.T) {
	codes := []backend.FaultCode{backend.FaultNegativePower, backend.FaultIndex, backend.FaultAllNaN}
	run := func(t *testing.T, tr trial, want backend.FaultCode) {
		t.Helper()
		after, err := tr.on(t, s.dev)
		assert.Equal(t, want, faultOf(t, err))
		for i, st := range tr.Stores {
			in := elements(tr.Inputs[0], tr.Shape, tr.Inputs[0].Buffer.(*hostBuffer).data)
			same(t, in, elements(st.View, tr.Shape, after[st.View.Buffer.(*hostBuffer)]), fmt.Sprintf("store %d", i))
		}
	}
	for _, d := range s.req.Types {
		t.Run(d.String(), func(t *testing.T) {
			for _, code := range codes {
				run(t, checking(d, 100, code, contiguous, 42), code)
				run(t, checking(d, 100, code, stepped), backend.FaultNone)
			}
		})
	}
	d := s.req.Types[len(s.req.Types)-1]
	for _, n := range []int{1, 7, 64, 1000, 100_003} {
		for _, l := range []layout{contiguous, flipped} {
			for _, at := range []int{0, n / 2, n - 1} {
				t.Run(fmt.Sprintf("%d of %d %s", at, n, l.name), func(t *testing.T) {
					run(t, checking(d, n, backend.FaultIndex, l, at), backend.FaultIndex)
				})
			}
			run(t, checking(d, n, backend.FaultIndex, l), backend.FaultNone)
		}
	}
	t.Run("with a constant condition", func(t *testing.T) {
		for _, c := range []struct {
			cond bool
			want backend.FaultCode
		}{{true, backend.FaultNone}, {false, backend.FaultAllNaN}} {
			tr := checking(d, 50, backend.FaultAllNaN, contiguous)
			tr.Inputs = tr.Inputs[:1]
			tr.Prog = &expr.Program{Inputs: []expr.DType{d}, Params: []expr.DType{expr.Bool}, Instrs: tr.Prog.Instrs}
			tr.Params = []expr.Scalar{expr.ScalarOf(c.cond)}
			run(t, tr, c.want)
		}
	})
	t.Run("under a reduction", func(t *testing.T) {
		if !s.has(expr.Int64) {
			t.Skip("needs int64")
		}
		for _, faults := range [][]int{nil, {3000}} {
			tr := checking(expr.Int64, 5000, backend.FaultIndex, contiguous, faults...)
			tr.Stores = nil
			tr.Reduce = []bool{true}
			tr.Folds = []backend.Reduction{{Fold: expr.FoldSum, Value: tr.Prog.Result(0),
				View: place(constant, tr.Shape, expr.Int64, nil)}}
			want := backend.FaultNone
			if faults != nil {
				want = backend.FaultIndex
			}
			_, err := tr.on(t, s.dev)
			assert.Equal(t, want, faultOf(t, err))
		}
	})
	t.Run("reported once", func(t *testing.T) {
		for range 3 {
			run(t, checking(d, 70_000, backend.FaultIndex, contiguous, 69_999), backend.FaultIndex)
			run(t, checking(d, 70_000, backend.FaultNegativePower, contiguous), backend.FaultNone)
			require.NoError(t, s.dev.Sync())
		}
	})
}
