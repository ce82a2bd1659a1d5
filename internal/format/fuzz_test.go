package format

import (
	"io"
	"math"
	"strings"
	"testing"
)

// FuzzWrite looks for options, shapes and values that panic, read outside the
// array, read much more than is shown, or break the brackets.
func FuzzWrite(f *testing.F) {
	f.Add([]byte{3, 4}, uint64(math.MaxUint64), 'v', -1, 0, uint8(0), 1000, 3, 75)
	f.Add([]byte{20, 20, 20}, math.Float64bits(1e-9), 'e', 3, 12, uint8(5), 10, 1, 20)
	f.Add([]byte{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, uint64(1), 'd', -1, 3, uint8(9), 0, 0, 0)
	f.Add([]byte{}, math.Float64bits(math.NaN()), '%', 0, 0, uint8(2), 0, 0, 0)
	f.Add([]byte{0, 7}, uint64(3), 's', 2, 5, uint8(63), -4, 2, 9)
	f.Add([]byte{255, 128}, uint64(3), 'x', 2, 5, uint8(63), 4, 2, 9)
	f.Fuzz(func(t *testing.T, dims []byte, seed uint64, verb rune, prec, width int, flags uint8, threshold, edge, line int) {
		o := Options{
			Verb: verb, Precision: prec, Width: width,
			Plus: flags&1 != 0, Sharp: flags&2 != 0, Minus: flags&4 != 0, Space: flags&8 != 0, Zero: flags&16 != 0,
			Threshold: threshold, EdgeItems: edge, LineWidth: line, Header: "header",
		}
		shape := make([]int, len(dims))
		for i, d := range dims {
			switch {
			case d < 180:
				shape[i] = int(d)
			case d < 250:
				shape[i] = (int(d) - 179) << 20
			default:
				shape[i] = -1
			}
		}
		// Much text is slow, not wrong.
		if indices, err := Indices(shape, Options{Threshold: min(threshold, 300), EdgeItems: max(min(edge, 3), 0)}); err == nil {
			o.Threshold = min(threshold, 300)
			o.EdgeItems = min(edge, 3)
			if max(prec, width) > 200 && max(prec, width) <= maxWidth && len(indices) > 10 {
				t.Skip()
			}
		}
		at := func(i int) uint64 {
			x := seed ^ uint64(i)*0x9e3779b97f4a7c15
			return x ^ x>>31
		}
		check(t, shape, o, func(i int) bool { return at(i)&1 != 0 })
		check(t, shape, o, func(i int) int8 { return int8(at(i)) })
		check(t, shape, o, func(i int) uint64 { return at(i) })
		check(t, shape, o, func(i int) float32 { return math.Float32frombits(uint32(at(i))) })
		check(t, shape, o, func(i int) float64 { return math.Float64frombits(at(i)) })
		check(t, shape, o, func(i int) complex64 {
			return complex(math.Float32frombits(uint32(at(i))), math.Float32frombits(uint32(at(i)>>32)))
		})
		check(t, shape, o, func(i int) complex128 {
			return complex(math.Float64frombits(at(i)), math.Float64frombits(at(i+1)))
		})
	})
}

func check[T Element](t *testing.T, shape []int, o Options, at func(int) T) {
	t.Helper()
	size := 1
	for _, n := range shape {
		size = mulSaturated(size, max(n, 0))
	}
	var b strings.Builder
	err := Write(&b, Source[T]{Shape: shape, At: func(i int) T {
		if i < 0 || i >= size {
			t.Fatalf("index %d of %d elements", i, size)
		}
		return at(i)
	}}, o)
	if err != nil {
		if b.Len() != 0 {
			t.Fatalf("%v, yet %q is written", err, b.String())
		}
		return
	}
	out := b.String()
	// Characters of %c and %q may be brackets themselves.
	if o.plain() {
		if strings.Count(out, "[") != strings.Count(out, "]") {
			t.Fatalf("unbalanced: %q", out)
		}
		if strings.Contains(out, " \n") {
			t.Fatalf("spaces before a line end: %q", out)
		}
	}
}

func BenchmarkWriteHuge(b *testing.B) {
	s := Source[float32]{Shape: []int{1000, 1000, 1000}, At: func(i int) float32 { return float32(i) / 3 }}
	for b.Loop() {
		if err := Write(io.Discard, s, Default()); err != nil {
			b.Fatal(err)
		}
	}
}
