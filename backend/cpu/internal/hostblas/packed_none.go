//go:build !cgo || !(linux || darwin)

package hostblas

// ownImplementation returns the BLAS for when no library is opened.
func ownImplementation() Implementation { return portable{} }
