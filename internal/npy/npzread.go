package npy

import (
	"archive/zip"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strings"
)

const (
	suffix = ".npy"
	// maxDeflate is the most bytes that one byte of a deflate stream can stand
	// for: a match of 258 bytes takes at least two bits.
	maxDeflate = 1032
)

// Options limit what is read from an archive.
type Options struct {
	// MaxBytes is the largest body of one array; 0 or less means no limit beyond
	// what the archive's own size makes possible (1032 times it for deflate).
	MaxBytes int64
}

// A Reader gives the arrays of a .npz archive by name. Its methods may be called
// by several goroutines at once if the io.ReaderAt allows it.
type Reader struct {
	opts    Options
	names   []string
	entries map[string]*zip.File
}

// OpenNPZ reads the directory of the archive in the first size bytes of r.
//
// Entries whose name does not end in .npy are passed over. The archive is refused
// with ErrFormat if two arrays have the same name, if a name climbs with ".." (a
// caller may use names as paths), or if its entries claim more bytes than it has.
func OpenNPZ(r io.ReaderAt, size int64, opts Options) (*Reader, error) {
	z, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // names are checked below
		return nil, zipFault(err, "reading the directory")
	}
	a := &Reader{opts: opts, entries: map[string]*zip.File{}}
	left := uint64(size)
	for _, f := range z.File {
		// Entries that share bytes make a small archive expand without bound.
		if f.CompressedSize64 > left {
			return nil, fault(ErrFormat, "the entries up to %q claim more than the archive's %d bytes", shorten(f.Name), size)
		}
		left -= f.CompressedSize64

		name, ok := strings.CutSuffix(f.Name, suffix)
		if !ok {
			continue
		}
		if err := checkName(name); err != nil {
			return nil, err
		}
		if a.entries[name] != nil {
			return nil, fault(ErrFormat, "the archive has two arrays named %q", shorten(name))
		}
		a.entries[name] = f
		a.names = append(a.names, name)
	}
	return a, nil
}

// checkName refuses names that are unsafe as a path below some folder.
func checkName(name string) error {
	elements := strings.FieldsFunc(name, func(r rune) bool { return r == '/' || r == '\\' })
	if slices.Contains(elements, "..") || strings.ContainsRune(name, 0) {
		return fault(ErrFormat, "the array name %q is unsafe: it has a NUL or a parent folder in it", shorten(name))
	}
	return nil
}

// Names returns the arrays' names, without .npy, in the archive's order.
func (a *Reader) Names() []string { return slices.Clone(a.names) }

// Open returns the header of an array, by its name with or without .npy, and its
// body. The header is refused unless it needs exactly the size that the archive
// gives for the entry, and that size is possible for the compressed one.
//
// The body ends after Header.Bytes() bytes. Its last bytes are withheld, and an
// error given instead, if the decompressed data goes on or its checksum is wrong.
func (a *Reader) Open(name string) (Header, io.ReadCloser, error) {
	f := a.entries[name]
	if f == nil {
		short, _ := strings.CutSuffix(name, suffix)
		if f = a.entries[short]; f == nil {
			return Header{}, nil, &NameError{Name: name, Names: a.Names()}
		}
	}
	h, body, err := a.open(f)
	if err != nil {
		return Header{}, nil, inEntry(err, f.Name)
	}
	return h, body, nil
}

func (a *Reader) open(f *zip.File) (Header, *entryReader, error) {
	if err := plausible(f); err != nil {
		return Header{}, nil, err
	}
	rc, err := f.Open()
	if err != nil {
		return Header{}, nil, zipFault(err, "opening")
	}
	body := &entryReader{rc: rc, entry: f.Name, left: int64(f.UncompressedSize64), stored: f.Method == zip.Store}
	h, err := a.begin(body)
	if err != nil {
		_ = rc.Close() // the error that counts is err
		return Header{}, nil, err
	}
	return h, body, nil
}

// begin reads the header and checks it against the entry's size.
func (a *Reader) begin(body *entryReader) (Header, error) {
	claimed := body.left
	h, before, err := readHeader(body)
	if err != nil {
		return Header{}, err
	}
	need, err := h.Bytes()
	if err != nil {
		return Header{}, err
	}
	if a.opts.MaxBytes > 0 && need > a.opts.MaxBytes {
		return Header{}, fault(ErrTooLarge, "body of %d bytes, the limit is %d", need, a.opts.MaxBytes)
	}
	switch have := claimed - before; {
	case have < need:
		return Header{}, fault(ErrTruncated, "the header needs %d bytes of body, the entry has %d", need, have)
	case have > need:
		return Header{}, fault(ErrFormat, "the header needs %d bytes of body, the entry has %d", need, have)
	}
	return h, nil
}

// plausible refuses an entry whose sizes no compressor gives.
func plausible(f *zip.File) error {
	const encrypted = 1
	if f.Flags&encrypted != 0 {
		return fault(ErrUnsupported, "the entry is encrypted")
	}
	packed, size := f.CompressedSize64, f.UncompressedSize64
	if size > math.MaxInt64 {
		return fault(ErrTooLarge, "the entry claims %d bytes, which overflows the address space", size)
	}
	switch f.Method {
	case zip.Store:
		if packed != size {
			return fault(ErrFormat, "the entry is stored in %d bytes and claims %d", packed, size)
		}
	case zip.Deflate:
		if size/maxDeflate > packed {
			return fault(ErrFormat, "the entry claims %d bytes, more than %d compressed bytes can hold", size, packed)
		}
	default:
		return fault(ErrUnsupported, "compression method %d; stored and deflated entries are read", f.Method)
	}
	return nil
}

// An entryReader reads one entry up to its claimed size and then makes sure that
// it ends there, soundly, before it gives the last bytes.
type entryReader struct {
	rc     io.ReadCloser
	entry  string
	left   int64 // bytes of the claimed size not yet given
	stored bool
	err    error // sticky
}

func (e *entryReader) Read(p []byte) (int, error) {
	if e.err != nil || len(p) == 0 {
		return 0, e.err
	}
	if e.left == 0 { // only for an entry of no bytes at all
		return 0, io.EOF
	}
	p = p[:min(int64(len(p)), e.left)]
	n, err := e.rc.Read(p)
	e.left -= int64(n)
	if err == nil && e.left == 0 {
		err = e.finish()
	}
	if err == io.EOF && e.left > 0 {
		err = io.ErrUnexpectedEOF
	}
	switch {
	case err == io.EOF:
		e.err = io.EOF
		return n, nil
	case err != nil:
		e.err = inEntry(zipFault(err, "reading"), e.entry)
		return 0, e.err
	}
	return n, nil
}

// finish reads past the last byte: io.EOF is what it should find.
func (e *entryReader) finish() error {
	var one [1]byte
	n, err := readFull(e.rc, one[:])
	if n > 0 || errors.Is(err, zip.ErrFormat) {
		return fault(ErrFormat, "the entry holds more bytes than it claims, or contradicts the archive's directory")
	}
	return err
}

// Close ends the entry. It gives the error that reading met, if any.
func (e *entryReader) Close() error {
	err := e.rc.Close()
	if e.err != nil && e.err != io.EOF {
		return e.err
	}
	if err != nil {
		return inEntry(zipFault(err, "closing"), e.entry)
	}
	return nil
}

// sizeLeft trusts the claim of a stored entry, which was checked against the
// archive's size; a compressed one may end early.
func (e *entryReader) sizeLeft() (int64, bool) { return e.left, e.stored }

// A NameError is a name that an archive does not have. It is no fault of the
// file; errors.Is finds fs.ErrNotExist in it.
type NameError struct {
	Name  string   // as asked for
	Names []string // that there are
}

// Error lists the first few names that there are.
func (e *NameError) Error() string {
	const most = 8
	names := e.Names[:min(len(e.Names), most)]
	more := ""
	if n := len(e.Names) - len(names); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("npy: the archive has no array %q; it has %q%s", e.Name, names, more)
}

// Is reports fs.ErrNotExist.
func (e *NameError) Is(target error) bool { return target == fs.ErrNotExist }

// zipFault sorts the errors of the archive and its decompressor.
func zipFault(err error, doing string) error {
	var fe *FormatError
	var corrupt flate.CorruptInputError
	switch {
	case errors.As(err, &fe):
		return fe
	case errors.Is(err, zip.ErrFormat):
		return fault(ErrFormat, "%s: not a sound zip archive", doing)
	case errors.Is(err, zip.ErrChecksum):
		return fault(ErrFormat, "%s: wrong checksum", doing)
	case errors.As(err, &corrupt):
		return fault(ErrFormat, "%s: %v", doing, corrupt)
	case errors.Is(err, zip.ErrAlgorithm):
		return fault(ErrUnsupported, "%s: %v", doing, err)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fault(ErrTruncated, "%s: the archive is truncated", doing)
	}
	return fmt.Errorf("npy: %s: %w", doing, err)
}
