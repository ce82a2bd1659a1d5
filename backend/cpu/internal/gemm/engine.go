//go:build cgo && (linux || darwin)

package gemm

// #cgo CFLAGS: -std=c11 -O3 -g0
// #cgo noescape gm_pack_a
// #cgo nocallback gm_pack_a
// #cgo noescape gm_pack_b
// #cgo nocallback gm_pack_b
// #cgo noescape gm_block
// #cgo nocallback gm_block
// #cgo noescape gm_small
// #cgo nocallback gm_small
// #include "gemm.h"
import "C"

import (
	"sync"
	"unsafe"
)

// Element is the element types of products.
type Element interface {
	float32 | float64 | complex64 | complex128
}

// Engine multiplies with the kernels of one instruction set. It is safe for use
// by many goroutines.
type Engine struct {
	isa     string
	kernels *[C.GM_TYPES]C.gm_kernels
	blocks  sync.Pool // *buffer, packed blocks of A
	panels  sync.Pool // *buffer, packed panels of B
}

// instructionSets are those that the kernels are compiled for, the best last.
// Which of them exist is the machine's to say.
var instructionSets = []struct {
	name   string
	number C.int
}{{"base", C.GM_ISA_BASE}, {"avx2", C.GM_ISA_AVX2}, {"avx512", C.GM_ISA_AVX512}}

// Engines returns an engine for each instruction set that the machine has, the
// best last.
func Engines() []*Engine {
	var engines []*Engine
	for _, i := range instructionSets {
		if k := C.gm_open(i.number); k != nil {
			engines = append(engines, &Engine{isa: i.name, kernels: (*[C.GM_TYPES]C.gm_kernels)(unsafe.Pointer(k))})
		}
	}
	return engines
}

// ISA returns the name of the instruction set: base, avx2 or avx512.
func (e *Engine) ISA() string { return e.isa }

// kernelsOf returns the kernels for a type.
func kernelsOf[T Element](e *Engine) *C.gm_kernels {
	switch any(*new(T)).(type) {
	case float32:
		return &e.kernels[C.GM_FLOAT32]
	case float64:
		return &e.kernels[C.GM_FLOAT64]
	case complex64:
		return &e.kernels[C.GM_COMPLEX64]
	}
	return &e.kernels[C.GM_COMPLEX128]
}

// buffer is memory for packed operands that begins at a cache line.
type buffer struct {
	data []byte
}

const cacheLine = 64

// take returns a buffer of a size or more from a pool.
func take(pool *sync.Pool, size int) *buffer {
	if b, ok := pool.Get().(*buffer); ok && len(b.data) >= size {
		return b
	}
	raw := make([]byte, size+cacheLine)
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(raw))) % cacheLine
	return &buffer{data: raw[skip : int(skip)+size]}
}

// at returns the address of a byte.
func (b *buffer) at(offset int) *C.char {
	return (*C.char)(unsafe.Pointer(&b.data[offset]))
}
