package exact

import (
	"math"
	"math/big"
	"sync"
)

// erf sums 2/√π·exp(-x²)·Σ 2^n x^(2n+1)/(1·3·5…(2n+1)), whose terms are
// positive, in so many bits.
func erf(x number, bits uint) number {
	wide := func(v int64) number { return new(big.Float).SetPrec(bits).SetInt64(v) }
	x2 := wide(0)
	x2.Mul(x, x)
	sum, term := wide(0).Set(x), wide(0).Set(x)
	for n := int64(1); ; n++ {
		term.Mul(term, x2)
		term.Quo(term, wide(2*n+1))
		term.SetMantExp(term, 1)
		if negligible(term, sum) {
			break
		}
		sum.Add(sum, term)
	}
	// exp(-x²) in as many bits: powers of the series for a small argument.
	const halvings = 16
	y, e, t := wide(0), wide(1), wide(1)
	y.SetMantExp(x2, -halvings)
	for n := int64(1); ; n++ {
		t.Mul(t, y)
		t.Quo(t, wide(n))
		if negligible(t, e) {
			break
		}
		e.Add(e, t)
	}
	for range halvings {
		e.Mul(e, e)
	}
	sum.Quo(sum, e)
	root := wide(0).Set(piAll())
	sum.Quo(sum, root.Sqrt(root))
	return sum.SetMantExp(sum, 1)
}

// Erf returns the error function.
func Erf(x float64) float64 {
	switch {
	case x != x || x == 0:
		return x
	case math.Abs(x) > 6:
		return math.Copysign(1, x)
	}
	return approx(erf(of(x), precision))
}

// Erfc returns 1 - Erf(x) without cancellation.
func Erfc(x float64) float64 {
	switch {
	case x != x:
		return x
	case x < -7:
		return 2
	case x > 28:
		return 0
	case x == 0:
		return 1
	}
	bits := uint(precision)
	if x > 0 {
		bits += uint(2 * x * x) // erfc(x) is about exp(-x²)
	}
	one := new(big.Float).SetPrec(bits).SetInt64(1)
	return approx(one.Sub(one, erf(of(x), bits)))
}

// stirlingFrom is where the asymptotic series, to so many terms, has 250 bits.
const (
	stirlingFrom  = 80
	stirlingTerms = 40
)

// bernoulli returns B(2), B(4), … as the recurrence Σ C(m+1,k)·B(k) = 0 has
// them.
var bernoulli = sync.OnceValue(func() []*big.Rat {
	b := make([]*big.Rat, 2*stirlingTerms+1)
	var even []*big.Rat
	for m := range b {
		sum := new(big.Rat)
		if m == 0 {
			sum.SetInt64(-1)
		}
		for k := range m {
			c := new(big.Rat).SetInt(new(big.Int).Binomial(int64(m+1), int64(k)))
			sum.Add(sum, c.Mul(c, b[k]))
		}
		b[m] = sum.Quo(sum.Neg(sum), new(big.Rat).SetInt64(int64(m+1)))
		if m > 0 && m%2 == 0 {
			even = append(even, b[m])
		}
	}
	return even
})

// stirling returns log Γ(z) for z ≥ stirlingFrom.
func stirling(z number) number {
	sum := sub(mul(sub(z, of(0.5)), log(z)), z)
	sum = add(sum, half(log(scale(pi(), 1))))
	power, z2 := quo(of(1), z), square(z)
	for k, b := range bernoulli() {
		n := 2 * (k + 1)
		term := quo(mul(blank().SetRat(b), power), small(n*(n-1)))
		sum = add(sum, term)
		power = quo(power, z2)
	}
	return sum
}

// shifted returns p and z ≥ stirlingFrom with Γ(x) = Γ(z)/p, for x > 0.
func shifted(x number) (z, p number) {
	z, p = blank().Set(x), of(1)
	for z.Cmp(small(stirlingFrom)) < 0 {
		p = mul(p, z)
		z = add(z, of(1))
	}
	return z, p
}

// sinPi returns sin(πx) of an x that is no integer.
func sinPi(x float64) number {
	s, _ := sinCos(mul(pi(), of(math.Mod(x, 2))))
	return s
}

// Gamma returns the gamma function: ±Inf at ±0, NaN at the other poles.
func Gamma(x float64) float64 {
	switch {
	case x == 0:
		return 1 / x
	case x != x || math.IsInf(x, 1):
		return x
	case x < 0 && x == math.Floor(x):
		return math.NaN()
	case x > 180:
		return math.Inf(1)
	case x < -200:
		s := math.Mod(math.Floor(x), 2)
		return math.Copysign(0, 0.5+s)
	case x > 0:
		return approx(gamma(of(x)))
	}
	// Γ(x)·Γ(1-x) = π/sin(πx)
	return approx(quo(pi(), mul(sinPi(x), gamma(sub(of(1), of(x))))))
}

// gamma of x > 0.
func gamma(x number) number {
	z, p := shifted(x)
	return quo(exp(stirling(z)), p)
}

// LogGamma returns log |Γ(x)|, +Inf at the poles and the infinities.
func LogGamma(x float64) float64 {
	switch {
	case x != x:
		return x
	case math.IsInf(x, 0) || x <= 0 && x == math.Floor(x):
		return math.Inf(1)
	case x == 1 || x == 2:
		return 0
	case x > 0:
		return approx(logGamma(of(x)))
	}
	// Γ(1-x) in 1 - x exactly, |x| < 2^53.
	return approx(sub(log(abs(quo(pi(), sinPi(x)))), logGamma(sub(of(1), of(x)))))
}

func logGamma(x number) number {
	z, p := shifted(x)
	return sub(stirling(z), log(p))
}
