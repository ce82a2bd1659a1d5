package expr

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDTypes(t *testing.T) {
	assert.Len(t, DTypes(), 13)
	for _, c := range []struct {
		d            DType
		name, suffix string
		size         int
		kind         Kind
		real, joint  DType
	}{
		{Bool, "bool", "b8", 1, KindBool, Bool, Invalid},
		{Int8, "int8", "i8", 1, KindInt, Int8, Invalid},
		{Int16, "int16", "i16", 2, KindInt, Int16, Invalid},
		{Int32, "int32", "i32", 4, KindInt, Int32, Invalid},
		{Int64, "int64", "i64", 8, KindInt, Int64, Invalid},
		{Uint8, "uint8", "u8", 1, KindUint, Uint8, Invalid},
		{Uint16, "uint16", "u16", 2, KindUint, Uint16, Invalid},
		{Uint32, "uint32", "u32", 4, KindUint, Uint32, Invalid},
		{Uint64, "uint64", "u64", 8, KindUint, Uint64, Invalid},
		{Float32, "float32", "f32", 4, KindFloat, Float32, Complex64},
		{Float64, "float64", "f64", 8, KindFloat, Float64, Complex128},
		{Complex64, "complex64", "c64", 8, KindComplex, Float32, Complex64},
		{Complex128, "complex128", "c128", 16, KindComplex, Float64, Complex128},
		{Invalid, "invalid", "invalid", 0, 0, Invalid, Invalid},
	} {
		assert.Equal(t, c.name, c.d.String())
		assert.Equal(t, c.suffix, c.d.Suffix())
		assert.Equal(t, c.size, c.d.Size(), c.d)
		assert.Equal(t, c.kind, c.d.Kind(), c.d)
		assert.Equal(t, c.real, c.d.Real(), c.d)
		assert.Equal(t, c.joint, c.d.Complex(), c.d)
	}
	assert.Equal(t, "invalid", DType(99).String())
	assert.Zero(t, DType(99).Size())
	assert.True(t, KindOrdered.Has(Uint8))
	assert.False(t, KindOrdered.Has(Bool))
	assert.False(t, KindAny.Has(Invalid))
}

// roundTrip checks that v survives and that its image in memory is want.
func roundTrip[T Element](t *testing.T, v T, d DType, want []byte) {
	t.Helper()
	assert.Equal(t, d, TypeOf[T]())
	s := ScalarOf(v)
	assert.Equal(t, d, s.DType)
	assert.Equal(t, v, ScalarAs[T](s))
	assert.Equal(t, want, s.Bytes())
	s.Bytes()[0] = 0
	zeroed := ScalarOf(v)
	zeroed.Bits[0] &^= uint64(0xff) << firstByteShift()
	assert.Equal(t, zeroed, s, "Bytes aliases")
}

func firstByteShift() int {
	if binary.NativeEndian.Uint16([]byte{1, 0}) == 1 {
		return 0
	}
	return 56
}

func TestScalarRoundTrips(t *testing.T) {
	e := binary.NativeEndian
	u16 := func(v uint16) []byte { return e.AppendUint16(nil, v) }
	u32 := func(v ...uint32) (b []byte) {
		for _, x := range v {
			b = e.AppendUint32(b, x)
		}
		return b
	}
	u64 := func(v ...uint64) (b []byte) {
		for _, x := range v {
			b = e.AppendUint64(b, x)
		}
		return b
	}
	roundTrip(t, true, Bool, []byte{1})
	roundTrip(t, int8(-2), Int8, []byte{0xfe})
	roundTrip(t, int16(-2), Int16, u16(0xfffe))
	roundTrip(t, int32(-2), Int32, u32(0xfffffffe))
	roundTrip(t, int64(-2), Int64, u64(math.MaxUint64-1))
	roundTrip(t, -2, Int64, u64(math.MaxUint64-1))
	roundTrip(t, uint8(200), Uint8, []byte{200})
	roundTrip(t, uint16(0xabcd), Uint16, u16(0xabcd))
	roundTrip(t, uint32(0xabcdef01), Uint32, u32(0xabcdef01))
	roundTrip(t, uint64(1)<<63, Uint64, u64(1<<63))
	roundTrip(t, float32(1.5), Float32, u32(math.Float32bits(1.5)))
	roundTrip(t, 1.5, Float64, u64(math.Float64bits(1.5)))
	roundTrip(t, complex64(1+2i), Complex64, u32(math.Float32bits(1), math.Float32bits(2)))
	roundTrip(t, 1+2i, Complex128, u64(math.Float64bits(1), math.Float64bits(2)))
}

func TestScalarMisuse(t *testing.T) {
	assert.PanicsWithValue(t, "expr: scalar of type int32 read as float32", func() { ScalarAs[float32](ScalarOf(int32(1))) })
	assert.Panics(t, func() { ScalarAs[bool](Scalar{}) })
	assert.NotPanics(t, func() { ScalarAs[int](ScalarOf(int64(1))) })
}
