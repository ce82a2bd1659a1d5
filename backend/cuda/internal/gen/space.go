package gen

import (
	"math"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// access is how a view finds the element of an index.
type access uint8

const (
	scalar  access = iota // one element for all indices
	flat                  // at the index itself
	linear                // at the index times a stride: the space has one dimension
	strided               // at the sum of coordinates times strides
)

// inner is the stride of a strided view along the last dimension, as far as
// text depends on it.
type inner uint8

const (
	innerAny  inner = iota
	innerZero       // the same element along the dimension
	innerUnit       // neighbours
)

// operand is how one view is addressed.
type operand struct {
	access   access
	inner    inner
	position bool // elements are their own positions
	word     int8 // bytes, 16 at most, that divide the address of every row
	group    int8 // 1 + the interleaved group that it belongs to, or 0
	lane     int8 // its place in the group
}

// group is several views of one storage whose elements alternate, as the
// channels of an image do. Four elements of each are loaded as one run.
type group struct {
	dtype  expr.DType
	stride int
	first  int // an input of the group
	offset int // of the run's beginning, in elements of the buffer
}

// Space is the class of a kernel's iteration space: all that the text that
// addresses it and computes its values depends on. It is made by Set and may be
// reused.
type Space struct {
	k      *backend.Kernel
	wants  []expr.Ref
	n      int64
	nd     int
	wide   bool // 64-bit indices
	stream bool // data larger than the cache
	unravel,
	quads, // a quad never crosses a row
	faults bool
	in, out []operand
	groups  []group
}

// space32 is the number of elements below which indices may have 32 bits: the
// grid may reach a little over the end.
const space32 = math.MaxInt32 - 1<<16

// streamBytes is the size of a kernel's operands from which on they are not
// expected to stay in the second-level cache.
const streamBytes = 48 << 20

// Set describes the kernel's space, for a text that needs the values wants. The
// space refers to k until the next Set.
func (sp *Space) Set(k *backend.Kernel, wants ...expr.Ref) {
	sp.k, sp.nd = k, len(k.Shape)
	sp.wants = append(sp.wants[:0], wants...)
	sp.in, sp.out, sp.groups = sp.in[:0], sp.out[:0], sp.groups[:0]
	sp.unravel, sp.faults, sp.quads = false, false, true
	sp.n = 1
	for _, d := range k.Shape {
		sp.n *= int64(d)
	}
	sp.wide = sp.n > space32
	bytes := int64(0)
	for i := range k.Inputs {
		v := &k.Inputs[i]
		o := sp.operand(v)
		o.position = v.Buffer == nil
		if o.position {
			o.word = 0
		} else if o.access != scalar {
			bytes += sp.n * int64(v.DType.Size())
		}
		sp.in = append(sp.in, o)
	}
	for i := range k.Stores {
		v := &k.Stores[i].View
		sp.out = append(sp.out, sp.operand(v))
		bytes += sp.n * int64(v.DType.Size())
	}
	sp.stream = bytes > streamBytes
	for i := range k.Prog.Instrs {
		sp.faults = sp.faults || k.Prog.Instrs[i].Op == expr.Check
	}
	if sp.unravel && k.Shape[sp.nd-1]%4 != 0 {
		sp.quads = false
	}
	if sp.nd == 1 {
		sp.interleave()
	}
}

// Len returns the number of elements of the space.
func (sp *Space) Len() int64 { return sp.n }

// Wide reports whether indices (cg_idx) have 64 bits.
func (sp *Space) Wide() bool { return sp.wide }

// Faults reports whether the program can find a fault in the data.
func (sp *Space) Faults() bool { return sp.faults }

// Quads reports whether cg_eval4 is cheaper than four calls of cg_eval.
func (sp *Space) Quads() bool { return sp.quads }

// operand classifies a view.
func (sp *Space) operand(v *backend.View) operand {
	shape := sp.k.Shape
	last := sp.nd - 1
	o := operand{access: flat}
	constant, contiguous := true, true
	reach, run := int64(0), int64(1)
	for i := last; i >= 0; i-- {
		s, d := int64(v.Strides[i]), int64(shape[i])
		if d > 1 {
			constant = constant && s == 0
			contiguous = contiguous && s == run
			reach += (d - 1) * max(s, -s)
		}
		run *= d
	}
	if reach > space32 {
		sp.wide = true
	}
	size := v.DType.Size()
	switch {
	case constant:
		o.access = scalar
		return o
	case contiguous:
		o.word = int8(lowBit(16 | v.Offset*size))
		return o
	case sp.nd == 1:
		o.access = linear
		return o
	}
	o.access = strided
	sp.unravel = true
	switch v.Strides[last] {
	case 0:
		o.inner = innerZero
	case 1:
		o.inner = innerUnit
		o.word = sp.word(v, last)
	}
	return o
}

// word returns the bytes, 16 at most, that divide the address of every run
// along a dimension.
func (sp *Space) word(v *backend.View, along int) int8 {
	size := v.DType.Size()
	word := 16 | v.Offset*size
	for d, s := range v.Strides {
		if d != along && sp.k.Shape[d] > 1 {
			word |= s * size
		}
	}
	return int8(lowBit(word))
}

// interleave finds the inputs that alternate in one storage.
func (sp *Space) interleave() {
	for i := range sp.in {
		a := &sp.k.Inputs[i]
		if sp.in[i].group != 0 || !alternates(&sp.in[i], a) {
			continue
		}
		stride, size := a.Strides[0], a.DType.Size()
		beside := func(j int, b *backend.View) bool {
			return b.Buffer == a.Buffer && b.DType == a.DType && b.Strides[0] == stride && alternates(&sp.in[j], b)
		}
		low, high, members := a.Offset, a.Offset, 1
		for j := i + 1; j < len(sp.in); j++ {
			b := &sp.k.Inputs[j]
			if beside(j, b) && max(high, b.Offset)-min(low, b.Offset) < stride {
				low, high, members = min(low, b.Offset), max(high, b.Offset), members+1
			}
		}
		if members < 2 {
			continue
		}
		word := min(16, lowBit(4*stride*size))
		for low*size%word != 0 && low > 0 && high-low+1 < stride {
			low--
		}
		if low*size%word != 0 || (low+int(sp.n)*stride)*size > a.Buffer.Len() {
			continue
		}
		sp.groups = append(sp.groups, group{a.DType, stride, i, low})
		for j := i; j < len(sp.in); j++ {
			b := &sp.k.Inputs[j]
			if beside(j, b) && b.Offset >= low && b.Offset < low+stride {
				sp.in[j].group, sp.in[j].lane = int8(len(sp.groups)), int8(b.Offset-low)
			}
		}
	}
}

func lowBit(n int) int { return n & -n }

// alternates reports whether a view may be one of an interleaved group.
func alternates(o *operand, v *backend.View) bool {
	return o.access == linear && !o.position && o.group == 0 && v.Strides[0] >= 2 && v.Strides[0] <= 4
}

// AppendKey appends what the text depends on.
func (sp *Space) AppendKey(key []byte) []byte {
	p := sp.k.Prog
	key = append(key, byte(sp.nd), flagBits(sp.wide, sp.stream, sp.quads), byte(len(sp.in)), byte(len(sp.in)>>8),
		byte(len(sp.out)), byte(len(sp.groups)), byte(len(sp.wants)))
	for i := range sp.in {
		key = sp.in[i].appendKey(key, p.Inputs[i])
	}
	for _, g := range sp.groups {
		key = append(key, byte(g.stride), byte(g.first))
	}
	for i := range sp.out {
		r := sp.k.Stores[i].Value
		key = append(sp.out[i].appendKey(key, p.Type(r)), byte(r), byte(r>>8))
	}
	for _, r := range sp.wants {
		key = append(key, byte(r), byte(r>>8))
	}
	key = append(key, byte(len(p.Params)), byte(len(p.Params)>>8))
	for _, d := range p.Params {
		key = append(key, byte(d))
	}
	for i := range p.Instrs {
		in := &p.Instrs[i]
		key = append(key, byte(in.Op), byte(in.In), byte(in.Out), byte(in.Aux), byte(in.Aux>>8))
		for _, a := range in.Args[:in.Op.Row().Arity] {
			key = append(key, byte(a), byte(a>>8))
		}
	}
	return key
}

func (o *operand) appendKey(key []byte, d expr.DType) []byte {
	return append(key, byte(d), byte(o.access)|byte(o.inner)<<2|flagBits(o.position)<<4, byte(o.word), byte(o.group), byte(o.lane))
}

func flagBits(flags ...bool) (b byte) {
	for i, f := range flags {
		if f {
			b |= 1 << i
		}
	}
	return b
}

// AppendArgs packs the space's parameter. address gives the address of the
// first byte of a view's buffer, for reading or for writing; fault is that of
// the evaluation's status word.
func (sp *Space) AppendArgs(a *Args, address func(v *backend.View, write bool) uint64, fault uint64) {
	k := sp.k
	at := func(v *backend.View, offset int, write bool) uint64 {
		return address(v, write) + uint64(offset*v.DType.Size())
	}
	align := 8
	for i := range sp.in {
		v := &k.Inputs[i]
		if sp.in[i].position {
			a.I64(int64(v.Offset))
		} else {
			a.Ptr(at(v, v.Offset, false))
		}
	}
	for _, g := range sp.groups {
		a.Ptr(at(&k.Inputs[g.first], g.offset, false))
	}
	for i := range sp.out {
		v := &k.Stores[i].View
		a.Ptr(at(v, v.Offset, true))
	}
	a.Ptr(fault)
	for i := range k.Params {
		p := &k.Params[i]
		size := p.DType.Size()
		a.Bytes(p.Bytes(), size)
		align = max(align, size)
	}
	if sp.unravel {
		for _, d := range k.Shape[1:] {
			if sp.wide {
				a.U64(uint64(d))
			} else {
				a.Divisor(uint32(d))
			}
		}
	}
	for i := range sp.in {
		sp.strideArgs(a, &sp.in[i], k.Inputs[i].Strides)
	}
	for i := range sp.out {
		sp.strideArgs(a, &sp.out[i], k.Stores[i].View.Strides)
	}
	a.Align(align)
}

func (sp *Space) strideArgs(a *Args, o *operand, strides []int) {
	if o.access == linear || o.access == strided {
		for _, s := range strides {
			a.Index(int64(s), sp.wide || o.position)
		}
	}
}
