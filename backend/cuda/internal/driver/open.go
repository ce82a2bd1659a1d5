//go:build cgo && linux

package driver

// #cgo CFLAGS: -std=c11 -O2
// #cgo noescape cgd_init
// #cgo nocallback cgd_init
// #cgo noescape cgd_driver_version
// #cgo nocallback cgd_driver_version
// #cgo noescape cgd_device_count
// #cgo nocallback cgd_device_count
// #include "sys.h"
import "C"

import (
	"fmt"

	"github.com/cugond/cugond/backend/cuda/internal/locate"
)

// oldest is the version of the oldest driver that serves, CUDA 12.0.
const oldest = 12000

// Driver is the open and initialised library. It stays open for the life of the
// process: the driver has threads of its own.
type Driver struct {
	table   C.cgd_driver
	path    string
	version int
}

// Open opens the first of candidates that is a CUDA driver and initialises it;
// without candidates, those of package locate for this machine. Opening it again
// gives another handle of the same library and costs little.
//
// A library that is missing or lacks a function is a *dl.Error that names every
// path tried; a driver before CUDA 12 is an error wrapping ErrTooOld; a machine
// without a device is an *Error with ErrorNoDevice.
func Open(candidates ...string) (*Driver, error) {
	if len(candidates) == 0 {
		candidates = locate.Candidates(locate.Driver, 0)
	}
	lib, addresses, err := locate.Open(locate.Driver.String(), candidates, symbols())
	if err != nil {
		return nil, err
	}
	d := &Driver{path: lib.Path()}
	for i, a := range addresses {
		d.table.address[i] = C.uintptr_t(a)
	}
	// The version needs no initialisation, and an old driver's answer to
	// cuInit might hide what is wrong.
	var version C.int
	if err := check("cuDriverGetVersion", C.cgd_driver_version(&d.table, &version)); err != nil {
		return nil, fmt.Errorf("%s: %w", d.path, err)
	}
	d.version = int(version)
	if d.version < oldest {
		return nil, fmt.Errorf("%s: %w: it is for CUDA %d.%d; install NVIDIA's driver 525 or later, which is for CUDA 12",
			d.path, ErrTooOld, d.version/1000, d.version%1000/10)
	}
	if err := check("cuInit", C.cgd_init(&d.table)); err != nil {
		return nil, fmt.Errorf("%s: %w", d.path, err)
	}
	return d, nil
}

// symbols returns what the driver is asked for, in the table's order.
func symbols() []locate.Symbol {
	list := make([]locate.Symbol, C.CG_NUM_FUNCTIONS)
	for i := range list {
		var optional C.int
		list[i].Name = C.GoString(C.cgd_symbol(C.int(i), &optional))
		list[i].Optional = optional != 0
	}
	return list
}

// Path returns the path of the library's file.
func (d *Driver) Path() string { return d.path }

// Version returns the newest CUDA that the driver serves, 13000 for 13.0.
func (d *Driver) Version() int { return d.version }

// DeviceCount returns how many devices this process can see.
func (d *Driver) DeviceCount() (int, error) {
	var n C.int
	err := check("cuDeviceGetCount", C.cgd_device_count(&d.table, &n))
	return int(n), err
}

// check returns the error for a trampoline's result, nil for success.
func check(function string, result C.int) error {
	if result == 0 {
		return nil
	}
	return failure(function, int(result))
}

// failure returns the error for a trampoline's result that is no success.
func failure(function string, result int) error {
	if result >= C.CG_SET_CURRENT {
		return &Error{Func: "cuCtxSetCurrent", Status: Status(result - C.CG_SET_CURRENT)}
	}
	return &Error{Func: function, Status: Status(result)}
}
