//go:build cgo && linux

package driver

// #cgo noescape cgd_launch
// #cgo nocallback cgd_launch
// #include "sys.h"
import "C"

import "math"

// Dim is the extent of a grid in blocks, or of a block in threads.
type Dim struct{ X, Y, Z uint32 }

// Launch queues a kernel in a stream. No extent may be 0; grids go up to
// (2³¹-1, 65535, 65535). shared is the bytes of dynamic shared memory a block.
// args holds the kernel's parameters one after the other, each aligned to its
// own size; they are copied before Launch returns.
//
// It allocates nothing and adds some tens of nanoseconds to the driver's own
// time. An error is that of the launch or of earlier work; what goes wrong in
// the kernel shows in a later call.
func (c *Context) Launch(f Function, grid, block Dim, shared int, s Stream, args []byte) error {
	if shared < 0 || shared > math.MaxInt32 {
		return &Error{Func: "cuLaunchKernel", Status: ErrorInvalidValue}
	}
	return check("cuLaunchKernel", C.cgd_launch(&c.driver.table, c.handle(), f.handle,
		C.uint(grid.X), C.uint(grid.Y), C.uint(grid.Z), C.uint(block.X), C.uint(block.Y), C.uint(block.Z),
		C.uint(shared), s.handle, bytesOf(args), C.size_t(len(args))))
}
