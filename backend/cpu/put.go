package cpu

import (
	"unsafe"

	"github.com/cugond/cugond/backend"
)

// Put implements backend.Indexer. So that the last of equal positions stays,
// whatever shares a place in dst is stored by one goroutine in order: work is
// divided by the other axes and, where those are short, by positions, which
// each goroutine then looks all through for its own.
func (d *Device) Put(dst, src, index backend.View) (backend.Event, error) {
	return nil, d.move("put", &src, &dst, &index, func(m *moving) error {
		b := m.divide()
		return m.j.each(b.tasks(), m.outer*m.count*m.inner, func(w *worker, task int64) {
			at := b.block(m, task)
			if m.fns.put(m, &at) {
				w.status |= 1 << backend.FaultIndex
			}
		})
	})
}

// putBlock is a part of a Put: some outer and inner positions, and the
// positions in dst that it may write.
type putBlock struct{ outerFrom, outerTo, innerFrom, innerTo, from, to int64 }

// putGrid is how a Put is divided.
type putGrid struct {
	outer, inner, ranges int64 // numbers of blocks along each
	step                 int64 // outer positions of a block
}

func (g *putGrid) tasks() int64 { return g.outer * g.inner * g.ranges }

func (m *moving) divide() putGrid {
	const least = 64 // inner elements of a block
	g := putGrid{outer: 1, inner: 1, ranges: 1, step: m.outer}
	if m.outer*m.count*m.inner < parallelFrom {
		return g
	}
	tasks := 4 * int64(m.j.dev.workers)
	g.step = max(1, min(ceil(m.outer, tasks), taskElements/(m.count*m.inner)))
	g.outer = ceil(m.outer, g.step)
	g.inner = max(1, min(m.inner/least, ceil(tasks, g.outer)))
	if workers := int64(m.j.dev.workers); g.outer*g.inner < workers {
		g.ranges = max(1, min(m.length, ceil(workers, g.outer*g.inner)))
	}
	return g
}

func (g *putGrid) block(m *moving, task int64) putBlock {
	r, task := task%g.ranges, task/g.ranges
	i, o := task%g.inner, task/g.inner
	return putBlock{
		outerFrom: o * g.step, outerTo: min((o+1)*g.step, m.outer),
		innerFrom: m.inner * i / g.inner, innerTo: m.inner * (i + 1) / g.inner,
		from: m.length * r / g.ranges, to: m.length * (r + 1) / g.ranges,
	}
}

// putRange goes line by line, in the order of the positions.
func putRange[E any](m *moving, b *putBlock) (bad bool) {
	for o := b.outerFrom; o < b.outerTo; o++ {
		if m.inner == 1 {
			l := m.lineAt(o, 0, 0)
			bad = putLine[E](&l, m.count, m.length, b) || bad
			continue
		}
		for i := range m.count {
			l := m.lineAt(o, i, b.innerFrom)
			bad = putLine[E](&l, b.innerTo-b.innerFrom, m.length, b) || bad
		}
	}
	return bad
}

func putLine[E any](l *line, n, length int64, b *putBlock) (bad bool) {
	size := int64(unsafe.Sizeof(*new(E)))
	if l.indexStep == 0 && l.farStep == size && l.nearStep == size { // a whole row
		k := *(*int64)(l.index)
		if k < 0 {
			k += length
		}
		if k >= b.from && k < b.to {
			copy(block[E](unsafe.Add(l.far, k*l.pick), n), block[E](l.near, n))
		}
		return uint64(k) >= uint64(length)
	}
	for i := range n {
		k := *at[int64](l.index, i*l.indexStep)
		if k < 0 {
			k += length
		}
		if k < b.from || k >= b.to {
			bad = bad || uint64(k) >= uint64(length)
			continue
		}
		*at[E](l.far, k*l.pick+i*l.farStep) = *at[E](l.near, i*l.nearStep)
	}
	return bad
}
