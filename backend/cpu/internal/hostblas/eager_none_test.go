//go:build !cgo || !(linux || darwin)

package hostblas

func withoutThresholds(impl Implementation) Implementation { return impl }
