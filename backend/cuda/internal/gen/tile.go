package gen

import (
	"fmt"

	"github.com/cugond/cugond/backend"
)

// Tile is a map of a space in which some inputs are transposed: neighbours of
// theirs are not neighbours of the results. Blocks of 256 threads carry tiles of
// them through shared memory, so that memory is read and written in runs.
type Tile struct {
	sp     *Space
	dim    int   // along which the transposed inputs have neighbours
	inputs []int // the transposed ones
	a, b   int   // the tile's extent along the last dimension, and along dim
	load   int   // elements of a load along dim
	width  int   // elements that a thread computes along the last dimension
}

// tileThreads is the number of threads of a block.
const tileThreads = 256

// tileShared is the shared memory that any device gives a block.
const tileShared = 48 << 10

// tileExtents are tried in order: the first of which all tiles fit is taken.
var tileExtents = [][2]int{{64, 128}, {64, 64}, {32, 64}, {32, 32}}

// Tile returns the tiled form of the space's map, or nil where it would not
// help. The space then serves that form alone, until the next Set.
func (sp *Space) Tile() *Tile {
	last := sp.nd - 1
	if sp.nd < 2 || len(sp.wants) > 0 || sp.k.Shape[last] < 16 {
		return nil
	}
	t := Tile{sp: sp, dim: -1}
	bytes, size := 0, 1
	for i := range sp.in {
		o, v := &sp.in[i], &sp.k.Inputs[i]
		if o.access != strided || o.inner != innerAny || o.position {
			continue
		}
		for d := range last {
			if v.Strides[d] == 1 && sp.k.Shape[d] >= 16 && (t.dim < 0 || t.dim == d) {
				t.dim = d
				t.inputs = append(t.inputs, i)
				bytes += v.DType.Size()
				size = max(size, v.DType.Size())
				break
			}
		}
	}
	for i := range sp.out {
		if o := &sp.out[i]; o.access == strided && o.inner == innerAny {
			return nil
		}
	}
	if t.dim < 0 {
		return nil
	}
	for _, e := range tileExtents {
		if (e[1]+4)*e[0]*bytes <= tileShared {
			t.a, t.b = e[0], e[1]
			break
		}
	}
	if t.a == 0 {
		return nil
	}
	for i := range sp.in {
		sp.spread(&sp.in[i], &sp.k.Inputs[i])
	}
	for i := range sp.out {
		v := &sp.k.Stores[i].View
		sp.spread(&sp.out[i], v)
		size = max(size, v.DType.Size())
	}
	t.width, t.load = 1, 1
	if sp.k.Shape[last]%4 == 0 {
		t.width = max(1, min(4, 16/size))
	}
	if sp.k.Shape[t.dim]%4 == 0 {
		t.load = max(1, min(4, 16/size))
		for _, i := range t.inputs {
			v := &sp.k.Inputs[i]
			if int(sp.word(v, t.dim)) < t.load*v.DType.Size() {
				t.load = 1
			}
		}
	}
	return &t
}

// spread has a contiguous operand addressed by its coordinates.
func (sp *Space) spread(o *operand, v *backend.View) {
	if o.access != flat {
		return
	}
	o.access, o.inner, o.word = strided, innerUnit, sp.word(v, sp.nd-1)
	if o.position {
		o.word = 0
	}
}

// AppendKey appends what the text depends on.
func (t *Tile) AppendKey(key []byte) []byte {
	key = append(t.sp.AppendKey(key), byte(t.dim), byte(t.a), byte(t.b), byte(t.load), byte(t.width), byte(len(t.inputs)))
	for _, i := range t.inputs {
		key = append(key, byte(i))
	}
	return key
}

// tiles returns the number of tiles along the last dimension and along dim.
func (t *Tile) tiles() (a, b int) {
	shape := t.sp.k.Shape
	return (shape[t.sp.nd-1] + t.a - 1) / t.a, (shape[t.dim] + t.b - 1) / t.b
}

// Grid returns the number of blocks and of threads in each.
func (t *Tile) Grid() (blocks, threads int) {
	a, b := t.tiles()
	blocks = a * b
	for d, n := range t.sp.k.Shape[:t.sp.nd-1] {
		if d != t.dim {
			blocks *= n
		}
	}
	return blocks, tileThreads
}

// AppendArgs packs what follows the space.
func (t *Tile) AppendArgs(a *Args) {
	shape := t.sp.k.Shape
	na, nb := t.tiles()
	a.Index(int64(shape[t.sp.nd-1]), t.sp.wide)
	a.Index(int64(shape[t.dim]), t.sp.wide)
	a.U32(uint32(na))
	a.U32(uint32(nb))
}

// Source writes the kernel "cg_tile".
func (t *Tile) Source() Source {
	sp := t.sp
	last := sp.nd - 1
	w := new(text)
	sp.declare(w)
	w.linef(`extern "C" __global__ void __launch_bounds__(%d) cg_tile(const cg_space s, const cg_idx na, const cg_idx nb, const cg_u32 ta, const cg_u32 tb) {`, tileThreads)
	for _, i := range t.inputs {
		d := sp.k.Inputs[i].DType
		pad := max(1, 4/d.Size())
		w.linef("  __shared__ %s t%d[%d][%d];", typ(d), i, t.a, t.b+pad)
	}
	// Neighbouring blocks follow each other along the results.
	w.linef("  const cg_u32 rest = blockIdx.x / ta, batch = rest / tb;")
	w.linef("  const cg_idx a0 = cg_idx(blockIdx.x - rest * ta) * %d, b0 = cg_idx(rest - batch * tb) * %d;", t.a, t.b)
	t.others(w)
	per := t.b / t.load // threads along dim
	rows := tileThreads / per
	for _, i := range t.inputs {
		v := &sp.k.Inputs[i]
		loads := t.a / rows
		w.linef("  {\n    %s v[%d][%d];", typ(v.DType), loads, t.load)
		w.linef("#pragma unroll\n    for (int u = 0; u < %d; u++) {", loads)
		w.linef("      const cg_idx c%d = a0 + threadIdx.x / %d + u * %d, c%d = b0 + threadIdx.x %% %d * %d;", last, per, rows, t.dim, per, t.load)
		b := block{sp: sp, t: w}
		w.linef("      if (c%d < na && c%d < nb) cg_load<%v>(s.in%d + (%s), v[u]);\n    }", last, t.dim, sp.stream, i, b.offset(&sp.in[i], fmt.Sprintf("in%d", i), ""))
		w.linef("#pragma unroll\n    for (int u = 0; u < %d; u++)\n#pragma unroll\n      for (int k = 0; k < %d; k++)", loads, t.load)
		w.linef("        t%d[threadIdx.x / %d + u * %d][threadIdx.x %% %d * %d + k] = v[u][k];\n  }", i, per, rows, per, t.load)
	}
	w.linef("  __syncthreads();")
	per = t.a / t.width
	rows = tileThreads / per
	w.linef("#pragma unroll 2\n  for (int u = 0; u < %d; u++) {", t.b/rows)
	w.linef("    const int la = threadIdx.x %% %d * %d, lb = threadIdx.x / %d + u * %d;", per, t.width, per, rows)
	w.linef("    const cg_idx c%d = a0 + la, c%d = b0 + lb;", last, t.dim)
	w.linef("    if (c%d >= na || c%d >= nb) continue;", last, t.dim)
	b := block{sp: sp, t: w, width: t.width, tiled: map[int]string{}, placed: true}
	for _, i := range t.inputs {
		b.tiled[i] = fmt.Sprintf("t%d[la + k][lb]", i)
	}
	b.write()
	w.linef("  }\n}")
	return Full("cg_tile", w.String())
}

// others declares the coordinates along the dimensions that no tile spans.
func (t *Tile) others(w *text) {
	sp := t.sp
	var dims []int
	for d := range sp.nd - 1 {
		if d != t.dim {
			dims = append(dims, d)
		}
	}
	name := "batch"
	for i := len(dims) - 1; i > 0; i-- {
		d := dims[i]
		size := fmt.Sprintf("s.d%d.d", d)
		if sp.wide {
			size = fmt.Sprintf("s.d%d", d)
		}
		w.linef("  const cg_idx q%d = %s / %s, c%d = %s - q%d * %s;", d, name, size, d, name, d, size)
		name = fmt.Sprintf("q%d", d)
	}
	if len(dims) > 0 {
		w.linef("  const cg_idx c%d = %s;", dims[0], name)
	}
}
