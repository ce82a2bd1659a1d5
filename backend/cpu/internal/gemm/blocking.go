//go:build cgo && (linux || darwin)

package gemm

// #include "gemm.h"
import "C"

import (
	"runtime"
	"sync/atomic"
)

// Bytes of packed operands that caches are meant to hold: a block of A in a
// core's own, and the panels of B in the one that cores share.
const (
	blockBytes = 160 << 10
	panelBytes = 4 << 20
)

// blocking is how a product is divided. Rows and columns begin at multiples of
// a tile, so that which elements share a tile, and all results, do not depend
// on the number of workers.
type blocking struct {
	size              int // bytes of an element
	rows, depth, cols int // a block of A is rows×depth, panels of B are depth×cols
	deep, across      int // how often depth and cols are begun
	packCols          int // columns that a task packs
	chunkCols         int // columns that a task computes
	tall              int // blocks of rows
}

func ceil(n, by int) int { return (n + by - 1) / by }

// roundUp returns the next multiple.
func roundUp(n, by int) int { return ceil(n, by) * by }

// newBlocking divides a product whose tiles are mr×nr among workers.
func newBlocking(m, n, k, mr, nr, size, workers int) blocking {
	b := blocking{size: size, depth: min(k, C.GM_DEPTH)}
	b.deep = ceil(k, C.GM_DEPTH)
	b.across = ceil(n, panelBytes/(C.GM_DEPTH*size))
	b.cols = roundUp(ceil(n, b.across), nr)
	b.across = ceil(n, b.cols)

	// As many blocks of rows for each worker, if there are rows enough.
	most := blockBytes / (C.GM_DEPTH * size) / mr * mr
	b.tall = roundUp(ceil(m, most), workers)
	b.rows = roundUp(ceil(m, b.tall), mr)
	b.tall = ceil(m, b.rows)

	// Otherwise they share the columns.
	chunks := 1
	if b.tall < workers {
		chunks = min(ceil(2*workers, b.tall), ceil(b.cols, nr))
	}
	b.chunkCols = roundUp(ceil(b.cols, chunks), nr)
	b.packCols = roundUp(max(ceil(b.cols, 4*workers), 64), nr)
	return b
}

// tasks returns how many there are at a time.
func (b *blocking) tasks() int { return b.tall * ceil(b.cols, b.chunkCols) }

func (b *blocking) blockBytes() int { return b.rows * b.depth * b.size }

func (b *blocking) panelBytes() int { return b.cols * b.depth * b.size }

// step is a number of tasks that any worker may take.
type step struct {
	next, done atomic.Int64
	_          [cacheLine - 16]byte
}

// share takes tasks until none is left, and waits for those that others took.
func (s *step) share(tasks int, do func(task int)) {
	n := int64(tasks)
	for t := s.next.Add(1) - 1; t < n; t = s.next.Add(1) - 1 {
		do(int(t))
		s.done.Add(1)
	}
	for looks := 0; s.done.Load() < n; looks++ {
		if looks >= patience {
			runtime.Gosched()
		}
	}
}

// patience is how often a worker looks whether others are done before it lets
// another goroutine have the processor.
const patience = 1000
