package numtest

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cugond/cugond/backend/expr"
)

// recorder is a testing.TB that keeps failures to itself.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Helper()           {}
func (r *recorder) Error(args ...any) { r.failures = append(r.failures, fmt.Sprint(args...)) }
func (r *recorder) Errorf(format string, a ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, a...))
}

var (
	inf     = math.Inf(1)
	nan     = math.NaN()
	minus0  = math.Copysign(0, -1)
	least   = math.SmallestNonzeroFloat64
	least32 = float32(math.SmallestNonzeroFloat32)
)

func TestDistance(t *testing.T) {
	for _, c := range []struct{ a, b, want float64 }{
		{1, 1, 0}, {0, minus0, 0}, {1, 1 + 0x1p-52, 1}, {1, 1 - 0x1p-53, 1}, {-1, -1 - 0x1p-51, 2},
		{0, least, 1}, {-least, least, 2}, {math.MaxFloat64, inf, 1}, {inf, inf, 0},
		{nan, nan, 0}, {nan, 1, inf}, {1, 2, 0x1p52}, {-inf, inf, 2 * float64(math.Float64bits(inf))},
	} {
		assert.Equal(t, c.want, Distance64(c.a, c.b), "%v %v", c.a, c.b)
		assert.Equal(t, c.want, Distance64(c.b, c.a), "%v %v", c.b, c.a)
	}
	assert.Equal(t, 1.0, Distance32(1, 1+0x1p-23))
	assert.Equal(t, 2.0, Distance32(-least32, least32))
	assert.Equal(t, 1.0, Distance32(math.MaxFloat32, float32(inf)))
	assert.Equal(t, inf, Distance32(float32(nan), 0))
	assert.Equal(t, 0.0, Distance32(float32(nan), -float32(nan)))
}

func TestUnitInLastPlace(t *testing.T) {
	assert.Equal(t, 0x1p-52, Epsilon(expr.Float64))
	assert.Equal(t, 0x1p-23, Epsilon(expr.Complex64))
	assert.Equal(t, least, UnitInLastPlace(expr.Float64, 0))
	assert.Equal(t, least, UnitInLastPlace(expr.Float64, 0x1p-1040))
	assert.Equal(t, float64(least32), UnitInLastPlace(expr.Float32, 0x1p-140))
	assert.Equal(t, 0x1p971, UnitInLastPlace(expr.Float64, inf))
	assert.Equal(t, 0x1p104, UnitInLastPlace(expr.Float32, inf))
	assert.True(t, math.IsNaN(UnitInLastPlace(expr.Float32, nan)))
}

func TestAccepts(t *testing.T) {
	accepts := func(tol Tolerance, want, got expr.Scalar, yes bool) {
		t.Helper()
		assert.Equal(t, yes, tol.Accepts(want, got) == nil, "%v: want %s, got %s", tol, Format(want), Format(got))
	}
	s := func(x float64) expr.Scalar { return expr.ScalarOf(x) }
	z := func(re, im float64) expr.Scalar { return expr.ScalarOf(complex(re, im)) }
	exact, two := Tolerance{}, Tolerance{ULP: 2}

	accepts(exact, s(1), s(1), true)
	accepts(exact, s(1), s(1+0x1p-52), false)
	accepts(two, s(1), s(1+0x1p-51), true)
	accepts(two, s(1), s(1+3*0x1p-52), false)
	accepts(exact, s(nan), s(-nan), true)
	accepts(two, s(nan), s(1), false)
	accepts(two, s(1), s(nan), false)
	accepts(two, s(0), s(minus0), false)
	accepts(exact, s(0), s(minus0), false)
	accepts(Tolerance{AnyZero: true}, s(0), s(minus0), true)
	accepts(Tolerance{AnyZero: true}, s(0), s(least), false)
	accepts(two, s(math.MaxFloat64), s(inf), true)
	accepts(two, s(1), expr.ScalarOf(float32(1)), false)

	// Near a root the floor counts.
	accepts(two, s(1e-17), s(2e-17), false)
	accepts(Tolerance{ULP: 2, Floor: 1}, s(1e-17), s(-2e-17), true)
	accepts(Tolerance{ULP: 2, Floor: 1}, s(1e-17), s(1e-15), false)
	accepts(Tolerance{ULP: 2, Floor: 1}, s(1e-17), s(nan), false)

	// A component is measured by the whole.
	accepts(two, z(1, 1e-17), z(1, 2e-17), true)
	accepts(two, z(1, 1e-17), z(1, 1e-15), false)
	accepts(exact, z(1, 1e-17), z(1, 2e-17), false)
	accepts(two, z(nan, 1), z(inf, inf), true)
	accepts(exact, z(nan, 1), z(inf, inf), false)
	accepts(two, z(1, 1), z(nan, 1), false)
	accepts(two, z(inf, 1), z(1, 1), false)
	accepts(two, z(math.MaxFloat64, 1), z(inf, 1), true)
	accepts(two, z(0, 1), z(minus0, 1), true)
	accepts(exact, z(0, 1), z(minus0, 1), false)

	for _, d := range expr.DTypes() {
		one, zero := expr.ScalarOf(1).Cast(d), expr.ScalarOf(0).Cast(d)
		accepts(two, one, one, true)
		accepts(two, one, zero, false)
	}
}

func TestToleranceOfTheTable(t *testing.T) {
	assert.Equal(t, Tolerance{}, Of(expr.Add, expr.Float32))
	assert.NotZero(t, Of(expr.Exp, expr.Float32).ULP)
	assert.False(t, Of(expr.Exp, expr.Float32).AnyZero)
	assert.True(t, Of(expr.Exp, expr.Complex64).AnyZero)
	assert.NotZero(t, Of(expr.LGamma, expr.Float64).Floor)
}

func TestAssertionsFail(t *testing.T) {
	for name, c := range map[string]struct {
		run  func(t testing.TB) bool
		told int
	}{
		"scalar":  {func(t testing.TB) bool { return WithinULP(t, 1.0, 1.5, 3, "x = %d", 7) }, 1},
		"integer": {func(t testing.TB) bool { return WithinULP(t, uint8(1), 2, 1e9) }, 1},
		"bool":    {func(t testing.TB) bool { return WithinULP(t, true, false, 1e9) }, 1},
		"lengths": {func(t testing.TB) bool { return SlicesWithinULP(t, []int{1}, []int{}, 0) }, 1},
		"slice":   {func(t testing.TB) bool { return SlicesWithinULP(t, []int{1, 2, 3}, []int{1, 3, 2}, 0) }, 2},
		"long slice": {func(t testing.TB) bool {
			return SlicesWithinULP(t, make([]int, 9), []int{1, 1, 1, 1, 1, 1, 1, 1, 1}, 0)
		}, 6},
		"bytes":     {func(t testing.TB) bool { return BytesWithin(t, expr.Int16, []byte{1, 0}, []byte{0, 1}, Tolerance{}) }, 1},
		"odd bytes": {func(t testing.TB) bool { return BytesWithin(t, expr.Int16, []byte{1}, []byte{1}, Tolerance{}) }, 1},
		"sum":       {func(t testing.TB) bool { return WithinSum(t, expr.Float32, 1, 1.001, 1, 10) }, 1},
		"sum NaN":   {func(t testing.TB) bool { return WithinSum(t, expr.Float32, 1, complex(nan, 0), 1, 10) }, 1},
		"sum Inf":   {func(t testing.TB) bool { return WithinSum(t, expr.Float32, complex(inf, 0), 1, inf, 10) }, 1},
		"sum im":    {func(t testing.TB) bool { return WithinSum(t, expr.Float32, 1, 1+1i, 1, 10) }, 1},
	} {
		r := &recorder{TB: t}
		assert.False(t, c.run(r), name)
		assert.Len(t, r.failures, c.told, name)
	}
	r := &recorder{TB: t}
	WithinULP(r, 1.0, 1.5, 3, "x = %d", 7)
	assert.Contains(t, r.failures[0], "x = 7: got float64(1.5")
}

func TestAssertionsPass(t *testing.T) {
	assert.True(t, WithinULP(t, float32(1), 1+0x1p-23, 1))
	assert.True(t, WithinULP(t, complex64(1), 1, 0))
	assert.True(t, SlicesWithinULP(t, []float64{1, nan}, []float64{1, nan}, 0, "x"))
	assert.True(t, BytesWithin(t, expr.Int16, []byte{1, 0}, []byte{1, 0}, Tolerance{}))
	assert.True(t, WithinSum(t, expr.Float32, 1, 1+0x1p-23, 1, 2))
	assert.True(t, WithinSum(t, expr.Float32, complex(inf, nan), complex(inf, nan), 1, 2))
	assert.True(t, WithinSum(t, expr.Float32, 0, complex(minus0, 0), 0, 0))
}

func TestValues(t *testing.T) {
	for _, d := range expr.DTypes() {
		special := Specials(d)
		seen := map[expr.Scalar]bool{}
		for _, s := range special {
			assert.Equal(t, d, s.DType)
			assert.False(t, seen[s], "%s twice", Format(s))
			seen[s] = true
		}
		assert.Equal(t, Values(d, 100, 5), Values(d, 100, 5))
		assert.Equal(t, special, Scalars(d, Bytes(special)))
		if d != expr.Bool {
			assert.Greater(t, len(special), 20, d)
			assert.NotEqual(t, Values(d, 100, 5), Values(d, 100, 6))
		}
		for _, s := range Moderate(d, 100, 1) {
			assert.Equal(t, d, s.DType)
		}
	}
	has := func(d expr.DType, want ...expr.Scalar) {
		t.Helper()
		for _, w := range want {
			found := false
			for _, s := range Specials(d) {
				found = found || Identical(w, s)
			}
			assert.True(t, found, Format(w))
		}
	}
	s := func(x float64) expr.Scalar { return expr.ScalarOf(x) }
	has(expr.Float64, s(0), s(minus0), s(nan), s(inf), s(-inf), s(least), s(math.MaxFloat64), s(math.Pi), s(-1))
	has(expr.Float32, s(minus0).Cast(expr.Float32), s(nan).Cast(expr.Float32), expr.ScalarOf(-least32), expr.ScalarOf(float32(math.MaxFloat32)))
	has(expr.Int8, expr.ScalarOf(int8(-128)), expr.ScalarOf(int8(127)), expr.ScalarOf(int8(0)), expr.ScalarOf(int8(-1)))
	has(expr.Int64, expr.ScalarOf(math.MinInt64), expr.ScalarOf(math.MaxInt64))
	has(expr.Uint64, expr.ScalarOf(uint64(math.MaxUint64)), expr.ScalarOf(uint64(1)<<63))
}

func TestOperands(t *testing.T) {
	for _, op := range expr.Ops() {
		row := op.Row()
		for _, d := range expr.DTypes() {
			if !row.Kinds.Has(d) {
				continue
			}
			columns := Operands(op, d, 10)
			assert.Len(t, columns, row.Arity)
			for k, c := range columns {
				assert.Len(t, c, len(columns[0]))
				assert.GreaterOrEqual(t, len(c), 10)
				for _, s := range c {
					assert.Equal(t, row.Operand(k, d), s.DType)
				}
			}
		}
	}
}
