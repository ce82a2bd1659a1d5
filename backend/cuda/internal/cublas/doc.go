// Package cublas calls NVIDIA's BLAS, libcublas, which is opened when a program
// first asks for it.
//
// The binding is column-major like the library: a matrix of r rows has its
// columns lda ≥ r elements apart. Row-major users swap the operands: the
// row-major product C = A·B of (m, k) and (k, n) is the column-major Cᵀ = Bᵀ·Aᵀ,
// so B goes first, with n as M and m as N, and each leading dimension is the
// distance of rows.
//
// A [Handle] belongs to one stream and is used by one goroutine at a time; what
// it queues runs in the stream's order. Each call makes the device's context
// current on the calling thread and calls the library in one and the same call
// of C. Scalars are passed by value, device addresses as integers.
//
// The package needs cgo and Linux; elsewhere it holds the status codes alone.
package cublas
