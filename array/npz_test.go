package array

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
)

func openBytes(t *testing.T, b []byte, options ...NpyOption) *Npz {
	t.Helper()
	z, err := OpenNpz(bytes.NewReader(b), int64(len(b)), options...)
	require.NoError(t, err)
	return z
}

func TestNpzRoundTrip(t *testing.T) {
	dev := testDevice(t)
	for _, compressed := range []bool{false, true} {
		everyElementType(t, dev, func(t *testing.T, a AnyArray, same func(*testing.T, AnyArray)) {
			var b bytes.Buffer
			z := NewNpzWriter(&b, compressed)
			require.NoError(t, z.Write("first", a))
			require.NoError(t, NpzWrite(z, "second", Zeros[int8](dev, 0, 2)))
			require.NoError(t, z.Close())
			require.NoError(t, z.Close())
			r := openBytes(t, b.Bytes())
			assert.Equal(t, []string{"first", "second"}, r.Names())
			for _, name := range []string{"first", "first.npy"} {
				back, err := NpzAny(r, dev, name)
				require.NoError(t, err)
				same(t, back)
			}
			second, err := NpzArray[int8](r, dev, "second")
			require.NoError(t, err)
			assert.Equal(t, []int{0, 2}, second.Shape())
			require.NoError(t, r.Close())
		})
	}
}

func TestNpzOfNumPy(t *testing.T) {
	dev := testDevice(t)
	z, err := LoadNpz(filepath.Join("testdata", "mixed.npz"))
	require.NoError(t, err)
	assert.Equal(t, []string{"ramp", "columns", "empty"}, z.Names())
	r, err := NpzArray[uint16](z, dev, "ramp")
	require.NoError(t, err)
	assert.Equal(t, rampOf[uint16](dev, 2, 3, 4).String(), r.String())
	c, err := NpzArray[float64](z, dev, "columns")
	require.NoError(t, err)
	assert.Equal(t, "[[0.   0.25 0.5  0.75]\n [1.   1.25 1.5  1.75]\n [2.   2.25 2.5  2.75]]", c.String())
	e, err := NpzAny(z, dev, "empty")
	require.NoError(t, err)
	assert.Equal(t, "[] shape=(0, 3)", e.(*Array[float32]).String())

	_, err = NpzArray[float32](z, dev, "columns")
	assert.ErrorIs(t, err, ErrDType)
	assert.ErrorContains(t, err, `"columns"`)
	_, err = NpzAny(z, dev, "rmap")
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.ErrorContains(t, err, "ramp")
	require.NoError(t, z.Close())
	_, err = NpzAny(z, dev, "ramp")
	assert.Error(t, err, "the file is closed")
	last, err := r.ItemAt(-1, -1, -1)
	require.NoError(t, err)
	assert.Equal(t, uint16(23), last)
}

func TestNpzHostile(t *testing.T) {
	dev := testDevice(t)
	var b bytes.Buffer
	z := NewNpzWriter(&b, true)
	require.NoError(t, z.Write("x", rampOf[float64](dev, 100, 10)))
	require.NoError(t, z.Close())
	whole := b.Bytes()
	for n := range len(whole) {
		_, err := OpenNpz(bytes.NewReader(whole[:n]), int64(n))
		require.Error(t, err, "truncated to %d bytes", n)
	}
	broken := 0
	for i := range whole {
		bad := bytes.Clone(whole)
		bad[i] ^= 0xff
		r, err := OpenNpz(bytes.NewReader(bad), int64(len(bad)))
		if err == nil {
			for _, name := range r.Names() {
				if _, err = NpzArray[float64](r, dev, name); err != nil {
					broken++
				}
			}
		}
	}
	assert.Greater(t, broken, 100, "damage is found")
	r := openBytes(t, whole, NpyMaxBytes(7999))
	_, err := NpzArray[float64](r, dev, "x")
	assert.ErrorIs(t, err, ErrNpyTooLarge)
	_, err = NpzArray[float64](openBytes(t, whole, NpyMaxBytes(8000)), dev, "x")
	assert.NoError(t, err)
	_, err = OpenNpz(bytes.NewReader(nil), 0)
	assert.Error(t, err)
	_, err = LoadNpz(filepath.Join("testdata", "int64.npy"))
	assert.ErrorIs(t, err, ErrNpyFormat)
	_, err = LoadNpz("no such file.npz")
	assert.ErrorIs(t, err, fs.ErrNotExist)
}

func TestNpzWriterFailures(t *testing.T) {
	dev := testDevice(t)
	x := FromSlice(dev, []int{2, 2})
	var b bytes.Buffer
	z := NewNpzWriter(&b, false)
	require.NoError(t, z.Write("x", x))
	assert.ErrorContains(t, z.Write("x", x), "already")
	assert.ErrorContains(t, z.Write("../x", x), "unsafe")
	assert.ErrorIs(t, z.Write("y", Pow(x, FromSlice(dev, []int{-1, 1}))), backend.ErrData)
	assertAnyMisuse(t, func(a AnyArray) { _ = z.Write("z", a) })
	require.NoError(t, z.Write("last", x))
	require.NoError(t, z.Close())
	assert.Equal(t, []string{"x", "last"}, openBytes(t, b.Bytes()).Names())
	assert.Error(t, z.Write("late", x))
	for name, f := range map[string]func(){
		"archive is nil":  func() { _ = (*NpzWriter)(nil).Write("x", x) },
		"archive is nil;": func() { _, _ = NpzAny(nil, dev, "x") },
		"writer is nil":   func() { NewNpzWriter(nil, false) },
		"reader is nil":   func() { _, _ = OpenNpz(nil, 3) },
		"device is nil":   func() { _, _ = NpzAny(openBytes(t, b.Bytes()), nil, "x") },
	} {
		assert.ErrorContains(t, Try(f), name)
	}
}

func TestSaveNpz(t *testing.T) {
	dev := testDevice(t)
	file := filepath.Join(t.TempDir(), "a.npz")
	arrays := map[string]AnyArray{"b": FromSlice(dev, []float32{1, 2}), "a": FromSlice(dev, []bool{true})}
	require.NoError(t, SaveNpz(file, true, arrays))
	first, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, SaveNpz(file, true, arrays))
	second, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, first, second, "equal arrays make equal files")
	z, err := LoadNpz(file)
	require.NoError(t, err)
	defer z.Close()
	assert.Equal(t, []string{"a", "b"}, z.Names())
	assert.ErrorContains(t, SaveNpz(file, false, map[string]AnyArray{"../x": arrays["a"]}), "unsafe")
	assertAnyMisuse(t, func(a AnyArray) { _ = SaveNpz(file, false, map[string]AnyArray{"a": a}) })
	third, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, first, third)
}
