package array

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
)

// two makes the operands of an operation on pairs.
func two[T Element](t *testing.T, pairs [][2]T) (a, b *Array[T]) {
	x, y := make([]T, len(pairs)), make([]T, len(pairs))
	for i, p := range pairs {
		x[i], y[i] = p[0], p[1]
	}
	dev := testDevice(t)
	return FromSlice(dev, x), FromSlice(dev, y)
}

func TestArithmeticOfSmallNumbersOfEveryType(t *testing.T) {
	t.Run("int", smallNumbers[int])
	t.Run("int8", smallNumbers[int8])
	t.Run("int16", smallNumbers[int16])
	t.Run("int32", smallNumbers[int32])
	t.Run("int64", smallNumbers[int64])
	t.Run("uint8", smallNumbers[uint8])
	t.Run("uint16", smallNumbers[uint16])
	t.Run("uint32", smallNumbers[uint32])
	t.Run("uint64", smallNumbers[uint64])
	t.Run("float32", smallNumbers[float32])
	t.Run("float64", smallNumbers[float64])
}

func smallNumbers[T Ordered](t *testing.T) {
	a, b := two(t, [][2]T{{6, 3}, {9, 3}, {4, 2}})
	assert.Equal(t, []T{9, 12, 6}, values(t, Add(a, b)))
	assert.Equal(t, []T{3, 6, 2}, values(t, Sub(a, b)))
	assert.Equal(t, []T{18, 27, 8}, values(t, Mul(a, b)))
	assert.Equal(t, []T{2, 3, 2}, values(t, Div(a, b)))
	assert.Equal(t, []T{2, 3, 2}, values(t, FloorDiv(a, b)))
	assert.Equal(t, []T{2, 2, 0}, values(t, Mod(Const[T](8), b)))
	assert.Equal(t, []T{64, 27, 16}, values(t, Pow(FromSlice(a.Device(), []T{4, 3, 4}), b)))
	assert.Equal(t, []T{36, 81, 16}, values(t, Square(a)))
	assert.Equal(t, []T{1, 0, 1}, values(t, Sign(FromSlice(a.Device(), []T{5, 0, 1}))))
	assert.Equal(t, []T{6, 9, 4}, values(t, Abs(a)))
	assert.Equal(t, []T{0, 0, 0}, values(t, a.Neg().Add(a)))
	assert.Equal(t, []T{6, 5, 4}, values(t, MinimumScalar(Maximum(a, b), 5).Add(FromSlice(a.Device(), []T{1, 0, 0}))))
	assert.Equal(t, []T{6, 7, 5}, values(t, ClipScalar(a, 5, 7)))
	assert.Equal(t, []T{3, 5, 3}, values(t, Clip(Maximum(a, b), b, FromSlice(a.Device(), []T{3, 5, 3}))))
}

func TestIntegersWrap(t *testing.T) {
	dev := testDevice(t)
	low := FromSlice(dev, []int8{-128, 127})
	assert.Equal(t, []int8{-127, -128}, values(t, low.AddScalar(1)))
	assert.Equal(t, []int8{127, 126}, values(t, low.SubScalar(1)))
	assert.Equal(t, []int8{0, -2}, values(t, low.MulScalar(2)))
	assert.Equal(t, []int8{-128, -127}, values(t, low.Neg()))
	assert.Equal(t, []int8{-128, 127}, values(t, Abs(low)))
	assert.Equal(t, []uint8{255}, values(t, FromSlice(dev, []uint8{1}).SubScalar(2)))
	assert.Equal(t, []uint8{44}, values(t, FromSlice(dev, []uint8{200}).AddScalar(100)))
	assert.Equal(t, []uint8{255, 0}, values(t, Neg(FromSlice(dev, []uint8{1, 0}))))
	assert.Equal(t, []int64{15241578750190521}, values(t, Square(FromSlice(dev, []int64{123456789}))))
	assert.Equal(t, []int32{-2147483648}, values(t, FromSlice(dev, []int32{1 << 30}).MulScalar(2)))
}

func TestIntegerDivision(t *testing.T) {
	a, b := two(t, [][2]int32{
		{7, 2}, {-7, 2}, {7, -2}, {-7, -2}, {6, 3}, {-6, 3}, {3, 0}, {-3, 0}, {0, 0}, {math.MinInt32, -1}, {0, 5},
	})
	assert.Equal(t, []int32{3, -3, -3, 3, 2, -2, 0, 0, 0, math.MinInt32, 0}, values(t, a.Div(b)))
	assert.Equal(t, []int32{3, -4, -4, 3, 2, -2, 0, 0, 0, math.MinInt32, 0}, values(t, a.FloorDiv(b)))
	assert.Equal(t, []int32{1, 1, -1, -1, 0, 0, 0, 0, 0, 0, 0}, values(t, a.Mod(b)))

	u, v := two(t, [][2]uint64{{7, 2}, {1, 0}, {0, 0}, {math.MaxUint64, 1}})
	assert.Equal(t, []uint64{3, 0, 0, math.MaxUint64}, values(t, u.Div(v)))
	assert.Equal(t, []uint64{3, 0, 0, math.MaxUint64}, values(t, u.FloorDiv(v)))
	assert.Equal(t, []uint64{1, 0, 0, 0}, values(t, u.Mod(v)))

	assert.Equal(t, []int32{0, 3}, values(t, Const[int32](3).Div(FromSlice(testDevice(t), []int32{0, 1}))))
	assert.Equal(t, []int32{0}, values(t, FromSlice(testDevice(t), []int32{3}).ModScalar(0)))
}

func TestFloatDivision(t *testing.T) {
	inf, nan, negZero := math.Inf(1), math.NaN(), math.Copysign(0, -1)
	a, b := two(t, [][2]float64{
		{1, 0}, {-1, 0}, {0, 0}, {7, 2}, {-7, 2}, {7, -2}, {1, 0.1}, {-1, 1}, {0, 1}, {1, inf}, {-1, inf}, {inf, 2}, {nan, 1},
	})
	same(t, []float64{inf, -inf, nan, 3.5, -3.5, -3.5, 10, -1, 0, 0, negZero, inf, nan}, a.Div(b))
	same(t, []float64{inf, -inf, nan, 3, -4, -4, 9, -1, 0, 0, -1, nan, nan}, a.FloorDiv(b))
	same(t, []float64{nan, nan, nan, 1, 1, -1, 1 - 9*0.1 - 0x1p-54, 0, 0, 1, inf, nan, nan}[:6], a.Mod(b).Slice(To(6)))
	same(t, []float64{0, 0, 1, inf, nan, nan}, a.Mod(b).Slice(From(7)))
	same(t, []float64{inf, -inf, 0.5}, Reciprocal(FromSlice(a.Device(), []float64{0, negZero, 2})))
}

func TestIntegerPowers(t *testing.T) {
	a, b := two(t, [][2]int{{0, 0}, {2, 10}, {-3, 3}, {-1, 1000001}, {7, 0}, {0, 5}, {2, 63}, {2, 64}, {10, 1}})
	want := []int{1, 1024, -27, -1, 1, 0, math.MinInt64, 0, 10}
	assert.Equal(t, want, values(t, a.Pow(b)))
	assert.Equal(t, want, values(t, Pow(a, b)))
	assert.Equal(t, []int{1, 8}, values(t, Const(2).Pow(FromSlice(a.Device(), []int{0, 3}))))
	assert.Equal(t, []int{9, 16}, values(t, PowScalar(FromSlice(a.Device(), []int{3, -4}), 2)))
	assert.Equal(t, []uint8{1, 0, 243}, values(t, FromSlice(a.Device(), []uint8{0, 2, 3}).Pow(FromSlice(a.Device(), []uint8{0, 200, 5}))))
}

func TestNegativePowersOfIntegersInData(t *testing.T) {
	t.Run("int", negativePowers[int])
	t.Run("int8", negativePowers[int8])
	t.Run("int16", negativePowers[int16])
	t.Run("int32", negativePowers[int32])
	t.Run("int64", negativePowers[int64])
}

func negativePowers[T Signed](t *testing.T) {
	dev := testDevice(t)
	base, e := FromSlice(dev, []T{2, 1, 3}), FromSlice(dev, []T{1, 0, -1})
	for name, r := range map[string]*Array[T]{
		"Pow":              base.Pow(e),
		"of a constant":    Const[T](1).Pow(e),
		"inside a chain":   base.AddScalar(1).Pow(e.MulScalar(2)).SubScalar(3),
		"as an exponent":   base.Pow(Square(base).Pow(e)),
		"broadcast":        FromSlice(dev, []T{1, 2}, 2, 1).Pow(e),
		"one for all":      base.Pow(e.Slice(At(2))),
		"not chosen":       Where(GreaterEqualScalar(e, 0), base.Pow(e), base),
		"and of its value": base.Pow(e).Pow(Const[T](0)),
	} {
		_, err := r.ToSlice()
		var f *backend.Fault
		require.ErrorAs(t, err, &f, name)
		assert.Equal(t, backend.FaultNegativePower, f.Code, name)
		assert.ErrorIs(t, err, backend.ErrData, name)
		_, again := r.ToSlice()
		assert.Equal(t, err, again, "%s: the failure stays", name)
	}
	assert.Equal(t, []T{2, 1}, values(t, base.Slice(To(2)).Pow(e.Slice(To(2)))), "only what is used is checked")
	assert.Equal(t, []T{3, 2, 4}, values(t, base.AddScalar(1)), "operands are as they were")
}

func TestNegativePowersOfIntegersAtTheCall(t *testing.T) {
	a := FromSlice(testDevice(t), []int32{2})
	for _, f := range []func(){
		func() { a.PowScalar(-1) },
		func() { PowScalar(a, -1) },
		func() { a.Pow(Const[int32](-1)) },
		func() { Const[int32](2).Pow(Const[int32](-1)) },
		func() { Const[int32](1).PowScalar(-1) },
	} {
		e := misuse(t, f)
		assert.Contains(t, e.Reason, "-1")
		assert.Contains(t, e.Reason, "Cast[float64]")
		assert.True(t, errors.Is(e, backend.ErrData))
	}
	assert.Equal(t, []float64{0.5}, values(t, Cast[float64](a).PowScalar(-1)))
}

func TestFloatPowers(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	a, b := two(t, [][2]float64{{2, -1}, {0, 0}, {nan, 0}, {1, nan}, {-2, 0.5}, {0, -1}, {4, 0.5}, {inf, -1}})
	same(t, []float64{0.5, 1, 1, 1, nan, inf, 2, 0}, a.Pow(b))
	same(t, []float32{0.25, 8}, FromSlice(a.Device(), []float32{2, 0.5}).Pow(FromSlice(a.Device(), []float32{-2, -3})))
}

func TestComplexArithmetic(t *testing.T) {
	a, b := two(t, [][2]complex128{{1 + 2i, 3 - 1i}, {2i, 1i}})
	same(t, []complex128{4 + 1i, 3i}, Add(a, b))
	same(t, []complex128{-2 + 3i, 1i}, Sub(a, b))
	same(t, []complex128{5 + 5i, -2}, Mul(a, b))
	numtest.SlicesWithin(t, []complex128{0.1 + 0.7i, 2}, values(t, Div(a, b)), numtest.Of(expr.Div, expr.Complex128))
	same(t, []complex128{-1 - 2i, complex(math.Copysign(0, -1), -2)}, Neg(a))
	same(t, []complex128{-3 + 4i, -4}, Square(a))
	near(t, []complex128{1, 1i}, Sign(FromSlice(a.Device(), []complex128{3, 2i})))
	near(t, []complex128{2i, 1 + 1i}, Sqrt(FromSlice(a.Device(), []complex128{-4, 2i})))
	near(t, []complex128{-0.5i, 1}, Reciprocal(FromSlice(a.Device(), []complex128{2i, 1})))
	near(t, []complex64{-4, 1}, FromSlice(a.Device(), []complex64{2i, 0}).Pow(FromSlice(a.Device(), []complex64{2, 0})))
	same(t, []complex64{1.5 + 2i}, FromSlice(a.Device(), []complex64{1 + 2i}).AddScalar(0.5))
}

func TestArithmeticOfBool(t *testing.T) {
	a, b := two(t, [][2]bool{{false, false}, {false, true}, {true, false}, {true, true}})
	assert.Equal(t, []bool{false, true, true, true}, values(t, a.Add(b)))
	assert.Equal(t, []bool{false, false, false, true}, values(t, a.Mul(b)))
	assert.Equal(t, []bool{true, true, true, true}, values(t, a.AddScalar(true)))
	assert.Equal(t, []bool{false, false, true, true}, values(t, a.MulScalar(true)))
	for name, c := range map[string]struct {
		f    func()
		hint string
	}{
		"Sub":            {func() { a.Sub(b) }, "BitXor"},
		"SubScalar":      {func() { a.SubScalar(true) }, "BitXor"},
		"Neg":            {func() { a.Neg() }, "BitNot"},
		"Div":            {func() { a.Div(b) }, "Cast"},
		"DivScalar":      {func() { a.DivScalar(true) }, "Cast"},
		"FloorDiv":       {func() { a.FloorDiv(b) }, "Cast"},
		"FloorDivScalar": {func() { a.FloorDivScalar(true) }, "Cast"},
		"Mod":            {func() { a.Mod(b) }, "Cast"},
		"ModScalar":      {func() { a.ModScalar(true) }, "Cast"},
		"Pow":            {func() { a.Pow(b) }, "Cast"},
		"PowScalar":      {func() { a.PowScalar(true) }, "Cast"},
	} {
		e := misuse(t, c.f)
		assert.Equal(t, name, e.Op)
		assert.Contains(t, e.Reason, "not defined for bool", name)
		assert.Contains(t, e.Reason, c.hint, name)
	}
}

func TestComplexNumbersHaveNoRemainder(t *testing.T) {
	z := FromSlice(testDevice(t), []complex64{1})
	for name, f := range map[string]func(){
		"FloorDiv":       func() { z.FloorDiv(z) },
		"FloorDivScalar": func() { z.FloorDivScalar(1) },
		"Mod":            func() { z.Mod(z) },
		"ModScalar":      func() { z.ModScalar(1) },
	} {
		e := misuse(t, f)
		assert.Equal(t, name, e.Op)
		assert.Contains(t, e.Reason, "not defined for complex64", name)
	}
}

func TestMultiplyAddIsRoundedOnce(t *testing.T) {
	dev := testDevice(t)
	x := 1 + 0x1p-30
	a := FromSlice(dev, []float64{x})
	same(t, []float64{math.FMA(x, x, -1)}, FMA(a, a, Const(-1.0)))
	same(t, []float64{x*x - 1}, a.Mul(a).SubScalar(1))
	assert.NotEqual(t, math.FMA(x, x, -1), x*x-1)
}
