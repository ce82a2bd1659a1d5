package gen

import (
	"math/bits"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// scanMethod is a way to scan lines.
type scanMethod uint8

const (
	scanThreads scanMethod = iota // columns, a thread each
	scanLanes                     // rows, up to 32 lanes each
	scanTile                      // rows, a block each or several
	scanColumns                   // columns, several a block and cut
	scanWalk                      // columns, several a block
)

// The units in which lines are added up, see scan.cuh.
const (
	scanRun   = 4
	scanGroup = 32 * scanRun
	scanNode  = 32 * scanGroup
)

// scanWalkers is the number of blocks from which on they fill a GPU though each
// walks down whole columns.
const scanWalkers = 128

// Scan is how a scan is computed: which kernel, and in which pieces. The order
// in which a line is added up depends on its length alone.
type Scan struct {
	sp     *Space
	op     expr.Cumulative
	dtype  expr.DType
	method scanMethod
	lanes  int  // of a row (scanLanes); columns of a block (scanColumns); warps (scanTile); levels of the tree (scanWalk)
	runs   int  // held by a thread
	linked bool // lines are cut
	quads  bool // runs move whole

	length, columns int64 // of a line; lines side by side
	lines           int64
	pieces          int64 // of a line, each a block's
	strips          int64 // groups of lines that blocks share
	words           int   // of a line's state, 8 bytes each
}

// Arrange brings the scan's kernel into the form that Set wants, with views
// and shape of its own: the axes in the order of the others, the scanned one,
// and where lines lie side by side in memory, the axis next to which they do.
// It returns the index of the scanned axis, the last or the last but one.
func Arrange(s *backend.Scan) (k *backend.Kernel, axis int) {
	k = s.Kernel.Clone()
	column := columnAxis(&s.Kernel, s.Axis)
	var order []int
	for a := range k.Shape {
		if a != s.Axis && a != column {
			order = append(order, a)
		}
	}
	axis = len(order)
	order = append(order, s.Axis)
	if column >= 0 {
		order = append(order, column)
	}
	permuted := func(from []int) []int {
		to := make([]int, len(order))
		for i, a := range order {
			to[i] = from[a]
		}
		return to
	}
	var strides [][]int
	for i := range k.Inputs {
		strides = append(strides, permuted(k.Inputs[i].Strides))
	}
	strides = append(strides, permuted(k.Stores[0].View.Strides))
	k.Shape, _, axis, strides = shape.Collapse(permuted(k.Shape), nil, axis, strides)
	for i := range k.Inputs {
		k.Inputs[i].Strides = strides[i]
	}
	k.Stores[0].View.Strides = strides[len(k.Inputs)]
	return k, axis
}

// columnAxis returns the axis next to which the lines lie side by side, or -1
// where the scanned axis is the one along which most of the memory lies
// together.
func columnAxis(k *backend.Kernel, axis int) int {
	best, score := -1, 0
	for a := range k.Shape {
		if k.Shape[a] == 1 {
			continue
		}
		sum := 0
		vote := func(v *backend.View) {
			if v.Buffer != nil && closest(k.Shape, v.Strides) == a {
				sum += v.DType.Size()
			}
		}
		for i := range k.Inputs {
			vote(&k.Inputs[i])
		}
		vote(&k.Stores[0].View)
		if sum > score || sum == score && sum > 0 && a == axis {
			best, score = a, sum
		}
	}
	if best == axis {
		return -1
	}
	return best
}

// closest returns the axis along which a view's elements are closest together,
// but not the same, or -1.
func closest(dims, strides []int) int {
	best := -1
	for a, s := range strides {
		if dims[a] > 1 && s != 0 && (best < 0 || max(s, -s) <= max(strides[best], -strides[best])) {
			best = a
		}
	}
	return best
}

// Set plans the scan of a kernel as Arrange makes it, of which sp is the space
// with the stored value wanted.
func (sc *Scan) Set(sp *Space, op expr.Cumulative, axis int) {
	k := sp.k
	*sc = Scan{sp: sp, op: op, dtype: k.Prog.Type(k.Stores[0].Value), columns: 1, pieces: 1, runs: 1, lanes: 1}
	sc.length = int64(k.Shape[axis])
	for _, d := range k.Shape[axis+1:] {
		sc.columns *= int64(d)
	}
	sc.lines = sp.n / sc.length
	if sc.columns > 1 {
		sc.setColumns()
	} else {
		sc.quads = sp.quads && (sc.length%4 == 0 || sc.lines == 1)
		sc.setRows()
	}
	sc.linked = sc.pieces > 1
	if sc.linked {
		sc.words = treeNodes(int(sc.pieces*sc.leaves())) * sc.accumulator().dtype.Size() / 4
	}
}

// treeNodes returns how many nodes a tree of 32 children a node has, from the
// leaves up to a level of at most 32.
func treeNodes(leaves int) int {
	nodes := leaves
	for leaves > 32 {
		leaves = (leaves + 31) / 32
		nodes += leaves
	}
	return nodes
}

// leaves returns how many nodes of the tree a piece of a line is.
func (sc *Scan) leaves() int64 {
	if sc.method == scanTile {
		return int64(sc.lanes*sc.runs) / 32
	}
	return int64(256/sc.lanes*sc.runs+31) / 32
}

func (sc *Scan) setRows() {
	if sc.length <= 8*scanGroup {
		runs := ceil(sc.length, scanRun)
		sc.method = scanLanes
		sc.lanes = pow2(int(min(runs, 32)))
		sc.runs = int(ceil(runs, 32))
		sc.strips = ceil(sc.lines*int64(sc.lanes), 128)
		return
	}
	sc.method, sc.lanes, sc.runs = scanTile, 8, 8
	if sc.dtype.Size() == 16 || sc.length <= scanNode {
		sc.runs = 4
	}
	sc.pieces = ceil(sc.length, int64(sc.lanes*sc.runs)*scanGroup)
	sc.strips = sc.lines
}

func (sc *Scan) setColumns() {
	runs := ceil(sc.length, scanRun)
	if runs <= 8 {
		sc.method, sc.runs = scanThreads, int(runs)
		sc.strips = ceil(sc.lines, 256)
		return
	}
	if groups := ceil(sc.length, scanGroup); groups > 1 && sc.lines >= 32*scanWalkers {
		sc.method, sc.strips = scanWalk, ceil(sc.lines, 32)
		for ; groups > 32; groups = ceil(groups, 32) {
			sc.lanes++
		}
		return
	}
	sc.method = scanColumns
	sc.lanes = pow2(int(min(sc.lines, 32)))
	rows := int64(256 / sc.lanes)
	sc.runs = pow2(int(min(ceil(runs, rows), 4)))
	sc.pieces = ceil(runs, rows*int64(sc.runs))
	sc.strips = ceil(sc.lines, int64(sc.lanes))
}

// Grid returns the number of blocks and of threads in each.
func (sc *Scan) Grid() (blocks, threads int) {
	blocks = int(sc.strips * sc.pieces)
	switch sc.method {
	case scanLanes:
		return blocks, 128
	case scanTile:
		return blocks, 32 * sc.lanes
	default:
		return blocks, 256
	}
}

// State returns how many words of 8 bytes the blocks need to hand values to
// one another; with none, they don't.
func (sc *Scan) State() int { return sc.words * int(sc.lines) }

// AppendArgs packs what follows the space. With a State, three parameters are
// left: the address of its words, the number of the launch, and the address of
// a counter that is 0. The number is none that the upper half of a word holds.
func (sc *Scan) AppendArgs(a *Args) {
	wide := sc.sp.wide
	if sc.method != scanTile {
		a.Index(sc.lines, wide)
	}
	a.Index(sc.length, wide)
	if sc.columns > 1 {
		a.Index(sc.columns, wide)
	}
	if sc.method != scanTile && sc.method != scanColumns {
		return
	}
	a.U32(uint32(sc.strips))
	a.U32(uint32(sc.pieces))
	a.U32(uint32(sc.words))
	if !sc.linked {
		a.Ptr(0)
		a.U32(0)
		a.Ptr(0)
	}
}

// pow2 returns the least power of two that is not below n > 0.
func pow2(n int) int { return 1 << bits.Len(uint(n-1)) }
