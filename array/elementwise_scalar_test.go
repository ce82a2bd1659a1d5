package array

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
)

// form is a binary operation with its scalar form.
type form[T, R Element] struct {
	name   string
	array  func(a, b *Array[T]) *Array[R]
	scalar func(a *Array[T], s T) *Array[R]
}

func numericForms[T Numeric]() []form[T, T] {
	return []form[T, T]{
		{"Add", Add[T], AddScalar[T]},
		{"Sub", Sub[T], SubScalar[T]},
		{"Mul", Mul[T], MulScalar[T]},
		{"Div", Div[T], DivScalar[T]},
		{"Pow", Pow[T], PowScalar[T]},
		{"method Add", (*Array[T]).Add, (*Array[T]).AddScalar},
		{"method Sub", (*Array[T]).Sub, (*Array[T]).SubScalar},
		{"method Mul", (*Array[T]).Mul, (*Array[T]).MulScalar},
		{"method Div", (*Array[T]).Div, (*Array[T]).DivScalar},
		{"method Pow", (*Array[T]).Pow, (*Array[T]).PowScalar},
	}
}

func orderedForms[T Ordered]() []form[T, T] {
	return append(numericForms[T](), []form[T, T]{
		{"FloorDiv", FloorDiv[T], FloorDivScalar[T]},
		{"Mod", Mod[T], ModScalar[T]},
		{"method FloorDiv", (*Array[T]).FloorDiv, (*Array[T]).FloorDivScalar},
		{"method Mod", (*Array[T]).Mod, (*Array[T]).ModScalar},
		{"Maximum", Maximum[T], MaximumScalar[T]},
		{"Minimum", Minimum[T], MinimumScalar[T]},
	}...)
}

func integerForms[T Integer]() []form[T, T] {
	return append(orderedForms[T](), []form[T, T]{
		{"BitAnd", BitAnd[T], BitAndScalar[T]},
		{"BitOr", BitOr[T], BitOrScalar[T]},
		{"BitXor", BitXor[T], BitXorScalar[T]},
		{"ShiftLeft", ShiftLeft[T], ShiftLeftScalar[T]},
		{"ShiftRight", ShiftRight[T], ShiftRightScalar[T]},
	}...)
}

func floatForms[T Float]() []form[T, T] {
	return append(orderedForms[T](), []form[T, T]{
		{"Hypot", Hypot[T], HypotScalar[T]},
		{"FMax", FMax[T], FMaxScalar[T]},
		{"FMin", FMin[T], FMinScalar[T]},
		{"LogAddExp", LogAddExp[T], LogAddExpScalar[T]},
		{"Atan2", Atan2[T], Atan2Scalar[T]},
		{"CopySign", CopySign[T], CopySignScalar[T]},
		{"NextAfter", NextAfter[T], NextAfterScalar[T]},
	}...)
}

func elementTests[T Element]() []form[T, bool] {
	return []form[T, bool]{
		{"Equal", Equal[T], EqualScalar[T]},
		{"NotEqual", NotEqual[T], NotEqualScalar[T]},
		{"LogicalAnd", LogicalAnd[T], LogicalAndScalar[T]},
		{"LogicalOr", LogicalOr[T], LogicalOrScalar[T]},
		{"LogicalXor", LogicalXor[T], LogicalXorScalar[T]},
	}
}

func orderTests[T Ordered]() []form[T, bool] {
	return append(elementTests[T](), []form[T, bool]{
		{"Less", Less[T], LessScalar[T]},
		{"LessEqual", LessEqual[T], LessEqualScalar[T]},
		{"Greater", Greater[T], GreaterScalar[T]},
		{"GreaterEqual", GreaterEqual[T], GreaterEqualScalar[T]},
	}...)
}

// The scalar form, a constant on either side and an array of equal elements
// have to give the same. Constants alone are not computed by the device, so
// what is not exact may differ within its bounds.
func agree[T, R Element](t *testing.T, forms []form[T, R], x []T) {
	t.Helper()
	dev := testDevice(t)
	a := FromSlice(dev, x)
	for _, f := range forms {
		for _, s := range x {
			want := values(t, f.array(a, Full(dev, s, len(x))))
			same(t, want, f.scalar(a, s), f.name)
			same(t, want, f.array(a, Const(s)), f.name)
			same(t, want, f.array(a, Scalar(dev, s)), f.name)
			same(t, values(t, f.array(Full(dev, s, len(x)), a)), f.array(Const(s), a), f.name)
			assert.Equal(t, []int{len(x)}, f.scalar(a, s).Shape(), f.name)
			for i, v := range x {
				c := f.scalar(Const(v), s)
				require.Nil(t, c.Device(), f.name)
				folded, err := c.Item()
				require.NoError(t, err)
				near(t, want[i:i+1], Scalar(dev, folded).Reshape(1), "%s of constants %v and %v", f.name, v, s)
			}
		}
	}
}

func TestScalarForms(t *testing.T) {
	ints := []int{0, 1, 2, 7}
	agree(t, integerForms[int](), ints)
	agree(t, orderTests[int](), ints)
	agree(t, integerForms[uint8](), []uint8{0, 1, 3, 200})
	agree(t, orderTests[uint8](), []uint8{0, 1, 200})
	floats := []float64{0, 1.5, -2, inf, nan}
	agree(t, floatForms[float64](), floats)
	agree(t, orderTests[float64](), floats)
	agree(t, floatForms[float32](), []float32{0.1, -3})
	agree(t, numericForms[complex64](), []complex64{1 + 2i, -1, 0.5i})
	agree(t, elementTests[complex64](), []complex64{1 + 2i, 0})
	agree(t, elementTests[bool](), []bool{true, false})
	agree(t, []form[bool, bool]{
		{"Add", Add[bool], AddScalar[bool]},
		{"Mul", Mul[bool], MulScalar[bool]},
		{"BitAnd", BitAnd[bool], BitAndScalar[bool]},
		{"BitOr", BitOr[bool], BitOrScalar[bool]},
		{"BitXor", BitXor[bool], BitXorScalar[bool]},
	}, []bool{true, false})
}

func TestScalarForms_NegativeIntegers(t *testing.T) {
	for _, f := range integerForms[int32]() {
		if f.name == "Pow" || f.name == "method Pow" {
			continue
		}
		agree(t, []form[int32, int32]{f}, []int32{-7, -1, 3})
	}
	agree(t, orderTests[int32](), []int32{-7, -1, 3})
}

func TestConstantsAloneGiveConstants(t *testing.T) {
	c := Sqrt(Square(Const(3.0)).Add(Const(16.0)))
	assert.Nil(t, c.Device())
	assert.Empty(t, c.Shape())
	v, err := c.Item()
	require.NoError(t, err)
	assert.Equal(t, 5.0, v)
	n, err := Cast[int8](Const(300.0)).Item()
	require.NoError(t, err)
	assert.Equal(t, int8(127), n)
	z, err := Conj(Join[complex64](Const[float32](1), Const[float32](2))).Item()
	require.NoError(t, err)
	assert.Equal(t, complex64(1-2i), z)
	m, err := AbsAs[float32](Const[complex64](3 + 4i)).Item()
	require.NoError(t, err)
	assert.Equal(t, float32(5), m)
	w, err := Where(Less(Const(1), Const(2)), Const(10), Const(20)).Item()
	require.NoError(t, err)
	assert.Equal(t, 10, w)
	r, err := Round(Const(1.26), 1).Item()
	require.NoError(t, err)
	assert.InDelta(t, 1.3, r, 1e-15)
	k, err := ClipScalar(FMA(Const(2.0), Const(3.0), Const(4.0)), 0, 9).Item()
	require.NoError(t, err)
	assert.Equal(t, 9.0, k)
}

func TestConstantsTakeTheDeviceOfTheOther(t *testing.T) {
	var devices []backend.Device
	for range 2 {
		dev := testDevice(t)
		a := FromSlice(dev, []float64{1, 2})
		assert.Equal(t, []float64{0.5, 0.25}, values(t, Const(1.0).Div(a).Mul(Const(0.5))))
		devices = append(devices, Const(1.0).Sub(a).Device())
	}
	assert.NotSame(t, devices[0], devices[1])
}
