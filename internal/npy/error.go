package npy

import (
	"errors"
	"fmt"
	"io"
)

// What can be wrong with a file. A [*FormatError] wraps exactly one of them.
var (
	// ErrFormat is a file that is not what it says: no magic, a malformed
	// header, a body that contradicts the archive's directory, a bad checksum.
	ErrFormat = errors.New("malformed file")
	// ErrTruncated is a file that ends too early. It wraps io.ErrUnexpectedEOF.
	ErrTruncated = fmt.Errorf("truncated file: %w", io.ErrUnexpectedEOF)
	// ErrTooLarge is an array or a header over a limit: the address space, the
	// caller's limit, MaxHeader or MaxRank.
	ErrTooLarge = errors.New("too large")
	// ErrUnsupported is a sound file of a kind that this package does not read:
	// a later format version, a dtype without a Go element type, an encrypted
	// or unknown compression.
	ErrUnsupported = errors.New("unsupported")
)

// errNoData marks a stream that ended before the first byte of a file. It is a
// truncation, and also io.EOF, so that a loop over concatenated files can end.
var errNoData = fmt.Errorf("%w: %w", ErrTruncated, io.EOF)

// A FormatError is a file that can't be read, or a header or name that can't be
// written.
type FormatError struct {
	Entry  string // the archive entry; empty outside archives
	DType  string // the dtype as the file spells it, where that is the reason
	Reason string // what is wrong, with the numbers
	Err    error  // ErrFormat, ErrTruncated, ErrTooLarge or ErrUnsupported, perhaps wrapped with a cause
}

// Error gives the entry, if any, and the reason.
func (e *FormatError) Error() string {
	if e.Entry != "" {
		return fmt.Sprintf("npy: entry %q: %s", e.Entry, e.Reason)
	}
	return "npy: " + e.Reason
}

// Unwrap returns Err, so that errors.Is finds the sentinel.
func (e *FormatError) Unwrap() error { return e.Err }

func fault(kind error, format string, args ...any) *FormatError {
	return &FormatError{Reason: fmt.Sprintf(format, args...), Err: kind}
}

// inEntry names the archive entry in err.
func inEntry(err error, entry string) error {
	var fe *FormatError
	if errors.As(err, &fe) {
		named := *fe
		named.Entry = entry
		return &named
	}
	return fmt.Errorf("npy: entry %q: %w", entry, err)
}

// shorten bounds a piece of a file that goes into an error text.
func shorten(s string) string {
	const most = 80
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}
