package gen

import (
	"slices"

	"github.com/cugond/cugond/backend"
)

// run is a run of neighbouring axes that are all kept, or all reduced.
type run struct {
	n      int64 // positions
	stride int64 // from one to the next, in the logical row-major order of the space
}

// lines is how the logical indices of a space fall into lines, one for each
// result: of the runs of axes, not of how axes were merged.
type lines struct {
	kept, reduced         int64 // lines, and values of each
	keptRuns, reducedRuns []run // outer ones first
	rows                  bool  // a line's values lie one after another
	quads                 bool  // four values from a multiple of four on are neighbours, their index is one
}

func (l *lines) set(k *backend.Kernel) {
	l.kept, l.reduced = 1, 1
	l.keptRuns, l.reducedRuns = l.keptRuns[:0], l.reducedRuns[:0]
	l.rows = false
	stride := int64(1)
	last := (*run)(nil)
	lastReduced := false
	for i := len(k.Shape) - 1; i >= 0; i-- {
		n, reduced := int64(k.Shape[i]), k.Reduce != nil && k.Reduce[i]
		if n == 1 {
			continue
		}
		if last != nil && reduced == lastReduced {
			last.n *= n
		} else {
			if last == nil {
				l.rows = reduced
			}
			runs := &l.keptRuns
			if reduced {
				runs = &l.reducedRuns
			}
			*runs = append(*runs, run{n, stride})
			last, lastReduced = &(*runs)[len(*runs)-1], reduced
		}
		if reduced {
			l.reduced *= n
		} else {
			l.kept *= n
		}
		stride *= n
	}
	slices.Reverse(l.keptRuns)
	slices.Reverse(l.reducedRuns)
	inner := l.keptRuns
	if l.rows {
		inner = l.reducedRuns
	}
	l.quads = len(inner) > 0 && inner[len(inner)-1].n%4 == 0 || l.rows && l.kept == 1
}

// planShape is a kind of kernel.
type planShape uint8

const (
	rowsShort planShape = iota // a warp or a part of one has a line
	rowsLong                   // a block
	rowsSplit                  // several blocks
	columns                    // threads side by side have lines side by side
)

// plan is how lines are given to threads.
type plan struct {
	shape   planShape
	threads int   // of a block
	lanes   int   // threads of a line; in columns, threads side by side
	width   int   // lines of a thread
	slabs   int64 // pieces of a line, each for a block of its own
	kept    int64
}

const (
	shortLine   = 1024 // values that are left to a warp at most
	splitThread = 16   // values that a thread has at least when blocks share a line
	shortColumn = 16   // values of lines side by side that one thread takes
	longColumn  = 256  // the same when there are very many lines
	columnRows  = 8    // values that a thread has at least of a slab
	// Blocks of columns at work on a multiprocessor: registers are divided
	// among so many, and more slabs would only add ends.
	columnBlocks = 3
)

// plan decides. It knows nothing of programs and layouts, see [Reduce].
func (l *lines) plan(multiprocessors int) plan {
	mp := int64(multiprocessors)
	p := plan{threads: 256, width: 1, slabs: 1, kept: l.kept}
	if !l.rows {
		p.shape = columns
		if l.quads {
			p.width = 4
		}
		threads := ceil(l.kept, int64(p.width))
		if l.reduced <= shortColumn || l.reduced <= longColumn && threads >= 1024*mp {
			p.lanes = 256
			return p
		}
		p.lanes = min(32, pow2(int(threads)))
		groups := int64(256 / p.lanes)
		blocks := columnBlocks * mp
		if p.width == 1 {
			blocks *= 2 // their loads are small
		}
		p.slabs = max(1, min(blocks/p.tiles(p.width), l.reduced/(groups*columnRows)))
		return p
	}
	switch {
	case l.reduced <= shortLine:
		// Two quads a lane at least, and eight where four lanes read whole
		// sectors of memory.
		p.lanes = min(32, pow2(int(ceil(l.reduced, 8))), max(4, pow2(int(ceil(l.reduced, 32)))))
	case l.kept >= 8*mp:
		p.shape, p.lanes = rowsLong, 256
	default:
		p.shape, p.lanes, p.threads = rowsSplit, 512, 512
		blocks := 4 * mp // all at work at once
		if l.kept > 1 {
			blocks = 16 * mp // unequal numbers on multiprocessors even out
		}
		p.slabs = max(1, min(ceil(blocks, l.kept), ceil(l.reduced, 512*splitThread)))
		if p.slabs == 1 {
			p.shape = rowsLong
		}
	}
	return p
}

// tiles returns the number of blocks that all lines take when a thread of
// columns has so many.
func (p *plan) tiles(width int) int64 {
	switch p.shape {
	case rowsShort:
		return ceil(p.kept, int64(p.threads/p.lanes))
	case columns:
		return ceil(p.kept, int64(p.lanes*width))
	}
	return p.kept
}

// outs is how the places of results are found: over the kept dimensions, merged
// where all results walk them as one.
type outs struct {
	dims    []int64
	strides [][]int // of each fold, over dims
}

func (o *outs) set(k *backend.Kernel) {
	o.dims = o.dims[:0]
	for len(o.strides) < len(k.Folds) {
		o.strides = append(o.strides, nil)
	}
	o.strides = o.strides[:len(k.Folds)]
	for f := range o.strides {
		o.strides[f] = o.strides[f][:0]
	}
	for i, n := range k.Shape {
		if n == 1 || k.Reduce != nil && k.Reduce[i] {
			continue
		}
		last := len(o.dims) - 1
		merge := last >= 0
		for f := range k.Folds {
			merge = merge && o.strides[f][last] == k.Folds[f].View.Strides[i]*n
		}
		if merge {
			o.dims[last] *= int64(n)
		} else {
			o.dims = append(o.dims, int64(n))
		}
		for f := range k.Folds {
			s := k.Folds[f].View.Strides[i]
			if merge {
				o.strides[f][last] = s
			} else {
				o.strides[f] = append(o.strides[f], s)
			}
		}
	}
}

func ceil(n, d int64) int64 { return (n + d - 1) / d }
