package npy

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// hostBigEndian is the byte order of bodies in memory.
var hostBigEndian = binary.NativeEndian.Uint16([]byte{0, 1}) == 1

// sizes lists the element sizes that have a Go type.
var sizes = map[Kind][]int{
	Bool:    {1},
	Int:     {1, 2, 4, 8},
	Uint:    {1, 2, 4, 8},
	Float:   {4, 8},
	Complex: {8, 16},
}

func supported(k Kind, size int) bool {
	for _, n := range sizes[k] {
		if n == size {
			return true
		}
	}
	return false
}

// foreign names the dtypes of NumPy that have no Go type, by letter and size; a
// letter alone stands for every size of it.
var foreign = map[string]string{
	"f2": "float16", "f10": "longdouble", "f12": "longdouble", "f16": "longdouble",
	"c20": "clongdouble", "c24": "clongdouble", "c32": "clongdouble",
	"O": "object", "S": "bytes", "a": "bytes", "U": "str", "V": "void",
	"M": "datetime64", "m": "timedelta64", "T": "variable-width str",
}

// parseDescr reads a simple dtype, such as <f4, into h.
func parseDescr(descr string, h *Header) error {
	rest, big := descr, hostBigEndian
	if rest != "" && strings.ContainsRune("<>=|", rune(rest[0])) {
		switch rest[0] {
		case '<':
			big = false
		case '>':
			big = true
		}
		rest = rest[1:]
	}
	if rest != "" {
		kind := Kind(rest[0])
		size, err := strconv.ParseUint(rest[1:], 10, 8)
		if err == nil && rest[1] != '0' && supported(kind, int(size)) {
			h.Kind, h.Size = kind, int(size)
			h.BigEndian = big && h.Size > 1
			return nil
		}
		name, ok := foreign[rest]
		if !ok {
			name, ok = foreign[rest[:1]]
		}
		if ok {
			return unsupportedDType(descr, name)
		}
	}
	return &FormatError{
		DType:  shorten(descr),
		Reason: fmt.Sprintf("dtype %q is not known", shorten(descr)),
		Err:    ErrFormat,
	}
}

func unsupportedDType(descr, name string) error {
	return &FormatError{
		DType:  shorten(descr),
		Reason: fmt.Sprintf("dtype %q (%s) is not supported; bool, integers, float32, float64, complex64 and complex128 are", shorten(descr), name),
		Err:    ErrUnsupported,
	}
}
