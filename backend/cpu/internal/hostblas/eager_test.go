//go:build cgo && (linux || darwin)

package hostblas

// withoutThresholds returns a copy of an implementation that takes every call
// that it may itself and leaves none to gonum because it is small.
func withoutThresholds(impl Implementation) Implementation {
	switch b := impl.(type) {
	case *cblas:
		c := *b
		c.thresholds = thresholds{}
		return &c
	case *packed:
		c := *b
		c.thresholds = thresholds{}
		return &c
	}
	return impl
}
