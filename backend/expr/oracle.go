package expr

// Oracle holds the reference implementation of an operation for each class of
// element types, on the widest type of the class. Results are then cast to the
// instruction's type: integers wrap, float32 is computed in float64 and
// rounded once, complex64 in complex128. Unused operands are zero; the boolean
// operand of an operation with [Row.Cond] is 0 or 1.
//
// bits is the width of the element type (of a component, when it is complex),
// for the operations that depend on it: shifts, the next number, an exactly
// rounded multiply-add.
type Oracle struct {
	Bool    func(a, b, c bool) bool
	Int     func(a, b, c int64, bits int) int64
	Uint    func(a, b, c uint64, bits int) uint64
	Float   func(a, b, c float64, bits int) float64
	Complex func(a, b, c complex128, bits int) complex128

	// Tests and comparisons, whose result is bool.
	BoolTest    func(a, b bool) bool
	IntTest     func(a, b int64) bool
	UintTest    func(a, b uint64) bool
	FloatTest   func(a, b float64) bool
	ComplexTest func(a, b complex128) bool

	// Joint makes a complex number of floats.
	Joint func(a, b float64) complex128
}

// Has reports whether there is a reference for operands of type d.
func (o *Oracle) Has(d DType) bool {
	switch d.Kind() {
	case KindBool:
		return o.Bool != nil || o.BoolTest != nil
	case KindInt:
		return o.Int != nil || o.IntTest != nil
	case KindUint:
		return o.Uint != nil || o.UintTest != nil
	case KindFloat:
		return o.Float != nil || o.FloatTest != nil || o.Joint != nil
	case KindComplex:
		return o.Complex != nil || o.ComplexTest != nil
	}
	return false
}

// Eval carries out one operation on scalars, naively. The types are those of a
// valid instruction; operands are read as such whatever type they say. Check
// gives its first operand.
func (op Op) Eval(in, out DType, args ...Scalar) Scalar {
	o := &op.Row().Oracle
	var x [3]Scalar
	wide := in.widest()
	for k := range x {
		if k < len(args) {
			x[k] = args[k].Cast(wide)
		} else {
			x[k] = Scalar{DType: wide}
		}
	}
	var y Scalar
	bits := 8 * in.Real().Size()
	switch in.Kind() {
	case KindBool:
		a, b, c := operands[bool](x)
		if o.BoolTest != nil {
			y = ScalarOf(o.BoolTest(a, b))
		} else {
			y = ScalarOf(o.Bool(a, b, c))
		}
	case KindInt:
		a, b, c := operands[int64](x)
		if o.IntTest != nil {
			y = ScalarOf(o.IntTest(a, b))
		} else {
			y = ScalarOf(o.Int(a, b, c, bits))
		}
	case KindUint:
		a, b, c := operands[uint64](x)
		if o.UintTest != nil {
			y = ScalarOf(o.UintTest(a, b))
		} else {
			y = ScalarOf(o.Uint(a, b, c, bits))
		}
	case KindFloat:
		a, b, c := operands[float64](x)
		switch {
		case o.FloatTest != nil:
			y = ScalarOf(o.FloatTest(a, b))
		case o.Joint != nil:
			y = ScalarOf(o.Joint(a, b))
		default:
			y = ScalarOf(o.Float(a, b, c, bits))
		}
	case KindComplex:
		a, b, c := operands[complex128](x)
		if o.ComplexTest != nil {
			y = ScalarOf(o.ComplexTest(a, b))
		} else {
			y = ScalarOf(o.Complex(a, b, c, bits))
		}
	default:
		panic("expr: " + op.String() + " of " + in.String())
	}
	return y.Cast(out)
}

func operands[T Element](x [3]Scalar) (a, b, c T) {
	return ScalarAs[T](x[0]), ScalarAs[T](x[1]), ScalarAs[T](x[2])
}

// widest returns the type of d's class in which oracles compute.
func (d DType) widest() DType {
	switch d.Kind() {
	case KindBool:
		return Bool
	case KindInt:
		return Int64
	case KindUint:
		return Uint64
	case KindFloat:
		return Float64
	case KindComplex:
		return Complex128
	}
	return Invalid
}
