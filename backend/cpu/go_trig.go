package cpu

import (
	"math"
	"math/big"
	"sync"
)

// The standard library loses bits of angles that lie close to a multiple of
// π/2, so they are reduced here, to a sum of two floats. From farAngle on that
// takes as many bits as the exponent says; it is slow, and rare.
const farAngle = 1 << 20

// halfPiParts add up to π/2.
var halfPiParts = [3]float64{math.Pi / 2, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110}

// piBits suffice for the exponents of all floats and what cancels.
const piBits = 1300

// halfPi is π/2 by Machin's formula, 16·atan(1/5) - 4·atan(1/239).
var halfPi = sync.OnceValue(func() *big.Float {
	one := new(big.Int).Lsh(big.NewInt(1), piBits+32)
	arc := func(n int64) *big.Int {
		sum, power := new(big.Int), new(big.Int).Quo(one, big.NewInt(n))
		square := big.NewInt(n * n)
		for k := int64(1); power.Sign() != 0; k += 2 {
			term := new(big.Int).Quo(power, big.NewInt(k))
			if k%4 == 1 {
				sum.Add(sum, term)
			} else {
				sum.Sub(sum, term)
			}
			power.Quo(power, square)
		}
		return sum
	}
	pi := new(big.Int).Mul(arc(5), big.NewInt(8))
	pi.Sub(pi, new(big.Int).Mul(arc(239), big.NewInt(2)))
	f := new(big.Float).SetPrec(piBits).SetInt(pi)
	return f.SetMantExp(f, -(piBits + 32))
})

// reduce returns x less the nearest multiple of π/2, and that multiple modulo
// 4.
func reduce(x float64) (r double2, quadrant int) {
	switch {
	case math.Abs(x) <= math.Pi/4:
		return double2{hi: x}, 0
	case math.Abs(x) >= farAngle:
		return reduceFar(x)
	}
	n := math.Round(x * (2 / math.Pi))
	r = double2{hi: x}
	for _, part := range halfPiParts {
		p := twoProduct(-n, part)
		r = r.add(p)
	}
	return r, int(int64(n) & 3)
}

func reduceFar(x float64) (r double2, quadrant int) {
	v := new(big.Float).SetPrec(piBits).SetFloat64(x)
	q := new(big.Float).SetPrec(piBits).Quo(v, halfPi())
	q.Add(q, new(big.Float).SetFloat64(math.Copysign(0.5, x)))
	n, _ := q.Int(nil)
	v.Sub(v, new(big.Float).SetPrec(piBits).Mul(new(big.Float).SetPrec(piBits).SetInt(n), halfPi()))
	r.hi, _ = v.Float64()
	r.lo, _ = v.Sub(v, new(big.Float).SetFloat64(r.hi)).Float64()
	return r, int(new(big.Int).And(n, big.NewInt(3)).Int64())
}

// sinCos returns the sine and the cosine.
func sinCos(x float64) (sin, cos float64) {
	if x-x != 0 || x == 0 {
		return math.Sincos(x)
	}
	r, quadrant := reduce(x)
	s, c := math.Sincos(r.hi)
	s, c = s+float64(c*r.lo), c-float64(s*r.lo)
	switch quadrant {
	case 1:
		return c, -s
	case 2:
		return -s, -c
	case 3:
		return -c, s
	}
	return s, c
}

func sine(x float64) float64 {
	s, _ := sinCos(x)
	return s
}

func cosine(x float64) float64 {
	_, c := sinCos(x)
	return c
}

func tangent(x float64) float64 {
	s, c := sinCos(x)
	return s / c
}

// arcCosine does not cancel near 1.
func arcCosine(x float64) float64 {
	if x > 0.5 && x <= 1 {
		return 2 * math.Asin(math.Sqrt((1-x)/2))
	}
	return math.Acos(x)
}

// arcTangent2 has the sign of y, however small y/x is.
func arcTangent2(y, x float64) float64 { return math.Copysign(math.Atan2(y, x), y) }

// sinhOf and coshOf are right up to the end of the range.
func sinhOf(x float64) float64 {
	if math.Abs(x) < 700 {
		return math.Sinh(x)
	}
	h := math.Exp(math.Abs(x) / 2)
	return math.Copysign(h/2*h, x)
}

func coshOf(x float64) float64 {
	if math.Abs(x) < 700 {
		return math.Cosh(x)
	}
	h := math.Exp(math.Abs(x) / 2)
	return h / 2 * h
}
