package pool

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
)

const (
	mib = 1 << 20
	gib = 1 << 30
)

var errLost = errors.New("device lost")

// fake is a device without memory: it hands out addresses, and keeps for every
// stream what it has been made to wait for.
type fake struct {
	total int64

	mu       sync.Mutex
	held     int64
	next     uint64
	segments map[uint64]int
	calls    []string                  // what was called, without sizes
	asked    []int                     // sizes of Alloc
	clock    map[Stream]int            // how far each stream has got
	seen     map[Stream]map[Stream]int // how far each has waited for the others
	err      error                     // what Alloc answers
	onSync   func()
	done     map[Stream]int // how far each has finished
	problems []string
}

func newFake(total int64) *fake {
	return &fake{total: total, next: 1 << 40, segments: map[uint64]int{}, clock: map[Stream]int{}, seen: map[Stream]map[Stream]int{}, done: map[Stream]int{}}
}

func (f *fake) call(name string) { f.calls = append(f.calls, name) }

func (f *fake) Alloc(bytes int) (uint64, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.call("alloc")
	f.asked = append(f.asked, bytes)
	if f.err != nil {
		return 0, f.err
	}
	if f.held+int64(bytes) > f.total {
		return 0, fmt.Errorf("fake: %w", backend.ErrOutOfMemory)
	}
	f.held += int64(bytes)
	ptr := f.next
	f.next += uint64(bytes) // segments touch, but are no neighbours
	f.segments[ptr] = bytes
	return ptr, nil
}

func (f *fake) Free(ptr uint64) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.call("free")
	bytes, ok := f.segments[ptr]
	if !ok {
		f.problems = append(f.problems, fmt.Sprintf("free of %#x", ptr))
	}
	delete(f.segments, ptr)
	f.held -= int64(bytes)
	return f.err
}

func (f *fake) Order(later, earlier Stream) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.call("order")
	if later == 0 || earlier == 0 || later == earlier {
		f.problems = append(f.problems, fmt.Sprintf("order %d after %d", later, earlier))
	}
	for s, t := range f.seen[earlier] {
		f.observe(later, s, t)
	}
	f.observe(later, earlier, f.clock[earlier])
	return f.err
}

func (f *fake) observe(s, other Stream, t int) {
	if f.seen[s] == nil {
		f.seen[s] = map[Stream]int{}
	}
	f.seen[s][other] = max(f.seen[s][other], t)
}

// finish ends a stream, after which all that it waited for has finished too.
func (f *fake) finish(s Stream) {
	f.done[s] = math.MaxInt
	for other, t := range f.seen[s] {
		f.done[other] = max(f.done[other], t)
	}
}

// safe reports whether work queued on s runs after what other had queued by t.
func (f *fake) safe(s, other Stream, t int) bool {
	return s == other || f.seen[s][other] >= t || f.done[other] >= t
}

func (f *fake) Sync() error {
	f.mu.Lock()
	f.call("sync")
	for s, t := range f.clock {
		f.done[s] = max(f.done[s], t)
	}
	f.mu.Unlock()
	if f.onSync != nil {
		f.onSync()
	}
	return nil
}

func (f *fake) Memory() (free, total int64, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.total - f.held, f.total, nil
}

// log returns the calls since the last log.
func (f *fake) log() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	calls := f.calls
	f.calls, f.asked = nil, nil
	return calls
}

func (f *fake) sizes() []int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.asked
}

// open returns a pool over a fake, whose end checks that nothing was lost.
func open(t testing.TB, total int64) (*Pool, *fake) {
	f := newFake(total)
	p, err := New(f, "cuda:0")
	require.NoError(t, err)
	t.Cleanup(func() {
		f.err = nil
		assert.NoError(t, p.Close())
		assert.Empty(t, f.segments)
		assert.Zero(t, f.held)
		assert.Empty(t, f.problems)
	})
	return p, f
}

func alloc(t testing.TB, p *Pool, s Stream, bytes int) Block {
	b, err := p.Alloc(s, bytes)
	require.NoError(t, err)
	require.GreaterOrEqual(t, b.Bytes, bytes)
	require.Zero(t, b.Ptr%granule)
	return b
}

// check looks at the pool's structure: blocks tile their segments, no two
// neighbours are free, bins hold what is free and nothing else, sums are right.
func check(t testing.TB, p *Pool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var reserved, inUse, pooled int64
	free := map[*queue]int{p.orphans: 0}
	shared := map[*queue]int{}
	for _, g := range p.segments {
		reserved += int64(g.bytes)
		if g.small {
			shared[g.owner] += g.bytes
		}
		at := g.ptr
		var prev *block
		for b := g.first; b != nil; prev, b = b, b.next {
			if b.ptr != at || b.segment != g || b.prev != prev || b.bytes <= 0 {
				t.Fatalf("block %+v is out of place", *b)
			}
			at += uint64(b.bytes)
			if b.user != nil {
				free[g.owner] += 0
				inUse += int64(b.bytes)
				continue
			}
			pooled += int64(b.bytes)
			free[g.owner]++
			if prev != nil && prev.user == nil || g.owner.retired {
				t.Fatal("free neighbours, or a segment of a stream that has ended")
			}
		}
		require.Equal(t, g.ptr+uint64(g.bytes), at)
	}
	require.Equal(t, reserved, p.stats.Reserved)
	require.Equal(t, inUse, p.stats.InUse)
	require.Equal(t, pooled, p.stats.Pooled)
	for q, n := range free {
		require.Equal(t, shared[q], q.shared)
		for _, s := range []*bins{&q.small, &q.large} {
			for i, head := range s.heads {
				if (head != nil) != (s.used[i/64]>>(i%64)&1 == 1) {
					t.Fatalf("bin %d is marked wrongly", i)
				}
				for b := head; b != nil; b = b.after {
					n--
					require.Equal(t, i, binOf(b.bytes))
					require.Nil(t, b.user)
					require.Same(t, q, b.segment.owner)
				}
			}
		}
		require.Zero(t, n)
	}
}
