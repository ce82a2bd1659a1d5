package npy

import (
	"archive/zip"
	"bytes"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// entry is one entry of a hand-made archive; claim, if set, is the uncompressed
// size that the directory gives.
type entry struct {
	name   string
	data   []byte
	method uint16
	claim  uint64
	flags  uint16
}

// pack makes an archive whose directory says what the entries claim.
func pack(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, e := range entries {
		packed := e.data
		if e.method == zip.Deflate {
			packed = deflate(t, e.data)
		}
		size := uint64(len(e.data))
		if e.claim != 0 {
			size = e.claim
		}
		w, err := z.CreateRaw(&zip.FileHeader{
			Name: e.name, Method: e.method, Flags: e.flags, CRC32: crc32.ChecksumIEEE(e.data),
			CompressedSize64: uint64(len(packed)), UncompressedSize64: size,
		})
		require.NoError(t, err)
		_, err = w.Write(packed)
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return out.Bytes()
}

// deflate gives the raw stream that archive/zip makes of data.
func deflate(t testing.TB, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	w, err := z.Create("x")
	require.NoError(t, err)
	_, err = w.Write(data)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	r, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	require.NoError(t, err)
	raw, err := r.File[0].OpenRaw()
	require.NoError(t, err)
	packed, err := io.ReadAll(raw)
	require.NoError(t, err)
	return packed
}

func openBytes(data []byte, opts Options) (*Reader, error) {
	return OpenNPZ(bytes.NewReader(data), int64(len(data)), opts)
}

// readEntry reads one array to its end.
func readEntry(a *Reader, name string) (h Header, data []byte, err error) {
	h, rc, err := a.Open(name)
	if err != nil {
		return h, nil, err
	}
	defer func() { err = errors.Join(err, rc.Close()) }()
	data, err = ReadBodyGrow(rc, h, 0)
	return h, data, err
}

func TestNumPyArchives(t *testing.T) {
	want := map[string]Header{
		"a":       {Kind: Float, Size: 4, Shape: []int{2, 3}},
		"dir/b":   {Kind: Int, Size: 8, Shape: []int{3}},
		"fortran": {Kind: Complex, Size: 16, Fortran: true, Shape: []int{2, 3}},
		"scalar":  {Kind: Uint, Size: 2, Shape: []int{}},
		"empty":   {Kind: Float, Size: 8, Shape: []int{0, 4}},
	}
	for _, name := range []string{"stored.npz", "deflated.npz"} {
		data, err := os.ReadFile("testdata/" + name)
		require.NoError(t, err)
		a, err := openBytes(data, Options{MaxBytes: 96})
		require.NoError(t, err)
		require.Equal(t, []string{"a", "dir/b", "fortran", "scalar", "empty"}, a.Names())
		for key, h := range want {
			h.Version = [2]byte{1, 0}
			for _, spelled := range []string{key, key + ".npy"} {
				got, read, err := readEntry(a, spelled)
				require.NoError(t, err)
				require.Equal(t, h, got)
				require.Equal(t, body(t, h), read)
			}
		}
	}
}

func TestArchiveRoundTrip(t *testing.T) {
	for _, compressed := range []bool{false, true} {
		var out, again bytes.Buffer
		want := map[string]Header{}
		for _, w := range []io.Writer{&out, &again} {
			a := NewWriter(w, compressed)
			everyType(func(kind Kind, size int) {
				for _, shape := range [][]int{{}, {0}, {3, 2}, {33000}} {
					h := Header{Version: [2]byte{1, 0}, Kind: kind, Size: size, BigEndian: size > 2, Fortran: len(shape) > 1, Shape: shape}
					name := "é/" + h.descr() + shapeText(shape)
					want[name] = h
					entry, err := a.Create(name, h)
					require.NoError(t, err)
					require.NoError(t, WriteBody(entry, h, body(t, h)))
				}
			})
			require.NoError(t, a.Close())
			require.NoError(t, a.Close())
		}
		require.Equal(t, out.Bytes(), again.Bytes(), "equal arrays make different archives")

		a, err := openBytes(out.Bytes(), Options{})
		require.NoError(t, err)
		require.Len(t, a.Names(), len(want))
		for name, h := range want {
			got, read, err := readEntry(a, name)
			require.NoError(t, err)
			require.Equal(t, h, got)
			require.True(t, bytes.Equal(body(t, h), read), name)
		}
	}
}

func TestWriterMisuse(t *testing.T) {
	h := Header{Kind: Uint, Size: 1, Shape: []int{4}}
	var out bytes.Buffer
	a := NewWriter(&out, false)
	first, err := a.Create("a", h)
	require.NoError(t, err)
	_, err = first.Write([]byte("12345"))
	require.ErrorContains(t, err, "5 bytes written where 4 are left")
	_, err = first.Write([]byte("1234"))
	require.NoError(t, err)

	for _, name := range []string{"a", "../b", "b/..", `..\b`, "b/../../c", "b\x00", "\xff", strings.Repeat("x", 1<<16)} {
		_, err = a.Create(name, h)
		requireFault(t, err, ErrFormat, name)
	}
	_, err = a.Create("b", Header{Kind: Float, Size: 2})
	require.Equal(t, "b", requireFault(t, err, ErrUnsupported).Entry)
	_, err = a.Create("b", Header{Version: [2]byte{7, 0}, Kind: Float, Size: 4})
	requireFault(t, err, ErrUnsupported)

	// None of that broke the archive.
	second, err := a.Create("b", h)
	require.NoError(t, err)
	_, err = first.Write(nil)
	require.ErrorContains(t, err, "after the next Create")
	_, err = second.Write([]byte("5678"))
	require.NoError(t, err)
	require.NoError(t, a.Close())
	_, err = second.Write(nil)
	require.Error(t, err)
	_, err = a.Create("c", h)
	require.ErrorContains(t, err, "after Close")
	r, err := openBytes(out.Bytes(), Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"a", "b"}, r.Names())

	a = NewWriter(&out, false)
	_, err = a.Create("short", h)
	require.NoError(t, err)
	_, err = a.Create("next", h)
	require.ErrorContains(t, err, "4 bytes of its body were not written")
	require.ErrorContains(t, a.Close(), "4 bytes of its body were not written")

	disk := errors.New("disk full")
	a = NewWriter(failing{disk}, false)
	w, err := a.Create("a", Header{Kind: Uint, Size: 1, Shape: []int{1 << 20}})
	if err == nil {
		_, err = w.Write(make([]byte, 1<<20))
	}
	require.ErrorIs(t, err, disk)
	require.ErrorIs(t, a.Close(), disk)
}

func TestNames(t *testing.T) {
	good := encode(t, Header{Kind: Uint, Size: 1}, []byte{1})
	a, err := openBytes(pack(t,
		entry{name: "readme.txt", data: []byte("hello")}, entry{name: "dir/"}, entry{name: "../up.txt"},
		entry{name: "x.npy", data: good}, entry{name: "x.npy.npy", data: good}, entry{name: ".npy", data: good},
		entry{name: "/abs.npy", data: good}, entry{name: "a..b.npy", data: good},
	), Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"x", "x.npy", "", "/abs", "a..b"}, a.Names())
	a.Names()[0] = "changed"
	for _, name := range a.Names() {
		_, _, err = readEntry(a, name)
		require.NoError(t, err, name)
	}
	for _, name := range []string{"readme.txt", "readme", "dir/", "X", "../up.txt"} {
		_, _, err := a.Open(name)
		var ne *NameError
		require.ErrorAs(t, err, &ne)
		require.Equal(t, name, ne.Name)
		require.Contains(t, err.Error(), `"a..b"`)
		require.ErrorIs(t, err, fs.ErrNotExist)
	}
	for _, name := range []string{"../x.npy", "a/../../x.npy", `..\x.npy`, "/../x.npy", "x\x00.npy"} {
		_, err = openBytes(pack(t, entry{name: name, data: good}), Options{})
		requireFault(t, err, ErrFormat, name)
	}
	_, err = openBytes(pack(t, entry{name: "x.npy", data: good}, entry{name: "x.npy", data: good}), Options{})
	requireFault(t, err, ErrFormat)
}

func TestHostileEntries(t *testing.T) {
	h := Header{Kind: Uint, Size: 1, Shape: []int{1000}}
	good := encode(t, h, make([]byte, 1000))
	long := append(bytes.Clone(good), make([]byte, 500)...)
	size := uint64(len(good))
	lie := encode(t, Header{Kind: Uint, Size: 1}, []byte{1})[:128]
	var huge bytes.Buffer
	require.NoError(t, WriteHeader(&huge, Header{Kind: Float, Size: 8, Shape: []int{math.MaxInt / 8}}))

	for name, c := range map[string]struct {
		e    entry
		kind error
	}{
		"not npy":                     {entry{data: []byte("PK not an array")}, ErrFormat},
		"no bytes":                    {entry{}, ErrTruncated},
		"header cut":                  {entry{data: good[:50]}, ErrTruncated},
		"body cut":                    {entry{data: good[:len(good)-1]}, ErrTruncated},
		"body cut, deflated":          {entry{data: good[:len(good)-1], method: zip.Deflate}, ErrTruncated},
		"scalar without body":         {entry{data: lie}, ErrTruncated},
		"trailing data":               {entry{data: long}, ErrFormat},
		"header claims too much":      {entry{data: huge.Bytes()}, ErrTooLarge},
		"both claim too much":         {entry{data: huge.Bytes(), method: zip.Deflate, claim: 8<<40 + 128}, ErrFormat},
		"claims 2^64-1":               {entry{data: good, method: zip.Deflate, claim: 1<<64 - 2}, ErrTooLarge},
		"claims less than it holds":   {entry{data: long, method: zip.Deflate, claim: size}, ErrFormat},
		"claims more than it holds":   {entry{data: good[:len(good)-5], method: zip.Deflate, claim: size}, ErrTruncated},
		"stored, claims more":         {entry{data: good[:len(good)-5], claim: size}, ErrFormat},
		"over MaxBytes":               {entry{data: encode(t, Header{Kind: Uint, Size: 1, Shape: []int{1001}}, make([]byte, 1001)), method: zip.Deflate}, ErrTooLarge},
		"encrypted":                   {entry{data: good, flags: 1}, ErrUnsupported},
		"bzip2":                       {entry{data: good, method: 12}, ErrUnsupported},
		"object dtype":                {entry{data: file(1, "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}")}, ErrUnsupported},
		"deflate stream of no format": {entry{data: good, method: zip.Deflate}, nil},
	} {
		c.e.name = "x.npy"
		data := pack(t, c.e)
		if c.kind == nil {
			at := bytes.Index(data, deflate(t, good))
			require.Positive(t, at)
			data[at] = 0xff // no such block type
			c.kind = ErrFormat
		}
		a, err := openBytes(data, Options{MaxBytes: 1000})
		require.NoError(t, err, name)
		spent := allocated(func() { _, _, err = readEntry(a, "x") })
		require.Equal(t, "x.npy", requireFault(t, err, c.kind, name).Entry)
		require.Less(t, spent, uint64(1<<20), name)
	}
}

// Without a limit too, a header can't claim more than its entry.
func TestLyingHeaderInArchive(t *testing.T) {
	var huge bytes.Buffer
	require.NoError(t, WriteHeader(&huge, Header{Kind: Float, Size: 8, Shape: []int{math.MaxInt / 8}}))
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		a, err := openBytes(pack(t, entry{name: "x.npy", data: huge.Bytes(), method: method}), Options{})
		require.NoError(t, err)
		spent := allocated(func() { _, _, err = readEntry(a, "x") })
		requireFault(t, err, ErrTruncated)
		require.Less(t, spent, uint64(1<<20))
	}
}

// Every bit of the data counts: the checksum is verified before the last bytes
// are given, for bodies and for headers without one.
func TestChecksum(t *testing.T) {
	for _, shape := range [][]int{{0}, {40}} {
		for _, method := range []uint16{zip.Store, zip.Deflate} {
			h := Header{Version: [2]byte{1, 0}, Kind: Uint, Size: 1, Shape: shape}
			good := encode(t, h, body(t, h))
			data := pack(t, entry{name: "x.npy", data: good, method: method})
			directory := bytes.LastIndex(data, []byte("PK\x01\x02"))
			start := 30 + len("x.npy")
			for at := start; at < directory; at++ {
				bad := bytes.Clone(data)
				bad[at] ^= 1
				a, err := openBytes(bad, Options{})
				require.NoError(t, err)
				got, read, err := readEntry(a, "x")
				if err == nil && method == zip.Deflate {
					// The end of a deflate stream can be spelled in several ways.
					require.Equal(t, h, got)
					require.Equal(t, body(t, h), read)
					continue
				}
				require.Error(t, err, "byte %d of %v", at-start, shape)
			}
		}
	}
}

// Overlapping entries, the trick of archives that expand without bound, add up to
// more than the archive holds.
func TestOverlappingEntries(t *testing.T) {
	good := encode(t, Header{Kind: Uint, Size: 1, Shape: []int{1000}}, make([]byte, 1000))
	data := pack(t, entry{name: "a.npy", data: good}, entry{name: "b.npy"}, entry{name: "c.npy"})
	directory := bytes.Index(data, []byte("PK\x01\x02"))
	// Entries b and c take the sizes (compressed, uncompressed) of a and its place.
	const sizes, sizesEnd, offset, record = 20, 28, 42, 46 + len("a.npy")
	for i := 1; i < 3; i++ {
		to := data[directory+i*record:]
		copy(to[sizes:sizesEnd], data[directory+sizes:])
		copy(to[offset:offset+4], data[directory+offset:])
	}
	_, err := openBytes(data, Options{})
	requireFault(t, err, ErrFormat)
	require.ErrorContains(t, err, "claim more than the archive")
}

// No prefix of an archive opens, none panics; nor does any changed byte.
func TestBrokenArchives(t *testing.T) {
	for _, name := range []string{"stored.npz", "deflated.npz"} {
		data, err := os.ReadFile("testdata/" + name)
		require.NoError(t, err)
		for n := range len(data) {
			_, err := openBytes(data[:n], Options{})
			requireFault(t, err, ErrFormat, n)
		}
		for at := range data {
			bad := bytes.Clone(data)
			bad[at] ^= 0xff
			a, err := openBytes(bad, Options{MaxBytes: 1 << 20})
			if err != nil {
				continue
			}
			for _, key := range a.Names() {
				_, _, _ = readEntry(a, key) // must return
			}
		}
	}
	_, err := OpenNPZ(bytes.NewReader(nil), -1, Options{})
	require.Error(t, err)
}

func TestEntrySize(t *testing.T) {
	for name, known := range map[string]bool{"stored.npz": true, "deflated.npz": false} {
		data, err := os.ReadFile("testdata/" + name)
		require.NoError(t, err)
		a, err := openBytes(data, Options{})
		require.NoError(t, err)
		_, rc, err := a.Open("a")
		require.NoError(t, err)
		left, ok := SizeLeft(rc)
		require.Equal(t, known, ok)
		require.EqualValues(t, 24, left)
		all, err := io.ReadAll(rc)
		require.NoError(t, err)
		require.Len(t, all, 24)
		require.NoError(t, rc.Close())
	}
}
