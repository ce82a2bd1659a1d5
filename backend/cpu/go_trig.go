package cpu

import (
	"math"
	"math/big"
	"sync"
)

// The standard library loses bits of large angles that lie close to a multiple
// of π/2. From farAngle on they are reduced in as many bits as it takes; that
// is slow, and rare.
const farAngle = 1 << 29

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

// reduceFar returns x less the nearest multiple of π/2, as a sum of two
// floats, and that multiple modulo 4.
func reduceFar(x float64) (r, rest float64, quadrant int) {
	v := new(big.Float).SetPrec(piBits).SetFloat64(x)
	q := new(big.Float).SetPrec(piBits).Quo(v, halfPi())
	q.Add(q, new(big.Float).SetFloat64(math.Copysign(0.5, x)))
	n, _ := q.Int(nil)
	v.Sub(v, new(big.Float).SetPrec(piBits).Mul(new(big.Float).SetPrec(piBits).SetInt(n), halfPi()))
	r, _ = v.Float64()
	rest, _ = v.Sub(v, new(big.Float).SetFloat64(r)).Float64()
	quadrant = int(new(big.Int).And(n, big.NewInt(3)).Int64())
	return r, rest, quadrant
}

// sinCos returns the sine and the cosine.
func sinCos(x float64) (sin, cos float64) {
	if !(math.Abs(x) >= farAngle) || math.IsInf(x, 0) {
		return math.Sincos(x)
	}
	r, rest, quadrant := reduceFar(x)
	s, c := math.Sincos(r)
	s, c = s+float64(c*rest), c-float64(s*rest)
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
	if !(math.Abs(x) >= farAngle) {
		return math.Sin(x)
	}
	s, _ := sinCos(x)
	return s
}

func cosine(x float64) float64 {
	if !(math.Abs(x) >= farAngle) {
		return math.Cos(x)
	}
	_, c := sinCos(x)
	return c
}

func tangent(x float64) float64 {
	if !(math.Abs(x) >= farAngle) {
		return math.Tan(x)
	}
	s, c := sinCos(x)
	return s / c
}
