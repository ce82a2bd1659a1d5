package gen

import (
	_ "embed"
	"fmt"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

//go:embed compact.cuh
var compactCommon string

//go:embed compact_count.cuh
var compactCount string

//go:embed compact_fill.cuh
var compactFill string

// CompactThreads is the number of threads of a block of the kernels of Compact,
// which look at one tile of the elements.
const (
	CompactThreads = 256
	compactTile    = 32 * CompactThreads
)

// Compact is a compaction in two passes: the first counts the chosen elements
// before each tile, the second stores them. Between the two the number of all
// is known, so that the result takes no more memory than it needs, and reading
// the mask twice costs little beside the elements.
type Compact struct{ sp *Space }

// CompactKernel returns the kernel whose space compaction walks.
func CompactKernel(src, mask backend.View, shape []int) *backend.Kernel {
	return &backend.Kernel{
		Prog:   &expr.Program{Inputs: []expr.DType{expr.Bool, src.DType}},
		Shape:  shape,
		Inputs: []backend.View{mask, src},
	}
}

// Set plans the compaction of a kernel of CompactKernel's, of which sp is the
// space.
func (c *Compact) Set(sp *Space) { *c = Compact{sp} }

// Tiles returns the number of tiles, which is that of the blocks.
func (c *Compact) Tiles() int { return int(ceil(c.sp.n, compactTile)) }

// State returns how many words of 8 bytes the blocks of the first pass need to
// hand counts to one another.
func (c *Compact) State() int { return 2 * treeNodes(c.Tiles()) }

// AppendKey appends what the texts depend on.
func (c *Compact) AppendKey(key []byte) []byte { return c.sp.AppendKey(key) }

// Count writes the kernel "cg_compact_count". Its parameters are the space,
// cg_idx n, the number of elements, cg_u32 tiles, cg_u64 *offsets with a place
// for each tile and one for the number of all, and what Scan.AppendArgs packs
// last: state, launch and counter.
func (c *Compact) Count() Source {
	const sums = `typedef cg_u64 cg_acc;
constexpr bool cg_exact = true;
CG_FN cg_acc cg_join(cg_acc a, cg_acc b) { return a + b; }
CG_FN cg_acc cg_identity() { return 0; }
`
	return Full("cg_compact_count", c.head()+sums+lookback+compactCommon+compactCount)
}

// Fill writes the kernel "cg_compact_fill". Its parameters are the space, n,
// the offsets and the result's address.
func (c *Compact) Fill() Source {
	return Full("cg_compact_fill", c.head()+compactCommon+compactFill)
}

// head declares the space and how its two inputs are read.
func (c *Compact) head() string {
	var t text
	c.sp.declare(&t)
	t.linef("typedef %s cg_elem;", typ(c.sp.k.Prog.Inputs[1]))
	c.sp.element(&t, "cg_mask", 0, true)
	c.sp.element(&t, "cg_source", 1, false)
	return t.String()
}

// element writes a function that stores an input's element at index i in its
// last parameter, and with quads, one whose name ends in 4 that stores those at
// i to i+3, i a multiple of 4.
func (sp *Space) element(t *text, name string, in int, quads bool) {
	o, d := &sp.in[in], typ(sp.k.Prog.Inputs[in])
	value := fmt.Sprintf("s.in%d", in)
	if !o.position {
		value += "[0]"
	}
	write := func(width int) {
		b := block{sp: sp, t: t, width: width}
		b.overRuns(func() {
			b.coordinates()
			b.load(in)
		})
	}
	t.linef("CG_FN void %s(const cg_space &s, cg_idx i, %s &a%d) {", name, d, in)
	if o.access == scalar {
		t.linef("  a%d = %s;", in, value)
	} else {
		write(0)
	}
	t.linef("}")
	if !quads {
		return
	}
	t.linef("CG_FN void %s4(const cg_space &s, cg_idx i, %s (&a%d)[4]) {", name, d, in)
	if o.access != scalar && sp.quads {
		write(4)
	} else {
		t.linef("#pragma unroll\n  for (int k = 0; k < 4; k++) %s(s, i + k, a%d[k]);", name, in)
	}
	t.linef("}")
}
