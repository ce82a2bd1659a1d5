//go:build cgo && linux

package cuda

import (
	"errors"
	"slices"
	"sync"

	"github.com/cugond/cugond/backend/cuda/internal/driver"
	"github.com/cugond/cugond/backend/cuda/internal/pool"
)

// stream is a queue of work on a GPU.
type stream struct {
	handle  driver.Stream
	id      pool.Stream
	stage   *stager
	tickets driver.Ptr // counters that are zero between kernels
	links   links
	lifetime
	blas blasHandle
}

// counterCount is how many counters a stream has.
const counterCount = 1 << 16

// newHandle makes a handle with a stream of its own.
func (c *card) newHandle() (*Device, error) {
	h, err := c.ctx.NewStream()
	if err != nil {
		return nil, c.fail("open a stream", err)
	}
	d := &Device{card: c, stream: &stream{handle: h, id: pool.Stream(h.Handle())}}
	d.plain.d = d
	d.stage = newStager(c.ctx, h, &c.pinned)
	d.tickets, err = c.ctx.Alloc(4 * counterCount)
	if err == nil {
		err = c.ctx.Set8(d.tickets, 0, 4*counterCount, h)
	}
	if err != nil {
		return nil, errors.Join(c.fail("open a stream", err), d.release())
	}
	c.mu.Lock()
	c.streams = append(c.streams, d)
	if len(c.streams) > 1 {
		c.many.Store(true)
	}
	c.mu.Unlock()
	return d, nil
}

// NewStream returns a handle of the same GPU with a stream of its own, so that
// its work may overlap that of other handles. Arrays of one handle work with
// those of another: the library makes the later work wait, on the GPU, for the
// earlier. Close the handle when it is no longer needed.
func (d *Device) NewStream() (*Device, error) {
	if err := d.begin("open a stream"); err != nil {
		return nil, err
	}
	defer d.end()
	return d.card.newHandle()
}

// handles returns the card's open handles.
func (c *card) handles() []*Device {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.streams)
}

// closeStream ends a handle that is not the card's first.
func (d *Device) closeStream() error {
	_ = d.await() // so that others wait for less; release finds a failure too
	d.life.Lock()
	defer d.life.Unlock()
	return d.release()
}

// release waits for the stream and gives up what it holds. The card's life is
// held, or nobody else has the handle.
func (d *Device) release() error {
	if d.stream.ended.Swap(true) {
		return nil
	}
	d.mu.Lock()
	if i := slices.Index(d.streams, d); i >= 0 {
		d.streams = slices.Delete(d.streams, i, i+1)
	}
	d.mu.Unlock()
	if d.lost.Load() != nil {
		return nil
	}
	err := d.finish("close")
	d.stage.close()
	d.blasClose()
	d.stream.links.free(d)
	d.fences.forget(d.ctx, d.stream)
	d.pool.Retire(d.id)
	if d.tickets != 0 {
		err = errors.Join(err, d.fail("close", d.ctx.Free(d.tickets)))
	}
	return errors.Join(err, d.fail("close", d.ctx.DestroyStream(d.handle)))
}

// fences makes streams wait for each other.
type fences struct {
	mu     sync.Mutex
	events map[driver.Stream]driver.Event // of the stream that is waited for
}

// order makes what is queued on later from now on wait for what has been
// queued on earlier.
func (c *card) order(later, earlier driver.Stream) error {
	c.fences.mu.Lock()
	defer c.fences.mu.Unlock()
	e, ok := c.fences.events[earlier]
	if !ok {
		var err error
		if e, err = c.ctx.NewEvent(false); err != nil {
			return err
		}
		if c.fences.events == nil {
			c.fences.events = map[driver.Stream]driver.Event{}
		}
		c.fences.events[earlier] = e
	}
	if err := c.ctx.Record(e, earlier); err != nil {
		return err
	}
	return c.ctx.WaitEvent(later, e)
}

// forget gives up the event of a stream that ends.
func (f *fences) forget(ctx *driver.Context, s *stream) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if e, ok := f.events[s.handle]; ok {
		delete(f.events, s.handle)
		_ = ctx.DestroyEvent(e) // nobody waits for it any more
	}
}

// source is the driver as the pool sees it.
type source struct{ *card }

func (s source) Alloc(bytes int) (uint64, error) {
	p, err := s.ctx.Alloc(bytes)
	return uint64(p), s.fail("allocate", err)
}

func (s source) Free(ptr uint64) error { return s.fail("free", s.ctx.Free(driver.Ptr(ptr))) }

func (s source) Order(later, earlier pool.Stream) error {
	return s.fail("order streams", s.order(driver.StreamOf(uintptr(later)), driver.StreamOf(uintptr(earlier))))
}

func (s source) Sync() error { return s.fail("synchronise", s.ctx.Sync()) }

func (s source) Memory() (free, total int64, err error) {
	free, total, err = s.ctx.MemInfo()
	return free, total, s.fail("ask for free memory", err)
}

// mark records a new event behind what the stream has queued.
func (d *Device) mark() (*mark, error) {
	e, err := d.ctx.NewEvent(false)
	if err != nil {
		return nil, d.fail("make an event", err)
	}
	m := &mark{d, e}
	if err := d.ctx.Record(e, d.handle); err != nil {
		m.destroy()
		return nil, d.fail("record an event", err)
	}
	return m, nil
}

// mark is a place in a stream's queue.
type mark struct {
	d     *Device
	event driver.Event
}

// destroy gives the event up; who waits for it still does.
func (m *mark) destroy() { _ = m.d.ctx.DestroyEvent(m.event) }
