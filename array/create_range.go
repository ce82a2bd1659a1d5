package array

import (
	"math"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// Arange returns the 1-d array start, start + step, start + 2·step, … up to,
// but without, stop: ceil((stop - start)/step) elements, none when the step
// leads away from stop.
//
// Element i is start + i·step, worked out exactly for integers and in float64
// for floats, so errors don't add up. As the length is rounded from a quotient
// of floats, a fractional step may include stop or not; [Linspace] counts the
// elements instead. A step of zero and floats that are not finite panic.
//
// The array takes no memory until it is needed as a whole: operations on it
// compute its elements as they go.
func Arange[T Ordered](dev backend.Device, start, stop, step T) *Array[T] {
	const op = "Arange"
	needDevice(op, dev)
	if step == 0 {
		fail(op, "the step is 0, so the range never ends")
	}
	if expr.TypeOf[T]().Kind() == expr.KindFloat {
		return arangeFloat[T](op, dev, float64(start), float64(stop), float64(step))
	}
	n := countIntegers(op, start, stop, step)
	shp := []int{n}
	check(op, shape.Check(shp, expr.TypeOf[T]().Size()))
	i := converted[T](op, positions(dev, shp, unitStride, 0))
	return apply[T](op, expr.Add, &apply[T](op, expr.Mul, i, &Const(step).t).t, &Const(start).t)
}

func needDevice(op string, dev backend.Device) {
	if dev == nil {
		fail(op, "the device is nil; take one from cugond.CPU(), CUDA(i) or Auto()")
	}
}

// countIntegers returns ceil((stop - start)/step), or 0. The distance of two
// 64-bit integers fits an unsigned one, however far apart they are.
func countIntegers[T Ordered](op string, start, stop, step T) int {
	up := step > 0
	if start == stop || (start < stop) != up {
		return 0
	}
	bits := func(v T) uint64 { return expr.ScalarAs[uint64](expr.ScalarOf(v).Cast(expr.Uint64)) }
	distance, stride := bits(stop)-bits(start), bits(step)
	if !up {
		distance, stride = -distance, -stride
	}
	n := (distance-1)/stride + 1
	if n > math.MaxInt {
		fail(op, "%d elements are more than can be addressed", n)
	}
	return int(n)
}

func arangeFloat[T Element](op string, dev backend.Device, start, stop, step float64) *Array[T] {
	if !isFinite(start) || !isFinite(stop) || !isFinite(step) {
		fail(op, "start %v, stop %v and step %v must be finite", start, stop, step)
	}
	n, wide := countFloats(start, stop, step)
	if n > math.MaxInt32<<20 {
		fail(op, "%g elements are more than can be addressed", n)
	}
	shp := []int{int(n)}
	check(op, shape.Check(shp, expr.TypeOf[T]().Size()))
	i := converted[float64](op, positions(dev, shp, unitStride, 0))
	var x *Array[float64]
	if wide { // i·step may overflow where the sum does not
		x = apply[float64](op, expr.FMA, i, &Const(step).t, &Const(start).t)
	} else {
		x = apply[float64](op, expr.Add, &apply[float64](op, expr.Mul, i, &Const(step).t).t, &Const(start).t)
	}
	if a, ok := any(x).(*Array[T]); ok {
		return a
	}
	return apply[T](op, expr.Cast, &x.t)
}

// countFloats returns ceil((stop - start)/step), at least 0, and whether the
// distance itself overflows.
func countFloats(start, stop, step float64) (n float64, wide bool) {
	if start == stop || (start < stop) != (step > 0) {
		return 0, false
	}
	distance := stop - start
	if math.IsInf(distance, 0) {
		distance, step, wide = stop/2-start/2, step/2, true
	}
	return max(math.Ceil(distance/step), 1), wide
}

func isFinite(x float64) bool { return x-x == 0 }
