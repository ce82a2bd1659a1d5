package npy

import (
	"archive/zip"
	"fmt"
	"io"
	"time"
	"unicode/utf8"
)

// modified is the date of every entry, the first that zip can express: equal
// arrays make equal archives.
var modified = time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)

// A Writer writes a .npz archive, one array after the other.
type Writer struct {
	zip    *zip.Writer
	method uint16
	names  map[string]bool
	body   *bodyWriter // the array being written
	closed bool
	err    error // sticky: a broken archive is not finished
}

// NewWriter starts an archive in w, deflated if compressed (as by
// numpy.savez_compressed), else stored (as by numpy.savez). w is not closed.
func NewWriter(w io.Writer, compressed bool) *Writer {
	method := zip.Store
	if compressed {
		method = zip.Deflate
	}
	return &Writer{zip: zip.NewWriter(w), method: method, names: map[string]bool{}}
}

// Create starts the array name (without .npy, which is added) and writes its
// header. The writer that it returns takes the body, exactly h.Bytes() bytes (see
// WriteBody), until the next Create or Close.
//
// A name or header that can't be used is an error that leaves the archive as it
// was. A body that was left incomplete, or a failed write, ends the archive: this
// and every later call give that error.
func (a *Writer) Create(name string, h Header) (io.Writer, error) {
	if a.closed {
		return nil, fmt.Errorf("npy: Create(%q) after Close", name)
	}
	if err := a.endBody(); err != nil {
		return nil, err
	}
	need, err := h.Bytes()
	if err != nil {
		return nil, inEntry(err, name)
	}
	if _, err := lengthWidth(h.Version); err != nil && h.Version != [2]byte{} {
		return nil, inEntry(err, name)
	}
	if err := checkName(name); err != nil {
		return nil, err
	}
	// The name's length has 16 bits in the archive.
	if len(name)+len(suffix) > 1<<16-1 || !utf8.ValidString(name) {
		return nil, fault(ErrFormat, "the array name %q is not UTF-8 or too long", shorten(name))
	}
	if a.names[name] {
		return nil, fault(ErrFormat, "the archive already has an array named %q", shorten(name))
	}

	w, err := a.zip.CreateHeader(&zip.FileHeader{Name: name + suffix, Method: a.method, Modified: modified})
	if err == nil {
		err = WriteHeader(w, h)
	}
	if err != nil {
		a.err = inEntry(err, name)
		return nil, a.err
	}
	a.names[name] = true
	a.body = &bodyWriter{archive: a, name: name, w: w, left: need}
	return a.body, nil
}

// Close completes the archive. A second Close does nothing.
func (a *Writer) Close() error {
	if a.closed {
		return nil
	}
	a.closed = true
	if err := a.endBody(); err != nil {
		return err
	}
	if err := a.zip.Close(); err != nil {
		return fmt.Errorf("npy: completing the archive: %w", err)
	}
	return nil
}

func (a *Writer) endBody() error {
	if b := a.body; b != nil {
		a.body = nil
		if b.left > 0 && a.err == nil {
			a.err = fmt.Errorf("npy: entry %q: %d bytes of its body were not written", b.name, b.left)
		}
	}
	return a.err
}

// A bodyWriter takes the body of one array.
type bodyWriter struct {
	archive *Writer
	name    string
	w       io.Writer
	left    int64
}

func (b *bodyWriter) Write(p []byte) (int, error) {
	switch {
	case b.archive.err != nil:
		return 0, b.archive.err
	case b.archive.body != b:
		return 0, fmt.Errorf("npy: entry %q: written to after the next Create or Close", b.name)
	case int64(len(p)) > b.left:
		return 0, fmt.Errorf("npy: entry %q: %d bytes written where %d are left of the body", b.name, len(p), b.left)
	}
	n, err := b.w.Write(p)
	b.left -= int64(n)
	if err != nil {
		b.archive.err = fmt.Errorf("npy: entry %q: %w", b.name, err)
		return n, b.archive.err
	}
	return n, nil
}
