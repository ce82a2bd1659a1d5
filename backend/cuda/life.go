//go:build cgo && linux

package cuda

import (
	"sync/atomic"

	"github.com/cugond/cugond/backend"
)

// Every call that uses a stream or the context holds the card's life for
// reading, and so finds them there to its end; who gives them up holds it for
// writing. The methods of backend.Device and of its events take it, what they
// are made of doesn't: taken twice by one goroutine it would lock up when
// another closes a handle in between.

// begin starts a call that uses the handle's stream: it takes the card's life,
// which end gives back, or returns why the handle can't be used any more.
func (d *Device) begin(op string) error {
	if err := d.usable(op); err != nil { // without waiting for a Close
		return err
	}
	d.life.RLock()
	if err := d.usable(op); err != nil {
		d.life.RUnlock()
		return err
	}
	return nil
}

// end ends what begin has started.
func (d *Device) end() { d.life.RUnlock() }

// usable returns why the handle can't be used any more, or nil.
func (d *Device) usable(op string) error {
	if e := d.lost.Load(); e != nil {
		return e
	}
	switch {
	case d.card.closed.Load():
		return &backend.Error{Op: op, Device: d.name, Text: "the device was closed; open it again", Err: backend.ErrClosed}
	case d.stream.closed.Load():
		return &backend.Error{Op: op, Device: d.name, Err: backend.ErrClosed,
			Text: "the handle that NewStream returned was closed; its arrays go on with another handle of the GPU, see Array.To"}
	}
	return nil
}

// await waits for what the stream has queued, for an event of it. A handle that
// has been closed has waited already.
func (d *Device) await() error {
	if e := d.lost.Load(); e != nil {
		return e
	}
	d.life.RLock()
	defer d.life.RUnlock()
	switch {
	case d.card.closed.Load():
		return d.usable("wait")
	case d.stream.ended.Load():
		return nil
	}
	return d.finish("wait")
}

// lifetime tells in which part of its life a stream is.
type lifetime struct {
	closed atomic.Bool // takes no more work
	ended  atomic.Bool // has finished and is gone; changes under the card's life
}
