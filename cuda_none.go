package cugond

import (
	"fmt"

	"github.com/cugond/cugond/backend"
)

// openCUDA is what CUDA is in builds that can't load CUDA libraries.
func openCUDA(index int) (backend.Device, error) {
	name := fmt.Sprintf("cuda:%d", index)
	if index < 0 {
		return nil, &backend.Error{Op: "open", Device: name, Text: "device indices start at 0", Err: backend.ErrUnavailable}
	}
	return nil, &backend.Error{
		Op: "open", Device: name,
		Text: "this build has no CUDA backend; cugond.CPU() and cugond.Auto() work everywhere",
		Err:  backend.ErrUnavailable,
	}
}
