//go:build !cgo || !linux

package cuda

import (
	"fmt"

	"github.com/cugond/cugond/backend"
)

// Open fails: this build can't load CUDA's libraries.
func Open(index int, _ Options) (backend.Device, error) {
	return nil, &backend.Error{
		Op: "open", Device: fmt.Sprintf("cuda:%d", index),
		Text: "the CUDA backend needs Linux and a build with cgo (CGO_ENABLED=1 and a C compiler)",
		Err:  backend.ErrUnavailable,
	}
}

// Count returns the number of CUDA devices, and why there is none.
func Count(Options) (int, error) {
	_, err := Open(0, Options{})
	return 0, err
}
