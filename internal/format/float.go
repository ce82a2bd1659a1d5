package format

import (
	"math"
	"strconv"
	"strings"
	"unsafe"
)

type float interface{ float32 | float64 }

// Limits beyond which a column of floats is printed with exponents.
const (
	expAbove = 1e8  // largest magnitude, inclusive
	expBelow = 1e-4 // smallest magnitude but zero, exclusive
	expRatio = 1000 // largest to smallest magnitude, exclusive
)

// floatColumn is the common format of a column of floats: left characters
// before the point, the sign among them, and right after it.
type floatColumn struct {
	bits        int  // 32 or 64: whose shortest digits to print
	signed      bool // positive numbers carry a plus
	exp         bool // with exponents
	prec        int  // greatest number of digits after the point
	left, right int
	expDigits   int // digits of the longest exponent
}

func floatCells[F float](v []F, scalar bool, prec int) []string {
	cells := make([]string, len(v))
	if scalar {
		for i, x := range v {
			cells[i] = scalarFloat(x, true)
		}
		return cells
	}
	c := newFloatColumn(v, false, prec)
	for i, x := range v {
		cells[i] = c.cell(float64(x))
	}
	return cells
}

// newFloatColumn fits a format to the values: fixed point or exponents by the
// range of the finite non-zero ones, then as many digits as the longest needs.
func newFloatColumn[F float](v []F, signed bool, prec int) floatColumn {
	c := floatColumn{bits: bitsOf[F](), signed: signed, exp: needsExponent(v), prec: prec}

	var mostDigits int
	special := 0 // width of the widest nan or inf
	for _, x := range v {
		f := float64(x)
		if s, ok := c.special(f); ok {
			special = max(special, len(s))
			continue
		}
		whole, frac, exp := c.parts(f)
		c.left = max(c.left, len(whole))
		mostDigits = max(mostDigits, len(frac))
		if c.exp {
			c.expDigits = max(c.expDigits, len(exp)-len("e+"))
		}
	}
	c.right = mostDigits
	if c.exp {
		c.prec = mostDigits
		c.right += len("e+") + c.expDigits
	}
	c.left = max(c.left, special-len(".")-c.right)
	return c
}

// needsExponent decides in F's own precision, so that a limit that F cannot
// represent is the limit's nearest neighbour.
func needsExponent[F float](v []F) bool {
	var lo, hi F
	for _, x := range v {
		if _, ok := specialFloat(float64(x)); ok || x == 0 {
			continue
		}
		if x < 0 {
			x = -x
		}
		if hi == 0 {
			lo = x
		}
		lo, hi = min(lo, x), max(hi, x)
	}
	return hi != 0 && (hi >= expAbove || lo < expBelow || hi/lo > expRatio)
}

// cell returns the text of one value in the column's width.
func (c floatColumn) cell(x float64) string {
	if s, ok := c.special(x); ok {
		return padLeft(s, c.left+len(".")+c.right)
	}
	whole, frac, exp := c.parts(x)
	if !c.exp {
		return padLeft(whole, c.left) + "." + padRight(frac, c.right)
	}
	if len(frac) < c.prec {
		// Digits past the shortest ones are those of the exact value.
		whole, frac, exp = c.exact(x, c.prec)
	}
	if n := len(exp) - len("e+"); n < c.expDigits {
		exp = exp[:2] + strings.Repeat("0", c.expDigits-n) + exp[2:]
	}
	return padLeft(whole, c.left) + "." + frac + exp
}

// parts returns the digits of a finite x before and after the point, and its
// exponent with letter and sign: the fewest digits that identify x among
// floats of its size, rounded to the column's precision where that is less.
// No trailing zeros follow the point.
func (c floatColumn) parts(x float64) (whole, frac, exp string) {
	whole, frac, exp = c.split(shortest(x, c.verb(), c.bits))
	switch {
	case len(frac) > c.prec:
		whole, frac, exp = c.exact(x, c.prec)
		frac = strings.TrimRight(frac, "0")
	case frac == "" && !c.exp:
		// Digits before the point are never filled up with zeros.
		whole, frac, exp = c.exact(x, 0)
	}
	return whole, frac, exp
}

// exact is parts with just as many digits after the point as asked for, those
// of the exact value.
func (c floatColumn) exact(x float64, prec int) (whole, frac, exp string) {
	return c.split(strconv.FormatFloat(x, c.verb(), prec, c.bits))
}

func (c floatColumn) verb() byte {
	if c.exp {
		return 'e'
	}
	return 'f'
}

func (c floatColumn) split(s string) (whole, frac, exp string) {
	if i := strings.IndexByte(s, 'e'); i >= 0 {
		s, exp = s[:i], s[i:]
	}
	whole, frac, _ = strings.Cut(s, ".")
	if c.signed && whole[0] != '-' {
		whole = "+" + whole
	}
	return whole, frac, exp
}

// special returns the text of a NaN or an infinity.
func (c floatColumn) special(x float64) (string, bool) {
	s, ok := specialFloat(x)
	if ok && c.signed && s[0] != '-' {
		s = "+" + s
	}
	return s, ok
}

func specialFloat(x float64) (string, bool) {
	switch {
	case math.IsNaN(x):
		return "nan", true
	case math.IsInf(x, 1):
		return "inf", true
	case math.IsInf(x, -1):
		return "-inf", true
	}
	return "", false
}

// shortest writes the fewest digits that identify a finite x. Where two such
// decimals are equally near, strconv's choice is not specified; this takes the
// one with the even last digit, as correct rounding to that length does.
func shortest(x float64, verb byte, bits int) string {
	s := strconv.FormatFloat(x, verb, -1, bits)
	digits, _, _ := strings.Cut(s, "e")
	_, frac, _ := strings.Cut(digits, ".")
	if verb == 'f' && frac == "" {
		return s // two whole numbers are never equally near
	}
	even := strconv.FormatFloat(x, verb, len(frac), bits)
	if even == s {
		return s
	}
	if back, err := strconv.ParseFloat(even, bits); err != nil || back != x {
		return s
	}
	return even
}

func bitsOf[F float]() int {
	var x F
	return int(unsafe.Sizeof(x)) * 8
}

func padLeft(s string, width int) string {
	return strings.Repeat(" ", max(width-len(s), 0)) + s
}

func padRight(s string, width int) string {
	return s + strings.Repeat(" ", max(width-len(s), 0))
}
