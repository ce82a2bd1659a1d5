package npy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

const (
	magic = "\x93NUMPY"
	align = 64 // the body starts at a multiple of this, as in NumPy

	// MaxHeader is the longest header text read or written, in bytes. It is
	// checked before the text is allocated. NumPy's own limit is 10000.
	MaxHeader = 64 << 10
	// MaxRank is the most dimensions read or written: those of NumPy 2.
	MaxRank = 64
)

// A Kind is NumPy's letter for a family of element types.
type Kind byte

// The kinds with a Go element type.
const (
	Bool    Kind = 'b'
	Int     Kind = 'i'
	Uint    Kind = 'u'
	Float   Kind = 'f'
	Complex Kind = 'c'
)

// A Header describes the array of one .npy file.
type Header struct {
	// Version is the format version, major and minor: {1, 0}, {2, 0} or {3, 0}.
	// WriteHeader takes the zero value for {1, 0}, which every reader knows.
	Version [2]byte
	// Kind and Size name the element type: bool is 1 byte, Int and Uint 1, 2, 4
	// or 8, Float 4 or 8, Complex 8 or 16 (both parts).
	Kind Kind
	Size int
	// BigEndian is the byte order in the file; bodies in memory are always in
	// the host's order. It is false for elements of one byte.
	BigEndian bool
	// Fortran says that the first axis varies fastest in the body.
	Fortran bool
	// Shape has no negative entries and is empty for a scalar.
	Shape []int
}

// extent refuses a header that no file may have, and returns its number of
// elements and of bytes. A product of the lengths
// that are not zero must not overflow even where another length is zero: strides
// are such products.
func (h Header) extent() (count int, size int64, err error) {
	if !supported(h.Kind, h.Size) {
		return 0, 0, &FormatError{
			DType:  string(rune(h.Kind)) + strconv.Itoa(h.Size),
			Reason: fmt.Sprintf("no element type of kind %q and %d bytes", rune(h.Kind), h.Size),
			Err:    ErrUnsupported,
		}
	}
	if len(h.Shape) > MaxRank {
		return 0, 0, fault(ErrTooLarge, "shape has %d dimensions, at most %d are supported", len(h.Shape), MaxRank)
	}
	product, overflow, empty := uint64(h.Size), false, false
	for _, n := range h.Shape {
		switch {
		case n < 0:
			return 0, 0, fault(ErrFormat, "shape %s has a negative length", shapeText(h.Shape))
		case n == 0:
			empty = true
		default:
			hi, lo := bits.Mul64(product, uint64(n))
			overflow = overflow || hi != 0 || lo > math.MaxInt64
			product = lo
		}
	}
	elements := product / uint64(h.Size)
	if overflow || elements > math.MaxInt {
		return 0, 0, fault(ErrTooLarge, "shape %s with elements of %d bytes overflows the address space", shapeText(h.Shape), h.Size)
	}
	if empty {
		return 0, 0, nil
	}
	return int(elements), int64(product), nil
}

// Count returns the number of elements, 1 for a scalar. Unknown element types,
// more than MaxRank dimensions, negative lengths and overflow are an error.
func (h Header) Count() (int, error) {
	count, _, err := h.extent()
	return count, err
}

// Bytes returns the size of the body in bytes. Its errors are those of Count.
func (h Header) Bytes() (int64, error) {
	_, size, err := h.extent()
	return size, err
}

// descr returns the dtype as NumPy spells it.
func (h Header) descr() string {
	order := "<"
	switch {
	case h.Size == 1:
		order = "|"
	case h.BigEndian:
		order = ">"
	}
	return order + string(rune(h.Kind)) + strconv.Itoa(h.Size)
}

// ReadHeader reads the header of a .npy file and leaves r at the first byte of
// the body. It reads no further than that. At the end of a stream, before any
// byte, the error is io.EOF as well as ErrTruncated (in the sense of errors.Is).
func ReadHeader(r io.Reader) (Header, error) {
	h, _, err := readHeader(r)
	return h, err
}

// readHeader also returns the number of bytes before the body.
func readHeader(r io.Reader) (Header, int64, error) {
	var prefix [len(magic) + 2 + 4]byte
	start := prefix[:len(magic)+2]
	n, err := readFull(r, start)
	if n == 0 && errors.Is(err, io.EOF) {
		return Header{}, 0, fault(errNoData, "no data where a .npy header should start")
	}
	if got := string(start[:min(n, len(magic))]); got != magic[:len(got)] {
		return Header{}, 0, fault(ErrFormat, "not a .npy file: it starts with %q, not %q", got, magic)
	}
	if err != nil {
		return Header{}, 0, ended(err, "the magic string", int64(n), int64(len(start)))
	}
	version := [2]byte(start[len(magic):])
	width, err := lengthWidth(version)
	if err != nil {
		return Header{}, 0, err
	}

	field := prefix[len(start) : len(start)+width]
	if n, err := readFull(r, field); err != nil {
		return Header{}, 0, ended(err, "the header length", int64(n), int64(width))
	}
	length := uint32(binary.LittleEndian.Uint16(field))
	if width == 4 {
		length = binary.LittleEndian.Uint32(field)
	}
	if length > MaxHeader {
		return Header{}, 0, fault(ErrTooLarge, "header of %d bytes, at most %d are read", length, MaxHeader)
	}
	text := make([]byte, length)
	if n, err := readFull(r, text); err != nil {
		return Header{}, 0, ended(err, "the header", int64(n), int64(length))
	}

	h, err := parseHeader(string(text))
	if err != nil {
		return Header{}, 0, err
	}
	h.Version = version
	if _, _, err := h.extent(); err != nil {
		return Header{}, 0, err
	}
	return h, int64(len(start)+width) + int64(length), nil
}

// lengthWidth returns the bytes of the length field in a format version.
func lengthWidth(version [2]byte) (int, error) {
	switch version {
	case [2]byte{1, 0}:
		return 2, nil
	case [2]byte{2, 0}, [2]byte{3, 0}:
		return 4, nil
	}
	return 0, fault(ErrUnsupported, "format version %d.%d; versions 1.0, 2.0 and 3.0 are known", version[0], version[1])
}

// WriteHeader writes the header as NumPy does, byte for byte, the body to follow
// at a multiple of 64 bytes. Version {0, 0} writes version 1.0. Headers that
// ReadHeader would refuse are an error and nothing is written.
func WriteHeader(w io.Writer, h Header) error {
	if h.Version == [2]byte{} {
		h.Version = [2]byte{1, 0}
	}
	width, err := lengthWidth(h.Version)
	if err != nil {
		return err
	}
	if _, _, err := h.extent(); err != nil {
		return err
	}

	order := "False"
	if h.Fortran {
		order = "True"
	}
	text := "{'descr': '" + h.descr() + "', 'fortran_order': " + order + ", 'shape': " + shapeText(h.Shape) + ", }"
	// NumPy leaves room for the growing axis to reach 21 digits in place.
	if n := len(h.Shape); n > 0 {
		growing := h.Shape[0]
		if h.Fortran {
			growing = h.Shape[n-1]
		}
		text += strings.Repeat(" ", 21-len(strconv.Itoa(growing)))
	}
	before := len(magic) + len(h.Version) + width
	text += strings.Repeat(" ", align-(before+len(text)+1)%align) + "\n"

	out := slices.Concat([]byte(magic), h.Version[:])
	if width == 2 {
		out = binary.LittleEndian.AppendUint16(out, uint16(len(text)))
	} else {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(text)))
	}
	return writeAll(w, append(out, text...))
}

// shapeText spells a shape as a Python tuple.
func shapeText(shape []int) string {
	var b strings.Builder
	b.WriteByte('(')
	for i, n := range shape {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(n))
	}
	if len(shape) == 1 {
		b.WriteByte(',')
	}
	b.WriteByte(')')
	return b.String()
}
