package expr

import "math"

// Cast returns the value of s as a d: integers wrap; floats are truncated to
// integers and saturate, with NaN giving 0; anything but zero is true; complex
// numbers lose their imaginary part; the rest is rounded to the nearest, ties
// to even.
func (s Scalar) Cast(d DType) Scalar {
	switch s.DType {
	case Bool:
		if ScalarAs[bool](s) {
			return castInteger(1, d)
		}
		return castInteger(0, d)
	case Int8:
		return castInteger(ScalarAs[int8](s), d)
	case Int16:
		return castInteger(ScalarAs[int16](s), d)
	case Int32:
		return castInteger(ScalarAs[int32](s), d)
	case Int64:
		return castInteger(ScalarAs[int64](s), d)
	case Uint8:
		return castInteger(ScalarAs[uint8](s), d)
	case Uint16:
		return castInteger(ScalarAs[uint16](s), d)
	case Uint32:
		return castInteger(ScalarAs[uint32](s), d)
	case Uint64:
		return castInteger(ScalarAs[uint64](s), d)
	case Float32:
		return castFloat(float64(ScalarAs[float32](s)), d)
	case Float64:
		return castFloat(ScalarAs[float64](s), d)
	case Complex64:
		return castComplex(complex128(ScalarAs[complex64](s)), d)
	case Complex128:
		return castComplex(ScalarAs[complex128](s), d)
	}
	panic("expr: cast of a scalar of no type")
}

func castInteger[T Integer](v T, d DType) Scalar {
	switch d {
	case Bool:
		return ScalarOf(v != 0)
	case Int8:
		return ScalarOf(int8(v))
	case Int16:
		return ScalarOf(int16(v))
	case Int32:
		return ScalarOf(int32(v))
	case Int64:
		return ScalarOf(int64(v))
	case Uint8:
		return ScalarOf(uint8(v))
	case Uint16:
		return ScalarOf(uint16(v))
	case Uint32:
		return ScalarOf(uint32(v))
	case Uint64:
		return ScalarOf(uint64(v))
	case Float32:
		return ScalarOf(float32(v))
	case Float64:
		return ScalarOf(float64(v))
	case Complex64:
		return ScalarOf(complex(float32(v), 0))
	case Complex128:
		return ScalarOf(complex(float64(v), 0))
	}
	panic("expr: cast to " + d.String())
}

func castFloat(v float64, d DType) Scalar {
	switch d {
	case Bool:
		return ScalarOf(v != 0)
	case Int8:
		return ScalarOf(int8(saturate(v, 8)))
	case Int16:
		return ScalarOf(int16(saturate(v, 16)))
	case Int32:
		return ScalarOf(int32(saturate(v, 32)))
	case Int64:
		return ScalarOf(saturate(v, 64))
	case Uint8:
		return ScalarOf(uint8(saturateUnsigned(v, 8)))
	case Uint16:
		return ScalarOf(uint16(saturateUnsigned(v, 16)))
	case Uint32:
		return ScalarOf(uint32(saturateUnsigned(v, 32)))
	case Uint64:
		return ScalarOf(saturateUnsigned(v, 64))
	case Float32:
		return ScalarOf(float32(v))
	case Float64:
		return ScalarOf(v)
	case Complex64:
		return ScalarOf(complex(float32(v), 0))
	case Complex128:
		return ScalarOf(complex(v, 0))
	}
	panic("expr: cast to " + d.String())
}

func castComplex(v complex128, d DType) Scalar {
	switch d {
	case Bool:
		return ScalarOf(v != 0)
	case Complex64:
		return ScalarOf(complex64(v))
	case Complex128:
		return ScalarOf(v)
	}
	return castFloat(real(v), d)
}

// saturate returns the integer of so many bits that is nearest to trunc(v).
// Go leaves conversions out of range to the machine.
func saturate(v float64, bits int) int64 {
	limit := math.Ldexp(1, bits-1)
	switch {
	case v != v:
		return 0
	case v >= limit:
		return math.MaxInt64 >> (64 - bits)
	case v < -limit:
		return math.MinInt64 >> (64 - bits)
	}
	return int64(v)
}

func saturateUnsigned(v float64, bits int) uint64 {
	switch {
	case v != v || v < 0:
		return 0
	case v >= math.Ldexp(1, bits):
		return math.MaxUint64 >> (64 - bits)
	}
	return uint64(v)
}
