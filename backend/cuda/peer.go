//go:build cgo && linux

package cuda

import (
	"runtime"
	"unsafe"

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
	leave, err := d.beginWith(op, other)
	if err != nil {
		return err
	}
	defer leave()
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

// beginWith begins a call that uses two handles. Cards' lives are always taken in
// the same order, so that two such calls and two Closes don't wait for each
// other.
func (d *Device) beginWith(op string, other *Device) (leave func(), err error) {
	if d.card == other.card {
		if err := other.usable(op); err != nil {
			return nil, err
		}
		return d.end, d.begin(op)
	}
	first, second := d, other
	if uintptr(unsafe.Pointer(first.card)) > uintptr(unsafe.Pointer(second.card)) {
		first, second = second, first
	}
	if err := first.begin(op); err != nil {
		return nil, err
	}
	if err := second.begin(op); err != nil {
		first.end()
		return nil, err
	}
	return func() { second.end(); first.end() }, nil
}
