//go:build cgo && linux

package cuda

import (
	"fmt"
	"runtime"
	"slices"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda/internal/driver"
	"github.com/cugond/cugond/backend/cuda/internal/gen"
	"github.com/cugond/cugond/backend/expr"
)

// Take implements backend.Indexer. Rows that share an index move in words of up
// to 16 bytes.
func (d *Device) Take(dst, src, index backend.View) (backend.Event, error) {
	if !dst.Dense() {
		return nil, d.malformed("take", "the result has strides %v in the shape %v", dst.Strides, dst.Shape)
	}
	m := moving{d: d, op: "take", near: dst, far: src, index: index}
	return m.run(m.take)
}

// Put implements backend.Indexer. Where m is more than 1, a table in scratch
// memory, of 4 bytes for each place that an index can name, tells which of
// several elements stays.
func (d *Device) Put(dst, src, index backend.View) (backend.Event, error) {
	m := moving{d: d, op: "put", near: src, far: dst, index: index}
	return m.run(m.put)
}

// moving is a Take or Put at work. The elements of near, in the shape (O, m, R),
// are those of far, in the shape (O, n, R), at the positions in index.
type moving struct {
	d                *Device
	op               string
	near, far, index backend.View

	space                     gen.Index
	nearPtr, farPtr, indexPtr driver.Ptr
	fault                     uint64
}

// run carries out the move, with the kernels that do launches.
func (m *moving) run(do func(w *work) error) (backend.Event, error) {
	if err := m.d.begin(m.op); err != nil {
		return nil, err
	}
	defer m.d.end()
	if err := m.check(); err != nil {
		return nil, err
	}
	m.space = gen.Index{
		Size: m.near.DType.Size(),
		O:    m.near.Shape[0], M: m.near.Shape[1], N: m.far.Shape[1], R: m.near.Shape[2],
		At: gen.Strides(m.far.Strides), In: gen.Strides(m.near.Strides), By: gen.Strides(m.index.Strides),
	}
	if m.space.Len() == 0 {
		return nil, nil
	}
	if err := m.addresses(); err != nil {
		return nil, err
	}
	fault, event, err := m.d.faultArg()
	if err != nil {
		return nil, err
	}
	m.fault = fault
	m.space.Widen(uint64(m.farPtr), uint64(m.nearPtr))
	w := newWork()
	defer w.done()
	err = do(w)
	runtime.KeepAlive(m.near.Buffer)
	runtime.KeepAlive(m.far.Buffer)
	runtime.KeepAlive(m.index.Buffer)
	if err != nil {
		return nil, err
	}
	return event, nil
}

// check refuses what does not fit together.
func (m *moving) check() error {
	near, far := m.near.Shape, m.far.Shape
	if len(near) != 3 || len(far) != 3 || near[0] != far[0] || near[2] != far[2] || !slices.Equal(near, m.index.Shape) ||
		m.near.DType != m.far.DType || m.index.DType != expr.Int64 || m.near.Buffer == nil || m.far.Buffer == nil || m.index.Buffer == nil {
		return m.d.malformed(m.op, "elements %v %v and %v %v with positions %v %v", m.near.DType, near, m.far.DType, far, m.index.DType, m.index.Shape)
	}
	return nil
}

// addresses finds the views' memory and orders the stream behind its users.
func (m *moving) addresses() (err error) {
	near, far := m.d.write, m.d.read
	if m.op == "put" {
		near, far = far, near
	}
	if m.nearPtr, err = near(m.near); err != nil {
		return err
	}
	if m.farPtr, err = far(m.far); err != nil {
		return err
	}
	m.indexPtr, err = m.d.read(m.index)
	return err
}

func (m *moving) take(w *work) error {
	class := m.space.Class(false)
	a := &w.args
	a.Ptr(uint64(m.nearPtr))
	a.Ptr(uint64(m.farPtr))
	a.Ptr(uint64(m.indexPtr))
	class.AppendSpace(a, &m.space)
	class.AppendStrides(a, m.space.At)
	class.AppendStrides(a, m.space.By)
	return m.launch(w, class, keyTake, "take", class.Take, &m.space)
}

func (m *moving) put(w *work) error {
	class := m.space.Class(m.space.M > 1)
	by, entries := m.space.Marks()
	var table driver.Ptr
	if class.Duplicates {
		memory, err := m.d.scratch(entries * class.CountSize())
		if err != nil {
			return err
		}
		defer memory.release()
		table = memory.ptr()
		if err := m.mark(w, class, table, by, entries); err != nil {
			return err
		}
	}
	a := &w.args
	a.Reset()
	for _, p := range []driver.Ptr{m.farPtr, m.nearPtr, m.indexPtr, table} {
		a.Ptr(uint64(p))
	}
	class.AppendSpace(a, &m.space)
	for _, s := range []gen.Strides{m.space.At, m.space.In, m.space.By, by} {
		class.AppendStrides(a, s)
	}
	return m.launch(w, class, keyPut, "put", class.Put, &m.space)
}

// mark fills the table of marks.
func (m *moving) mark(w *work, class gen.IndexClass, table driver.Ptr, by gen.Strides, entries int) error {
	if err := m.d.ctx.Set8(table, 0, entries*class.CountSize(), m.d.handle); err != nil {
		return m.d.fail("put", err)
	}
	space := m.space.Marked()
	class.Size, class.Outer, class.Inner = 1, space.O > 1, space.R > 1
	a := &w.args
	a.Ptr(uint64(table))
	a.Ptr(uint64(m.indexPtr))
	class.AppendSpace(a, &space)
	class.AppendStrides(a, by)
	class.AppendStrides(a, space.By)
	return m.launch(w, class, keyPut, "mark", class.Mark, &space)
}

// launch queues a kernel over a space; its last arguments are added.
func (m *moving) launch(w *work, class gen.IndexClass, kind byte, name string, text func() gen.Source, space *gen.Index) error {
	w.args.I64(int64(space.N))
	w.args.Ptr(m.fault)
	w.key = append(class.AppendKey(append(w.key[:0], kind)), name...)
	f, err := m.d.function(w.key, text)
	if err != nil {
		return err
	}
	return m.d.launch(f, ceil(space.Len(), gen.IndexThreads*gen.IndexEach), gen.IndexThreads, &w.args)
}

// malformed is the error for operands that break the backend's contract.
func (d *Device) malformed(op, format string, args ...any) error {
	return &backend.Error{Op: op, Device: d.name, Text: "malformed operands: " + fmt.Sprintf(format, args...), Err: backend.ErrUnsupported}
}

// ceil is n/d rounded up.
func ceil(n, d int) int { return (n + d - 1) / d }
