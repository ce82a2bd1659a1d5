//go:build cgo && linux

package cuda

import (
	"math"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// upload returns a buffer of the values.
func upload(t *testing.T, d *Device, values []float64) backend.Buffer {
	t.Helper()
	b, err := d.Alloc(8 * len(values))
	require.NoError(t, err)
	t.Cleanup(b.Free)
	require.NoError(t, d.CopyIn(b, 0, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), 8*len(values))))
	return b
}

// download returns the first n values of a buffer.
func download(t *testing.T, d *Device, b backend.Buffer, n int) []float64 {
	t.Helper()
	values := make([]float64, n)
	require.NoError(t, d.CopyOut(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), 8*n), b, 0))
	return values
}

// halving is a kernel that replaces values by their halves, checks that they are
// finite, and gives sums, deviations and largest values of what was there and of
// the halves.
func halving(t *testing.T, d *Device, values []float64, shape []int, marks []bool) (*backend.Kernel, backend.Buffer) {
	f := expr.Float64
	x := upload(t, d, values)
	k := &backend.Kernel{
		Prog: &expr.Program{Inputs: []expr.DType{f}, Params: []expr.DType{f, f}, Instrs: []expr.Instr{
			{Op: expr.Mul, In: f, Out: f, Args: [3]expr.Ref{0, 1}},
			{Op: expr.Less, In: f, Out: expr.Bool, Args: [3]expr.Ref{0, 2}},
			{Op: expr.Check, In: f, Out: f, Aux: uint16(backend.FaultIndex), Args: [3]expr.Ref{3, 4}},
		}},
		Shape: shape, Reduce: marks, Params: []expr.Scalar{expr.ScalarOf(0.5), expr.ScalarOf(math.Inf(1))},
	}
	require.NoError(t, k.Prog.Validate())
	in, out := make([]int, len(shape)), make([]int, len(shape))
	n, kept := 1, 1
	for i := len(shape) - 1; i >= 0; i-- {
		in[i] = n
		n *= shape[i]
		if !marks[i] {
			out[i] = kept
			kept *= shape[i]
		}
	}
	require.Len(t, values, n)
	k.Inputs = []backend.View{{Buffer: x, DType: f, Strides: in}}
	k.Stores = []backend.Store{{Value: 5, View: k.Inputs[0]}}
	for _, fold := range []expr.Fold{expr.FoldSum, expr.FoldStd, expr.FoldMax} {
		for _, value := range []expr.Ref{0, 5} {
			k.Folds = append(k.Folds, backend.Reduction{Fold: fold, Value: value,
				View: backend.View{Buffer: upload(t, d, make([]float64, kept)), DType: f, Strides: out}})
		}
	}
	return k, x
}

// A kernel may reduce what it overwrites.
func TestReduceOverwritten(t *testing.T) {
	d := testDevice(t)
	for _, c := range []struct {
		shape []int
		marks []bool
	}{{[]int{30_000}, []bool{true}}, {[]int{2, 15_000}, []bool{false, true}}, {[]int{15_000, 2}, []bool{true, false}}} {
		values := make([]float64, 30_000)
		for i := range values {
			values[i] = float64(i % 7)
		}
		k, x := halving(t, d, values, c.shape, c.marks)
		event, err := d.Run(k)
		require.NoError(t, err)
		require.NoError(t, event.Wait())
		for i, v := range download(t, d, x, len(values)) {
			require.Equal(t, values[i]/2, v, "element %d of %v", i, c.shape)
		}
		first := func(i int) float64 { return download(t, d, k.Folds[i].View.Buffer, 1)[0] }
		assert.Equal(t, first(0)/2, first(1), "sums of %v", c.shape)
		length := float64(len(values) / len(c.shape)) // there are as many lines as axes
		assert.InEpsilon(t, 3*length, first(0), 1e-3, "sums of %v", c.shape)
		assert.InEpsilon(t, 2, first(2), 1e-3, "deviations of %v", c.shape)
		assert.InEpsilon(t, first(2)/2, first(3), 1e-15, "deviations of %v", c.shape)
		assert.Equal(t, 6.0, first(4), "largest of %v", c.shape)
		assert.Equal(t, 3.0, first(5), "largest of %v", c.shape)
	}
}

// A fault is told once, by the event of a kernel that takes two launches.
func TestReduceFaultOfTwoLaunches(t *testing.T) {
	d := testDevice(t)
	values := make([]float64, 3000)
	values[2999] = math.Inf(1)
	k, _ := halving(t, d, values, []int{3000}, []bool{true})
	event, err := d.Run(k)
	require.NoError(t, err)
	var fault *backend.Fault
	require.ErrorAs(t, event.Wait(), &fault)
	assert.Equal(t, backend.FaultIndex, fault.Code)
	require.NoError(t, d.Sync())
}

// More folds than one launch can take are done by several, with the stores by
// the first alone.
func TestReduceManyFolds(t *testing.T) {
	d := testDevice(t)
	const n, folds = 2000, 20
	f := expr.Float64
	values := make([]float64, n)
	for i := range values {
		values[i] = 1
	}
	k := &backend.Kernel{Prog: &expr.Program{Inputs: []expr.DType{f}, Params: []expr.DType{f}}, Shape: []int{n}, Reduce: []bool{true},
		Inputs: []backend.View{{Buffer: upload(t, d, values), DType: f, Strides: []int{1}}},
		Params: []expr.Scalar{expr.ScalarOf(2.0)}}
	stored := upload(t, d, values)
	for i := range folds {
		last := expr.Ref(0)
		if i > 0 {
			last = k.Prog.Result(i - 1)
		}
		k.Prog.Instrs = append(k.Prog.Instrs, expr.Instr{Op: expr.Mul, In: f, Out: f, Args: [3]expr.Ref{last, 1}})
		k.Folds = append(k.Folds, backend.Reduction{Fold: expr.FoldNorm, Value: k.Prog.Result(i),
			View: backend.View{Buffer: upload(t, d, []float64{0}), DType: f, Strides: []int{0}}})
	}
	k.Stores = []backend.Store{{Value: k.Prog.Result(folds - 1), View: backend.View{Buffer: stored, DType: f, Strides: []int{1}}}}
	event, err := d.Run(k)
	require.NoError(t, err)
	require.NoError(t, event.Wait())
	for i := range folds {
		got := download(t, d, k.Folds[i].View.Buffer, 1)[0]
		assert.InEpsilon(t, math.Ldexp(math.Sqrt(n), i+1), got, 1e-14, "norm %d", i)
	}
	for _, v := range download(t, d, stored, n) {
		require.Equal(t, math.Ldexp(1, folds), v)
	}
}
