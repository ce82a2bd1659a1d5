package linalg

import (
	"math"
	"math/cmplx"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend/expr"
)

// Det returns the determinants of square matrices, in the shape of the leading
// axes: a 0-d array of a single matrix. That of an empty matrix is 1. It
// overflows only where the determinant itself is out of the type's range; take
// [SlogDet] there. Fails with [ErrNaN]. It takes about ⅔·n³ operations a matrix.
func Det[T array.Field](a *array.Array[T]) (*array.Array[T], error) {
	const op = "Det"
	squareOf(op, a)
	f, err := lu(op, a)
	if err != nil {
		return nil, err
	}
	return f.Det()
}

// Det returns the determinants of square A, see [Det].
func (f *LUOf[T]) Det() (*array.Array[T], error) {
	const op = "LUOf.Det"
	lead, n := squareOf(op, f.packed)
	diagonals, odd, err := f.diagonals()
	if err != nil {
		return nil, err
	}
	out := make([]T, len(odd))
	for i := range out {
		d, e := complex(1, 0), 0
		if odd[i] {
			d = -d
		}
		for _, u := range diagonals[i*n : (i+1)*n] {
			// Each factor and the product are kept near 1.
			m, k := normal(u)
			var l int
			d, l = normal(d * m)
			e += k + l
		}
		out[i] = elementOf[T](scaledBy(d, e))
	}
	return array.FromSlice(f.packed.Device(), out).Reshape(lead...), nil
}

// normal returns z as a number with parts of at most 1 and a power of two.
func normal(z complex128) (complex128, int) {
	_, e := math.Frexp(max(math.Abs(real(z)), math.Abs(imag(z))))
	return scaledBy(z, -e), e
}

func scaledBy(z complex128, e int) complex128 {
	return complex(math.Ldexp(real(z), e), math.Ldexp(imag(z), e))
}

// diagonals returns the diagonals of U, one after another, and whether the number
// of swaps was odd.
func (f *LUOf[T]) diagonals() (u []complex128, odd []bool, err error) {
	n := f.packed.Dim(-1)
	d, err := array.Cast[complex128](f.packed.Diagonal(0)).ToSlice()
	if err != nil {
		return nil, nil, err
	}
	pivots, err := f.pivots.ToSlice()
	if err != nil {
		return nil, nil, err
	}
	odd = make([]bool, f.count())
	for i, p := range pivots {
		if p != i%n {
			odd[i/n] = !odd[i/n]
		}
	}
	return d, odd, nil
}

// SlogDet returns the signs of the determinants of square matrices, 1, 0 or -1,
// and the logarithms of their magnitudes, -Inf where they are zero. See [Det].
func SlogDet[T array.Float](a *array.Array[T]) (sign, log *array.Array[T], err error) {
	return SlogDetAs[T](a)
}

// SlogDetAs is [SlogDet] for matrices of any type; signs of complex ones are
// numbers of magnitude 1. R is the real type of T.
func SlogDetAs[R array.Float, T array.Field](a *array.Array[T]) (sign *array.Array[T], log *array.Array[R], err error) {
	const op = "SlogDet"
	lead, n := squareOf(op, a)
	realOf[R, T](op)
	f, err := lu(op, a)
	if err != nil {
		return nil, nil, err
	}
	diagonals, odd, err := f.diagonals()
	if err != nil {
		return nil, nil, err
	}
	signs, logs := make([]T, len(odd)), make([]R, len(odd))
	for i := range signs {
		s, l := complex(1, 0), 0.0
		if odd[i] {
			s = -s
		}
		for _, u := range diagonals[i*n : (i+1)*n] {
			if u == 0 {
				s, l = 0, math.Inf(-1)
				break
			}
			u, e := normal(u)
			r := cmplx.Abs(u)
			s *= u / complex(r, 0)
			l += math.Log(r) + float64(e)*math.Ln2
		}
		if imag(s) != 0 {
			s /= complex(cmplx.Abs(s), 0)
		}
		signs[i], logs[i] = elementOf[T](s), R(l)
	}
	dev := a.Device()
	return array.FromSlice(dev, signs).Reshape(lead...), array.FromSlice(dev, logs).Reshape(lead...), nil
}

// elementOf returns z as an element.
func elementOf[T array.Field](z complex128) T {
	return expr.ScalarAs[T](expr.ScalarOf(z).Cast(expr.TypeOf[T]()))
}
