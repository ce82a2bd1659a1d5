package oracle

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
)

// buffer is host memory.
type buffer struct{ bytes []byte }

func (b *buffer) Len() int      { return len(b.bytes) }
func (b *buffer) Free()         {}
func (b *buffer) Managed() bool { return true }

func memory(b backend.Buffer) []byte { return b.(*buffer).bytes }

func bufferOf[T expr.Element](v ...T) *buffer {
	b := &buffer{}
	for _, x := range v {
		s := expr.ScalarOf(x)
		b.bytes = append(b.bytes, s.Bytes()...)
	}
	return b
}

func contents[T expr.Element](b *buffer) []T {
	var out []T
	for _, s := range numtest.Scalars(expr.TypeOf[T](), b.bytes) {
		out = append(out, expr.ScalarAs[T](s))
	}
	return out
}

func view(b *buffer, d expr.DType, offset int, strides ...int) backend.View {
	v := backend.View{DType: d, Offset: offset, Strides: strides}
	if b != nil {
		v.Buffer = b
	}
	return v
}

func TestStoresThroughViews(t *testing.T) {
	// d[i][j] = a[j][i] + position, d backwards.
	p := &expr.Program{
		Inputs: []expr.DType{expr.Int32, expr.Int64},
		Instrs: []expr.Instr{
			{Op: expr.Cast, In: expr.Int32, Out: expr.Int64, Args: [3]expr.Ref{0}},
			{Op: expr.Add, In: expr.Int64, Out: expr.Int64, Args: [3]expr.Ref{2, 1}},
		},
	}
	a, d := bufferOf[int32](0, 10, 20, 30, 40, 50), bufferOf(make([]int64, 7)...)
	require.NoError(t, Run(&backend.Kernel{
		Prog: p, Shape: []int{3, 2},
		Inputs: []backend.View{view(a, expr.Int32, 0, 1, 3), view(nil, expr.Int64, 100, 2, 1)},
		Stores: []backend.Store{{Value: p.Result(1), View: view(d, expr.Int64, 6, -2, -1)}},
	}, memory))
	assert.Equal(t, []int64{0, 155, 124, 143, 112, 131, 100}, contents[int64](d))
}

func TestParamsAndFaults(t *testing.T) {
	p := &expr.Program{
		Inputs: []expr.DType{expr.Int64}, Params: []expr.DType{expr.Int64},
		Instrs: []expr.Instr{
			{Op: expr.GreaterEqual, In: expr.Int64, Out: expr.Bool, Args: [3]expr.Ref{0, 1}},
			{Op: expr.Check, In: expr.Int64, Out: expr.Int64, Aux: uint16(backend.FaultNegativePower), Args: [3]expr.Ref{0, 2}},
			{Op: expr.Pow, In: expr.Int64, Out: expr.Int64, Args: [3]expr.Ref{0, 3}},
		},
	}
	run := func(v ...int64) ([]int64, error) {
		a, d := bufferOf(v...), bufferOf(make([]int64, len(v))...)
		err := Run(&backend.Kernel{
			Prog: p, Shape: []int{len(v)}, Params: []expr.Scalar{expr.ScalarOf(int64(0))},
			Inputs: []backend.View{view(a, expr.Int64, 0, 1)},
			Stores: []backend.Store{{Value: p.Result(2), View: view(d, expr.Int64, 0, 1)}},
		}, memory)
		return contents[int64](d), err
	}
	got, err := run(0, 1, 2, 3)
	require.NoError(t, err)
	assert.Equal(t, []int64{1, 1, 4, 27}, got)
	got, err = run(3, -1, 2)
	assert.ErrorIs(t, err, backend.ErrData)
	var fault *backend.Fault
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, backend.FaultNegativePower, fault.Code)
	assert.Equal(t, []int64{27, 0, 4}, got)
}

func TestReducesAxes(t *testing.T) {
	// 0…15 as (2,2,2,2), summed over the first three axes and over the last.
	p := &expr.Program{Inputs: []expr.DType{expr.Int64}}
	sum, argmax := bufferOf(make([]int64, 2)...), bufferOf(make([]int64, 2)...)
	require.NoError(t, Run(&backend.Kernel{
		Prog: p, Shape: []int{2, 2, 2, 2}, Reduce: []bool{true, true, true, false},
		Inputs: []backend.View{view(nil, expr.Int64, 0, 8, 4, 2, 1)},
		Folds: []backend.Reduction{
			{Fold: expr.FoldSum, View: view(sum, expr.Int64, 0, 0, 0, 0, 1)},
			{Fold: expr.FoldArgMax, View: view(argmax, expr.Int64, 0, 0, 0, 0, 1)},
		},
	}, memory))
	assert.Equal(t, []int64{56, 64}, contents[int64](sum))
	assert.Equal(t, []int64{7, 7}, contents[int64](argmax))
}

func fold[T, R expr.Element](f expr.Fold, v ...T) R {
	var s []expr.Scalar
	for _, x := range v {
		s = append(s, expr.ScalarOf(x))
	}
	return expr.ScalarAs[R](Fold(f, expr.TypeOf[T](), s, 0))
}

func TestFolds(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	isNaN := func(x float64) { t.Helper(); assert.True(t, math.IsNaN(x), "%v", x) }

	assert.Equal(t, 1.0, fold[float64, float64](expr.FoldSum, 1e300, 1, -1e300))
	assert.Equal(t, int8(-56), fold[int8, int8](expr.FoldSum, 100, 100))
	assert.Equal(t, uint64(0), fold[uint64, uint64](expr.FoldProd, 1<<63, 2))
	assert.Equal(t, 1.0, fold[float64, float64](expr.FoldProd, 0x1p1000, 0x1p1000, 0x1p-1000, 0x1p-1000), "no overflow in between")
	assert.Equal(t, complex(-5, 10), fold[complex128, complex128](expr.FoldProd, 1+2i, 3+4i))
	assert.Equal(t, complex(4, 6), fold[complex128, complex128](expr.FoldSum, 1+2i, 3+4i))
	isNaN(fold[float64, float64](expr.FoldSum, inf, -inf))
	assert.Equal(t, inf, fold[float64, float64](expr.FoldSum, inf, 1))
	assert.Equal(t, -inf, fold[float64, float64](expr.FoldProd, inf, -1e-300))
	isNaN(fold[float64, float64](expr.FoldProd, inf, 0))
	isNaN(fold[float64, float64](expr.FoldMin, nan, -1, 0, 1))
	isNaN(fold[float64, float64](expr.FoldMax, 0, -1, nan))
	assert.Equal(t, 1.0, fold[float64, float64](expr.FoldFMax, nan, -1, 0, 1, nan))
	isNaN(fold[float64, float64](expr.FoldFMin, nan, nan))
	assert.Equal(t, inf, fold[float64, float64](expr.FoldMin, inf, inf))
	assert.Equal(t, int64(0), fold[float64, int64](expr.FoldArgMax, -inf))
	assert.Equal(t, int64(1), fold[float64, int64](expr.FoldArgMin, 1, nan, 3, nan))
	assert.Equal(t, int64(0), fold[float64, int64](expr.FoldArgMax, nan, 2, 6))
	assert.Equal(t, int64(0), fold[int32, int64](expr.FoldArgMax, 3, 3))
	assert.Equal(t, int64(2), fold[uint8, int64](expr.FoldArgMin, 3, 200, 1, 1))
	assert.True(t, fold[bool, bool](expr.FoldAny, false, true))
	assert.False(t, fold[bool, bool](expr.FoldAll, false, true))
	assert.Equal(t, int64(2), fold[bool, int64](expr.FoldCount, true, false, true))
	assert.Equal(t, math.MaxFloat64, fold[float64, float64](expr.FoldMean, math.MaxFloat64, math.MaxFloat64))
	assert.Equal(t, float32(2), fold[float32, float32](expr.FoldMean, 1, 3))
	assert.Equal(t, 0.25, fold[float64, float64](expr.FoldVar, 1e9, 1e9+1, 1e9, 1e9+1))
	assert.Equal(t, 0.5, fold[float64, float64](expr.FoldStd, 1e9, 1e9+1, 1e9, 1e9+1))
	isNaN(fold[float64, float64](expr.FoldVar, inf, 1))
	assert.Equal(t, 2e200, fold[float64, float64](expr.FoldNorm, 1e200, 1e200, 1e200, 1e200))
	assert.Equal(t, 2e-200, fold[float64, float64](expr.FoldNorm, 1e-200, 1e-200, 1e-200, 1e-200))
	assert.Equal(t, inf, fold[float64, float64](expr.FoldNorm, -inf, -inf))
	isNaN(fold[float64, float64](expr.FoldNorm, -inf, nan))

	// Nothing at all, and as many degrees of freedom as values.
	assert.Equal(t, 0.0, fold[float64, float64](expr.FoldSum))
	assert.Equal(t, 1.0, fold[float64, float64](expr.FoldProd))
	isNaN(fold[float64, float64](expr.FoldMean))
	one := []expr.Scalar{expr.ScalarOf(3.0)}
	isNaN(expr.ScalarAs[float64](Fold(expr.FoldVar, expr.Float64, one, 1)))
	assert.Panics(t, func() { Fold(expr.FoldVar, expr.Int8, nil, 0) })
}

// Every reduction has an accumulator for every type that it is defined for,
// and gives the type that it says.
func TestFoldsOfAllTypes(t *testing.T) {
	for _, f := range expr.Folds() {
		for _, d := range expr.DTypes() {
			if f.Row().Kinds.Has(d) {
				got := Fold(f, d, numtest.Values(d, 20, 1), 0)
				assert.Equal(t, f.Out(d), got.DType, "%v of %v", f, d)
			}
		}
	}
}

func TestScans(t *testing.T) {
	scan := func(op expr.Cumulative, d expr.DType, in *buffer, axis int, shape ...int) *buffer {
		p := &expr.Program{Inputs: []expr.DType{d}}
		strides := []int{shape[1], 1}
		out := &buffer{make([]byte, len(in.bytes))}
		require.NoError(t, Scan(&backend.Scan{
			Kernel: backend.Kernel{
				Prog: p, Shape: shape, Inputs: []backend.View{view(in, d, 0, strides...)},
				Stores: []backend.Store{{Value: 0, View: view(out, d, 0, strides...)}},
			},
			Op: op, Axis: axis,
		}, memory))
		return out
	}
	a := bufferOf[int64](1, 2, 3, 4, 5, 6)
	assert.Equal(t, []int64{1, 3, 6, 4, 9, 15}, contents[int64](scan(expr.CumSum, expr.Int64, a, 1, 2, 3)))
	assert.Equal(t, []int64{1, 2, 3, 4, 10, 18}, contents[int64](scan(expr.CumProd, expr.Int64, a, 0, 2, 3)))
	b := bufferOf(3, 1, 2, math.NaN(), 0, 5)
	min := contents[float64](scan(expr.CumMin, expr.Float64, b, 1, 1, 6))
	assert.Equal(t, []float64{3, 1, 1}, min[:3])
	assert.True(t, math.IsNaN(min[3]) && math.IsNaN(min[5]))
	max := contents[float64](scan(expr.CumMax, expr.Float64, bufferOf(3.0, 1, 4, 2), 0, 4, 1))
	assert.Equal(t, []float64{3, 3, 4, 4}, max)
	tenths := contents[float64](scan(expr.CumSum, expr.Float64, bufferOf(0.1, 0.2, 0.3), 1, 1, 3))
	assert.Equal(t, []float64{0.1, 0.30000000000000004, 0.6}, tenths, "each rounded once")
}

func TestMalformedKernels(t *testing.T) {
	p := &expr.Program{Inputs: []expr.DType{expr.Float32}}
	a := bufferOf[float32](1, 2)
	good := view(a, expr.Float32, 0, 1)
	for name, k := range map[string]*backend.Kernel{
		"inputs missing":       {Prog: p, Shape: []int{2}},
		"input past the end":   {Prog: p, Shape: []int{3}, Inputs: []backend.View{good}},
		"input before the end": {Prog: p, Shape: []int{2}, Inputs: []backend.View{view(a, expr.Float32, 0, -1)}},
		"store past the end": {Prog: p, Shape: []int{2}, Inputs: []backend.View{good},
			Stores: []backend.Store{{View: view(a, expr.Float32, 1, 1)}}},
		"bad program": {Prog: &expr.Program{Instrs: make([]expr.Instr, 1)}, Shape: []int{1}},
	} {
		assert.Error(t, Run(k, memory), name)
	}
	assert.Error(t, Scan(&backend.Scan{Kernel: backend.Kernel{Prog: p, Shape: []int{2}, Inputs: []backend.View{good}}}, memory))
}
