package cpu

import (
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
)

func TestSizeClass(t *testing.T) {
	for n := smallBytes + 1; n < 1<<40; n += n/7 + 1 {
		class := sizeClass(n)
		require.GreaterOrEqual(t, class, n)
		require.Zero(t, class%pageBytes)
		require.LessOrEqual(t, class-n, max(n/8, pageBytes))
		require.Equal(t, class, sizeClass(class))
	}
}

func TestAllocReuses(t *testing.T) {
	d := newTestDevice(t, Options{})
	for _, n := range []int{0, 1, 7, smallBytes, smallBytes + 1, 1 << 20, 5 << 20} {
		b, err := d.Alloc(n)
		require.NoError(t, err)
		assert.Equal(t, n, b.Len())
		assert.Equal(t, n <= smallBytes, b.Managed())
		assert.Len(t, d.HostBytes(b), n)
		for i := range d.HostBytes(b) {
			d.HostBytes(b)[i] = 1
		}
		b.Free()
		b.Free()
	}
	s := d.MemoryStats()
	assert.Zero(t, s.InUse)
	assert.EqualValues(t, 7, s.Allocs)
	assert.EqualValues(t, 4, s.FromGo)
	assert.EqualValues(t, sizeClass(5<<20), s.Peak)
	assert.NotZero(t, s.Pooled)
	_, err := d.Alloc(5<<20 - 100)
	require.NoError(t, err)
	assert.EqualValues(t, 1, d.MemoryStats().Reused)
	d.Trim()
	assert.Zero(t, d.MemoryStats().Pooled)
}

func TestAllocImpossible(t *testing.T) {
	d := newTestDevice(t, Options{})
	for _, n := range []int{-1, math.MinInt, 1 << 45, 1 << 60, math.MaxInt} {
		_, err := d.Alloc(n)
		require.ErrorIs(t, err, backend.ErrOutOfMemory, "%d", n)
		require.ErrorContains(t, err, "in use")
	}
}

// What the machine has left is found by giving the pool back and collecting.
func TestAllocLadder(t *testing.T) {
	d := newTestDevice(t, Options{})
	d.pool.limit = 48 << 20
	keep, err := d.Alloc(16 << 20)
	require.NoError(t, err)
	dropped, err := d.Alloc(20 << 20)
	require.NoError(t, err)
	_, err = d.Alloc(20 << 20)
	require.ErrorIs(t, err, backend.ErrOutOfMemory)
	dropped.Free()
	b, err := d.Alloc(30 << 20) // the pooled piece has to go for it
	require.NoError(t, err)
	b.Free()

	type owner struct{ _ [16]byte }
	abandoned, err := d.Alloc(20 << 20)
	require.NoError(t, err)
	o := new(owner)
	runtime.AddCleanup(o, func(b backend.Buffer) { b.Free() }, abandoned)
	runtime.KeepAlive(o)
	o, abandoned = nil, nil
	b, err = d.Alloc(24 << 20)
	require.NoError(t, err, "a collection frees the abandoned one")
	b.Free()
	keep.Free()
	assert.Zero(t, d.MemoryStats().InUse)
}

// A loop that drops its buffers runs in bounded memory.
func TestAllocPressure(t *testing.T) {
	d := newTestDevice(t, Options{})
	type owner struct{ _ [16]byte }
	for range 200 {
		b, err := d.Alloc(16 << 20)
		require.NoError(t, err)
		d.HostBytes(b)[0] = 1
		runtime.AddCleanup(new(owner), func(b backend.Buffer) { b.Free() }, b)
	}
	s := d.MemoryStats()
	assert.LessOrEqual(t, s.Peak, int64(256<<20))
	assert.Positive(t, s.Collected)
	assert.Positive(t, s.Reused)
}

func TestAllocConcurrently(t *testing.T) {
	d := newTestDevice(t, Options{})
	var wg sync.WaitGroup
	for g := range 16 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(g), 1))
			var held []backend.Buffer
			for range 300 {
				if len(held) > 4 || len(held) > 0 && r.IntN(3) == 0 {
					i := r.IntN(len(held))
					if bytes := d.HostBytes(held[i]); bytes[0] != byte(g) || bytes[len(bytes)-1] != byte(g) {
						t.Errorf("memory of %d was written by another", g)
					}
					held[i].Free()
					held = append(held[:i], held[i+1:]...)
					continue
				}
				b, err := d.Alloc(1 + r.IntN(200<<10))
				if err != nil {
					t.Error(err)
					return
				}
				bytes := d.HostBytes(b)
				bytes[0], bytes[len(bytes)-1] = byte(g), byte(g)
				held = append(held, b)
				if r.IntN(50) == 0 {
					d.Trim()
				}
			}
			for _, b := range held {
				b.Free()
			}
		})
	}
	wg.Wait()
	assert.Zero(t, d.MemoryStats().InUse)
}

func TestCopies(t *testing.T) {
	d := newTestDevice(t, Options{Workers: 3})
	for _, n := range []int{0, 1, 1000, 9<<20 + 3} {
		src := make([]byte, n)
		for i := range src {
			src[i] = byte(i * 7)
		}
		b, err := d.Alloc(n + 10)
		require.NoError(t, err)
		require.NoError(t, d.CopyIn(b, 5, src))
		got := make([]byte, n)
		require.NoError(t, d.CopyOut(got, b, 5))
		require.Equal(t, src, got)
		require.Error(t, d.CopyIn(b, 11, src))
		require.Error(t, d.CopyOut(got, b, -1))
	}
	b, err := newTestDevice(t, Options{}).Alloc(8)
	require.NoError(t, err)
	require.Error(t, d.CopyIn(b, 0, make([]byte, 1)))
	assert.Nil(t, d.HostBytes(b))
}
