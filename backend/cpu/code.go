package cpu

import (
	"unsafe"

	"github.com/cugond/cugond/backend/expr"
)

// A kernel is carried out as a short list of micro-operations, each a simple
// loop over one block of elements that fits the first-level cache. The list
// and the functions' numbers are the same for both evaluators; an evaluator is
// a table of functions and a loop that walks blocks.

// micro is one micro-operation: function fn applied to slots of the pointer
// table. Its layout is that of cg_micro in internal/loops/code.h.
type micro struct {
	fn           uint16
	dst, a, b, c uint16 // slots; slot 0 is nil
	_            [3]uint16
	aux          int64
}

// call is what a micro-operation's function gets. Its layout is that of
// cg_call in internal/loops/code.h. dst never overlaps a, b or c, unless a function says
// that it may.
type call struct {
	dst, a, b, c unsafe.Pointer
	aux          int64 // from the micro
	pos          int64 // position of the block's first element in the iteration space
	n            int64 // elements in the block
}

// walk is one pass over a range of the iteration space by one goroutine.
type walk struct {
	code  []micro
	ptrs  []unsafe.Pointer // slot → address for the first block
	steps []int64          // slot → bytes to advance a full block; 0 for scratch
	pos   int64            // first position
	n     int64            // number of elements
	block int64            // elements a block, all but the last

	call call // room for the Go evaluator, so that it need not allocate
}

// evaluator carries out walks. The Go evaluator and the C evaluator are the
// two implementations.
type evaluator interface {
	name() string // "go", "c/avx2", …
	run(w *walk)
	// has reports whether the function exists; both evaluators have the same.
	has(fn uint16) bool
}

// layout describes a view for the functions that move elements between
// memory and a block: a row-major iteration space of nd dimensions. Its layout
// is that of cg_layout in internal/loops/code.h.
const maxDims = 16

type layout struct {
	nd      int64
	shape   [maxDims]int64
	strides [maxDims]int64 // in bytes
}

// Function numbers. An elementwise operation has one function for each
// operand type, a cast one for each pair of types. fnMerge and fnFinish are
// filled in Go alone, in tables of their own: they run once an output, so
// evaluators need not have them.
const (
	fnCount = fnScan + int(numCumulative)*numTypes

	numTypes      = 14 // expr.Invalid and the 13 element types
	numOperations = 96 // more than expr has operations
	numReductions = 16
	numCumulative = 8

	fnOp      = 0                                  // + op*numTypes + in
	fnCast    = fnOp + numOperations*numTypes      // + in*numTypes + out
	fnMove    = fnCast + numTypes*numTypes         // + move*numSizes + log2(size)
	fnFold    = fnMove + int(numMoves)*numSizes    // + fold*numTypes + in: segments, see fold.go
	fnFoldCol = fnFold + numReductions*numTypes    // the same of columns
	fnMerge   = fnFoldCol + numReductions*numTypes // reserved
	fnFinish  = fnMerge + numReductions*numTypes   // reserved
	fnScan    = fnFinish + numReductions*numTypes  // + cumulative*numTypes + in, see fold.go
)

// The moves, for elements of 1, 2, 4, 8 and 16 bytes.
const (
	moveGather    = iota // dst ← n elements from position pos on of base a laid out by *b (a layout)
	moveScatter          // elements from position pos on of base dst laid out by *b ← block a
	moveSplat            // dst ← n copies of *a
	moveCopy             // dst ← a, contiguous; dst may be a
	moveIota             // dst (int64) ← Σ index·stride of the element at pos+i laid out by *b (strides count positions, not bytes), plus aux; 8-byte only
	moveTranspose        // dst[r][c] ← a[c][r], r < shape[0], c < shape[1] of *b; strides[0] is the distance of dst's rows, strides[1] that of a's columns (a[c][r] stands c·strides[1] + r·size from a); n and pos are not read
	numMoves

	numSizes = 5
)

// Check is the operation that takes a, a boolean b and the address of a status
// word c (a uint64 of the calling goroutine's own). It copies a to dst and,
// where b says that the data are at fault (see the operation's row), sets bit
// aux of *c.

func opFn(op expr.Op, in, out expr.DType) uint16 {
	if op == expr.Cast {
		return uint16(fnCast + int(in)*numTypes + int(out))
	}
	return uint16(fnOp + int(op)*numTypes + int(in))
}

func foldFn(base int, f expr.Fold, in expr.DType) uint16 {
	return uint16(base + int(f)*numTypes + int(in))
}

func scanFn(s expr.Cumulative, in expr.DType) uint16 {
	return uint16(fnScan + int(s)*numTypes + int(in))
}

// moveFn returns the function that moves elements of size bytes.
func moveFn(move, size int) uint16 {
	log := 0
	for 1<<log < size {
		log++
	}
	return uint16(fnMove + move*numSizes + log)
}
