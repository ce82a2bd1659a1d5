package gen

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// compactOf plans a compaction.
func compactOf(d expr.DType, src, mask backend.View, shape ...int) *Compact {
	src.DType, mask.DType = d, expr.Bool
	var sp Space
	sp.Set(CompactKernel(src, mask, shape))
	var c Compact
	c.Set(&sp)
	return &c
}

func TestCompactTextsParse(t *testing.T) {
	m := memory(1 << 40)
	at := func(offset int, strides ...int) backend.View {
		return backend.View{Buffer: m, Strides: strides, Offset: offset}
	}
	positions := func(offset int, strides ...int) backend.View {
		return backend.View{Strides: strides, Offset: offset}
	}
	var sources []Source
	for _, d := range expr.DTypes() {
		for _, c := range []*Compact{
			compactOf(d, at(0, 1), at(0, 1), 10000),
			compactOf(d, at(3, -2), at(1, 1), 10000),
			compactOf(d, at(0, 1, 100), at(0, 7, 1), 100, 7),
			compactOf(d, at(0, 100, 1), at(0, 0, 1), 7, 100),
			compactOf(d, at(0, 0), at(0, 0), 10000),
			compactOf(d, at(0, 1), at(0, 1), 1<<33),
		} {
			sources = append(sources, c.Count(), c.Fill())
		}
	}
	for _, c := range []*Compact{
		compactOf(expr.Int64, positions(5, 1), at(0, 1), 10000),
		compactOf(expr.Int64, positions(5, 0), at(0, 1), 10000),
		compactOf(expr.Int64, positions(5, 1, 100), at(0, 100, 1), 100, 100),
	} {
		sources = append(sources, c.Count(), c.Fill())
	}
	parse(t, together(sources))
}

func TestCompactTiles(t *testing.T) {
	one := backend.View{Buffer: memory(1), Strides: []int{0}}
	for n, tiles := range map[int]int{1: 1, 8191: 1, 8192: 1, 8193: 2, 1 << 33: 1 << 20} {
		assert.Equal(t, tiles, compactOf(expr.Int8, one, one, n).Tiles(), "%d elements", n)
	}
	assert.Equal(t, 2*32, compactOf(expr.Int8, one, one, 32*8192).State())
	assert.Equal(t, 2*(33+2), compactOf(expr.Int8, one, one, 32*8192+1).State())
}

func TestCompactGolden(t *testing.T) {
	m := memory(1 << 20)
	c := compactOf(expr.Float64, backend.View{Buffer: m, Strides: []int{1, 100}}, backend.View{Buffer: m, Strides: []int{8, 1}}, 100, 8)
	golden(t, "compact.cuh", c.head()+compactCommon+compactFill)
}
