// Package gemm multiplies matrices of floats and complex numbers for machines
// that have no optimised BLAS, in C that is compiled for several instruction
// sets.
//
// Large products are blocked as in Goto's algorithm: blocks of the operands that
// fit the caches are packed into the order in which a micro-kernel reads them,
// whatever their strides were, and the micro-kernel keeps a small tile of the
// result in registers. Small products of real numbers are not packed.
package gemm
