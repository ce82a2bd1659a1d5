// Package exact evaluates elementary and special functions in several hundred
// bits and rounds once, for oracles: slow, and right to the last place but for
// ties that nothing short of a proof decides. The standard library's functions
// err by up to some dozens of units in the last place, and some are wrong
// outright at the ends of the range.
//
// Functions take and give float64 and complex128 with the special values of
// C99's Annexes F and G, as far as those are finite: what isn't is NaN or
// infinite in some component.
package exact

import (
	"math"
	"math/big"
	"sync"
)

// precision in bits. What cancels in the formulas below costs less than 150.
const precision = 400

// number is a finite value without overflow or underflow. Functions return
// fresh ones and leave their arguments alone.
type number = *big.Float

func blank() number { return new(big.Float).SetPrec(precision) }

func of(x float64) number     { return blank().SetFloat64(x) }
func add(x, y number) number  { return blank().Add(x, y) }
func sub(x, y number) number  { return blank().Sub(x, y) }
func mul(x, y number) number  { return blank().Mul(x, y) }
func quo(x, y number) number  { return blank().Quo(x, y) }
func neg(x number) number     { return blank().Neg(x) }
func abs(x number) number     { return blank().Abs(x) }
func sqrt(x number) number    { return blank().Sqrt(x) }
func half(x number) number    { return scale(x, -1) }
func square(x number) number  { return mul(x, x) }
func small(n int) number      { return blank().SetInt64(int64(n)) }
func isZero(x number) bool    { return x.Sign() == 0 }
func approx(x number) float64 { f, _ := x.Float64(); return f }

// scale returns x·2^n.
func scale(x number, n int) number {
	if isZero(x) {
		return blank().Set(x)
	}
	return blank().SetMantExp(x, n)
}

// exponent returns e with 2^(e-1) ≤ |x| < 2^e, very negative for zero.
func exponent(x number) int {
	if isZero(x) {
		return math.MinInt32
	}
	return x.MantExp(nil)
}

// negligible reports whether adding term to sum changes nothing.
func negligible(term, sum number) bool {
	return isZero(term) || exponent(term) < exponent(sum)-int(sum.Prec())-2
}

// constants are computed when first asked for, pi with more digits: arguments
// of up to 2^1024 are reduced by it.
var (
	ln2   = sync.OnceValue(func() number { return quo(log1pSeries(quo(small(-1), small(2))), small(-1)) })
	ln10  = sync.OnceValue(func() number { return log(small(10)) })
	piAll = sync.OnceValue(machin)
	pi    = sync.OnceValue(func() number { return blank().Set(piAll()) })
)

// log1pSeries sums Σ (-1)^(n+1) x^n/n for |x| ≤ 1/2.
func log1pSeries(x number) number {
	sum, power := blank(), of(1)
	for n := 1; ; n++ {
		power = mul(power, x)
		term := quo(power, small(n))
		if n%2 == 0 {
			term.Neg(term)
		}
		if negligible(term, sum) && n > 1 {
			return sum
		}
		sum = add(sum, term)
	}
}

// machin returns π = 16·atan(1/5) - 4·atan(1/239) in 1600 bits.
func machin() number {
	const bits = 1600
	inverse := func(n int64) number { // atan(1/n)
		wide := func(v int64) number { return new(big.Float).SetPrec(bits + 32).SetInt64(v) }
		power := wide(1)
		power.Quo(power, wide(n))
		sum := wide(0).Copy(power)
		for k := int64(1); power.MantExp(nil) > -bits-32; k++ {
			power.Quo(power, wide(n*n))
			term := wide(0)
			term.Quo(power, wide(2*k+1))
			if k%2 == 1 {
				term.Neg(term)
			}
			sum.Add(sum, term)
		}
		return sum
	}
	a, b := inverse(5), inverse(239)
	a.SetMantExp(a, 4)
	b.SetMantExp(b, 2)
	return new(big.Float).SetPrec(bits).Sub(a, b)
}
