package npy

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHeaderTexts(t *testing.T) {
	f4 := func(shape ...int) Header {
		return Header{Kind: Float, Size: 4, BigEndian: hostBigEndian, Shape: append([]int{}, shape...)}
	}
	little := f4(2, 3)
	little.BigEndian = false
	for text, want := range map[string]Header{
		// as other writers put it: no padding, no newline, other orders and quotes
		`{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }`:                  little,
		`{"shape":(2,3),"fortran_order":False,"descr":"<f4"}`:                          little,
		" \t{ 'fortran_order' :\n False ,\r\n'shape':( 2 ,3 , ) , 'descr':u'<f4'}\f\n": little,
		`{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 3L)}`:                  little,
		`{'descr': '=f4', 'fortran_order': False, 'shape': ()}`:                        f4(),
		`{'descr': '|f4', 'fortran_order': False, 'shape': ( )}`:                       f4(),
		`{'descr': 'f4', 'fortran_order': False, 'shape': (5,)}`:                       f4(5),
		`{'descr': '>u1', 'fortran_order': True, 'shape': (0,)}`:                       {Kind: Uint, Size: 1, Fortran: true, Shape: []int{0}},
		`{'descr': '<b1', 'fortran_order': True, 'shape': (1,)}`:                       {Kind: Bool, Size: 1, Fortran: true, Shape: []int{1}},
		`{'descr': '>c16', 'fortran_order': False, 'shape': (1, 0)}`:                   {Kind: Complex, Size: 16, BigEndian: true, Shape: []int{1, 0}},
	} {
		for _, major := range []byte{1, 2, 3} {
			want.Version = [2]byte{major, 0}
			got, err := ReadHeader(bytes.NewReader(file(major, text)))
			require.NoError(t, err, text)
			require.Equal(t, want, got, text)
		}
	}
}

func TestMalformedHeaders(t *testing.T) {
	with := func(descr, fortran, shape string) string {
		return "{'descr': " + descr + ", 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n"
	}
	good := with("'<f4'", "False", "(2,)")
	cases := map[error][]string{
		ErrFormat: {
			"", " ", "\n", "{", "}", "{}", "()", "[]", "None", "'", "{'", "{'descr'", "{'descr':", "{,}",
			strings.TrimSuffix(good, "}\n"), good + "x", good + "\x00", good + "{}", "x" + good,
			"{'descr': '<f4', 'fortran_order': False}",
			"{'descr': '<f4', 'shape': (2,)}",
			"{'fortran_order': False, 'shape': (2,)}",
			"{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'extra': 1}",
			"{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2,)}",
			"{'descr': '<f4' 'fortran_order': False, 'shape': (2,)}",
			"{'descr' '<f4', 'fortran_order': False, 'shape': (2,)}",
			"{'descr': '<f4',, 'fortran_order': False, 'shape': (2,)}",
			"{'d\\x65scr': '<f4', 'fortran_order': False, 'shape': (2,)}",
			"{descr: '<f4', 'fortran_order': False, 'shape': (2,)}",
			"{u: '<f4'}", "{u", "{u'",

			with("''", "False", "(2,)"), with("'<'", "False", "(2,)"), with("'<f'", "False", "(2,)"),
			with("'<f3'", "False", "(2,)"), with("'<f04'", "False", "(2,)"), with("'<f-4'", "False", "(2,)"),
			with("'<f+4'", "False", "(2,)"), with("'<f4 '", "False", "(2,)"), with("'<<f4'", "False", "(2,)"),
			with("'<b2'", "False", "(2,)"), with("'<i16'", "False", "(2,)"), with("'<f260'", "False", "(2,)"),
			with("'<q8'", "False", "(2,)"), with("'\xff4'", "False", "(2,)"), with("'<f4\n'", "False", "(2,)"),
			with("'<f4\"", "False", "(2,)"), with("'<f4' '<f4'", "False", "(2,)"), with("4", "False", "(2,)"),
			with("None", "False", "(2,)"), with("[", "False", "(2,)"), with("[)", "False", "(2,)"),
			with("[('x', '<f4')", "False", "(2,)"), with("['\\", "False", "(2,)"), with("['\\'", "False", "(2,)"),
			strings.Repeat("[", 5000), "{'descr': " + strings.Repeat("[", 5000),

			with("'S\\x33'", "False", "(2,)"), with("'S3\\''", "False", "(2,)"),

			with("'<f4'", "0", "(2,)"), with("'<f4'", "false", "(2,)"), with("'<f4'", "'False'", "(2,)"),
			with("'<f4'", "Falsey", "(2,)"), with("'<f4'", "", "(2,)"), with("'<f4'", "None", "(2,)"),

			with("'<f4'", "False", "2"), with("'<f4'", "False", "(2)"), with("'<f4'", "False", "[2]"),
			with("'<f4'", "False", "(,)"), with("'<f4'", "False", "(2,,)"), with("'<f4'", "False", "(2 3)"),
			with("'<f4'", "False", "(2,"), with("'<f4'", "False", "("), with("'<f4'", "False", "None"),
			with("'<f4'", "False", "(-1,)"), with("'<f4'", "False", "(3, -2)"), with("'<f4'", "False", "(-,)"),
			with("'<f4'", "False", "(2.0,)"), with("'<f4'", "False", "(True,)"), with("'<f4'", "False", "('2',)"),
			with("'<f4'", "False", "(010,)"), with("'<f4'", "False", "(0x10,)"), with("'<f4'", "False", "(1e3,)"),
			with("'<f4'", "False", "(2LL,)"), with("'<f4'", "False", "(L,)"), with("'<f4'", "False", "(1_0,)"),
		},
		ErrTooLarge: {
			with("'<f4'", "False", "(9223372036854775808,)"),

			with("'<f4'", "False", "("+strings.Repeat("9", 4000)+",)"),
			with("'<f8'", "False", "(9223372036854775807,)"),
			with("'<f8'", "False", "(1152921504606846976,)"), // 2^60 × 8
			with("'|u1'", "False", "(4294967296, 4294967296)"),
			with("'|u1'", "False", "(4294967296, 4294967296, 0)"), // strides overflow all the same
			with("'|u1'", "False", "(0, 4294967296, 4294967296)"),
			with("'|u1'", "False", "("+strings.Repeat("1, ", MaxRank+1)+")"),
		},
		ErrUnsupported: {
			with("[('x', '<f4')]", "False", "(2,)"), with("[]", "False", "(2,)"),
			with("('<f4', (2,))", "False", "(2,)"), with("'|O'", "False", "(2,)"), with("'O8'", "False", "(2,)"),
			with("'S'", "False", "(2,)"), with("'>U12'", "False", "(2,)"), with("'<f2'", "False", "(2,)"),
			with("'<M8[25us]'", "False", "(2,)"), with("'|V0'", "False", "(2,)"),
		},
	}
	for kind, texts := range cases {
		for _, text := range texts {
			for _, major := range []byte{1, 2, 3} {
				_, err := ReadHeader(bytes.NewReader(file(major, text)))
				fe := requireFault(t, err, kind, text)
				require.Less(t, len(fe.Error()), 400, "an error text holds a whole header")
			}
		}
	}
	_, err := ReadHeader(bytes.NewReader(file(1, good)))
	require.NoError(t, err)
}

func TestNotNpy(t *testing.T) {
	for _, data := range []string{"x", "PK\x03\x04", "\x93NUMPX\x01\x00", "\x93HDF", "NUMPY\x93\x01\x00", strings.Repeat("\x00", 99)} {
		_, err := ReadHeader(strings.NewReader(data))
		requireFault(t, err, ErrFormat, data)
	}
	for _, version := range [][2]byte{{0, 0}, {1, 1}, {2, 1}, {3, 1}, {4, 0}, {255, 255}} {
		data := file(1, "{}")
		data[6], data[7] = version[0], version[1]
		_, err := ReadHeader(bytes.NewReader(data))
		requireFault(t, err, ErrUnsupported, version)
	}
}

// A header length over the limit is refused before it is allocated, whatever
// follows; the limit itself is read.
func TestHeaderLimit(t *testing.T) {
	text := "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}"
	longest := text + strings.Repeat(" ", MaxHeader-len(text))
	h, err := ReadHeader(strings.NewReader(string(file(2, longest))))
	require.NoError(t, err)
	require.Equal(t, []int{2}, h.Shape)

	_, err = ReadHeader(bytes.NewReader(file(3, longest+" ")))
	requireFault(t, err, ErrTooLarge)
	claim := append([]byte(magic), 2, 0, 0xff, 0xff, 0xff, 0xff)
	spent := allocated(func() { _, err = ReadHeader(bytes.NewReader(claim)) })
	requireFault(t, err, ErrTooLarge)
	require.Less(t, spent, uint64(MaxHeader))
}

func TestCountAndBytes(t *testing.T) {
	for _, c := range []struct {
		shape []int
		count int
		bytes int64
	}{
		{nil, 1, 8}, {[]int{}, 1, 8}, {[]int{0}, 0, 0}, {[]int{7}, 7, 56}, {[]int{2, 0, 3}, 0, 0}, {[]int{2, 3, 4}, 24, 192},
	} {
		h := Header{Kind: Complex, Size: 8, Shape: c.shape}
		count, err := h.Count()
		require.NoError(t, err)
		require.Equal(t, c.count, count)
		size, err := h.Bytes()
		require.NoError(t, err)
		require.Equal(t, c.bytes, size)
	}
	for kind, bad := range map[error][]Header{
		ErrUnsupported: {{}, {Kind: Float}, {Kind: Float, Size: -4}, {Kind: 'O', Size: 8}, {Kind: Float, Size: 2}, {Kind: Bool, Size: 8}},
		ErrFormat:      {{Kind: Float, Size: 4, Shape: []int{-1}}, {Kind: Float, Size: 4, Shape: []int{0, math.MinInt}}},
		ErrTooLarge: {
			{Kind: Float, Size: 4, Shape: []int{math.MaxInt, math.MaxInt, math.MaxInt}},
			{Kind: Float, Size: 8, Shape: []int{math.MaxInt, 3}},
			{Kind: Float, Size: 4, Shape: make([]int, MaxRank+1)},
		},
	} {
		for _, h := range bad {
			_, err := h.Count()
			requireFault(t, err, kind, h)
			_, err = h.Bytes()
			requireFault(t, err, kind, h)
			var out bytes.Buffer
			requireFault(t, WriteHeader(&out, h), kind, h)
			require.Zero(t, out.Len())
			require.Error(t, WriteBody(&out, h, nil))
			require.Error(t, ReadBody(&out, h, nil))
			_, err = ReadBodyGrow(&out, h, 0)
			require.Error(t, err)
		}
	}
	requireFault(t, WriteHeader(&bytes.Buffer{}, Header{Version: [2]byte{9, 0}, Kind: Float, Size: 4}), ErrUnsupported)
}

// Headers of every rank and digit count are aligned and read back.
func TestHeaderRoundTrip(t *testing.T) {
	everyType(func(kind Kind, size int) {
		for rank := 0; rank <= MaxRank; rank += 7 {
			for major := range byte(4) {
				h := Header{Version: [2]byte{major, 0}, Kind: kind, Size: size, Fortran: rank%2 == 1, BigEndian: size > 1 && rank%3 == 0, Shape: []int{}}
				for i := range rank {
					h.Shape = append(h.Shape, 1+i%2*(64-i)/50) // a few twos among ones
				}
				if rank > 0 {
					h.Shape[0], _ = strconv.Atoi("1" + strings.Repeat("0", rank/7%8))
				}
				var out bytes.Buffer
				require.NoError(t, WriteHeader(&out, h))
				require.Zero(t, out.Len()%align)
				require.Equal(t, byte('\n'), out.Bytes()[out.Len()-1])
				if major == 0 {
					h.Version = [2]byte{1, 0}
				}
				got, err := ReadHeader(&out)
				require.NoError(t, err)
				require.Equal(t, h, got)
			}
		}
	})
}
