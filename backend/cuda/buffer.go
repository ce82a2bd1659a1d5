//go:build cgo && linux

package cuda

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda/internal/driver"
	"github.com/cugond/cugond/backend/cuda/internal/pool"
)

// buffer is memory of a GPU.
type buffer struct {
	card  *card
	home  *stream // that it was allocated for
	block pool.Block
	bytes int

	mu     sync.Mutex
	writer *stream   // the last one that wrote it
	users  []*stream // streams that used it since, the writer apart
	freed  bool
}

// Alloc implements backend.Device. The memory comes from the pool, in about
// 100 ns when it has some; the contents are undefined.
func (d *Device) Alloc(bytes int) (backend.Buffer, error) {
	if err := d.usable("allocate"); err != nil {
		return nil, err
	}
	b, err := d.scratch(bytes)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// scratch allocates memory for this handle's stream. It may be freed as soon
// as the work that uses it has been queued.
func (d *Device) scratch(bytes int) (*buffer, error) {
	block, err := d.pool.Alloc(d.id, bytes)
	if err != nil {
		return nil, d.fail(fmt.Sprintf("allocate %d bytes", bytes), err)
	}
	return &buffer{card: d.card, home: d.stream, block: block, bytes: bytes, writer: d.stream}, nil
}

// Len implements backend.Buffer.
func (b *buffer) Len() int { return b.bytes }

// Managed implements backend.Buffer: the pool has to be told.
func (b *buffer) Managed() bool { return false }

// ptr is the address of the first byte.
func (b *buffer) ptr() driver.Ptr { return driver.Ptr(b.block.Ptr) }

// Free implements backend.Buffer. Work that was queued before still sees the
// memory.
func (b *buffer) Free() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.freed {
		return
	}
	b.freed = true
	if b.card.many.Load() && b.card.lost.Load() == nil && !b.card.closed.Load() {
		if b.writer != b.home {
			b.users = append(b.users, b.writer)
		}
		for _, s := range b.users {
			if s != b.home && !s.closed.Load() && !b.home.closed.Load() {
				// A failure is the device's loss, which later calls report.
				_ = b.card.fail("free", b.card.order(b.home.handle, s.handle))
			}
		}
	}
	b.card.pool.Free(b.block)
}

// use orders a stream's next work behind what other streams do with the
// buffer.
func (b *buffer) use(s *stream, write bool) error {
	if !b.card.many.Load() {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.writer != s && !b.writer.closed.Load() {
		if err := b.card.order(s.handle, b.writer.handle); err != nil {
			return err
		}
	}
	if !write {
		if b.writer != s && !contains(b.users, s) {
			b.users = append(b.users, s)
		}
		return nil
	}
	for _, u := range b.users {
		if u != s && !u.closed.Load() {
			if err := b.card.order(s.handle, u.handle); err != nil {
				return err
			}
		}
	}
	b.users, b.writer = b.users[:0], s
	return nil
}

func contains(list []*stream, s *stream) bool {
	for _, u := range list {
		if u == s {
			return true
		}
	}
	return false
}

// of returns the device's own buffer behind an interface.
func (d *Device) of(b backend.Buffer) (*buffer, error) {
	own, ok := b.(*buffer)
	switch {
	case !ok || own.card != d.card:
		return nil, &backend.Error{Op: "use a buffer", Device: d.name, Text: "the buffer belongs to another device; copy the array with To", Err: backend.ErrUnsupported}
	case own.freed:
		return nil, &backend.Error{Op: "use a buffer", Device: d.name, Text: "the buffer was freed", Err: backend.ErrClosed}
	}
	return own, nil
}

// base returns the address of a buffer's first byte for the next work on the
// handle's stream, which is ordered behind work of other streams on it.
func (d *Device) base(b backend.Buffer, write bool) (driver.Ptr, error) {
	own, err := d.of(b)
	if err != nil {
		return 0, err
	}
	if err := own.use(d.stream, write); err != nil {
		return 0, d.fail("order streams", err)
	}
	return own.ptr(), nil
}

// read returns the address of the element at v's offset, for reading.
func (d *Device) read(v backend.View) (driver.Ptr, error) {
	p, err := d.base(v.Buffer, false)
	return p + driver.Ptr(v.Offset*v.DType.Size()), err
}

// write returns the address of the element at v's offset, for writing.
func (d *Device) write(v backend.View) (driver.Ptr, error) {
	p, err := d.base(v.Buffer, true)
	return p + driver.Ptr(v.Offset*v.DType.Size()), err
}

// CopyIn implements backend.Device. It returns when src has been read, which is
// before the copy has ended.
func (d *Device) CopyIn(dst backend.Buffer, offset int, src []byte) error {
	p, err := d.span("copy in", dst, offset, len(src), true)
	if err != nil || len(src) == 0 {
		return err
	}
	err = d.stage.in(p, src)
	runtime.KeepAlive(dst)
	return d.fail("copy in", err)
}

// CopyOut implements backend.Device.
func (d *Device) CopyOut(dst []byte, src backend.Buffer, offset int) error {
	p, err := d.span("copy out", src, offset, len(dst), false)
	if err != nil || len(dst) == 0 {
		return err
	}
	err = d.stage.out(dst, p)
	runtime.KeepAlive(src)
	return d.fail("copy out", err)
}

// span returns the address of a part of a buffer.
func (d *Device) span(op string, b backend.Buffer, offset, n int, write bool) (driver.Ptr, error) {
	if err := d.usable(op); err != nil {
		return 0, err
	}
	if offset < 0 || offset > b.Len()-n {
		return 0, &backend.Error{Op: op, Device: d.name, Text: fmt.Sprintf("%d bytes at offset %d are not within a buffer of %d", n, offset, b.Len()), Err: backend.ErrUnsupported}
	}
	p, err := d.base(b, write)
	return p + driver.Ptr(offset), err
}
