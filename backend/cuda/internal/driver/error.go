package driver

import (
	"errors"
	"fmt"
)

// ErrTooOld is wrapped by the error of [Open] for a driver that is older than
// CUDA 12.
var ErrTooOld = errors.New("the NVIDIA driver is too old")

// Error is a failed call of the driver. It wraps its Status.
//
// Work on a device is asynchronous: a call can return the failure of a kernel
// that was started long before it.
type Error struct {
	Func   string // without the version, "cuMemAlloc"
	Status Status
}

// Error returns one line with the function, the number and name of the status,
// and its meaning.
func (e *Error) Error() string {
	return fmt.Sprintf("%s returned %d (%s): %s", e.Func, int(e.Status), e.Status.Name(), e.Status.Text())
}

// Unwrap returns the status.
func (e *Error) Unwrap() error { return e.Status }
