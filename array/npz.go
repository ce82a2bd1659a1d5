package array

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/internal/npy"
)

// Npz gives the arrays of a .npz archive, as numpy.savez and
// numpy.savez_compressed write them, by name. Arrays are read when they are
// asked for. Its use by several goroutines at once is safe if that of its
// source is, as with a file.
type Npz struct {
	archive *npy.Reader
	limit   int64
	file    *os.File // nil: the source is the caller's
}

// OpenNpz reads the directory of the archive in the first size bytes of r.
// Like ReadNpy it trusts nothing: an archive with two arrays of one name, with
// unsafe names, or whose entries claim more bytes than it has is refused.
func OpenNpz(r io.ReaderAt, size int64, options ...NpyOption) (*Npz, error) {
	const op = "OpenNpz"
	if r == nil {
		fail(op, "the reader is nil")
	}
	z, err := openNpz(r, size, options)
	return z, inOp(op, err)
}

// LoadNpz opens a .npz file, see [OpenNpz], which stays open until Close.
func LoadNpz(filename string, options ...NpyOption) (*Npz, error) {
	const op = "LoadNpz"
	f, err := os.Open(filename)
	if err != nil {
		return nil, inOp(op, err)
	}
	z, err := loadNpz(f, options)
	if err != nil {
		_ = f.Close() // the error that counts is err
		return nil, inFile(op, filename, err)
	}
	return z, nil
}

func loadNpz(f *os.File, options []NpyOption) (*Npz, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	z, err := openNpz(f, info.Size(), options)
	if err != nil {
		return nil, err
	}
	z.file = f
	return z, nil
}

func openNpz(r io.ReaderAt, size int64, options []NpyOption) (*Npz, error) {
	limit := npyLimit(options)
	archive, err := npy.OpenNPZ(r, size, npy.Options{MaxBytes: limit})
	if err != nil {
		return nil, err
	}
	return &Npz{archive: archive, limit: limit}, nil
}

// Names returns the names of the arrays, without .npy, in the archive's order.
func (z *Npz) Names() []string { return z.opened("Npz.Names").Names() }

func (z *Npz) opened(op string) *npy.Reader {
	if z == nil || z.archive == nil {
		fail(op, "the archive is nil; open one with OpenNpz or LoadNpz")
	}
	return z.archive
}

// Close closes the file that LoadNpz opened. Arrays that were read stay.
func (z *Npz) Close() error {
	if z == nil || z.file == nil {
		return nil
	}
	return inOp("Npz.Close", z.file.Close())
}

// NpzArray reads an array of the archive, by its name with or without .npy.
// The elements have to be Ts, as for [ReadNpy]. The error for a name that the
// archive lacks lists those that it has, and wraps fs.ErrNotExist.
func NpzArray[T Element](z *Npz, dev backend.Device, name string) (*Array[T], error) {
	return npzRead("NpzArray", z, dev, name, typedBody[T])
}

// NpzAny reads an array as [NpzArray] does, of the element type that the
// archive names.
func NpzAny(z *Npz, dev backend.Device, name string) (AnyArray, error) {
	return npzRead("NpzAny", z, dev, name, func(dev backend.Device, r io.Reader, h npy.Header, limit int64) (AnyArray, error) {
		return elementTypes[npyDType(h)].readNpy(dev, r, h, limit)
	})
}

func npzRead[A AnyArray](op string, z *Npz, dev backend.Device, name string, read func(backend.Device, io.Reader, npy.Header, int64) (A, error)) (a A, err error) {
	needDevice(op, dev)
	h, body, err := z.opened(op).Open(name)
	if err != nil {
		return a, inOp(op, err)
	}
	defer body.Close() // reading has met its errors
	a, err = read(dev, body, h, z.limit)
	if err != nil {
		return a, fmt.Errorf("array: %s %q: %w", op, name, err)
	}
	return a, nil
}

// NpzWriter writes a .npz archive, one array after the other.
type NpzWriter struct{ archive *npy.Writer }

// NewNpzWriter starts an archive in w, compressed like numpy.savez_compressed
// or plain like numpy.savez. Close completes it; w itself is not closed.
func NewNpzWriter(w io.Writer, compressed bool) *NpzWriter {
	if w == nil {
		fail("NewNpzWriter", "the writer is nil")
	}
	return &NpzWriter{archive: npy.NewWriter(w, compressed)}
}

// Write computes an array of any element type and adds it under a name, to
// which .npy is added, part by part. A name that the archive has already, or
// that climbs with "..", is an error that leaves the archive as it was, as is
// an array whose computation is known to have failed. After a failed write
// every later call fails.
func (z *NpzWriter) Write(name string, a AnyArray) error {
	const op = "NpzWriter.Write"
	t := savedTensor(op, a)
	if err := t.sound(op); err != nil {
		return fmt.Errorf("array: %s %q: %w", op, name, err)
	}
	h := npyHeaderOf(t)
	w, err := z.opened(op).Create(name, h)
	if err == nil {
		err = writeBody(op, w, h, t)
	}
	return inOp(op, err)
}

// Close completes the archive. A second Close does nothing.
func (z *NpzWriter) Close() error {
	const op = "NpzWriter.Close"
	return inOp(op, z.opened(op).Close())
}

func (z *NpzWriter) opened(op string) *npy.Writer {
	if z == nil || z.archive == nil {
		fail(op, "the archive is nil; start one with NewNpzWriter")
	}
	return z.archive
}

// NpzWrite adds an array to an archive, see [NpzWriter.Write].
func NpzWrite[T Element](z *NpzWriter, name string, a *Array[T]) error { return z.Write(name, a) }

// SaveNpz writes arrays of any element types to a .npz file, in the order of
// their names. As with [SaveNpy], the file is complete or left as it was.
func SaveNpz(filename string, compressed bool, arrays map[string]AnyArray) error {
	const op = "SaveNpz"
	for _, a := range arrays {
		savedTensor(op, a)
	}
	err := saveFile(filename, func(w io.Writer) error {
		z := NewNpzWriter(w, compressed)
		for _, name := range slices.Sorted(maps.Keys(arrays)) {
			if err := z.Write(name, arrays[name]); err != nil {
				return err
			}
		}
		return z.Close()
	})
	return inFile(op, filename, err)
}
