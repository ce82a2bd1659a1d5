package expr

import (
	"fmt"
	"unsafe"
)

// The integer types, exactly: a named type would compile and then have no
// element type of its own.
type (
	// Signed are Go's signed integers.
	Signed interface {
		int | int8 | int16 | int32 | int64
	}
	// Unsigned are Go's sized unsigned integers.
	Unsigned interface {
		uint8 | uint16 | uint32 | uint64
	}
	// Integer is any integer element type.
	Integer interface{ Signed | Unsigned }
	// Float is any real floating-point element type.
	Float interface{ float32 | float64 }
	// Complex is any complex element type.
	Complex interface{ complex64 | complex128 }
	// Field is what linear algebra works on.
	Field interface{ Float | Complex }
	// Ordered is what has a less-than.
	Ordered interface{ Integer | Float }
	// Numeric is everything but bool.
	Numeric interface{ Integer | Float | Complex }
	// Element is every type that an array can hold.
	Element interface{ bool | Numeric }
	// Logical is what has bitwise operations.
	Logical interface{ bool | Integer }
	// Wide are the types that a sum of their own kind can be kept in.
	Wide interface {
		int | int64 | uint64 | float32 | float64 | complex64 | complex128
	}
)

// An int is stored as an int64. Platforms where it is narrower are refused
// here, at build time, rather than by wrong results.
var _ [unsafe.Sizeof(int(0)) - unsafe.Sizeof(int64(0))]struct{}

// DType is the run-time name of an element type.
type DType uint8

// The element types, in the order of the dtype codes.
const (
	Invalid DType = iota
	Bool
	Int8
	Int16
	Int32
	Int64
	Uint8
	Uint16
	Uint32
	Uint64
	Float32
	Float64
	Complex64
	Complex128
	numDTypes
)

// Kind is a set of classes of element types.
type Kind uint8

// The classes, and the unions that the op table uses.
const (
	KindBool Kind = 1 << iota
	KindInt
	KindUint
	KindFloat
	KindComplex

	KindInteger = KindInt | KindUint
	KindLogical = KindBool | KindInteger
	KindOrdered = KindInteger | KindFloat
	KindField   = KindFloat | KindComplex
	KindNumeric = KindInteger | KindField
	KindAny     = KindBool | KindNumeric
)

type dtypeInfo struct {
	name   string
	suffix string // short name in generated code
	size   int
	kind   Kind
	real   DType
}

var dtypes = [numDTypes]dtypeInfo{
	Invalid:    {"invalid", "invalid", 0, 0, Invalid},
	Bool:       {"bool", "b8", 1, KindBool, Bool},
	Int8:       {"int8", "i8", 1, KindInt, Int8},
	Int16:      {"int16", "i16", 2, KindInt, Int16},
	Int32:      {"int32", "i32", 4, KindInt, Int32},
	Int64:      {"int64", "i64", 8, KindInt, Int64},
	Uint8:      {"uint8", "u8", 1, KindUint, Uint8},
	Uint16:     {"uint16", "u16", 2, KindUint, Uint16},
	Uint32:     {"uint32", "u32", 4, KindUint, Uint32},
	Uint64:     {"uint64", "u64", 8, KindUint, Uint64},
	Float32:    {"float32", "f32", 4, KindFloat, Float32},
	Float64:    {"float64", "f64", 8, KindFloat, Float64},
	Complex64:  {"complex64", "c64", 8, KindComplex, Float32},
	Complex128: {"complex128", "c128", 16, KindComplex, Float64},
}

func (d DType) info() dtypeInfo {
	if d >= numDTypes {
		return dtypes[Invalid]
	}
	return dtypes[d]
}

// String returns Go's name of the type, "float32".
func (d DType) String() string { return d.info().name }

// Suffix returns the short name used in generated code, "f32".
func (d DType) Suffix() string { return d.info().suffix }

// Size returns the bytes of one element.
func (d DType) Size() int { return d.info().size }

// Kind returns the class of the type, one bit.
func (d DType) Kind() Kind { return d.info().kind }

// Real returns the type of a complex type's components, and any other type
// itself.
func (d DType) Real() DType { return d.info().real }

// Complex returns the complex type with components of type d, or Invalid when
// there is none.
func (d DType) Complex() DType {
	switch d {
	case Float32, Complex64:
		return Complex64
	case Float64, Complex128:
		return Complex128
	}
	return Invalid
}

// Has reports whether d's class is in the set.
func (k Kind) Has(d DType) bool { return k&d.Kind() != 0 }

// DTypes returns every element type, in order.
func DTypes() []DType {
	out := make([]DType, 0, numDTypes-1)
	for d := Bool; d < numDTypes; d++ {
		out = append(out, d)
	}
	return out
}

// TypeOf returns the DType of T. int is Int64.
func TypeOf[T Element]() DType {
	var zero T
	switch any(zero).(type) {
	case bool:
		return Bool
	case int8:
		return Int8
	case int16:
		return Int16
	case int32:
		return Int32
	case int, int64:
		return Int64
	case uint8:
		return Uint8
	case uint16:
		return Uint16
	case uint32:
		return Uint32
	case uint64:
		return Uint64
	case float32:
		return Float32
	case float64:
		return Float64
	case complex64:
		return Complex64
	case complex128:
		return Complex128
	}
	panic(fmt.Sprintf("expr: %T is not an element type", zero))
}

// Scalar is one element of any type, kept as its image in memory.
type Scalar struct {
	DType DType
	Bits  [2]uint64
}

// ScalarOf makes a Scalar of v.
func ScalarOf[T Element](v T) Scalar {
	s := Scalar{DType: TypeOf[T]()}
	*(*T)(unsafe.Pointer(&s.Bits)) = v
	return s
}

// ScalarAs returns the value of s, whose type must be T's.
func ScalarAs[T Element](s Scalar) T {
	if s.DType != TypeOf[T]() {
		panic("expr: scalar of type " + s.DType.String() + " read as " + TypeOf[T]().String())
	}
	return *(*T)(unsafe.Pointer(&s.Bits))
}

// Bytes returns the element's image in memory; it aliases s.
func (s *Scalar) Bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&s.Bits)), s.DType.Size())
}
