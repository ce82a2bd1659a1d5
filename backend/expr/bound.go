package expr

// Bound is the largest error of a result, in units in the last place of its
// type, that a backend may make against the oracle. Zero: exact, but for the
// payloads of NaNs. Of complex results each component is bounded, in units in
// the last place of the magnitude of the whole.
type Bound struct {
	F32, F64, C64, C128 float64

	// Floor is the magnitude below which results are bounded as if they were
	// that large: for functions that cancel near their roots.
	Floor float64
}

// Of returns the bound for the operation on operands of type d, whatever the
// type of its result: the magnitude of a complex number has C64 or C128.
func (b Bound) Of(d DType) float64 {
	switch d {
	case Float32:
		return b.F32
	case Float64:
		return b.F64
	case Complex64:
		return b.C64
	case Complex128:
		return b.C128
	}
	return 0
}

// ulps bounds a function of floats.
func ulps(f32, f64 float64) Bound { return Bound{F32: f32, F64: f64} }

// orComplex adds the bounds of the same function of complex numbers.
func (b Bound) orComplex(c64, c128 float64) Bound {
	b.C64, b.C128 = c64, c128
	return b
}

// near sets the floor.
func (b Bound) near(floor float64) Bound {
	b.Floor = floor
	return b
}
