package array

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
)

// everyElementType gives f an array of every element type and a typed way to read it
// back.
func everyElementType(t *testing.T, dev backend.Device, f func(t *testing.T, a AnyArray, same func(t *testing.T, b AnyArray))) {
	oneElementType(t, dev, f, true, false, true, true, false, false)
	oneElementType[int](t, dev, f, 1, -2, 3, -4, 5, 1<<62)
	oneElementType[int8](t, dev, f, 1, -2, 3, -4, 127, -128)
	oneElementType[int16](t, dev, f, 1, -2, 3, -4, 5, -1<<15)
	oneElementType[int32](t, dev, f, 1, -2, 3, -4, 5, -1<<31)
	oneElementType[int64](t, dev, f, 1, -2, 3, -4, 5, -1<<63)
	oneElementType[uint8](t, dev, f, 1, 2, 3, 4, 5, 255)
	oneElementType[uint16](t, dev, f, 1, 2, 3, 4, 5, 1<<16-1)
	oneElementType[uint32](t, dev, f, 1, 2, 3, 4, 5, 1<<32-1)
	oneElementType[uint64](t, dev, f, 1, 2, 3, 4, 5, 1<<64-1)
	oneElementType[float32](t, dev, f, 0.1, -2, 3e-45, 4e38/2, -0.5, 6)
	oneElementType[float64](t, dev, f, 0.1, -2, 5e-324, 1e308, -0.5, 6)
	oneElementType[complex64](t, dev, f, 0.1+1i, -2i, 3, 4, 5, 6)
	oneElementType[complex128](t, dev, f, 0.1+1e300i, -2i, 3, 4, 5, 6)
}

func oneElementType[T Element](t *testing.T, dev backend.Device, f func(t *testing.T, a AnyArray, same func(t *testing.T, b AnyArray)), v ...T) {
	a := FromSlice(dev, v, 2, 3)
	t.Run(a.DType().String(), func(t *testing.T) {
		f(t, a, func(t *testing.T, b AnyArray) {
			t.Helper()
			require.NotNil(t, b)
			assert.Equal(t, a.Shape(), b.Shape())
			typed, err := As[T](b)
			require.NoError(t, err)
			got, err := typed.ToSlice()
			require.NoError(t, err)
			assert.Equal(t, v, got)
		})
	})
}

func TestNpyRoundTrip(t *testing.T) {
	dev := testDevice(t)
	everyElementType(t, dev, func(t *testing.T, a AnyArray, same func(*testing.T, AnyArray)) {
		var b bytes.Buffer
		require.NoError(t, WriteNpy(&b, a))
		for name, r := range map[string]io.Reader{
			"of known size":   bytes.NewReader(b.Bytes()),
			"of unknown size": iotest.HalfReader(bytes.NewReader(b.Bytes())),
		} {
			back, err := ReadNpyAny(dev, r)
			require.NoError(t, err, name)
			same(t, back)
		}
	})
}

func TestNpyIntIsInt64(t *testing.T) {
	dev := testDevice(t)
	var b bytes.Buffer
	require.NoError(t, WriteNpy(&b, FromSlice(dev, []int{1, -2})))
	x, err := ReadNpy[int64](dev, bytes.NewReader(b.Bytes()))
	require.NoError(t, err)
	assert.Equal(t, "[ 1 -2]", x.String())
	y, err := ReadNpy[int](dev, bytes.NewReader(b.Bytes()))
	require.NoError(t, err)
	assert.Equal(t, "[ 1 -2]", y.String())
	z, err := ReadNpyAny(dev, bytes.NewReader(b.Bytes()))
	require.NoError(t, err)
	assert.IsType(t, x, z)
}

func TestNpyShapesAndViews(t *testing.T) {
	dev := testDevice(t)
	m := rampOf[int32](dev, 3, 4, 5)
	for name, a := range map[string]*Array[int32]{
		"whole": m, "transposed": m.T(), "flipped": m.Flip(), "stepped": m.Slice(Colon, Step(3)),
		"broadcast": m.Slice(At(0)).BroadcastTo(7, 4, 5), "0-d": m.Slice(At(1), At(1), At(1)),
		"empty": m.Slice(To(0)), "1-d": m.Ravel(), "pending": m.Add(m),
	} {
		want, err := a.ToSlice()
		require.NoError(t, err)
		var b bytes.Buffer
		require.NoError(t, WriteNpy(&b, a), name)
		back, err := ReadNpy[int32](dev, &b)
		require.NoError(t, err, name)
		assert.Equal(t, a.Shape(), back.Shape(), name)
		got, err := back.ToSlice()
		require.NoError(t, err)
		assert.Equal(t, want, got, name)
	}
}

// TestNpyParts writes and reads arrays above the size of a part, cut along
// their first and second axis.
func TestNpyParts(t *testing.T) {
	dev := testDevice(t)
	n := streamBytes/8 + 17
	for name, a := range map[string]*Array[int64]{
		"line":       rampOf[int64](dev, n),
		"rows":       rampOf[int64](dev, n/100, 101),
		"one row":    rampOf[int64](dev, 2, n),
		"transposed": rampOf[int64](dev, 3, n/2).T(),
		"reversed":   rampOf[int64](dev, n).Flip(),
	} {
		var b bytes.Buffer
		require.NoError(t, WriteNpy(&b, a), name)
		back, err := ReadNpy[int64](dev, &b)
		require.NoError(t, err, name)
		want, err := a.ToSlice()
		require.NoError(t, err)
		got, err := back.ToSlice()
		require.NoError(t, err)
		assert.True(t, slices.Equal(want, got), name)
		assert.Zero(t, b.Len())
	}
}

func TestNpyFilesOfNumPy(t *testing.T) {
	dev := testDevice(t)
	open := func(name string) string { return filepath.Join("testdata", name) }
	ints, err := LoadNpy[int](dev, open("int64.npy"))
	require.NoError(t, err)
	want := rampOf[int](dev, 2, 3, 4)
	assert.Equal(t, want.String(), ints.String())

	floats, err := LoadNpy[float32](dev, open("float32_big_endian.npy"))
	require.NoError(t, err)
	assert.Equal(t, Cast[float32](want).String(), floats.String())

	z, err := LoadNpy[complex128](dev, open("complex128_fortran.npy"))
	require.NoError(t, err)
	assert.Equal(t, []int{2, 3, 4}, z.Shape())
	assert.True(t, z.IsContiguous())
	v, err := z.ToSlice()
	require.NoError(t, err)
	for i, c := range v {
		assert.Equal(t, complex(float64(i), 0.5), c)
	}
	anyZ, err := LoadNpyAny(dev, open("complex128_fortran.npy"))
	require.NoError(t, err)
	assert.Equal(t, z.String(), anyZ.(*Array[complex128]).String())

	b, err := LoadNpyAny(dev, open("bool_scalar.npy"))
	require.NoError(t, err)
	item, err := b.(*Array[bool]).Item()
	require.NoError(t, err)
	assert.True(t, item)

	_, err = LoadNpyAny(dev, open("text.npy"))
	assert.ErrorIs(t, err, ErrNpyUnsupported)
	assert.ErrorContains(t, err, "text.npy")

	var out bytes.Buffer
	require.NoError(t, WriteNpy(&out, want))
	file, err := os.ReadFile(open("int64.npy"))
	require.NoError(t, err)
	assert.Equal(t, file, out.Bytes(), "the bytes that NumPy writes")
}

func TestNpyWrongType(t *testing.T) {
	dev := testDevice(t)
	var b bytes.Buffer
	require.NoError(t, WriteNpy(&b, FromSlice(dev, []float64{1})))
	a, err := ReadNpy[float32](dev, &b)
	assert.Nil(t, a)
	assert.ErrorIs(t, err, ErrDType)
	assert.ErrorContains(t, err, "array: ReadNpy: the elements are float64, not float32; ask for float64, or use ReadNpyAny")
	_, err = LoadNpy[uint64](dev, filepath.Join("testdata", "int64.npy"))
	assert.ErrorIs(t, err, ErrDType)
	_, err = LoadNpy[int](dev, "no such file.npy")
	assert.ErrorIs(t, err, fs.ErrNotExist)
	_, err = LoadNpyAny(dev, "no such file.npy")
	assert.ErrorIs(t, err, fs.ErrNotExist)
}

// npyFile returns a file with a header as given and a body of zeros.
func npyFile(header string, body int) []byte {
	b := append([]byte("\x93NUMPY\x01\x00"), byte(len(header)), byte(len(header)>>8))
	return append(append(b, header...), make([]byte, body)...)
}

func TestNpyHostileFiles(t *testing.T) {
	dev := testDevice(t)
	claim := func(descr, shape string) string {
		return "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + "}\n"
	}
	for name, c := range map[string]struct {
		file []byte
		err  error
	}{
		"nothing":             {nil, io.EOF},
		"half a header":       {npyFile(claim("<f8", "(2,)"), 0)[:20], io.ErrUnexpectedEOF},
		"another file":        {[]byte("PK\x03\x04 and more than ten bytes"), ErrNpyFormat},
		"half a body":         {npyFile(claim("<f8", "(2,)"), 15), ErrNpyTruncated},
		"far too little":      {npyFile(claim("<f8", "(1000000, 1000000)"), 64), ErrNpyTooLarge},
		"overflow":            {npyFile(claim("<f8", "(9223372036854775807, 9223372036854775807)"), 8), ErrNpyTooLarge},
		"overflow with empty": {npyFile(claim("<f8", "(9223372036854775807, 3, 0)"), 8), ErrNpyTooLarge},
		"negative":            {npyFile(claim("<f8", "(-1,)"), 8), ErrNpyFormat},
		"objects":             {npyFile(claim("|O", "(1,)"), 8), ErrNpyUnsupported},
		"half floats":         {npyFile(claim("<f2", "(1,)"), 2), ErrNpyUnsupported},
		"over the limit":      {npyFile(claim("<f8", "(200000,)"), 1600000), ErrNpyTooLarge},
	} {
		for how, wrap := range map[string]func(io.Reader) io.Reader{
			"size known": func(r io.Reader) io.Reader { return r }, "size unknown": iotest.OneByteReader,
		} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			a, err := ReadNpyAny(dev, wrap(bytes.NewReader(c.file)), NpyMaxBytes(1<<50), NpyMaxBytes(1<<20))
			runtime.ReadMemStats(&after)
			assert.Nil(t, a, name)
			assert.ErrorIs(t, err, c.err, "%s, %s", name, how)
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20), "%s, %s: memory for a claim", name, how)
			_, err = ReadNpy[float64](dev, wrap(bytes.NewReader(c.file)), NpyMaxBytes(1<<20))
			assert.Error(t, err, name)
		}
	}
	_, err := ReadNpy[float64](dev, bytes.NewReader(npyFile(claim("<f8", "(2,)"), 16)), NpyMaxBytes(16))
	assert.NoError(t, err, "exactly the limit")
	lost := errors.New("connection lost")
	_, err = ReadNpy[float64](dev, io.MultiReader(bytes.NewReader(npyFile(claim("<f8", "(9,)"), 16)), iotest.ErrReader(lost)))
	assert.ErrorIs(t, err, lost)
	_, err = ReadNpy[float64](dev, bytes.NewReader(npyFile(claim("<f8", "(1000000, 1000000)"), 8)))
	assert.ErrorIs(t, err, ErrNpyTruncated, "without a limit")
}

func TestNpyStreamOfArrays(t *testing.T) {
	dev := testDevice(t)
	var b bytes.Buffer
	for i := range 3 {
		require.NoError(t, WriteNpy(&b, Full(dev, i, i)))
	}
	n := 0
	for {
		a, err := ReadNpy[int](dev, &b)
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		assert.Equal(t, []int{n}, a.Shape())
		n++
	}
	assert.Equal(t, 3, n)
}

func TestNpyFailures(t *testing.T) {
	dev := testDevice(t)
	x := FromSlice(dev, []int{1, 2})
	x.SetAt(2, 0)
	var b bytes.Buffer
	failing := Pow(x, FromSlice(dev, []int{-1, -1}))
	assert.ErrorIs(t, WriteNpy(&b, failing), backend.ErrData)
	assert.Zero(t, b.Len(), "nothing is written")
	full := errors.New("disk full")
	assert.ErrorIs(t, WriteNpy(failingWriter{full}, x), full)
	assertAnyMisuse(t, func(a AnyArray) { _ = WriteNpy(&b, a) })
	assertAnyMisuse(t, func(a AnyArray) { _ = SaveNpy(filepath.Join(t.TempDir(), "x"), a) })
	for name, f := range map[string]func(){
		"constant":      func() { _ = WriteNpy(&b, Const(1)) },
		"device is nil": func() { _, _ = ReadNpy[int](nil, &b) },
		"reader is nil": func() { _, _ = ReadNpyAny(dev, nil) },
	} {
		assert.ErrorContains(t, Try(f), name)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestSaveNpy(t *testing.T) {
	dev := testDevice(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "a.npy")
	everyElementType(t, dev, func(t *testing.T, a AnyArray, same func(*testing.T, AnyArray)) {
		require.NoError(t, SaveNpy(file, a))
		back, err := LoadNpyAny(dev, file)
		require.NoError(t, err)
		same(t, back)
	})

	x := FromSlice(dev, []int{1, 2})
	before, err := os.ReadFile(file)
	require.NoError(t, err)
	err = SaveNpy(file, Pow(x, FromSlice(dev, []int{-1, -1})))
	assert.ErrorIs(t, err, backend.ErrData)
	assert.ErrorContains(t, err, "a.npy")
	after, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, before, after, "a failure leaves the file as it was")
	names, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, names, 1, "and nothing beside it")
	assert.ErrorIs(t, SaveNpy(filepath.Join(dir, "no", "folder.npy"), x), fs.ErrNotExist)
}

func TestSaveNpyKeepsLinksAndPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links and permissions are another matter there")
	}
	dev := testDevice(t)
	dir := t.TempDir()
	file, link := filepath.Join(dir, "a.npy"), filepath.Join(dir, "link.npy")
	require.NoError(t, os.WriteFile(file, nil, 0o640))
	require.NoError(t, os.Symlink("a.npy", link))
	require.NoError(t, SaveNpy(link, FromSlice(dev, []int{1, 2})))
	info, err := os.Lstat(link)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&fs.ModeSymlink)
	info, err = os.Stat(file)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o640), info.Mode().Perm())
	assert.NotZero(t, info.Size())
	require.NoError(t, SaveNpy(os.DevNull, FromSlice(dev, []int{1, 2})))
	info, err = os.Stat(os.DevNull)
	require.NoError(t, err)
	assert.False(t, info.Mode().IsRegular(), "a device is written to, not replaced")
	if os.Getuid() != 0 {
		require.NoError(t, os.Chmod(dir, 0o500))
		assert.ErrorIs(t, SaveNpy(filepath.Join(dir, "b.npy"), Zeros[int](dev, 1)), fs.ErrPermission)
	}
}
