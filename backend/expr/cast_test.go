package expr

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCast(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct{ from, to Scalar }{
		// Integers wrap.
		{ScalarOf(int16(300)), ScalarOf(int8(44))},
		{ScalarOf(int64(-1)), ScalarOf(uint8(255))},
		{ScalarOf(int8(-1)), ScalarOf(uint64(math.MaxUint64))},
		{ScalarOf(uint64(1) << 63), ScalarOf(int64(math.MinInt64))},
		{ScalarOf(uint32(1)<<31 + 5), ScalarOf(int32(math.MinInt32 + 5))},
		// Floats saturate.
		{ScalarOf(1e10), ScalarOf(int32(math.MaxInt32))},
		{ScalarOf(-1e10), ScalarOf(int32(math.MinInt32))},
		{ScalarOf(float32(-129.5)), ScalarOf(int8(-128))},
		{ScalarOf(-128.9), ScalarOf(int8(-128))},
		{ScalarOf(127.9), ScalarOf(int8(127))},
		{ScalarOf(-0.9), ScalarOf(uint8(0))},
		{ScalarOf(-1.0), ScalarOf(uint64(0))},
		{ScalarOf(256.0), ScalarOf(uint8(255))},
		{ScalarOf(0x1p63), ScalarOf(int64(math.MaxInt64))},
		{ScalarOf(-0x1p63), ScalarOf(int64(math.MinInt64))},
		{ScalarOf(0x1p64), ScalarOf(uint64(math.MaxUint64))},
		{ScalarOf(0x1p63), ScalarOf(uint64(1) << 63)},
		{ScalarOf(inf), ScalarOf(uint16(math.MaxUint16))},
		{ScalarOf(-inf), ScalarOf(int64(math.MinInt64))},
		{ScalarOf(nan), ScalarOf(int64(0))},
		{ScalarOf(float32(nan)), ScalarOf(uint8(0))},
		{ScalarOf(complex(nan, 7)), ScalarOf(int8(0))},
		{ScalarOf(complex(-1.5, nan)), ScalarOf(int16(-1))},
		// Anything but zero is true.
		{ScalarOf(nan), ScalarOf(true)},
		{ScalarOf(math.Copysign(0, -1)), ScalarOf(false)},
		{ScalarOf(0.1), ScalarOf(true)},
		{ScalarOf(uint8(2)), ScalarOf(true)},
		{ScalarOf(complex(0, 1)), ScalarOf(true)},
		{ScalarOf(complex(0, nan)), ScalarOf(true)},
		{ScalarOf(complex64(0)), ScalarOf(false)},
		{ScalarOf(true), ScalarOf(int8(1))},
		{ScalarOf(true), ScalarOf(complex(float32(1), 0))},
		// Floats round once, to even.
		{ScalarOf(int64(1)<<53 + 1), ScalarOf(0x1p53)},
		{ScalarOf(int64(1)<<60 + 1<<36 + 1), ScalarOf(float32(0x1p60 + 0x1p37))},
		{ScalarOf(uint64(math.MaxUint64)), ScalarOf(0x1p64)},
		{ScalarOf(1 + 0x1p-24), ScalarOf(float32(1))},
		{ScalarOf(1e300), ScalarOf(float32(inf))},
		{ScalarOf(complex(1e300, -1e-300)), ScalarOf(complex(float32(inf), float32(math.Copysign(0, -1))))},
		{ScalarOf(complex(1.5, 2)), ScalarOf(float32(1.5))},
	} {
		assert.Equal(t, c.to, c.from.Cast(c.to.DType), "%v to %v", c.from, c.to)
		assert.Equal(t, c.to, Cast.Eval(c.from.DType, c.to.DType, c.from), "%v to %v", c.from, c.to)
	}
}

// Small whole numbers survive every cast that has room for them.
func TestCastsOfAllPairs(t *testing.T) {
	for _, from := range DTypes() {
		for _, to := range DTypes() {
			for _, i := range []int{0, 1, 100} {
				if i > 1 && (from == Bool || to == Bool) {
					continue
				}
				want := ScalarOf(i).Cast(to)
				assert.Equal(t, want, ScalarOf(i).Cast(from).Cast(to), "%d from %v to %v", i, from, to)
				assert.Equal(t, to, want.DType)
			}
		}
	}
}

func TestCastMisuse(t *testing.T) {
	assert.Panics(t, func() { Scalar{}.Cast(Int8) })
	for _, s := range []Scalar{ScalarOf(true), ScalarOf(1), ScalarOf(1.5), ScalarOf(1i)} {
		assert.Panics(t, func() { s.Cast(Invalid) }, fmt.Sprint(s))
		assert.Panics(t, func() { s.Cast(99) }, fmt.Sprint(s))
	}
}
