// Package hostblas is the BLAS of host memory: gonum's, with the matrix products
// of package gemm where C can be called, or a CBLAS library such as OpenBLAS
// that is opened at run time and put behind gonum's interfaces.
//
// Both are row-major, check their arguments alike and panic with gonum's own
// messages. Element types that BLAS does not have, the integers and bool, have
// matrix products of their own, [MatMul] and [MatMulBool].
package hostblas
