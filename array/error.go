package array

import (
	"fmt"
	"strings"

	"github.com/cugond/cugond/internal/shape"
)

// Error is a misuse that the caller can see in its own code: shapes that do
// not broadcast, an axis out of range, a closed array. Calls panic with a
// *Error at once, before anything is computed; [Try] turns that into an error.
type Error struct {
	Op     string  // the operation, "Add"
	Shapes [][]int // of the operands, where they matter
	Reason string  // what does not fit, and the way out
	Err    error   // a sentinel such as backend.ErrClosed, or nil
}

// Error implements error.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("array: ")
	b.WriteString(e.Op)
	if len(e.Shapes) > 0 {
		b.WriteString(" of ")
		for i, s := range e.Shapes {
			if i > 0 {
				b.WriteString(" and ")
			}
			b.WriteString(shape.Format(s))
		}
	}
	b.WriteString(": ")
	b.WriteString(e.Reason)
	return b.String()
}

// Unwrap returns the sentinel, if there is one.
func (e *Error) Unwrap() error { return e.Err }

// Try runs f and returns the *[Error] that it panicked with, or nil. Other
// panics pass through.
func Try(f func()) (err error) {
	if f == nil {
		fail("Try", "the function is nil")
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Error:
			err = r
		default:
			panic(r)
		}
	}()
	f()
	return nil
}

// fail panics with an *Error.
func fail(op, format string, args ...any) {
	panic(&Error{Op: op, Reason: fmt.Sprintf(format, args...)})
}

// failShapes panics with an *Error about the shapes of operands.
func failShapes(op, reason string, shapes ...[]int) {
	panic(&Error{Op: op, Shapes: shapes, Reason: reason})
}

// check panics with an *Error when err is not nil.
func check(op string, err error) {
	if err != nil {
		panic(&Error{Op: op, Reason: err.Error(), Err: err})
	}
}
