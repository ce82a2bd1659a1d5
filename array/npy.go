package array

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/npy"
	"github.com/cugond/cugond/internal/shape"
)

// What can be wrong with a .npy or .npz file, and with the request.
var (
	// ErrNpyFormat: the file is not what it says.
	ErrNpyFormat = npy.ErrFormat
	// ErrNpyTruncated: the file ends too early. It wraps io.ErrUnexpectedEOF,
	// and io.EOF where not even a header begins.
	ErrNpyTruncated = npy.ErrTruncated
	// ErrNpyTooLarge: the array is over a limit, see [NpyMaxBytes].
	ErrNpyTooLarge = npy.ErrTooLarge
	// ErrNpyUnsupported: a sound file of a kind that is not read, such as one
	// of strings or of a later format version.
	ErrNpyUnsupported = npy.ErrUnsupported
	// ErrDType: the elements are of another type than was asked for.
	ErrDType = errors.New("element types differ")
)

// NpyOption limits what is read from .npy and .npz files.
type NpyOption struct{ maxBytes int64 }

// NpyMaxBytes refuses arrays whose elements take more than n bytes, before
// anything is allocated for them. Without it the limit is what the file can
// hold, or the machine.
func NpyMaxBytes(n int64) NpyOption { return NpyOption{maxBytes: n} }

// npyLimit returns the smallest limit that was given, 0 for none.
func npyLimit(options []NpyOption) int64 {
	var limit int64
	for _, o := range options {
		if o.maxBytes > 0 && (limit == 0 || o.maxBytes < limit) {
			limit = o.maxBytes
		}
	}
	return limit
}

// ReadNpy reads an array in NumPy's .npy format, versions 1 to 3, either byte
// order and either memory order; the result is row-major. The elements have to
// be Ts; int and int64 are one type. Otherwise the error wraps [ErrDType].
// ReadNpy reads no byte past the array, so arrays written one after the other
// can be read in turn until the error is io.EOF.
//
// A file is not trusted: a header that claims more than r can hold, as far as
// that is known, is refused before anything is allocated, and memory otherwise
// grows only as data arrives. Format:
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
func ReadNpy[T Element](dev backend.Device, r io.Reader, options ...NpyOption) (*Array[T], error) {
	const op = "ReadNpy"
	needDevice(op, dev)
	needReader(op, r)
	a, err := readNpy[T](dev, r, options)
	return a, inOp(op, err)
}

// ReadNpyAny reads an array as [ReadNpy] does, of the element type that the
// file names. int64 elements come as an *Array[int64].
func ReadNpyAny(dev backend.Device, r io.Reader, options ...NpyOption) (AnyArray, error) {
	const op = "ReadNpyAny"
	needDevice(op, dev)
	needReader(op, r)
	a, err := readNpyAny(dev, r, options)
	return a, inOp(op, err)
}

// LoadNpy reads an array from a file, see [ReadNpy].
func LoadNpy[T Element](dev backend.Device, filename string, options ...NpyOption) (*Array[T], error) {
	const op = "LoadNpy"
	needDevice(op, dev)
	f, err := os.Open(filename)
	if err != nil {
		return nil, inOp(op, err)
	}
	defer f.Close()
	a, err := readNpy[T](dev, f, options)
	return a, inFile(op, filename, err)
}

// LoadNpyAny reads an array from a file, see [ReadNpyAny].
func LoadNpyAny(dev backend.Device, filename string, options ...NpyOption) (AnyArray, error) {
	const op = "LoadNpyAny"
	needDevice(op, dev)
	f, err := os.Open(filename)
	if err != nil {
		return nil, inOp(op, err)
	}
	defer f.Close()
	a, err := readNpyAny(dev, f, options)
	return a, inFile(op, filename, err)
}

// WriteNpy computes an array of any element type and writes it in NumPy's .npy
// format, row-major and little-endian. It goes part by part, without a second
// copy of the whole on the host, and writes nothing when the computation is
// known to have failed.
func WriteNpy(w io.Writer, a AnyArray) error {
	const op = "WriteNpy"
	t := savedTensor(op, a)
	if w == nil {
		fail(op, "the writer is nil")
	}
	return inOp(op, writeNpy(op, w, t))
}

// SaveNpy writes an array to a file, see [WriteNpy]. The file is complete or
// left as it was: the data goes to a temporary file in the same folder, which
// then takes the name.
func SaveNpy(filename string, a AnyArray) error {
	const op = "SaveNpy"
	t := savedTensor(op, a)
	err := saveFile(filename, func(w io.Writer) error { return writeNpy(op, w, t) })
	return inFile(op, filename, err)
}

// savedTensor returns what is behind an array that is to be written.
func savedTensor(op string, a AnyArray) *tensor {
	t := anyTensor(op, a)
	if t.kind == kindConst {
		fail(op, "a constant has no device; make it an array with Full")
	}
	return t
}

func needReader(op string, r io.Reader) {
	if r == nil {
		fail(op, "the reader is nil")
	}
}

func readNpy[T Element](dev backend.Device, r io.Reader, options []NpyOption) (*Array[T], error) {
	h, err := npy.ReadHeader(r)
	if err != nil {
		return nil, err
	}
	return typedBody[T](dev, r, h, npyLimit(options))
}

func readNpyAny(dev backend.Device, r io.Reader, options []NpyOption) (AnyArray, error) {
	h, err := npy.ReadHeader(r)
	if err != nil {
		return nil, err
	}
	return elementTypes[npyDType(h)].readNpy(dev, r, h, npyLimit(options))
}

func writeNpy(op string, w io.Writer, t *tensor) error {
	if err := t.sound(op); err != nil {
		return err
	}
	h := npyHeaderOf(t)
	if err := npy.WriteHeader(w, h); err != nil {
		return err
	}
	return writeBody(op, w, h, t)
}

// npyKinds are NumPy's letters for the classes of element types.
var npyKinds = map[expr.Kind]npy.Kind{
	expr.KindBool:    npy.Bool,
	expr.KindInt:     npy.Int,
	expr.KindUint:    npy.Uint,
	expr.KindFloat:   npy.Float,
	expr.KindComplex: npy.Complex,
}

func npyHeaderOf(t *tensor) npy.Header {
	return npy.Header{Kind: npyKinds[t.dtype.Kind()], Size: t.dtype.Size(), Shape: t.shape}
}

// npyDType returns the element type of a header that has been checked.
func npyDType(h npy.Header) backend.DType {
	for _, d := range expr.DTypes() {
		if npyKinds[d.Kind()] == h.Kind && d.Size() == h.Size {
			return d
		}
	}
	return expr.Invalid
}

// typedBody reads the elements that follow a header if they are Ts.
func typedBody[T Element](dev backend.Device, r io.Reader, h npy.Header, limit int64) (*Array[T], error) {
	if have, want := npyDType(h), expr.TypeOf[T](); have != want {
		return nil, fmt.Errorf("the elements are %v, not %v; ask for %v, or use ReadNpyAny, LoadNpyAny or NpzAny and convert with CastAny[%v]: %w",
			have, want, have, want, ErrDType)
	}
	return readBody[T](dev, r, h, limit)
}

// readBody reads the elements that follow a header.
func readBody[T Element](dev backend.Device, r io.Reader, h npy.Header, limit int64) (*Array[T], error) {
	need, err := h.Bytes()
	if err != nil {
		return nil, err
	}
	if limit > 0 && need > limit {
		return nil, fmt.Errorf("the array takes %d bytes, the limit is %d: %w", need, limit, ErrNpyTooLarge)
	}
	shp := slices.Clone(h.Shape)
	if h.Fortran {
		slices.Reverse(shp)
	}
	if err := shape.Check(shp, h.Size); err != nil {
		return nil, fmt.Errorf("%w: %w", err, ErrNpyTooLarge)
	}
	var body []byte // what has to be read before memory is taken for it
	left, known := npy.SizeLeft(r)
	if !known || left < need {
		if body, err = npy.ReadBodyGrow(r, h, limit); err != nil {
			return nil, err
		}
	}
	a := newEmpty[T]("ReadNpy", dev, shp)
	if err := a.t.st.err; err != nil {
		return nil, err
	}
	if body != nil {
		err = copyIn(a.t.st, 0, body)
	} else {
		err = copyBody(a.t.st, r, h, int(need))
	}
	if err == nil && h.Fortran && len(shp) > 1 {
		rows := a
		defer rows.Close()
		columns := rows.T()
		defer columns.Close()
		a = columns.Copy()
		err = a.Eval()
	}
	if err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// copyBody reads a body of need bytes into a storage, part by part.
func copyBody(st *storage, r io.Reader, h npy.Header, need int) error {
	buf := make([]byte, min(need, streamBytes))
	for done := 0; done < need; {
		data := buf[:min(need-done, len(buf))]
		h.Shape = []int{len(data) / h.Size}
		if err := npy.ReadBody(r, h, data); err != nil {
			return err
		}
		if err := copyIn(st, done, data); err != nil {
			return err
		}
		done += len(data)
	}
	return nil
}

func copyIn(st *storage, offset int, data []byte) error {
	if len(data) == 0 {
		return nil
	}
	return st.dev.CopyIn(st.buf, offset, data)
}

// writeBody writes the elements that follow the header h.
func writeBody(op string, w io.Writer, h npy.Header, t *tensor) error {
	part := h
	return elementTypes[t.dtype].stream(op, t, func(data []byte) error {
		part.Shape = []int{len(data) / h.Size}
		return npy.WriteBody(w, part, data)
	})
}

// inOp names the operation in an error.
func inOp(op string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("array: %s: %w", op, err)
}

// inFile names the operation and the file in an error.
func inFile(op, filename string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("array: %s: %s: %w", op, filename, err)
}
