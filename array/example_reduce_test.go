package array_test

import (
	"errors"
	"fmt"
	"math"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
)

func ExampleSum() {
	dev := cugond.CPU()
	a := array.Arange(dev, 1, 7, 1).Reshape(2, 3)
	show("all:", array.Sum(a))
	show("columns:", array.Sum(a, 0))
	show("rows:", array.Sum(a, -1))
	fmt.Println("kept:", array.Sum(a, -1, array.KeepDims).Shape())
	pixels := array.FromSlice(dev, []uint8{200, 100})
	show("wide:", array.SumAs[int64](pixels))
	show("diagonal:", array.Trace(a, 1))
	// Output:
	// all: [21]
	// columns: [5 7 9]
	// rows: [6 15]
	// kept: [2 1]
	// wide: [300]
	// diagonal: [8]
}

func ExampleProd() {
	dev := cugond.CPU()
	show("product:", array.Prod(array.FromSlice(dev, []float64{2, 3, 4})))
	show("wide:", array.ProdAs[int](array.FromSlice(dev, []int8{100, 100})))
	// Output:
	// product: [24]
	// wide: [10000]
}

func ExampleMin() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []int{3, 1, 2, 9, 8, 9}, 2, 3)
	show("min:", array.Min(a, 1))
	show("max:", array.Max(a, 1))
	show("where the smallest are:", array.ArgMin(a, 1))
	show("where the largest are:", array.ArgMax(a, 1))
	show("range:", array.PtP(a, 1))
	// Output:
	// min: [1 8]
	// max: [3 9]
	// where the smallest are: [1 1]
	// where the largest are: [0 0]
	// range: [2 1]
}

func ExampleMean() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []float64{1, 2, 3, 6})
	show("mean:", array.Mean(a))
	show("variance:", array.Var(a))
	show4("from a sample:", array.VarDDof(a, 1))
	show4("deviation:", array.Std(a))
	show4("from a sample:", array.StdDDof(a, 1))
	w := array.FromSlice(dev, []float64{1, 0, 0, 1})
	show("weighted:", array.Average(a, w))
	// Output:
	// mean: [3]
	// variance: [3.5]
	// from a sample: [4.667]
	// deviation: [1.871]
	// from a sample: [2.16]
	// weighted: [3.5]
}

func ExampleMeanAs() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []int{1, 2, 3, 6})
	show("mean:", array.MeanAs[float64](a))
	show("variance:", array.VarAs[float64](a))
	show4("from a sample:", array.VarDDofAs[float64](a, 1))
	show4("deviation:", array.StdAs[float32](a))
	show4("from a sample:", array.StdDDofAs[float32](a, 1))
	// Output:
	// mean: [3]
	// variance: [3.5]
	// from a sample: [4.667]
	// deviation: [1.871]
	// from a sample: [2.16]
}

func ExampleAny() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []int{0, 1, 2, 3}, 2, 2)
	positive := array.Greater(a, array.Const(0))
	show("any:", array.Any(positive, 1))
	show("all:", array.All(positive, 1))
	show("how many:", array.CountNonzero(a))
	// Output:
	// any: [true true]
	// all: [false true]
	// how many: [3]
}

func ExampleLogSumExp() {
	dev := cugond.CPU()
	show4("in logarithms:", array.LogSumExp(array.FromSlice(dev, []float64{1000, 1000})))
	// Output:
	// in logarithms: [1001]
}

func ExampleNorm() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []float64{3e200, -4e200})
	show4("2:", array.Norm(a))
	show("1:", array.Norm1(a))
	show("largest:", array.NormInf(a))
	show4("3:", array.NormP(a, 3))
	show("complex:", array.NormAs[float64](array.FromSlice(dev, []complex128{3i, 4})))
	// Output:
	// 2: [5e+200]
	// 1: [7e+200]
	// largest: [4e+200]
	// 3: [4.498e+200]
	// complex: [5]
}

func ExampleNanMean() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []float64{4, math.NaN(), 1, 7})
	show("mean:", array.NanMean(a))
	show("sum:", array.NanSum(a))
	show("product:", array.NanProd(a))
	show("min:", array.NanMin(a))
	show("max:", array.NanMax(a))
	show("variance:", array.NanVar(a))
	show("from a sample:", array.NanVarDDof(a, 1))
	show4("deviation:", array.NanStd(a))
	show("from a sample:", array.NanStdDDof(a, 1))
	show("running:", array.NanCumSum(a, 0))
	show("running product:", array.NanCumProd(a, 0))
	// Output:
	// mean: [4]
	// sum: [12]
	// product: [28]
	// min: [1]
	// max: [7]
	// variance: [6]
	// from a sample: [9]
	// deviation: [2.449]
	// from a sample: [3]
	// running: [4 4 5 12]
	// running product: [4 4 4 28]
}

func ExampleNanArgMin() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []float64{math.NaN(), 3, 1})
	show("smallest:", array.NanArgMin(a))
	show("largest:", array.NanArgMax(a))
	_, err := array.NanArgMin(array.Full(dev, math.NaN(), 3)).Item()
	var fault *backend.Fault
	fmt.Println(errors.As(err, &fault) && fault.Code == backend.FaultAllNaN)
	// Output:
	// smallest: [2]
	// largest: [1]
	// true
}

func ExampleCumSum() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []int{3, 1, 4, 1, 5, 9}, 2, 3)
	show("sums:", array.CumSum(a, 1))
	show("products:", array.CumProd(a, 1))
	show("minima:", array.CumMin(a, 1))
	show("maxima:", array.CumMax(a, 1))
	show("of all:", array.CumSum(a.Ravel(), 0))
	b := array.FromSlice(dev, []uint8{200, 100})
	show("wide sums:", array.CumSumAs[int](b, 0))
	show("wide products:", array.CumProdAs[int](b, 0))
	// Output:
	// sums: [3 4 8 1 6 15]
	// products: [3 3 12 1 5 45]
	// minima: [3 1 1 1 1 1]
	// maxima: [3 3 4 1 5 9]
	// of all: [3 4 8 9 14 23]
	// wide sums: [200 300]
	// wide products: [200 20000]
}
