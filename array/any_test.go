package array

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend/expr"
)

func TestEveryElementTypeIsRegistered(t *testing.T) {
	assert.Len(t, elementTypes, len(expr.DTypes()))
	dev := testDevice(t)
	for _, d := range expr.DTypes() {
		a := ZerosAny(dev, d, 2, 3)
		assert.Equal(t, d, a.DType())
		assert.Equal(t, []int{2, 3}, a.Shape())
	}
	assert.ErrorContains(t, Try(func() { ZerosAny(dev, expr.Invalid, 2) }), "no element type")
	assert.ErrorContains(t, Try(func() { ZerosAny(nil, expr.Bool, 2) }), "device is nil")
	assert.ErrorContains(t, Try(func() { ZerosAny(dev, expr.Bool, -2) }), "negative")
}

func TestAs(t *testing.T) {
	dev := testDevice(t)
	x := FromSlice(dev, []int64{1, 2, 3})
	same, err := As[int64](x)
	require.NoError(t, err)
	assert.Same(t, x, same)
	ints, err := As[int](x)
	require.NoError(t, err)
	ints.SetAt(-5, 1)
	v, err := x.ToSlice()
	require.NoError(t, err)
	assert.Equal(t, []int64{1, -5, 3}, v, "the elements are shared")
	sum, err := As[int](x.Add(x))
	require.NoError(t, err)
	w, err := sum.ToSlice()
	require.NoError(t, err)
	assert.Equal(t, []int{2, -10, 6}, w)

	_, err = As[float32](x)
	assert.ErrorIs(t, err, ErrDType)
	assert.ErrorContains(t, err, "As[float32] of an array of int64; convert it with CastAny[float32]")
	c, err := As[int](Const(int64(4)))
	require.NoError(t, err)
	item, err := c.Item()
	require.NoError(t, err)
	assert.Equal(t, 4, item)
	assertAnyMisuse(t, func(a AnyArray) { _, _ = As[int64](a) })
}

func TestCastAny(t *testing.T) {
	dev := testDevice(t)
	for _, d := range expr.DTypes() {
		v, err := CastAny[float64](ZerosAny(dev, d, 3)).ToSlice()
		require.NoError(t, err)
		assert.Equal(t, []float64{0, 0, 0}, v, d)
	}
	x := FromSlice(dev, []int{1, 2})
	y := CastAny[int64](x)
	x.Fill(7)
	v, err := y.ToSlice()
	require.NoError(t, err)
	assert.Equal(t, []int64{1, 2}, v, "a copy")
	f, err := CastAny[float32](x.Slice(Step(-1))).ToSlice()
	require.NoError(t, err)
	assert.Equal(t, []float32{7, 7}, f)
	item, err := CastAny[float32](Const(3)).Item()
	require.NoError(t, err)
	assert.Equal(t, float32(3), item)
	assertAnyMisuse(t, func(a AnyArray) { CastAny[bool](a) })
}

// assertAnyMisuse gives f what is no array.
func assertAnyMisuse(t *testing.T, f func(AnyArray)) {
	t.Helper()
	closed := FromSlice(testDevice(t), []int64{1})
	closed.Close()
	for name, a := range map[string]AnyArray{
		"nil": nil, "nil pointer": (*Array[int64])(nil), "zero": &Array[int64]{}, "closed": closed,
	} {
		var misuse *Error
		assert.ErrorAs(t, Try(func() { f(a) }), &misuse, name)
	}
}
