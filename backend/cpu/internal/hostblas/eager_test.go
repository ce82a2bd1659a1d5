//go:build cgo && (linux || darwin)

package hostblas

// withoutThresholds returns a copy of an optimised implementation that gives
// every call that it may to the library.
func withoutThresholds(impl Implementation) Implementation {
	b, ok := impl.(*cblas)
	if !ok {
		return impl
	}
	c := *b
	c.thresholds = thresholds{}
	return &c
}
