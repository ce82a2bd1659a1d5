package cpu

import "math"

// The standard library's logarithms are wrong for subnormal numbers on some
// machines, and its powers lose a bit for every power of two in the result's
// logarithm.

// tiny is the smallest normal number, lift a power of two that makes subnormal
// ones normal.
const (
	tiny     = 0x1p-1022
	liftBits = 54
	lift     = 1 << liftBits
)

func logarithm(x float64) float64 {
	if x > 0 && x < tiny {
		return math.Log(x*lift) - liftBits*math.Ln2
	}
	return math.Log(x)
}

func logarithm10(x float64) float64 {
	if x > 0 && x < tiny {
		return math.Log10(x*lift) - liftBits*(math.Ln2/math.Ln10)
	}
	return math.Log10(x)
}

// double2 is an unevaluated sum of two floats, hi + lo.
type double2 struct{ hi, lo float64 }

// twoSum is a + b exactly.
func twoSum(a, b float64) double2 {
	s := a + b
	v := s - a
	return double2{s, (a - (s - v)) + (b - v)}
}

// twoProduct is a·b exactly, but for underflow.
func twoProduct(a, b float64) double2 {
	p := a * b
	return double2{p, math.FMA(a, b, -p)}
}

func (a double2) add(b double2) double2 {
	s := twoSum(a.hi, b.hi)
	return twoSum(s.hi, s.lo+(a.lo+b.lo))
}

func (a double2) mul(b double2) double2 {
	p := twoProduct(a.hi, b.hi)
	return twoSum(p.hi, p.lo+(float64(a.hi*b.lo)+float64(a.lo*b.hi)))
}

// ln2Parts is ln 2 in two parts.
var ln2Parts = double2{math.Ln2, 2.3190468138462996e-17}

// perLn2 is 1/ln 2 in two parts.
var perLn2 = double2{math.Log2E, 2.0355273740931033e-17}

// wideLog is the logarithm of a positive finite number to about 65 bits. With
// x = 2ᵉ·m and s = (m-1)/(m+1) it is e·ln 2 + 2·(s + s³/3 + s⁵/5 + …).
func wideLog(x float64) double2 {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, e = 2*m, e-1
	}
	n := m - 1 // exact
	d := twoSum(m, 1)
	s := double2{hi: n / d.hi}
	s.lo = (math.FMA(-s.hi, d.hi, n) - s.hi*d.lo) / d.hi
	q := s.mul(s)
	rest := 0.0
	for k := 29; k >= 5; k -= 2 {
		rest = float64(rest*q.hi) + 1/float64(k)
	}
	third := double2{1. / 3, 1.850371707708594e-17}
	series := s.add(s.mul(q).mul(third.add(double2{hi: rest * q.hi})))
	series = double2{2 * series.hi, 2 * series.lo}
	return ln2Parts.mul(double2{hi: float64(e)}).add(series)
}

// logarithm2 does not cancel near 1.
func logarithm2(x float64) float64 {
	if x <= 0 || x-x != 0 {
		return math.Log2(x)
	}
	w := wideLog(x).mul(perLn2)
	return w.hi + w.lo
}

// exponential is right up to the end of the range, which that of the standard
// library is not on every machine.
func exponential(x float64) float64 {
	if math.Abs(x) < 700 {
		return math.Exp(x)
	}
	h := math.Exp(x / 2)
	return h * h
}

// power is x to the y as C99 has it.
func power(x, y float64) float64 {
	if x == 0 || y == 0 || y == 1 || x == 1 || x-x != 0 || y-y != 0 || x < 0 && y != math.Trunc(y) || math.Abs(y) > 0x1p65 {
		return math.Pow(x, y)
	}
	l := wideLog(math.Abs(x))
	p := twoProduct(y, l.hi)
	p.lo += y * l.lo
	r := exponential(p.hi)
	if r != 0 && r-r == 0 {
		r += r * p.lo
	}
	if x < 0 && math.Mod(y, 2) != 0 {
		return -r
	}
	return r
}
