package array

import (
	"errors"
	"runtime"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/internal/shape"
)

// transfer returns the elements of a, in row-major order, in a new storage of
// another device: straight from the memory where that can be addressed, or
// through a slice.
func transfer[T Element](a *Array[T], dev backend.Device) (*storage, error) {
	c, err := a.compact("To")
	if err != nil {
		return nil, err
	}
	size := shape.Size(c.t.shape) * c.t.dtype.Size()
	st, _, offset := c.t.located()
	to, err := newStorage(dev, size)
	if err != nil || size == 0 {
		return to, err
	}
	if peer, ok := dev.(backend.PeerCopier); ok {
		if offset != 0 || st.buf.Len() != size {
			c = c.Copy()
			if st, _, _, err = c.t.evaluated("To"); err != nil {
				return nil, err
			}
			offset = 0
		}
		err := peer.CopyFrom(to.buf, c.t.dev, st.buf)
		runtime.KeepAlive(c)
		if err == nil {
			to.event = after(nil, st.last())
			return to, nil
		}
		if !errors.Is(err, backend.ErrUnsupported) {
			return nil, err
		}
	}
	if host, ok := c.t.dev.(backend.HostMapper); ok {
		if event := st.last(); event != nil {
			if err := event.Wait(); err != nil {
				return nil, err
			}
		}
		err := dev.CopyIn(to.buf, 0, host.HostBytes(st.buf)[offset*c.t.dtype.Size():][:size])
		runtime.KeepAlive(c)
		return to, err
	}
	data := make([]T, c.Size())
	if err := c.copyOut(data); err != nil {
		return nil, err
	}
	return to, dev.CopyIn(to.buf, 0, bytesOf(data))
}
