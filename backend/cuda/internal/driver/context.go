//go:build cgo && linux

package driver

// #cgo noescape cgd_device_get
// #cgo nocallback cgd_device_get
// #cgo noescape cgd_device_name
// #cgo nocallback cgd_device_name
// #cgo noescape cgd_device_attribute
// #cgo nocallback cgd_device_attribute
// #cgo noescape cgd_device_memory
// #cgo nocallback cgd_device_memory
// #cgo noescape cgd_context_retain
// #cgo nocallback cgd_context_retain
// #cgo noescape cgd_context_release
// #cgo nocallback cgd_context_release
// #cgo noescape cgd_synchronize
// #cgo nocallback cgd_synchronize
// #cgo noescape cgd_mem_info
// #cgo nocallback cgd_mem_info
// #include "sys.h"
import "C"

import (
	"bytes"
	"math"
	"sync/atomic"
	"unsafe"
)

// Context is the primary context of a device, which all libraries in the
// process share. Its methods may be called from any goroutine.
type Context struct {
	driver  *Driver
	device  C.int
	context atomic.Uintptr // 0 once released
}

// Retain returns the primary context of a device, counted from 0. It is created
// if no library in the process uses it yet, which takes a good part of a second
// and some hundred MiB of the device's memory.
func (d *Driver) Retain(ordinal int) (*Context, error) {
	if ordinal < 0 || ordinal > math.MaxInt32 {
		return nil, &Error{Func: "cuDeviceGet", Status: ErrorInvalidDevice}
	}
	c := &Context{driver: d}
	if err := check("cuDeviceGet", C.cgd_device_get(&d.table, &c.device, C.int(ordinal))); err != nil {
		return nil, err
	}
	var context C.uintptr_t
	if err := check("cuDevicePrimaryCtxRetain", C.cgd_context_retain(&d.table, &context, c.device)); err != nil {
		return nil, err
	}
	c.context.Store(uintptr(context))
	return c, nil
}

// Release gives the context up; the driver destroys it, with all that was made
// in it, when nobody in the process holds it any more. Calls in it return
// ErrorInvalidContext from then on. Releasing it again does nothing.
func (c *Context) Release() error {
	if c.context.Swap(0) == 0 {
		return nil
	}
	return check("cuDevicePrimaryCtxRelease", C.cgd_context_release(&c.driver.table, c.device))
}

// Handle returns the driver's handle (CUcontext) for other libraries, 0 once
// the context is released.
func (c *Context) Handle() uintptr { return c.context.Load() }

// SetCurrentAddress returns the address of cuCtxSetCurrent. A library that works
// in the thread's current context calls it with Handle before its own calls, in
// the same call of C.
func (c *Context) SetCurrentAddress() uintptr {
	return uintptr(c.driver.table.address[C.CG_FN_set_current])
}

// table and handle are what each trampoline starts with.
func (c *Context) table() *C.cgd_driver { return &c.driver.table }
func (c *Context) handle() C.uintptr_t  { return C.uintptr_t(c.context.Load()) }

// Name returns the device's name, "NVIDIA H200".
func (c *Context) Name() (string, error) {
	var name [256]byte
	err := check("cuDeviceGetName", C.cgd_device_name(c.table(), (*C.char)(unsafe.Pointer(&name[0])), C.int(len(name)), c.device))
	if err != nil {
		return "", err
	}
	end := bytes.IndexByte(name[:], 0)
	if end < 0 {
		end = len(name)
	}
	return string(name[:end]), nil
}

// Attribute returns a property of the device.
func (c *Context) Attribute(a Attribute) (int, error) {
	var value C.int
	err := check("cuDeviceGetAttribute", C.cgd_device_attribute(c.table(), &value, C.int(a), c.device))
	return int(value), err
}

// TotalMemory returns the size of the device's memory in bytes.
func (c *Context) TotalMemory() (int64, error) {
	var total C.size_t
	err := check("cuDeviceTotalMem", C.cgd_device_memory(c.table(), &total, c.device))
	return int64(total), err
}

// MemInfo returns how many bytes of the device's memory no process uses, and
// how many can be used at all.
func (c *Context) MemInfo() (free, total int64, err error) {
	var f, t C.size_t
	err = check("cuMemGetInfo", C.cgd_mem_info(c.table(), c.handle(), &f, &t))
	return int64(f), int64(t), err
}

// Sync waits for all work in the context.
func (c *Context) Sync() error {
	return check("cuCtxSynchronize", C.cgd_synchronize(c.table(), c.handle()))
}
