package gen

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// reducing is a kernel that folds an input of type d, laid out row-major, over
// the marked axes.
func reducing(d expr.DType, shape []int, marks []bool, folds ...expr.Fold) *backend.Kernel {
	k := &backend.Kernel{Prog: &expr.Program{Inputs: []expr.DType{d}}, Shape: shape, Reduce: marks}
	in, out := make([]int, len(shape)), make([]int, len(shape))
	n, kept := 1, 1
	for i := len(shape) - 1; i >= 0; i-- {
		in[i] = n
		n *= shape[i]
		if !marks[i] {
			out[i] = kept
			kept *= shape[i]
		}
	}
	k.Inputs = []backend.View{{Buffer: memory(n * d.Size()), DType: d, Strides: in}}
	for _, f := range folds {
		o := f.Out(d)
		k.Folds = append(k.Folds, backend.Reduction{Fold: f, View: backend.View{Buffer: memory(kept * o.Size()), DType: o, Strides: out}})
	}
	return k
}

func foldsOf(d expr.DType) (all []expr.Fold) {
	for _, f := range expr.Folds() {
		if f.Row().Kinds.Has(d) {
			all = append(all, f)
		}
	}
	return all
}

// planned describes a kernel for a GPU of 132 multiprocessors.
func planned(k *backend.Kernel) *Reduce {
	sp, r := new(Space), new(Reduce)
	sp.Set(k, FoldValues(k, nil)...)
	r.Set(sp, k, 132)
	return r
}

// reduceShapes has every kind of kernel and of index.
var reduceShapes = []struct {
	name  string
	shape []int
	marks []bool
	plan  planShape
}{
	{"one value", []int{1}, []bool{true}, columns},
	{"nothing reduced", []int{50}, []bool{false}, columns},
	{"all of few", []int{1000}, []bool{true}, rowsShort},
	{"all of some", []int{5000}, []bool{true}, rowsLong},
	{"all of many", []int{100_000_000}, []bool{true}, rowsSplit},
	{"all of too many for 32 bits", []int{3_000_000_000}, []bool{true}, rowsSplit},
	{"pixels", []int{1_000_000, 3}, []bool{false, true}, rowsShort},
	{"rows", []int{1000, 100}, []bool{false, true}, rowsShort},
	{"long rows", []int{10_000, 10_000}, []bool{false, true}, rowsLong},
	{"few long rows", []int{7, 10_001}, []bool{false, true}, rowsSplit},
	{"columns", []int{10_000, 10_000}, []bool{true, false}, columns},
	{"short columns", []int{4, 100_001}, []bool{true, false}, columns},
	{"points", []int{100_000, 3}, []bool{true, false}, columns},
	{"columns in layers", []int{10, 100, 64}, []bool{false, true, false}, columns},
	{"channels", []int{640, 32, 49}, []bool{true, false, true}, rowsSplit},
	{"every other axis", []int{5, 6, 7, 8}, []bool{true, false, true, false}, columns},
	{"every other axis, rows", []int{5, 6, 7, 8, 9}, []bool{true, false, true, false, true}, rowsShort},
	{"channels, too many for 32 bits", []int{64, 1 << 12, 1 << 14}, []bool{true, false, true}, rowsLong},
}

func TestReducePlans(t *testing.T) {
	for _, c := range reduceShapes {
		r := planned(reducing(expr.Float32, c.shape, c.marks, expr.FoldSum))
		assert.Equal(t, c.plan, r.plan.shape, c.name)
		assert.LessOrEqual(t, r.Grid(), 1<<31-1, c.name)
		assert.LessOrEqual(t, r.Counters(), 1<<16, c.name)
	}
	// As measured to be quickest on such a GPU.
	all := planned(reducing(expr.Float32, []int{100_000_000}, []bool{true}, expr.FoldSum))
	assert.Equal(t, 4*132, all.Grid())
	assert.Equal(t, 512, all.Block())
	million := planned(reducing(expr.Float32, []int{1_000_000}, []bool{true}, expr.FoldSum))
	assert.Equal(t, 123, million.Grid())
	slabs := planned(reducing(expr.Float32, []int{10_000, 10_000}, []bool{true, false}, expr.FoldSum))
	assert.Equal(t, 79*5, slabs.Grid())
	assert.Equal(t, 79, slabs.Counters())
	assert.Equal(t, 5*10_000*8, slabs.Scratch())
}

// Axes that a layout has kept apart, and axes of length 1, don't show in the
// plan; nor do folds and types.
func TestReducePlansKnowShapesAlone(t *testing.T) {
	want := planned(reducing(expr.Float32, []int{600, 4000}, []bool{true, false}, expr.FoldSum))
	for _, k := range []*backend.Kernel{
		reducing(expr.Int8, []int{20, 30, 40, 100}, []bool{true, true, false, false}, expr.FoldArgMax),
		reducing(expr.Complex128, []int{600, 1, 4, 1000, 1}, []bool{true, false, false, false, true}, expr.FoldMean),
		reducing(expr.Float64, []int{600, 4000}, []bool{true, false}, foldsOf(expr.Float64)...),
	} {
		got := planned(k)
		assert.Equal(t, want.plan, got.plan)
		assert.Equal(t, want.lines, got.lines)
	}
}

// Every value of every line is taken once, in the way that the texts take
// them: see cg_walk and cg_walk_columns.
func TestReduceTakesEveryValueOnce(t *testing.T) {
	var cases []([]int)
	for _, n := range []int{1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 64, 127, 257, 1023, 1024, 1025, 4097, 8193, 33_000} {
		for _, m := range []int{1, 2, 3, 4, 5, 12, 33, 128, 131, 1000} {
			if n*m <= 34_000 {
				cases = append(cases, []int{n, m})
			}
		}
	}
	cases = append(cases, []int{100_003}, []int{3, 5, 7}, []int{4, 6, 8}, []int{6, 11, 40}, []int{2, 3, 4, 5}, []int{3, 1, 4, 2, 8})
	for _, shape := range cases {
		for bits := range 1 << len(shape) {
			marks := make([]bool, len(shape))
			for i := range marks {
				marks[i] = bits>>i&1 == 1
			}
			for _, folds := range [][]expr.Fold{{expr.FoldSum}, foldsOf(expr.Float64)} {
				r := planned(reducing(expr.Float64, shape, marks, folds...))
				name := fmt.Sprintf("%v %v, %d folds", shape, marks, len(folds))
				require.True(t, slices.Equal(rowMajorLines(shape, marks), takenBy(t, r, name)), name)
			}
		}
	}
}

// line is a place in a line.
type line struct{ line, at int64 }

// rowMajorLines tells of each element where in which line it belongs.
func rowMajorLines(shape []int, marks []bool) []line {
	out := []line{{}}
	for i, n := range shape {
		var next []line
		for _, l := range out {
			for c := range int64(n) {
				if marks[i] {
					next = append(next, line{l.line, l.at*int64(n) + c})
				} else {
					next = append(next, line{l.line*int64(n) + c, l.at})
				}
			}
		}
		out = next
	}
	return out
}

// takenBy tells of each element as what it is taken, once.
func takenBy(t *testing.T, r *Reduce, name string) []line {
	took := make([]line, r.lines.kept*r.lines.reduced)
	for i := range took {
		took[i].line = -1
	}
	index := func(at int64, runs []run) (sum int64) {
		for i := len(runs) - 1; i >= 0; i-- {
			sum += at % runs[i].n * runs[i].stride
			at /= runs[i].n
		}
		return sum
	}
	take := func(k, j int64, count int, across bool) {
		if k >= r.lines.kept {
			return
		}
		i := index(k, r.lines.keptRuns) + index(j, r.lines.reducedRuns)
		for e := range int64(count) {
			l := line{k, j + e}
			if across {
				l = line{k + e, j}
			}
			if took[i+e].line >= 0 {
				require.Fail(t, "taken twice", "element %d of %s", i+e, name)
			}
			took[i+e] = l
		}
	}
	p := &r.plan
	walk := func(k, q, step int64) {
		n := r.lines.reduced
		for ; q < n/4; q += step {
			if r.lines.quads {
				take(k, q*4, 4, false)
				continue
			}
			for e := range int64(4) {
				take(k, q*4+e, 1, false)
			}
		}
		if q == n/4 {
			for j := q * 4; j < n; j++ {
				take(k, j, 1, false)
			}
		}
	}
	for block := range int64(r.Grid()) {
		for thread := range int64(p.threads) {
			lanes := int64(p.lanes)
			switch p.shape {
			case rowsShort:
				walk(block*(256/lanes)+thread/lanes, thread%lanes, lanes)
			case rowsLong:
				walk(block, thread, lanes)
			case rowsSplit:
				walk(block/p.slabs, block%p.slabs*lanes+thread, p.slabs*lanes)
			case columns:
				w := r.width()
				tiles := p.tiles(w)
				slab := block / tiles
				k := (block%tiles*lanes + thread%lanes) * int64(w)
				end := r.lines.reduced * (slab + 1) / p.slabs
				for j := r.lines.reduced*slab/p.slabs + thread/lanes; j < end; j += 256 / lanes {
					take(k, j, w, true)
				}
			}
		}
	}
	return took
}

// Every fold of every type, alone and with all others, is written.
func TestReduceTextsParse(t *testing.T) {
	for _, d := range expr.DTypes() {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			var sources []Source
			for _, c := range reduceShapes {
				k := reducing(d, c.shape, c.marks, foldsOf(d)...)
				k.Folds = k.Folds[:FoldsFit(k)]
				sources = append(sources, planned(k).Source())
			}
			for i, f := range foldsOf(d) {
				c := reduceShapes[i%len(reduceShapes)]
				sources = append(sources, planned(reducing(d, c.shape, c.marks, f)).Source())
			}
			parseAll(t, sources)
		})
	}
}

// What reductions of a program's values with stores look like, without the
// fixed texts.
func TestReduceHeads(t *testing.T) {
	var b strings.Builder
	add := func(name string, k *backend.Kernel) {
		r := planned(k)
		var head text
		r.head(&head)
		text := r.Source().Text
		fmt.Fprintf(&b, "// %s\n%s%s\n", name, head.String(), text[strings.LastIndex(text, `extern "C"`):])
	}
	add("sum of all", reducing(expr.Float32, []int{100_000_000}, []bool{true}, expr.FoldSum))
	add("sum, mean and deviation of all", reducing(expr.Float32, []int{1_000_000}, []bool{true}, expr.FoldSum, expr.FoldMean, expr.FoldStd))
	add("means of columns", reducing(expr.Float64, []int{10_000, 10_000}, []bool{true, false}, expr.FoldMean))
	add("first largest of rows", reducing(expr.Int8, []int{1000, 101}, []bool{false, true}, expr.FoldArgMax))
	add("channels", reducing(expr.Complex64, []int{64, 32, 49}, []bool{true, false, true}, expr.FoldProd, expr.FoldMean))
	wide := reducing(expr.Bool, []int{1 << 8, 1 << 12, 1 << 12}, []bool{false, true, false}, expr.FoldAny, expr.FoldCount)
	wide.Folds[1].View.Strides = []int{1, 0, 1 << 8}
	add("too many for 32 bits, one result transposed", wide)
	k := reducing(expr.Float32, []int{1000, 1000}, []bool{false, true}, expr.FoldVar, expr.FoldNorm)
	k.Prog.Instrs = []expr.Instr{{Op: expr.Sqrt, In: expr.Float32, Out: expr.Float32}}
	k.Folds[1].Value = 1
	k.Stores = []backend.Store{{Value: 1, View: k.Inputs[0]}}
	add("of two values, one of them stored", k)
	golden(t, "reduce.cuh", b.String())
}

// Texts that differ have keys that differ.
func TestReduceKeysDiffer(t *testing.T) {
	seen := map[string]string{}
	for _, d := range []expr.DType{expr.Int32, expr.Float32, expr.Float64, expr.Complex64} {
		for _, c := range reduceShapes {
			for _, f := range foldsOf(d) {
				for _, folds := range [][]expr.Fold{{f}, {f, expr.FoldSum}, {expr.FoldSum, expr.FoldProd, f}} {
					r := planned(reducing(d, c.shape, c.marks, folds...))
					key := string(r.AppendKey(r.sp.AppendKey(nil)))
					text := r.Source().Text
					if before, ok := seen[key]; ok {
						require.Equal(t, before, text)
					}
					seen[key] = text
				}
			}
		}
	}
}

// Kernels with more folds than a thread can keep states of are taken apart.
func TestFoldsFit(t *testing.T) {
	for _, d := range expr.DTypes() {
		k := reducing(d, []int{100, 100}, []bool{true, false}, foldsOf(d)...)
		assert.Equal(t, len(k.Folds), FoldsFit(k), "all folds of %v", d)
	}
	k := reducing(expr.Float64, []int{100}, []bool{true}, slices.Repeat([]expr.Fold{expr.FoldNorm}, 40)...)
	for i := range k.Folds {
		k.Prog.Instrs = append(k.Prog.Instrs, expr.Instr{Op: expr.Neg, In: expr.Float64, Out: expr.Float64, Args: [3]expr.Ref{expr.Ref(i)}})
		k.Folds[i].Value = expr.Ref(i + 1)
	}
	n := FoldsFit(k)
	assert.Equal(t, maxState/32, n)
	k.Folds = k.Folds[:n]
	assert.LessOrEqual(t, planned(k).bytes, maxState)
}

// The parameters are packed as the text declares them: as many bytes, aligned.
func TestReduceArgs(t *testing.T) {
	k := reducing(expr.Float32, []int{64, 32, 49}, []bool{true, false, true}, expr.FoldSum, expr.FoldStd)
	k.Folds[1].DDof = 1
	k.Folds[1].View.Offset = 3
	r := planned(k)
	var a Args
	r.AppendArgs(&a, func(v *backend.View) uint64 { return 4096 }, 1<<20, 1<<21)
	var want Args
	want.Ptr(4096)
	want.I64(1)
	want.Ptr(4096 + 12)
	want.I64(1)
	want.F64(1)
	want.U64(32)
	want.U64(64 * 49)
	want.U32(1) // a slab
	want.U32(32)
	want.U32(49)
	want.U32(32 * 49)
	want.U32(1)
	want.Divisor(49)
	want.Align(8)
	want.Ptr(1 << 20)
	want.Ptr(1 << 21)
	assert.Equal(t, want.Packed(), a.Packed())
}
