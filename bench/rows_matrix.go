package bench

import (
	"slices"

	"github.com/cugond/cugond/array"
)

const (
	// largeMatrix is the n from which n×n matrices are large.
	largeMatrix = 10000
	// largeProduct is the n from which products of n×n matrices are large.
	largeProduct = 5000
)

// matrixCases are the operations on square matrices.
func matrixCases() []Case {
	var cases []Case
	for _, n := range []int{100, 500, 1000, 2000, 5000, 10000} {
		cases = append(cases, productCase[float32]("matmul_f32", n))
		for _, m := range matrixOps {
			if m.sizes == nil || slices.Contains(m.sizes, n) {
				cases = append(cases, Case{
					Op: m.op, Size: n, Large: n >= largeMatrix, Setup: m.setup([]int{n, n}),
				})
			}
		}
	}
	for _, n := range []int{100, 500, 1000, 2000, 5000} {
		cases = append(cases, productCase[float64]("matmul_f64", n))
	}
	return cases
}

// matrixOp is an operation on matrices of several sizes.
type matrixOp struct {
	op    string
	sizes []int // nil: all
	setup func(shape []int) setup
}

var (
	// reductionSizes are the sizes of mean and std, which differ little from the sum.
	reductionSizes = []int{1000, 2000}
	// doubleSizes are the sizes of float64, one in the caches and one beyond.
	doubleSizes = []int{1000, 5000}
)

var matrixOps = []matrixOp{
	{"elementwise_f32", nil, func(shape []int) setup {
		return binary(unit, shape, func(a, b *array.Array[float32]) error { return finish(chain(a, b)) })
	}},
	{"elementwise_f64", doubleSizes, func(shape []int) setup {
		return binary(unit, shape, func(a, b *array.Array[float64]) error { return finish(chain(a, b)) })
	}},
	{"sum_f32", nil, reduction(func(a *array.Array[float32]) *array.Array[float32] { return array.Sum(a) })},
	{"sum_f64", doubleSizes, reduction(func(a *array.Array[float64]) *array.Array[float64] { return array.Sum(a) })},
	{"sum_axis0_f32", nil, reduction(func(a *array.Array[float32]) *array.Array[float32] { return array.Sum(a, 0) })},
	{"sum_axis1_f32", nil, reduction(func(a *array.Array[float32]) *array.Array[float32] { return array.Sum(a, 1) })},
	{"mean_f32", reductionSizes, reduction(func(a *array.Array[float32]) *array.Array[float32] { return array.Mean(a) })},
	{"std_f32", reductionSizes, reduction(func(a *array.Array[float32]) *array.Array[float32] { return array.Std(a) })},
	{"sum_mean_std_f32", nil, func(shape []int) setup { return unary(unit, shape, sumMeanStd) }},
	{"transpose_copy_f32", nil, func(shape []int) setup { return unary(unit, shape, transposeCopy) }},
}

// chain is the expression of the elementwise rows, five operations.
func chain[T array.Float](a, b *array.Array[T]) *array.Array[T] {
	return a.Mul(b).Add(array.Sin(a)).Add(array.Cos(b))
}

func reduction[T array.Float](f func(a *array.Array[T]) *array.Array[T]) func(shape []int) setup {
	return func(shape []int) setup {
		return unary(unit, shape, func(a *array.Array[T]) error { return finish(f(a)) })
	}
}

func sumMeanStd(a *array.Array[float32]) error {
	sum, mean, std := array.Sum(a), array.Mean(a), array.Std(a)
	defer sum.Close()
	defer mean.Close()
	defer std.Close()
	return array.Eval(sum, mean, std)
}

func transposeCopy(a *array.Array[float32]) error {
	t := a.T()
	defer t.Close()
	return finish(t.Copy())
}

func productCase[T array.Float](op string, n int) Case {
	return Case{
		Op: op, Size: n, Large: n >= largeProduct,
		Setup: binary(unit, []int{n, n}, func(a, b *array.Array[T]) error { return finish(array.MatMul(a, b)) }),
	}
}
