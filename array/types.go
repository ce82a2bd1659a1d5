package array

import "github.com/cugond/cugond/backend/expr"

// The classes of element types. They name exact types: a named type such as
// `type Celsius float64` is not an element type.
type (
	// Signed: int, int8, int16, int32, int64.
	Signed = expr.Signed
	// Unsigned: uint8, uint16, uint32, uint64.
	Unsigned = expr.Unsigned
	// Integer: Signed and Unsigned.
	Integer = expr.Integer
	// Float: float32, float64.
	Float = expr.Float
	// Complex: complex64, complex128.
	Complex = expr.Complex
	// Field: Float and Complex.
	Field = expr.Field
	// Ordered: Integer and Float.
	Ordered = expr.Ordered
	// Numeric: Integer, Float and Complex.
	Numeric = expr.Numeric
	// Element: bool and Numeric; what an array can hold.
	Element = expr.Element
	// Logical: bool and Integer.
	Logical = expr.Logical
	// Wide: the types that sums are kept in: int, int64, uint64, Float and
	// Complex.
	Wide = expr.Wide
)
