//go:build cgo && linux

package cuda

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// placement places a shape in memory; the elements of some share places.
type placement struct {
	name   string
	shared bool
	place  func(shape []int) (strides []int, offset, length int)
}

func placements() []placement {
	dense := func(shape []int) []int { return []int{shape[1] * shape[2], shape[2], 1} }
	count := func(shape []int) int { return shape[0] * shape[1] * shape[2] }
	return []placement{
		{"dense", false, func(s []int) ([]int, int, int) { return dense(s), 0, count(s) }},
		{"offset", false, func(s []int) ([]int, int, int) { return dense(s), 3, count(s) + 3 }},
		{"reversed", false, func(s []int) ([]int, int, int) {
			d := dense(s)
			return []int{-d[0], -d[1], -d[2]}, count(s) - 1, count(s)
		}},
		{"flipped", false, func(s []int) ([]int, int, int) {
			d := dense(s)
			return []int{d[0], -d[1], d[2]}, (s[1] - 1) * d[1], count(s)
		}},
		{"transposed", false, func(s []int) ([]int, int, int) { return []int{1, s[0] * s[2], s[0]}, 0, count(s) }},
		{"stepped", false, func(s []int) ([]int, int, int) {
			return []int{s[1] * (2*s[2] + 1), 2*s[2] + 1, 2}, 1, s[0]*s[1]*(2*s[2]+1) + 1
		}},
		{"one outer", true, func(s []int) ([]int, int, int) { return []int{0, s[2], 1}, 0, s[1] * s[2] }},
		{"one inner", true, func(s []int) ([]int, int, int) { return []int{s[1], 1, 0}, 0, s[0] * s[1] }},
		{"one line", true, func(s []int) ([]int, int, int) { return []int{0, 1, 0}, 0, s[1] }},
		{"one position", true, func(s []int) ([]int, int, int) { return []int{s[2], 0, 1}, 0, s[0] * s[2] }},
		{"one element", true, func([]int) ([]int, int, int) { return []int{0, 0, 0}, 0, 1 }},
	}
}

// placed is a view and its buffer's contents on the host.
type placed struct {
	backend.View
	bytes []byte
}

func (l placement) placed(r *rand.Rand, dtype expr.DType, o, m, inner int) *placed {
	shape := []int{o, m, inner}
	strides, offset, length := l.place(shape)
	p := &placed{View: backend.View{DType: dtype, Shape: shape, Strides: strides, Offset: offset}, bytes: make([]byte, (length+2)*dtype.Size())}
	for i := range p.bytes {
		p.bytes[i] = byte(r.Uint32())
	}
	return p
}

// at is the memory of an element.
func (p *placed) at(o, i, r int) []byte {
	size := p.DType.Size()
	e := (p.Offset + o*p.Strides[0] + i*p.Strides[1] + r*p.Strides[2]) * size
	return p.bytes[e : e+size]
}

// send copies p to the device.
func (p *placed) send(t *testing.T, d *Device) {
	t.Helper()
	b, err := d.Alloc(len(p.bytes))
	require.NoError(t, err)
	t.Cleanup(b.Free)
	require.NoError(t, d.CopyIn(b, 0, p.bytes))
	p.Buffer = b
}

// indices fills an index with positions along n elements: some from the end,
// many more than once. One in bad, if not 0, is out of range.
func (p *placed) indices(r *rand.Rand, n, bad int) {
	outside := []int{n, n + 1, -n - 1, math.MaxInt64, math.MinInt64}
	words := expr.Scalar{DType: expr.Int64}
	for e := 0; e < len(p.bytes); e += 8 {
		i := r.IntN(2*n) - n
		if bad > 0 && (e == 0 || r.IntN(bad) == 0) {
			i = outside[r.IntN(len(outside))]
		}
		words.Bits[0] = uint64(i)
		copy(p.bytes[e:], words.Bytes())
	}
}

// position reads an index; ok tells whether it is in range.
func (p *placed) position(o, i, r, n int) (at int, ok bool) {
	word := expr.Scalar{DType: expr.Int64}
	copy(word.Bytes(), p.at(o, i, r))
	at = int(word.Bits[0])
	if at < 0 {
		at += n
	}
	return at, at >= 0 && at < n
}

// trial is a Take or Put with its operands on the host.
type trial struct {
	put              bool
	near, far, index *placed
}

// expect does the move on the host and reports whether it is without a fault.
func (c *trial) expect() bool {
	good := true
	s, n := c.near.Shape, c.far.Shape[1]
	for o := range s[0] {
		for i := range s[1] {
			for r := range s[2] {
				at, ok := c.index.position(o, i, r, n)
				if !ok {
					good = false
				} else if c.put {
					copy(c.far.at(o, at, r), c.near.at(o, i, r))
				} else {
					copy(c.near.at(o, i, r), c.far.at(o, at, r))
				}
			}
		}
	}
	return good
}

// run does it on the device and compares all of the memory written.
func (c *trial) run(t *testing.T, d *Device) {
	t.Helper()
	for _, p := range []*placed{c.near, c.far, c.index} {
		p.send(t, d)
	}
	var event backend.Event
	var err error
	written := c.near
	if c.put {
		written = c.far
		event, err = d.Put(c.far.View, c.near.View, c.index.View)
	} else {
		event, err = d.Take(c.near.View, c.far.View, c.index.View)
	}
	require.NoError(t, err)
	good := c.expect()
	if event == nil {
		require.Zero(t, c.near.Shape[0]*c.near.Shape[1]*c.near.Shape[2])
	} else if err := event.Wait(); good {
		require.NoError(t, err)
	} else {
		var fault *backend.Fault
		require.ErrorAs(t, err, &fault)
		require.Equal(t, backend.FaultIndex, fault.Code)
		require.ErrorIs(t, event.Wait(), backend.ErrData, "a second wait tells the same")
	}
	got := make([]byte, len(written.bytes))
	require.NoError(t, d.CopyOut(got, written.Buffer, 0))
	require.Equal(t, written.bytes, got)
	for _, p := range []*placed{c.near, c.far, c.index} {
		p.Buffer.Free()
	}
}

// elements are a type of each size.
var elements = []expr.DType{expr.Uint8, expr.Int16, expr.Float32, expr.Complex64, expr.Complex128}

// Shapes (O, m, n, R): with and without outer and inner axes, rows that are
// moved in wider words, around the edge of a block, and empty ones.
var indexShapes = [][4]int{
	{1, 40, 7, 1}, {2, 3, 5, 4}, {1, 7, 9, 16}, // all sizes
	{1, 1, 1, 1}, {3, 5, 4, 1}, {1, 6, 3, 5}, {3, 2, 2, 48}, {2, 1, 6, 3}, {1, 1023, 50, 1}, {1, 1025, 2000, 1},
	{2, 0, 3, 2}, {0, 2, 3, 2}, {2, 3, 4, 0},
}

// eachTrial moves elements of all sizes, shapes and placements: one position in
// bad is out of range, none if bad is 0.
func eachTrial(t *testing.T, d *Device, put bool, bad int) {
	r := rand.New(rand.NewPCG(17, 19))
	for _, dtype := range elements {
		shapes := indexShapes
		if !onGPU() && dtype != expr.Float32 {
			shapes = shapes[:3] // compiling for the emulator takes long
		}
		for _, s := range shapes {
			t.Run(fmt.Sprintf("%v/%v", dtype, s), func(t *testing.T) {
				for _, near := range placements() {
					for _, far := range placements() {
						if put && far.shared || !put && near.name != "dense" && near.name != "offset" {
							continue
						}
						for _, by := range placements() {
							if others(near, far, by) > 1 && r.IntN(12) != 0 {
								continue // some of the many
							}
							c := trial{put, near.placed(r, dtype, s[0], s[1], s[3]), far.placed(r, dtype, s[0], s[2], s[3]), by.placed(r, expr.Int64, s[0], s[1], s[3])}
							c.index.indices(r, s[2], bad)
							if !t.Run(fmt.Sprintf("%s, %s by %s", near.name, far.name, by.name), func(t *testing.T) { c.run(t, d) }) {
								return
							}
						}
					}
				}
			})
		}
	}
}

// others counts the placements that are not dense.
func others(all ...placement) (n int) {
	for _, p := range all {
		if p.name != "dense" {
			n++
		}
	}
	return n
}

func TestTake(t *testing.T) {
	t.Parallel()
	d := testDevice(t)
	t.Run("good", func(t *testing.T) { eachTrial(t, d, false, 0) })
	t.Run("faults", func(t *testing.T) { eachTrial(t, d, false, 4) })
}

func TestPut(t *testing.T) {
	t.Parallel()
	d := testDevice(t)
	t.Run("good", func(t *testing.T) { eachTrial(t, d, true, 0) })
	t.Run("faults", func(t *testing.T) { eachTrial(t, d, true, 4) })
}

// With no elements to take from, every position is out of range.
func TestTakeFromNothing(t *testing.T) {
	d := testDevice(t)
	src, dst := blank(t, d, expr.Float32, 1, 0, 1), sent(t, d, []float32{7, 8}, 1, 2, 1)
	event, err := d.Take(dst, src, sent(t, d, []int{0, -1}, 1, 2, 1))
	require.NoError(t, err)
	require.ErrorIs(t, event.Wait(), backend.ErrData)
	assert.Equal(t, []float32{7, 8}, received[float32](t, d, dst))
}

// Views whose far ends no test has memory for, and that only their beginning is
// used of, are addressed with 64 bits.
func TestIndexWide(t *testing.T) {
	t.Parallel()
	d := testDevice(t)
	r := rand.New(rand.NewPCG(23, 29))
	dense, inner := placements()[0], placements()[1]
	for _, dtype := range elements {
		for _, put := range []bool{false, true} {
			// One position of several has memory, so that duplicates meet.
			c := trial{put, dense.placed(r, dtype, 3, 4, 5), dense.placed(r, dtype, 3, 1, 5), inner.placed(r, expr.Int64, 3, 4, 5)}
			clear(c.index.bytes)
			c.far.Shape, c.far.Strides = []int{3, 4, 5}, []int{5, 1 << 30, 1}
			c.run(t, d)

			// Many positions, of which the first have memory.
			c = trial{put, dense.placed(r, dtype, 1, 1, 40), dense.placed(r, dtype, 1, 9, 40), dense.placed(r, expr.Int64, 1, 1, 40)}
			for i := range 40 {
				copy(c.index.bytes[8*i:], []byte{byte(r.IntN(9)), 0, 0, 0, 0, 0, 0, 0})
			}
			c.far.Shape = []int{1, 1 << 31, 40}
			c.run(t, d)
		}
	}
}

func TestIndexRefuses(t *testing.T) {
	d := testDevice(t)
	f, g, i := blank(t, d, expr.Float32, 2, 3, 4), blank(t, d, expr.Float32, 2, 5, 4), blank(t, d, expr.Int64, 2, 3, 4)
	turned := f
	turned.Strides = []int{1, 2, 6}
	for name, c := range map[string]struct{ near, far, index backend.View }{
		"two types":      {f, blank(t, d, expr.Float64, 2, 5, 4), i},
		"two shapes":     {f, blank(t, d, expr.Float32, 3, 5, 4), i},
		"index's shape":  {f, g, blank(t, d, expr.Int64, 2, 5, 4)},
		"index's type":   {f, g, blank(t, d, expr.Int32, 2, 3, 4)},
		"two dimensions": {blank(t, d, expr.Float32, 3, 4), g, i},
		"strides":        {turned, g, i},
		"no buffer":      {f, backend.View{DType: expr.Float32, Shape: g.Shape, Strides: g.Strides}, i},
	} {
		var e *backend.Error
		_, err := d.Take(c.near, c.far, c.index)
		require.ErrorAs(t, err, &e, name)
		assert.Equal(t, "take", e.Op)
		if name != "strides" {
			_, err = d.Put(c.far, c.near, c.index)
			require.ErrorAs(t, err, &e, name)
			assert.Equal(t, "put", e.Op)
		}
	}
}
