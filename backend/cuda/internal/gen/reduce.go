package gen

import (
	"slices"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// Reduce is the class of a kernel with folds and the plan by which it is
// carried out: all folds in one launch. It is made by Set and may be reused.
//
// Each result is that of a line of values, in row-major order over the reduced
// axes. Which thread takes which value of a line, and how the threads' states
// are merged, is decided by the number of lines, their length, which axes are
// reduced, and the number of multiprocessors. Programs, layouts, other folds
// and the width of loads have no say in it, so that the bits of a result don't
// depend on them.
type Reduce struct {
	k     *backend.Kernel
	sp    *Space
	lines lines
	plan  plan
	parts []part
	folds []fold
	bytes int  // of all parts together
	shift bool // some part needs the first value of a line
	outs  outs
}

// fold is how a result comes of parts of the state.
type fold struct{ part, second int8 }

// maxState is the bytes of state that a line's values may be kept in: half of
// 256 threads must find room in 48 KiB for it.
const maxState = 256

// FoldsFit returns how many of the kernel's folds, from the first on, one
// launch can take: one at least.
func FoldsFit(k *backend.Kernel) int {
	bytes := 0
	for i := range k.Folds {
		f := &k.Folds[i]
		for _, kind := range partsOf(f.Fold, k.Prog.Type(f.Value)) {
			bytes += partRows[kind].bytes
		}
		if bytes > maxState && i > 0 {
			return i
		}
	}
	return len(k.Folds)
}

// FoldValues returns the values that the kernel's folds reduce, each once: what
// the kernel's Space has to give.
func FoldValues(k *backend.Kernel, refs []expr.Ref) []expr.Ref {
	for i := range k.Folds {
		if !slices.Contains(refs, k.Folds[i].Value) {
			refs = append(refs, k.Folds[i].Value)
		}
	}
	return refs
}

// Set plans the kernel's folds, of which there are no more than [FoldsFit]
// says, for a GPU of some multiprocessors. The values of sp are [FoldValues].
// The kernel and the space are referred to until the next Set.
func (r *Reduce) Set(sp *Space, k *backend.Kernel, multiprocessors int) {
	r.k, r.sp = k, sp
	r.parts, r.folds = r.parts[:0], r.folds[:0]
	r.bytes, r.shift = 0, false
	for i := range k.Folds {
		f := &k.Folds[i]
		d := k.Prog.Type(f.Value)
		at := fold{-1, -1}
		for n, kind := range partsOf(f.Fold, d) {
			if kind == noPart {
				continue
			}
			p := part{kind, int16(slices.Index(sp.wants, f.Value)), d}
			j := slices.Index(r.parts, p)
			if j < 0 {
				j = len(r.parts)
				r.parts = append(r.parts, p)
				r.bytes += partRows[kind].bytes
				r.shift = r.shift || partRows[kind].shift
			}
			if n == 0 {
				at.part = int8(j)
			} else {
				at.second = int8(j)
			}
		}
		r.folds = append(r.folds, at)
	}
	r.lines.set(k)
	r.outs.set(k)
	r.plan = r.lines.plan(multiprocessors)
}

// Grid returns the number of blocks.
func (r *Reduce) Grid() int { return int(r.plan.tiles(r.width()) * r.plan.slabs) }

// Block returns the number of threads of a block.
func (r *Reduce) Block() int { return r.plan.threads }

// Scratch returns the bytes of memory for the states of lines that several
// blocks share.
func (r *Reduce) Scratch() int {
	if r.plan.slabs == 1 {
		return 0
	}
	return int(r.plan.slabs*r.lines.kept) * r.bytes
}

// Counters returns the number of counters, zero before and after the launch.
func (r *Reduce) Counters() int {
	if r.plan.slabs == 1 {
		return 0
	}
	return int(r.plan.tiles(r.width()))
}

// wideState is the bytes of state up to which a thread has four lines.
const wideState = 64

// width returns how many lines of columns a thread has.
func (r *Reduce) width() int {
	if r.bytes > wideState {
		return 1
	}
	return r.plan.width
}

// units returns how many loads of four values, or in columns of a thread's
// width, are under way at a time. It does not show in the results.
func (r *Reduce) units() int {
	size, load := 1, 0
	for i, d := range r.k.Prog.Inputs {
		if r.sp.in[i].access != scalar && !r.sp.in[i].position {
			size = max(size, d.Size())
		}
	}
	for i := range r.k.Prog.Instrs {
		load += weight(&r.k.Prog.Instrs[i])
	}
	bytes, lanes := 8, 4 // of one value of each load
	switch {
	case r.plan.shape == columns:
		bytes, lanes = 32, r.width()
		if r.bytes > 8 {
			bytes = 16 // registers are short
		}
	case r.plan.shape == rowsLong:
		bytes = 16
	}
	n := min(8, max(1, bytes/size))
	for n > 1 && (load*lanes*n > mapLanes || r.bytes > wideState) {
		n /= 2
	}
	return n
}

// AppendKey appends what the text depends on, without what it depends on
// through the space.
func (r *Reduce) AppendKey(key []byte) []byte {
	p := &r.plan
	key = append(key, byte(p.shape), byte(p.lanes), byte(p.lanes>>8), byte(p.threads/32), byte(r.width()), byte(r.units()),
		flagBits(p.slabs > 1, r.lines.quads, r.shift), byte(len(r.lines.keptRuns)), byte(len(r.lines.reducedRuns)), byte(len(r.outs.dims)))
	for i := range r.k.Folds {
		f := &r.k.Folds[i]
		key = append(key, byte(f.Fold), byte(r.k.Prog.Type(f.Value)), byte(slices.Index(r.sp.wants, f.Value)))
	}
	return key
}

// AppendArgs packs what follows the space's parameter: the lines, and the
// addresses of scratch and of the counters. address gives the address of the
// first byte of a view's buffer.
func (r *Reduce) AppendArgs(a *Args, address func(*backend.View) uint64, scratch, counters uint64) {
	wide := r.sp.wide
	a.Align(8)
	for i := range r.k.Folds {
		f := &r.k.Folds[i]
		a.Ptr(address(&f.View) + uint64(f.View.Offset*f.View.DType.Size()))
		for _, s := range r.outs.strides[i] {
			a.I64(int64(s))
		}
		if f.Fold == expr.FoldVar || f.Fold == expr.FoldStd {
			a.F64(f.DDof)
		}
	}
	a.I64(r.lines.kept)
	a.I64(r.lines.reduced)
	a.U32(uint32(r.plan.slabs))
	a.U32(uint32(r.plan.tiles(r.width())))
	for _, runs := range [][]run{r.lines.keptRuns, r.lines.reducedRuns} {
		for _, u := range runs {
			a.Index(u.stride, wide)
		}
	}
	size := func(n int64) {
		if wide {
			a.I64(n)
		} else {
			a.Divisor(uint32(n))
		}
	}
	for _, runs := range [][]run{r.lines.keptRuns, r.lines.reducedRuns} {
		for i := 1; i < len(runs); i++ {
			size(runs[i].n)
		}
	}
	for i := 1; i < len(r.outs.dims); i++ {
		size(r.outs.dims[i])
	}
	a.Align(8)
	a.Ptr(scratch)
	a.Ptr(counters)
}
