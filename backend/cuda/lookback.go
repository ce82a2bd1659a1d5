//go:build cgo && linux

package cuda

import (
	"sync"

	"github.com/cugond/cugond/backend/cuda/internal/driver"
	"github.com/cugond/cugond/backend/cuda/internal/gen"
	"github.com/cugond/cugond/backend/cuda/internal/pool"
)

// links is the memory of a stream in which the blocks of one kernel hand values
// to one another. Each launch has a number that is part of what it writes, so
// that the memory is cleared only when it is new.
type links struct {
	mu     sync.Mutex
	block  pool.Block
	bytes  int
	launch uint32
}

// linkBytes is the least memory that links take.
const linkBytes = 1 << 16

// linked packs what kernels with look-back take last (the address of words of
// 8 bytes, the launch's number, a counter) and has launch queue the kernel.
// Launches of one stream do so one after another: the memory may be replaced by
// larger one only when no launch is about to use it.
func (d *Device) linked(a *gen.Args, words int, launch func() error) error {
	counter, err := d.counters(1)
	if err != nil {
		return err
	}
	l := &d.stream.links
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.grow(d, 8*words); err != nil {
		return err
	}
	if l.launch++; l.launch == 0 {
		l.launch = 1
		if err := l.clear(d); err != nil {
			return err
		}
	}
	a.Ptr(l.block.Ptr)
	a.U32(l.launch)
	a.Ptr(uint64(counter))
	return launch()
}

// grow makes the memory hold the bytes.
func (l *links) grow(d *Device, bytes int) error {
	if bytes <= l.bytes {
		return nil
	}
	size := linkBytes
	for size < bytes {
		size *= 2
	}
	block, err := d.pool.Alloc(d.id, size)
	if err != nil {
		return d.fail("allocate the state of a scan", err)
	}
	l.free(d)
	l.block, l.bytes = block, size
	return l.clear(d)
}

// clear makes the memory hold no launch's values.
func (l *links) clear(d *Device) error {
	err := d.ctx.Set8(driver.Ptr(l.block.Ptr), 0, l.bytes, d.handle)
	if err != nil {
		l.free(d)
	}
	return d.fail("clear the state of a scan", err)
}

// free gives the memory back.
func (l *links) free(d *Device) {
	if l.bytes > 0 {
		d.pool.Free(l.block)
	}
	l.block, l.bytes = pool.Block{}, 0
}
