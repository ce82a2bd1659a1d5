package dl

import (
	"errors"
	"strings"
)

var (
	// ErrNotFound is wrapped by the errors for a library that could not be
	// opened and for a symbol that a library does not have.
	ErrNotFound = errors.New("not found")

	// ErrClosed is wrapped by the errors of calls on a closed library.
	ErrClosed = errors.New("library is closed")
)

// Attempt is one path or soname that was tried, and why it did not serve.
type Attempt struct {
	Path   string // as it was given to the loader
	Reason string // the loader's own words where it has any
}

// Error reports a library that could not be opened or a symbol that could not
// be found.
type Error struct {
	Library string    // the name given to Open
	Symbol  string    // the symbol looked up; empty if opening the library failed
	Tried   []Attempt // what was tried, in order
	Err     error     // ErrNotFound or ErrClosed; nil stands for ErrNotFound
}

// Error returns one line that names the library, the symbol and every path
// tried with the reason why it failed.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("dl: ")
	if e.Symbol != "" {
		b.WriteString("symbol ")
		b.WriteString(e.Symbol)
		b.WriteString(" of ")
	}
	b.WriteString("library ")
	b.WriteString(e.Library)
	b.WriteString(": ")
	b.WriteString(e.Unwrap().Error())
	for i, t := range e.Tried {
		if i == 0 {
			b.WriteString("; tried ")
		} else {
			b.WriteString(", ")
		}
		b.WriteString(t.Path)
		b.WriteString(" (")
		b.WriteString(t.Reason)
		b.WriteString(")")
	}
	return b.String()
}

// Unwrap returns the sentinel that the error stands for.
func (e *Error) Unwrap() error {
	if e.Err == nil {
		return ErrNotFound
	}
	return e.Err
}
