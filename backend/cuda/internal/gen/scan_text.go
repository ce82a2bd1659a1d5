package gen

import (
	_ "embed"
	"fmt"

	"github.com/cugond/cugond/backend/expr"
)

//go:embed lookback.cuh
var lookback string

//go:embed scan.cuh
var scanCommon string

//go:embed scan_threads.cuh
var scanThreadsText string

//go:embed scan_lanes.cuh
var scanLanesText string

//go:embed scan_tile.cuh
var scanTileText string

//go:embed scan_columns.cuh
var scanColumnsText string

//go:embed scan_walk.cuh
var scanWalkText string

var scanTexts = [...]string{
	scanThreads: scanThreadsText,
	scanLanes:   scanLanesText,
	scanTile:    scanTileText,
	scanColumns: scanColumnsText,
	scanWalk:    scanWalkText,
}

// AppendKey appends what the text depends on.
func (sc *Scan) AppendKey(key []byte) []byte {
	key = append(key, byte(sc.op), byte(sc.method), byte(sc.lanes), byte(sc.runs), flagBits(sc.linked, sc.quads))
	return sc.sp.AppendKey(key)
}

// Source returns the kernel.
func (sc *Scan) Source() Source {
	return Full("cg_scan", sc.head()+lookback+scanCommon+scanTexts[sc.method])
}

// head declares what the fixed texts build on.
func (sc *Scan) head() string {
	var t text
	sc.sp.apart(&t)
	acc := sc.accumulator()
	t.linef("typedef %s cg_elem;\ntypedef %s cg_acc;", typ(sc.dtype), typ(acc.dtype))
	t.linef("CG_FN cg_acc cg_enter(cg_elem x) { return cg_cast_%s_%s(x); }", sc.dtype.Suffix(), acc.dtype.Suffix())
	t.linef("CG_FN cg_elem cg_leave(cg_acc x) { return cg_cast_%s_%s(x); }", acc.dtype.Suffix(), sc.dtype.Suffix())
	t.linef("CG_FN cg_acc cg_join(cg_acc a, cg_acc b) { return %s; }", acc.join)
	t.linef("CG_FN cg_acc cg_identity() { return %s; }", acc.identity)
	t.linef("constexpr bool cg_exact = %v, cg_linked = %v, cg_quads = %v;", acc.exact, sc.linked, sc.quads)
	t.linef("constexpr bool cg_floats = %v;", sc.op == expr.CumSum && sc.dtype == expr.Float32)
	t.linef("constexpr int cg_runs = %d;", sc.runs)
	switch sc.method {
	case scanLanes:
		t.linef("constexpr int cg_lanes = %d;", sc.lanes)
	case scanTile:
		t.linef("constexpr int cg_warps = %d;", sc.lanes)
	case scanColumns:
		t.linef("constexpr int cg_width = %d;", sc.lanes)
	case scanWalk:
		t.linef("constexpr int cg_levels = %d;", sc.lanes)
	}
	return t.String()
}

// accumulator is the type that a scan carries, and what it does with it.
type accumulator struct {
	dtype          expr.DType
	join, identity string
	exact          bool // joining the identity changes nothing, not even a zero's sign
}

// accumulator: integers wrap in unsigned words, floats are carried in double
// precision, extremes in their own type.
func (sc *Scan) accumulator() accumulator {
	d := sc.dtype
	switch sc.op {
	case expr.CumMin, expr.CumMax:
		if d.Size() < 4 {
			d = widest(d, expr.Int32, expr.Uint32)
		}
		join, limit := "cg_minimum", "highest"
		if sc.op == expr.CumMax {
			join, limit = "cg_maximum", "lowest"
		}
		return accumulator{d, join + "(a, b)", fmt.Sprintf("cg_limits<%s>::%s()", typ(d), limit), true}
	}
	sum := sc.op == expr.CumSum
	switch d.Kind() {
	case expr.KindFloat:
		if sum {
			return accumulator{expr.Float64, "a + b", "-0.0", true}
		}
		return accumulator{expr.Float64, "a * b", "1", true}
	case expr.KindComplex:
		if sum {
			return accumulator{expr.Complex128, "cg_add(a, b)", "{-0.0, -0.0}", true}
		}
		return accumulator{expr.Complex128, "cg_mul(a, b)", "{1, 0}", false}
	}
	d = expr.Uint32
	if sc.dtype.Size() == 8 {
		d = expr.Uint64
	}
	if sum {
		return accumulator{d, "a + b", "0", true}
	}
	return accumulator{d, "a * b", "1", true}
}

// widest returns the one of two types that has d's sign.
func widest(d, signed, unsigned expr.DType) expr.DType {
	if d.Kind() == expr.KindInt {
		return signed
	}
	return unsigned
}

// apart writes what Text does, but with the stores in functions of their own:
//
//	cg_put(s, i, v)      stores v at index i
//	cg_put4(s, i, v[4])  at i … i+3, i a multiple of 4
//
// The kernel has one store.
func (sp *Space) apart(t *text) {
	loads := *sp
	loads.out = nil
	d := typ(sp.k.Prog.Type(sp.k.Stores[0].Value))
	sp.declare(t)
	loads.functions(t)
	t.linef("CG_FN void cg_put(const cg_space &s, cg_idx i, %s r0) {", d)
	put := block{sp: sp, t: t}
	put.overRuns(func() {
		put.coordinates()
		put.store(0)
	})
	t.linef("}\nCG_FN void cg_put4(const cg_space &s, cg_idx i, const %s (&r0)[4]) {", d)
	if sp.quads {
		put.width = 4
		put.overRuns(func() {
			put.coordinates()
			put.store(0)
		})
	} else {
		t.linef("#pragma unroll\n  for (int k = 0; k < 4; k++) cg_put(s, i + k, r0[k]);")
	}
	t.linef("}")
}
