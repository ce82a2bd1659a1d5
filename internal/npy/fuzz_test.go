package npy

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// isFault says whether err is a typed fault, the only way to refuse bytes in memory.
func isFault(err error) bool {
	var fe *FormatError
	return errors.As(err, &fe) && fe.Reason != "" &&
		(errors.Is(err, ErrFormat) || errors.Is(err, ErrTruncated) || errors.Is(err, ErrTooLarge) || errors.Is(err, ErrUnsupported))
}

// FuzzRead: any bytes are refused with a FormatError, or read the same whether or
// not their size is known, and come back from being written and read.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"golden", "unsupported"} {
		for i, g := range loadGolden(f, name) {
			if name == "unsupported" || i%7 == 0 {
				f.Add(g.data)
			}
		}
	}
	f.Add(file(1, `{"shape":(2L, 1),"fortran_order":True,"descr":u'>c8'}`, make([]byte, 16)...))
	f.Add(file(3, "{'descr': [('x', [('y', '<f4', (2,))])], 'fortran_order': False, 'shape': (-1,)}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		const limit = 1 << 20
		known := bytes.NewReader(data)
		h, err := ReadHeader(known)
		unknown := plain{bytes.NewReader(data)}
		h2, err2 := ReadHeader(unknown)
		require.Equal(t, err, err2)
		require.Equal(t, h, h2)
		if err != nil {
			require.True(t, isFault(err), "%v", err)
			return
		}
		got, err := ReadBodyGrow(known, h, limit)
		got2, err2 := ReadBodyGrow(unknown, h, limit)
		require.Equal(t, err, err2)
		require.Equal(t, got, got2)
		if err != nil {
			require.True(t, isFault(err), "%v", err)
			return
		}
		again := bytes.NewReader(encode(t, h, got))
		h2, err = ReadHeader(again)
		require.NoError(t, err)
		require.Equal(t, h, h2)
		got2, err = ReadBodyGrow(again, h2, limit)
		require.NoError(t, err)
		require.Equal(t, got, got2)
	})
}

// FuzzArchive: any bytes are refused or read; every array that is read has the
// size that its header says. Decompressors are pooled, which makes coverage vary
// and the minimizer slow: run it with -fuzzminimizetime=10x.
func FuzzArchive(f *testing.F) {
	for _, name := range []string{"stored.npz", "deflated.npz"} {
		data, err := os.ReadFile("testdata/" + name)
		require.NoError(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const limit = 1 << 20
		a, err := openBytes(data, Options{MaxBytes: limit})
		if err != nil {
			require.True(t, isFault(err), "%v", err)
			return
		}
		for _, name := range a.Names() {
			h, read, err := readEntry(a, name)
			if err != nil {
				continue
			}
			size, err := h.Bytes()
			require.NoError(t, err)
			require.EqualValues(t, size, len(read))
			require.LessOrEqual(t, size, int64(limit))
		}
	})
}
