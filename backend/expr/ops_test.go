package expr

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// eval carries out an operation whose operands are all of one type.
func eval[T, R Element](op Op, args ...T) R {
	s := make([]Scalar, len(args))
	for i, a := range args {
		s[i] = ScalarOf(a)
	}
	return ScalarAs[R](op.Eval(TypeOf[T](), TypeOf[R](), s...))
}

func integers[T Integer](op Op, args ...T) T { return eval[T, T](op, args...) }

func TestIntegerOperations(t *testing.T) {
	const min8, min32, min64 = int8(math.MinInt8), int32(math.MinInt32), int64(math.MinInt64)
	assert.Equal(t, int8(-56), integers(Add, int8(100), 100))
	assert.Equal(t, uint8(44), integers(Add, uint8(200), 100))
	assert.Equal(t, uint16(1), integers(Mul, uint16(65535), 65535))
	assert.Equal(t, int64(15241578750190521), integers(Square, int64(123456789)))
	assert.Equal(t, uint8(255), integers(Neg, uint8(1)))
	assert.Equal(t, min8, integers(Abs, min8))
	assert.Equal(t, min64, integers(Neg, min64))
	assert.Equal(t, int8(-1), integers(Sign, min8))
	assert.Equal(t, uint8(1), integers(Sign, uint8(200)))

	for _, c := range []struct{ a, b, div, floor, mod int32 }{
		{7, 2, 3, 3, 1}, {-7, 2, -3, -4, 1}, {7, -2, -3, -4, -1}, {-7, -2, 3, 3, -1},
		{6, -2, -3, -3, 0}, {3, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {min32, -1, min32, min32, 0}, {min32, 0, 0, 0, 0},
	} {
		assert.Equal(t, c.div, integers(Div, c.a, c.b), "%d/%d", c.a, c.b)
		assert.Equal(t, c.floor, integers(FloorDiv, c.a, c.b), "%d//%d", c.a, c.b)
		assert.Equal(t, c.mod, integers(Mod, c.a, c.b), "%d%%%d", c.a, c.b)
	}
	assert.Equal(t, min8, integers(Div, min8, -1))
	assert.Equal(t, min64, integers(FloorDiv, min64, -1))
	assert.Equal(t, int64(0), integers(Mod, min64, -1))
	assert.Equal(t, uint64(0), integers(Mod, uint64(5), 0))

	assert.Equal(t, int8(1), integers(Pow, int8(0), 0))
	assert.Equal(t, int8(0), integers(Pow, int8(2), -1))
	assert.Equal(t, int8(-128), integers(Pow, int8(2), 7))
	assert.Equal(t, int64(-8), integers(Pow, int64(-2), 3))
	assert.Equal(t, uint64(1), integers(Pow, uint64(math.MaxUint64), 2))

	assert.Equal(t, int32(0), integers(ShiftLeft, int32(8), 32))
	assert.Equal(t, int32(-1), integers(ShiftRight, int32(-8), 32))
	assert.Equal(t, int32(-1), integers(ShiftRight, int32(-8), -1))
	assert.Equal(t, int32(0), integers(ShiftLeft, int32(8), -1))
	assert.Equal(t, int8(-128), integers(ShiftLeft, int8(1), 7))
	assert.Equal(t, uint8(0), integers(ShiftRight, uint8(255), 8))
	assert.Equal(t, int64(0), integers(ShiftLeft, int64(1), 64))
	assert.Equal(t, uint8(0xfe), integers(BitNot, uint8(1)))
	assert.Equal(t, int8(-2), integers(BitNot, int8(1)))
	assert.Equal(t, int8(3), integers(Clip, int8(9), -3, 3))
	assert.Equal(t, int8(3), integers(Clip, int8(9), 5, 3), "hi wins")
}

func TestBoolOperations(t *testing.T) {
	for _, a := range []bool{false, true} {
		for _, b := range []bool{false, true} {
			assert.Equal(t, a || b, eval[bool, bool](Add, a, b))
			assert.Equal(t, a && b, eval[bool, bool](Mul, a, b))
			assert.Equal(t, a != b, eval[bool, bool](BitXor, a, b))
			assert.Equal(t, a == b, eval[bool, bool](Equal, a, b))
			assert.Equal(t, a != b, eval[bool, bool](NotEqual, a, b))
			assert.Equal(t, !a, eval[bool, bool](BitNot, a))
		}
	}
}

func floats(op Op, args ...float64) float64 { return eval[float64, float64](op, args...) }

// identical compares with signs of zeros, all NaNs equal.
func identical(t *testing.T, want, got float64, what ...any) {
	t.Helper()
	ok := want != want && got != got || want == got && math.Signbit(want) == math.Signbit(got)
	assert.True(t, ok, "%v: want %v, got %v", what, want, got)
}

func TestFloatOperations(t *testing.T) {
	nan, inf, minus0 := math.NaN(), math.Inf(1), math.Copysign(0, -1)
	for _, c := range []struct{ a, b, floor, mod float64 }{
		{-1, 1, -1, 0}, {0, 1, 0, 0}, {minus0, 1, minus0, 0}, {7, -2, -4, -1}, {-7, 2, -4, 1}, {1, 0.1, 9, 0.09999999999999995},
		{1, inf, 0, 1}, {-1, inf, -1, inf}, {1, -inf, -1, -inf}, {inf, 1, nan, nan}, {1, 0, inf, nan}, {-1, 0, -inf, nan},
		{nan, 1, nan, nan}, {1, nan, nan, nan}, {1e300, 1e-300, inf, floats(Mod, 1e300, 1e-300)}, {1e17, 1, 1e17, 0},
		{0x1p53 - 1, 0.5, 0x1p54 - 2, 0}, {-5e-324, 1, -1, 1}, {4, -2, -2, minus0},
	} {
		identical(t, c.floor, floats(FloorDiv, c.a, c.b), "floordiv", c.a, c.b)
		identical(t, c.mod, floats(Mod, c.a, c.b), "mod", c.a, c.b)
	}
	identical(t, 0, float64(eval[float32, float32](Mod, -1, 1)))

	for _, c := range []struct{ a, b, max, min, fmax, fmin float64 }{
		{1, 2, 2, 1, 2, 1}, {nan, 1, nan, nan, 1, 1}, {1, nan, nan, nan, 1, 1}, {nan, nan, nan, nan, nan, nan},
		{0, minus0, 0, 0, 0, 0}, {minus0, 0, minus0, minus0, minus0, minus0}, {inf, nan, nan, nan, inf, inf},
	} {
		identical(t, c.max, floats(Maximum, c.a, c.b), "maximum", c.a, c.b)
		identical(t, c.min, floats(Minimum, c.a, c.b), "minimum", c.a, c.b)
		identical(t, c.fmax, floats(FMax, c.a, c.b), "fmax", c.a, c.b)
		identical(t, c.fmin, floats(FMin, c.a, c.b), "fmin", c.a, c.b)
	}
	identical(t, nan, floats(Clip, nan, 0, 1))
	identical(t, nan, floats(Clip, 0, 0, nan))
	identical(t, 1, floats(Clip, 5, 0, 1))
	identical(t, nan, floats(Sign, nan))
	identical(t, minus0, floats(Sign, minus0))
	identical(t, -1, floats(Sign, -inf))
	identical(t, 2, floats(Rint, 2.5))
	identical(t, 4, floats(Rint, 3.5))
	identical(t, -2, floats(Rint, -2.5))
	identical(t, minus0, floats(Rint, -0.5))
	identical(t, minus0, floats(NextAfter, 0, minus0))
	identical(t, 5e-324, floats(NextAfter, 0, 1))
	identical(t, 1+0x1p-23, float64(eval[float32, float32](NextAfter, 1, 2)))
	identical(t, 180, floats(Degrees, math.Pi))
	identical(t, float64(float32(3)*float32(180/math.Pi)), float64(eval[float32, float32](Degrees, 3)))
	identical(t, 1, floats(Sigmoid, 1000))
	identical(t, 0, floats(Sigmoid, -1000))
	identical(t, -inf, floats(LogAddExp, -inf, -inf))
	identical(t, inf, floats(LGamma, -inf))

	for _, x := range []float64{0, minus0, 1, -1, inf, -inf, nan, 5e-324} {
		assert.Equal(t, math.IsNaN(x), eval[float64, bool](IsNaN, x))
		assert.Equal(t, math.IsInf(x, 0), eval[float64, bool](IsInf, x))
		assert.Equal(t, x-x == 0, eval[float64, bool](IsFinite, x))
		assert.Equal(t, math.Signbit(x), eval[float64, bool](SignBit, x))
		for _, y := range []float64{0, minus0, 1, nan} {
			assert.Equal(t, x == y, eval[float64, bool](Equal, x, y))
			assert.Equal(t, x != y, eval[float64, bool](NotEqual, x, y))
			assert.Equal(t, x < y, eval[float64, bool](Less, x, y))
			assert.Equal(t, x >= y, eval[float64, bool](GreaterEqual, x, y))
		}
	}
}

// A product and sum in float64 rounded to float32 would round twice.
func TestFMARoundsOnce(t *testing.T) {
	// a·b is 2^-24 - 2^-60: with c it lies just below the middle of two
	// float32, to which the sum in float64 has already rounded.
	a, b, c := float32(0x1p-12+0x1p-30), float32(0x1p-12-0x1p-30), float32(1+0x1p-23)
	twice := float32(float64(a)*float64(b) + float64(c))
	assert.Equal(t, float32(1+0x1p-22), twice)
	assert.Equal(t, c, eval[float32, float32](FMA, a, b, c))
	assert.Equal(t, 0x1p-104, floats(FMA, 1+0x1p-52, 1+0x1p-52, -(1+0x1p-51)))
	assert.True(t, math.IsNaN(floats(FMA, math.Inf(1), 0, 1)))
	identical(t, math.Inf(1), float64(eval[float32, float32](FMA, 1e38, 10, 0)))
}

func TestComplexOperations(t *testing.T) {
	type c = complex128
	assert.Equal(t, c(-5+10i), eval[c, c](Mul, 1+2i, 3+4i))
	assert.Equal(t, eval[complex64, complex64](Mul, 1.1+2i, 1.1+2i), eval[complex64, complex64](Square, 1.1+2i))
	assert.Equal(t, 5.0, eval[c, float64](Abs, 3+4i))
	assert.Equal(t, float32(5), eval[complex64, float32](Abs, 3+4i))
	assert.Equal(t, math.Pi/2, eval[c, float64](Angle, 2i))
	assert.Equal(t, 3.0, eval[c, float64](Real, 3+4i))
	assert.Equal(t, 4.0, eval[c, float64](Imag, 3+4i))
	assert.Equal(t, c(3-4i), eval[c, c](Conj, 3+4i))
	assert.Equal(t, c(0.6+0.8i), eval[c, c](Sign, 3+4i))
	assert.Equal(t, c(3+4i), eval[float64, c](Join, 3, 4))
	assert.True(t, eval[c, bool](Equal, 1+2i, 1+2i))
	assert.True(t, eval[c, bool](NotEqual, 1+2i, 1+3i))
	assert.False(t, eval[c, bool](Equal, complex(math.NaN(), 0), complex(math.NaN(), 0)))
	assert.True(t, eval[c, bool](IsNaN, complex(0, math.NaN())))
	assert.True(t, eval[c, bool](IsInf, complex(math.NaN(), math.Inf(-1))))
	assert.False(t, eval[c, bool](IsFinite, complex(0, math.Inf(-1))))
}

func TestWhereAndCheck(t *testing.T) {
	yes, no := ScalarOf(true), ScalarOf(false)
	x, y := ScalarOf(int16(-3)), ScalarOf(int16(4))
	assert.Equal(t, x, Where.Eval(Int16, Int16, yes, x, y))
	assert.Equal(t, y, Where.Eval(Int16, Int16, no, x, y))
	z := ScalarOf(complex64(1i))
	assert.Equal(t, z, Where.Eval(Complex64, Complex64, no, ScalarOf(complex64(1)), z))
	assert.Equal(t, x, Check.Eval(Int16, Int16, x, no))
	assert.Equal(t, yes, Where.Eval(Bool, Bool, no, no, yes))
	assert.Panics(t, func() { Add.Eval(Invalid, Invalid) })
}
