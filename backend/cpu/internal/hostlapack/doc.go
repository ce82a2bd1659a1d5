// Package hostlapack factorises matrices in host memory: by the LAPACK inside
// the library that package hostblas opened, or where there is none by gonum, and by
// code of its own for complex matrices, which gonum leaves out.
//
// Matrices are row-major without gaps, as arrays are. LAPACK reads a row-major
// matrix as its transpose, which is made use of where the factors of the one give
// those of the other, and else undone by transposing a copy.
package hostlapack
