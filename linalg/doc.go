// Package linalg solves systems of equations and factorises matrices.
//
// Matrices are the last two axes of an array; the axes in front of them are those
// of stacks of matrices, each of which is dealt with alone. Any strides will do:
// operands are copied, and never changed. Elements are float32, float64,
// complex64 or complex128; functions whose results are real of a complex matrix have
// a second form that ends in As and names the real type first, as in
// SVDAs[float32](z) of a complex64 array.
//
// Factorizations are values, [LUOf], [CholeskyOf], [QROf], [EighOf] and [SVDOf],
// with methods that use them again, such as [LUOf.Solve].
//
// Functions compute their operands and return when the result, or the failure, is
// known. What the elements decide is an [*Error] that wraps [ErrSingular],
// [ErrNotPositiveDefinite], [ErrNotConverged] or [ErrNaN], tells which matrix of a
// stack it is true of, and fails the call as a whole: no result is NaN. Shapes
// that don't fit panic with an *array.Error, see array.Try. On a device that has
// no solvers the error wraps backend.ErrUnsupported; move the array to the CPU with
// its method To.
//
// The CPU uses the LAPACK inside of OpenBLAS where that is found, else gonum's
// and, for complex matrices, code of its own.
package linalg
