package npy

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// A golden is one file of testdata/gen.py.
type golden struct {
	DType   json.RawMessage
	Fortran bool
	Version byte
	Shape   []int
	Offset  int
	Length  int
	data    []byte
}

func loadGolden(t testing.TB, name string) []golden {
	t.Helper()
	index, err := os.ReadFile("testdata/" + name + ".json")
	require.NoError(t, err)
	data, err := os.ReadFile("testdata/" + name + ".bin")
	require.NoError(t, err)
	var all []golden
	require.NoError(t, json.Unmarshal(index, &all))
	require.NotEmpty(t, all)
	end := 0
	for i := range all {
		g := &all[i]
		require.Equal(t, end, g.Offset)
		end += g.Length
		g.data = data[g.Offset:end:end]
	}
	require.Len(t, data, end)
	return all
}

// header returns the header that the index names.
func (g golden) header(t testing.TB) Header {
	t.Helper()
	var dtype string
	require.NoError(t, json.Unmarshal(g.DType, &dtype))
	h := Header{Version: [2]byte{g.Version, 0}, Fortran: g.Fortran, Shape: g.Shape}
	require.NoError(t, parseDescr(dtype, &h))
	require.Equal(t, dtype, h.descr())
	return h
}

// Every file of NumPy is read, through a reader of known and of unknown size, and
// written again byte for byte.
func TestGolden(t *testing.T) {
	types := map[[2]int]bool{}
	for _, g := range loadGolden(t, "golden") {
		want := g.header(t)
		types[[2]int{int(want.Kind), want.Size}] = true
		for _, r := range []io.Reader{bytes.NewReader(g.data), plain{bytes.NewReader(g.data)}} {
			h, err := ReadHeader(r)
			require.NoError(t, err)
			require.Equal(t, want, h)
			got, err := ReadBodyGrow(r, h, 0)
			require.NoError(t, err)
			require.Equal(t, body(t, h), got, "%+v", h)
			require.Equal(t, g.data, encode(t, h, got), "%+v", h)
		}
	}
	require.Len(t, types, 13)
}

// Files one after the other are read from one stream, which ends with io.EOF.
func TestConcatenated(t *testing.T) {
	f, err := os.Open("testdata/golden.bin")
	require.NoError(t, err)
	defer func() { require.NoError(t, f.Close()) }()
	for _, g := range loadGolden(t, "golden") {
		h, err := ReadHeader(f)
		require.NoError(t, err)
		size, err := h.Bytes()
		require.NoError(t, err)
		dst := make([]byte, size)
		require.NoError(t, ReadBody(f, h, dst))
		require.Equal(t, body(t, g.header(t)), dst)
	}
	_, err = ReadHeader(f)
	require.ErrorIs(t, err, io.EOF)
	requireFault(t, err, ErrTruncated)
}

func TestUnsupportedDTypes(t *testing.T) {
	names := []string{
		"float16", "float16", "longdouble", "clongdouble", "bytes", "str", "void",
		"datetime64", "timedelta64", "object", "structured", "structured",
	}
	all := loadGolden(t, "unsupported")
	require.Len(t, all, len(names))
	for i, g := range all {
		_, err := ReadHeader(bytes.NewReader(g.data))
		fe := requireFault(t, err, ErrUnsupported, string(g.DType))
		require.Contains(t, fe.Reason, names[i])
		var dtype string
		if json.Unmarshal(g.DType, &dtype) == nil {
			require.Equal(t, dtype, fe.DType)
		} else {
			require.Contains(t, fe.DType, "<f4")
		}
	}
}

// No prefix of any file panics, reads as whole, or is called anything else than
// truncated; and ErrTruncated is io.ErrUnexpectedEOF.
func TestEveryTruncation(t *testing.T) {
	for _, g := range loadGolden(t, "golden") {
		if g.Length > 1000 {
			continue // long only for its header's padding
		}
		for n := range len(g.data) {
			for _, r := range []io.Reader{bytes.NewReader(g.data[:n]), plain{bytes.NewReader(g.data[:n])}} {
				h, err := ReadHeader(r)
				if err == nil {
					_, err = ReadBodyGrow(r, h, 0)
				}
				if !errors.Is(err, ErrTruncated) || !errors.Is(err, io.ErrUnexpectedEOF) {
					t.Fatalf("%+v cut to %d bytes: %v", g.header(t), n, err)
				}
				require.Equal(t, n == 0, errors.Is(err, io.EOF))
			}
		}
	}
}
