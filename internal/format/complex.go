package format

import "strings"

// complexCells formats real and imaginary parts as columns of their own, the
// imaginary ones with a sign, and puts a j behind the last digit.
func complexCells[F float](re, im []F, scalar bool, prec int) []string {
	cells := make([]string, len(re))
	if scalar {
		for i := range re {
			cells[i] = scalarComplex(re[i], im[i])
		}
		return cells
	}
	rc, ic := newFloatColumn(re, false, prec), newFloatColumn(im, true, prec)
	for i := range re {
		imag := ic.cell(float64(im[i]))
		digits := strings.TrimRight(imag, " ")
		cells[i] = rc.cell(float64(re[i])) + digits + "j" + imag[len(digits):]
	}
	return cells
}
