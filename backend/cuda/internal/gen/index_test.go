package gen

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func indexClasses() (all []IndexClass) {
	for _, size := range []int{1, 2, 4, 8, 16} {
		for bits := range 16 {
			all = append(all, IndexClass{size, bits&1 != 0, bits&2 != 0, bits&4 != 0, bits&8 != 0})
		}
	}
	return all
}

func TestIndexTextsParse(t *testing.T) {
	var sources []Source
	for _, c := range indexClasses() {
		sources = append(sources, c.Take(), c.Mark(), c.Put())
	}
	parseAll(t, sources)
}

func TestIndexHeads(t *testing.T) {
	var b strings.Builder
	for _, c := range indexClasses() {
		fmt.Fprintf(&b, "// %+v\n%s\n", c, c.head())
	}
	golden(t, "index.cuh", b.String())
}

func TestIndexKeysDiffer(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range indexClasses() {
		key := string(c.AppendKey(nil))
		assert.False(t, seen[key], key)
		seen[key] = true
	}
}

func TestIndexWidens(t *testing.T) {
	rows := func(size, r int) Index {
		return Index{Size: size, O: 1, M: 5, N: 7, R: r, At: Strides{0, r, 1}, In: Strides{0, r, 1}, By: Strides{0, 1, 0}}
	}
	for _, c := range []struct {
		name    string
		x       Index
		at, in  uint64
		size, r int
	}{
		{"float rows", rows(4, 64), 256, 512, 16, 16},
		{"byte rows", rows(1, 48), 256, 512, 16, 3},
		{"one row a word", rows(1, 16), 256, 512, 16, 1},
		{"even rows", rows(4, 6), 256, 512, 8, 3},
		{"odd rows", rows(4, 5), 256, 512, 4, 5},
		{"address of eight", rows(4, 64), 256, 520, 8, 32},
		{"odd address", rows(1, 64), 257, 512, 1, 64},
		{"already wide", rows(16, 4), 256, 512, 16, 4},
		{"no rows", rows(4, 1), 256, 512, 4, 1},
		{"index varies", Index{Size: 4, O: 1, M: 5, N: 7, R: 8, At: Strides{0, 8, 1}, In: Strides{0, 8, 1}, By: Strides{0, 8, 1}}, 0, 0, 4, 8},
		{"strided", Index{Size: 4, O: 1, M: 5, N: 7, R: 8, At: Strides{0, 8, 1}, In: Strides{0, 16, 2}, By: Strides{0, 1, 0}}, 0, 0, 4, 8},
		{"odd stride", Index{Size: 4, O: 1, M: 5, N: 7, R: 8, At: Strides{0, 9, 1}, In: Strides{0, 8, 1}, By: Strides{0, 1, 0}}, 0, 0, 4, 8},
		{"odd stride of one", Index{Size: 4, O: 1, M: 1, N: 7, R: 8, At: Strides{3, 8, 1}, In: Strides{5, 9, 1}, By: Strides{0, 1, 0}}, 0, 0, 16, 2},
		{"backwards", Index{Size: 4, O: 2, M: 5, N: 7, R: 8, At: Strides{-56, -8, 1}, In: Strides{40, 8, 1}, By: Strides{0, 1, 0}}, 0, 0, 16, 2},
	} {
		before := c.x
		c.x.Widen(c.at, c.in)
		assert.Equal(t, c.size, c.x.Size, c.name)
		assert.Equal(t, c.r, c.x.R, c.name)
		k := c.size / before.Size
		if c.x.M > 1 {
			assert.Equal(t, before.In[1], c.x.In[1]*k, c.name)
			assert.Equal(t, before.At[1], c.x.At[1]*k, c.name)
		}
	}
}

func TestIndexMarks(t *testing.T) {
	x := Index{Size: 4, O: 3, M: 5, N: 7, R: 2, By: Strides{10, 2, 1}}
	for _, c := range []struct {
		by      Strides
		table   Strides
		entries int
		o, r    int
	}{
		{Strides{10, 2, 1}, Strides{14, 2, 1}, 42, 3, 2},
		{Strides{0, 1, 0}, Strides{0, 1, 0}, 7, 1, 1},
		{Strides{5, 1, 0}, Strides{7, 1, 0}, 21, 3, 1},
		{Strides{0, 2, -1}, Strides{0, 2, 1}, 14, 1, 2},
	} {
		x.By = c.by
		table, entries := x.Marks()
		assert.Equal(t, c.table, table)
		assert.Equal(t, c.entries, entries)
		m := x.Marked()
		assert.Equal(t, [3]int{c.o, 5, c.r}, [3]int{m.O, m.M, m.R})
	}
	x.O, x.By = 1, Strides{10, 2, 1}
	table, _ := x.Marks()
	assert.Zero(t, table[0], "an axis of one element doesn't vary")
}

// 64 bits are taken exactly where a place or a distance may need them.
func TestIndexClassIsWide(t *testing.T) {
	small := Index{Size: 4, O: 1, M: 10, N: 10, R: 1, At: Strides{0, 1, 0}, In: Strides{0, 1, 0}, By: Strides{0, 1, 0}}
	assert.Equal(t, IndexClass{Size: 4}, small.Class(false))
	for name, change := range map[string]func(x *Index){
		"elements": func(x *Index) { x.M = math.MaxInt32 },
		"at":       func(x *Index) { x.At[1] = -1 << 28 },
		"in":       func(x *Index) { x.In[1] = 1 << 28 },
		"by":       func(x *Index) { x.By[1] = 1 << 28 },
	} {
		x := small
		change(&x)
		assert.True(t, x.Class(false).Wide, name)
	}
	x := Index{Size: 4, O: 1 << 11, M: 1, N: 1 << 20, R: 1, By: Strides{1, 0, 0}}
	assert.False(t, x.Class(false).Wide)
	assert.True(t, x.Class(true).Wide, "the table of marks")
	x.By[0] = 0
	assert.False(t, x.Class(true).Wide, "one index for all, so a small table")
}

func TestIndexArguments(t *testing.T) {
	x := Index{Size: 4, O: 2, M: 3, N: 5, R: 7}
	var a Args
	IndexClass{}.AppendSpace(&a, &x)
	assert.Len(t, a.Packed(), 28)
	IndexClass{}.AppendStrides(&a, Strides{1, -1, 0})
	assert.Len(t, a.Packed(), 40)
	a.Reset()
	IndexClass{Wide: true}.AppendSpace(&a, &x)
	IndexClass{Wide: true}.AppendStrides(&a, Strides{1, -1, 0})
	assert.Len(t, a.Packed(), 48)
}
