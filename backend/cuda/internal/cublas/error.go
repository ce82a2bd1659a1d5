package cublas

import "fmt"

// Error is a failed call of the library. It wraps its Status.
type Error struct {
	Func   string // without the version, "cublasGemmEx"
	Status Status
}

// Error returns one line with the function, the number and name of the status,
// and its meaning.
func (e *Error) Error() string {
	return fmt.Sprintf("%s returned %d (%s): %s", e.Func, int(e.Status), e.Status.Name(), e.Status.Text())
}

// Unwrap returns the status.
func (e *Error) Unwrap() error { return e.Status }

// ContextError is a call that was not made because the driver could not make
// the device's context current.
type ContextError struct {
	Func   string // the library's function
	Status int    // what the driver's cuCtxSetCurrent returned
}

// Error returns one line with the function and the driver's status.
func (e *ContextError) Error() string {
	return fmt.Sprintf("%s was not called: cuCtxSetCurrent returned %d; the device's context is lost or was released", e.Func, e.Status)
}
