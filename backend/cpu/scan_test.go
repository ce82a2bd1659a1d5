package cpu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

func scanKernel(in, out backend.View, shape []int, axis int, op expr.Cumulative) *backend.Scan {
	return &backend.Scan{
		Kernel: backend.Kernel{
			Prog:   &expr.Program{Inputs: []expr.DType{in.DType}},
			Shape:  shape,
			Inputs: []backend.View{in},
			Stores: []backend.Store{{Value: 0, View: out}},
		},
		Op: op, Axis: axis,
	}
}

func TestScansOfEveryType(t *testing.T) {
	op2 := map[expr.Cumulative]expr.Op{
		expr.CumSum: expr.Add, expr.CumProd: expr.Mul, expr.CumMin: expr.Minimum, expr.CumMax: expr.Maximum,
	}
	for _, name := range evaluators() {
		d := newTestDevice(t, Options{Evaluator: name, Workers: 2})
		r := rand.New(rand.NewPCG(1, 1))
		for _, dtype := range expr.DTypes() {
			for _, op := range expr.Cumulatives() {
				if !op.Row().Kinds.Has(dtype) {
					continue
				}
				for _, shape := range [][]int{{1}, {100}, {9, 3}, {3, 70}, {7, 140}, {3, 4, 5}} {
					for axis := range shape {
						how := arrangements[r.IntN(len(arrangements))]
						to := []string{"contiguous", "transposed", "stepped", "reversed"}[r.IntN(4)]
						in, out := arrange(t, d, r, dtype, shape, how), arrange(t, d, r, dtype, shape, to)
						if dtype.Kind()&expr.KindField != 0 && op != expr.CumMin && op != expr.CumMax {
							in = tame(t, d, r, dtype, shape, how)
						}
						if r.IntN(4) == 0 && to == how {
							out = in
						}
						sc := scanKernel(in, out, shape, axis, op)
						values := evaluateAll(d, &sc.Kernel)
						_, err := d.Scan(sc)
						require.NoError(t, err)
						running := make(map[string]expr.Scalar)
						wide := dtype
						if dtype == expr.Float32 {
							wide = expr.Float64
						} else if dtype == expr.Complex64 {
							wide = expr.Complex128
						}
						n := 0
						each(shape, func(index []int) {
							line := fmt.Sprint(index[:axis], index[axis+1:])
							x := values[n][0].Cast(wide)
							if before, ok := running[line]; ok {
								x = op2[op].Eval(wide, wide, before, x)
							}
							running[line] = x
							got, want := load(d, &out, index), x.Cast(dtype)
							equal := same(got, want)
							for i, p := range parts(got) { // zeros may differ in sign
								equal = i > 0 && equal || p == parts(want)[i] || p != p && parts(want)[i] != parts(want)[i]
							}
							require.True(t, equal, "%v of %v at %v along %d: got %v %v, want %v %v", op, dtype, index, axis, got, parts(got), want, parts(want))
							n++
						})
					}
				}
			}
		}
	}
}

func TestScanIsDeterministic(t *testing.T) {
	for _, c := range []struct {
		shape []int
		axis  int
	}{{[]int{200001}, 0}, {[]int{2, 100001}, 1}, {[]int{100001, 2}, 0}, {[]int{700, 300}, 0}, {[]int{300, 700}, 1}} {
		first := []float64(nil)
		values := make([]float64, length(c.shape))
		r := rand.New(rand.NewPCG(1, 1))
		for i := range values {
			values[i] = r.NormFloat64() * math.Exp(5*r.NormFloat64())
		}
		for _, name := range evaluators() {
			for _, workers := range []int{1, 2, 3, 8} {
				d := newTestDevice(t, Options{Evaluator: name, Workers: workers})
				in := backend.View{Buffer: bufferOf(t, d, values), DType: expr.Float64, Strides: rowMajor(c.shape)}
				out := emptyView(t, d, expr.Float64, c.shape)
				_, err := d.Scan(scanKernel(in, out, c.shape, c.axis, expr.CumSum))
				require.NoError(t, err)
				got := elements[float64](d, out.Buffer)
				if first == nil {
					first = append([]float64(nil), got...)
				}
				require.Equal(t, first, got, "%v along %d, %s, %d workers", c.shape, c.axis, name, workers)
			}
		}
	}
}

func TestScanOfOnes(t *testing.T) {
	for _, name := range evaluators() {
		d := newTestDevice(t, Options{Evaluator: name})
		n := 1<<24 + 1000 // past what float32 counts to
		in := backend.View{Buffer: bufferOf(t, d, []float32{1}), DType: expr.Float32, Strides: []int{0}}
		out := emptyView(t, d, expr.Float32, []int{n})
		_, err := d.Scan(scanKernel(in, out, []int{n}, 0, expr.CumSum))
		require.NoError(t, err)
		assert.EqualValues(t, n, elements[float32](d, out.Buffer)[n-1])
		out.Buffer.Free()
	}
}

func TestScanFused(t *testing.T) {
	d := newTestDevice(t, Options{})
	in := backend.View{Buffer: bufferOf(t, d, []int16{1, 2, 3, 4}), DType: expr.Int16, Strides: []int{1}}
	sc := scanKernel(in, in, []int{4}, 0, expr.CumSum)
	sc.Prog.Instrs = []expr.Instr{{Op: expr.Square, In: expr.Int16, Out: expr.Int16}}
	sc.Stores[0].Value = 1
	_, err := d.Scan(sc)
	require.NoError(t, err)
	assert.Equal(t, []int16{1, 5, 14, 30}, elements[int16](d, in.Buffer))

	shape := []int{1, 2, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
	in = backend.View{Buffer: bufferOf(t, d, []int16{1, 2, 3, 4, 5, 6}), DType: expr.Int16, Strides: rowMajor(shape)}
	_, err = d.Scan(scanKernel(in, in, shape, 5, expr.CumSum))
	require.NoError(t, err)
	assert.Equal(t, []int16{1, 3, 6, 4, 9, 15}, elements[int16](d, in.Buffer))
}
