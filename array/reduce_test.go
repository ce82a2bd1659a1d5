package array

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend/expr"
)

// bigSum returns the exact sum, rounded once.
func bigSum[T Float](v []T) T {
	sum := new(big.Float).SetPrec(2000)
	for _, x := range v {
		sum.Add(sum, new(big.Float).SetFloat64(float64(x)))
	}
	if expr.TypeOf[T]() == expr.Float32 {
		f, _ := sum.Float32()
		return T(f)
	}
	f, _ := sum.Float64()
	return T(f)
}

func complexSum[T Complex](v []T) T {
	var re, im []float64
	for _, z := range v {
		c := complex128(z)
		re, im = append(re, real(c)), append(im, imag(c))
	}
	return T(complex(bigSum(re), bigSum(im)))
}

func loopSum[U, T Ordered](v []T) (s U) {
	for _, x := range v {
		s += U(x)
	}
	return s
}

func loopProd[U, T Ordered](v []T) U {
	p := U(1)
	for _, x := range v {
		p *= U(x)
	}
	return p
}

func TestSumOfEachType(t *testing.T) {
	reducesLike(t, Sum[int], loopSum[int, int], 0)
	reducesLike(t, Sum[int64], loopSum[int64, int64], 0)
	reducesLike(t, Sum[uint64], loopSum[uint64, uint64], 0)
	reducesLike(t, Sum[float32], bigSum[float32], 2)
	reducesLike(t, Sum[float64], bigSum[float64], 8)
	reducesLike(t, Sum[complex64], complexSum[complex64], 2)
	reducesLike(t, Sum[complex128], complexSum[complex128], 8)
}

func TestSumAsWidensFirst(t *testing.T) {
	reducesLike(t, SumAs[int64, uint8], loopSum[int64, uint8], 0)
	reducesLike(t, SumAs[int, int8], loopSum[int, int8], 0)
	reducesLike(t, SumAs[uint64, uint32], loopSum[uint64, uint32], 0)
	reducesLike(t, SumAs[float64, int16], loopSum[float64, int16], 0)
	reducesLike(t, SumAs[float64, float32], func(v []float32) float64 {
		w := make([]float64, len(v))
		for i, x := range v {
			w[i] = float64(x)
		}
		return bigSum(w)
	}, 1)
	dev := testDevice(t)
	assert.Equal(t, []int64{300}, values(t, SumAs[int64](FromSlice(dev, []uint8{200, 100}))))
	assert.Equal(t, []complex128{3 + 1i}, values(t, SumAs[complex128](FromSlice(dev, []complex64{1, 2 + 1i}))))
}

func TestAccumulatorsLoseNothing(t *testing.T) {
	dev := testDevice(t)
	z, x := Ones[complex64](dev, 2), Ones[float64](dev, 2)
	misused(t, "SumAs", "imaginary", func() { SumAs[float64](z) })
	misused(t, "SumAs", "fractions", func() { SumAs[int64](x) })
	misused(t, "ProdAs", "fractions", func() { ProdAs[uint64](x) })
	misused(t, "MeanAs", "imaginary", func() { MeanAs[float32](z) })
	misused(t, "CumSumAs", "fractions", func() { CumSumAs[int](x, 0) })
}

func TestProd(t *testing.T) {
	reducesLike(t, Prod[int64], loopProd[int64, int64], 0)
	reducesLike(t, Prod[uint64], loopProd[uint64, uint64], 0)
	reducesLike(t, Prod[float64], loopProd[float64, float64], 30)
	reducesLike(t, ProdAs[int64, int8], loopProd[int64, int8], 0)
	reducesLike(t, ProdAs[float64, uint16], loopProd[float64, uint16], 30)
}

func TestReductionsOfNothing(t *testing.T) {
	dev := testDevice(t)
	a := Zeros[float64](dev, 2, 0, 3)
	zeros := func(n int) []float64 { return make([]float64, n) }
	assert.Equal(t, zeros(6), values(t, Sum(a, 1)))
	assert.Equal(t, zeros(1), values(t, Sum(a)))
	assert.Empty(t, values(t, Sum(a, 0)))
	assert.Equal(t, []float64{1, 1, 1, 1, 1, 1}, values(t, Prod(a, 1)))
	assert.Equal(t, zeros(1), values(t, Norm(a)))
	assert.Equal(t, zeros(1), values(t, Norm1(a)))
	assert.Equal(t, zeros(1), values(t, NormP(a, 3)))
	assert.Equal(t, zeros(1), values(t, NormP(a, 0)))
	assert.Equal(t, zeros(1), values(t, NanSum(a)))
	assert.Equal(t, []float64{math.Inf(-1)}, values(t, LogSumExp(a)))
	assert.Equal(t, []int{0}, values(t, CountNonzero(a)))
	for _, m := range []*Array[float64]{Mean(a), Var(a), Std(a), NanMean(a), NanVar(a), NanStd(a), VarDDof(a, 1)} {
		assert.True(t, math.IsNaN(values(t, m)[0]))
	}
	assert.Equal(t, []bool{false}, values(t, Any(Zeros[bool](dev, 0))))
	assert.Equal(t, []bool{true}, values(t, All(Zeros[bool](dev, 0))))
	for op, f := range map[string]func(axes ...int){
		"Min":       func(axes ...int) { Min(a, axes...) },
		"Max":       func(axes ...int) { Max(a, axes...) },
		"ArgMin":    func(axes ...int) { ArgMin(a, axes...) },
		"ArgMax":    func(axes ...int) { ArgMax(a, axes...) },
		"NanMin":    func(axes ...int) { NanMin(a, axes...) },
		"NanMax":    func(axes ...int) { NanMax(a, axes...) },
		"NanArgMin": func(axes ...int) { NanArgMin(a, axes...) },
		"PtP":       func(axes ...int) { PtP(a, axes...) },
		"NormInf":   func(axes ...int) { NormInf(a, axes...) },
	} {
		misused(t, op, "no elements", func() { f() })
		misused(t, op, "no elements", func() { f(1) })
		assert.NoError(t, Try(func() { f(0) }), op) // no results either
	}
	assert.Empty(t, values(t, ArgMax(Zeros[float64](dev, 0, 1), 1)))
}

func TestReductionsMisused(t *testing.T) {
	dev := testDevice(t)
	a := Ones[float64](dev, 2, 3)
	misused(t, "Sum", "out of range", func() { Sum(a, 2) })
	misused(t, "Sum", "out of range", func() { Sum(a, -3) })
	misused(t, "Mean", "twice", func() { Mean(a, 1, -1) })
	misused(t, "NanMean", "out of range", func() { NanMean(a, 5) })
	misused(t, "LogSumExp", "out of range", func() { LogSumExp(a, 5) })
	misused(t, "NormP", "out of range", func() { NormP(a, 3, 5) })
	misused(t, "NormP", "NaN", func() { NormP(a, math.NaN()) })
	misused(t, "VarDDof", "finite", func() { VarDDof(a, math.NaN()) })
	misused(t, "Max", "constant", func() { Max(Const(1.0)) })
	misused(t, "NanSum", "constant", func() { NanSum(Const(1.0)) })
	var none *Array[float64]
	closed := Ones[float64](dev, 2)
	closed.Close()
	for op, f := range map[string]func(a *Array[float64]){
		"Sum": func(a *Array[float64]) { Sum(a) }, "SumAs": func(a *Array[float64]) { SumAs[float32](a) },
		"Max": func(a *Array[float64]) { Max(a) }, "ArgMax": func(a *Array[float64]) { ArgMax(a) },
		"PtP": func(a *Array[float64]) { PtP(a) }, "LogSumExp": func(a *Array[float64]) { LogSumExp(a) },
		"Mean": func(a *Array[float64]) { Mean(a) }, "Var": func(a *Array[float64]) { Var(a) },
		"StdAs": func(a *Array[float64]) { StdAs[float32](a) }, "CountNonzero": func(a *Array[float64]) { CountNonzero(a) },
		"NormAs": func(a *Array[float64]) { NormAs[float32](a) }, "Norm1": func(a *Array[float64]) { Norm1(a) },
		"NormInf": func(a *Array[float64]) { NormInf(a) }, "NormP": func(a *Array[float64]) { NormP(a, 3) },
		"NanSum": func(a *Array[float64]) { NanSum(a) }, "NanMean": func(a *Array[float64]) { NanMean(a) },
		"NanVar": func(a *Array[float64]) { NanVar(a) }, "NanArgMin": func(a *Array[float64]) { NanArgMin(a) },
		"CumSum": func(a *Array[float64]) { CumSum(a, 0) }, "NanCumSum": func(a *Array[float64]) { NanCumSum(a, 0) },
		"Average": func(a *Array[float64]) { Average(a, a) }, "Trace": func(a *Array[float64]) { Trace(a, 0) },
		"Tril": func(a *Array[float64]) { Tril(a, 0) }, "Diag": func(a *Array[float64]) { Diag(a, 0) },
		"MatMul": func(a *Array[float64]) { MatMul(a, a) }, "Dot": func(a *Array[float64]) { Dot(a, a) },
		"Outer": func(a *Array[float64]) { Outer(a, a) }, "VDot": func(a *Array[float64]) { VDot(a, a) },
		"ZerosLike": func(a *Array[float64]) { ZerosLike(a) }, "Meshgrid": func(a *Array[float64]) { Meshgrid(a) },
		"AsMatrix": func(a *Array[float64]) { _, _ = AsMatrix(a) }, "AsVector": func(a *Array[float64]) { _, _ = AsVector(a) },
	} {
		misused(t, op, "nil", func() { f(none) })
		misused(t, op, "closed", func() { f(closed) })
	}
}

func TestSumOfSlicesOfReportedShapes(t *testing.T) {
	dev := testDevice(t)
	a := Arange(dev, 0, 16, 1)
	assert.Equal(t, []int{90}, values(t, Sum(a.Reshape(4, 4).Slice(Span(1, 4), Span(1, 4)))))
	b := Arange(dev, 1, 7, 1).Reshape(2, 3)
	assert.Equal(t, []int{5, 7, 9}, values(t, Sum(b.T(), 1)))
	c := a.Reshape(2, 2, 2, 2)
	assert.Equal(t, []int{56, 64}, values(t, Sum(c, 0, 1, 2)))
	assert.Equal(t, []int{28, 92}, values(t, Sum(c, 1, 2, 3)))
	assert.Equal(t, []int{1, 1, 1, 2}, Sum(c, 0, 1, 2, KeepDims).Shape())
	assert.Equal(t, []int{2, 1, 1, 1}, Sum(c, KeepDims, 1, 2, 3).Shape())
}

func TestTrace(t *testing.T) {
	dev := testDevice(t)
	a := Arange(dev, 0, 24, 1).Reshape(2, 3, 4)
	assert.Equal(t, []int{0 + 5 + 10, 12 + 17 + 22}, values(t, Trace(a, 0)))
	assert.Equal(t, []int{1 + 6 + 11, 13 + 18 + 23}, values(t, Trace(a, 1)))
	assert.Equal(t, []int{0, 0}, values(t, Trace(a, -5)))
	misused(t, "Trace", "two axes", func() { Trace(Ones[int](dev, 3), 0) })
}

func TestAverage(t *testing.T) {
	dev := testDevice(t)
	a := Arange(dev, 0.0, 6, 1).Reshape(2, 3)
	w := FromSlice(dev, []float64{1, 0, 3})
	assert.Equal(t, []float64{1.5, 4.5}, values(t, Average(a, w, 1)))
	assert.Equal(t, []float64{3}, values(t, Average(a, w)))
	rows := FromSlice(dev, []float64{3, 1})
	assert.Equal(t, []float64{0.75, 1.75, 2.75}, values(t, Average(a, rows, 0)))
	assert.Equal(t, []int{1, 3}, Average(a, rows, -2, KeepDims).Shape())
	assert.Equal(t, []float64{2.5}, values(t, Average(a, Const(2.0))))
	assert.Equal(t, []complex128{1.5 + 1i}, values(t, Average(FromSlice(dev, []complex128{1, 2 + 2i}), Ones[complex128](dev, 2))))
	misused(t, "Average", "broadcast", func() { Average(a, w, 0) })
	misused(t, "Average", "broadcast", func() { Average(w, a) })
	misused(t, "Average", "out of range", func() { Average(a, w, 2) })
}

// Reductions of one array over the same axes take one pass, and so do the
// compositions that say so.
func TestReductionsArePlannedInFewPasses(t *testing.T) {
	dev := recorded(t)
	a := FromSlice(dev, dataOf[float64](48, 1), 6, 8)
	over := func(n int, f func(x *Array[float64]) []Lazy) {
		t.Helper()
		x := apply[float64]("test", expr.Mul, &a.t, &Const(2.0).t)
		lazy := f(x)
		dev.Drain()
		require.NoError(t, Eval(lazy...))
		passes := 0
		for _, k := range dev.Drain().Kernels {
			if k.Len() == 48 {
				passes++
			}
		}
		assert.Equal(t, n, passes)
	}
	over(1, func(x *Array[float64]) []Lazy {
		return []Lazy{Sum(x, 1), Mean(x, 1), Std(x, 1), Max(x, 1), ArgMax(x, 1)}
	})
	over(1, func(x *Array[float64]) []Lazy { return []Lazy{PtP(x, 0)} })
	over(1, func(x *Array[float64]) []Lazy { return []Lazy{NanSum(x, 0)} })
	over(1, func(x *Array[float64]) []Lazy { return []Lazy{VDot(x, x)} })
	over(1, func(x *Array[float64]) []Lazy { return []Lazy{NormInf(x, 1)} })
	over(2, func(x *Array[float64]) []Lazy { return []Lazy{NanMean(x, 1)} })
	over(2, func(x *Array[float64]) []Lazy { return []Lazy{NanArgMin(x, 1)} })
	over(2, func(x *Array[float64]) []Lazy { return []Lazy{LogSumExp(x, 1)} })
	over(2, func(x *Array[float64]) []Lazy { return []Lazy{NormP(x, 3, 1)} })
}
