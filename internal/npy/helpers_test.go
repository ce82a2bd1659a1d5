package npy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// plain hides everything about a reader but Read, so that its size is unknown.
type plain struct{ io.Reader }

// file builds a .npy file around a header text.
func file(major byte, text string, body ...byte) []byte {
	out := append([]byte(magic), major, 0)
	if major == 1 {
		out = binary.LittleEndian.AppendUint16(out, uint16(len(text)))
	} else {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(text)))
	}
	return append(append(out, text...), body...)
}

// encode writes a whole file.
func encode(t testing.TB, h Header, body []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, WriteHeader(&out, h))
	require.NoError(t, WriteBody(&out, h, body))
	return out.Bytes()
}

// element appends element k of testdata/gen.py in the host's byte order.
func element(out []byte, h Header, k int) []byte {
	order := binary.NativeEndian
	float := func(size int, v float64) {
		if size == 4 {
			out = order.AppendUint32(out, math.Float32bits(float32(v)))
		} else {
			out = order.AppendUint64(out, math.Float64bits(v))
		}
	}
	switch h.Kind {
	case Bool:
		b := byte(0)
		if k%3 == 0 {
			b = 1
		}
		return append(out, b)
	case Int, Uint:
		v := 37*k - 50
		switch h.Size {
		case 1:
			return append(out, byte(v))
		case 2:
			return order.AppendUint16(out, uint16(v))
		case 4:
			return order.AppendUint32(out, uint32(v))
		}
		return order.AppendUint64(out, uint64(v))
	case Float:
		float(h.Size, 1.5*float64(k)-3.25)
	case Complex:
		float(h.Size/2, 1.5*float64(k)-3.25)
		float(h.Size/2, 7-float64(k))
	}
	return out
}

// body returns the elements of testdata/gen.py in the memory order of h.
func body(t testing.TB, h Header) []byte {
	t.Helper()
	count, err := h.Count()
	require.NoError(t, err)
	out := []byte{}
	for at := range count {
		k := at
		if h.Fortran {
			// at counts the first axis fastest; k counts the last one fastest.
			rest, stride := at, count
			k = 0
			for _, n := range h.Shape {
				stride /= n
				k += rest % n * stride
				rest /= n
			}
		}
		out = element(out, h, k)
	}
	return out
}

// everyType calls f with each element type.
func everyType(f func(kind Kind, size int)) {
	for _, kind := range []Kind{Bool, Int, Uint, Float, Complex} {
		for _, size := range sizes[kind] {
			f(kind, size)
		}
	}
}

// requireFault checks that err is a *FormatError of one kind.
func requireFault(t testing.TB, err, kind error, note ...any) *FormatError {
	t.Helper()
	require.ErrorIs(t, err, kind, note...)
	var fe *FormatError
	require.ErrorAs(t, err, &fe, note...)
	kinds := 0
	for _, k := range []error{ErrFormat, ErrTruncated, ErrTooLarge, ErrUnsupported} {
		if errors.Is(err, k) {
			kinds++
		}
	}
	require.Equal(t, 1, kinds, fmt.Sprint(note...))
	return fe
}

// allocated returns the bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
