package array

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestShifts(t *testing.T) {
	dev := testDevice(t)
	a := FromSlice(dev, []int32{8, -8, 1, -1})
	for _, c := range []struct {
		by          int32
		left, right []int32
	}{
		{0, []int32{8, -8, 1, -1}, []int32{8, -8, 1, -1}},
		{1, []int32{16, -16, 2, -2}, []int32{4, -4, 0, -1}},
		{31, []int32{0, 0, math.MinInt32, math.MinInt32}, []int32{0, -1, 0, -1}},
		{32, []int32{0, 0, 0, 0}, []int32{0, -1, 0, -1}},
		{1000, []int32{0, 0, 0, 0}, []int32{0, -1, 0, -1}},
		{-1, []int32{0, 0, 0, 0}, []int32{0, -1, 0, -1}},
	} {
		assert.Equal(t, c.left, values(t, ShiftLeftScalar(a, c.by)), "<< %d", c.by)
		assert.Equal(t, c.right, values(t, ShiftRightScalar(a, c.by)), ">> %d", c.by)
		by := Full(dev, c.by, 4)
		assert.Equal(t, c.left, values(t, ShiftLeft(a, by)), "<< %d", c.by)
		assert.Equal(t, c.right, values(t, ShiftRight(a, by)), ">> %d", c.by)
	}
	u := FromSlice(dev, []uint8{0x81})
	assert.Equal(t, []uint8{0x02}, values(t, ShiftLeftScalar(u, 1)))
	assert.Equal(t, []uint8{0x40}, values(t, ShiftRightScalar(u, 1)))
	assert.Equal(t, []uint8{0}, values(t, ShiftRightScalar(u, 8)))
	assert.Equal(t, []uint8{0}, values(t, ShiftLeftScalar(u, 200)))
	assert.Equal(t, []int{1, 2, 4}, values(t, ShiftLeft(Const(1), FromSlice(dev, []int{0, 1, 2}))))
}

func TestBits(t *testing.T) {
	a, b := two(t, [][2]uint8{{0b1100, 0b1010}, {0xff, 0x0f}})
	assert.Equal(t, []uint8{0b1000, 0x0f}, values(t, BitAnd(a, b)))
	assert.Equal(t, []uint8{0b1110, 0xff}, values(t, BitOr(a, b)))
	assert.Equal(t, []uint8{0b0110, 0xf0}, values(t, BitXor(a, b)))
	assert.Equal(t, []uint8{0xf3, 0}, values(t, BitNot(a)))
	assert.Equal(t, []int64{-1, 0}, values(t, BitNot(FromSlice(a.Device(), []int64{0, -1}))))
	p, q := two(t, [][2]bool{{false, false}, {false, true}, {true, false}, {true, true}})
	assert.Equal(t, []bool{false, false, false, true}, values(t, BitAnd(p, q)))
	assert.Equal(t, []bool{false, true, true, true}, values(t, BitOr(p, q)))
	assert.Equal(t, []bool{false, true, true, false}, values(t, BitXor(p, q)))
	assert.Equal(t, []bool{true, true, false, false}, values(t, BitNot(p)))
}

func TestComparisons(t *testing.T) {
	t.Run("int8", compares[int8])
	t.Run("uint64", compares[uint64])
	t.Run("float32", compares[float32])
	t.Run("float64", compares[float64])
}

func compares[T Ordered](t *testing.T) {
	a, b := two(t, [][2]T{{1, 2}, {2, 2}, {3, 2}})
	assert.Equal(t, []bool{false, true, false}, values(t, Equal(a, b)))
	assert.Equal(t, []bool{true, false, true}, values(t, NotEqual(a, b)))
	assert.Equal(t, []bool{true, false, false}, values(t, Less(a, b)))
	assert.Equal(t, []bool{true, true, false}, values(t, LessEqual(a, b)))
	assert.Equal(t, []bool{false, false, true}, values(t, Greater(a, b)))
	assert.Equal(t, []bool{false, true, true}, values(t, GreaterEqual(a, b)))
}

func TestComparisonsAtTheEdges(t *testing.T) {
	a, b := two(t, [][2]float64{{nan, nan}, {nan, 1}, {negZero, 0}, {inf, inf}, {-inf, inf}})
	assert.Equal(t, []bool{false, false, true, true, false}, values(t, Equal(a, b)))
	assert.Equal(t, []bool{true, true, false, false, true}, values(t, NotEqual(a, b)))
	assert.Equal(t, []bool{false, false, false, false, true}, values(t, Less(a, b)))
	assert.Equal(t, []bool{false, false, true, true, true}, values(t, LessEqual(a, b)))
	assert.Equal(t, []bool{false, false, false, false, false}, values(t, Greater(a, b)))
	assert.Equal(t, []bool{false, false, true, true, false}, values(t, GreaterEqual(a, b)))
	dev := a.Device()
	big := FromSlice(dev, []uint64{math.MaxUint64})
	assert.Equal(t, []bool{true}, values(t, GreaterScalar(big, 1)), "the highest bit is no sign")
	near := FromSlice(dev, []int64{math.MaxInt64})
	assert.Equal(t, []bool{false}, values(t, EqualScalar(near, math.MaxInt64-1)), "not by way of floats")
	z := FromSlice(dev, []complex64{1 + 1i, 1})
	assert.Equal(t, []bool{true, false}, values(t, EqualScalar(z, 1+1i)))
	assert.Equal(t, []bool{false, true}, values(t, NotEqualScalar(z, 1+1i)))
	p := FromSlice(dev, []bool{true, false})
	assert.Equal(t, []bool{true, false}, values(t, EqualScalar(p, true)))
}

func TestLogicOfEveryClass(t *testing.T) {
	t.Run("bool", func(t *testing.T) { logic(t, false, true) })
	t.Run("int8", func(t *testing.T) { logic[int8](t, 0, -128) })
	t.Run("uint64", func(t *testing.T) { logic[uint64](t, 0, 1<<63) })
	t.Run("float32", func(t *testing.T) { logic[float32](t, 0, 0x1p-149) })
	t.Run("float64", func(t *testing.T) { logic(t, negZero, nan) })
	t.Run("complex64", func(t *testing.T) { logic[complex64](t, 0, 1i) })
}

func logic[T Element](t *testing.T, no, yes T) {
	a, b := two(t, [][2]T{{no, no}, {no, yes}, {yes, no}, {yes, yes}})
	assert.Equal(t, []bool{false, false, false, true}, values(t, LogicalAnd(a, b)))
	assert.Equal(t, []bool{false, true, true, true}, values(t, LogicalOr(a, b)))
	assert.Equal(t, []bool{false, true, true, false}, values(t, LogicalXor(a, b)))
	assert.Equal(t, []bool{true, true, false, false}, values(t, LogicalNot(a)))
	assert.Equal(t, []bool{false, false, true, true}, values(t, LogicalAndScalar(a, yes)))
	assert.Equal(t, []bool{false, false, true, true}, values(t, LogicalOrScalar(a, no)))
	assert.Equal(t, []bool{true, true, false, false}, values(t, LogicalXorScalar(a, yes)))
	c, err := LogicalXor(Const(no), Const(yes)).Item()
	assert.NoError(t, err)
	assert.True(t, c)
}
