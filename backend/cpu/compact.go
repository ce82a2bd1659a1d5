package cpu

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// compactBlock is how many elements are brought into contiguous memory at a
// time.
const compactBlock = 2048

// Compact implements backend.Indexer: the mask is counted piece by piece, and
// then each piece knows where its elements go.
func (d *Device) Compact(src, mask backend.View) (backend.Buffer, int, error) {
	if mask.DType != expr.Bool || mask.Buffer == nil || !slices.Equal(src.Shape, mask.Shape) {
		return nil, 0, malformed("compaction of %v %v by %v %v", src.DType, src.Shape, mask.DType, mask.Shape)
	}
	fill := compactors[src.DType.Size()]
	if fill == nil {
		return nil, 0, fmt.Errorf("compaction of %v: %w", src.DType, backend.ErrUnsupported)
	}
	c := compaction{fill: fill}
	err := d.over("compact", func(j *job) error { return c.run(j, mask.Shape) }, &src, &mask)
	if err != nil {
		return nil, 0, err
	}
	return c.out, int(c.count), nil
}

// compaction is a Compact at work.
type compaction struct {
	j         *job
	fill      func(dst, src unsafe.Pointer, mask []byte) int
	src, mask *operand
	layouts   [2]layout // of src and mask
	plain     [2]bool   // contiguous in memory
	out       *buffer
	count     int64
}

func (c *compaction) run(j *job, shape []int) (err error) {
	sp := &j.space
	c.j, c.src, c.mask = j, &sp.inputs[0], &sp.inputs[1]
	sp.nd, sp.reduce = len(shape), [maxDims]bool{}
	total := int64(1)
	for i, n := range shape {
		sp.shape[i] = int64(n)
		total *= int64(n)
	}
	if total > 0 {
		c.arrange(sp)
	}
	tasks := ceil(total, taskElements)
	starts := make([]int64, tasks)
	err = j.each(tasks, total, func(_ *worker, task int64) {
		c.blocks(task, total, false, func(mask []byte, _ unsafe.Pointer) { starts[task] += int64(countTrue(mask)) })
	})
	if err != nil {
		return err
	}
	for i, n := range starts {
		starts[i], c.count = c.count, c.count+n
	}
	if c.out, err = j.dev.pool.get(int(c.count * c.src.size)); err != nil {
		return err
	}
	err = j.each(tasks, total, func(_ *worker, task int64) {
		at := starts[task]
		if at == c.count || task+1 < tasks && at == starts[task+1] {
			return
		}
		c.blocks(task, total, true, func(mask []byte, src unsafe.Pointer) {
			at += int64(c.fill(unsafe.Add(c.out.ptr, at*c.src.size), src, mask))
		})
	})
	if err != nil {
		c.out.Free()
	}
	return err
}

// arrange simplifies the space and describes the views.
func (c *compaction) arrange(sp *space) {
	if sp.nd == 0 {
		sp.nd, sp.shape[0] = 1, 1
		sp.operands(func(o *operand) { o.strides[0] = 0 })
	}
	sp.merge()
	for i, o := range []*operand{c.src, c.mask} {
		c.layouts[i] = layout{nd: int64(sp.nd), shape: sp.shape, strides: o.strides}
		c.plain[i] = sp.nd == 1 && o.strides[0] == o.size && !o.identity()
	}
}

// blocks brings the mask of a task, and the elements if they are wanted, into
// contiguous memory, block by block in their order.
func (c *compaction) blocks(task, total int64, elements bool, do func(mask []byte, src unsafe.Pointer)) {
	var flags [compactBlock]byte
	var scratch []uint64
	if elements && !c.plain[0] {
		scratch = make([]uint64, compactBlock*c.src.size/8)
	}
	end := min((task+1)*taskElements, total)
	for pos := task * taskElements; pos < end; pos += compactBlock {
		n := min(compactBlock, end-pos)
		mask := flags[:n]
		if c.plain[1] {
			mask = block[byte](unsafe.Add(c.mask.ptr, pos), n)
		} else {
			goGather[byte](&call{dst: unsafe.Pointer(&flags), a: c.mask.ptr, b: unsafe.Pointer(&c.layouts[1]), pos: pos, n: n})
		}
		src := unsafe.Pointer(unsafe.SliceData(scratch))
		switch {
		case !elements:
		case c.plain[0]:
			src = unsafe.Add(c.src.ptr, pos*c.src.size)
		case c.src.identity():
			walkPositions(block[int64](src, n), &c.layouts[0], c.src.first, pos)
		default:
			gathers[c.src.size](&call{dst: src, a: c.src.ptr, b: unsafe.Pointer(&c.layouts[0]), pos: pos, n: n})
		}
		do(mask, src)
	}
}

// walkPositions stores the positions from pos on.
func walkPositions(d []int64, l *layout, first, pos int64) {
	cur := newCursor(l, pos)
	step := l.strides[l.nd-1]
	for len(d) > 0 {
		n := cur.rest(int64(len(d)))
		for i := range d[:n] {
			d[i] = first + cur.offset + int64(i)*step
		}
		cur.advance(l.nd-1, n)
		d = d[n:]
	}
}

// countTrue counts ones among bytes that are 0 or 1.
func countTrue(mask []byte) int {
	n := 0
	for ; len(mask) >= 8; mask = mask[8:] {
		n += bits.OnesCount64(binary.NativeEndian.Uint64(mask))
	}
	for _, b := range mask {
		n += int(b)
	}
	return n
}

// gathers and compactors are by the size of an element.
var (
	gathers = [17]goFn{1: goGather[uint8], 2: goGather[uint16], 4: goGather[uint32], 8: goGather[uint64], 16: goGather[[2]uint64]}

	compactors = [17]func(dst, src unsafe.Pointer, mask []byte) int{
		1: fillCompact[uint8], 2: fillCompact[uint16], 4: fillCompact[uint32], 8: fillCompact[uint64], 16: fillCompact[[2]uint64],
	}
)

// fillCompact stores the elements of src that mask marks and returns their
// number. It writes no more than those.
func fillCompact[E any](dst, src unsafe.Pointer, mask []byte) int {
	size := int64(unsafe.Sizeof(*new(E)))
	s := block[E](src, int64(len(mask)))
	n := int64(0)
	for len(mask) >= 8 {
		switch w := binary.LittleEndian.Uint64(mask); w {
		case 0:
		case 0x0101010101010101:
			copy(block[E](unsafe.Add(dst, n*size), 8), s[:8])
			n += 8
		default:
			for ; w != 0; w &= w - 1 {
				*at[E](dst, n*size) = s[bits.TrailingZeros64(w)/8]
				n++
			}
		}
		mask, s = mask[8:], s[8:]
	}
	for i, b := range mask {
		if b != 0 {
			*at[E](dst, n*size) = s[i]
			n++
		}
	}
	return int(n)
}
