package npy

import (
	"errors"
	"fmt"
	"io"
	"math"
	"unsafe"
)

const (
	// chunk is the most bytes moved at once: small enough that a chunk is still
	// in cache when its byte order is swapped. A multiple of every element size.
	chunk = 256 << 10
	// firstPiece is what ReadBodyGrow allocates before any data has arrived.
	firstPiece = chunk
)

// ReadBody fills dst, of exactly h.Bytes() bytes, with the body that starts at r.
// Elements are swapped to the host's byte order and stay in the file's memory
// order; bools other than 0 become 1, as they count in NumPy. What follows the
// body is left unread. After an error, dst holds an undefined part of the body.
//
// The caller has allocated dst, so it must have checked the header's claim
// (SizeLeft); ReadBodyGrow does both.
func ReadBody(r io.Reader, h Header, dst []byte) error {
	need, err := h.Bytes()
	if err != nil {
		return err
	}
	if int64(len(dst)) != need {
		return fmt.Errorf("npy: ReadBody: destination of %d bytes for a body of %d", len(dst), need)
	}
	return readPiece(r, h, dst, 0, need)
}

// readPiece fills dst with the part of a body that starts at byte done of need.
func readPiece(r io.Reader, h Header, dst []byte, done, need int64) error {
	for len(dst) > 0 {
		part := dst[:min(len(dst), chunk)]
		n, err := readFull(r, part)
		if err != nil {
			return ended(err, "the body", done+int64(n), need)
		}
		if h.BigEndian != hostBigEndian {
			swap(part, h.swapUnit())
		}
		if h.Kind == Bool {
			normalise(part)
		}
		dst = dst[len(part):]
		done += int64(len(part))
	}
	return nil
}

// ReadBodyGrow reads the body that starts at r, as ReadBody does, into memory of
// its own, aligned for every element type. A body over limit bytes is
// ErrTooLarge; a limit of 0 or less means none.
//
// Where SizeLeft knows what r holds, a header that claims more is refused before
// anything is allocated, and the body is read in place. Elsewhere the memory
// grows as data arrives and never exceeds twice what has arrived, plus 256 KiB.
func ReadBodyGrow(r io.Reader, h Header, limit int64) ([]byte, error) {
	need, err := h.Bytes()
	if err != nil {
		return nil, err
	}
	if limit > 0 && need > limit {
		return nil, fault(ErrTooLarge, "body of %d bytes, the limit is %d", need, limit)
	}
	if need > math.MaxInt {
		return nil, fault(ErrTooLarge, "body of %d bytes overflows the address space", need)
	}
	first := min(need, firstPiece)
	if left, ok := SizeLeft(r); ok {
		if left < need {
			return nil, ended(io.ErrUnexpectedEOF, "the body", left, need)
		}
		first = need
	}

	// Pieces, each as long as half of what came before it, are joined at the end:
	// a slice that doubles would hold three times its data while it is copied.
	var pieces [][]byte
	for done, size := int64(0), first; ; size = max(chunk, done/2/chunk*chunk) {
		piece := alignedBytes(int(min(size, need-done)))
		if err := readPiece(r, h, piece, done, need); err != nil {
			return nil, err
		}
		if done += int64(len(piece)); done == need && len(pieces) == 0 {
			return piece, nil
		}
		pieces = append(pieces, piece)
		if done == need {
			break
		}
	}
	body := alignedBytes(int(need))
	at := 0
	for _, p := range pieces {
		at += copy(body[at:], p)
	}
	return body, nil
}

// alignedBytes returns n zero bytes that may be viewed as any element type; make
// promises a []byte no alignment.
func alignedBytes(n int) []byte {
	words := make([]uint64, n/8+(n%8+7)/8)
	if n == 0 {
		return []byte{}
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), n)
}

// WriteBody writes data, exactly h.Bytes() bytes in the host's byte order and in
// the memory order that h names, in the byte order that h names. data is not
// changed.
func WriteBody(w io.Writer, h Header, data []byte) error {
	need, err := h.Bytes()
	if err != nil {
		return err
	}
	if int64(len(data)) != need {
		return fmt.Errorf("npy: WriteBody: data of %d bytes for a body of %d", len(data), need)
	}
	unit := h.swapUnit()
	swapped := h.BigEndian != hostBigEndian && unit > 1
	var scratch []byte
	if swapped {
		scratch = make([]byte, min(len(data), chunk))
	}
	for len(data) > 0 {
		part := data[:min(len(data), chunk)]
		data = data[len(part):]
		if swapped {
			part = scratch[:copy(scratch, part)]
			swap(part, unit)
		}
		if err := writeAll(w, part); err != nil {
			return err
		}
	}
	return nil
}

func writeAll(w io.Writer, p []byte) error {
	n, err := w.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return fmt.Errorf("npy: writing: %w", err)
	}
	return nil
}

// maxEmptyReads is how many reads in a row may bring nothing and no error.
const maxEmptyReads = 100

// readFull fills p. Unlike io.ReadFull it gives the reader's own error, io.EOF
// also after a part of p, and gives up on a reader that makes no progress.
func readFull(r io.Reader, p []byte) (int, error) {
	n, empty := 0, 0
	for n < len(p) {
		k, err := r.Read(p[n:])
		if k < 0 || k > len(p)-n {
			return n, fmt.Errorf("reader returned %d bytes into %d", k, len(p)-n)
		}
		if n += k; n == len(p) {
			break
		}
		if err != nil {
			return n, err
		}
		if k > 0 {
			empty = 0
		} else if empty++; empty == maxEmptyReads {
			return n, io.ErrNoProgress
		}
	}
	return n, nil
}

// ended explains a read that stopped after got of need bytes of what.
func ended(err error, what string, got, need int64) error {
	var fe *FormatError
	if errors.As(err, &fe) {
		return fe
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fault(ErrTruncated, "%s is truncated: %d of %d bytes", what, got, need)
	}
	return fmt.Errorf("npy: reading %s after %d of %d bytes: %w", what, got, need, err)
}
