package gen

import (
	_ "embed"
	"fmt"
	"math"
	"math/bits"
	"strings"

	"github.com/cugond/cugond/backend/expr"
)

//go:embed sort_rank.cuh
var sortRank string

//go:embed sort_lanes.cuh
var sortLanes string

//go:embed sort_block.cuh
var sortBlock string

//go:embed sort_plan.cuh
var sortPlan string

//go:embed sort_count.cuh
var sortCount string

//go:embed sort_sweep.cuh
var sortSweep string

// SortMethod is a way to sort rows, by their length.
type SortMethod uint8

// The methods.
const (
	SortLanes SortMethod = iota // a lane an element, Sort.Rows
	SortBlock                   // a block a row, Sort.Rows
	SortSweep                   // passes over memory, Sort.Count and Sort.Sweep
)

// Sort is the class of a sort of rows: what the texts of its kernels depend on.
type Sort struct {
	DType     expr.DType // an ordered one
	Positions bool       // positions are stored, not the elements
	Method    SortMethod
	Width     uint8 // SortLanes: lanes a row
	Warps     uint8 // SortBlock and SortSweep: of a block
	Items     uint8 // and the elements of each of their lanes
	WideCount bool  // SortSweep: numbers of elements take 64 bits
	WidePos   bool  // and so do positions inside
}

// NewSort returns the class of a sort of rows of n > 0 elements of the ordered
// type d.
func NewSort(d expr.DType, n int, positions bool) Sort {
	s := Sort{DType: d, Positions: positions}
	switch {
	case n <= 32:
		s.Width = 1 << bits.Len(uint(n-1))
		return s
	case s.fit(n):
		s.Method = SortBlock
		return s
	}
	return s.Long(n)
}

// sortBlocks are the shapes of blocks that sort a row, by what they hold.
var sortBlocks = []struct{ warps, items uint8 }{{1, 2}, {1, 4}, {2, 4}, {4, 4}, {4, 8}, {8, 8}, {16, 8}, {16, 12}}

// fit chooses the smallest block that holds n elements, if there is one.
func (s *Sort) fit(n int) bool {
	for _, b := range sortBlocks {
		if b.items > s.maxItems() || n > 32*int(b.warps)*int(b.items) {
			continue
		}
		s.Warps, s.Items = b.warps, b.items
		return true
	}
	return false
}

// maxItems is the number of elements a lane with which 16 warps fill the 32 KiB
// of shared memory that they count in.
func (s *Sort) maxItems() uint8 {
	if s.DType.Size() == 8 || s.WidePos {
		return 8
	}
	return 12
}

// Long returns s with the method for rows of any length, of which there are n
// elements.
func (s Sort) Long(n int) Sort {
	s.Method, s.Width, s.Warps = SortSweep, 0, 16
	s.WideCount = n >= 1<<30 // two bits of a count say what it is of
	s.WidePos = s.Positions && n > math.MaxUint32
	s.Items = s.maxItems()
	return s
}

// Tile is the number of elements of a block.
func (s Sort) Tile() int { return s.Threads() * int(s.Items) }

// Threads is the number of threads of a block of Rows or Sweep. Count's have
// SortCountThreads.
func (s Sort) Threads() int {
	if s.Method == SortLanes {
		return 256
	}
	return 32 * int(s.Warps)
}

// SortCountThreads is the number of threads of a block of Sort.Count.
const SortCountThreads = 512

// Passes is the number of digits of a key.
func (s Sort) Passes() int { return s.DType.Size() }

// CountSize is the size of a cg_count: of an element of histograms, bases and
// states.
func (s Sort) CountSize() int { return countSize(s.WideCount) }

// PosSize is the size of a cg_pos: of a position between passes.
func (s Sort) PosSize() int { return countSize(s.WidePos) }

func countSize(wide bool) int {
	if wide {
		return 8
	}
	return 4
}

// AppendKey identifies the class among those of all kernels.
func (s Sort) AppendKey(key []byte) []byte {
	return fmt.Appendf(key, "sort %v %t %d %d %d %d %d %d", s.DType, s.Positions, s.Method, s.Width, s.Warps, s.Items, s.CountSize(), s.PosSize())
}

// Rows is the kernel of the methods for short rows,
//
//	(const key *src, out *dst, cg_u64 rows, cg_u32 n)
//
// With SortBlock the grid may have any number of blocks; SortLanes takes Width
// threads for each row.
func (s Sort) Rows() Source {
	if s.Method == SortLanes {
		return Full("cg_sort_lanes", s.head()+sortLanes)
	}
	return Full("cg_sort_block", s.head()+sortRank+sortBlock)
}

// Count is the kernel that prepares the passes, see sort_count.cuh.
func (s Sort) Count() Source { return Full("cg_sort_count", s.head()+sortPlan+sortCount) }

// Sweep is the kernel of one pass, see sort_sweep.cuh.
func (s Sort) Sweep() Source {
	return Full("cg_sort_sweep", s.head()+sortPlan+sortRank+sortSweep)
}

// head declares what the kernels' texts are written in terms of: types, shape,
// and the key of an element, an unsigned number in the order of the elements.
func (s Sort) head() string {
	var b strings.Builder
	key := fmt.Sprintf("cg_u%d", 8*s.DType.Size())
	out := key
	if s.Positions {
		out = "cg_i64"
	}
	for _, t := range [][2]string{{key, "cg_key"}, {out, "cg_out"}, {fmt.Sprintf("cg_u%d", 8*s.PosSize()), "cg_pos"},
		{fmt.Sprintf("cg_u%d", 8*s.CountSize()), "cg_count"}} {
		fmt.Fprintf(&b, "typedef %s %s;\n", t[0], t[1])
	}
	fmt.Fprintf(&b, "constexpr bool cg_positions = %t;\n", s.Positions)
	if s.Method == SortLanes {
		fmt.Fprintf(&b, "constexpr int cg_width = %d;\n", s.Width)
	} else {
		fmt.Fprintf(&b, "constexpr int cg_warps = %d, cg_items = %d;\n", s.Warps, s.Items)
	}
	b.WriteString(s.order())
	return b.String()
}

// order writes the functions between elements' bits and keys. Every NaN has the
// last key of all. Positions, which are stable, show no difference between -0
// and +0; values do, and get the two in the order of their bits, from which
// they can be restored.
func (s Sort) order() string {
	const form = "CG_FN cg_key cg_encode(cg_key b) {%s}\nCG_FN cg_key cg_decode(cg_key k) { return %s; }\n"
	top := fmt.Sprintf("cg_key(1ull << %d)", 8*s.DType.Size()-1)
	switch s.DType.Kind() {
	case expr.KindInt:
		return fmt.Sprintf(form, " return b ^ "+top+"; ", "k ^ "+top)
	case expr.KindFloat:
		infinity := "0x7f800000u"
		if s.DType == expr.Float64 {
			infinity = "0x7ff0000000000000ull"
		}
		zero := ""
		if s.Positions {
			zero = "  if (size == 0) b = 0;\n"
		}
		encode := fmt.Sprintf("\n  cg_key top = %s, size = b & ~top;\n%s  if (size > %s) return ~cg_key(0);\n  return b & top ? ~b : b | top;\n", top, zero, infinity)
		return fmt.Sprintf(form, encode, "k & "+top+" ? k & ~"+top+" : ~k")
	}
	return fmt.Sprintf(form, " return b; ", "k")
}
