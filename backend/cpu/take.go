package cpu

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// Take implements backend.Indexer.
func (d *Device) Take(dst, src, index backend.View) (backend.Event, error) {
	if !dst.Dense() {
		return nil, malformed("take to shape %v with strides %v", dst.Shape, dst.Strides)
	}
	return nil, d.move("take", &dst, &src, &index, func(m *moving) error {
		total := m.outer * m.count * m.inner
		return m.j.each(ceil(total, taskElements), total, func(w *worker, task int64) {
			lo := task * taskElements
			if m.fns.take(m, lo, min(lo+taskElements, total)) {
				w.status |= 1 << backend.FaultIndex
			}
		})
	})
}

// moving is a Take or Put at work. The elements of near, in the shape (outer,
// count, inner), are those of far at the positions in index.
type moving struct {
	j                   *job
	near, far, index    *operand
	outer, count, inner int64
	length              int64 // of far's indexed axis
	fns                 moveFns
}

// moveFns move elements of one size. They report whether a position was out of
// range.
type moveFns struct {
	// take fills near from lo to hi, in row-major order.
	take func(m *moving, lo, hi int64) bool
	// put stores a block.
	put func(m *moving, b *putBlock) bool
}

// movers are by the size of an element.
var movers = map[int]moveFns{
	1:  {takeRange[uint8], putRange[uint8]},
	2:  {takeRange[uint16], putRange[uint16]},
	4:  {takeRange[uint32], putRange[uint32]},
	8:  {takeRange[uint64], putRange[uint64]},
	16: {takeRange[[2]uint64], putRange[[2]uint64]},
}

// move checks the views and runs do, unless there is nothing to move.
func (d *Device) move(op string, near, far, index *backend.View, do func(m *moving) error) error {
	n, f := near.Shape, far.Shape
	if len(n) != 3 || len(f) != 3 || n[0] != f[0] || n[2] != f[2] || !slices.Equal(n, index.Shape) ||
		near.DType != far.DType || index.DType != expr.Int64 || near.Buffer == nil || far.Buffer == nil || index.Buffer == nil {
		return malformed("%s of %v of %v %v at %v %v", op, n, far.DType, f, index.DType, index.Shape)
	}
	fns, ok := movers[far.DType.Size()]
	if !ok {
		return fmt.Errorf("%s of %v: %w", op, far.DType, backend.ErrUnsupported)
	}
	return d.over(op, func(j *job) error {
		if slices.Contains(n, 0) {
			return nil
		}
		in := j.space.inputs
		return do(&moving{j: j, near: &in[0], far: &in[1], index: &in[2], fns: fns,
			outer: int64(n[0]), count: int64(n[1]), inner: int64(n[2]), length: int64(f[1])})
	}, near, far, index)
}

// line is a run of elements along one axis, with distances in bytes.
type line struct {
	near, far, index             unsafe.Pointer
	nearStep, farStep, indexStep int64
	pick                         int64 // of far, for a position
}

// lineAt returns the line at outer position o that begins at element i, r. It
// goes along the indexed axis if that is the only one, else along the inner.
func (m *moving) lineAt(o, i, r int64) line {
	at := func(p *operand, axis1 int64) unsafe.Pointer {
		return unsafe.Add(p.ptr, o*p.strides[0]+axis1*p.strides[1]+r*p.strides[2])
	}
	along := 2
	if m.inner == 1 {
		along = 1
	}
	l := line{near: at(m.near, i), far: at(m.far, 0), index: at(m.index, i), pick: m.far.strides[1],
		nearStep: m.near.strides[along], indexStep: m.index.strides[along]}
	if along == 2 {
		l.farStep = m.far.strides[2]
	}
	return l
}

// takeRange goes line by line.
func takeRange[E any](m *moving, lo, hi int64) (bad bool) {
	along, lines := m.inner, m.count
	if m.inner == 1 {
		along, lines = m.count, 1
	}
	o, i, at := lo/along/lines, lo/along%lines, lo%along
	for lo < hi {
		n := min(along-at, hi-lo)
		var l line
		if m.inner == 1 {
			l = m.lineAt(o, at, 0)
		} else {
			l = m.lineAt(o, i, at)
		}
		l.near = unsafe.Add(m.near.ptr, lo*int64(unsafe.Sizeof(*new(E)))) // whatever its strides say of axes of length 1
		bad = takeLine[E](&l, n, m.length) || bad
		lo += n
		at = 0
		if i++; i == lines {
			i = 0
			o++
		}
	}
	return bad
}

func takeLine[E any](l *line, n, length int64) (bad bool) {
	d := block[E](l.near, n)
	size := int64(unsafe.Sizeof(*new(E)))
	if l.indexStep == 0 { // one position for all
		k := *(*int64)(l.index)
		if k < 0 {
			k += length
		}
		if uint64(k) >= uint64(length) {
			return true
		}
		far := unsafe.Add(l.far, k*l.pick)
		if l.farStep == size {
			copy(d, block[E](far, n))
			return false
		}
		for i := range d {
			d[i] = *at[E](far, int64(i)*l.farStep)
		}
		return false
	}
	for i := range d {
		k := *at[int64](l.index, int64(i)*l.indexStep)
		if k < 0 {
			k += length
		}
		if uint64(k) >= uint64(length) {
			bad = true
			continue
		}
		d[i] = *at[E](l.far, k*l.pick+int64(i)*l.farStep)
	}
	return bad
}
