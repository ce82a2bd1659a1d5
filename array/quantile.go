package array

import (
	"math"
	"slices"

	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// Median returns the middle of the elements over the given axes, over all of
// them when none is given: the mean of the two in the middle where their number
// is even. Axes and [KeepDims] are as in [Sum]. It is NaN where there is a NaN
// and of no elements; [NanMedian] skips those. Of integers use [MedianAs].
//
// Medians and quantiles sort a copy, which starts at once; the result is
// pending. On a device without sorting its failure wraps
// backend.ErrUnsupported.
func Median[T Float](a *Array[T], axes ...int) *Array[T] { return median("Median", a, axes) }

// MedianAs is [Median] in the precision of R, of integers too:
// MedianAs[float64](ints).
func MedianAs[R Float, T Ordered](a *Array[T], axes ...int) *Array[R] {
	return median("MedianAs", asFloats[R]("MedianAs", a), axes)
}

// Quantile returns the element below which the part q of the elements over the
// given axes lies, over all of them when none is given: with n elements in
// order, counted from 0, it is the one at q·(n-1), between two of them in
// proportion. q is from 0 to 1; others panic. NaN are as in [Median].
func Quantile[T Float](a *Array[T], q float64, axes ...int) *Array[T] {
	const op = "Quantile"
	return rankingOf(op, a, axes).quantile(checkPart(op, q))
}

// QuantileAs is [Quantile] in the precision of R, of integers too:
// QuantileAs[float64](ints, 0.9).
func QuantileAs[R Float, T Ordered](a *Array[T], q float64, axes ...int) *Array[R] {
	const op = "QuantileAs"
	checkPart(op, q)
	return rankingOf(op, asFloats[R](op, a), axes).quantile(q)
}

// Quantiles returns several quantiles, see [Quantile], of elements that are
// sorted once. They stand along a new first axis.
func Quantiles[T Float](a *Array[T], qs []float64, axes ...int) *Array[T] {
	const op = "Quantiles"
	if len(qs) == 0 {
		fail(op, "no quantiles are asked for")
	}
	for _, q := range qs {
		checkPart(op, q)
	}
	r := rankingOf(op, a, axes)
	out := make([]*Array[T], len(qs))
	for i, q := range qs {
		out[i] = r.quantile(q)
	}
	return Stack(0, out...)
}

// Percentile is [Quantile] of p/100.
func Percentile[T Float](a *Array[T], p float64, axes ...int) *Array[T] {
	const op = "Percentile"
	return rankingOf(op, a, axes).quantile(checkPercent(op, p))
}

// PercentileAs is [QuantileAs] of p/100.
func PercentileAs[R Float, T Ordered](a *Array[T], p float64, axes ...int) *Array[R] {
	const op = "PercentileAs"
	q := checkPercent(op, p)
	return rankingOf(op, asFloats[R](op, a), axes).quantile(q)
}

// NanMedian is [Median] of what is not NaN, and NaN where there is nothing
// else.
func NanMedian[T Float](a *Array[T], axes ...int) *Array[T] {
	return rankingOf("NanMedian", a, axes).quantileOfNumbers(0.5)
}

// NanQuantile is [Quantile] of what is not NaN, and NaN where there is nothing
// else.
func NanQuantile[T Float](a *Array[T], q float64, axes ...int) *Array[T] {
	const op = "NanQuantile"
	return rankingOf(op, a, axes).quantileOfNumbers(checkPart(op, q))
}

// NanPercentile is [NanQuantile] of p/100.
func NanPercentile[T Float](a *Array[T], p float64, axes ...int) *Array[T] {
	const op = "NanPercentile"
	return rankingOf(op, a, axes).quantileOfNumbers(checkPercent(op, p))
}

func checkPart(op string, q float64) float64 {
	if !(q >= 0 && q <= 1) {
		fail(op, "a quantile is a part of the elements from 0 to 1, not %v", q)
	}
	return q
}

// checkPercent returns percents as a part.
func checkPercent(op string, p float64) float64 {
	if !(p >= 0 && p <= 100) {
		fail(op, "a percentile is from 0 to 100, not %v", p)
	}
	return p / 100
}

func asFloats[R Float, T Ordered](op string, a *Array[T]) *Array[R] {
	a.operand().alive(op)
	if same, ok := any(a).(*Array[R]); ok {
		return same
	}
	return apply[R](op, expr.Cast, &a.t)
}

// ranking is what quantiles are read from: rows in order.
type ranking[T Float] struct {
	op   string
	rows *Array[T] // (…, n), the axes that are left and all others as one
	n    int
	out  []int // shape of a quantile
}

func rankingOf[T Float](op string, a *Array[T], axes []int) ranking[T] {
	oneDevice(op, a.operand())
	given, keep := splitKeepDims(axes)
	shp := a.t.shape
	marks, err := shape.Axes(given, len(shp))
	if err != nil {
		failShapes(op, err.Error(), shp)
	}
	r := ranking[T]{op: op, n: 1, out: shape.Reduced(shp, marks, keep)}
	check(op, shape.Check(r.out, a.t.dtype.Size()))
	var order, last, rows []int
	for i, m := range marks {
		if m {
			last, r.n = append(last, i), r.n*shp[i]
		} else {
			order, rows = append(order, i), append(rows, shp[i])
		}
	}
	if shape.Size(shp) == 0 {
		r.rows = full(op, a.t.dev, T(math.NaN()), append(rows, 1)) // of nothing
		r.n = 1
		return r
	}
	turned := a
	if len(shp) > 0 {
		if order = append(order, last...); !slices.IsSorted(order) {
			turned = a.Transpose(order...)
			defer turned.Close()
		}
	}
	lines := turned.Reshape(append(rows, r.n)...)
	defer lines.Close()
	r.rows = sortRows[T](op, lines, false)
	return r
}

// at returns the elements at a position of all rows, a view.
func (r *ranking[T]) at(i int) *Array[T] { return r.rows.slice(r.op, []Index{Ellipsis, At(i)}) }

// shaped gives a result its final shape.
func (r *ranking[T]) shaped(a *Array[T]) *Array[T] {
	if equal(a.t.shape, r.out) {
		return a
	}
	defer a.Close()
	return a.Reshape(r.out...)
}

// orNaN returns v, and NaN for rows with NaN, which then come last.
func (r *ranking[T]) orNaN(v *tensor) *Array[T] {
	last := r.at(r.n - 1)
	defer last.Close()
	return r.shaped(apply[T](r.op, expr.Where, numbers(r.op, &last.t), v, &last.t))
}

func median[T Float](op string, a *Array[T], axes []int) *Array[T] {
	r := rankingOf(op, a, axes)
	middle := r.rows.slice(op, []Index{Ellipsis, Span((r.n-1)/2, r.n/2+1)})
	defer middle.Close()
	return r.orNaN(&reduce[T](op, expr.FoldMean, 0, &middle.t, []int{-1}).t)
}

func (r ranking[T]) quantile(q float64) *Array[T] {
	at := q * float64(r.n-1)
	i := math.Floor(at)
	lo, hi := r.at(int(i)), r.at(int(math.Ceil(at)))
	defer lo.Close()
	defer hi.Close()
	return r.orNaN(between[T](r.op, &lo.t, &hi.t, literal[T](at-i)))
}

// quantileOfNumbers looks at each row's numbers alone.
func (r ranking[T]) quantileOfNumbers(q float64) *Array[T] {
	op := r.op
	n := reduce[float64](op, expr.FoldSum, 0, converted[float64](op, numbers(op, &r.rows.t)), []int{-1, KeepDims})
	top := apply[float64](op, expr.Maximum, &apply[float64](op, expr.Sub, &n.t, literal[float64](1)).t, literal[float64](0))
	at := &apply[float64](op, expr.Mul, &top.t, literal[float64](q)).t
	floor, ceil := &apply[float64](op, expr.Floor, at).t, &apply[float64](op, expr.Ceil, at).t
	part := &apply[T](op, expr.Cast, &apply[float64](op, expr.Sub, at, floor).t).t
	take := func(t *tensor) *Array[T] { return TakeAlong(r.rows, apply[int](op, expr.Cast, t), -1) }
	lo, hi := take(floor), take(ceil)
	defer lo.Close()
	defer hi.Close()
	v := typed[T](op, between[T](op, &lo.t, &hi.t, part))
	defer v.Close()
	return r.shaped(v.Squeeze(-1))
}

// between returns what lies at a part of the way from lo to hi, as NumPy
// computes it: from the nearer end, so that it is exact at both. Equal ends,
// infinite ones among them, are the result, and so is lo at the part 0.
func between[T Float](op string, lo, hi, part *tensor) *tensor {
	do := func(code expr.Op, x, y *tensor) *tensor { return &apply[T](op, code, x, y).t }
	way := do(expr.Sub, hi, lo)
	up := do(expr.Add, lo, do(expr.Mul, way, part))
	down := do(expr.Sub, hi, do(expr.Mul, way, do(expr.Sub, literal[T](1), part)))
	v := &apply[T](op, expr.Where, &apply[bool](op, expr.Less, part, literal[T](0.5)).t, up, down).t
	return &apply[T](op, expr.Where, &apply[bool](op, expr.Equal, lo, hi).t, lo, v).t
}
