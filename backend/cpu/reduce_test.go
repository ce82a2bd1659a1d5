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

// foldKernel reduces an input by all the folds of its type.
func foldKernel(t testing.TB, d *Device, in backend.View, shape []int, reduce []bool, folds ...expr.Fold) *backend.Kernel {
	t.Helper()
	k := &backend.Kernel{
		Prog:   &expr.Program{Inputs: []expr.DType{in.DType}},
		Shape:  shape,
		Inputs: []backend.View{in},
		Reduce: reduce,
	}
	for _, f := range folds {
		k.Folds = append(k.Folds, backend.Reduction{Fold: f, Value: 0, DDof: 1, View: keptView(t, d, f.Out(in.DType), shape, reduce)})
	}
	return k
}

// keptView is a fresh view over the kept axes.
func keptView(t testing.TB, d *Device, dtype expr.DType, shape []int, reduce []bool) backend.View {
	t.Helper()
	kept := make([]int, len(shape))
	for a := range shape {
		kept[a] = shape[a]
		if reduce[a] {
			kept[a] = 1
		}
	}
	v := emptyView(t, d, dtype, kept)
	for a := range shape {
		if reduce[a] {
			v.Strides[a] = 0
		}
	}
	return v
}

func foldsOf(dtype expr.DType) []expr.Fold {
	var out []expr.Fold
	for _, f := range expr.Folds() {
		if f.Row().Kinds.Has(dtype) {
			out = append(out, f)
		}
	}
	return out
}

// tame makes a view of moderate values, without infinities, whose sums can be
// compared.
func tame(t testing.TB, d *Device, r *rand.Rand, dtype expr.DType, shape []int, how string) backend.View {
	v := arrange(t, d, r, dtype, shape, how)
	raw := d.HostBytes(v.Buffer)
	size := dtype.Size()
	for i := 0; i < len(raw); i += size {
		var s expr.Scalar
		switch dtype.Kind() {
		case expr.KindFloat:
			s = expr.ScalarOf(1 + r.NormFloat64()/4).Cast(dtype)
		case expr.KindComplex:
			s = expr.ScalarOf(complex(r.NormFloat64(), r.NormFloat64()/2)).Cast(dtype)
		default:
			s = random(r, dtype)
		}
		copy(raw[i:], s.Bytes())
	}
	return v
}

func TestFoldsOfEveryType(t *testing.T) {
	for _, name := range evaluators() {
		d := newTestDevice(t, Options{Evaluator: name, Workers: 2})
		r := rand.New(rand.NewPCG(1, 1))
		for _, dtype := range expr.DTypes() {
			for _, c := range []struct {
				shape  []int
				reduce []bool
			}{
				{[]int{1}, []bool{true}},
				{[]int{70}, []bool{true}},
				{[]int{1100}, []bool{true}},
				{[]int{9, 3}, []bool{false, true}},
				{[]int{9, 3}, []bool{true, false}},
				{[]int{530, 9}, []bool{true, false}},
				{[]int{3, 530}, []bool{false, true}},
				{[]int{4, 3, 10, 6}, []bool{true, false, true, false}},
				{[]int{4, 3, 10, 6}, []bool{false, true, false, true}},
				{[]int{2, 3, 90, 5}, []bool{false, false, true, false}},
				{[]int{3, 4}, []bool{false, false}},
			} {
				for _, how := range []string{"contiguous", "transposed", "rows", "swapped"} {
					in := tame(t, d, r, dtype, c.shape, how)
					if how == "contiguous" {
						in = arrange(t, d, r, dtype, c.shape, how)
					}
					k := foldKernel(t, d, in, c.shape, c.reduce, foldsOf(dtype)...)
					_, err := d.Run(k)
					require.NoError(t, err)
					checkFolds(t, d, k)
				}
			}
		}
	}
}

// image returns the bytes of all results of a kernel.
func results(d *Device, k *backend.Kernel) string {
	s := ""
	for i := range k.Folds {
		s += fmt.Sprintf("%v %x\n", k.Folds[i].Fold, d.HostBytes(k.Folds[i].View.Buffer))
	}
	return s
}

// The results depend on nothing but the values and their order: not on the
// layout, the goroutines, the evaluator, the siblings, or whether the values
// were computed on the way.
func TestFoldsAreDeterministic(t *testing.T) {
	for _, dtype := range []expr.DType{expr.Float32, expr.Float64, expr.Complex64, expr.Complex128} {
		for _, c := range []struct {
			shape  []int
			reduce []bool
		}{
			{[]int{70003}, []bool{true}},
			{[]int{33000, 2}, []bool{true, false}},
			{[]int{1030, 70}, []bool{true, false}},
			{[]int{70, 1030}, []bool{false, true}},
			{[]int{30, 7, 330}, []bool{true, false, true}},
			{[]int{7, 600, 17}, []bool{false, true, false}},
			{[]int{14000, 5}, []bool{false, true}},
		} {
			first := ""
			r := rand.New(rand.NewPCG(2, 2))
			values := make([]expr.Scalar, length(c.shape))
			for i := range values {
				values[i] = expr.ScalarOf(complex(r.NormFloat64()*math.Exp(3*r.NormFloat64()), r.NormFloat64())).Cast(dtype)
			}
			for _, name := range evaluators() {
				for _, workers := range []int{1, 2, 3, 8} {
					d := newTestDevice(t, Options{Evaluator: name, Workers: workers})
					for _, how := range []string{"contiguous", "transposed", "reversed", "fused", "alone"} {
						if workers != 2 && how != "contiguous" {
							continue
						}
						layout := how
						if how == "fused" || how == "alone" {
							layout = "contiguous"
						}
						in := arrange(t, d, r, dtype, c.shape, layout)
						n := 0
						each(c.shape, func(index []int) {
							copy(d.HostBytes(in.Buffer)[offsetOf(&in, index)*dtype.Size():], values[n].Bytes())
							n++
						})
						k := foldKernel(t, d, in, c.shape, c.reduce, foldsOf(dtype)...)
						if how == "fused" {
							k.Prog.Instrs = []expr.Instr{
								{Op: expr.Neg, In: dtype, Out: dtype, Args: [3]expr.Ref{0}},
								{Op: expr.Neg, In: dtype, Out: dtype, Args: [3]expr.Ref{1}},
							}
							for i := range k.Folds {
								k.Folds[i].Value = 2
							}
							k.Stores = []backend.Store{{Value: 1, View: emptyView(t, d, dtype, c.shape)}}
						}
						if how == "alone" {
							for i := range k.Folds {
								one := *k
								one.Folds = k.Folds[i : i+1]
								_, err := d.Run(&one)
								require.NoError(t, err)
							}
						} else {
							_, err := d.Run(k)
							require.NoError(t, err)
						}
						if first == "" {
							first = results(d, k)
							continue
						}
						require.Equal(t, first, results(d, k), "%v of %v, reducing %v, %s, %d workers, %s", dtype, c.shape, c.reduce, name, workers, how)
					}
				}
			}
		}
	}
}

func foldOne[T any](t *testing.T, d *Device, f expr.Fold, dtype expr.DType, shape []int, reduce []bool, ddof float64, data []T) backend.View {
	t.Helper()
	in := backend.View{Buffer: bufferOf(t, d, data), DType: dtype, Strides: rowMajor(shape)}
	k := foldKernel(t, d, in, shape, reduce, f)
	k.Folds[0].DDof = ddof
	_, err := d.Run(k)
	require.NoError(t, err)
	return k.Folds[0].View
}

func repeat[T any](n int, v T) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = v
	}
	return out
}

func TestReductionsThatGoWrong(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, name := range evaluators() {
		d := newTestDevice(t, Options{Evaluator: name, Workers: 2})
		f64 := func(f expr.Fold, ddof float64, data ...float64) float64 {
			v := foldOne(t, d, f, expr.Float64, []int{len(data)}, []bool{true}, ddof, data)
			return elements[float64](d, v.Buffer)[0]
		}
		position := func(f expr.Fold, data ...float64) int64 {
			v := foldOne(t, d, f, expr.Float64, []int{len(data)}, []bool{true}, 0, data)
			return elements[int64](d, v.Buffer)[0]
		}
		equal := func(want, got float64) {
			t.Helper()
			assert.True(t, want == got || want != want && got != got, "want %v, got %v", want, got)
		}
		equal(2e200, f64(expr.FoldNorm, 0, 1e200, 1e200, 1e200, 1e200))
		equal(2e-200, f64(expr.FoldNorm, 0, 1e-200, 1e-200, 1e-200, 1e-200))
		equal(inf, f64(expr.FoldNorm, 0, -inf, -inf))
		equal(nan, f64(expr.FoldNorm, 0, -inf, nan))
		equal(0, f64(expr.FoldNorm, 0, 0, 0))
		equal(5e-324, f64(expr.FoldNorm, 0, 5e-324, 0))
		equal(nan, f64(expr.FoldMin, 0, nan, -1, 0, 1))
		equal(nan, f64(expr.FoldMax, 0, -1, 0, 1, nan))
		equal(-1, f64(expr.FoldFMin, 0, nan, -1, 0, 1))
		equal(1, f64(expr.FoldFMax, 0, -1, nan, 0, 1))
		equal(nan, f64(expr.FoldFMin, 0, nan, nan))
		equal(inf, f64(expr.FoldMin, 0, inf, inf))
		equal(1e308, f64(expr.FoldMean, 0, repeat(10000, 1e308)...))
		equal(inf, f64(expr.FoldMean, 0, inf, 1))
		equal(nan, f64(expr.FoldMean, 0, inf, -inf))
		equal(inf, f64(expr.FoldSum, 0, inf, 1))
		equal(0, f64(expr.FoldMean, 0, math.MaxFloat64, -math.MaxFloat64, math.MaxFloat64, -math.MaxFloat64))
		assert.EqualValues(t, 1, position(expr.FoldArgMin, 1, nan, 3))
		assert.EqualValues(t, 0, position(expr.FoldArgMax, -inf))
		assert.EqualValues(t, 1, position(expr.FoldArgMax, 0, 5, 5))
		assert.EqualValues(t, 0, position(expr.FoldArgMax, nan, inf, nan))

		v := foldOne(t, d, expr.FoldArgMax, expr.Float64, []int{2, 3}, []bool{true, false}, 0, []float64{1, 5, 3, nan, 2, 6})
		assert.Equal(t, []int64{1, 0, 1}, elements[int64](d, v.Buffer))
		v = foldOne(t, d, expr.FoldArgMax, expr.Float64, []int{2, 3}, []bool{false, true}, 0, []float64{1, 5, 3, nan, 2, 6})
		assert.Equal(t, []int64{1, 0}, elements[int64](d, v.Buffer))
		v = foldOne(t, d, expr.FoldArgMax, expr.Int64, []int{3, 2}, []bool{false, true}, 0, []int64{1, 5, 2, 10, 3, 3})
		assert.Equal(t, []int64{1, 1, 0}, elements[int64](d, v.Buffer))

		// A position across chunks, in either order of walking.
		long := repeat[float32](100000, 1)
		long[70001], long[80000] = 7, 7
		v = foldOne(t, d, expr.FoldArgMax, expr.Float32, []int{100000}, []bool{true}, 0, long)
		assert.Equal(t, []int64{70001}, elements[int64](d, v.Buffer))
		v = foldOne(t, d, expr.FoldArgMax, expr.Float32, []int{50000, 2}, []bool{true, false}, 0, long)
		assert.Equal(t, []int64{40000, 35000}, elements[int64](d, v.Buffer))

		// Variances: a large mean, an outlier first.
		data := make([]float64, 100000)
		for i := range data {
			data[i] = 1e8 + float64(i%2)*2 - 1
		}
		assert.InEpsilon(t, 1, f64(expr.FoldVar, 0, data...), 1e-12)
		assert.InEpsilon(t, 1, f64(expr.FoldStd, 0, data...), 1e-12)
		assert.InEpsilon(t, 100000./99999, f64(expr.FoldVar, 1, data...), 1e-12)
		columns := foldOne(t, d, expr.FoldVar, expr.Float64, []int{50000, 2}, []bool{true, false}, 0, data)
		assert.Equal(t, []float64{0, 0}, elements[float64](d, columns.Buffer))
		outlier := append([]float64{1e10}, repeat(9999, 1.)...)
		assert.InEpsilon(t, (1e10-1)*(1e10-1)*9999/1e8, f64(expr.FoldVar, 0, outlier...), 1e-12)
		equal(nan, f64(expr.FoldVar, 1, 3))
		equal(0, f64(expr.FoldVar, 0, 3))
		equal(nan, f64(expr.FoldVar, 0, 3, inf))

		// Sums that lose what is small if they are not compensated.
		small := append([]float64{1}, repeat(100000, 1e-16)...)
		assert.InEpsilon(t, 1+1e-11, f64(expr.FoldSum, 0, small...), 4e-15)
		sum32 := foldOne(t, d, expr.FoldSum, expr.Float32, []int{1 << 21}, []bool{true}, 0, repeat[float32](1<<21, 0.1))
		assert.InEpsilon(t, float64(1<<21)*float64(float32(0.1)), elements[float32](d, sum32.Buffer)[0], 1e-7)
		mean32 := foldOne(t, d, expr.FoldMean, expr.Float32, []int{2000000, 2}, []bool{true, false}, 0, repeat[float32](4000000, 1))
		assert.Equal(t, []float32{1, 1}, elements[float32](d, mean32.Buffer))
		huge := foldOne(t, d, expr.FoldMean, expr.Float32, []int{3, 1000}, []bool{false, true}, 0, repeat[float32](3000, 3e38))
		assert.Equal(t, repeat[float32](3, 3e38), elements[float32](d, huge.Buffer))
		hugeZ := foldOne(t, d, expr.FoldMean, expr.Complex128, []int{1000, 3}, []bool{true, false}, 0, repeat(3000, complex(1.5e308, -1)))
		for _, z := range elements[complex128](d, hugeZ.Buffer) {
			assert.Equal(t, complex(1.5e308, -1), z)
		}
		bytes := foldOne(t, d, expr.FoldSum, expr.Uint8, []int{2}, []bool{true}, 0, []uint8{200, 100})
		assert.Equal(t, []uint8{44}, elements[uint8](d, bytes.Buffer), "sums of their own type wrap")
	}
}

// A kernel that writes over its input and reduces it reads it first.
func TestFoldInPlace(t *testing.T) {
	d := newTestDevice(t, Options{})
	x := []float64{1e308, 1e308, 1e308}
	in := backend.View{Buffer: bufferOf(t, d, x), DType: expr.Float64, Strides: []int{1}}
	k := foldKernel(t, d, in, []int{3}, []bool{true}, expr.FoldMean, expr.FoldNorm)
	k.Prog.Instrs = []expr.Instr{{Op: expr.Sub, In: expr.Float64, Out: expr.Float64, Args: [3]expr.Ref{0, 0}}}
	k.Stores = []backend.Store{{Value: 1, View: in}}
	_, err := d.Run(k)
	require.NoError(t, err)
	assert.Equal(t, []float64{0, 0, 0}, elements[float64](d, in.Buffer))
	assert.Equal(t, 1e308, elements[float64](d, k.Folds[0].View.Buffer)[0])
	assert.InEpsilon(t, math.Sqrt(3)*1e308, elements[float64](d, k.Folds[1].View.Buffer)[0], 1e-15)
}

// Results go to views of any layout.
func TestFoldToStrided(t *testing.T) {
	d := newTestDevice(t, Options{})
	r := rand.New(rand.NewPCG(4, 4))
	shape, reduce := []int{6, 7, 8}, []bool{false, true, false}
	k := foldKernel(t, d, tame(t, d, r, expr.Int32, shape, "contiguous"), shape, reduce, expr.FoldSum, expr.FoldArgMin)
	for i := range k.Folds {
		v := &k.Folds[i].View
		*v = arrange(t, d, r, v.DType, []int{8, 6}, "contiguous")
		v.Strides = []int{-1, 0, 6}
		v.Offset = 5
	}
	_, err := d.Run(k)
	require.NoError(t, err)
	checkFolds(t, d, k)
}
