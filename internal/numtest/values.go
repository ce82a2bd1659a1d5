package numtest

import (
	"math"
	"math/rand/v2"

	"github.com/cugond/cugond/backend/expr"
)

// reals are the numbers that functions of floats go wrong at.
var reals = func() []float64 {
	positive := []float64{
		0, math.SmallestNonzeroFloat64, 0x1p-1040, 0x1p-1022, 1e-300, // subnormal and least normal
		math.SmallestNonzeroFloat32, 0x1p-140, 0x1p-126, // the same of float32
		1e-20, 1e-8, 0x1p-24, 0x1p-12, 1e-3, 0.1, 0.25, 0.5, math.Nextafter(0.5, 1),
		1 - 0x1p-24, 1 - 0x1p-53, 1, 1 + 0x1p-23, 1 + 0x1p-52, 1.5, 2, 2.5, 3, 3.5, 7, 10, 21, 33,
		math.Ln2, math.E, math.Sqrt2, math.Pi / 4, math.Pi / 2, math.Pi, 1.5 * math.Pi, 2 * math.Pi, 100 * math.Pi,
		88.7, 104, 127, 128, 255, 256, 709.7, 745.2, 1000, 32767, 32768, 65535, 65536,
		0x1p23, 0x1p23 + 1, 0x1p24 - 1, 0x1p24 + 1, 0x1p31 - 1, 0x1p31, 0x1p32 - 1, 0x1p32,
		0x1p52 + 0.5, 0x1p53, 0x1p53 + 2, 0x1p63 - 1024, 0x1p63, 0x1p64 - 2048, 0x1p64, 1e22, 1e38,
		math.MaxFloat32, 1e154, 1e300, math.MaxFloat64, math.Inf(1),
	}
	out := []float64{math.NaN()}
	for _, x := range positive {
		out = append(out, x, -x)
	}
	out[2] = math.Copysign(0, -1)
	return out
}()

// Specials returns all values of type d that are worth trying: zeros,
// subnormal, least and largest numbers, ones, halves, multiples of π, powers of
// two about the integers' widths, infinities and NaN; for integers the
// extremes and small ones; for complex numbers pairs of a choice of them.
// Values that are equal in d stand there once.
func Specials(d expr.DType) []expr.Scalar {
	var out []expr.Scalar
	seen := map[expr.Scalar]bool{}
	add := func(s expr.Scalar) {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	switch d.Kind() {
	case expr.KindBool:
		add(expr.ScalarOf(false))
		add(expr.ScalarOf(true))
	case expr.KindInt, expr.KindUint:
		bits := 8 * d.Size()
		for _, i := range []int64{0, 1, -1, 2, -2, 3, -3, 5, 7, -7, 8, 10, 31, 32, 33, 63, 64, 100, 127} {
			add(expr.ScalarOf(i).Cast(d))
		}
		for _, shift := range []int{bits/2 - 1, bits / 2, bits - 2, bits - 1} {
			for _, i := range []int64{-1, 0, 1} {
				add(expr.ScalarOf(int64(1)<<shift + i).Cast(d))
				add(expr.ScalarOf(-(int64(1) << shift) + i).Cast(d))
			}
		}
	case expr.KindFloat:
		for _, x := range reals {
			add(expr.ScalarOf(x).Cast(d))
		}
	case expr.KindComplex:
		parts := []float64{
			0, math.Copysign(0, -1), 1, -1, 0.5, -2, 1e-20, -1e-8, math.Pi / 2, 10, -30, 1e10,
			math.SmallestNonzeroFloat32, -1e38, math.Inf(1), math.Inf(-1), math.NaN(),
		}
		for _, re := range parts {
			for _, im := range parts {
				add(expr.ScalarOf(complex(re, im)).Cast(d))
			}
		}
	}
	return out
}

// Values returns n values of type d, a mix of the special ones and of random
// ones of all sizes. The same arguments give the same values.
func Values(d expr.DType, n int, seed uint64) []expr.Scalar {
	r := rand.New(rand.NewPCG(seed, uint64(d)))
	special := Specials(d)
	out := make([]expr.Scalar, n)
	for i := range out {
		if r.IntN(4) == 0 {
			out[i] = special[r.IntN(len(special))]
		} else {
			out[i] = random(r, d)
		}
	}
	return out
}

// Moderate returns n random finite values of type d, none of them extreme:
// floats between 2^-8 and 2^8 in magnitude and of both signs, integers of up
// to 100.
func Moderate(d expr.DType, n int, seed uint64) []expr.Scalar {
	r := rand.New(rand.NewPCG(seed, uint64(d)))
	out := make([]expr.Scalar, n)
	for i := range out {
		switch d.Kind() {
		case expr.KindBool:
			out[i] = expr.ScalarOf(r.IntN(2) == 1)
		case expr.KindInt:
			out[i] = expr.ScalarOf(r.Int64N(201) - 100).Cast(d)
		case expr.KindUint:
			out[i] = expr.ScalarOf(r.Int64N(101)).Cast(d)
		default:
			re, im := randomReal(r, 8), randomReal(r, 8)
			out[i] = expr.ScalarOf(complex(re, im)).Cast(d)
		}
	}
	return out
}

func random(r *rand.Rand, d expr.DType) expr.Scalar {
	switch d.Kind() {
	case expr.KindBool:
		return expr.ScalarOf(r.IntN(2) == 1)
	case expr.KindInt, expr.KindUint:
		// All lengths in bits.
		return expr.ScalarOf(int64(r.Uint64() >> r.IntN(8*d.Size()))).Cast(d)
	}
	size := 5
	switch r.IntN(4) {
	case 0:
		size = 30
	case 1:
		size = 120
		if d.Real() == expr.Float64 && r.IntN(2) == 0 {
			size = 1000
		}
	}
	return expr.ScalarOf(complex(randomReal(r, size), randomReal(r, size))).Cast(d)
}

// randomReal is of a size between 2^-exponent and 2^exponent.
func randomReal(r *rand.Rand, exponent int) float64 {
	x := math.Ldexp(1+r.Float64(), r.IntN(2*exponent)-exponent)
	if r.IntN(2) == 0 {
		return -x
	}
	return x
}

// Bytes returns the image in memory of scalars of one type, one after another.
func Bytes(s []expr.Scalar) []byte {
	var out []byte
	for i := range s {
		out = append(out, s[i].Bytes()...)
	}
	return out
}

// Scalars returns the elements of type d whose image in memory is b.
func Scalars(d expr.DType, b []byte) []expr.Scalar {
	size := d.Size()
	out := make([]expr.Scalar, len(b)/size)
	for i := range out {
		out[i].DType = d
		copy(out[i].Bytes(), b[i*size:])
	}
	return out
}
