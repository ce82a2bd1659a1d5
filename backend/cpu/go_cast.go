package cpu

import (
	"unsafe"

	"github.com/cugond/cugond/backend/expr"
)

// Casts: integers wrap, floats saturate at integers' limits and NaN gives 0,
// everything but zero is true, complex numbers lose their imaginary part.

func castConvert[R, A expr.Ordered](c *call) {
	d, a := operands1[R, A](c)
	for i := range d {
		d[i] = R(a[i])
	}
}

func castTruth[A expr.Numeric](c *call) {
	d, a := operands1[bool, A](c)
	for i := range d {
		d[i] = a[i] != 0
	}
}

func castFromBool[R expr.Ordered](c *call) {
	castConvert[R, uint8](c)
}

// castSaturate converts floats to integers. Go leaves what is out of range to
// the machine, so it is caught before.
func castSaturate[R expr.Integer, A expr.Float](c *call) {
	d, a := operands1[R, A](c)
	lowest, highest, limit := integerLimits[R]()
	for i := range d {
		switch v := float64(a[i]); {
		case v != v:
			d[i] = 0
		case v >= limit:
			d[i] = highest
		case v < float64(lowest):
			d[i] = lowest
		default:
			d[i] = R(v)
		}
	}
}

// integerLimits returns the smallest and the largest R, and one more than the
// latter, which is a float64.
func integerLimits[R expr.Integer]() (lowest, highest R, limit float64) {
	bits := 8 * unsafe.Sizeof(lowest)
	if ^lowest > 0 { // unsigned
		return 0, ^lowest, 2 * float64(uint64(1)<<(bits-1))
	}
	one := R(1)
	lowest = one << (bits - 1)
	return lowest, ^lowest, float64(uint64(1) << (bits - 1))
}

// castWiden gives reals an imaginary part of zero. F is the component type.
func castWiden[F expr.Float, A expr.Ordered](c *call) {
	d, a := block[F](c.dst, 2*c.n), block[A](c.a, c.n)
	for i, v := range a {
		d[2*i], d[2*i+1] = F(v), 0
	}
}

// castReal applies a cast of floats to the real parts, a piece at a time.
func castReal[F expr.Float](cast goFn, size uintptr) goFn {
	return func(c *call) {
		var re [256]F
		a := block[F](c.a, 2*c.n)
		for done := int64(0); done < c.n; done += int64(len(re)) {
			m := min(c.n-done, int64(len(re)))
			for i := range re[:m] {
				re[i] = a[2*(done+int64(i))]
			}
			part := call{dst: unsafe.Add(c.dst, uintptr(done)*size), a: unsafe.Pointer(&re), n: m}
			cast(&part)
		}
	}
}

func castComplex[R, A expr.Complex](c *call) {
	d, a := operands1[R, A](c)
	for i := range d {
		d[i] = R(a[i])
	}
}

// castTo enters the casts from every ordered type to integer R; likewise the
// functions below.
func castToInteger[R expr.Integer](t *goTable) {
	out := expr.TypeOf[R]()
	castOrdered[R](t)
	t.cast(expr.Float32, out, castSaturate[R, float32])
	t.cast(expr.Float64, out, castSaturate[R, float64])
	castParts[R](t)
}

func castToFloat[R expr.Float](t *goTable) {
	castOrdered[R](t)
	castParts[R](t)
}

func castOrdered[R expr.Ordered](t *goTable) {
	out := expr.TypeOf[R]()
	t.cast(expr.Bool, out, castFromBool[R])
	t.cast(expr.Int8, out, castConvert[R, int8])
	t.cast(expr.Int16, out, castConvert[R, int16])
	t.cast(expr.Int32, out, castConvert[R, int32])
	t.cast(expr.Int64, out, castConvert[R, int64])
	t.cast(expr.Uint8, out, castConvert[R, uint8])
	t.cast(expr.Uint16, out, castConvert[R, uint16])
	t.cast(expr.Uint32, out, castConvert[R, uint32])
	t.cast(expr.Uint64, out, castConvert[R, uint64])
	t.cast(expr.Float32, out, castConvert[R, float32])
	t.cast(expr.Float64, out, castConvert[R, float64])
}

func castParts[R expr.Ordered](t *goTable) {
	out := expr.TypeOf[R]()
	size := uintptr(out.Size())
	t.cast(expr.Complex64, out, castReal[float32](t[opFn(expr.Cast, expr.Float32, out)], size))
	t.cast(expr.Complex128, out, castReal[float64](t[opFn(expr.Cast, expr.Float64, out)], size))
}

func castToComplex[C expr.Complex, F expr.Float](t *goTable) {
	out := expr.TypeOf[C]()
	t.cast(expr.Bool, out, castWiden[F, uint8])
	t.cast(expr.Int8, out, castWiden[F, int8])
	t.cast(expr.Int16, out, castWiden[F, int16])
	t.cast(expr.Int32, out, castWiden[F, int32])
	t.cast(expr.Int64, out, castWiden[F, int64])
	t.cast(expr.Uint8, out, castWiden[F, uint8])
	t.cast(expr.Uint16, out, castWiden[F, uint16])
	t.cast(expr.Uint32, out, castWiden[F, uint32])
	t.cast(expr.Uint64, out, castWiden[F, uint64])
	t.cast(expr.Float32, out, castWiden[F, float32])
	t.cast(expr.Float64, out, castWiden[F, float64])
	t.cast(expr.Complex64, out, castComplex[C, complex64])
	t.cast(expr.Complex128, out, castComplex[C, complex128])
}

func (t *goTable) cast(in, out expr.DType, f goFn) { t[opFn(expr.Cast, in, out)] = f }

func castToBool[A expr.Numeric](t *goTable) {
	t.cast(expr.TypeOf[A](), expr.Bool, castTruth[A])
}

// addCasts enters the casts from each type to each.
func (t *goTable) addCasts() {
	t.cast(expr.Bool, expr.Bool, goSame[bool])
	castToBool[int8](t)
	castToBool[int16](t)
	castToBool[int32](t)
	castToBool[int64](t)
	castToBool[uint8](t)
	castToBool[uint16](t)
	castToBool[uint32](t)
	castToBool[uint64](t)
	castToBool[float32](t)
	castToBool[float64](t)
	castToBool[complex64](t)
	castToBool[complex128](t)
	castToInteger[int8](t)
	castToInteger[int16](t)
	castToInteger[int32](t)
	castToInteger[int64](t)
	castToInteger[uint8](t)
	castToInteger[uint16](t)
	castToInteger[uint32](t)
	castToInteger[uint64](t)
	castToFloat[float32](t)
	castToFloat[float64](t)
	castToComplex[complex64, float32](t)
	castToComplex[complex128, float64](t)
}
