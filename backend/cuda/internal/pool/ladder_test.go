package pool

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
)

// ladder returns a pool of 100 MiB that notes its collections among the calls,
// with 40 MiB in use.
func ladder(t *testing.T) (*Pool, *fake) {
	p, f := open(t, 100*mib)
	p.collect = func() {
		f.mu.Lock()
		f.call("collect")
		f.mu.Unlock()
	}
	p.mu.Lock()
	p.trigger = 1 << 60 // no collections but the ladder's
	p.mu.Unlock()
	alloc(t, p, 1, 40*mib)
	return p, f
}

func TestLadderStepsAside(t *testing.T) {
	t.Run("takes what another stream has", func(t *testing.T) {
		p, f := ladder(t)
		p.Free(alloc(t, p, 2, 60*mib))
		f.log()
		b := alloc(t, p, 1, 60*mib)
		assert.Equal(t, []string{"alloc", "alloc", "order"}, dedup(f.log(), "alloc", 2))
		p.Free(b)
		f.log()
		alloc(t, p, 1, 60*mib)
		assert.Empty(t, f.log(), "the segment has changed streams")
	})
	t.Run("gives back its own stream's", func(t *testing.T) {
		p, f := ladder(t)
		a, b := alloc(t, p, 1, 14*mib), alloc(t, p, 1, 16*mib)
		p.Free(a)
		p.Free(b)
		p.Free(alloc(t, p, 2, 28*mib))
		f.log()
		alloc(t, p, 1, 30*mib)
		calls := f.log()
		assert.Equal(t, 2, count(calls, "free"))
		assert.NotContains(t, calls, "sync")
		assert.EqualValues(t, 28*mib, p.Stats().Pooled, "the other's stays")
	})
	t.Run("gives back the others'", func(t *testing.T) {
		p, f := ladder(t)
		p.Free(alloc(t, p, 1, 30*mib))
		p.Free(alloc(t, p, 2, 30*mib))
		f.log()
		alloc(t, p, 1, 60*mib)
		calls := f.log()
		assert.Equal(t, 2, count(calls, "free"))
		assert.NotContains(t, calls, "sync")
	})
	t.Run("waits for the device", func(t *testing.T) {
		p, f := ladder(t)
		busy := alloc(t, p, 1, 50*mib)
		f.onSync = func() { p.Free(busy) }
		f.log()
		b := alloc(t, p, 2, 48*mib)
		calls := f.log()
		assert.Equal(t, 1, count(calls, "sync"))
		assert.NotContains(t, calls, "collect")
		assert.Equal(t, busy.Ptr, b.Ptr)
	})
	t.Run("collects garbage", func(t *testing.T) {
		p, f := ladder(t)
		parts := []Block{alloc(t, p, 1, 30*mib), alloc(t, p, 2, 30*mib)}
		p.collect = func() {
			f.mu.Lock()
			f.call("collect")
			f.mu.Unlock()
			for _, b := range parts {
				p.Free(b)
			}
		}
		f.log()
		alloc(t, p, 3, 60*mib)
		assert.Equal(t, []string{"sync", "collect", "free", "free"}, without(f.log(), "alloc"))
		assert.EqualValues(t, 1, p.Stats().Collected)
	})
	t.Run("and then fails", func(t *testing.T) {
		p, f := ladder(t)
		f.log()
		_, err := p.Alloc(1, 70*mib)
		assert.Equal(t, []string{"sync", "collect", "collect"}, without(f.log(), "alloc"))
		require.ErrorIs(t, err, backend.ErrOutOfMemory)
		var e *backend.Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, "cuda:0", e.Device)
		assert.Equal(t, "alloc 73400320 bytes", e.Op)
		assert.Contains(t, e.Text, "41943040 bytes in use, 0 pooled, 62914560 of the device's 104857600 free; close arrays")
		check(t, p)
	})
}

func TestImpossible(t *testing.T) {
	p, f := ladder(t)
	f.log()
	for _, bytes := range []int{-1, -1 << 63, 101 * mib, 1 << 50, 1<<63 - 1} {
		_, err := p.Alloc(1, bytes)
		require.ErrorIs(t, err, backend.ErrOutOfMemory)
	}
	assert.Empty(t, f.log(), "nothing is given up for what can't be")
}

func TestDeviceLost(t *testing.T) {
	p, f := ladder(t)
	p.Free(alloc(t, p, 2, 10*mib))
	f.err = errLost
	f.log()
	_, err := p.Alloc(1, 10*mib)
	require.ErrorIs(t, err, errLost)
	require.NotErrorIs(t, err, backend.ErrOutOfMemory)
	assert.Equal(t, []string{"alloc"}, f.log(), "other failures end it")
	require.ErrorIs(t, p.Trim(), errLost)
}

type owner struct{ _ [64]byte }

func drop(p *Pool, b Block) {
	runtime.AddCleanup(new(owner), func(b Block) { p.Free(b) }, b)
}

// A loop that drops its buffers runs for ever in bounded memory.
func TestDroppedBuffers(t *testing.T) {
	p, _ := open(t, 8*gib)
	for range 10000 {
		drop(p, alloc(t, p, 1, 64*mib))
	}
	s := p.Stats()
	assert.LessOrEqual(t, s.Peak, int64(7*gib))
	assert.Positive(t, s.Collected)
	assert.Less(t, s.Collected, int64(1500))
	runtime.GC() // the rest goes with the pool
}

// Where buffers are closed, memory that is in use for good reason is not taken
// for garbage again and again.
func TestFullWithoutGarbage(t *testing.T) {
	p, _ := open(t, 8*gib)
	var held []Block
	for range 4 {
		held = append(held, alloc(t, p, 1, gib))
	}
	for range 200 {
		a, b := alloc(t, p, 1, gib), alloc(t, p, 1, gib)
		p.Free(a)
		p.Free(b)
	}
	assert.Less(t, p.Stats().Collected, int64(10))
	for _, b := range held {
		p.Free(b)
	}
}

func count(calls []string, name string) int {
	n := 0
	for _, c := range calls {
		if c == name {
			n++
		}
	}
	return n
}

func without(calls []string, name string) []string {
	var rest []string
	for _, c := range calls {
		if c != name {
			rest = append(rest, c)
		}
	}
	return rest
}

// dedup keeps the first n calls of a name and all others.
func dedup(calls []string, name string, n int) []string {
	var rest []string
	for _, c := range calls {
		if c == name {
			if n--; n < 0 {
				continue
			}
		}
		rest = append(rest, c)
	}
	return rest
}
