// Package cpu is the device that computes on the host: a memory pool, an
// evaluator of fused programs, sorting and indexing, and the host's linear
// algebra.
//
// A kernel is translated into a short list of micro-operations, which is
// carried out on one block of elements after another, blocks that fit the
// first-level cache, by as many goroutines as pay. There are two evaluators
// with the same semantics: one in C, compiled for several instruction sets, and
// one in Go, which is all there is in builds without cgo. They differ in the
// last bits of transcendental functions alone.
//
// Results do not depend on the number of goroutines, on how values are laid out
// in memory, or on what else a kernel computes.
package cpu
