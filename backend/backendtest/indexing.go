package backendtest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
	"github.com/cugond/cugond/internal/oracle"
	"github.com/cugond/cugond/internal/shape"
)

var (
	takeAction = &action{
		name: "take",
		start: func(dev backend.Device, k *backend.Kernel) (backend.Event, error) {
			return dev.(backend.Indexer).Take(k.Stores[0].View, k.Inputs[0], k.Inputs[1])
		},
		oracle: func(k *backend.Kernel, mem oracle.Memory) error {
			return oracle.Take(k.Stores[0].View, k.Inputs[0], k.Inputs[1], mem)
		},
	}
	putAction = &action{
		name: "put",
		start: func(dev backend.Device, k *backend.Kernel) (backend.Event, error) {
			return dev.(backend.Indexer).Put(k.Stores[0].View, k.Inputs[0], k.Inputs[1])
		},
		oracle: func(k *backend.Kernel, mem oracle.Memory) error {
			return oracle.Put(k.Stores[0].View, k.Inputs[0], k.Inputs[1], mem)
		},
	}
)

// indexing tests reading and writing at computed positions.
func (s *suite) indexing(t *testing.T) {
	if _, ok := s.dev.(backend.Indexer); !ok {
		if s.req.Index {
			t.Fatal("the device has no Indexer")
		}
		t.Skip("the device has no Indexer")
	}
	if !s.has(expr.Int64, expr.Bool) {
		t.Skip("needs int64 and bool")
	}
	for _, d := range s.req.Types {
		t.Run(fmt.Sprintf("take/%v", d), func(t *testing.T) { s.takes(t, d) })
		t.Run(fmt.Sprintf("put/%v", d), func(t *testing.T) { s.puts(t, d) })
		t.Run(fmt.Sprintf("compact/%v", d), func(t *testing.T) { s.compacts(t, d) })
	}
	t.Run("compact/positions", s.compactPositions)
	t.Run("faults", s.indexFaults)
}

// moves are sizes of Take and Put: n elements along the indexed axis, of which
// m are moved.
type moves struct{ outer, m, inner, n int }

func (c moves) near() []int { return []int{c.outer, c.m, c.inner} }
func (c moves) far() []int  { return []int{c.outer, c.n, c.inner} }

var (
	shortMoves = []moves{{1, 1, 1, 1}, {1, 9, 1, 7}, {2, 3, 4, 5}, {3, 4, 1, 6}, {1, 3, 40, 9}, {2, 70, 1, 11},
		{0, 3, 2, 4}, {2, 0, 3, 4}, {2, 3, 0, 4}, {2, 0, 3, 0}}
	longMoves = []moves{{1, 100_003, 1, 5000}, {1, 70_001, 1, 3}, {5, 60, 300, 40}, {300, 7, 41, 9}, {2, 3, 40_000, 5}}

	indexLayouts = []layout{contiguous, offset, transposed, reversed, turned, broadcast, stretched, constant}
)

// indexedValues returns values for n elements, over and over.
func indexedValues(d expr.DType, n int, seed uint64) []expr.Scalar {
	return numtest.Values(d, min(max(n, 1), 1009), seed)
}

// randomIndex returns positions of n elements, half of them from the end.
func randomIndex(n, count int, seed uint64) []expr.Scalar {
	r := rand.New(rand.NewPCG(seed, 7))
	out := make([]expr.Scalar, count)
	for i := range out {
		out[i] = expr.ScalarOf(int64(r.IntN(2*n) - n))
	}
	return out
}

func shapedPlace(l layout, dims []int, d expr.DType, values []expr.Scalar) backend.View {
	v := place(l, dims, d, values)
	v.Shape = dims
	return v
}

// index returns a view of random positions for the moves.
func (c moves) index(l layout) backend.View {
	return shapedPlace(l, c.near(), expr.Int64, randomIndex(max(c.n, 1), max(shape.Size(c.near()), 1), 3))
}

func (c moves) String() string { return fmt.Sprintf("%v of %d", c.near(), c.n) }

func (s *suite) takes(t *testing.T, d expr.DType) {
	run := func(c moves, from, index, to layout) {
		t.Run(fmt.Sprintf("%v/%s at %s", c, from.name, index.name), func(t *testing.T) {
			src := shapedPlace(from, c.far(), d, indexedValues(d, shape.Size(c.far()), 1))
			s.check(t, acting(takeAction, shapedPlace(to, c.near(), d, nil), src, c.index(index)), verdict{})
		})
	}
	for _, c := range shortMoves {
		run(c, contiguous, contiguous, offset)
	}
	for _, c := range shortMoves[1:5] {
		for _, l := range operandLayouts {
			run(c, l, contiguous, contiguous)
		}
		for _, l := range indexLayouts {
			run(c, stepped, l, contiguous)
		}
	}
	if s.longIndexed(d) {
		for _, c := range longMoves {
			run(c, contiguous, contiguous, contiguous)
			run(c, transposed, stretched, contiguous)
		}
	}
}

func (s *suite) puts(t *testing.T, d expr.DType) {
	run := func(c moves, to, from, index layout) {
		t.Run(fmt.Sprintf("%v/%s to %s at %s", c, from.name, to.name, index.name), func(t *testing.T) {
			dst := shapedPlace(to, c.far(), d, indexedValues(d, shape.Size(c.far()), 1))
			src := shapedPlace(from, c.near(), d, indexedValues(d, shape.Size(c.near()), 2))
			s.check(t, acting(putAction, dst, src, c.index(index)), verdict{})
		})
	}
	for _, c := range shortMoves {
		run(c, offset, contiguous, contiguous)
	}
	for _, c := range shortMoves[1:5] {
		for _, l := range distinctLayouts {
			run(c, l, contiguous, contiguous)
		}
		for _, l := range []layout{transposed, reversed, broadcast, stretched} {
			run(c, contiguous, l, contiguous)
		}
		for _, l := range indexLayouts {
			run(c, contiguous, contiguous, l)
		}
	}
	if s.longIndexed(d) {
		for _, c := range longMoves {
			run(c, contiguous, contiguous, contiguous)
			run(c, transposed, contiguous, stretched)
		}
	}
}

// longIndexed reports whether a type's large cases are tested: one of each size
// is.
func (s *suite) longIndexed(d expr.DType) bool {
	if s.req.Quick {
		return d == expr.Int16
	}
	switch d {
	case expr.Bool, expr.Int16, expr.Float32, expr.Int64, expr.Complex128:
		return true
	}
	return false
}

// masks return count values of a mask.
var masks = map[string]func(i int) bool{
	"none":      func(int) bool { return false },
	"all":       func(int) bool { return true },
	"every 3rd": func(i int) bool { return i%3 == 1 },
	"random":    func(i int) bool { return uint32(i)*2654435761>>31 == 1 },
	"runs":      func(i int) bool { return i/50%2 == 1 },
	"the last":  func(i int) bool { return i%1000 == 999 },
}

func maskOf(count int, f func(i int) bool) []expr.Scalar {
	out := make([]expr.Scalar, max(count, 1))
	for i := range out {
		out[i] = expr.ScalarOf(f(i))
	}
	return out
}

func (s *suite) compacts(t *testing.T, d expr.DType) {
	run := func(dims []int, from, by layout, name string) {
		t.Run(fmt.Sprintf("%v/%s by %s/%s", dims, from.name, by.name, name), func(t *testing.T) {
			n := shape.Size(dims)
			s.compact(t, shapedPlace(from, dims, d, indexedValues(d, n, 1)),
				shapedPlace(by, dims, expr.Bool, maskOf(n, masks[name])))
		})
	}
	for name := range masks {
		for _, dims := range [][]int{{1}, {7}, {300}, {5, 7}, {3, 4, 5}, {0}, {3, 0}} {
			run(dims, offset, offset, name)
		}
	}
	for _, dims := range [][]int{{13, 70}, {3, 4, 50}} {
		for _, l := range operandLayouts {
			run(dims, l, contiguous, "every 3rd")
			run(dims, contiguous, l, "random")
		}
	}
	if s.longIndexed(d) {
		for name := range masks {
			run([]int{100_003}, contiguous, contiguous, name)
			run([]int{300, 701}, transposed, turned, name)
		}
	}
}

func (s *suite) compactPositions(t *testing.T) {
	for name, f := range masks {
		for _, dims := range [][]int{{9}, {1000}, {6, 50}, {3, 5, 7}, {70_001}} {
			t.Run(fmt.Sprintf("%v/%s", dims, name), func(t *testing.T) {
				for _, by := range []layout{contiguous, transposed} {
					mask := shapedPlace(by, dims, expr.Bool, maskOf(shape.Size(dims), f))
					src := identity(0, shape.Strides(dims)...)
					src.Shape = dims
					s.compact(t, src, mask)
					src.Offset = -17
					src.Strides[0] *= -3
					s.compact(t, src, mask)
				}
			})
		}
	}
}

// compact holds a compaction against the oracle's.
func (s *suite) compact(t *testing.T, src, mask backend.View) {
	t.Helper()
	dev := s.dev.(backend.Indexer)
	onDevice := func(v backend.View) backend.View {
		b, ok := v.Buffer.(*hostBuffer)
		if !ok {
			return v
		}
		m, err := s.dev.Alloc(len(b.data))
		require.NoError(t, err)
		t.Cleanup(m.Free)
		require.NoError(t, s.dev.CopyIn(m, 0, b.data))
		v.Buffer = m
		return v
	}
	want, count, err := oracle.Compact(src, mask, func(b backend.Buffer) []byte { return b.(*hostBuffer).data })
	require.NoError(t, err)
	out, n, err := dev.Compact(onDevice(src), onDevice(mask))
	require.NoError(t, err)
	defer out.Free()
	require.Equal(t, count, n, "number of elements")
	require.GreaterOrEqual(t, out.Len(), len(want))
	got := make([]byte, len(want))
	require.NoError(t, s.dev.CopyOut(got, out, 0))
	if i := firstDifference(want, got); i >= 0 {
		at := i / src.DType.Size()
		t.Errorf("element %d of %d: got %s, want %s", at, n,
			numtest.Format(scalarAt(src.DType, got, at)), numtest.Format(scalarAt(src.DType, want, at)))
	}
}

// indexFaults tests that positions out of range are reported by the operation
// that met them, touch nothing, and keep nothing else from being done.
func (s *suite) indexFaults(t *testing.T) {
	d := s.req.Types[len(s.req.Types)-1]
	wrong := []int64{0, -1, 1 << 32, -1 << 32, math.MaxInt64, math.MinInt64} // 0 and -1: just past the ends
	for _, c := range []moves{{1, 9, 1, 7}, {2, 3, 4, 5}, {1, 3, 40, 9}, {1, 70_000, 1, 100}, {3, 4, 1, 0}} {
		for _, w := range wrong {
			switch w {
			case 0:
				w = int64(c.n)
			case -1:
				w = int64(-c.n - 1)
			}
			t.Run(fmt.Sprintf("%v/%d", c, w), func(t *testing.T) {
				size := shape.Size(c.near())
				for _, places := range [][]int{{0}, {size - 1}, {1, size / 2}} {
					s.indexFault(t, d, c, w, places)
				}
			})
		}
	}
}

func (s *suite) indexFault(t *testing.T, d expr.DType, c moves, wrong int64, places []int) {
	t.Helper()
	positions := randomIndex(max(c.n, 1), shape.Size(c.near()), 3)
	for _, p := range places {
		positions[p] = expr.ScalarOf(wrong)
	}
	index := shapedPlace(contiguous, c.near(), expr.Int64, positions)
	far := shapedPlace(offset, c.far(), d, indexedValues(d, shape.Size(c.far()), 1))
	near := shapedPlace(offset, c.near(), d, indexedValues(d, shape.Size(c.near()), 2))
	for _, tr := range []trial{acting(takeAction, near, far, index), acting(putAction, far, near, index)} {
		got, err := tr.on(t, s.dev)
		assert.Equal(t, backend.FaultIndex, faultOf(t, err), tr.action.name)
		want, err := s.req.Reference.run(tr)
		require.ErrorIs(t, err, backend.ErrData, "oracle")
		// What is taken from nowhere may be anything.
		anything := func(i int, w, g expr.Scalar) error {
			if tr.action == takeAction {
				if k := expr.ScalarAs[int64](positions[i]); k < int64(-c.n) || k >= int64(c.n) {
					return nil
				}
			}
			return exact(i, w, g)
		}
		tr.compare(t, want, got, verdict{stores: []judge{anything}})
		require.NoError(t, s.dev.Sync(), "the fault has been reported")
	}
	good := moves{1, 9, 1, 7}
	s.check(t, acting(takeAction, shapedPlace(contiguous, good.near(), d, nil),
		shapedPlace(contiguous, good.far(), d, indexedValues(d, shape.Size(good.far()), 1)), good.index(contiguous)), verdict{})
}
