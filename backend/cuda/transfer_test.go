//go:build cgo && linux

package cuda

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
)

// copySizes are sizes around the edges of staging chunks and of pieces.
func copySizes() []int {
	sizes := []int{0, 1, 2, 3, 7, 63, 64, 65, 1000, 4095, 4096}
	for _, edge := range []int{smallCopy, leastPiece, 2 * leastPiece, largeChunk, 2 * largeChunk, 8 * largeChunk} {
		sizes = append(sizes, edge-1, edge, edge+1)
	}
	return append(sizes, 23*largeChunk+12345)
}

func noise(seed uint64, n int) []byte {
	b := make([]byte, n)
	rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), 1}).Read(b)
	return b
}

// memories are where a host slice can be.
func memories(t *testing.T, d *Device, most int) map[string]func(n int) []byte {
	pinned, free, err := d.PinnedAlloc(most)
	require.NoError(t, err)
	t.Cleanup(free)
	plain := make([]byte, most)
	return map[string]func(n int) []byte{
		"pageable": func(n int) []byte { return plain[:n:n] },
		"pinned":   func(n int) []byte { return pinned[most-n:] },
	}
}

func TestTransfer(t *testing.T) {
	d := testDevice(t)
	sizes := copySizes()
	most := sizes[len(sizes)-1]
	ends := memories(t, d, most)
	const guard = 100
	for _, n := range sizes {
		data := noise(uint64(n), n+2*guard)
		offsets := []int{0, 1, guard}
		if n > 2*leastPiece {
			offsets = offsets[1:2]
		}
		for from, source := range ends {
			for to, target := range ends {
				for _, offset := range offsets {
					what := fmt.Sprintf("%d bytes at %d from %s to %s memory", n, offset, from, to)
					b, err := d.Alloc(n + 2*guard)
					require.NoError(t, err)
					around := noise(1, n+2*guard)
					require.NoError(t, d.CopyIn(b, 0, around))
					src := source(n)
					copy(src, data)
					require.NoError(t, d.CopyIn(b, offset, src), what)
					clear(src) // it may be reused at once
					dst := target(n)
					require.NoError(t, d.CopyOut(dst, b, offset), what)
					require.True(t, bytes.Equal(data[:n], dst), what)
					copy(around[offset:], data[:n])
					all := make([]byte, len(around))
					require.NoError(t, d.CopyOut(all, b, 0))
					require.True(t, bytes.Equal(around, all), "%s: something else was written", what)
					b.Free()
				}
			}
		}
	}
}

// Many small copies wrap round their ring, whose places must not be used again
// too early.
func TestTransferManySmall(t *testing.T) {
	d := testDevice(t)
	r := rand.New(rand.NewPCG(1, 2))
	const total = 4 << 20
	b, err := d.Alloc(total)
	require.NoError(t, err)
	defer b.Free()
	want := noise(2, total)
	src := make([]byte, smallCopy)
	for at := 0; at < total; {
		n := min(1+r.IntN(1<<(1+r.IntN(16))), total-at)
		copy(src, want[at:at+n])
		require.NoError(t, d.CopyIn(b, at, src[:n]))
		clear(src[:n])
		at += n
	}
	got := make([]byte, total)
	require.NoError(t, d.CopyOut(got, b, 0))
	require.True(t, bytes.Equal(want, got))
}

func TestTransferConcurrently(t *testing.T) {
	d := testDevice(t)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(g), 3))
			pinned, free, err := d.PinnedAlloc(1 << 20)
			if !assert.NoError(t, err) {
				return
			}
			defer free()
			for i := range 12 {
				n := 1 + r.IntN(1<<(4+r.IntN(20)))
				data := noise(uint64(g*1000+i), n)
				b, err := d.Alloc(n)
				if !assert.NoError(t, err) {
					return
				}
				src, dst := bytes.Clone(data), make([]byte, n)
				if n <= len(pinned) && i%2 == 1 {
					src = pinned[:copy(pinned, data)]
				}
				assert.NoError(t, d.CopyIn(b, 0, src))
				clear(src)
				assert.NoError(t, d.CopyOut(dst, b, 0))
				assert.True(t, bytes.Equal(data, dst), "%d bytes", n)
				b.Free()
			}
		})
	}
	wg.Wait()
}

func TestTransferAsync(t *testing.T) {
	d := testDevice(t)
	const n = 3<<20 + 5
	b, err := d.Alloc(n + 7)
	require.NoError(t, err)
	defer b.Free()
	ends := memories(t, d, 2*n)
	for round := range 3 {
		data := noise(uint64(round), n)
		memory := ends["pinned"](2 * n)
		src, dst := memory[:n], memory[n:]
		copy(src, data)
		in, err := d.CopyInAsync(b, 7, src)
		require.NoError(t, err)
		out, err := d.CopyOutAsync(dst, b, 7)
		require.NoError(t, err)
		require.NoError(t, in.Wait())
		clear(src)
		require.NoError(t, out.Wait())
		require.NoError(t, out.Wait())
		require.True(t, bytes.Equal(data, dst))
		_, err = d.CopyInAsync(b, 0, src) // nobody waits for it
		require.NoError(t, err)
	}

	plain := noise(9, n)
	event, err := d.CopyInAsync(b, 0, plain)
	require.NoError(t, err)
	assert.Nil(t, event)
	got := make([]byte, n)
	event, err = d.CopyOutAsync(got, b, 0)
	require.NoError(t, err)
	assert.Nil(t, event)
	assert.True(t, bytes.Equal(plain, got))

	_, err = d.CopyInAsync(b, 8, ends["pinned"](n))
	require.ErrorContains(t, err, "not within a buffer")
	_, err = d.CopyOutAsync(ends["pinned"](n), b, -1)
	require.ErrorContains(t, err, "not within a buffer")
	require.NoError(t, d.Sync())
}

// A handle that is closed takes its staging memory along, while events of its
// copies stay valid.
func TestTransferOnClosedStream(t *testing.T) {
	d := testDevice(t)
	other, err := d.NewStream()
	require.NoError(t, err)
	b, err := other.Alloc(1 << 20)
	require.NoError(t, err)
	defer b.Free()
	pinned, free, err := other.PinnedAlloc(1 << 20)
	require.NoError(t, err)
	copy(pinned, noise(5, 1<<20))
	event, err := other.CopyInAsync(b, 0, pinned)
	require.NoError(t, err)
	require.NoError(t, other.Close())
	require.NoError(t, event.Wait())
	require.ErrorIs(t, other.CopyIn(b, 0, []byte{1}), backend.ErrClosed)
	got := make([]byte, 1<<20)
	require.NoError(t, d.CopyOut(got, b, 0))
	assert.True(t, bytes.Equal(pinned, got))
	free()
	free()
}

func TestPinnedAlloc(t *testing.T) {
	d := testDevice(t)
	none, free, err := d.PinnedAlloc(0)
	require.NoError(t, err)
	assert.Empty(t, none)
	free()
	_, _, err = d.PinnedAlloc(-1)
	require.ErrorContains(t, err, "negative")

	type region struct {
		bytes []byte
		free  func()
	}
	var held []region
	for _, n := range []int{1, 4096, 5000, 1 << 20, 64} {
		b, free, err := d.PinnedAlloc(n)
		require.NoError(t, err)
		require.Len(t, b, n)
		held = append(held, region{b, free})
	}
	p := &d.pinned
	assert.False(t, p.contain(nil))
	assert.False(t, p.contain(make([]byte, 100)))
	for len(held) > 0 {
		for _, h := range held {
			n := len(h.bytes)
			assert.True(t, p.contain(h.bytes))
			assert.True(t, p.contain(h.bytes[n-1:]))
			assert.True(t, p.contain(h.bytes[n/2:]))
			assert.False(t, p.contain(h.bytes[:0]))
		}
		gone := held[len(held)/2]
		held = append(held[:len(held)/2:len(held)/2], held[len(held)/2+1:]...)
		gone.free()
		assert.Len(t, p.ranges, len(held))
	}
	assert.Empty(t, p.ranges)
}

// What was pinned ends with the device, whether it was given back or not.
func TestPinnedRangesClose(t *testing.T) {
	d := testDevice(t)
	var p pinnedRanges
	kept, err := p.alloc(d.ctx, 1000)
	require.NoError(t, err)
	require.NoError(t, p.close(d.ctx))
	require.NoError(t, p.release(d.ctx, kept), "does nothing any more")
	_, err = p.alloc(d.ctx, 1000)
	require.ErrorIs(t, err, backend.ErrClosed)
	require.NoError(t, p.close(d.ctx))
}

// The pieces of a copy cover it once, whatever its size.
func TestPieces(t *testing.T) {
	d := testDevice(t)
	l := lane{size: largeChunk, count: 6}
	defer l.close(d.ctx)
	for _, n := range copySizes() {
		if n <= smallCopy {
			continue
		}
		var mu sync.Mutex
		seen := map[int]int{}
		require.NoError(t, l.move(d.ctx, n, func(own *[2]*chunk, next func() (at, end int)) error {
			for {
				at, end := next()
				if at == end {
					return nil
				}
				mu.Lock()
				seen[at] = end
				mu.Unlock()
			}
		}))
		at := 0
		for range len(seen) {
			require.Greater(t, seen[at], at)
			require.LessOrEqual(t, seen[at]-at, largeChunk)
			at = seen[at]
		}
		require.Equal(t, n, at)
	}
}

// Dropped events come back for reuse.
func TestEventsAreReused(t *testing.T) {
	d := testDevice(t)
	pinned, free, err := d.PinnedAlloc(1 << 20)
	require.NoError(t, err)
	defer free()
	b, err := d.Alloc(1 << 20)
	require.NoError(t, err)
	defer b.Free()
	for range 20 {
		for range 10 {
			_, err := d.CopyInAsync(b, 0, pinned)
			require.NoError(t, err)
		}
		runtime.GC()
		require.NoError(t, d.Sync())
	}
	for range 50 {
		e, err := d.CopyInAsync(b, 0, pinned)
		require.NoError(t, err)
		require.NoError(t, e.Wait())
	}
	assert.Less(t, len(d.stage.events.all), 150)
}

func BenchmarkTransfer(b *testing.B) {
	d := testDevice(b)
	for _, n := range []int{4 << 10, 64 << 10, 1 << 20, 40_000_000} {
		buf, err := d.Alloc(n)
		require.NoError(b, err)
		pinned, free, err := d.PinnedAlloc(n)
		require.NoError(b, err)
		for name, host := range map[string][]byte{"pageable": noise(1, n), "pinned": pinned} {
			b.Run(fmt.Sprintf("in/%s/%d", name, n), func(b *testing.B) {
				b.SetBytes(int64(n))
				for b.Loop() {
					_ = d.CopyIn(buf, 0, host)
				}
				_ = d.Sync()
			})
			b.Run(fmt.Sprintf("out/%s/%d", name, n), func(b *testing.B) {
				b.SetBytes(int64(n))
				for b.Loop() {
					_ = d.CopyOut(host, buf, 0)
				}
			})
		}
		free()
		buf.Free()
	}
	// Two operands in and a result out, as an addition of 10 million float32 has.
	x, y, z := noise(1, 40_000_000), noise(2, 40_000_000), make([]byte, 40_000_000)
	var bufs [3]backend.Buffer
	for i := range bufs {
		bufs[i], _ = d.Alloc(len(x))
		defer bufs[i].Free()
	}
	b.Run("80MB in 40MB out", func(b *testing.B) {
		for b.Loop() {
			_ = d.CopyIn(bufs[0], 0, x)
			_ = d.CopyIn(bufs[1], 0, y)
			_ = d.CopyOut(z, bufs[2], 0)
		}
	})
}
