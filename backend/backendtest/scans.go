package backendtest

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
	"github.com/cugond/cugond/internal/shape"
)

// scans tests cumulative operations.
func (s *suite) scans(t *testing.T) {
	if _, ok := s.dev.(backend.Scanner); !ok {
		if s.req.Scan {
			t.Fatal("the device has no Scanner")
		}
		t.Skip("the device has no Scanner")
	}
	short := [][]int{{1}, {40}, {5, 7}, {3, 4, 5}, {2, 1, 3, 2}}
	long := [][]int{{5000}, {3, 700}, {700, 3}}
	if s.req.Quick {
		long = long[:1]
	}
	for _, op := range expr.Cumulatives() {
		for _, d := range s.req.Types {
			if !op.Row().Kinds.Has(d) {
				continue
			}
			t.Run(fmt.Sprintf("%v/%v", op, d), func(t *testing.T) {
				for _, dims := range short {
					for axis := range dims {
						s.scanLayouts(t, op, d, dims, axis, distinctLayouts, operandLayouts)
					}
				}
				for _, dims := range long {
					for axis := range dims {
						s.scanLayouts(t, op, d, dims, axis, []layout{contiguous}, []layout{contiguous, transposed})
					}
				}
				s.scanFused(t, op, d)
			})
		}
	}
	t.Run("specials", s.scanSpecials)
	t.Run("chunks", s.scanChunks)
	t.Run("check", s.scanFault)
}

func scanValues(op expr.Cumulative, d expr.DType, n int) []expr.Scalar {
	if op == expr.CumProd {
		return nearOne(d, n, 1)
	}
	return foldValues(d, n, 1)
}

// scanTrial is a scan of the last value of a draft.
func scanTrial(op expr.Cumulative, axis int, p *draft, k *backend.Kernel) trial {
	k.Prog = &p.Program
	axis = simplify(k, axis)
	return trial{Kernel: k, op: op, axis: axis}
}

func scanOf(op expr.Cumulative, d expr.DType, dims []int, axis int, values []expr.Scalar, from, to layout) trial {
	var p draft
	x := p.input(d)
	return scanTrial(op, axis, &p, &backend.Kernel{Shape: dims,
		Inputs: []backend.View{place(from, dims, d, values)}, Stores: []backend.Store{store(x, to, dims, d)}})
}

func (s *suite) scanLayouts(t *testing.T, op expr.Cumulative, d expr.DType, dims []int, axis int, to, from []layout) {
	values := scanValues(op, d, shape.Size(dims))
	name := fmt.Sprintf("%v axis %d", dims, axis)
	for _, l := range from {
		t.Run(fmt.Sprintf("%s/%s", name, l.name), func(t *testing.T) {
			tr := scanOf(op, d, dims, axis, values, l, contiguous)
			s.check(t, tr, verdict{stores: []judge{scanJudge(op, d, dims, axis, tr.operand(dims))}})
		})
	}
	for _, l := range to {
		t.Run(fmt.Sprintf("%s/to %s", name, l.name), func(t *testing.T) {
			tr := scanOf(op, d, dims, axis, values, transposed, l)
			s.check(t, tr, verdict{stores: []judge{scanJudge(op, d, dims, axis, values)}})
		})
		t.Run(fmt.Sprintf("%s/over operand %s", name, l.name), func(t *testing.T) {
			tr := scanOf(op, d, dims, axis, values, l, l)
			tr.Stores[0].View = tr.Inputs[0]
			s.check(t, tr, verdict{stores: []judge{scanJudge(op, d, dims, axis, values)}})
		})
	}
}

// operand returns the elements of the first input.
func (tr *trial) operand(dims []int) []expr.Scalar {
	v := tr.Inputs[0]
	return elements(v, tr.Shape, v.Buffer.(*hostBuffer).data)
}

// scanJudge judges the results of a scan of the values, in row-major order. A
// running sum in the type itself may round once an element, but errors of both
// signs cancel; float32 is carried in float64.
func scanJudge(op expr.Cumulative, d expr.DType, dims []int, axis int, values []expr.Scalar) judge {
	if d.Kind()&expr.KindField == 0 || op == expr.CumMin || op == expr.CumMax {
		return func(i int, want, got expr.Scalar) error {
			return numtest.Tolerance{AnyZero: true}.Accepts(want, got)
		}
	}
	inner := 1
	for _, n := range dims[axis+1:] {
		inner *= n
	}
	type size struct{ re, im float64 }
	sizes := make([]size, len(values))
	for i, v := range values {
		a, b := complexOf(v)
		before := size{}
		k := i / inner % dims[axis]
		if k > 0 {
			before = sizes[i-inner]
		}
		if op == expr.CumSum {
			sizes[i] = size{before.re + math.Abs(a), before.im + math.Abs(b)}
			continue
		}
		if k == 0 {
			before.re = 1
		}
		sizes[i].re = before.re * math.Hypot(a, b)
		sizes[i].im = sizes[i].re
	}
	return func(i int, want, got expr.Scalar) error {
		k := float64(i/inner%dims[axis] + 1)
		roundings := 4.0
		if d.Real() == expr.Float64 {
			roundings += 2 * math.Sqrt(k)
		}
		if op == expr.CumProd && d.Real() == expr.Float64 {
			roundings += 4 * math.Sqrt(k)
		}
		wr, wi := complexOf(want)
		gr, gi := complexOf(got)
		bound := roundings * numtest.Epsilon(d)
		least := numtest.UnitInLastPlace(d, 0)
		if near(wr, gr, bound*sizes[i].re+least) && near(wi, gi, bound*sizes[i].im+least) {
			return nil
		}
		if op == expr.CumProd && d.Kind() == expr.KindComplex && wr-wr+wi-wi != 0 && gr-gr+gi-gi != 0 {
			return nil
		}
		return fmt.Errorf("got %s, want %s, after %g values: off by %.3g and %.3g, of which %.3g and %.3g are allowed",
			numtest.Format(got), numtest.Format(want), k, math.Abs(wr-gr), math.Abs(wi-gi),
			bound*sizes[i].re, bound*sizes[i].im)
	}
}

// scanFused holds the scan of what a program computes against that of the
// stored values.
func (s *suite) scanFused(t *testing.T, op expr.Cumulative, d expr.DType) {
	for _, dims := range [][]int{{513}, {6, 50}, {50, 6}, {4, 5, 6}} {
		for axis := range dims {
			for _, in := range [][2]layout{{contiguous, contiguous}, {transposed, broadcast}, {flipped, stretched}} {
				t.Run(fmt.Sprintf("fused %v axis %d %s", dims, axis, in[0].name), func(t *testing.T) {
					n := shape.Size(dims)
					var p draft
					x, y, c := p.input(d), p.input(d), p.param(d)
					value := p.do(expr.Add, d, p.do(expr.Mul, d, x, c), y)
					inputs := []backend.View{place(in[0], dims, d, nearOne(d, n, 1)), place(in[1], dims, d, nearOne(d, n, 2))}
					params := []expr.Scalar{expr.ScalarOf(0.25).Cast(d)}
					apply := &backend.Kernel{Prog: &p.Program, Shape: dims, Inputs: inputs, Params: params,
						Stores: []backend.Store{store(value, contiguous, dims, d)}}
					simplify(apply, -1)
					eager := trial{Kernel: apply}
					s.oneInSample(t)
					after, err := eager.on(t, s.dev)
					require.NoError(t, err)
					stored := elements(apply.Stores[0].View, apply.Shape, after[apply.Stores[0].View.Buffer.(*hostBuffer)])

					fused := scanTrial(op, axis, &p, &backend.Kernel{Shape: dims, Inputs: inputs, Params: params,
						Stores: []backend.Store{store(value, spaced, dims, d)}})
					alone := scanOf(op, d, dims, axis, stored, contiguous, contiguous)
					same(t, s.scanned(t, alone), s.scanned(t, fused), "scan of a fused value")
				})
			}
		}
	}
}

// scanned runs a scan on the device and returns its result.
func (s *suite) scanned(t *testing.T, tr trial) []expr.Scalar {
	t.Helper()
	s.oneInSample(t)
	after, err := tr.on(t, s.dev)
	require.NoError(t, err)
	tr.untouched(t, after)
	v := tr.Stores[0].View
	return elements(v, tr.Shape, after[v.Buffer.(*hostBuffer)])
}

func (s *suite) scanSpecials(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	rows := []float64{
		1, nan, 0, 2,
		nan, -inf, inf, 1,
		inf, 1, -inf, 1,
		3, 3, 1, 4,
		0, math.Copysign(0, -1), 1, -1,
		math.Copysign(0, -1), math.Copysign(0, -1), 0, 0,
		2, -inf, nan, inf,
	}
	for _, op := range expr.Cumulatives() {
		for _, d := range s.req.Types {
			if !op.Row().Kinds.Has(d) || d.Kind() != expr.KindFloat {
				continue
			}
			t.Run(fmt.Sprintf("%v/%v", op, d), func(t *testing.T) {
				var values []expr.Scalar
				for _, x := range rows {
					values = append(values, expr.ScalarOf(x).Cast(d))
				}
				for axis, dims := range [][]int{{4, 7}, {7, 4}} {
					tr := scanOf(op, d, dims, axis, values, contiguous, contiguous)
					s.check(t, tr, verdict{stores: []judge{scanJudge(op, d, dims, axis, values)}})
				}
			})
		}
	}
}

// scanChunks scans lines that are cut into pieces. Sums of ones are exact, so
// they need no oracle.
func (s *suite) scanChunks(t *testing.T) {
	n := 100_003
	if s.req.Quick {
		n = 40_001
	}
	for _, d := range s.req.Types {
		if !expr.KindNumeric.Has(d) {
			continue
		}
		for _, c := range []struct {
			dims []int
			axis int
		}{{[]int{n}, 0}, {[]int{2, n}, 1}, {[]int{n, 2}, 0}} {
			t.Run(fmt.Sprintf("%v/%v axis %d", d, c.dims, c.axis), func(t *testing.T) {
				one := []expr.Scalar{expr.ScalarOf(1).Cast(d)}
				tr := scanOf(expr.CumSum, d, c.dims, c.axis, one, contiguous, contiguous)
				inner := 1
				if c.axis == 0 && len(c.dims) == 2 {
					inner = 2
				}
				for i, got := range s.scanned(t, tr) {
					want := expr.ScalarOf(i/inner%n + 1).Cast(d)
					if !numtest.Identical(want, got) {
						t.Fatalf("element %d: got %s, want %s", i, numtest.Format(got), numtest.Format(want))
					}
				}
			})
		}
	}
	if s.has(expr.Float32) && s.req.Huge && !s.req.Quick {
		t.Run("past 2^24", func(t *testing.T) {
			n := 1<<24 + 4096
			tr := scanOf(expr.CumSum, expr.Float32, []int{n}, 0, repeated[float32](1, 1), constant, contiguous)
			s.oneInSample(t)
			after, err := tr.on(t, s.dev)
			require.NoError(t, err)
			v := tr.Stores[0].View
			last := scalarAt(expr.Float32, after[v.Buffer.(*hostBuffer)], v.Offset+n-1)
			assert.InDelta(t, float64(n), float64(expr.ScalarAs[float32](last)), 0)
		})
	}
}

func (s *suite) scanFault(t *testing.T) {
	if !s.has(expr.Int64, expr.Bool) {
		t.Skip("needs int64")
	}
	for _, faults := range [][]int{nil, {9}, {0}, {99}} {
		tr := checking(expr.Int64, 100, backend.FaultIndex, contiguous, faults...)
		tr.op = expr.CumSum
		want := backend.FaultNone
		if faults != nil {
			want = backend.FaultIndex
		}
		_, err := tr.on(t, s.dev)
		assert.Equal(t, want, faultOf(t, err), "faults at %v", faults)
	}
}
