//go:build cgo && linux

package cuda

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

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
	freed atomic.Bool

	mu     sync.Mutex
	writer *stream   // the last one that wrote it
	users  []*stream // streams that used it since, the writer apart
}

// Alloc implements backend.Device. The memory comes from the pool, in about
// 100 ns when it has some; the contents are undefined.
func (d *Device) Alloc(bytes int) (backend.Buffer, error) {
	if err := d.begin("allocate"); err != nil {
		return nil, err
	}
	defer d.end()
	b, err := d.scratch(bytes)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// scratch allocates memory for this handle's stream. It may be released as soon
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
	b.card.life.RLock()
	defer b.card.life.RUnlock()
	b.release()
}

// release is Free inside a call that has begun.
func (b *buffer) release() {
	if b.freed.Swap(true) {
		return
	}
	c := b.card
	if !c.many.Load() || c.lost.Load() != nil || c.closed.Load() {
		c.pool.Free(b.block)
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	home := b.home
	for _, s := range append(b.users, b.writer) {
		switch {
		case s == home || s.ended.Load():
		case home.ended.Load(): // whose memory is free for all; it has to be s's at first
			home = s
		default:
			// A failure is the device's loss, which later calls report.
			_ = c.fail("free", c.order(home.handle, s.handle))
		}
	}
	if home == b.home {
		c.pool.Free(b.block)
	} else {
		c.pool.FreeOn(b.block, home.id)
	}
}

// use orders a stream's next work behind what other streams do with the
// buffer.
func (b *buffer) use(s *stream, write bool) error {
	if !b.card.many.Load() {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.writer != s && !b.writer.ended.Load() {
		if err := b.card.order(s.handle, b.writer.handle); err != nil {
			return err
		}
	}
	if !write {
		if b.writer != s && !slices.Contains(b.users, s) {
			b.users = append(b.users, s)
		}
		return nil
	}
	for _, u := range b.users {
		if u != s && !u.ended.Load() {
			if err := b.card.order(s.handle, u.handle); err != nil {
				return err
			}
		}
	}
	b.users, b.writer = b.users[:0], s
	return nil
}

// of returns the device's own buffer behind an interface.
func (d *Device) of(b backend.Buffer) (*buffer, error) {
	own, ok := b.(*buffer)
	switch {
	case !ok || own.card != d.card:
		return nil, &backend.Error{Op: "use a buffer", Device: d.name, Text: "the buffer belongs to another device; copy the array with To", Err: backend.ErrUnsupported}
	case own.freed.Load():
		return nil, &backend.Error{Op: "use a buffer", Device: d.name, Text: "the buffer was freed; keep its array open while it is used", Err: backend.ErrClosed}
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
	if err := d.begin("copy in"); err != nil {
		return err
	}
	defer d.end()
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
	if err := d.begin("copy out"); err != nil {
		return err
	}
	defer d.end()
	return d.fetch(dst, src, offset)
}

// fetch is CopyOut inside a call that has begun.
func (d *Device) fetch(dst []byte, src backend.Buffer, offset int) error {
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
	if offset < 0 || offset > b.Len()-n {
		return 0, &backend.Error{Op: op, Device: d.name, Text: fmt.Sprintf("%d bytes at offset %d are not within a buffer of %d", n, offset, b.Len()), Err: backend.ErrUnsupported}
	}
	p, err := d.base(b, write)
	return p + driver.Ptr(offset), err
}
