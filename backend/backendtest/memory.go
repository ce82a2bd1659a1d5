package backendtest

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// pattern returns n bytes that differ from their neighbours.
func pattern(n int, seed byte) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i*7+i>>8) ^ seed
	}
	return b
}

func (s *suite) memory(t *testing.T) {
	t.Run("name", func(t *testing.T) { assert.NotEmpty(t, s.dev.Name()) })
	t.Run("plan lock", func(t *testing.T) {
		require.NotNil(t, s.dev.PlanLock())
		assert.Same(t, s.dev.PlanLock(), s.dev.PlanLock())
	})
	t.Run("sizes", s.memorySizes)
	t.Run("copies", s.memoryCopies)
	t.Run("reuse", s.memoryReuse)
	t.Run("exhaustion", s.memoryExhaustion)
	t.Run("host", s.memoryHost)
	t.Run("closed", s.memoryClosed)
	if r, ok := s.dev.(backend.MemoryReporter); ok {
		t.Run("stats", func(t *testing.T) { s.memoryStats(t, r) })
	}
}

func (s *suite) memorySizes(t *testing.T) {
	for _, n := range []int{0, 1, 3, 64, 4095, 4096, 4097, 32 << 10, 32<<10 + 1, 1 << 20, 5<<20 + 3} {
		b, err := s.dev.Alloc(n)
		require.NoError(t, err, "%d bytes", n)
		assert.Equal(t, n, b.Len())
		in, out := pattern(n, 1), make([]byte, n)
		require.NoError(t, s.dev.CopyIn(b, 0, in))
		require.NoError(t, s.dev.CopyOut(out, b, 0))
		assert.True(t, bytes.Equal(in, out), "%d bytes come back changed", n)
		b.Managed()
		b.Free()
		b.Free()
	}
}

func (s *suite) memoryCopies(t *testing.T) {
	const n = 100_000
	b, err := s.dev.Alloc(n)
	require.NoError(t, err)
	defer b.Free()
	want := pattern(n, 2)
	require.NoError(t, s.dev.CopyIn(b, 0, want))
	for i, c := range []struct{ offset, length int }{{0, 0}, {n, 0}, {0, 1}, {1, 7}, {n - 1, 1}, {4095, 4098}, {13, n - 13}} {
		part := pattern(c.length, byte(i+10))
		require.NoError(t, s.dev.CopyIn(b, c.offset, part))
		copy(want[c.offset:], part)
		clear(part) // the source may be reused at once
		got := make([]byte, n)
		require.NoError(t, s.dev.CopyOut(got, b, 0))
		require.True(t, bytes.Equal(want, got), "%d bytes at %d", c.length, c.offset)
		out := make([]byte, c.length)
		require.NoError(t, s.dev.CopyOut(out, b, c.offset))
		require.True(t, bytes.Equal(want[c.offset:c.offset+c.length], out), "%d bytes from %d", c.length, c.offset)
	}
}

// memoryReuse frees and allocates in an order that pools get wrong.
func (s *suite) memoryReuse(t *testing.T) {
	live := map[int]backend.Buffer{}
	sizes := []int{1, 100, 4096, 40_000, 70_000, 200_000}
	for i := range 200 {
		n := sizes[i%len(sizes)] + i
		b, err := s.dev.Alloc(n)
		require.NoError(t, err)
		require.NoError(t, s.dev.CopyIn(b, 0, pattern(n, byte(i))))
		live[i] = b
		if i%3 == 2 {
			live[i-2].Free()
			live[i-2].Free() // must not free what has its memory next
			delete(live, i-2)
		}
		if i%40 == 39 {
			for k, b := range live {
				out := make([]byte, b.Len())
				require.NoError(t, s.dev.CopyOut(out, b, 0))
				require.True(t, bytes.Equal(pattern(b.Len(), byte(k)), out), "buffer %d has been overwritten", k)
			}
		}
	}
	for _, b := range live {
		b.Free()
	}
}

func (s *suite) memoryExhaustion(t *testing.T) {
	for _, n := range []int{1 << 60, 1<<63 - 1} {
		b, err := s.dev.Alloc(n)
		require.ErrorIs(t, err, backend.ErrOutOfMemory, "%d bytes", n)
		assert.Nil(t, b)
		var e *backend.Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, s.dev.Name(), e.Device)
	}
	b, err := s.dev.Alloc(1000)
	require.NoError(t, err, "after memory was refused")
	b.Free()
}

func (s *suite) memoryHost(t *testing.T) {
	m, ok := s.dev.(backend.HostMapper)
	if !ok {
		require.False(t, s.req.HostMap, "the device has no HostMapper")
		t.Skip("the device has no HostMapper")
	}
	b, err := s.dev.Alloc(1000)
	require.NoError(t, err)
	defer b.Free()
	mem := m.HostBytes(b)
	require.Len(t, mem, 1000)
	copy(mem, pattern(1000, 3))
	got := make([]byte, 1000)
	require.NoError(t, s.dev.CopyOut(got, b, 0))
	assert.Equal(t, pattern(1000, 3), got, "what the host wrote")
	require.NoError(t, s.dev.CopyIn(b, 10, pattern(50, 4)))
	assert.Equal(t, pattern(50, 4), mem[10:60], "what was copied in")
	empty, err := s.dev.Alloc(0)
	require.NoError(t, err)
	assert.Empty(t, m.HostBytes(empty))
	empty.Free()
}

func (s *suite) memoryClosed(t *testing.T) {
	dev := s.open(t)
	b, err := dev.Alloc(64)
	require.NoError(t, err)
	require.NoError(t, dev.Close())
	_, err = dev.Alloc(64)
	require.ErrorIs(t, err, backend.ErrClosed, "Alloc")
	require.ErrorIs(t, dev.CopyIn(b, 0, make([]byte, 8)), backend.ErrClosed, "CopyIn")
	require.ErrorIs(t, dev.CopyOut(make([]byte, 8), b, 0), backend.ErrClosed, "CopyOut")
	require.ErrorIs(t, dev.Sync(), backend.ErrClosed, "Sync")
	d := s.req.Types[0]
	var p draft
	x := p.input(d)
	view := backend.View{Buffer: b, DType: d, Strides: []int{1}}
	k := backend.Kernel{Prog: &p.Program, Shape: []int{2}, Inputs: []backend.View{view}, Stores: []backend.Store{{Value: x, View: view}}}
	require.ErrorIs(t, wait(dev.Run(&k)), backend.ErrClosed, "Run")
	if sc, ok := dev.(backend.Scanner); ok && s.has(expr.Int64) {
		p := expr.Program{Inputs: []expr.DType{expr.Int64}}
		view.DType = expr.Int64
		k := backend.Kernel{Prog: &p, Shape: []int{2}, Inputs: []backend.View{view}, Stores: []backend.Store{{View: view}}}
		require.ErrorIs(t, wait(sc.Scan(&backend.Scan{Kernel: k, Op: expr.CumSum})), backend.ErrClosed, "Scan")
	}
	if mm, ok := dev.(backend.MatMuler); ok && s.has(expr.Float32) {
		m := backend.View{Buffer: b, DType: expr.Float32, Shape: []int{1, 1}, Strides: []int{1, 1}}
		n := m
		n.Offset = 1
		require.ErrorIs(t, wait(mm.MatMul(n, m, m, backend.FullPrecision)), backend.ErrClosed, "MatMul")
	}
	line := backend.View{Buffer: b, DType: expr.Int64, Shape: []int{1, 2, 1}, Strides: []int{2, 1, 1}}
	if so, ok := dev.(backend.Sorter); ok && s.has(expr.Int64) {
		row := backend.View{Buffer: b, DType: expr.Int64, Shape: []int{1, 2}, Strides: []int{2, 1}}
		to := row
		to.Offset = 2
		require.ErrorIs(t, wait(so.Sort(to, row, false)), backend.ErrClosed, "Sort")
	}
	if ix, ok := dev.(backend.Indexer); ok && s.has(expr.Int64, expr.Bool) {
		to := line
		to.Offset = 2
		require.ErrorIs(t, wait(ix.Take(to, line, line)), backend.ErrClosed, "Take")
		require.ErrorIs(t, wait(ix.Put(to, line, line)), backend.ErrClosed, "Put")
		mask := line
		mask.DType = expr.Bool
		_, _, err := ix.Compact(line, mask)
		require.ErrorIs(t, err, backend.ErrClosed, "Compact")
	}
	b.Free()
	if err := dev.Close(); err != nil {
		require.ErrorIs(t, err, backend.ErrClosed, "a second Close")
	}
}

func (s *suite) memoryStats(t *testing.T, r backend.MemoryReporter) {
	before := r.MemoryStats()
	b, err := s.dev.Alloc(1 << 20)
	require.NoError(t, err)
	during := r.MemoryStats()
	assert.GreaterOrEqual(t, during.InUse, int64(1<<20))
	assert.GreaterOrEqual(t, during.Peak, during.InUse)
	assert.Greater(t, during.Allocs, before.Allocs)
	b.Free()
	after := r.MemoryStats()
	assert.Less(t, after.InUse, during.InUse)
	r.Trim()
	assert.Zero(t, r.MemoryStats().Pooled)
}
