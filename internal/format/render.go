package format

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// render returns the text of every element, all of one width. scalar marks the
// element of an array without axes, which prints as a number on its own does.
func render[T Element](vals []T, scalar bool, o Options) []string {
	if !o.plain() {
		return align(verbCells(vals, o), o)
	}
	// An explicit precision makes a scalar a column of one.
	scalar = scalar && o.Precision < 0
	var cells []string
	switch v := any(vals).(type) {
	case []bool:
		cells = boolCells(v, scalar)
	case []float32:
		cells = floatCells(v, scalar, o.digits())
	case []float64:
		cells = floatCells(v, scalar, o.digits())
	case []complex64:
		re, im := make([]float32, len(v)), make([]float32, len(v))
		for i, z := range v {
			re[i], im[i] = real(z), imag(z)
		}
		cells = complexCells(re, im, scalar, o.digits())
	case []complex128:
		re, im := make([]float64, len(v)), make([]float64, len(v))
		for i, z := range v {
			re[i], im[i] = real(z), imag(z)
		}
		cells = complexCells(re, im, scalar, o.digits())
	default: // the integers
		cells = make([]string, len(vals))
		for i, x := range vals {
			cells[i] = fmt.Sprint(x)
		}
	}
	return align(cells, o)
}

// boolCells gives true the width of false, so that columns do not depend on
// what is in them.
func boolCells(v []bool, scalar bool) []string {
	cells := make([]string, len(v))
	for i, x := range v {
		switch {
		case !x:
			cells[i] = "false"
		case scalar:
			cells[i] = "true"
		default:
			cells[i] = " true"
		}
	}
	return cells
}

// align pads all cells, in place, to the widest of them or to o.Width, on the
// left unless o.Minus is set.
func align(cells []string, o Options) []string {
	width := o.Width
	for _, c := range cells {
		width = max(width, utf8.RuneCountInString(c))
	}
	for i, c := range cells {
		if o.Minus {
			c = strings.TrimLeft(c, " ")
		}
		if pad := width - utf8.RuneCountInString(c); pad > 0 {
			if o.Minus {
				c += strings.Repeat(" ", pad)
			} else {
				c = strings.Repeat(" ", pad) + c
			}
		}
		cells[i] = c
	}
	return cells
}
