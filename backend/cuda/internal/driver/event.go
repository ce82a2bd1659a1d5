//go:build cgo && linux

package driver

// #cgo noescape cgd_event_create
// #cgo nocallback cgd_event_create
// #cgo noescape cgd_event_destroy
// #cgo nocallback cgd_event_destroy
// #cgo noescape cgd_event_record
// #cgo nocallback cgd_event_record
// #cgo noescape cgd_event_synchronize
// #cgo nocallback cgd_event_synchronize
// #cgo noescape cgd_event_query
// #cgo nocallback cgd_event_query
// #cgo noescape cgd_event_elapsed
// #cgo nocallback cgd_event_elapsed
// #include "sys.h"
import "C"

// Event marks a point in a stream.
type Event struct{ handle C.uintptr_t }

// Handle returns the driver's handle (CUevent) for other libraries.
func (e Event) Handle() uintptr { return uintptr(e.handle) }

// NewEvent makes an event. One without timing costs less to record; one that
// was not recorded counts as finished.
func (c *Context) NewEvent(timing bool) (Event, error) {
	var e Event
	var withTime C.int
	if timing {
		withTime = 1
	}
	err := check("cuEventCreate", C.cgd_event_create(c.table(), c.handle(), &e.handle, withTime))
	return e, err
}

// DestroyEvent gives an event up. It does not wait for it.
func (c *Context) DestroyEvent(e Event) error {
	return check("cuEventDestroy", C.cgd_event_destroy(c.table(), c.handle(), e.handle))
}

// Record moves an event to the present end of a stream.
func (c *Context) Record(e Event, s Stream) error {
	return check("cuEventRecord", C.cgd_event_record(c.table(), c.handle(), e.handle, s.handle))
}

// SyncEvent waits for the work before an event, and returns its failure.
func (c *Context) SyncEvent(e Event) error {
	return check("cuEventSynchronize", C.cgd_event_synchronize(c.table(), c.handle(), e.handle))
}

// QueryEvent reports whether the work before an event has run.
func (c *Context) QueryEvent(e Event) (done bool, err error) {
	return finished("cuEventQuery", C.cgd_event_query(c.table(), c.handle(), e.handle))
}

// Elapsed returns the milliseconds from a to b, both with timing and finished.
func (c *Context) Elapsed(a, b Event) (float32, error) {
	var ms C.float
	err := check("cuEventElapsedTime", C.cgd_event_elapsed(c.table(), c.handle(), &ms, a.handle, b.handle))
	return float32(ms), err
}
