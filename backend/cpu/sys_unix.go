//go:build linux || darwin

package cpu

import (
	"syscall"
	"unsafe"
)

// mapMemory reserves fresh, zeroed pages outside the Go heap.
func mapMemory(bytes int) (unsafe.Pointer, bool) {
	b, err := syscall.Mmap(-1, 0, bytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil, false
	}
	if bytes >= hugeFrom {
		adviseHuge(b)
	}
	return unsafe.Pointer(unsafe.SliceData(b)), true
}

// unmapMemory gives pages back that mapMemory reserved.
func unmapMemory(p unsafe.Pointer, bytes int) {
	// The length and address are those of a mapping, so there is no error.
	_ = syscall.Munmap(unsafe.Slice((*byte)(p), bytes))
}
