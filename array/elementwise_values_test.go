package array

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/internal/numtest"
)

// same compares values exactly, the signs of zeros too; NaN is NaN.
func same[T Element](t *testing.T, want []T, got *Array[T], what ...any) {
	t.Helper()
	numtest.SlicesWithin(t, want, values(t, got), numtest.Tolerance{}, what...)
}

// near allows what the functions may err by. That they keep to the bounds of
// the table is tested with the backends.
func near[T Element](t *testing.T, want []T, got *Array[T], what ...any) {
	t.Helper()
	numtest.SlicesWithin(t, want, values(t, got), numtest.Tolerance{ULP: 8, Floor: 1, AnyZero: true}, what...)
}

// nan is declared with the launcher.
var (
	inf     = math.Inf(1)
	negZero = math.Copysign(0, -1)
)

// functions of floats with a few values that are known without computing them.
var functions = []struct {
	name  string
	f32   func(*Array[float32]) *Array[float32]
	f64   func(*Array[float64]) *Array[float64]
	pairs [][2]float64
}{
	{"Abs", Abs[float32], Abs[float64], [][2]float64{{-2, 2}, {negZero, 0}, {-inf, inf}, {nan, nan}}},
	{"Sign", Sign[float32], Sign[float64], [][2]float64{{-3, -1}, {0.5, 1}, {negZero, negZero}, {inf, 1}, {nan, nan}}},
	{"Square", Square[float32], Square[float64], [][2]float64{{-3, 9}, {inf, inf}}},
	{"Sqrt", Sqrt[float32], Sqrt[float64], [][2]float64{{4, 2}, {2, math.Sqrt2}, {negZero, negZero}, {-1, nan}, {inf, inf}}},
	{"Cbrt", Cbrt[float32], Cbrt[float64], [][2]float64{{-8, -2}, {27, 3}, {inf, inf}, {negZero, negZero}}},
	{"Reciprocal", Reciprocal[float32], Reciprocal[float64], [][2]float64{{-2, -0.5}, {inf, 0}, {negZero, -inf}}},
	{"Neg", Neg[float32], Neg[float64], [][2]float64{{2, -2}, {0, negZero}}},

	{"Exp", Exp[float32], Exp[float64], [][2]float64{{0, 1}, {1, math.E}, {-inf, 0}, {inf, inf}, {1e4, inf}, {nan, nan}}},
	{"Exp2", Exp2[float32], Exp2[float64], [][2]float64{{0, 1}, {-3, 0.125}, {10, 1024}, {inf, inf}}},
	{"Expm1", Expm1[float32], Expm1[float64], [][2]float64{{0, 0}, {1e-30, 1e-30}, {1, math.E - 1}, {-inf, -1}}},
	{"Log", Log[float32], Log[float64], [][2]float64{{1, 0}, {math.E, 1}, {0, -inf}, {-1, nan}, {inf, inf}}},
	{"Log2", Log2[float32], Log2[float64], [][2]float64{{8, 3}, {0.5, -1}, {negZero, -inf}, {-1, nan}}},
	{"Log10", Log10[float32], Log10[float64], [][2]float64{{1000, 3}, {1, 0}, {0, -inf}, {-1, nan}}},
	{"Log1p", Log1p[float32], Log1p[float64], [][2]float64{{0, 0}, {1e-30, 1e-30}, {-1, -inf}, {-2, nan}, {math.E - 1, 1}}},

	{"Sin", Sin[float32], Sin[float64], [][2]float64{{0, 0}, {math.Pi / 6, 0.5}, {math.Pi / 2, 1}, {inf, nan}}},
	{"Cos", Cos[float32], Cos[float64], [][2]float64{{0, 1}, {math.Pi / 3, 0.5}, {math.Pi, -1}, {inf, nan}}},
	{"Tan", Tan[float32], Tan[float64], [][2]float64{{0, 0}, {math.Pi / 4, 1}, {inf, nan}}},
	{"Asin", Asin[float32], Asin[float64], [][2]float64{{1, math.Pi / 2}, {0.5, math.Pi / 6}, {2, nan}}},
	{"Acos", Acos[float32], Acos[float64], [][2]float64{{1, 0}, {-1, math.Pi}, {0.5, math.Pi / 3}, {2, nan}}},
	{"Atan", Atan[float32], Atan[float64], [][2]float64{{1, math.Pi / 4}, {-inf, -math.Pi / 2}}},
	{"Sinh", Sinh[float32], Sinh[float64], [][2]float64{{0, 0}, {1, (math.E - 1/math.E) / 2}, {-inf, -inf}}},
	{"Cosh", Cosh[float32], Cosh[float64], [][2]float64{{0, 1}, {1, (math.E + 1/math.E) / 2}, {-inf, inf}}},
	{"Tanh", Tanh[float32], Tanh[float64], [][2]float64{{0, 0}, {inf, 1}, {-50, -1}}},
	{"Asinh", Asinh[float32], Asinh[float64], [][2]float64{{0, 0}, {0.75, math.Ln2}, {-inf, -inf}}},
	{"Acosh", Acosh[float32], Acosh[float64], [][2]float64{{1, 0}, {1.25, math.Ln2}, {0.5, nan}}},
	{"Atanh", Atanh[float32], Atanh[float64], [][2]float64{{0, 0}, {0.6, math.Ln2}, {1, inf}, {-1, -inf}, {2, nan}}},
	{"Degrees", Degrees[float32], Degrees[float64], [][2]float64{{math.Pi, 180}, {-math.Pi / 2, -90}}},
	{"Radians", Radians[float32], Radians[float64], [][2]float64{{180, math.Pi}, {90, math.Pi / 2}}},

	{"Floor", Floor[float32], Floor[float64], [][2]float64{{1.5, 1}, {-1.5, -2}, {inf, inf}, {negZero, negZero}, {nan, nan}}},
	{"Ceil", Ceil[float32], Ceil[float64], [][2]float64{{1.5, 2}, {-1.5, -1}, {-0.5, negZero}, {-inf, -inf}}},
	{"Trunc", Trunc[float32], Trunc[float64], [][2]float64{{1.5, 1}, {-1.5, -1}, {-0.5, negZero}, {nan, nan}}},
	{"Rint", Rint[float32], Rint[float64], [][2]float64{{2.5, 2}, {3.5, 4}, {-2.5, -2}, {-0.2, negZero}, {inf, inf}}},

	{"Erf", Erf[float32], Erf[float64], [][2]float64{{0, 0}, {1, 0.8427007929497149}, {inf, 1}, {-inf, -1}}},
	{"Erfc", Erfc[float32], Erfc[float64], [][2]float64{{0, 1}, {1, 0.15729920705028513}, {inf, 0}, {-inf, 2}}},
	{"Gamma", Gamma[float32], Gamma[float64], [][2]float64{{5, 24}, {0.5, math.SqrtPi}, {0, inf}, {negZero, -inf}, {-1, nan}, {-inf, nan}}},
	{"LGamma", LGamma[float32], LGamma[float64], [][2]float64{{1, 0}, {3, math.Ln2}, {0, inf}, {-2, inf}, {-inf, inf}}},
	{"Sigmoid", Sigmoid[float32], Sigmoid[float64], [][2]float64{{0, 0.5}, {inf, 1}, {-inf, 0}, {-1000, 0}, {math.Ln2, 2. / 3}}},
}

func TestFunctionsOfFloats(t *testing.T) {
	for _, f := range functions {
		t.Run(f.name, func(t *testing.T) {
			dev := testDevice(t)
			var in, out []float64
			var in32, out32 []float32
			for _, p := range f.pairs {
				in, out = append(in, p[0]), append(out, p[1])
				in32, out32 = append(in32, float32(p[0])), append(out32, float32(p[1]))
			}
			near(t, out, f.f64(FromSlice(dev, in)))
			near(t, out32, f.f32(FromSlice(dev, in32)))
			for i, v := range in {
				c, err := f.f64(Const(v)).Item()
				assert.NoError(t, err)
				numtest.Within(t, out[i], c, numtest.Tolerance{ULP: 8, Floor: 1, AnyZero: true}, "of a constant")
			}
		})
	}
}

func TestFunctionsOfComplexNumbers(t *testing.T) {
	dev := testDevice(t)
	of := func(z ...complex128) *Array[complex128] { return FromSlice(dev, z) }
	near(t, []complex128{-1, 1i}, Exp(of(math.Pi*1i, math.Pi/2*1i)), "Exp")
	near(t, []complex128{math.Pi * 1i, math.Pi / 2 * 1i}, Log(of(-1, 1i)), "Log")
	near(t, []complex128{3, 1}, Log2(of(8, 2)), "Log2")
	near(t, []complex128{3, 1}, Log10(of(1000, 10)), "Log10")
	near(t, []complex128{complex(0, math.Sinh(1)), 1}, Sin(of(1i, math.Pi/2)), "Sin")
	near(t, []complex128{complex(math.Cosh(1), 0), -1}, Cos(of(1i, math.Pi)), "Cos")
	near(t, []complex128{complex(0, math.Tanh(1))}, Tan(of(1i)), "Tan")
	near(t, []complex128{1i, -1}, Sinh(of(math.Pi/2*1i, complex(math.Asinh(-1), 0))), "Sinh")
	near(t, []complex128{0.5}, Cosh(of(math.Pi/3*1i)), "Cosh")
	near(t, []complex128{1i}, Tanh(of(math.Pi/4*1i)), "Tanh")
	z := of(0.3+0.4i, -0.5+0.2i)
	for name, back := range map[string]*Array[complex128]{
		"Asin": Sin(Asin(z)), "Acos": Cos(Acos(z)), "Atan": Tan(Atan(z)),
		"Asinh": Sinh(Asinh(z)), "Acosh": Cosh(Acosh(z)), "Atanh": Tanh(Atanh(z)),
	} {
		numtest.SlicesWithin(t, values(t, z), values(t, back), numtest.Tolerance{ULP: 32}, name)
	}
	near(t, []complex64{2i}, Sqrt(FromSlice(dev, []complex64{-4})), "complex64")
}

func TestFunctionsOfTwoFloats(t *testing.T) {
	type triple = [3]float64
	dev := testDevice(t)
	for name, c := range map[string]struct {
		f    func(a, b *Array[float64]) *Array[float64]
		rows []triple
	}{
		"Hypot":     {Hypot[float64], []triple{{3, 4, 5}, {1e200, 1e200, math.Sqrt2 * 1e200}, {nan, -inf, inf}, {nan, 1, nan}}},
		"Atan2":     {Atan2[float64], []triple{{1, 1, math.Pi / 4}, {0, -1, math.Pi}, {negZero, -1, -math.Pi}, {-inf, 1, -math.Pi / 2}}},
		"LogAddExp": {LogAddExp[float64], []triple{{0, 0, math.Ln2}, {1000, 1000, 1000 + math.Ln2}, {-inf, -inf, -inf}, {-inf, 3, 3}, {inf, 1, inf}}},
		"Maximum":   {Maximum[float64], []triple{{1, 2, 2}, {nan, 1, nan}, {1, nan, nan}, {negZero, 0, negZero}, {0, negZero, 0}, {-inf, inf, inf}}},
		"Minimum":   {Minimum[float64], []triple{{1, 2, 1}, {nan, 1, nan}, {1, nan, nan}, {negZero, 0, negZero}, {0, negZero, 0}}},
		"FMax":      {FMax[float64], []triple{{1, 2, 2}, {nan, 1, 1}, {1, nan, 1}, {nan, nan, nan}}},
		"FMin":      {FMin[float64], []triple{{1, 2, 1}, {nan, 1, 1}, {1, nan, 1}, {nan, nan, nan}}},
		"CopySign":  {CopySign[float64], []triple{{2, -3, -2}, {-2, 0, 2}, {0, negZero, negZero}, {inf, -1, -inf}}},
		"NextAfter": {NextAfter[float64], []triple{{1, 2, 1 + 0x1p-52}, {1, 0, 1 - 0x1p-53}, {0, -1, -0x1p-1074}, {0, negZero, negZero}, {1, nan, nan}}},
	} {
		var a, b, want []float64
		for _, r := range c.rows {
			a, b, want = append(a, r[0]), append(b, r[1]), append(want, r[2])
		}
		near(t, want, c.f(FromSlice(dev, a), FromSlice(dev, b)), name)
	}
	same(t, []float32{1 + 0x1p-23}, NextAfterScalar(FromSlice(dev, []float32{1}), 2))
	same(t, []float64{-0x1p-1074, negZero, 1 + 0x1p-52},
		NextAfter(FromSlice(dev, []float64{0, 0, 1}), FromSlice(dev, []float64{-1, negZero, 2})))
}

func TestClip(t *testing.T) {
	dev := testDevice(t)
	same(t, []float64{1, 2, 3, nan}, ClipScalar(FromSlice(dev, []float64{0, 2, inf, nan}), 1, 3))
	same(t, []float64{nan, nan}, ClipScalar(FromSlice(dev, []float64{0, 2}), nan, 3))
	assert.Equal(t, []int{1, 1}, values(t, ClipScalar(FromSlice(dev, []int{0, 5}), 3, 1)), "the upper bound wins")
}

func TestRound(t *testing.T) {
	dev := testDevice(t)
	for _, c := range []struct {
		decimals int
		in, out  []float64
	}{
		{0, []float64{2.5, 3.5, -2.5, nan, -inf, -0.4}, []float64{2, 4, -2, nan, -inf, negZero}},
		{1, []float64{0.25, 0.35, -1.75, 1e308, nan, inf, negZero}, []float64{0.2, 0.4, -1.8, 1e308, nan, inf, negZero}},
		{2, []float64{1.005, 1.015, 123.456}, []float64{1, 1.01, 123.46}},
		{-2, []float64{1250, 1350, 49, -51, inf, nan}, []float64{1200, 1400, 0, -100, inf, nan}},
		{308, []float64{1, 1e-308, 2.5e-308}, []float64{1, 1e-308, 2e-308}},
		{-308, []float64{1e307, 1.6e308, 0.6e308}, []float64{0, inf, 1e308}}, // 2e308 is infinite
	} {
		near(t, c.out, Round(FromSlice(dev, c.in), c.decimals), "%d decimals", c.decimals)
	}
	same(t, []float32{1.5, 3e38}, Round(FromSlice(dev, []float32{1.48, 3e38}), 1))
	for _, d := range []int{309, -309, math.MaxInt, math.MinInt} {
		assert.Contains(t, misuse(t, func() { Round(Const(1.0), d) }).Reason, "between -308 and 308 for float64")
	}
	assert.Contains(t, misuse(t, func() { Round(Const[float32](1), 39) }).Reason, "between -38 and 38 for float32")
}

func TestSpecialFloats(t *testing.T) {
	dev := testDevice(t)
	x := []float64{0, negZero, -1, inf, -inf, nan}
	a := FromSlice(dev, x)
	assert.Equal(t, []bool{false, false, false, false, false, true}, values(t, IsNaN(a)))
	assert.Equal(t, []bool{false, false, false, true, true, false}, values(t, IsInf(a)))
	assert.Equal(t, []bool{true, true, true, false, false, false}, values(t, IsFinite(a)))
	assert.Equal(t, []bool{false, true, true, false, true}, values(t, SignBit(a.Slice(To(5)))))
	z := FromSlice(dev, []complex64{1, complex(0, float32(nan)), complex(float32(inf), 0), complex(float32(nan), float32(inf))})
	assert.Equal(t, []bool{false, true, false, true}, values(t, IsNaN(z)))
	assert.Equal(t, []bool{false, false, true, true}, values(t, IsInf(z)))
	assert.Equal(t, []bool{true, false, false, false}, values(t, IsFinite(z)))
}

func TestPartsOfComplexNumbers(t *testing.T) {
	dev := testDevice(t)
	z := FromSlice(dev, []complex128{3 + 4i, -1, -2i, complex(nan, inf)})
	near(t, []float64{5, 1, 2, inf}, AbsAs[float64](z))
	near(t, []float64{math.Atan2(4, 3), math.Pi, -math.Pi / 2}, Angle[float64](z.Slice(To(3))))
	same(t, []complex128{3 - 4i, complex(-1, negZero), 2i}, Conj(z.Slice(To(3))))
	same(t, []float64{1, -2}, Conj(FromSlice(dev, []float64{1, -2})))
	re, im := FromSlice(dev, []float32{1, float32(nan)}), FromSlice(dev, []float32{2, float32(negZero)})
	joined := Join[complex64](re, im)
	same(t, []complex64{1 + 2i, complex(float32(nan), float32(negZero))}, joined)
	same(t, []complex64{1, complex(float32(nan), 0)}, Join[complex64](re, Const[float32](0)))
	same(t, values(t, im), Imag[float32](joined))

	for name, f := range map[string]func(){
		"AbsAs": func() { AbsAs[float32](z) },
		"Angle": func() { Angle[float32](z) },
		"Join":  func() { Join[complex128](re, im) },
	} {
		e := misuse(t, f)
		assert.Equal(t, name, e.Op)
		assert.Contains(t, e.Reason, "the parts of complex128 are float64, not float32", name)
	}
}

func TestWhere(t *testing.T) {
	dev := testDevice(t)
	c := FromSlice(dev, []bool{true, false, true})
	t.Run("int8", func(t *testing.T) { chooses[int8](t, dev, c, 1, 2) })
	t.Run("uint64", func(t *testing.T) { chooses[uint64](t, dev, c, 1, math.MaxUint64) })
	t.Run("float32", func(t *testing.T) { chooses(t, dev, c, float32(nan), 2) })
	t.Run("complex128", func(t *testing.T) { chooses(t, dev, c, 1i, 2) })
	t.Run("bool", func(t *testing.T) { chooses(t, dev, c, false, true) })
}

func chooses[T Element](t *testing.T, dev backend.Device, c *Array[bool], x, y T) {
	want := []T{x, y, x}
	same(t, want, Where(c, Full(dev, x, 3), Full(dev, y, 3)))
	same(t, want, Where(c, Const(x), Const(y)))
	same(t, []T{x, x, x}, Where(Const(true), Full(dev, x, 3), Const(y)))
}
