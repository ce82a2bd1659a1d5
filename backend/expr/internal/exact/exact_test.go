package exact

import (
	"encoding/json"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// golden holds what mpmath gives with 2400 bits, see testdata/gen.py. Each row
// has arguments and then results.
type golden struct {
	Real, Two, Complex map[string][][]string
}

func readGolden(t *testing.T) (g golden) {
	b, err := os.ReadFile("testdata/golden.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &g))
	return g
}

func parse(t *testing.T, s string) float64 {
	x, err := strconv.ParseFloat(s, 64)
	require.NoError(t, err)
	return x
}

var realFunctions = map[string]func(float64) float64{
	"Exp": Exp, "Exp2": Exp2, "Expm1": Expm1, "Log": Log, "Log2": Log2, "Log10": Log10, "Log1p": Log1p,
	"Cbrt": Cbrt, "Sin": Sin, "Cos": Cos, "Tan": Tan, "Asin": Asin, "Acos": Acos, "Atan": Atan,
	"Sinh": Sinh, "Cosh": Cosh, "Tanh": Tanh, "Asinh": Asinh, "Acosh": Acosh, "Atanh": Atanh,
	"Erf": Erf, "Erfc": Erfc, "Gamma": Gamma, "LogGamma": LogGamma, "Sigmoid": Sigmoid,
}

var realPairFunctions = map[string]func(x, y float64) float64{
	"Pow": Pow, "Hypot": Hypot, "Atan2": Atan2, "LogAddExp": LogAddExp,
}

var complexFunctions = map[string]func(complex128) complex128{
	"ComplexSqrt": ComplexSqrt, "ComplexExp": ComplexExp, "ComplexLog": ComplexLog, "ComplexSin": ComplexSin,
	"ComplexCos": ComplexCos, "ComplexTan": ComplexTan, "ComplexAsin": ComplexAsin, "ComplexAcos": ComplexAcos,
	"ComplexAtan": ComplexAtan, "ComplexSinh": ComplexSinh, "ComplexCosh": ComplexCosh, "ComplexTanh": ComplexTanh,
	"ComplexAsinh": ComplexAsinh, "ComplexAcosh": ComplexAcosh, "ComplexAtanh": ComplexAtanh, "Sign": Sign,
}

func TestAgainstMpmath(t *testing.T) {
	g := readGolden(t)
	require.Len(t, g.Real, len(realFunctions))
	require.Len(t, g.Two, len(realPairFunctions))
	require.Len(t, g.Complex, len(complexFunctions))
	for name, rows := range g.Real {
		for _, row := range rows {
			x, want := parse(t, row[0]), parse(t, row[1])
			assert.Equal(t, want, realFunctions[name](x), "%s(%v)", name, x)
		}
	}
	for name, rows := range g.Two {
		for _, row := range rows {
			x, y, want := parse(t, row[0]), parse(t, row[1]), parse(t, row[2])
			assert.Equal(t, want, realPairFunctions[name](x, y), "%s(%v, %v)", name, x, y)
		}
	}
	for name, rows := range g.Complex {
		for _, row := range rows {
			z := complex(parse(t, row[0]), parse(t, row[1]))
			want := complex(parse(t, row[2]), parse(t, row[3]))
			assert.Equal(t, want, complexFunctions[name](z), "%s(%v)", name, z)
		}
	}
}

// Special values are those of C99's Annex F, which the standard library
// mostly follows.
func TestRealSpecials(t *testing.T) {
	minus0 := math.Copysign(0, -1)
	specials := []float64{0, minus0, 1, -1, inf, -inf, nan, 2, -2, 0.5, -0.5, 3, -3}
	same := func(want, got float64, what ...any) {
		t.Helper()
		near := math.Abs(want-got) <= 1e-14*math.Abs(want)
		identical := want != want && got != got || want == got && math.Signbit(want) == math.Signbit(got)
		assert.True(t, near && want != 0 || identical, "%v: got %v, want %v", what, got, want)
	}
	for name, std := range map[string]func(float64) float64{
		"Exp": math.Exp, "Exp2": math.Exp2, "Expm1": math.Expm1, "Log": math.Log, "Log2": math.Log2,
		"Log10": math.Log10, "Log1p": math.Log1p, "Cbrt": math.Cbrt, "Sin": math.Sin, "Cos": math.Cos,
		"Tan": math.Tan, "Asin": math.Asin, "Acos": math.Acos, "Atan": math.Atan, "Sinh": math.Sinh,
		"Cosh": math.Cosh, "Tanh": math.Tanh, "Asinh": math.Asinh, "Acosh": math.Acosh, "Atanh": math.Atanh,
		"Erf": math.Erf, "Erfc": math.Erfc, "Gamma": math.Gamma,
	} {
		for _, x := range specials {
			same(std(x), realFunctions[name](x), name, x)
		}
	}
	for _, x := range specials {
		for _, y := range specials {
			same(math.Pow(x, y), Pow(x, y), "Pow", x, y)
			same(math.Atan2(x, y), Atan2(x, y), "Atan2", x, y)
			same(math.Hypot(x, y), Hypot(x, y), "Hypot", x, y)
		}
	}
	for _, c := range [][2]float64{{1, 0}, {2, 0}, {0, inf}, {minus0, inf}, {-1, inf}, {inf, inf}, {-inf, inf}, {nan, nan}} {
		same(c[1], LogGamma(c[0]), "LogGamma", c[0])
	}
	for _, c := range [][2]float64{{0, 0.5}, {inf, 1}, {-inf, 0}, {nan, nan}, {1000, 1}, {-1000, 0}} {
		same(c[1], Sigmoid(c[0]), "Sigmoid", c[0])
	}
	for _, c := range [][3]float64{{-inf, -inf, -inf}, {inf, inf, inf}, {inf, -inf, inf}, {-inf, 3, 3}, {nan, 1, nan}, {0, nan, nan}} {
		same(c[2], LogAddExp(c[0], c[1]), "LogAddExp", c[0], c[1])
	}
	// Past the range.
	same(inf, Exp(1e300), "Exp")
	same(0, Exp(-1e300), "Exp")
	same(minus0, Gamma(-201.5+1), "Gamma")
	same(0, Gamma(-202.5+1), "Gamma")
	same(inf, Pow(1e300, 1e300), "Pow")
	same(minus0, Pow(-1e300, -1e10-1), "Pow")
}

func TestComplexSpecials(t *testing.T) {
	minus0 := math.Copysign(0, -1)
	finite := func(z complex128) bool { return z-z == 0 }
	for name, f := range complexFunctions {
		for _, z := range []complex128{complex(nan, 1), complex(1, nan), complex(nan, nan)} {
			assert.False(t, finite(f(z)), "%s(%v)", name, z)
		}
	}
	// The sides of the cuts.
	for name, c := range map[string]struct {
		z   complex128
		cut func(w complex128) float64
	}{
		"ComplexSqrt":  {-4, func(w complex128) float64 { return imag(w) }},
		"ComplexLog":   {-1, func(w complex128) float64 { return imag(w) }},
		"ComplexAsin":  {2, func(w complex128) float64 { return imag(w) }},
		"ComplexAcos":  {2, func(w complex128) float64 { return -imag(w) }},
		"ComplexAtanh": {2, func(w complex128) float64 { return imag(w) }},
		"ComplexAcosh": {-2, func(w complex128) float64 { return imag(w) }},
	} {
		f := complexFunctions[name]
		assert.Positive(t, c.cut(f(complex(real(c.z), 0))), name)
		assert.Negative(t, c.cut(f(complex(real(c.z), minus0))), name)
	}
	assert.Positive(t, real(ComplexAsinh(complex(0, 2))))
	assert.Negative(t, real(ComplexAsinh(complex(minus0, 2))))
	assert.Positive(t, real(ComplexAtan(complex(0, 2))))
	assert.Negative(t, real(ComplexAtan(complex(minus0, 2))))

	assert.Equal(t, complex(-inf, 0), ComplexLog(0))
	assert.Equal(t, complex(1, 0), ComplexPow(0, 0))
	assert.Equal(t, complex(0, 0), ComplexPow(0, 2+1i))
	assert.False(t, finite(ComplexPow(0, -1)))
	assert.Equal(t, complex(3, 4), ComplexPow(2+1i, 2))
	assert.Equal(t, complex(0, 0), Div(1, complex(inf, 1)))
	assert.Equal(t, complex(inf, inf), Div(1+1i, 0))
	assert.Equal(t, complex(0.44, 0.08), Div(1+2i, 3+4i))
	assert.Equal(t, complex(1, 0), Div(complex(1e300, 1e300), complex(1e300, 1e300)))
	assert.Equal(t, complex(1, 0), ComplexTanh(complex(inf, 1)))
	assert.Equal(t, complex(0, 1), ComplexTan(complex(1, inf)))
	for _, x := range []float64{1, inf, -inf, nan} {
		assert.Equal(t, complex(0, 0), ComplexExp(complex(-inf, x)))
		assert.Equal(t, complex(-1, 0), ComplexTanh(complex(-inf, x)))
		assert.Equal(t, complex(0, -1), ComplexTan(complex(x, -inf)))
		assert.Equal(t, complex(-math.Pi/2, 0), ComplexAtan(complex(-inf, x)))
		assert.Equal(t, complex(0, -math.Pi/2), ComplexAtanh(complex(x, -inf)))
	}
	for _, f := range []func(complex128) complex128{ComplexExp, ComplexSinh, ComplexCosh, ComplexTanh} {
		assert.False(t, finite(f(complex(1, inf))))
	}
	for _, f := range []func(complex128) complex128{ComplexSin, ComplexCos, ComplexTan} {
		assert.False(t, finite(f(complex(inf, 1))))
	}
	assert.Equal(t, complex(-1, 0), Sign(complex(-inf, 1)))
	assert.Equal(t, complex(0, 1), Sign(complex(1, inf)))
	assert.False(t, finite(Sign(complex(inf, inf))))
	assert.False(t, finite(Div(1, complex(inf, inf))))
	assert.Equal(t, complex(inf, 0), ComplexAtanh(1))
	assert.Equal(t, complex(0, -inf), ComplexAtan(-1i))
	assert.Equal(t, complex(math.Pi/2, 0), ComplexAtan(complex(inf, 1)))
	assert.Equal(t, complex(0, 0), Sign(0))
	assert.Equal(t, complex(0.6, 0.8), Sign(complex(3e300, 4e300)))
}
