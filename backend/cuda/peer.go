//go:build cgo && linux

package cuda

import (
	"runtime"

	"github.com/cugond/cugond/backend"
)

// CopyFrom implements backend.PeerCopier between GPUs: directly where the
// machine lets them reach each other's memory, else through the driver's own
// staging. The host does not wait.
func (d *Device) CopyFrom(dst backend.Buffer, from backend.Device, src backend.Buffer) error {
	const op = "copy between devices"
	other, ok := from.(*Device)
	if !ok {
		return &backend.Error{Op: op, Device: d.name, Text: "from " + from.Name(), Err: backend.ErrUnsupported}
	}
	if err := other.usable(op); err != nil {
		return err
	}
	to, err := d.span(op, dst, 0, src.Len(), true)
	if err != nil || src.Len() == 0 {
		return err
	}
	at, err := other.span(op, src, 0, src.Len(), false)
	if err != nil {
		return err
	}
	// The copy runs on this stream, between the source's earlier and later
	// work.
	ready, err := other.mark()
	if err != nil {
		return err
	}
	defer ready.destroy()
	if err := d.fail(op, d.ctx.WaitEvent(d.handle, ready.event)); err != nil {
		return err
	}
	if err := d.fail(op, d.ctx.CopyPeer(to, d.ctx, at, other.ctx, src.Len(), d.handle)); err != nil {
		return err
	}
	copied, err := d.mark()
	if err != nil {
		return err
	}
	defer copied.destroy()
	err = other.fail(op, other.ctx.WaitEvent(other.handle, copied.event))
	runtime.KeepAlive(src)
	runtime.KeepAlive(dst)
	return err
}
