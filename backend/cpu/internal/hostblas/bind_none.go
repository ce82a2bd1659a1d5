//go:build !cgo || !(linux || darwin)

package hostblas

import "github.com/cugond/cugond/internal/dl"

// bind is never reached: this build opens no library.
func bind(*dl.Library) (bound, string) {
	return bound{}, "this build can't call C"
}
