package cpu

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// radixFrom is the length of a row from which on it is sorted digit by digit.
const radixFrom = 512

// sorting is a sort at work.
type sorting struct {
	j        *job
	dst, src unsafe.Pointer
	rows, n  int64 // n: elements of a row
}

// sorter sorts one element type.
type sorter struct{ values, positions func(*sorting) error }

// Sort implements backend.Sorter. Elements are sorted as unsigned integers of
// the same order, their keys: short rows by comparing, longer ones digit by
// digit. Goroutines share the rows or, when there are few, each row.
func (d *Device) Sort(dst, src backend.View, positions bool) (backend.Event, error) {
	to := src.DType
	if positions {
		to = expr.Int64
	}
	if len(src.Shape) != 2 || !slices.Equal(dst.Shape, src.Shape) || dst.DType != to || !src.Dense() || !dst.Dense() {
		return nil, malformed("a sort of %v %v to %v %v", src.DType, src.Shape, dst.DType, dst.Shape)
	}
	by, ok := sorters[src.DType]
	if !ok {
		return nil, fmt.Errorf("sort of %v: %w", src.DType, backend.ErrUnsupported)
	}
	return nil, d.over("sort", func(j *job) error {
		in := j.space.inputs
		s := &sorting{j: j, dst: in[0].ptr, src: in[1].ptr, rows: int64(src.Shape[0]), n: int64(src.Shape[1])}
		switch {
		case s.rows == 0 || s.n == 0:
			return nil
		case positions:
			return by.positions(s)
		}
		return by.values(s)
	}, &dst, &src)
}

var sorters = newSorters()

func newSorters() map[expr.DType]sorter {
	const sign8, sign16, sign32, sign64 = 1 << 7, 1 << 15, 1 << 31, 1 << 63
	return map[expr.DType]sorter{
		expr.Uint8:   packedSorter(integerKeys[uint8](0)),
		expr.Uint16:  packedSorter(integerKeys[uint16](0)),
		expr.Uint32:  packedSorter(integerKeys[uint32](0)),
		expr.Uint64:  pairSorter(integerKeys[uint64](0)),
		expr.Int8:    packedSorter(integerKeys[uint8](sign8)),
		expr.Int16:   packedSorter(integerKeys[uint16](sign16)),
		expr.Int32:   packedSorter(integerKeys[uint32](sign32)),
		expr.Int64:   pairSorter(integerKeys[uint64](sign64)),
		expr.Float32: packedSorter(floatKeys[uint32](sign32, math.Float32bits(float32(math.Inf(1))))),
		expr.Float64: pairSorter(floatKeys[uint64](sign64, math.Float64bits(math.Inf(1)))),
	}
}

// packedSorter is that of keys which fit 64 bits together with a position.
func packedSorter[K key](k keys[K]) sorter {
	return sorter{
		values: func(s *sorting) error { return sortValues(s, k) },
		positions: func(s *sorting) error {
			if s.n > 1<<32 {
				return sortPairs(s, k)
			}
			return sortPacked(s, k)
		},
	}
}

func pairSorter[K key](k keys[K]) sorter {
	return sorter{
		values:    func(s *sorting) error { return sortValues(s, k) },
		positions: func(s *sorting) error { return sortPairs(s, k) },
	}
}

// sortValues sorts keys in the result's memory, from which they become
// elements again.
func sortValues[K key](s *sorting, k keys[K]) error {
	size := int64(unsafe.Sizeof(*new(K)))
	free := size
	if s.n < radixFrom {
		free = 0
	}
	return s.each(free, func(row int64, free unsafe.Pointer, c *crew) {
		src := block[K](unsafe.Add(s.src, row*s.n*size), s.n)
		dst := block[K](unsafe.Add(s.dst, row*s.n*size), s.n)
		c.each(s.n, func(_ int, lo, hi int64) { k.encode(dst[lo:hi], src[lo:hi]) })
		sorted := dst
		if s.n < radixFrom {
			slices.Sort(dst)
		} else {
			d := &keyDeck[K]{from: dst, to: block[K](free, s.n), passes: int(size)}
			c.sort(d, d.passes, s.n)
			sorted = d.from
		}
		c.each(s.n, func(_ int, lo, hi int64) { k.decode(dst[lo:hi], sorted[lo:hi]) })
	})
}

// sortPacked sorts words with a key above a position, which makes all differ.
func sortPacked[K key](s *sorting, k keys[K]) error {
	size := int64(unsafe.Sizeof(*new(K)))
	free := int64(8)
	if s.n < radixFrom {
		free = 0
	}
	return s.each(free, func(row int64, free unsafe.Pointer, c *crew) {
		src := block[K](unsafe.Add(s.src, row*s.n*size), s.n)
		dst := block[uint64](unsafe.Add(s.dst, row*s.n*8), s.n)
		c.each(s.n, func(_ int, lo, hi int64) {
			k.ranks(src[lo:hi], func(at int, ranks []K) {
				to := dst[lo+int64(at):][:len(ranks)]
				for i, r := range ranks {
					to[i] = uint64(r)<<32 | uint64(lo+int64(at+i))
				}
			})
		})
		sorted := dst
		if s.n < radixFrom {
			slices.Sort(dst)
		} else {
			d := &keyDeck[uint64]{from: dst, to: block[uint64](free, s.n), passes: int(size), low: 32}
			c.sort(d, d.passes, s.n)
			sorted = d.from
		}
		c.each(s.n, func(_ int, lo, hi int64) {
			for i, x := range sorted[lo:hi] {
				dst[lo+int64(i)] = x & math.MaxUint32
			}
		})
	})
}

// sortPairs sorts keys beside their positions.
func sortPairs[K key](s *sorting, k keys[K]) error {
	size := int64(unsafe.Sizeof(*new(K)))
	const pairBytes = int64(unsafe.Sizeof(pair{}))
	return s.each(2*pairBytes, func(row int64, free unsafe.Pointer, c *crew) {
		src := block[K](unsafe.Add(s.src, row*s.n*size), s.n)
		dst := block[int64](unsafe.Add(s.dst, row*s.n*8), s.n)
		d := &pairDeck{from: block[pair](free, s.n), to: block[pair](unsafe.Add(free, s.n*pairBytes), s.n)}
		c.each(s.n, func(_ int, lo, hi int64) {
			k.ranks(src[lo:hi], func(at int, ranks []K) {
				to := d.from[lo+int64(at):][:len(ranks)]
				for i, r := range ranks {
					to[i] = pair{uint64(r), lo + int64(at+i)}
				}
			})
		})
		if s.n < radixFrom {
			sortPairsShort(d.from)
		} else {
			c.sort(d, int(size), s.n)
		}
		c.each(s.n, func(_ int, lo, hi int64) {
			for i, p := range d.from[lo:hi] {
				dst[lo+int64(i)] = p.position
			}
		})
	})
}

// each calls do for the rows, with free bytes of memory an element, and the
// crew that shares the row.
func (s *sorting) each(free int64, do func(row int64, free unsafe.Pointer, c *crew)) error {
	total := s.rows * s.n
	workers := int64(s.j.dev.workers)
	lanes, parts := int64(1), int64(1)
	if total >= parallelFrom {
		if s.rows >= workers {
			lanes = workers
		} else {
			parts = max(1, min(workers, s.n/(parallelFrom/2)))
		}
	}
	lane := s.n * free
	scratch, err := s.j.dev.pool.get(int(lanes * lane))
	if err != nil {
		return err
	}
	defer scratch.Free()
	if parts > 1 {
		c := newCrew(s.j, parts)
		s.j.guard(func() {
			for row := range s.rows {
				do(row, scratch.ptr, c)
			}
		})
		return s.j.err()
	}
	batch := max(1, taskElements/8/s.n)
	var next atomic.Int64
	err = s.j.each(lanes, total, func(_ *worker, at int64) {
		c := newCrew(s.j, 1)
		mine := unsafe.Pointer(nil)
		if lane > 0 {
			mine = unsafe.Add(scratch.ptr, at*lane)
		}
		for {
			from := next.Add(batch) - batch
			if from >= s.rows {
				return
			}
			for row := from; row < min(from+batch, s.rows); row++ {
				do(row, mine, c)
			}
		}
	})
	runtime.KeepAlive(scratch)
	return err
}
