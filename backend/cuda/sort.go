//go:build cgo && linux

package cuda

import (
	"math"
	"runtime"
	"slices"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda/internal/driver"
	"github.com/cugond/cugond/backend/cuda/internal/gen"
	"github.com/cugond/cugond/backend/expr"
)

// Sort implements backend.Sorter by radix sorts: rows of some thousand elements
// at most by one kernel that reads and writes them once, longer ones by a pass
// over memory for each byte of an element, of which those are left out whose
// byte is the same in all of a row. Longer rows take scratch memory: their own
// size, for positions twice that and 4 bytes an element, and 8 % more.
func (d *Device) Sort(dst, src backend.View, positions bool) (backend.Event, error) {
	if err := d.begin("sort"); err != nil {
		return nil, err
	}
	defer d.end()
	to := src.DType
	if positions {
		to = expr.Int64
	}
	if len(src.Shape) != 2 || !slices.Equal(dst.Shape, src.Shape) || dst.DType != to || !expr.KindOrdered.Has(src.DType) || !dst.Dense() || !src.Dense() {
		return nil, d.malformed("sort", "%v %v of strides %v to %v %v of strides %v", src.DType, src.Shape, src.Strides, dst.DType, dst.Shape, dst.Strides)
	}
	if src.Shape[0] == 0 || src.Shape[1] == 0 {
		return nil, nil
	}
	return d.sort(gen.NewSort(src.DType, src.Shape[1], positions), dst, src)
}

// sort carries out a sort of a class that the rows fit into.
func (d *Device) sort(s gen.Sort, dst, src backend.View) (backend.Event, error) {
	from, err := d.read(src)
	if err != nil {
		return nil, err
	}
	to, err := d.write(dst)
	if err != nil {
		return nil, err
	}
	rows, n := src.Shape[0], src.Shape[1]
	if s.Method == gen.SortSweep {
		err = d.sortLong(s, to, from, rows, n)
	} else {
		err = d.sortRows(s, to, from, rows, n)
	}
	runtime.KeepAlive(dst.Buffer)
	runtime.KeepAlive(src.Buffer)
	if err != nil {
		return nil, err
	}
	return d.event(), nil
}

// sortRows sorts rows that fit into a block.
func (d *Device) sortRows(s gen.Sort, dst, src driver.Ptr, rows, n int) error {
	w := newWork()
	defer w.done()
	w.key = s.AppendKey(append(w.key, keySort))
	f, err := d.function(w.key, s.Rows)
	if err != nil {
		return err
	}
	grid := min(rows, math.MaxInt32)
	if s.Method == gen.SortLanes {
		grid = ceil(rows*int(s.Width), s.Threads())
	}
	w.args.Ptr(uint64(src))
	w.args.Ptr(uint64(dst))
	w.args.U64(uint64(rows))
	w.args.U32(uint32(n))
	return d.launch(f, grid, s.Threads(), &w.args)
}

// sortState is where the passes over long rows keep what they need.
type sortState struct {
	histogram, done, ticket driver.Ptr // zero between kernels
	base, plan              driver.Ptr
	status                  [2]driver.Ptr // of the tiles of a pass, and of the next
	keyA, keyB, posA        driver.Ptr
}

// sortLong sorts rows of any length.
func (d *Device) sortLong(s gen.Sort, dst, src driver.Ptr, rows, n int) error {
	w := newWork()
	defer w.done()
	w.key = append(s.AppendKey(append(w.key, keySort)), "count"...)
	count, err := d.function(w.key, s.Count)
	if err != nil {
		return err
	}
	w.key = append(s.AppendKey(append(w.key[:0], keySort)), "sweep"...)
	sweep, err := d.function(w.key, s.Sweep)
	if err != nil {
		return err
	}
	tiles := ceil(n, s.Tile())
	p, free, err := d.newSortState(s, dst, rows, n, tiles)
	if err != nil {
		return err
	}
	defer free()

	// The blocks of a few waves, but none for less than 16 elements a thread.
	blocks := min(ceil(n, 16*gen.SortCountThreads), ceil(4*d.props.MultiProcessors, rows))
	a := &w.args
	a.Ptr(uint64(src))
	a.U64(uint64(n))
	a.U32(uint32(blocks))
	for _, ptr := range []driver.Ptr{p.histogram, p.done, p.base, p.plan, p.status[0]} {
		a.Ptr(uint64(ptr))
	}
	a.U64(uint64(rows * tiles * 256))
	if err := d.launch(count, rows*blocks, gen.SortCountThreads, a); err != nil {
		return err
	}
	for pass := range s.Passes() {
		a.Reset()
		for _, ptr := range []driver.Ptr{src, p.keyA, p.keyB, p.posA, dst} {
			a.Ptr(uint64(ptr))
		}
		a.U64(uint64(n))
		a.U32(uint32(tiles))
		a.U32(uint32(pass))
		for _, ptr := range []driver.Ptr{p.plan, p.base, p.status[pass%2], p.status[1-pass%2], p.ticket} {
			a.Ptr(uint64(ptr))
		}
		if err := d.launch(sweep, rows*tiles, s.Threads(), a); err != nil {
			return err
		}
	}
	return nil
}

// newSortState allocates the state of a sort of long rows. It may be freed when
// the last pass has been queued.
func (d *Device) newSortState(s gen.Sort, dst driver.Ptr, rows, n, tiles int) (p sortState, free func(), err error) {
	var size int
	take := func(bytes int) int {
		at := size
		size += ceil(bytes, 256) * 256
		return at
	}
	digits := rows * s.Passes() * 256 * s.CountSize()
	zeros := 8 + digits + 4*rows
	own := zeros > 4*counterCount // more than the stream has
	if own {
		take(zeros)
	}
	base, plan := take(digits), take(4*rows*s.Passes())
	status := [2]int{}
	for i := range status {
		status[i] = take(rows * tiles * 256 * s.CountSize())
	}
	var keyA, keyB, posA int
	if s.Passes() > 1 {
		keyA = take(rows * n * s.DType.Size())
		if s.Positions {
			keyB, posA = take(rows*n*s.DType.Size()), take(rows*n*s.PosSize())
		}
	}
	memory, err := d.scratch(size)
	if err != nil {
		return p, nil, err
	}
	start := memory.ptr()
	zero := start
	if own {
		err = d.fail("sort", d.ctx.Set8(zero, 0, zeros, d.handle))
	} else {
		zero, err = d.counters(zeros / 4)
	}
	if err != nil {
		memory.release()
		return p, nil, err
	}
	at := func(offset int) driver.Ptr { return start + driver.Ptr(offset) }
	p = sortState{
		ticket: zero, histogram: zero + 8, done: zero + 8 + driver.Ptr(digits),
		base: at(base), plan: at(plan), status: [2]driver.Ptr{at(status[0]), at(status[1])},
		keyA: at(keyA), keyB: dst, posA: at(posA),
	}
	if s.Positions {
		p.keyB = at(keyB)
	}
	return p, memory.release, nil
}
