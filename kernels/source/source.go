// Package source holds the CUDA C++ text that generated and hand-written
// kernels start from. It is a leaf.
//
// It is written for NVRTC, which has no standard headers, and for
// --fmad=false without fast math: a multiply-add is fused only where the text
// says fma. Types are named cg_ and the element type's suffix (cg_f32, cg_i8,
// cg_c128, …); a bool is the byte cg_b8 that holds 0 or 1; complex numbers have
// the members re and im and are aligned to their size.
package source

import _ "embed"

// Prelude declares the element types, the functions that the texts of the op
// table call, and casts between all types.
//
//go:embed prelude.cuh
var Prelude string

// Device holds what kernels need of the machine beyond arithmetic: wide and
// streaming access to memory, tickets, loads and stores with an order. It goes
// after Prelude. It needs compute capability 7.0.
//
//go:embed device.cuh
var Device string
