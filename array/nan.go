package array

import (
	"math"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// NanSum is [Sum] with NaN counted as 0, so of nothing but NaN it is 0. A
// complex number is NaN if a component is.
func NanSum[T Field](a *Array[T], axes ...int) *Array[T] {
	var zero T
	return reduce[T]("NanSum", expr.FoldSum, 0, withoutNaN("NanSum", a.operand(), zero), axes)
}

// NanProd is [Prod] with NaN counted as 1, so of nothing but NaN it is 1.
func NanProd[T Field](a *Array[T], axes ...int) *Array[T] {
	return reduce[T]("NanProd", expr.FoldProd, 0, withoutNaN("NanProd", a.operand(), one[T]()), axes)
}

// NanMin is [Min] of what is not NaN, and NaN where there is nothing else. Of
// no elements there is none: panics.
func NanMin[T Float](a *Array[T], axes ...int) *Array[T] {
	return reduce[T]("NanMin", expr.FoldFMin, 0, a.operand(), axes)
}

// NanMax is [Max] of what is not NaN, and NaN where there is nothing else. Of
// no elements there is none: panics.
func NanMax[T Float](a *Array[T], axes ...int) *Array[T] {
	return reduce[T]("NanMax", expr.FoldFMax, 0, a.operand(), axes)
}

// NanArgMin is [ArgMin] of what is not NaN, in two passes. Where there is
// nothing else it fails: evaluation and host reads return a *backend.Fault
// with backend.FaultAllNaN.
func NanArgMin[T Float](a *Array[T], axes ...int) *Array[int] {
	return nanArg("NanArgMin", expr.FoldFMin, a, axes)
}

// NanArgMax is [ArgMax] of what is not NaN, under the rules of [NanArgMin].
func NanArgMax[T Float](a *Array[T], axes ...int) *Array[int] {
	return nanArg("NanArgMax", expr.FoldFMax, a, axes)
}

// nanArg finds the first element that equals the extreme. No number can stand
// for NaN in a search for it, since the extreme itself may be an infinity.
func nanArg[T Float](op string, extreme expr.Fold, a *Array[T], axes []int) *Array[int] {
	m := reduce[T](op, extreme, 0, a.operand(), append([]int{KeepDims}, axes...))
	hit := converted[uint8](op, &apply[bool](op, expr.Equal, &a.t, &m.t).t)
	first := reduce[int](op, expr.FoldArgMax, 0, hit, axes)
	some := reduce[uint8](op, expr.FoldMax, 0, hit, axes) // in the same pass
	found := apply[bool](op, expr.NotEqual, &some.t, literal[uint8](uint8(0)))
	return verified[int](op, backend.FaultAllNaN, &first.t, &found.t)
}

// NanMean is [Mean] of what is not NaN, and NaN where there is nothing else.
// It takes two passes, one of them to count.
func NanMean[T Float](a *Array[T], axes ...int) *Array[T] { return nanMean("NanMean", a, axes) }

func nanMean[T Float](op string, a *Array[T], axes []int) *Array[T] {
	n := &counted[T](op, a, axes).t
	clean := withoutNaN[T](op, a.operand(), 0)
	sum := &reduce[T](op, expr.FoldSum, 0, clean, axes).t
	mean := &apply[T](op, expr.Div, sum, n).t
	// Where the sum overflows, the mean with zeros in place of NaN does not:
	// it only has to be stretched, no further than to the largest number. Both
	// come from one pass.
	all := &reduce[T](op, expr.FoldMean, 0, clean, axes).t
	stretch := &apply[T](op, expr.Div, literal[T](reducedSize(op, a, axes)), n).t
	limit := largest[T]()
	long := &apply[T](op, expr.Clip, &apply[T](op, expr.Mul, all, stretch).t, literal[T](-limit), literal[T](limit)).t
	long = &apply[T](op, expr.Where, &apply[bool](op, expr.IsFinite, all).t, long, all).t
	return apply[T](op, expr.Where, &apply[bool](op, expr.IsFinite, sum).t, mean, long)
}

// largest returns the largest finite T.
func largest[T Float]() T {
	limit := math.MaxFloat64
	if expr.TypeOf[T]() == expr.Float32 {
		limit = math.MaxFloat32
	}
	return T(limit)
}

// counted returns how many elements are not NaN, as a T.
func counted[T Float](op string, a *Array[T], axes []int) *Array[T] {
	n := reduce[int](op, expr.FoldCount, 0, numbers(op, a.operand()), axes)
	return apply[T](op, expr.Cast, &n.t)
}

// reducedSize returns how many elements go into each result. The axes have
// been checked.
func reducedSize[T Element](op string, a *Array[T], axes []int) int {
	given, _ := splitKeepDims(axes)
	marks, err := shape.Axes(given, len(a.t.shape))
	check(op, err)
	n := 1
	for i, m := range marks {
		if m {
			n *= a.t.shape[i]
		}
	}
	return n
}

// NanVar is [Var] of what is not NaN, and NaN where there is nothing else.
// It takes four passes.
func NanVar[T Float](a *Array[T], axes ...int) *Array[T] { return nanVar("NanVar", a, 0, axes) }

// NanVarDDof is [NanVar] divided by n - ddof, where n counts what is not NaN.
// It is NaN where n ≤ ddof.
func NanVarDDof[T Float](a *Array[T], ddof float64, axes ...int) *Array[T] {
	return nanVar("NanVarDDof", a, ddof, axes)
}

// NanStd is the root of [NanVar].
func NanStd[T Float](a *Array[T], axes ...int) *Array[T] {
	return apply[T]("NanStd", expr.Sqrt, &nanVar("NanStd", a, 0, axes).t)
}

// NanStdDDof is the root of [NanVarDDof].
func NanStdDDof[T Float](a *Array[T], ddof float64, axes ...int) *Array[T] {
	return apply[T]("NanStdDDof", expr.Sqrt, &nanVar("NanStdDDof", a, ddof, axes).t)
}

func nanVar[T Float](op string, a *Array[T], ddof float64, axes []int) *Array[T] {
	checkDDof(op, ddof)
	mean := nanMean(op, a, append([]int{KeepDims}, axes...))
	d := &apply[T](op, expr.Sub, &a.t, &mean.t).t
	square := &apply[T](op, expr.Mul, d, d).t
	// A NaN mean of numbers must show, so it is a's own NaN that are left out.
	clean := &apply[T](op, expr.Where, numbers(op, &a.t), square, literal[T](0)).t
	sum := &reduce[T](op, expr.FoldSum, 0, clean, axes).t
	free := &apply[T](op, expr.Sub, &counted[T](op, a, axes).t, literal[T](ddof)).t
	some := &apply[bool](op, expr.Greater, free, literal[T](0)).t
	return apply[T](op, expr.Where, some, &apply[T](op, expr.Div, sum, free).t, literal[T](math.NaN()))
}
