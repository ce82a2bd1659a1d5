package blas

import "github.com/cugond/cugond/array"

// vectors checks that operands are vectors of one length.
func vectors[T array.Field](op string, xs ...*array.Array[T]) {
	for _, x := range xs {
		shape := shapeOf(op, x)
		if len(shape) != 1 {
			failShapes(op, "a vector has one axis; use Reshape, or Slice to take a row or column", shape)
		}
		if first := xs[0].Shape(); shape[0] != first[0] {
			failShapes(op, "the vectors must have one length", first, shape)
		}
	}
}

// Dot returns Σ x·y, without conjugation, as a 0-d array. It is a pending
// reduction and sums as precisely as [array.Sum].
func Dot[T array.Field](x, y *array.Array[T]) *array.Array[T] {
	vectors("Dot", x, y)
	return array.Sum(x.Mul(y))
}

// Dotc returns Σ conj(x)·y as a 0-d array, under the rules of [Dot].
func Dotc[T array.Complex](x, y *array.Array[T]) *array.Array[T] {
	vectors("Dotc", x, y)
	return array.VDot(x, y)
}

// Nrm2 returns the Euclidean norm, in R, as a 0-d array: Nrm2[float64](x).
// Squares neither overflow nor vanish on the way. It is a pending reduction.
func Nrm2[R array.Float, T array.Field](x *array.Array[T]) *array.Array[R] {
	vectors("Nrm2", x)
	return array.NormAs[R](x)
}

// Asum returns the sum of magnitudes, in R, as a 0-d array: Asum[float64](x). As
// in BLAS, a complex number's is |re| + |im|. It is a pending reduction.
func Asum[R array.Float, T array.Field](x *array.Array[T]) *array.Array[R] {
	vectors("Asum", x)
	return array.SumAs[R](magnitudes[R](x))
}

// Iamax returns the position of the first element of largest magnitude as a 0-d
// array. As in BLAS, a complex number's magnitude is |re| + |im|. Where there are
// NaN it is the position of the first; a vector without elements panics, for it
// has no position to return. It is a pending reduction.
func Iamax[T array.Field](x *array.Array[T]) *array.Array[int] {
	vectors("Iamax", x)
	return array.ArgMax(magnitudes[float64](x))
}

// magnitudes returns |x|, or |re x| + |im x|, pending.
func magnitudes[R array.Float, T array.Field](x *array.Array[T]) *array.Array[R] {
	switch x := any(x).(type) {
	case *array.Array[complex64]:
		return partMagnitudes[R](array.Real[float32](x), array.Imag[float32](x))
	case *array.Array[complex128]:
		return partMagnitudes[R](array.Real[float64](x), array.Imag[float64](x))
	}
	return array.Abs(array.Cast[R](x))
}

func partMagnitudes[R, T array.Float](re, im *array.Array[T]) *array.Array[R] {
	return array.Abs(array.Cast[R](re)).Add(array.Abs(array.Cast[R](im)))
}

// Axpy computes y += alpha·x. With alpha = 0 nothing is done.
func Axpy[T array.Field](alpha T, x, y *array.Array[T]) {
	vectors("Axpy", x, y)
	if alpha != 0 {
		assign(y, y.Add(x.MulScalar(alpha)))
	}
}

// Scal computes x *= alpha. With alpha = 0 the elements become 0, whatever they
// were.
func Scal[T array.Field](alpha T, x *array.Array[T]) {
	vectors("Scal", x)
	if alpha == 0 {
		x.Fill(0)
		return
	}
	assign(x, x.MulScalar(alpha))
}

// Copy copies the elements of x to y.
func Copy[T array.Field](x, y *array.Array[T]) {
	vectors("Copy", x, y)
	y.Assign(x)
}

// Swap exchanges the elements of x and y. They may be views of one array, but
// not share elements.
func Swap[T array.Field](x, y *array.Array[T]) {
	vectors("Swap", x, y)
	old := x.Copy()
	x.Assign(y)
	assign(y, old)
}

// Rot applies a plane rotation: x becomes c·x + s·y and y becomes c·y - s·x. They
// may be views of one array, but not share elements.
func Rot[T array.Float](x, y *array.Array[T], c, s T) {
	vectors("Rot", x, y)
	turned := y.MulScalar(c).Sub(x.MulScalar(s))
	assign(x, x.MulScalar(c).Add(y.MulScalar(s)))
	assign(y, turned)
}

// assign assigns what nobody else has a use for.
func assign[T array.Field](to, value *array.Array[T]) {
	to.Assign(value)
	value.Close()
}
