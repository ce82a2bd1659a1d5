package format

import (
	"math"
	"strings"
)

// Magnitudes between which a number on its own is printed without exponent.
const (
	scalarBelow = 1e16 // exclusive
	scalarAbove = 1e-4 // inclusive
)

// scalarFloat writes a number on its own, with as many digits as identify it.
// point asks for a ".0" after a whole number.
func scalarFloat[F float](v F, point bool) string {
	x := float64(v)
	if s, ok := specialFloat(x); ok {
		return s
	}
	size := bitsOf[F]()
	if a := math.Abs(x); a != 0 && (a >= scalarBelow || a < scalarAbove) {
		return shortest(x, 'e', size)
	}
	s := shortest(x, 'f', size)
	if point && !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// scalarComplex writes a complex number on its own: 2j, (1+2j), (-0-0j).
func scalarComplex[F float](re, im F) string {
	imag := scalarFloat(im, false) + "j"
	if re == 0 && !math.Signbit(float64(re)) {
		return imag
	}
	if imag[0] != '-' {
		imag = "+" + imag
	}
	return "(" + scalarFloat(re, false) + imag + ")"
}
