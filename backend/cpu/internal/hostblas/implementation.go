package hostblas

import (
	"gonum.org/v1/gonum/blas"
)

// Implementation is a complete BLAS for the four element types that BLAS has.
type Implementation interface {
	blas.Float32
	blas.Float64
	blas.Complex64
	blas.Complex128
}
