// Package npy reads and writes NumPy's array files: .npy (format versions 1, 2
// and 3) and .npz archives of them.
//
// The package knows bytes, not arrays: a [Header] describes the element type,
// byte order, memory order and shape, and a body is a []byte in the host's byte
// order and in the file's memory order (C or Fortran, as the header says).
//
// Files are treated as hostile. A header is refused before anything is allocated
// for it when it is malformed, overflows, or claims more data than its source can
// hold; where the source's size is unknown, memory grows only as data arrives.
// Every fault of a file is a [*FormatError] that wraps one of [ErrFormat],
// [ErrTruncated], [ErrTooLarge] and [ErrUnsupported]. Faults of the source itself
// (a disk error, a closed connection) come back as they are, wrapped.
//
// Format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
package npy
