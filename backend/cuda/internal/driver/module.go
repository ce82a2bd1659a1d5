//go:build cgo && linux

package driver

// #cgo noescape cgd_module_load
// #cgo nocallback cgd_module_load
// #cgo noescape cgd_module_unload
// #cgo nocallback cgd_module_unload
// #cgo noescape cgd_module_function
// #cgo nocallback cgd_module_function
// #cgo noescape cgd_function_load
// #cgo nocallback cgd_function_load
// #cgo noescape cgd_function_attribute
// #cgo nocallback cgd_function_attribute
// #cgo noescape cgd_function_set_attribute
// #cgo nocallback cgd_function_set_attribute
// #cgo noescape cgd_occupancy
// #cgo nocallback cgd_occupancy
// #include "sys.h"
import "C"

import (
	"math"
	"strings"
	"unsafe"
)

// Module is code that was loaded on a device.
type Module struct{ handle C.uintptr_t }

// Function is a kernel in a module.
type Function struct{ handle C.uintptr_t }

// LoadModule loads a CUBIN, or PTX, which the driver compiles. The image may be
// reused when it returns. A CUBIN has to be complete: the driver is not told
// its length.
func (c *Context) LoadModule(image []byte) (Module, error) {
	var m Module
	// PTX ends at its first zero byte.
	text := append(image[:len(image):len(image)], 0)
	err := check("cuModuleLoadData", C.cgd_module_load(c.table(), c.handle(), &m.handle, bytesOf(text)))
	return m, err
}

// UnloadModule gives a module and its functions up. Its kernels must have run.
func (c *Context) UnloadModule(m Module) error {
	return check("cuModuleUnload", C.cgd_module_unload(c.table(), c.handle(), m.handle))
}

// Function returns a kernel of a module by its unmangled name (extern "C"). The
// kernel is on the device when it returns, where the driver can tell (CUDA 12.4
// or later), so that the first launch takes no longer than others.
func (c *Context) Function(m Module, name string) (Function, error) {
	var f Function
	if strings.IndexByte(name, 0) >= 0 {
		return f, &Error{Func: "cuModuleGetFunction", Status: ErrorNotFound}
	}
	text := append([]byte(name), 0)
	err := check("cuModuleGetFunction", C.cgd_module_function(c.table(), c.handle(), &f.handle, m.handle,
		(*C.char)(unsafe.Pointer(&text[0]))))
	if err != nil {
		return Function{}, err
	}
	if err := check("cuFuncLoad", C.cgd_function_load(c.table(), c.handle(), f.handle)); err != nil {
		return Function{}, err
	}
	return f, nil
}

// FunctionAttribute returns a property of a kernel.
func (c *Context) FunctionAttribute(f Function, a FuncAttribute) (int, error) {
	var value C.int
	err := check("cuFuncGetAttribute", C.cgd_function_attribute(c.table(), c.handle(), &value, C.int(a), f.handle))
	return int(value), err
}

// SetFunctionAttribute sets a property of a kernel for its later launches.
func (c *Context) SetFunctionAttribute(f Function, a FuncAttribute, value int) error {
	if value != int(C.int(value)) {
		return &Error{Func: "cuFuncSetAttribute", Status: ErrorInvalidValue}
	}
	return check("cuFuncSetAttribute", C.cgd_function_set_attribute(c.table(), c.handle(), f.handle, C.int(a), C.int(value)))
}

// OccupancyBlocks returns how many blocks of a kernel a multiprocessor runs at
// once, with the given threads and bytes of dynamic shared memory a block.
func (c *Context) OccupancyBlocks(f Function, blockSize, dynamicShared int) (int, error) {
	if blockSize < 0 || blockSize > math.MaxInt32 {
		return 0, &Error{Func: "cuOccupancyMaxActiveBlocksPerMultiprocessor", Status: ErrorInvalidValue}
	}
	var blocks C.int
	err := check("cuOccupancyMaxActiveBlocksPerMultiprocessor",
		C.cgd_occupancy(c.table(), c.handle(), &blocks, f.handle, C.int(blockSize), C.size_t(dynamicShared)))
	return int(blocks), err
}

// bytesOf returns the bytes' address for C.
func bytesOf(b []byte) *C.uchar { return (*C.uchar)(unsafe.Pointer(unsafe.SliceData(b))) }
