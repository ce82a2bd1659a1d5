package backend

import (
	"errors"
	"fmt"
)

// What every device's errors wrap.
var (
	// ErrUnavailable: the device does not exist here, or the build can't
	// reach it.
	ErrUnavailable = errors.New("device unavailable")
	// ErrOutOfMemory: the memory can't be had even after unused memory was
	// given back.
	ErrOutOfMemory = errors.New("out of memory")
	// ErrClosed: the device or array was closed.
	ErrClosed = errors.New("closed")
	// ErrUnsupported: the device lacks the capability that was asked for.
	ErrUnsupported = errors.New("not supported by the device")
	// ErrDeviceLost: the device failed in a way that this process can't
	// recover from; start it again.
	ErrDeviceLost = errors.New("device lost")
	// ErrData is wrapped by every *Fault.
	ErrData = errors.New("fault in the data")
)

// FaultCode says what was wrong with the data. It is the Aux of an expr.Check.
type FaultCode uint16

// The faults.
const (
	FaultNone          FaultCode = iota
	FaultNegativePower           // an integer raised to a negative power
	FaultIndex                   // an index out of range
	FaultAllNaN                  // the position of an extreme where all are NaN
	numFaults
)

var faultTexts = [numFaults]string{
	FaultNone:          "no fault",
	FaultNegativePower: "an integer was raised to a negative power; cast to a float type first",
	FaultIndex:         "an index is out of range",
	FaultAllNaN:        "a slice holds nothing but NaN, so it has no extreme; mask it out first",
}

// String describes the fault and the way out.
func (c FaultCode) String() string {
	if c >= numFaults {
		return fmt.Sprintf("fault %d", uint16(c))
	}
	return faultTexts[c]
}

// Fault is an error that only the data showed, found while computing.
type Fault struct{ Code FaultCode }

// Error implements error.
func (f *Fault) Error() string { return f.Code.String() }

// Unwrap makes errors.Is(err, ErrData) true.
func (f *Fault) Unwrap() error { return ErrData }

// Error is a failure of a device or of a library behind it.
type Error struct {
	Op      string // what was being done, "alloc 400 bytes"
	Device  string
	Library string // "" when it is the device itself
	Func    string
	Status  int
	Text    string // the status code's text, or what to do
	Err     error  // sentinel or cause
}

// Error implements error.
func (e *Error) Error() string {
	s := e.Device + ": " + e.Op
	if e.Func != "" {
		s += fmt.Sprintf(": %s %s returned %d", e.Library, e.Func, e.Status)
	}
	if e.Text != "" {
		s += ": " + e.Text
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the sentinel or cause.
func (e *Error) Unwrap() error { return e.Err }
