//go:build cgo && (linux || darwin)

package cpu

import (
	"fmt"

	"github.com/cugond/cugond/backend"
)

func newC(string) (evaluator, error) {
	return nil, fmt.Errorf("the C evaluator: %w", backend.ErrUnavailable)
}
