package backendtest

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
)

// repeated returns n values, the given ones over and over.
func repeated[T expr.Element](n int, values ...T) []expr.Scalar {
	out := make([]expr.Scalar, n)
	for i := range out {
		out[i] = expr.ScalarOf(values[i%len(values)])
	}
	return out
}

// foldNumeric tests reductions that careless arithmetic gets wrong.
func (s *suite) foldNumeric(t *testing.T) {
	deviation := func(n, ddof float64) expr.Scalar { return expr.ScalarOf(math.Sqrt(n / (n - ddof))) }
	for _, c := range []struct {
		name   string
		fold   expr.Fold
		ddof   float64
		values []expr.Scalar
		want   expr.Scalar
		ulp    float64
	}{
		{"norm of large", expr.FoldNorm, 0, repeated(4, 1e200), expr.ScalarOf(2e200), 2},
		{"norm of small", expr.FoldNorm, 0, repeated(4, 1e-200), expr.ScalarOf(2e-200), 2},
		{"norm of subnormal", expr.FoldNorm, 0, repeated(4, math.SmallestNonzeroFloat64), expr.ScalarOf(2 * math.SmallestNonzeroFloat64), 0},
		{"norm of large and small", expr.FoldNorm, 0, repeated(1000, 1e200, 1e-200), expr.ScalarOf(1e200 * math.Sqrt(500)), 40},
		{"norm of the largest", expr.FoldNorm, 0, repeated(1, math.MaxFloat64), expr.ScalarOf(math.MaxFloat64), 1},
		{"norm of infinities", expr.FoldNorm, 0, repeated(2, math.Inf(-1)), expr.ScalarOf(math.Inf(1)), 0},
		{"norm of an infinity and NaN", expr.FoldNorm, 0, repeated(2, math.Inf(-1), math.NaN()), expr.ScalarOf(math.NaN()), 0},
		{"norm of large floats", expr.FoldNorm, 0, repeated[float32](4, 1e38), expr.ScalarOf(float32(2e38)), 1},
		{"norm of small floats", expr.FoldNorm, 0, repeated[float32](4, 1e-40), expr.ScalarOf(float32(2e-40)), 1},
		{"mean of huge", expr.FoldMean, 0, repeated(1000, 1e308), expr.ScalarOf(1e308), 16},
		{"mean of huge, both signs", expr.FoldMean, 0, repeated(999, 1.5e308, 1.5e308, -1.5e308), expr.ScalarOf(0.5e308), 48},
		{"mean of the largest", expr.FoldMean, 0, repeated(3, math.MaxFloat64), expr.ScalarOf(math.MaxFloat64), 2},
		{"mean of huge floats", expr.FoldMean, 0, repeated[float32](1000, 3e38), expr.ScalarOf(float32(3e38)), 1},
		{"mean of huge complex", expr.FoldMean, 0, repeated(1000, complex(1e308, -1e308)), expr.ScalarOf(complex(1e308, -1e308)), 16},
		{"mean of infinities", expr.FoldMean, 0, repeated(5, math.Inf(1)), expr.ScalarOf(math.Inf(1)), 0},
		{"mean of opposite infinities", expr.FoldMean, 0, repeated(5, math.Inf(1), math.Inf(-1)), expr.ScalarOf(math.NaN()), 0},
		{"mean of floats", expr.FoldMean, 0, repeated[float32](300_000, 1), expr.ScalarOf(float32(1)), 0},
		{"mean of tenths", expr.FoldMean, 0, repeated[float32](300_000, 0.1), expr.ScalarOf(float32(0.1)), 4},
		{"sum of tenths", expr.FoldSum, 0, repeated(100_000, 0.1), expr.ScalarOf(10_000.0), 4},
		{"sum past 2^24", expr.FoldSum, 0, repeated[float32](100_000, 1024, 1), expr.ScalarOf(float32(50_000 * 1025)), 0},
		{"sum to zero", expr.FoldSum, 0, repeated(100_000, 0.1, -0.1), expr.ScalarOf(0.0), 0},
		{"sum of complex to zero", expr.FoldSum, 0, repeated(1000, complex(0.1, 3), complex(-0.1, -3)), expr.ScalarOf(complex(0, 0)), 0},
		{"variance far from zero", expr.FoldVar, 0, repeated(100_000, 1e8-1, 1e8+1), expr.ScalarOf(1.0), 1 << 16},
		{"variance far from zero, ddof", expr.FoldVar, 1, repeated(10, 1e8-1, 1e8+1), expr.ScalarOf(10.0 / 9), 1 << 16},
		{"deviation far from zero", expr.FoldStd, 2, repeated(1000, 1e8-1, 1e8+1), deviation(1000, 2), 1 << 16},
		{"variance of a constant", expr.FoldVar, 0, repeated(100_000, 1e8), expr.ScalarOf(0.0), 0},
		{"variance of floats far from zero", expr.FoldVar, 0, repeated[float32](10_000, 1e4-1, 1e4+1), expr.ScalarOf(float32(1)), 1},
		{"product in between overflow", expr.FoldProd, 0, repeated[float32](4, 1e30, 1e-30), expr.ScalarOf(float32(1)), 4},
		{"min of NaN", expr.FoldMin, 0, repeated(4, math.NaN(), -1, 0, 1), expr.ScalarOf(math.NaN()), 0},
		{"max of NaN", expr.FoldMax, 0, repeated(4, math.NaN(), -1, 0, 1), expr.ScalarOf(math.NaN()), 0},
		{"argmin of NaN", expr.FoldArgMin, 0, repeated(3, 1, math.NaN(), 3), expr.ScalarOf(int64(1)), 0},
		{"min of infinities", expr.FoldMin, 0, repeated(2, math.Inf(1)), expr.ScalarOf(math.Inf(1)), 0},
		{"argmax of the least", expr.FoldArgMax, 0, repeated(1, math.Inf(-1)), expr.ScalarOf(int64(0)), 0},
		{"argmin of the least integers", expr.FoldArgMin, 0, repeated[int64](3, math.MaxInt64, math.MinInt64, math.MinInt64), expr.ScalarOf(int64(1)), 0},
		{"argmax of the largest unsigned", expr.FoldArgMax, 0, repeated[uint64](3, 0, math.MaxUint64), expr.ScalarOf(int64(1)), 0},
		{"argmin of equals", expr.FoldArgMin, 0, repeated[float32](70_000, 4), expr.ScalarOf(int64(0)), 0},
		{"sum of integers wraps", expr.FoldSum, 0, repeated[int64](4, math.MaxInt64, 1, 5), expr.ScalarOf(int64(4)), 0},
	} {
		d := c.values[0].DType
		if !s.has(d, c.want.DType) {
			continue
		}
		for _, across := range []bool{false, true} {
			name := c.name
			dims, marks := []int{2, len(c.values)}, []bool{false, true}
			values := append(append([]expr.Scalar(nil), c.values...), c.values...)
			if across {
				name += " across"
				dims, marks = []int{len(c.values), 2}, []bool{true, false}
				for i, v := range c.values {
					values[2*i], values[2*i+1] = v, v
				}
			}
			t.Run(name, func(t *testing.T) {
				for i, got := range s.foldOnly(t, c.fold, c.ddof, d, dims, marks, place(contiguous, dims, d, values)) {
					tol := numtest.Tolerance{ULP: c.ulp, AnyZero: true}
					numtestAccept(t, tol, c.want, got, fmt.Sprintf("result %d", i))
				}
			})
		}
	}
	if s.req.Huge && !s.req.Quick && s.has(expr.Float32) {
		t.Run("mean of 2e7 floats", func(t *testing.T) {
			dims := []int{20_000_000, 2}
			one := place(constant, dims, expr.Float32, repeated[float32](1, 1))
			for _, got := range s.foldOnly(t, expr.FoldMean, 0, expr.Float32, dims, []bool{true, false}, one) {
				numtestAccept(t, numtest.Tolerance{}, expr.ScalarOf(float32(1)), got, "mean")
			}
		})
	}
	s.foldPublished(t)
}

func numtestAccept(t testing.TB, tol numtest.Tolerance, want, got expr.Scalar, what string) {
	t.Helper()
	if err := tol.Accepts(want, got); err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// foldOnly reduces a view on the device alone.
func (s *suite) foldOnly(t *testing.T, f expr.Fold, ddof float64, d expr.DType, dims []int, marks []bool, in backend.View) []expr.Scalar {
	t.Helper()
	var p draft
	x := p.input(d)
	k := &backend.Kernel{Prog: &p.Program, Shape: dims, Reduce: marks, Inputs: []backend.View{in},
		Folds: []backend.Reduction{reduction(f, x, d, ddof, dims, marks, contiguous)}}
	simplify(k, -1)
	tr := trial{Kernel: k}
	s.oneInSample(t)
	after, err := tr.on(t, s.dev)
	require.NoError(t, err)
	tr.untouched(t, after)
	return tr.results(after)[0]
}

// foldPublished holds small examples whose results are known.
func (s *suite) foldPublished(t *testing.T) {
	if !s.has(expr.Int64) {
		return
	}
	var sixteen []expr.Scalar
	for i := range 16 {
		sixteen = append(sixteen, expr.ScalarOf(int64(i)))
	}
	inner := place(contiguous, []int{4, 4}, expr.Int64, sixteen)
	inner.Offset += 5
	pairs := place(layout{columns: true, step: everywhere(1)}, []int{3, 2}, expr.Int64, repeated[int64](6, 1, 4, 2, 5, 3, 6))
	cube := place(contiguous, []int{2, 2, 2, 2}, expr.Int64, sixteen)
	for _, c := range []struct {
		name  string
		fold  expr.Fold
		in    backend.View
		dims  []int
		marks []bool
		want  []int64
	}{
		{"sum of a slice", expr.FoldSum, inner, []int{3, 3}, []bool{true, true}, []int64{90}},
		{"sum of a transpose", expr.FoldSum, pairs, []int{3, 2}, []bool{false, true}, []int64{5, 7, 9}},
		{"sum over leading axes", expr.FoldSum, cube, []int{2, 2, 2, 2}, []bool{true, true, true, false}, []int64{56, 64}},
		{"sum over trailing axes", expr.FoldSum, cube, []int{2, 2, 2, 2}, []bool{false, true, true, true}, []int64{28, 92}},
		{"argmax of rows", expr.FoldArgMax, place(contiguous, []int{3, 2}, expr.Int64, repeated[int64](6, 1, 5, 2, 10, 3, 3)),
			[]int{3, 2}, []bool{false, true}, []int64{1, 1, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := s.foldOnly(t, c.fold, 0, expr.Int64, c.dims, c.marks, c.in)
			same(t, repeated(len(c.want), c.want...), got, c.name)
		})
	}
	if s.has(expr.Float64) {
		nan := math.NaN()
		for axis, want := range [][]int64{{1, 0, 1}, {1, 0}} {
			t.Run(fmt.Sprintf("argmax with NaN over axis %d", axis), func(t *testing.T) {
				in := place(contiguous, []int{2, 3}, expr.Float64, repeated(6, 1, 5, 3, nan, 2, 6))
				got := s.foldOnly(t, expr.FoldArgMax, 0, expr.Float64, []int{2, 3}, []bool{axis == 0, axis == 1}, in)
				same(t, repeated(len(want), want...), got, "argmax")
			})
		}
	}
}
