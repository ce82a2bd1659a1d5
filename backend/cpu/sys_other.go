//go:build !linux && !darwin

package cpu

import "unsafe"

// mapMemory takes memory from the Go heap, where it is collected once nobody
// refers to it.
func mapMemory(bytes int) (unsafe.Pointer, bool) {
	words := make([]uint64, (bytes+7)/8)
	return unsafe.Pointer(unsafe.SliceData(words)), true
}

// unmapMemory leaves the memory to the garbage collector.
func unmapMemory(unsafe.Pointer, int) {}

// physicalMemory returns a size that the Go heap can be asked for.
func physicalMemory() int64 { return maxAddressable >> 3 }
