package pool

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
)

// model knows which memory is in use, and who used the rest last.
type model struct {
	f     *fake
	live  []Block
	who   []Stream // of live
	freed []span
}

type span struct {
	lo, hi uint64
	s      Stream
	at     int // s's clock when it was freed
}

func (m *model) took(t *testing.T, s Stream, b Block) {
	lo, hi := b.Ptr, b.Ptr+uint64(b.Bytes)
	for _, o := range m.live {
		require.False(t, lo < o.Ptr+uint64(o.Bytes) && o.Ptr < hi, "overlap")
	}
	m.f.clock[s]++
	rest := m.freed[:0:0]
	for _, o := range m.freed {
		if o.hi <= lo || hi <= o.lo {
			rest = append(rest, o)
			continue
		}
		require.True(t, m.f.safe(s, o.s, o.at), "stream %d got what stream %d may still use", s, o.s)
		if o.lo < lo {
			rest = append(rest, span{o.lo, lo, o.s, o.at})
		}
		if hi < o.hi {
			rest = append(rest, span{hi, o.hi, o.s, o.at})
		}
	}
	m.freed = rest
	m.live, m.who = append(m.live, b), append(m.who, s)
}

func (m *model) drop(p *Pool, i int) {
	b, s := m.live[i], m.who[i]
	n := len(m.live) - 1
	m.live[i], m.who[i] = m.live[n], m.who[n]
	m.live, m.who = m.live[:n], m.who[:n]
	m.f.clock[s]++
	p.Free(b)
	m.freed = append(m.freed, span{b.Ptr, b.Ptr + uint64(b.Bytes), s, m.f.clock[s]})
}

// Live blocks never overlap, and no stream gets memory that another may still
// use, on cards that are large and small, with and without a limit.
func TestRandomAgainstModel(t *testing.T) {
	seeds := uint64(12)
	if testing.Short() {
		seeds = 3
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 9))
		total := int64([]int{8 * gib, 64 * mib, 24 * mib}[seed%3])
		p, f := open(t, total)
		if seed%2 == 1 {
			require.NoError(t, p.SetLimit(total/2))
		}
		m := &model{f: f}
		streams := []Stream{1, 2, 3}
		next, failed := Stream(4), 0
		for step := range 1500 {
			if len(m.live) > 0 && r.IntN(100) < 45 || len(m.live) > 100 {
				m.drop(p, r.IntN(len(m.live)))
			} else if r.IntN(150) == 0 {
				i := r.IntN(len(streams))
				f.finish(streams[i])
				p.Retire(streams[i])
				streams[i] = next
				next++
			} else if r.IntN(200) == 0 {
				require.NoError(t, p.Trim())
			} else {
				s := streams[r.IntN(3)]
				bytes := r.IntN(1 << (1 + r.IntN(23)))
				b, err := p.Alloc(s, bytes)
				if err != nil {
					require.ErrorIs(t, err, backend.ErrOutOfMemory)
					failed++
					continue
				}
				require.GreaterOrEqual(t, b.Bytes, bytes)
				require.Zero(t, b.Ptr%granule)
				m.took(t, s, b)
			}
			if step%25 == 0 {
				check(t, p)
			}
		}
		if total == 8*gib && seed%2 == 0 {
			require.Zero(t, failed)
		}
		for len(m.live) > 0 {
			m.drop(p, r.IntN(len(m.live)))
		}
		check(t, p)
		s := p.Stats()
		assert.Zero(t, s.InUse)
		assert.LessOrEqual(t, s.PeakReserved, total)
		for _, g := range p.segments {
			require.True(t, g.whole(), "all is joined again")
		}
		require.NoError(t, p.Trim())
		assert.Empty(t, f.segments)
	}
}
