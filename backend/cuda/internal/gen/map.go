package gen

import "github.com/cugond/cugond/backend/expr"

// MapThreads is the number of threads in a block of a map.
const MapThreads = 256

// mapShape says how many elements a thread of a map computes.
type mapShape struct{ width, units int }

// Map writes the kernel "cg_map" that stores the space's values: its parameters
// are the space and cg_idx n, the number of elements. Each thread computes a
// few runs of neighbours once; there is no loop over the grid, which was
// measured to cost a sixth of the bandwidth.
func (sp *Space) Map() Source {
	m := sp.mapShape()
	var t text
	sp.declare(&t)
	t.linef("CG_FN void cg_eval(const cg_space &s, cg_idx i) {")
	b := block{sp: sp, t: &t}
	b.write()
	t.linef("}")
	t.linef(`extern "C" __global__ void __launch_bounds__(%d) cg_map(const cg_space s, const cg_idx n) {`, MapThreads)
	t.linef("  const cg_idx i = cg_idx(blockIdx.x) * %d + threadIdx.x * %d;", m.tile(), m.width)
	step := MapThreads * m.width
	if m.width*m.units > 1 {
		t.linef("  if (i + %d <= n) {", (m.units-1)*step+m.width)
		b = block{sp: sp, t: &t, width: m.width, units: m.units, step: step}
		b.write()
		t.linef("    return;\n  }")
	}
	t.linef("#pragma unroll 1\n  for (int u = 0; u < %d; u++)\n#pragma unroll 1\n    for (int k = 0; k < %d; k++) {", m.units, m.width)
	t.linef("      const cg_idx j = i + u * %d + k;\n      if (j < n) cg_eval(s, j);\n    }\n}", step)
	return Full("cg_map", t.String())
}

// MapGrid returns the number of blocks.
func (sp *Space) MapGrid() int {
	tile := int64(sp.mapShape().tile())
	return int((sp.n + tile - 1) / tile)
}

func (m mapShape) tile() int { return MapThreads * m.width * m.units }

// mapLanes is the code that a thread may hold, in operations: much more makes
// kernels slow to compile and short of registers.
const mapLanes = 96

func (sp *Space) mapShape() mapShape {
	p := sp.k.Prog
	size := 1
	for i := range sp.in {
		if sp.in[i].access != scalar {
			size = max(size, p.Inputs[i].Size())
		}
	}
	for i := range sp.out {
		size = max(size, sp.k.Stores[i].View.DType.Size())
	}
	m := mapShape{width: max(1, 16/size), units: 2}
	switch {
	case len(sp.groups) > 0:
		m.width = 4
	case !sp.quads:
		m = mapShape{width: 1, units: 4}
	case sp.unravel:
		m.width = min(m.width, 4)
	}
	if m.width > 4 {
		m.units = 1
	}
	load := 0
	for i := range p.Instrs {
		load += weight(&p.Instrs[i])
	}
	for load*m.width*m.units > mapLanes && m.units > 1 {
		m.units /= 2
	}
	for load*m.width*m.units > mapLanes && m.width > 1 && len(sp.groups) == 0 {
		m.width /= 2
	}
	return m
}

// weight is about how much code an instruction is.
func weight(in *expr.Instr) int {
	heavy := false
	switch in.Op {
	case expr.Pow, expr.Cbrt, expr.Hypot, expr.Exp, expr.Exp2, expr.Expm1, expr.Log, expr.Log2, expr.Log10, expr.Log1p,
		expr.LogAddExp, expr.Sin, expr.Cos, expr.Tan, expr.Asin, expr.Acos, expr.Atan, expr.Sinh, expr.Cosh, expr.Tanh,
		expr.Asinh, expr.Acosh, expr.Atanh, expr.Atan2, expr.Erf, expr.Erfc, expr.Gamma, expr.LGamma, expr.Sigmoid,
		expr.Angle, expr.NextAfter, expr.Sign, expr.Sqrt, expr.Div, expr.Reciprocal, expr.Abs:
		heavy = true
	case expr.FloorDiv, expr.Mod:
		heavy = true
	}
	switch {
	case in.In.Kind() == expr.KindComplex && heavy:
		return 32
	case in.In.Kind() == expr.KindFloat && heavy && in.Op > expr.Sqrt:
		return 4
	}
	return 1
}
