package gen

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestMagicDivides(t *testing.T) {
	quotient := func(n, d uint32) uint32 {
		m, s := magic(d)
		hi, _ := bits.Mul32(n, m)
		return (hi + n) >> s
	}
	divisors := []uint32{1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 13, 31, 32, 33, 641, 1000, 65535, 65536, 65537, 1 << 30, 1<<31 - 2, 1<<31 - 1}
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		divisors = append(divisors, 1+r.Uint32N(1<<31-1))
	}
	for _, d := range divisors {
		for _, n := range []uint32{0, 1, d - 1, d, d + 1, 2*d - 1, 2 * d, math.MaxInt32 - 1, math.MaxInt32, r.Uint32N(1 << 31)} {
			if n <= math.MaxInt32 {
				assert.Equal(t, n/d, quotient(n, d), "%d / %d", n, d)
			}
		}
	}
}

func TestArgsAlign(t *testing.T) {
	var a Args
	a.U32(1)
	a.Ptr(2)
	a.Bytes([]byte{7}, 1)
	a.I32(-1)
	a.F64(1)
	assert.Len(t, a.Packed(), 32)
	assert.Equal(t, byte(7), a.Packed()[16])
	assert.Equal(t, byte(0xff), a.Packed()[20])
	a.Reset()
	assert.Empty(t, a.Packed())
}
