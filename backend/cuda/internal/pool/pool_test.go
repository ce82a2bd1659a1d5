package pool

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
)

func TestBinOf(t *testing.T) {
	last := 0
	for size := granule; size <= maxBytes; size += (size/97 + granule) / granule * granule {
		i := binOf(size)
		require.GreaterOrEqual(t, i, last)
		require.Less(t, i, numBins)
		last = i
		if i+1 < numBins && size > octaveBins*granule {
			require.Greater(t, binOf(size+size/octaveBins+granule), i, "sizes of a bin are close")
		}
		if size < octaveBins*granule {
			require.NotEqual(t, i, binOf(size+granule), "small sizes have bins of their own")
		}
	}
	require.Less(t, binOf(maxBytes), numBins)
}

// find finds a block whenever there is one that is large enough, and none that
// is larger than the smallest by more than a bin.
func TestFind(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var s bins
	var held []*block
	for range 20000 {
		if len(held) > 0 && r.IntN(5) < 2 {
			i := r.IntN(len(held))
			s.remove(held[i])
			held[i] = held[len(held)-1]
			held = held[:len(held)-1]
			continue
		}
		size := granule * (1 + r.IntN(1<<(1+r.IntN(20))))
		least := math.MaxInt
		for _, b := range held {
			if b.bytes >= size {
				least = min(least, b.bytes)
			}
		}
		found := s.find(size)
		require.Equal(t, least == math.MaxInt, found == nil)
		if found != nil {
			require.GreaterOrEqual(t, found.bytes, size)
			require.Equal(t, binOf(least), binOf(found.bytes))
		}
		b := &block{bytes: size}
		s.put(b)
		held = append(held, b)
	}
}

func TestSegments(t *testing.T) {
	p, f := open(t, 8*gib)
	alloc(t, p, 1, 0)
	alloc(t, p, 1, 1)
	alloc(t, p, 1, mib)
	assert.Equal(t, []int{2 * mib}, f.sizes(), "small ones share a segment")
	alloc(t, p, 2, 1)
	assert.Equal(t, []int{2 * mib, 2 * mib}, f.sizes(), "but not with other streams")
	f.log()
	alloc(t, p, 1, mib+1)
	alloc(t, p, 1, 100*mib)
	alloc(t, p, 1, 3*mib)
	assert.Equal(t, []int{2 * mib, 100 * mib, 4 * mib}, f.sizes())
	f.log()
	for range 64 {
		alloc(t, p, 3, mib)
	}
	assert.Equal(t, 17, len(f.sizes()))
	assert.Equal(t, 32*mib, f.sizes()[16], "many small ones share larger segments")
	check(t, p)
}

func TestReusesOnItsStream(t *testing.T) {
	p, f := open(t, 8*gib)
	for _, bytes := range []int{1, 1000, mib, mib + 1, 64 * mib, 65*mib + 5} {
		b := alloc(t, p, 1, bytes)
		p.Free(b)
		again := alloc(t, p, 1, bytes)
		assert.Equal(t, b.Ptr, again.Ptr)
		other := alloc(t, p, 2, bytes)
		assert.NotEqual(t, b.Ptr, other.Ptr)
		p.Free(again)
		p.Free(other)
	}
	assert.NotContains(t, f.log(), "order")
	s := p.Stats()
	assert.EqualValues(t, 18, s.Allocs)
	assert.GreaterOrEqual(t, s.Reused, int64(6))
	assert.Zero(t, s.InUse)
	assert.Equal(t, s.Pooled, s.Reserved)
	check(t, p)
}

func TestSplitsAndJoins(t *testing.T) {
	p, f := open(t, 8*gib)
	for _, unit := range []int{granule, 100 * 1024, 2 * mib} {
		require.NoError(t, p.Trim())
		whole := alloc(t, p, 1, min(8*unit, mib))
		if unit > mib {
			p.Free(whole)
			whole = alloc(t, p, 1, 8*unit)
		}
		p.Free(whole)
		f.log()
		r := rand.New(rand.NewPCG(3, uint64(unit)))
		for range 50 {
			var held []Block
			for range 8 {
				held = append(held, alloc(t, p, 1, unit))
			}
			r.Shuffle(len(held), func(i, j int) { held[i], held[j] = held[j], held[i] })
			for _, b := range held {
				p.Free(b)
				check(t, p)
			}
		}
		assert.Empty(t, f.log(), "all came out of one segment")
		for _, g := range p.segments {
			assert.True(t, g.whole())
		}
	}
	require.NoError(t, p.Trim())
	assert.Zero(t, p.Stats().Reserved)
}

func TestDoubleFree(t *testing.T) {
	p, _ := open(t, 8*gib)
	p.Free(Block{})
	a := alloc(t, p, 1, 1000)
	keep := alloc(t, p, 1, 1000)
	p.Free(a)
	p.Free(a)
	b := alloc(t, p, 1, 1000)
	require.Equal(t, a.Ptr, b.Ptr)
	p.Free(a)
	assert.EqualValues(t, 2048, p.Stats().InUse, "the first owner has no say any more")
	p.Free(b)
	p.Free(keep)
	p.Free(keep)
	p.Free(a)
	check(t, p)
	require.NoError(t, p.Trim())
	p.Free(b)
	c := alloc(t, p, 1, 1000)
	p.Free(a)
	p.Free(b)
	p.Free(keep)
	assert.EqualValues(t, 1024, p.Stats().InUse)
	p.Free(c)
	check(t, p)
}

func TestRetire(t *testing.T) {
	p, f := open(t, 8*gib)
	free, used := alloc(t, p, 1, 8*mib), alloc(t, p, 1, 100)
	p.Free(free)
	p.Retire(1)
	p.Retire(7)
	check(t, p)
	f.log()
	again := alloc(t, p, 2, 8*mib)
	assert.Equal(t, free.Ptr, again.Ptr)
	small := alloc(t, p, 3, 100) // the rest of used's segment is 3's now
	assert.Equal(t, used.Ptr+granule, small.Ptr)
	assert.Empty(t, f.log(), "memory of no stream is free for all without waiting")
	p.Free(used)
	assert.Empty(t, f.log(), "and what a retired stream used is too")
	p.Free(small)
	check(t, p)
	p.Free(again)
	p.Retire(2)
	p.Retire(3)
	check(t, p)
	require.NoError(t, p.Trim())
	assert.Zero(t, p.Stats().Reserved)
}

// A block taken from another stream's segment stays with it, and a stream that
// ends meanwhile leaves it to the one that uses it.
func TestRetireWhileAnotherUsesIt(t *testing.T) {
	p, f := open(t, 2*mib)
	a := alloc(t, p, 1, mib)
	b := alloc(t, p, 2, mib)
	assert.Equal(t, []string{"alloc", "alloc", "alloc", "order"}, f.log())
	p.Retire(1)
	p.Free(b)
	assert.Empty(t, f.log())
	check(t, p)
	c := alloc(t, p, 2, mib)
	assert.Equal(t, b.Ptr, c.Ptr)
	p.Free(c)
	p.Free(a)
	check(t, p)
}

func TestLimit(t *testing.T) {
	p, f := open(t, 8*gib)
	require.Error(t, p.SetLimit(-1))
	var held []Block
	for range 10 {
		held = append(held, alloc(t, p, 1, 10*mib))
	}
	for _, b := range held[3:] {
		p.Free(b)
	}
	require.NoError(t, p.SetLimit(50*mib))
	s := p.Stats()
	assert.EqualValues(t, 50*mib, s.Limit)
	assert.EqualValues(t, 50*mib, s.Reserved, "free memory above the limit goes")
	assert.EqualValues(t, 30*mib, s.InUse)
	_, err := p.Alloc(1, 30*mib)
	require.ErrorIs(t, err, backend.ErrOutOfMemory)
	require.ErrorContains(t, err, "limited to 52428800")
	_, err = p.Alloc(1, 51*mib)
	require.ErrorIs(t, err, backend.ErrOutOfMemory)
	b := alloc(t, p, 1, 20*mib)
	p.Free(b)
	tiny := alloc(t, p, 2, 1)
	assert.LessOrEqual(t, f.held, int64(50*mib))
	require.NoError(t, p.SetLimit(10*mib))
	assert.EqualValues(t, 32*mib, p.Stats().Reserved, "what is in use stays")
	_, err = p.Alloc(2, 3*mib)
	require.ErrorIs(t, err, backend.ErrOutOfMemory)
	require.NoError(t, p.SetLimit(0))
	alloc(t, p, 2, gib)
	p.Free(tiny)
	check(t, p)
}

// Where a whole segment doesn't fit any more, a smaller one does.
func TestLastBytes(t *testing.T) {
	p, f := open(t, 5*mib)
	alloc(t, p, 1, 3*mib+512)
	alloc(t, p, 1, mib)
	assert.Equal(t, []int{4 * mib, 2 * mib, mib}, f.sizes())
	check(t, p)
}

func TestClosed(t *testing.T) {
	p, f := open(t, 8*gib)
	used, free := alloc(t, p, 1, 100), alloc(t, p, 1, 8*mib)
	p.Free(free)
	require.NoError(t, p.Close())
	assert.Empty(t, f.segments)
	p.Free(used)
	p.Retire(1)
	_, err := p.Alloc(1, 100)
	require.ErrorIs(t, err, backend.ErrClosed)
	_, err = p.Alloc(2, 64*mib)
	require.ErrorIs(t, err, backend.ErrClosed)
	require.NoError(t, p.Trim())
	s := p.Stats()
	assert.Zero(t, s.InUse)
	assert.Zero(t, s.Reserved)
	require.NoError(t, p.Close())
}

func TestConcurrently(t *testing.T) {
	p, _ := open(t, 256*mib)
	var mu sync.Mutex
	owner := map[uint64]int{} // granule-aligned first and last addresses in use
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(g), 1))
			var held []Block
			drop := func(i int) {
				mu.Lock()
				delete(owner, held[i].Ptr)
				mu.Unlock()
				p.Free(held[i])
				if r.IntN(4) == 0 {
					p.Free(held[i])
				}
				held[i] = held[len(held)-1]
				held = held[:len(held)-1]
			}
			for range 400 {
				if len(held) > 6 || len(held) > 0 && r.IntN(3) == 0 {
					drop(r.IntN(len(held)))
					continue
				}
				b, err := p.Alloc(Stream(1+g%3), r.IntN(1<<(1+r.IntN(23))))
				if err != nil {
					t.Error(err)
					break
				}
				mu.Lock()
				if _, taken := owner[b.Ptr]; taken {
					t.Errorf("%#x was handed out twice", b.Ptr)
				}
				owner[b.Ptr] = g
				mu.Unlock()
				held = append(held, b)
				switch r.IntN(100) {
				case 0:
					assert.NoError(t, p.Trim())
				case 1:
					assert.LessOrEqual(t, p.Stats().InUse, int64(256*mib))
				}
			}
			for len(held) > 0 {
				drop(0)
			}
		})
	}
	wg.Wait()
	check(t, p)
	assert.Zero(t, p.Stats().InUse)
}

func TestAnswersWithoutGarbage(t *testing.T) {
	p, _ := open(t, 8*gib)
	for _, bytes := range []int{100, 100 * 1024, 64 * mib} {
		p.Free(alloc(t, p, 1, bytes))
		assert.Zero(t, testing.AllocsPerRun(1000, func() {
			b, _ := p.Alloc(1, bytes)
			p.Free(b)
		}))
	}
}

func BenchmarkAllocFree(b *testing.B) {
	p, _ := open(b, 8*gib)
	for name, bytes := range map[string]int{"4KiB": 4096, "1MiB": mib, "64MiB": 64 * mib} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m, _ := p.Alloc(1, bytes)
				p.Free(m)
			}
		})
	}
	b.Run("mixed", func(b *testing.B) {
		r := rand.New(rand.NewPCG(1, 1))
		var held [64]Block
		sizes := make([]int, 1024)
		for i := range sizes {
			sizes[i] = r.IntN(1 << (10 + r.IntN(14)))
		}
		i := 0
		for b.Loop() {
			p.Free(held[i%64])
			held[i%64], _ = p.Alloc(1, sizes[i%1024])
			i++
		}
	})
}
