//go:build !cgo || !(linux || darwin)

package hostlapack

import "github.com/cugond/cugond/backend/cpu/internal/hostblas"

// bind finds nothing: this build opens no library.
func (*Set) bind(*hostblas.Library) {}
