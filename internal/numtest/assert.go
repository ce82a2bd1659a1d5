package numtest

import (
	"fmt"
	"math"
	"testing"

	"github.com/cugond/cugond/backend/expr"
)

// Tolerance says how far a result may be from the right one.
type Tolerance struct {
	ULP     float64 // units in the last place, see Error; 0: identical
	Floor   float64 // see Error
	AnyZero bool    // accept a zero of the other sign
}

// Of returns the tolerance of the table for an operation on operands of type
// d. The signs of zeros count, but for complex results that aren't exact.
func Of(op expr.Op, d expr.DType) Tolerance {
	b := op.Row().ULP
	ulp := b.Of(d)
	return Tolerance{ULP: ulp, Floor: b.Floor, AnyZero: ulp > 0 && d.Kind() == expr.KindComplex}
}

// Accepts returns nil if got is near enough to want.
func (tol Tolerance) Accepts(want, got expr.Scalar) error {
	if Identical(want, got) {
		return nil
	}
	e := Error(want, got, tol.Floor)
	if e == 0 && !tol.AnyZero && want.DType.Kind() == expr.KindFloat {
		return fmt.Errorf("got %s, want %s: the sign of zero", Format(got), Format(want))
	}
	if e <= tol.ULP && (e > 0 || tol.AnyZero || tol.ULP > 0) {
		return nil
	}
	return fmt.Errorf("got %s, want %s: off by %.4g units in the last place, of which %g are allowed",
		Format(got), Format(want), e, tol.ULP)
}

// Format writes a scalar with all its digits.
func Format(s expr.Scalar) string {
	switch s.DType.Kind() {
	case expr.KindFloat:
		x := expr.ScalarAs[float64](s.Cast(expr.Float64))
		return fmt.Sprintf("%v(%.17g = %[2]x)", s.DType, x)
	case expr.KindComplex:
		return fmt.Sprintf("%v%.17g", s.DType, expr.ScalarAs[complex128](s.Cast(expr.Complex128)))
	case expr.KindUint:
		return fmt.Sprintf("%v(%d)", s.DType, expr.ScalarAs[uint64](s.Cast(expr.Uint64)))
	case expr.KindBool:
		return fmt.Sprint(expr.ScalarAs[bool](s))
	}
	return fmt.Sprintf("%v(%d)", s.DType, expr.ScalarAs[int64](s.Cast(expr.Int64)))
}

// Within fails the test unless got is within tol of want.
func Within[T expr.Element](t testing.TB, want, got T, tol Tolerance, what ...any) bool {
	t.Helper()
	return report(t, tol.Accepts(expr.ScalarOf(want), expr.ScalarOf(got)), what)
}

// WithinULP fails the test unless got is within bound units in the last place
// of want.
func WithinULP[T expr.Element](t testing.TB, want, got T, bound float64, what ...any) bool {
	t.Helper()
	return Within(t, want, got, Tolerance{ULP: bound}, what...)
}

// maxReports is how many wrong elements of a slice are told of.
const maxReports = 5

// SlicesWithin is Within for slices, element by element; lengths must be
// equal.
func SlicesWithin[T expr.Element](t testing.TB, want, got []T, tol Tolerance, what ...any) bool {
	t.Helper()
	if len(want) != len(got) {
		return report(t, fmt.Errorf("got %d elements, want %d", len(got), len(want)), what)
	}
	return each(t, len(want), what, func(i int) error {
		return tol.Accepts(expr.ScalarOf(want[i]), expr.ScalarOf(got[i]))
	})
}

// SlicesWithinULP is WithinULP for slices.
func SlicesWithinULP[T expr.Element](t testing.TB, want, got []T, bound float64, what ...any) bool {
	t.Helper()
	return SlicesWithin(t, want, got, Tolerance{ULP: bound}, what...)
}

// BytesWithin is Within for the images in memory of elements of type d.
func BytesWithin(t testing.TB, d expr.DType, want, got []byte, tol Tolerance, what ...any) bool {
	t.Helper()
	if len(want) != len(got) || len(want)%d.Size() != 0 {
		return report(t, fmt.Errorf("got %d bytes, want %d of %v", len(got), len(want), d), what)
	}
	w, g := Scalars(d, want), Scalars(d, got)
	return each(t, len(w), what, func(i int) error { return tol.Accepts(w[i], g[i]) })
}

func each(t testing.TB, n int, what []any, check func(i int) error) bool {
	t.Helper()
	wrong := 0
	for i := range n {
		err := check(i)
		if err == nil {
			continue
		}
		if wrong++; wrong <= maxReports {
			report(t, fmt.Errorf("element %d: %w", i, err), what)
		}
	}
	if wrong > maxReports {
		t.Errorf("… and %d more of %d elements", wrong-maxReports, n)
	}
	return wrong == 0
}

// WithinSum fails the test unless |want - got| ≤ k·eps(d)·size, the bound for
// sums and dot products, whose size is that of the sum of the terms' absolute
// values. Values that aren't finite must be equal.
func WithinSum(t testing.TB, d expr.DType, want, got complex128, size, k float64, what ...any) bool {
	t.Helper()
	for _, c := range [2][2]float64{{real(want), real(got)}, {imag(want), imag(got)}} {
		w, g := c[0], c[1]
		if identical(w, g) || w == g {
			continue
		}
		bound := k * Epsilon(d) * size
		// Written so that NaN fails.
		if !(math.Abs(w-g) <= bound) || math.IsInf(w, 0) || math.IsInf(g, 0) {
			return report(t, fmt.Errorf("got %v, want %v: off by %.4g, of which %.4g are allowed",
				got, want, math.Abs(w-g), bound), what)
		}
	}
	return true
}

func report(t testing.TB, err error, what []any) bool {
	t.Helper()
	if err == nil {
		return true
	}
	if len(what) > 0 {
		format, ok := what[0].(string)
		if !ok {
			format = fmt.Sprint(what[0])
		}
		t.Errorf("%s: %v", fmt.Sprintf(format, what[1:]...), err)
	} else {
		t.Error(err)
	}
	return false
}
