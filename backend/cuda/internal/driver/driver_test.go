//go:build cgo && linux

package driver

import (
	"math"
	"path/filepath"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/internal/dl"
)

func TestOpen(t *testing.T) {
	path := build(t)
	d, err := Open("/no/such/libcuda.so.1", path)
	require.NoError(t, err)
	assert.Equal(t, path, d.Path())
	assert.Equal(t, 13010, d.Version())
	n, err := d.DeviceCount()
	require.NoError(t, err)
	assert.Equal(t, 2, n)
}

func TestOpenFindsTheChosenDriver(t *testing.T) {
	path := build(t)
	t.Setenv("CUGOND_CUDA_PATH", filepath.Dir(path))
	d, err := Open()
	require.NoError(t, err)
	assert.Equal(t, path, d.Path())
}

func TestOpenErrors(t *testing.T) {
	t.Run("nothing there", func(t *testing.T) {
		_, err := Open("/no/such/libcuda.so.1", "libno-such-library.so.9")
		require.ErrorIs(t, err, dl.ErrNotFound)
		assert.ErrorContains(t, err, "cuda driver")
		assert.ErrorContains(t, err, "/no/such/libcuda.so.1 (")
		assert.ErrorContains(t, err, "libno-such-library.so.9 (")
	})
	t.Run("a function missing", func(t *testing.T) {
		path := build(t, "NO_LAUNCH")
		_, err := Open("/no/such/libcuda.so.1", path)
		var e *dl.Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, "cuLaunchKernel", e.Symbol)
		assert.ErrorContains(t, err, "cuda driver")
		assert.ErrorContains(t, err, path)
		assert.ErrorContains(t, err, "/no/such/libcuda.so.1 (")
	})
	t.Run("a better one after it", func(t *testing.T) {
		path := build(t)
		d, err := Open(build(t, "NO_LAUNCH"), path)
		require.NoError(t, err)
		assert.Equal(t, path, d.Path())
	})
	t.Run("too old", func(t *testing.T) {
		path := build(t, "VERSION=11080", "INIT=999")
		_, err := Open(path)
		require.ErrorIs(t, err, ErrTooOld)
		assert.ErrorContains(t, err, path)
		assert.ErrorContains(t, err, "CUDA 11.8")
		assert.ErrorContains(t, err, "525")
	})
	t.Run("no device", func(t *testing.T) {
		path := build(t, "INIT=100")
		_, err := Open(path)
		require.ErrorIs(t, err, ErrorNoDevice)
		var e *Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, "cuInit", e.Func)
		assert.ErrorContains(t, err, path)
		assert.ErrorContains(t, err, "CUDA_ERROR_NO_DEVICE")
	})
}

func TestDevice(t *testing.T) {
	f := open(t)
	other, err := f.Retain(1)
	require.NoError(t, err)
	for i, c := range []*Context{f.Context, other} {
		name, err := c.Name()
		require.NoError(t, err)
		assert.Equal(t, []string{"Fake device", "Other device"}[i], name)
		v, err := c.Attribute(WarpSize)
		require.NoError(t, err)
		assert.Equal(t, 100+i, v)
		total, err := c.TotalMemory()
		require.NoError(t, err)
		assert.Equal(t, int64(1<<40+i), total)
		assert.Equal(t, uintptr(0xc0de00+i), c.Handle())
	}
	for _, ordinal := range []int{-1, 2, 1 << 32, math.MaxInt} {
		_, err := f.Retain(ordinal)
		assert.ErrorIs(t, err, ErrorInvalidDevice, "device %d", ordinal)
	}
	address, err := f.lib.Sym("cuCtxSetCurrent")
	require.NoError(t, err)
	assert.Equal(t, address, f.SetCurrentAddress())
}

func TestRelease(t *testing.T) {
	f := open(t)
	other, err := f.Retain(1)
	require.NoError(t, err)
	last := variable[[8]uint64](t, f, "last")
	require.NoError(t, other.Release())
	assert.Equal(t, uint64(101), last[0])
	last[0] = 0
	require.NoError(t, other.Release())
	assert.Zero(t, last[0])
	assert.Zero(t, other.Handle())
	assert.ErrorIs(t, other.Sync(), ErrorInvalidContext)
	require.NoError(t, f.Sync())
}

func TestMemory(t *testing.T) {
	f := open(t)
	last := variable[[8]uint64](t, f, "last")
	s, err := f.NewStream()
	require.NoError(t, err)
	assert.Equal(t, uintptr(0x501), s.Handle())
	free, total, err := f.MemInfo()
	require.NoError(t, err)
	assert.Equal(t, []int64{3, 4}, []int64{free, total})

	const n = 1000
	a, err := f.Alloc(n)
	require.NoError(t, err)
	b, err := f.Alloc(n)
	require.NoError(t, err)
	host, err := f.HostAlloc(2 * n)
	require.NoError(t, err)
	bytes := unsafe.Slice((*byte)(host), 2*n)
	for i := range n {
		bytes[i] = byte(i * 7)
	}
	require.NoError(t, f.CopyIn(a, host, n, s))
	require.NoError(t, f.Set8(a+10, 0xab, 20, s))
	require.NoError(t, f.Copy(b, a, n, s))
	require.NoError(t, f.CopyPeer(a, f.Context, b+1, f.Context, n-1, s))
	assert.Equal(t, []uint64{0x501, 0xc0de00, 0xc0de00}, last[:3])
	require.NoError(t, f.CopyOut(unsafe.Add(host, n), a, n-1, s))
	assert.Equal(t, uint64(0x501), last[0])
	for i := range n - 1 {
		want := byte((i + 1) * 7)
		if i+1 >= 10 && i+1 < 30 {
			want = 0xab
		}
		require.Equal(t, want, bytes[n+i], "byte %d", i)
	}
	require.NoError(t, f.Free(a))
	require.NoError(t, f.Free(b))
	require.NoError(t, f.HostFree(host))

	_, err = f.Alloc(1 << 41)
	require.ErrorIs(t, err, ErrorOutOfMemory)
	assert.ErrorContains(t, err, "cuMemAlloc returned 2 (CUDA_ERROR_OUT_OF_MEMORY)")
	_, err = f.Alloc(0)
	require.ErrorIs(t, err, ErrorInvalidValue)
	_, err = f.Alloc(-1)
	require.ErrorIs(t, err, ErrorOutOfMemory)
}

func TestStreamsAndEvents(t *testing.T) {
	f := open(t)
	last := variable[[8]uint64](t, f, "last")
	status := variable[int32](t, f, "next_status")
	s, err := f.NewStream()
	require.NoError(t, err)
	e, err := f.NewEvent(false)
	require.NoError(t, err)
	assert.Equal(t, uintptr(0xe02), e.Handle())
	timed, err := f.NewEvent(true)
	require.NoError(t, err)
	assert.Equal(t, uintptr(0xe00), timed.Handle())

	require.NoError(t, f.Record(e, s))
	assert.Equal(t, []uint64{0xe02, 0x501}, last[:2])
	require.NoError(t, f.WaitEvent(s, e))
	assert.Equal(t, []uint64{0x501, 0xe02, 0}, last[:3])
	ms, err := f.Elapsed(timed, e)
	require.NoError(t, err)
	assert.Equal(t, float32(1.5), ms)
	assert.Equal(t, []uint64{0xe00, 0xe02}, last[:2])
	require.NoError(t, f.SyncEvent(e))
	require.NoError(t, f.SyncStream(s))

	for name, query := range map[string]func() (bool, error){
		"cuStreamQuery": func() (bool, error) { return f.QueryStream(s) },
		"cuEventQuery":  func() (bool, error) { return f.QueryEvent(e) },
	} {
		*status = 0
		done, err := query()
		require.NoError(t, err)
		assert.True(t, done)
		*status = int32(ErrorNotReady)
		done, err = query()
		require.NoError(t, err)
		assert.False(t, done)
		*status = int32(ErrorIllegalAddress)
		done, err = query()
		assert.False(t, done)
		assert.Equal(t, &Error{Func: name, Status: ErrorIllegalAddress}, err)
	}
	*status = 0
	require.NoError(t, f.DestroyEvent(e))
	assert.Equal(t, uint64(0xe02), last[0])
	require.NoError(t, f.DestroyStream(s))
	assert.Equal(t, uint64(0x501), last[0])
}

func TestModules(t *testing.T) {
	f := open(t)
	last := variable[[8]uint64](t, f, "last")
	// The byte after the text must not be read.
	image := []byte("text of a modulX")
	m, err := f.LoadModule(image[:len(image)-1])
	require.NoError(t, err)
	assert.Equal(t, uint64(len(image)-1), last[0])
	assert.Equal(t, byte('X'), image[len(image)-1])
	_, err = f.LoadModule(nil)
	require.NoError(t, err)
	assert.Zero(t, last[0])

	k, err := f.Function(m, "kernel")
	require.NoError(t, err)
	assert.Equal(t, int64(1), *variable[int64](t, f, "loads"))
	for _, name := range []string{"", "kern", "kernel2", "kernel\x00"} {
		_, err := f.Function(m, name)
		assert.Equal(t, &Error{Func: "cuModuleGetFunction", Status: ErrorNotFound}, err, "%q", name)
	}
	v, err := f.FunctionAttribute(k, FuncRegisters)
	require.NoError(t, err)
	assert.Equal(t, 11, v)
	require.NoError(t, f.SetFunctionAttribute(k, FuncMaxDynamicShared, 100<<10))
	assert.Equal(t, []uint64{0xf00, 8, 100 << 10}, last[:3])
	assert.ErrorIs(t, f.SetFunctionAttribute(k, FuncMaxDynamicShared, 1<<32), ErrorInvalidValue)
	blocks, err := f.OccupancyBlocks(k, 256, 1<<33)
	require.NoError(t, err)
	assert.Equal(t, 6, blocks)
	assert.Equal(t, []uint64{0xf00, 256, 1 << 33}, last[:3])
	for _, size := range []int{-1, 1 << 32} {
		_, err = f.OccupancyBlocks(k, size, 0)
		assert.ErrorIs(t, err, ErrorInvalidValue)
	}
	require.NoError(t, f.UnloadModule(m))
	assert.Equal(t, uint64(0x700), last[0])
}

func TestWithoutOptionalFunctions(t *testing.T) {
	f := open(t, "NO_OPTIONAL")
	m, err := f.LoadModule([]byte("text"))
	require.NoError(t, err)
	_, err = f.Function(m, "kernel")
	require.NoError(t, err)
	err = f.CopyPeer(0, f.Context, 0, f.Context, 0, Stream{})
	assert.Equal(t, &Error{Func: "cuMemcpyPeerAsync", Status: ErrorNotSupported}, err)
}
