package gen

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/cugond/cugond/backend/expr"
)

//go:embed reduce_states.cuh
var reduceStates string

//go:embed reduce_rows.cuh
var reduceRows string

//go:embed reduce_columns.cuh
var reduceColumns string

// Source writes the kernel "cg_reduce": its parameters are the space, the
// lines, scratch and the counters.
func (r *Reduce) Source() Source {
	var t text
	t.WriteString(reduceStates)
	t.WriteString(r.sp.Text())
	r.head(&t)
	p := &r.plan
	units := r.units()
	var call string
	switch p.shape {
	case rowsShort:
		call = fmt.Sprintf("cg_rows_short<%d, %d>(s, l)", p.lanes, units)
	case rowsLong:
		call = fmt.Sprintf("cg_rows_long<%d, %d>(s, l)", p.threads, units)
	case rowsSplit:
		call = fmt.Sprintf("cg_rows_split<%d, %d>(s, l, parts, counters)", p.threads, units)
	case columns:
		call = fmt.Sprintf("cg_columns<%d, %d, %d, %v>(s, l, parts, counters)", r.width(), p.lanes, units, p.slabs > 1)
	}
	if p.shape == columns {
		t.WriteString(reduceColumns)
	} else {
		t.WriteString(reduceRows)
	}
	bounds := strconv.Itoa(p.threads)
	if p.shape == columns {
		bounds += ", " + strconv.Itoa(columnBlocks)
	}
	t.linef(`extern "C" __global__ void __launch_bounds__(%s)
cg_reduce(const cg_space s, const cg_lines l, cg_state *parts, cg_u32 *counters) {
  %s;
}`, bounds, call)
	return Full("cg_reduce", t.String())
}

// head declares what the fixed texts build on.
func (r *Reduce) head(t *text) {
	r.declareLines(t)
	r.declareShift(t)
	r.declareState(t)
	r.indices(t, "cg_base", "k", r.lines.keptRuns, "kept")
	r.indices(t, "cg_along", "j", r.lines.reducedRuns, "reduced")
	r.loads(t)
	r.finish(t)
}

// declareLines declares what [Reduce.AppendArgs] packs.
func (r *Reduce) declareLines(t *text) {
	t.linef("struct cg_lines {")
	for i := range r.k.Folds {
		f := &r.k.Folds[i]
		t.linef("  %s *out%d;", typ(f.View.DType), i)
		for d := range r.outs.dims {
			t.linef("  cg_i64 out%d_%d;", i, d)
		}
		if f.Fold == expr.FoldVar || f.Fold == expr.FoldStd {
			t.linef("  double ddof%d;", i)
		}
	}
	t.linef("  cg_u64 kept, reduced;\n  cg_u32 slabs, tiles;")
	strides := func(name string, n int) {
		for i := range n {
			t.linef("  cg_idx %s_%d;", name, i)
		}
	}
	strides("kept", len(r.lines.keptRuns))
	strides("reduced", len(r.lines.reducedRuns))
	divisor := "cg_divisor"
	if r.sp.wide {
		divisor = "cg_u64"
	}
	sizes := func(name string, n int) {
		for i := 1; i < n; i++ {
			t.linef("  %s %s_n%d;", divisor, name, i)
		}
	}
	sizes("kept", len(r.lines.keptRuns))
	sizes("reduced", len(r.lines.reducedRuns))
	sizes("out", len(r.outs.dims))
	t.linef("};")
}

// declareShift declares the first values of a line that spreads are taken
// around.
func (r *Reduce) declareShift(t *text) {
	var fields, sets strings.Builder
	done := map[int16]bool{}
	for _, p := range r.parts {
		if partRows[p.kind].shift && !done[p.value] {
			done[p.value] = true
			fmt.Fprintf(&fields, " double k%d;", p.value)
			fmt.Fprintf(&sets, " k.k%d = v.v%d;", p.value, p.value)
		}
	}
	t.linef("struct cg_shift {%s };", fields.String())
	t.linef("CG_FN void cg_shift_by(const cg_vals &v, cg_shift &k) {%s }", sets.String())
}

func (r *Reduce) declareState(t *text) {
	each := func(form string) string {
		var b strings.Builder
		for i, p := range r.parts {
			fmt.Fprintf(&b, " %s;", strings.ReplaceAll(p.fill(form), "$p", fmt.Sprintf("p%d", i)))
		}
		return b.String()
	}
	t.linef("struct cg_state {")
	for i, p := range r.parts {
		t.linef("  %s p%d;", p.fill(partRows[p.kind].state), i)
	}
	t.linef("  CG_MEMBER void clear() {%s }", each("$p.clear()"))
	t.linef("  CG_MEMBER void add(const cg_vals &v, const cg_shift &k, cg_idx j) {")
	for i, p := range r.parts {
		t.linef("    p%d.add(%s);", i, p.fill(partRows[p.kind].add))
	}
	t.linef("  }")
	t.linef("  CG_MEMBER void merge(const cg_state &o) {%s }", each("$p.merge(o.$p)"))
	t.linef("  CG_MEMBER cg_state down(int d, int w) const {\n    cg_state o;\n   %s\n    return o;\n  }", each("o.$p = $p.down(d, w)"))
	t.linef("};\nstatic_assert(sizeof(cg_state) == %d, \"scratch is measured by it\");", r.bytes)
}

// indices writes a function from a position among runs of axes to what it adds
// to the logical index.
func (r *Reduce) indices(t *text, name, at string, runs []run, field string) {
	t.linef("CG_FN cg_idx %s(const cg_lines &l, cg_idx %s) {", name, at)
	coords := r.coordinates(t, at, len(runs), field)
	sum := "0"
	for i, c := range coords {
		if i == 0 {
			sum = ""
		} else {
			sum += " + "
		}
		if runs[i].stride == 1 {
			sum += c
		} else {
			sum += fmt.Sprintf("%s * l.%s_%d", c, field, i)
		}
	}
	t.linef("  return %s;\n}", sum)
}

// coordinates writes the taking apart of an index by n sizes and returns the
// names of the coordinates.
func (r *Reduce) coordinates(t *text, at string, n int, field string) []string {
	names := make([]string, n)
	for i := n - 1; i > 0; i-- {
		q, size := fmt.Sprintf("q%d", i), fmt.Sprintf("l.%s_n%d", field, i)
		if r.sp.wide {
			t.linef("  const cg_idx %s = %s / %s, c%d = %s - %s * %s;", q, at, size, i, at, q, size)
		} else {
			t.linef("  const cg_idx %s = cg_quotient(%s, %s), c%d = %s - %s * %s.d;", q, at, size, i, at, q, size)
		}
		names[i], at = fmt.Sprintf("c%d", i), q
	}
	if n > 0 {
		names[0] = at
	}
	return names
}

// loads writes how several values are had at once.
func (r *Reduce) loads(t *text) {
	if r.plan.shape == columns {
		w := r.width()
		t.linef("CG_FN void cg_across(const cg_space &s, cg_idx i, cg_vals (&v)[%d]) {", w)
		if w == 4 {
			t.linef("  cg_eval4(s, i, v);\n}")
		} else {
			t.linef("  cg_eval(s, i, v[0]);\n}")
		}
		t.linef("CG_FN void cg_shift_to(const cg_space &s, cg_idx base, cg_shift (&k)[%d]) {", w)
		if r.shift {
			t.linef("  cg_vals v[%d];\n  cg_across(s, base, v);", w)
			t.linef("#pragma unroll\n  for (int c = 0; c < %d; c++) cg_shift_by(v[c], k[c]);", w)
		}
		t.linef("}")
		return
	}
	t.linef("CG_FN void cg_quad(const cg_space &s, const cg_lines &l, cg_idx base, cg_idx j, cg_vals (&v)[4]) {")
	if r.lines.quads {
		t.linef("  cg_eval4(s, base + cg_along(l, j), v);\n}")
	} else {
		t.linef("#pragma unroll\n  for (int e = 0; e < 4; e++) cg_eval(s, base + cg_along(l, j + e), v[e]);\n}")
	}
	t.linef("CG_FN void cg_shift_to(const cg_space &s, cg_idx base, cg_shift &k) {")
	if r.shift {
		t.linef("  cg_vals v;\n  cg_eval(s, base, v);\n  cg_shift_by(v, k);")
	}
	t.linef("}")
}

// finish writes how the results of a line are stored.
func (r *Reduce) finish(t *text) {
	t.linef("CG_FN void cg_finish(const cg_lines &l, cg_idx k, const cg_state &t) {")
	t.linef("  const double n = double(l.reduced);\n  (void)n;")
	coords := r.coordinates(t, "k", len(r.outs.dims), "out")
	for i := range r.k.Folds {
		place := "0"
		for d, c := range coords {
			term := fmt.Sprintf("cg_i64(%s) * l.out%d_%d", c, i, d)
			if d == 0 {
				place = term
			} else {
				place += " + " + term
			}
		}
		t.linef("  l.out%d[%s] = %s;", i, place, r.result(i))
	}
	t.linef("}")
}
