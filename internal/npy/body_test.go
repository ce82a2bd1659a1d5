package npy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// Bodies around the chunk and piece sizes come back whole, in both byte orders,
// from readers that give bytes as they like.
func TestBodyRoundTrip(t *testing.T) {
	everyType(func(kind Kind, size int) {
		for _, big := range []bool{false, true} {
			for _, count := range []int{0, 1, 5, chunk / size, chunk/size + 1, 4*chunk/size - 3} {
				h := Header{Version: [2]byte{1, 0}, Kind: kind, Size: size, BigEndian: big && size > 1, Shape: []int{count}}
				want := body(t, h)
				kept := bytes.Clone(want)
				data := append(encode(t, h, want), "rest"...)
				require.Equal(t, kept, want, "WriteBody changed its data")
				for name, r := range map[string]io.Reader{
					"known":   bytes.NewReader(data),
					"unknown": plain{bytes.NewReader(data)},
					"halves":  iotest.HalfReader(plain{bytes.NewReader(data)}),
					"dataerr": iotest.DataErrReader(plain{bytes.NewReader(data)}),
				} {
					got, err := ReadHeader(r)
					require.NoError(t, err)
					require.Equal(t, h, got)
					read, err := ReadBodyGrow(r, got, int64(len(want)))
					require.NoError(t, err)
					if !bytes.Equal(want, read) {
						t.Fatalf("%s: %+v comes back different", name, h)
					}
					if len(read) > 0 {
						require.Zero(t, uintptr(unsafe.Pointer(&read[0]))%8, "body is not aligned")
					}
					rest, err := io.ReadAll(r)
					require.NoError(t, err)
					require.Equal(t, "rest", string(rest))
				}
			}
		}
	})
}

// The byte order in the file is the one that the header names, by value.
func TestByteOrder(t *testing.T) {
	native := binary.NativeEndian.AppendUint32(nil, 0x01020304)
	h := Header{Kind: Uint, Size: 4}
	require.Equal(t, []byte{4, 3, 2, 1}, encode(t, h, native)[128:])
	h.BigEndian = true
	require.Equal(t, []byte{1, 2, 3, 4}, encode(t, h, native)[128:])
	got := make([]byte, 4)
	require.NoError(t, ReadBody(bytes.NewReader([]byte{1, 2, 3, 4}), h, got))
	require.Equal(t, native, got)

	// The parts of a complex number keep their places.
	parts := append(bytes.Clone(native), binary.NativeEndian.AppendUint32(nil, 0x05060708)...)
	h = Header{Kind: Complex, Size: 8, BigEndian: true}
	require.Equal(t, []byte{1, 2, 3, 4, 5, 6, 7, 8}, encode(t, h, parts)[128:])
}

func TestBoolsAreNormalised(t *testing.T) {
	h := Header{Kind: Bool, Size: 1, Shape: []int{4}}
	got, err := ReadBodyGrow(bytes.NewReader([]byte{0, 1, 2, 255}), h, 0)
	require.NoError(t, err)
	require.Equal(t, []byte{0, 1, 1, 1}, got)
}

func TestBodySizesMustAgree(t *testing.T) {
	h := Header{Kind: Float, Size: 4, Shape: []int{2}}
	for _, n := range []int{0, 7, 9} {
		require.ErrorContains(t, ReadBody(bytes.NewReader(make([]byte, 99)), h, make([]byte, n)), "body of 8")
		var out bytes.Buffer
		require.ErrorContains(t, WriteBody(&out, h, make([]byte, n)), "body of 8")
		require.Zero(t, out.Len())
	}
}

// A header that claims 2^40 elements of a body of ten bytes costs an error and
// little memory, however the ten bytes arrive.
func TestLyingHeader(t *testing.T) {
	if strconv.IntSize == 32 {
		t.Skip("such a header overflows a 32-bit int")
	}
	h := Header{Kind: Float, Size: 8, Shape: []int{1 << 20, 1 << 20}}
	var out bytes.Buffer
	require.NoError(t, WriteHeader(&out, h))
	out.WriteString("ten bytes!")
	path := filepath.Join(t.TempDir(), "lie.npy")
	require.NoError(t, os.WriteFile(path, out.Bytes(), 0o600))
	f, err := os.Open(path)
	require.NoError(t, err)
	defer func() { require.NoError(t, f.Close()) }()

	for name, r := range map[string]io.Reader{
		"bytes.Reader":   bytes.NewReader(out.Bytes()),
		"bytes.Buffer":   bytes.NewBuffer(bytes.Clone(out.Bytes())),
		"strings.Reader": strings.NewReader(out.String()),
		"file":           f,
		"limited":        io.LimitReader(bytes.NewReader(out.Bytes()), 1<<60),
		"section":        io.NewSectionReader(bytes.NewReader(out.Bytes()), 0, 1<<60),
		"section of ?":   io.NewSectionReader(struct{ io.ReaderAt }{bytes.NewReader(out.Bytes())}, 0, 1<<60),
		"unknown":        plain{bytes.NewReader(out.Bytes())},
		"limited ?":      io.LimitReader(plain{bytes.NewReader(out.Bytes())}, 1<<60),
	} {
		var err error
		spent := allocated(func() {
			var h Header
			if h, err = ReadHeader(r); err == nil {
				_, err = ReadBodyGrow(r, h, 0)
			}
		})
		requireFault(t, err, ErrTruncated, name)
		require.ErrorContains(t, err, "10 of 8796093022208 bytes", name)
		require.Less(t, spent, uint64(1<<20), name)
	}
	_, err = ReadBodyGrow(plain{&out}, h, 1<<30)
	requireFault(t, err, ErrTooLarge)
}

// Where the size is unknown, all that is allocated stays near what arrived.
func TestGrowthIsBounded(t *testing.T) {
	const arrived = 8 << 20
	h := Header{Kind: Float, Size: 8, Shape: []int{math.MaxInt / 8}}
	var err error
	spent := allocated(func() {
		_, err = ReadBodyGrow(plain{io.LimitReader(zeros{}, arrived)}, h, 0)
	})
	requireFault(t, err, ErrTruncated)
	require.Less(t, spent, uint64(2*arrived+chunk))

	h.Shape[0] = arrived / 8
	spent = allocated(func() { _, err = ReadBodyGrow(plain{zeros{}}, h, 0) })
	require.NoError(t, err)
	require.Less(t, spent, uint64(2*arrived+chunk))
	spent = allocated(func() { _, err = ReadBodyGrow(bytes.NewReader(make([]byte, arrived)), h, 0) })
	require.NoError(t, err)
	require.Less(t, spent, uint64(2*arrived+chunk), "source and one body")
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

type reads struct {
	n   int
	err error
}

func (r reads) Read([]byte) (int, error) { return r.n, r.err }

// Faults of the source come back as they are; broken readers do not hang or panic.
func TestSourceFaults(t *testing.T) {
	h := Header{Kind: Float, Size: 8, Shape: []int{3}}
	disk := errors.New("disk fell off")
	for _, c := range []struct {
		r    io.Reader
		want error
	}{
		{reads{0, disk}, disk},
		{io.MultiReader(bytes.NewReader([]byte(magic)), reads{0, disk}), disk},
		{io.MultiReader(bytes.NewReader(file(1, "{}")[:11]), reads{0, disk}), disk},
		{reads{0, nil}, io.ErrNoProgress},
		{reads{1 << 20, nil}, nil},
		{reads{-1, nil}, nil},
	} {
		_, err := ReadHeader(c.r)
		require.Error(t, err)
		if c.want != nil {
			require.ErrorIs(t, err, c.want)
			var fe *FormatError
			require.False(t, errors.As(err, &fe))
		}
		_, err = ReadBodyGrow(c.r, h, 0)
		require.Error(t, err)
	}
	require.ErrorIs(t, WriteHeader(failing{disk}, h), disk)
	require.ErrorIs(t, WriteBody(failing{disk}, h, make([]byte, 24)), disk)
	require.ErrorIs(t, WriteBody(failing{}, h, make([]byte, 24)), io.ErrShortWrite)
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 1, f.err }

func TestSizeLeft(t *testing.T) {
	data := []byte("0123456789")
	path := filepath.Join(t.TempDir(), "ten")
	require.NoError(t, os.WriteFile(path, data, 0o600))
	f, err := os.Open(path)
	require.NoError(t, err)
	defer func() { require.NoError(t, f.Close()) }()
	pr, pw, err := os.Pipe()
	require.NoError(t, err)
	defer func() { require.NoError(t, errors.Join(pr.Close(), pw.Close())) }()

	for name, c := range map[string]struct {
		r    io.Reader
		want int64
		ok   bool
	}{
		"nil":              {nil, 0, false},
		"bytes.Reader":     {bytes.NewReader(data), 7, true},
		"bytes.Buffer":     {bytes.NewBuffer(bytes.Clone(data)), 7, true},
		"strings.Reader":   {strings.NewReader(string(data)), 7, true},
		"file":             {f, 7, true},
		"limited below":    {io.LimitReader(bytes.NewReader(data), 5), 2, true},
		"limited above":    {io.LimitReader(bytes.NewReader(data), 500), 7, true},
		"limited unknown":  {io.LimitReader(plain{bytes.NewReader(data)}, 5), 0, false},
		"section":          {io.NewSectionReader(bytes.NewReader(data), 1, 5), 2, true},
		"section too long": {io.NewSectionReader(bytes.NewReader(data), 1, 500), 6, true},
		"section of file":  {io.NewSectionReader(f, 1, 500), 6, true},
		"section unknown":  {io.NewSectionReader(struct{ io.ReaderAt }{f}, 1, 5), 0, false},
		"seeker":           {struct{ io.ReadSeeker }{bytes.NewReader(data)}, 7, true},
		"unknown":          {plain{bytes.NewReader(data)}, 0, false},
		"pipe":             {pr, 0, false},
	} {
		if c.r != nil && c.r != io.Reader(pr) {
			_, err := io.ReadFull(c.r, make([]byte, 3))
			require.NoError(t, err, name)
		}
		got, ok := SizeLeft(c.r)
		require.Equal(t, c.ok, ok, name)
		if ok {
			require.Equal(t, c.want, got, name)
			rest, err := io.ReadAll(c.r)
			require.NoError(t, err)
			require.Len(t, rest, int(c.want), name)
		}
	}
}
