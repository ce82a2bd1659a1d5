//go:build cgo && linux

package driver

// #cgo noescape cgd_stream_create
// #cgo nocallback cgd_stream_create
// #cgo noescape cgd_stream_destroy
// #cgo nocallback cgd_stream_destroy
// #cgo noescape cgd_stream_synchronize
// #cgo nocallback cgd_stream_synchronize
// #cgo noescape cgd_stream_query
// #cgo nocallback cgd_stream_query
// #cgo noescape cgd_stream_wait
// #cgo nocallback cgd_stream_wait
// #include "sys.h"
import "C"

// Stream is a queue of work on a device: what is queued in one runs in order,
// and beside that of others. The zero Stream is the legacy default stream, which
// waits for all others.
type Stream struct{ handle C.uintptr_t }

// Handle returns the driver's handle (CUstream) for other libraries.
func (s Stream) Handle() uintptr { return uintptr(s.handle) }

// StreamOf returns the stream with a handle.
func StreamOf(handle uintptr) Stream { return Stream{C.uintptr_t(handle)} }

// NewStream makes a stream that the legacy default stream does not wait for.
func (c *Context) NewStream() (Stream, error) {
	var s Stream
	err := check("cuStreamCreate", C.cgd_stream_create(c.table(), c.handle(), &s.handle))
	return s, err
}

// DestroyStream gives a stream up. It does not wait: the driver frees it when
// the work queued in it has run.
func (c *Context) DestroyStream(s Stream) error {
	return check("cuStreamDestroy", C.cgd_stream_destroy(c.table(), c.handle(), s.handle))
}

// SyncStream waits for the work queued in a stream, and returns its failure.
func (c *Context) SyncStream(s Stream) error {
	return check("cuStreamSynchronize", C.cgd_stream_synchronize(c.table(), c.handle(), s.handle))
}

// QueryStream reports whether the work queued in a stream has run.
func (c *Context) QueryStream(s Stream) (done bool, err error) {
	return finished("cuStreamQuery", C.cgd_stream_query(c.table(), c.handle(), s.handle))
}

// WaitEvent makes what is queued in a stream from now on wait for what was
// recorded in an event, which may be of another device. The host does not wait.
func (c *Context) WaitEvent(s Stream, e Event) error {
	return check("cuStreamWaitEvent", C.cgd_stream_wait(c.table(), c.handle(), s.handle, e.handle))
}

// finished turns the result of a query into its answer.
func finished(function string, result C.int) (bool, error) {
	if result == C.int(ErrorNotReady) {
		return false, nil
	}
	err := check(function, result)
	return err == nil, err
}
