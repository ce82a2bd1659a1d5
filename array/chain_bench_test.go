package array

import (
	"fmt"
	"testing"
)

// BenchmarkChain16 is the overhead of planning: a chain of five operations on
// 16 elements, from the calls to the values being there.
func BenchmarkChain16(b *testing.B) {
	dev := testDevice(b)
	x, y := Full(dev, float32(0.5), 16), Full(dev, float32(0.25), 16)
	if err := Eval(x, y); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		c := x.Mul(y).Add(Sin(x)).Add(Cos(y))
		if err := c.Eval(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/5, "ns/operation")
}

// BenchmarkChain is the same on square matrices.
func BenchmarkChain(b *testing.B) {
	for _, n := range []int{500, 1000, 2000, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			dev := testDevice(b)
			x, y := Full(dev, float32(0.5), n, n), Full(dev, float32(0.25), n, n)
			if err := Eval(x, y); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(n) * int64(n) * 12)
			for b.Loop() {
				c := x.Mul(y).Add(Sin(x)).Add(Cos(y))
				if err := c.Eval(); err != nil {
					b.Fatal(err)
				}
				c.Close()
			}
		})
	}
}
