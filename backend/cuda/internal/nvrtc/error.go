package nvrtc

import (
	"fmt"
	"strings"
)

// Error is a failed call of the compiler. It wraps its Status.
type Error struct {
	Func    string // "nvrtcCompileProgram"
	Status  Status
	Program string // the name of the text that was compiled, "" if there was none
	Log     string // the compiler's messages, "" if there were none
}

// Error returns a line with the program, the function, the number and name of
// the status, and its meaning; the compiler's messages follow on lines of
// their own.
func (e *Error) Error() string {
	s := fmt.Sprintf("%s returned %d (%s): %s", e.Func, int(e.Status), e.Status.Name(), e.Status.Text())
	if e.Program != "" {
		s = e.Program + ": " + s
	}
	if log := strings.TrimSpace(e.Log); log != "" {
		s += "\n" + log
	}
	return s
}

// Unwrap returns the status.
func (e *Error) Unwrap() error { return e.Status }
