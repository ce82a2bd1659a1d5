//go:build !cgo || !(linux || darwin)

package cpu

import (
	"fmt"

	"github.com/cugond/cugond/backend"
)

// newC reports that this build has no C evaluator.
func newC(string) (evaluator, error) {
	return nil, fmt.Errorf("the C evaluator: %w: built without cgo", backend.ErrUnavailable)
}
