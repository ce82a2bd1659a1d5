package cpu

import (
	"unsafe"

	"github.com/cugond/cugond/backend/expr"
)

// running is the state of a scan along one line: the result before the
// current chunk, and that of the chunk so far.
type running[A any] struct{ carry, local A }

// scanFns are what scans' states need beside the evaluators' functions.
type scanFns struct {
	words    int
	identity [2 * maxWords]uint64
	// next moves local into carry, at the end of a chunk.
	next func(state unsafe.Pointer)
}

type scanTable [numCumulative][numTypes]scanFns

var scans = newScanTable()

// scanLines makes a scan of columns: op combines earlier with later, T and A
// are the element and the accumulating type.
func scanLines[T, A any](op func(a, b A) A, wide func(T) A, narrow func(A) T) goFn {
	return func(c *call) {
		cols := c.aux
		d, a := operands1[T, T](c)
		lines := block[running[A]](c.b, cols)
		if cols == 1 {
			r := &lines[0]
			carry, local := r.carry, r.local
			for i, x := range a {
				local = op(local, wide(x))
				d[i] = narrow(op(carry, local))
			}
			r.local = local
			return
		}
		for i := int64(0); i < c.n; i += cols {
			d, a := d[i:i+cols], a[i:i+cols]
			for j, x := range a {
				r := &lines[j]
				r.local = op(r.local, wide(x))
				d[j] = narrow(op(r.carry, r.local))
			}
		}
	}
}

// entry is one scan of one type, for both tables.
type scanEntry struct {
	scan expr.Cumulative
	in   expr.DType
	fn   goFn
	fns  scanFns
}

func newScan[T, A any](s expr.Cumulative, in expr.DType, identity A, op func(a, b A) A,
	wide func(T) A, narrow func(A) T) scanEntry {
	e := scanEntry{scan: s, in: in, fn: scanLines(op, wide, narrow)}
	e.fns.words = int(unsafe.Sizeof(running[A]{})+7) / 8
	*(*running[A])(unsafe.Pointer(&e.fns.identity)) = running[A]{identity, identity}
	e.fns.next = func(p unsafe.Pointer) {
		r := (*running[A])(p)
		*r = running[A]{op(r.carry, r.local), identity}
	}
	return e
}

// word8 holds a value of up to 8 bytes in a word of its own, as scans' states
// do.
type word8[T any] struct {
	_     [0]int64
	value T
}

func toWord[T any](v T) word8[T]   { return word8[T]{value: v} }
func fromWord[T any](s word8[T]) T { return s.value }

func integerScans[T, A expr.Integer](list []scanEntry) []scanEntry {
	in := expr.TypeOf[T]()
	lowest, highest, _ := integerLimits[T]()
	wide, narrow := func(v T) A { return A(v) }, func(a A) T { return T(a) }
	return append(list,
		newScan(expr.CumSum, in, 0, func(a, b A) A { return a + b }, wide, narrow),
		newScan(expr.CumProd, in, 1, func(a, b A) A { return a * b }, wide, narrow),
		newScan(expr.CumMin, in, toWord(highest), func(a, b word8[T]) word8[T] { return toWord(min(a.value, b.value)) }, toWord[T], fromWord[T]),
		newScan(expr.CumMax, in, toWord(lowest), func(a, b word8[T]) word8[T] { return toWord(max(a.value, b.value)) }, toWord[T], fromWord[T]))
}

func floatScans[T expr.Float](list []scanEntry, inf T) []scanEntry {
	in := expr.TypeOf[T]()
	wide, narrow := func(v T) float64 { return float64(v) }, func(a float64) T { return T(a) }
	smaller := func(a, b word8[T]) word8[T] {
		if b.value < a.value || b.value != b.value {
			return b
		}
		return a
	}
	larger := func(a, b word8[T]) word8[T] {
		if b.value > a.value || b.value != b.value {
			return b
		}
		return a
	}
	type pair = [2]float64
	widePair := func(v [2]T) pair { return pair{float64(v[0]), float64(v[1])} }
	narrowPair := func(a pair) [2]T { return [2]T{T(a[0]), T(a[1])} }
	z := in.Complex()
	return append(list,
		newScan(expr.CumSum, in, 0, func(a, b float64) float64 { return a + b }, wide, narrow),
		newScan(expr.CumProd, in, 1, func(a, b float64) float64 { return a * b }, wide, narrow),
		newScan(expr.CumMin, in, toWord(inf), smaller, toWord[T], fromWord[T]),
		newScan(expr.CumMax, in, toWord(-inf), larger, toWord[T], fromWord[T]),
		newScan(expr.CumSum, z, pair{}, func(a, b pair) pair { return pair{a[0] + b[0], a[1] + b[1]} }, widePair, narrowPair),
		newScan(expr.CumProd, z, pair{1, 0}, func(a, b pair) pair {
			return pair{float64(a[0]*b[0]) - float64(a[1]*b[1]), float64(a[0]*b[1]) + float64(a[1]*b[0])}
		}, widePair, narrowPair))
}

func scanEntries() []scanEntry {
	var list []scanEntry
	list = integerScans[int8, int64](list)
	list = integerScans[int16, int64](list)
	list = integerScans[int32, int64](list)
	list = integerScans[int64, int64](list)
	list = integerScans[uint8, uint64](list)
	list = integerScans[uint16, uint64](list)
	list = integerScans[uint32, uint64](list)
	list = integerScans[uint64, uint64](list)
	list = floatScans(list, float32(inf))
	list = floatScans(list, inf)
	return list
}

func (t *goTable) addScans() {
	for _, e := range scanEntries() {
		t[scanFn(e.scan, e.in)] = e.fn
	}
}

func newScanTable() *scanTable {
	t := new(scanTable)
	for _, e := range scanEntries() {
		t[e.scan][e.in] = e.fns
	}
	return t
}
