package expr

import (
	"math"
	"math/big"
)

func intDiv[T Integer](a, b T) T {
	if b == 0 {
		return 0
	}
	return a / b
}

func intFloorDiv(a, b int64) int64 {
	q := intDiv(a, b)
	if b != 0 && q*b != a && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func intMod[T int64 | uint64](a, b T) T {
	if b == 0 {
		return 0
	}
	r := a % b
	if r != 0 && (r < 0) != (b < 0) {
		r += b
	}
	return r
}

func intPow[T int64 | uint64](a, b T) T {
	if b < 0 {
		return 0
	}
	r := T(1)
	for ; b > 0; b >>= 1 {
		if b&1 != 0 {
			r *= a
		}
		a *= a
	}
	return r
}

func sign[T int64 | float64](a T) int {
	switch {
	case a > 0:
		return 1
	case a < 0:
		return -1
	}
	return 0
}

func floatSign(a float64) float64 {
	if s := sign(a); s != 0 {
		return float64(s)
	}
	return a
}

// roundTo rounds x to a float of so many bits.
func roundTo(x float64, bits int) float64 {
	if bits == 32 {
		return float64(float32(x))
	}
	return x
}

// floatMod is a - b·floor(a/b), exactly rounded. It is a itself when b is
// infinite with a's sign, b when with the other, and a zero has b's sign.
func floatMod(a, b float64) float64 {
	r := math.Mod(a, b)
	switch {
	case r == 0:
		return math.Copysign(0, b)
	case (r < 0) != (b < 0):
		return r + b // NaN stays
	}
	return r
}

// floatFloorDiv is floor(a/b) of the exact quotient, rounded. x/0 is infinite
// or NaN, Inf/x is NaN.
func floatFloorDiv(a, b float64) float64 {
	r := math.Mod(a, b)
	switch {
	case b == 0:
		return a / b
	case r != r:
		return r
	}
	// The quotient of a - r and b is an integer; it is found exactly.
	q := 0.0
	if isFinite(b) {
		const prec = 2200 // exponents of quotients range over 2^±1074·2^1024
		n := new(big.Float).SetPrec(prec).SetFloat64(a)
		n.Sub(n, big.NewFloat(r))
		n.Quo(n, new(big.Float).SetPrec(prec).SetFloat64(b))
		if r != 0 && (r < 0) != (b < 0) {
			n.Sub(n, big.NewFloat(1))
		}
		q, _ = n.Float64()
	} else if r != 0 && (r < 0) != (b < 0) {
		q = -1
	}
	if q == 0 {
		return math.Copysign(0, a/b)
	}
	return q
}

// floatFMA rounds a·b + c once, to a float of so many bits.
func floatFMA(a, b, c float64, bits int) float64 {
	if bits == 64 {
		return math.FMA(a, b, c)
	}
	p := a * b // exact
	s := p + c
	if !isFinite(s) || p == 0 || c == 0 {
		return s
	}
	const prec = 700 // all of 2^-298 … 2^256
	z := new(big.Float).SetPrec(prec).SetFloat64(p)
	f, _ := z.Add(z, big.NewFloat(c)).Float32()
	return float64(f)
}

// complexMul multiplies by components, each operation rounded to floats of so
// many bits.
func complexMul(a, b, _ complex128, bits int) complex128 {
	r := func(x float64) float64 { return roundTo(x, bits) }
	re := r(real(a)*real(b)) - r(imag(a)*imag(b))
	im := r(real(a)*imag(b)) + r(imag(a)*real(b))
	return complex(r(re), r(im))
}
