package gen

import (
	"fmt"
	"strings"

	"github.com/cugond/cugond/backend/expr"
)

// text builds a kernel's text.
type text struct{ strings.Builder }

func (t *text) linef(format string, args ...any) { fmt.Fprintf(t, format+"\n", args...) }

// typ is the CUDA name of an element type.
func typ(d expr.DType) string { return expr.CUDA.Type(d) }

// Text declares cg_idx, cg_space, cg_vals, cg_eval and cg_eval4.
func (sp *Space) Text() string {
	var t text
	sp.declare(&t)
	sp.functions(&t)
	return t.String()
}

// functions writes cg_eval and cg_eval4.
func (sp *Space) functions(t *text) {
	t.linef("CG_FN void cg_eval(const cg_space &s, cg_idx i, cg_vals &v) {")
	b := block{sp: sp, t: t, vals: true}
	b.write()
	t.linef("}")
	if sp.quads {
		t.linef("CG_FN void cg_eval4(const cg_space &s, cg_idx i, cg_vals (&v)[4]) {")
		b = block{sp: sp, t: t, vals: true, width: 4}
		b.write()
		t.linef("}")
	} else {
		t.linef("CG_FN void cg_eval4(const cg_space &s, cg_idx i, cg_vals (&v)[4]) {")
		t.linef("#pragma unroll\n  for (int k = 0; k < 4; k++) cg_eval(s, i + k, v[k]);\n}")
	}
}

// declare writes the types.
func (sp *Space) declare(t *text) {
	p := sp.k.Prog
	index, offset := "cg_u32", "cg_i32"
	if sp.wide {
		index, offset = "cg_u64", "cg_i64"
	}
	t.linef("typedef %s cg_idx;\ntypedef %s cg_off;", index, offset)
	t.linef("struct cg_space {")
	for i := range sp.in {
		if sp.in[i].position {
			t.linef("  cg_i64 in%d;", i)
		} else {
			t.linef("  const %s *in%d;", typ(p.Inputs[i]), i)
		}
	}
	for i, g := range sp.groups {
		t.linef("  const %s *group%d;", typ(g.dtype), i)
	}
	for i := range sp.out {
		t.linef("  %s *out%d;", typ(p.Type(sp.k.Stores[i].Value)), i)
	}
	t.linef("  cg_u32 *fault;")
	for i, d := range p.Params {
		t.linef("  %s p%d;", typ(d), i)
	}
	if sp.unravel {
		divisor := "cg_divisor"
		if sp.wide {
			divisor = "cg_u64"
		}
		for i := 1; i < sp.nd; i++ {
			t.linef("  %s d%d;", divisor, i)
		}
	}
	for i := range sp.in {
		sp.declareStrides(t, &sp.in[i], fmt.Sprintf("in%d", i))
	}
	for i := range sp.out {
		sp.declareStrides(t, &sp.out[i], fmt.Sprintf("out%d", i))
	}
	t.linef("};")
	t.linef("struct cg_vals {")
	for i, r := range sp.wants {
		t.linef("  %s v%d;", typ(p.Type(r)), i)
	}
	t.linef("};")
}

func (sp *Space) declareStrides(t *text, o *operand, name string) {
	if o.access != linear && o.access != strided {
		return
	}
	kind := "cg_off"
	if o.position {
		kind = "cg_i64"
	}
	for i := range sp.nd {
		t.linef("  %s %s_%d;", kind, name, i)
	}
}

// block writes the loads, the program and the stores for width elements in
// each of units runs: from the index i on, the runs a given step apart. Width 0
// is one element without any array.
type block struct {
	sp    *Space
	t     *text
	width int // elements of a run: 0, 1, 2, 4, 8 or 16
	units int // runs, or 0 for one without a loop
	step  int // from run to run
	vals  bool

	tiled  map[int]string // inputs that are in shared memory, and how to name them
	placed bool           // the coordinates are declared already, and there is no index
}

func (b *block) lanes() string {
	s := ""
	if b.units > 0 {
		s += fmt.Sprintf("[%d]", b.units)
	}
	if b.width > 0 {
		s += fmt.Sprintf("[%d]", b.width)
	}
	return s
}

// at names an element of an array of lanes inside the loops.
func (b *block) at(name string) string {
	if b.units > 0 {
		name += "[u]"
	}
	if b.width > 0 {
		name += "[k]"
	}
	return name
}

// run names the run of an array of lanes inside the loop over runs.
func (b *block) run(name string) string {
	if b.units > 0 {
		return name + "[u]"
	}
	return name
}

func (b *block) write() {
	sp, t, p := b.sp, b.t, b.sp.k.Prog
	// Loads of all runs come first, to be under way together.
	for i := range sp.in {
		o := &sp.in[i]
		switch {
		case o.access == scalar:
			if o.position {
				t.linef("  const cg_i64 x%d = s.in%d;", i, i)
			} else {
				t.linef("  const %s x%d = s.in%d[0];", typ(p.Inputs[i]), i, i)
			}
		case b.width == 4 && o.group > 0, b.tiled[i] != "":
		default:
			t.linef("  %s a%d%s;", typ(p.Inputs[i]), i, b.lanes())
		}
	}
	grouped := b.width == 4 && len(sp.groups) > 0
	if grouped {
		for i, g := range sp.groups {
			units := ""
			if b.units > 0 {
				units = fmt.Sprintf("[%d]", b.units)
			}
			t.linef("  %s g%d%s[%d];", typ(g.dtype), i, units, 4*g.stride)
		}
	}
	b.overRuns(func() {
		b.coordinates()
		if grouped {
			for i, g := range sp.groups {
				t.linef("    cg_load<%v>(s.group%d + cg_off(j) * %d, %s);", sp.stream, i, g.stride, b.run(fmt.Sprintf("g%d", i)))
			}
		}
		for i := range sp.in {
			if sp.in[i].access != scalar && !(grouped && sp.in[i].group > 0) && b.tiled[i] == "" {
				b.load(i)
			}
		}
	})
	for i := range sp.out {
		t.linef("  %s r%d%s;", typ(p.Type(sp.k.Stores[i].Value)), i, b.lanes())
	}
	b.overRuns(func() {
		if b.width > 0 {
			t.linef("#pragma unroll\n    for (int k = 0; k < %d; k++) {", b.width)
		} else {
			t.linef("    {")
		}
		b.program(grouped)
		t.linef("    }")
	})
	if len(sp.out) > 0 {
		b.overRuns(func() {
			b.coordinates()
			for i := range sp.out {
				b.store(i)
			}
		})
	}
}

// overRuns writes a loop over the runs, with j the index of a run's beginning.
func (b *block) overRuns(body func()) {
	if b.units > 0 {
		b.t.linef("#pragma unroll\n  for (int u = 0; u < %d; u++) {\n    const cg_idx j = i + u * %d;", b.units, b.step)
	} else if b.placed {
		b.t.linef("  {")
	} else {
		b.t.linef("  {\n    const cg_idx j = i;")
	}
	body()
	b.t.linef("  }")
}

// coordinates declares c0, c1, … of index j.
func (b *block) coordinates() {
	sp, t := b.sp, b.t
	if !sp.unravel || b.placed {
		return
	}
	t.linef("    cg_idx c0 = j;")
	for d := sp.nd - 1; d > 0; d-- {
		if sp.wide {
			t.linef("    const cg_idx q%d = c0 / s.d%d, c%d = c0 - q%d * s.d%d; c0 = q%d;", d, d, d, d, d, d)
		} else {
			t.linef("    const cg_idx q%d = cg_quotient(c0, s.d%d), c%d = c0 - q%d * s.d%d.d; c0 = q%d;", d, d, d, d, d, d)
		}
	}
}

// offset writes where the element with the coordinates of j, plus k along the
// last dimension, stands.
func (b *block) offset(o *operand, name, k string) string {
	kind := "cg_off"
	if o.position {
		kind = "cg_i64"
	}
	plus := ""
	if k != "" {
		plus = " + " + k
	}
	switch o.access {
	case scalar:
		return kind + "(0)"
	case flat:
		return kind + "(j" + plus + ")"
	case linear:
		return fmt.Sprintf("%s(j%s) * s.%s_0", kind, plus, name)
	}
	var terms []string
	for d := range b.sp.nd {
		switch {
		case d < b.sp.nd-1:
			terms = append(terms, fmt.Sprintf("%s(c%d) * s.%s_%d", kind, d, name, d))
		case o.inner == innerUnit:
			terms = append(terms, fmt.Sprintf("%s(c%d%s)", kind, d, plus))
		case o.inner == innerAny:
			terms = append(terms, fmt.Sprintf("%s(c%d%s) * s.%s_%d", kind, d, plus, name, d))
		}
	}
	return strings.Join(terms, " + ")
}

func (b *block) load(i int) {
	o, t := &b.sp.in[i], b.t
	name := fmt.Sprintf("in%d", i)
	value := func(k string) string {
		at := b.offset(o, name, k)
		if o.position {
			return "s." + name + " + " + at
		}
		return "s." + name + "[" + at + "]"
	}
	dst := b.run(fmt.Sprintf("a%d", i))
	switch {
	case b.width == 0:
		t.linef("    %s = %s;", dst, value(""))
	case b.wide(o, b.sp.k.Inputs[i].DType):
		t.linef("    cg_load<%v>(s.%s + (%s), %s);", b.sp.stream, name, b.offset(o, name, ""), dst)
	default:
		t.linef("#pragma unroll\n    for (int k = 0; k < %d; k++) %s[k] = %s;", b.width, dst, value("k"))
	}
}

// wide reports whether a run of the operand's elements moves in words.
func (b *block) wide(o *operand, d expr.DType) bool {
	return (o.access == flat || o.inner == innerUnit) && int(o.word) >= min(16, lowBit(b.width*d.Size()))
}

func (b *block) store(i int) {
	o, t := &b.sp.out[i], b.t
	name := fmt.Sprintf("out%d", i)
	src := b.run(fmt.Sprintf("r%d", i))
	switch {
	case b.width == 0:
		t.linef("    s.%s[%s] = %s;", name, b.offset(o, name, ""), src)
	case b.wide(o, b.sp.k.Stores[i].View.DType):
		t.linef("    cg_store<%v>(s.%s + (%s), %s);", b.sp.stream, name, b.offset(o, name, ""), src)
	default:
		t.linef("#pragma unroll\n    for (int k = 0; k < %d; k++) s.%s[%s] = %s[k];", b.width, name, b.offset(o, name, "k"), src)
	}
}

// program writes the instructions for one element.
func (b *block) program(grouped bool) {
	sp, t, p := b.sp, b.t, b.sp.k.Prog
	for i := range sp.in {
		o := &sp.in[i]
		switch {
		case o.access == scalar:
		case b.tiled[i] != "":
			t.linef("      const %s x%d = %s;", typ(p.Inputs[i]), i, b.tiled[i])
		case grouped && o.group > 0:
			g := sp.groups[o.group-1]
			t.linef("      const %s x%d = %s[k * %d + %d];", typ(g.dtype), i, b.run(fmt.Sprintf("g%d", o.group-1)), g.stride, o.lane)
		default:
			t.linef("      const %s x%d = %s;", typ(p.Inputs[i]), i, b.at(fmt.Sprintf("a%d", i)))
		}
	}
	instructions(t, p)
	for i := range sp.out {
		t.linef("      %s = %s;", b.at(fmt.Sprintf("r%d", i)), valueName(p, sp.k.Stores[i].Value))
	}
	if b.vals {
		v := "v"
		if b.width > 0 {
			v = "v[k]"
		}
		for i, r := range sp.wants {
			t.linef("      %s.v%d = %s;", v, i, valueName(p, r))
		}
	}
}

// valueName names a value of the program inside the loops.
func valueName(p *expr.Program, r expr.Ref) string {
	if i := int(r) - len(p.Inputs); i >= 0 && i < len(p.Params) {
		return fmt.Sprintf("s.p%d", i)
	}
	return fmt.Sprintf("x%d", r)
}

// instructions writes the program's instructions, one a line.
func instructions(t *text, p *expr.Program) {
	for i := range p.Instrs {
		in := &p.Instrs[i]
		var args []string
		for _, a := range in.Args[:in.Op.Row().Arity] {
			args = append(args, valueName(p, a))
		}
		value, err := in.Op.CUDAText(in.In, in.Out, args...)
		if err != nil {
			panic(err) // the program was validated where it was made
		}
		r := p.Result(i)
		t.linef("      const %s x%d = %s;", typ(in.Out), r, value)
		if in.Op == expr.Check {
			t.linef("      if (!%s) atomicMax(s.fault, %du);", args[1], in.Aux)
		}
	}
}
