//go:build cgo && linux

package driver

// #cgo noescape cgd_mem_alloc
// #cgo nocallback cgd_mem_alloc
// #cgo noescape cgd_mem_free
// #cgo nocallback cgd_mem_free
// #cgo noescape cgd_host_alloc
// #cgo nocallback cgd_host_alloc
// #cgo noescape cgd_host_free
// #cgo nocallback cgd_host_free
// #cgo noescape cgd_copy_in
// #cgo nocallback cgd_copy_in
// #cgo noescape cgd_copy_out
// #cgo nocallback cgd_copy_out
// #cgo noescape cgd_copy
// #cgo nocallback cgd_copy
// #cgo noescape cgd_copy_peer
// #cgo nocallback cgd_copy_peer
// #cgo noescape cgd_set8
// #cgo nocallback cgd_set8
// #include "sys.h"
import "C"

import "unsafe"

// Ptr is an address in a device's memory.
type Ptr uint64

// Alloc reserves memory of the device, aligned to 256 bytes, with undefined
// contents. It takes tenths of a millisecond and may wait for the device. No
// bytes are ErrorInvalidValue.
func (c *Context) Alloc(bytes int) (Ptr, error) {
	var address C.uint64_t
	err := check("cuMemAlloc", C.cgd_mem_alloc(c.table(), c.handle(), &address, C.size_t(bytes)))
	return Ptr(address), err
}

// Free gives memory from Alloc back. It waits for all work on the device.
func (c *Context) Free(p Ptr) error {
	return check("cuMemFree", C.cgd_mem_free(c.table(), c.handle(), C.uint64_t(p)))
}

// HostAlloc reserves host memory outside Go's heap that is pinned, for copies
// that run beside other work, for every device. Pinning takes more than half a
// second a GiB.
func (c *Context) HostAlloc(bytes int) (unsafe.Pointer, error) {
	var memory unsafe.Pointer
	err := check("cuMemHostAlloc", C.cgd_host_alloc(c.table(), c.handle(), &memory, C.size_t(bytes)))
	return memory, err
}

// HostFree gives memory from HostAlloc back. Copies from or to it must have
// finished.
func (c *Context) HostFree(memory unsafe.Pointer) error {
	return check("cuMemFreeHost", C.cgd_host_free(c.table(), c.handle(), memory))
}

// CopyIn queues a copy from pinned host memory to the device. The source must
// not change before it has run.
func (c *Context) CopyIn(dst Ptr, src unsafe.Pointer, bytes int, s Stream) error {
	return check("cuMemcpyHtoDAsync", C.cgd_copy_in(c.table(), c.handle(), C.uint64_t(dst), src, C.size_t(bytes), s.handle))
}

// CopyOut queues a copy from the device to pinned host memory, which must not
// be read before it has run.
func (c *Context) CopyOut(dst unsafe.Pointer, src Ptr, bytes int, s Stream) error {
	return check("cuMemcpyDtoHAsync", C.cgd_copy_out(c.table(), c.handle(), dst, C.uint64_t(src), C.size_t(bytes), s.handle))
}

// Copy queues a copy within the device's memory. The two must not overlap.
func (c *Context) Copy(dst, src Ptr, bytes int, s Stream) error {
	return check("cuMemcpyDtoDAsync", C.cgd_copy(c.table(), c.handle(), C.uint64_t(dst), C.uint64_t(src), C.size_t(bytes), s.handle))
}

// CopyPeer queues a copy from the memory of one device to that of another, on a
// stream of c. The driver goes through the host where the devices have no link.
func (c *Context) CopyPeer(dst Ptr, dstCtx *Context, src Ptr, srcCtx *Context, bytes int, s Stream) error {
	return check("cuMemcpyPeerAsync", C.cgd_copy_peer(c.table(), c.handle(), C.uint64_t(dst), dstCtx.handle(),
		C.uint64_t(src), srcCtx.handle(), C.size_t(bytes), s.handle))
}

// Set8 queues filling memory with a byte.
func (c *Context) Set8(dst Ptr, value uint8, count int, s Stream) error {
	return check("cuMemsetD8Async", C.cgd_set8(c.table(), c.handle(), C.uint64_t(dst), C.uchar(value), C.size_t(count), s.handle))
}
