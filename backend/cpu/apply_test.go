package cpu

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// Both tables have a function for everything that a valid program can ask for.
func TestEveryFunctionExists(t *testing.T) {
	for _, name := range evaluators() {
		ev := evaluator(goEvaluator{})
		if name == "c" {
			var err error
			ev, err = newC("")
			require.NoError(t, err)
		}
		t.Run(ev.name(), func(t *testing.T) {
			for _, in := range expr.DTypes() {
				for _, op := range expr.Ops() {
					for _, out := range expr.DTypes() {
						if row := op.Row(); row.Kinds.Has(in) && row.Gives(in, out) {
							assert.True(t, ev.has(opFn(op, in, out)), "%v of %v to %v", op, in, out)
						}
					}
				}
				for _, f := range expr.Folds() {
					if f.Row().Kinds.Has(in) {
						assert.True(t, ev.has(foldFn(fnFold, f, in)), "%v of %v", f, in)
						assert.True(t, ev.has(foldFn(fnFoldCol, f, in)), "%v of columns of %v", f, in)
						assert.NotZero(t, states[f][in].words, "states of %v of %v", f, in)
						assert.Equal(t, stateWords(f, in), states[f][in].words)
					}
				}
				for _, s := range expr.Cumulatives() {
					if s.Row().Kinds.Has(in) {
						assert.True(t, ev.has(scanFn(s, in)), "%v of %v", s, in)
						assert.NotZero(t, scans[s][in].words)
					}
				}
			}
			for move := range numMoves {
				for _, size := range []int{1, 2, 4, 8, 16} {
					if move != moveIota || size == 8 {
						assert.True(t, ev.has(moveFn(move, size)), "move %d of %d bytes", move, size)
					}
				}
			}
		})
	}
}

// shapes exercise one element, blocks and what is left over, and dimensions.
var shapes = [][]int{{1}, {7}, {600}, {3, 5}, {20, 65}, {2, 3, 4, 5}, {30, 1, 21}, {1, 1}}

// chain is a program with a value that is used twice, a parameter, a position,
// a comparison and a choice, all exact.
func chain(dtype expr.DType) *expr.Program {
	return &expr.Program{
		Inputs: []expr.DType{dtype, dtype, expr.Int64},
		Params: []expr.DType{dtype},
		Instrs: []expr.Instr{
			{Op: expr.Add, In: dtype, Out: dtype, Args: [3]expr.Ref{0, 1}},
			{Op: expr.Mul, In: dtype, Out: dtype, Args: [3]expr.Ref{4, 3}},
			{Op: expr.NotEqual, In: dtype, Out: expr.Bool, Args: [3]expr.Ref{5, 0}},
			{Op: expr.Cast, In: expr.Int64, Out: dtype, Args: [3]expr.Ref{2}},
			{Op: expr.Where, In: dtype, Out: dtype, Args: [3]expr.Ref{6, 4, 7}},
		},
	}
}

// kernelOf makes a kernel of the chain for views in the arrangements given,
// with the final value and the intermediate one stored.
func kernelOf(t testing.TB, d *Device, r *rand.Rand, dtype expr.DType, shape []int, a, b, out string) *backend.Kernel {
	t.Helper()
	param := random(r, dtype)
	return &backend.Kernel{
		Prog:  chain(dtype),
		Shape: shape,
		Inputs: []backend.View{
			arrange(t, d, r, dtype, shape, a),
			arrange(t, d, r, dtype, shape, b),
			{DType: expr.Int64, Strides: rowMajor(shape), Offset: 3},
		},
		Params: []expr.Scalar{param},
		Stores: []backend.Store{
			{Value: 8, View: arrange(t, d, r, dtype, shape, out)},
			{Value: 6, View: arrange(t, d, r, expr.Bool, shape, "contiguous")},
			{Value: 1, View: arrange(t, d, r, dtype, shape, "stepped")},
		},
	}
}

func TestApplyLayouts(t *testing.T) {
	for _, name := range evaluators() {
		d := newTestDevice(t, Options{Evaluator: name, Workers: 3})
		r := rand.New(rand.NewPCG(1, 2))
		types := []expr.DType{expr.Bool, expr.Int8, expr.Uint16, expr.Float32, expr.Int64, expr.Float64, expr.Complex64, expr.Complex128}
		for i, shape := range shapes {
			for j, a := range arrangements {
				b := arrangements[(i*5+j*3)%len(arrangements)]
				for o, out := range []string{"contiguous", "transposed", "stepped", "reversed"} {
					dtype := types[(i+j+o)%len(types)]
					k := kernelOf(t, d, r, dtype, shape, a, b, out)
					want := evaluateAll(d, k)
					_, err := d.Run(k)
					require.NoError(t, err, "%v", k)
					checkStores(t, d, k, want)
				}
			}
		}
	}
}

// Strips are used where views run across each other.
func TestApplyAcross(t *testing.T) {
	for _, name := range evaluators() {
		d := newTestDevice(t, Options{Evaluator: name, Workers: 2})
		r := rand.New(rand.NewPCG(3, 4))
		for _, shape := range [][]int{{100, 90}, {65, 257}, {9, 30, 41}, {3, 4, 35, 33}} {
			for i, dtype := range []expr.DType{expr.Int8, expr.Float32, expr.Complex128} {
				k := kernelOf(t, d, r, dtype, shape, "contiguous", []string{"transposed", "swapped"}[i%2], "contiguous")
				want := evaluateAll(d, k)
				_, err := d.Run(k)
				require.NoError(t, err)
				checkStores(t, d, k, want)
			}
		}
	}
}

func TestApplyCopies(t *testing.T) {
	for _, name := range evaluators() {
		d := newTestDevice(t, Options{Evaluator: name, Workers: 2})
		r := rand.New(rand.NewPCG(5, 6))
		for _, shape := range [][]int{{1}, {600}, {3, 5}, {70, 66}, {3, 17, 33}, {2, 3, 4, 5}} {
			for _, from := range arrangements {
				for _, to := range []string{"contiguous", "transposed", "stepped"} {
					for _, dtype := range []expr.DType{expr.Bool, expr.Float32, expr.Complex128} {
						k := &backend.Kernel{
							Prog:   &expr.Program{Inputs: []expr.DType{dtype}},
							Shape:  shape,
							Inputs: []backend.View{arrange(t, d, r, dtype, shape, from)},
							Stores: []backend.Store{{Value: 0, View: arrange(t, d, r, dtype, shape, to)}},
						}
						want := evaluateAll(d, k)
						_, err := d.Run(k)
						require.NoError(t, err)
						checkStores(t, d, k, want)
					}
				}
			}
		}
	}
}

func TestApplyFill(t *testing.T) {
	d := newTestDevice(t, Options{})
	k := &backend.Kernel{
		Prog:   &expr.Program{Params: []expr.DType{expr.Int32}},
		Shape:  []int{20000},
		Params: []expr.Scalar{expr.ScalarOf(int32(-7))},
	}
	k.Stores = []backend.Store{
		{Value: 0, View: emptyView(t, d, expr.Int32, k.Shape)},
		{Value: 0, View: emptyView(t, d, expr.Int32, k.Shape)},
	}
	_, err := d.Run(k)
	require.NoError(t, err)
	for i := range k.Stores {
		for _, v := range elements[int32](d, k.Stores[i].View.Buffer) {
			require.EqualValues(t, -7, v)
		}
	}
}

// A store may be the very view of an input, which later instructions still
// read.
func TestApplyInPlace(t *testing.T) {
	for _, name := range evaluators() {
		d := newTestDevice(t, Options{Evaluator: name, Workers: 2})
		r := rand.New(rand.NewPCG(7, 8))
		for _, how := range []string{"contiguous", "transposed", "stepped", "reversed", "offset"} {
			for _, shape := range shapes {
				k := kernelOf(t, d, r, expr.Float64, shape, how, "contiguous", "contiguous")
				k.Stores[0] = backend.Store{Value: 4, View: k.Inputs[0]} // read by 6 and 8
				k.Stores = append(k.Stores, backend.Store{Value: 8, View: emptyView(t, d, expr.Float64, shape)})
				want := evaluateAll(d, k)
				_, err := d.Run(k)
				require.NoError(t, err)
				checkStores(t, d, k, want)
			}
		}
	}
}

// Blocks, tasks and what is left over.
func TestApplyLong(t *testing.T) {
	for _, name := range evaluators() {
		d := newTestDevice(t, Options{Evaluator: name, Workers: 3})
		r := rand.New(rand.NewPCG(11, 12))
		k := kernelOf(t, d, r, expr.Int16, []int{100003}, "contiguous", "reversed", "contiguous")
		want := evaluateAll(d, k)
		_, err := d.Run(k)
		require.NoError(t, err)
		checkStores(t, d, k, want)
	}
}

// Two arrays change places, in any layout.
func TestApplySwaps(t *testing.T) {
	for _, name := range evaluators() {
		d := newTestDevice(t, Options{Evaluator: name, Workers: 2})
		r := rand.New(rand.NewPCG(13, 14))
		for _, a := range []string{"contiguous", "transposed", "stepped", "reversed"} {
			for _, b := range []string{"contiguous", "transposed"} {
				shape := []int{40, 50}
				k := &backend.Kernel{
					Prog:  &expr.Program{Inputs: []expr.DType{expr.Int32, expr.Int32}},
					Shape: shape,
					Inputs: []backend.View{arrange(t, d, r, expr.Int32, shape, a),
						arrange(t, d, r, expr.Int32, shape, b)},
				}
				k.Stores = []backend.Store{{Value: 1, View: k.Inputs[0]}, {Value: 0, View: k.Inputs[1]}}
				want := evaluateAll(d, k)
				_, err := d.Run(k)
				require.NoError(t, err)
				checkStores(t, d, k, want)
			}
		}
	}
}

func TestApplyManyDimensions(t *testing.T) {
	d := newTestDevice(t, Options{})
	r := rand.New(rand.NewPCG(9, 10))
	shape := []int{2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1}
	k := kernelOf(t, d, r, expr.Int32, shape, "transposed", "stepped", "reversed")
	want := evaluateAll(d, k)
	_, err := d.Run(k)
	require.NoError(t, err)
	checkStores(t, d, k, want)

	// More than there is room for, but they merge.
	shape = append(shape, 3, 2, 2, 2)
	k = kernelOf(t, d, r, expr.Int32, shape, "contiguous", "stepped", "contiguous")
	want = evaluateAll(d, k)
	_, err = d.Run(k)
	require.NoError(t, err)
	checkStores(t, d, k, want)

	shape = []int{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}
	k = kernelOf(t, d, r, expr.Int32, shape, "transposed", "contiguous", "contiguous")
	_, err = d.Run(k)
	require.ErrorIs(t, err, backend.ErrUnsupported)
}

func TestCheckReportsFault(t *testing.T) {
	for _, name := range evaluators() {
		d := newTestDevice(t, Options{Evaluator: name})
		for _, n := range []int{5, 200000} {
			x, y := make([]int64, n), emptyView(t, d, expr.Int64, []int{n})
			k := &backend.Kernel{
				Prog: &expr.Program{
					Inputs: []expr.DType{expr.Int64},
					Params: []expr.DType{expr.Int64},
					Instrs: []expr.Instr{
						{Op: expr.GreaterEqual, In: expr.Int64, Out: expr.Bool, Args: [3]expr.Ref{0, 1}},
						{Op: expr.Check, In: expr.Int64, Out: expr.Int64, Aux: uint16(backend.FaultNegativePower), Args: [3]expr.Ref{0, 2}},
					},
				},
				Shape:  []int{n},
				Params: []expr.Scalar{expr.ScalarOf(int64(0))},
				Stores: []backend.Store{{Value: 3, View: y}},
			}
			k.Inputs = []backend.View{{Buffer: bufferOf(t, d, x), DType: expr.Int64, Strides: []int{1}}}
			_, err := d.Run(k)
			require.NoError(t, err)
			elements[int64](d, k.Inputs[0].Buffer)[n-1] = -1
			_, err = d.Run(k)
			require.ErrorIs(t, err, backend.ErrData)
			var fault *backend.Fault
			require.ErrorAs(t, err, &fault)
			assert.Equal(t, backend.FaultNegativePower, fault.Code)
			assert.EqualValues(t, -1, elements[int64](d, y.Buffer)[n-1], "stored all the same")
			elements[int64](d, k.Inputs[0].Buffer)[n-1] = 1
			_, err = d.Run(k)
			require.NoError(t, err, "a fault does not outlive its kernel")
		}
	}
}

func TestMalformedKernels(t *testing.T) {
	d, other := newTestDevice(t, Options{}), newTestDevice(t, Options{})
	valid := func() *backend.Kernel {
		return &backend.Kernel{
			Prog:   &expr.Program{Inputs: []expr.DType{expr.Float32}},
			Shape:  []int{4},
			Inputs: []backend.View{emptyView(t, d, expr.Float32, []int{4})},
			Stores: []backend.Store{{Value: 0, View: emptyView(t, d, expr.Float32, []int{4})}},
		}
	}
	_, err := d.Run(valid())
	require.NoError(t, err)
	for name, spoil := range map[string]func(k *backend.Kernel){
		"no dimensions":      func(k *backend.Kernel) { k.Shape = nil },
		"empty":              func(k *backend.Kernel) { k.Shape = []int{0} },
		"too few inputs":     func(k *backend.Kernel) { k.Inputs = nil },
		"another type":       func(k *backend.Kernel) { k.Inputs[0].DType = expr.Int32 },
		"strides missing":    func(k *backend.Kernel) { k.Inputs[0].Strides = nil },
		"before the buffer":  func(k *backend.Kernel) { k.Inputs[0].Strides = []int{-1} },
		"past the buffer":    func(k *backend.Kernel) { k.Stores[0].View.Offset = 1 },
		"another device":     func(k *backend.Kernel) { k.Inputs[0] = emptyView(t, other, expr.Float32, []int{4}) },
		"float positions":    func(k *backend.Kernel) { k.Inputs[0].Buffer = nil },
		"unmarked reduction": func(k *backend.Kernel) { k.Folds = []backend.Reduction{{Fold: expr.FoldSum}} },
	} {
		k := valid()
		spoil(k)
		_, err := d.Run(k)
		assert.Error(t, err, name)
	}
}

func TestClosed(t *testing.T) {
	d, err := New(Options{Evaluator: "go"})
	require.NoError(t, err)
	b, err := d.Alloc(1 << 20)
	require.NoError(t, err)
	require.NoError(t, d.Close())
	require.NoError(t, d.Close(), "a second time")
	_, err = d.Alloc(1)
	assert.ErrorIs(t, err, backend.ErrClosed)
	assert.ErrorIs(t, d.CopyIn(b, 0, nil), backend.ErrClosed)
	assert.ErrorIs(t, d.CopyOut(nil, b, 0), backend.ErrClosed)
	assert.ErrorIs(t, d.Sync(), backend.ErrClosed)
	_, err = d.Run(&backend.Kernel{})
	assert.ErrorIs(t, err, backend.ErrClosed)
	_, err = d.Scan(&backend.Scan{Kernel: backend.Kernel{Prog: chain(expr.Int8), Shape: []int{1}, Stores: make([]backend.Store, 1)}, Op: expr.CumSum})
	assert.ErrorIs(t, err, backend.ErrClosed)
	b.Free()
	b.Free()
}

func TestOptions(t *testing.T) {
	_, err := New(Options{Evaluator: "fortran"})
	require.ErrorIs(t, err, backend.ErrUnavailable)
	d, err := New(Options{})
	require.NoError(t, err)
	assert.Equal(t, "cpu", d.Name())
	assert.NotEmpty(t, d.Evaluator())
	assert.Positive(t, d.Workers())
	require.NoError(t, d.Close())
}

// A panic in a worker is an error.
func TestWorkerPanic(t *testing.T) {
	d := newTestDevice(t, Options{Workers: 4})
	j := &job{dev: d, ev: d.ev}
	err := j.each(100, 1<<20, func(_ *worker, task int64) {
		if task == 17 {
			panic(errors.New("broken"))
		}
	})
	require.ErrorContains(t, err, "broken")
}
