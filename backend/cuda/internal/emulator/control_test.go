//go:build cgo && linux

package emulator

import (
	"runtime"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// status calls a function of up to three arguments.
func status(c *Control, prefix, function string, x, y, z uint64) int {
	return int(int32(c.call(prefix, function, x, y, z)))
}

// get calls a function that writes a number through its first argument.
func get(t *testing.T, c *Control, function string, y, z uint64) int {
	t.Helper()
	p := new(uint64)
	assert.Zero(t, status(c, "cu", function, uint64(uintptr(unsafe.Pointer(p))), y, z), function)
	runtime.KeepAlive(p)
	return int(*p)
}

// start makes a device's context the calling thread's.
func start(t *testing.T, c *Control) {
	t.Helper()
	runtime.LockOSThread()
	require.Zero(t, status(c, "cu", "cuInit", 0, 0, 0))
	context := get(t, c, "cuDevicePrimaryCtxRetain", 0, 0)
	require.Zero(t, status(c, "cu", "cuCtxSetCurrent", uint64(context), 0, 0))
	t.Cleanup(func() {
		assert.Zero(t, status(c, "cu", "cuDevicePrimaryCtxRelease_v2", 0, 0, 0))
		runtime.UnlockOSThread()
	})
}

func TestSettings(t *testing.T) {
	c := New(t)
	c.SetDevices(3)
	c.SetVersion(12080)
	c.SetMemory(1, 12345)
	c.SetAttribute(2, 16, 132)
	require.Zero(t, status(c, "cu", "cuInit", 0, 0, 0))
	assert.Equal(t, 3, get(t, c, "cuDeviceGetCount", 0, 0))
	assert.Equal(t, 12080, get(t, c, "cuDriverGetVersion", 0, 0))
	assert.Equal(t, 12345, get(t, c, "cuDeviceTotalMem_v2", 1, 0))
	assert.Equal(t, 132, get(t, c, "cuDeviceGetAttribute", 16, 2))
	assert.Equal(t, 4, get(t, c, "cuDeviceGetAttribute", 16, 1))
	c.Reset()
	assert.Equal(t, 1, get(t, c, "cuDeviceGetCount", 0, 0))
	assert.Equal(t, 13000, get(t, c, "cuDriverGetVersion", 0, 0))
}

func TestFail(t *testing.T) {
	c := New(t)
	start(t, c)
	before := c.Calls("cuMemAlloc_v2")
	c.Fail("cuMemAlloc_v2", 2, 2)
	c.Fail("cuMemAlloc_v2", 3, 999)
	p := get(t, c, "cuMemAlloc_v2", 100, 0)
	q := new(uint64)
	at := uint64(uintptr(unsafe.Pointer(q)))
	assert.Equal(t, 2, status(c, "cu", "cuMemAlloc_v2", at, 100, 0))
	assert.Equal(t, 999, status(c, "cu", "cuMemAlloc_v2", at, 100, 0))
	assert.Zero(t, *q)
	assert.Zero(t, status(c, "cu", "cuMemAlloc_v2", at, 100, 0))
	assert.Equal(t, before+4, c.Calls("cuMemAlloc_v2"))
	assert.Zero(t, status(c, "cu", "cuMemFree_v2", uint64(p), 0, 0))
	assert.Zero(t, status(c, "cu", "cuMemFree_v2", *q, 0, 0))

	c.Fail("nvrtcVersion", 1, 11)
	assert.Equal(t, 11, status(c, "nvrtc", "nvrtcVersion", at, at, 0))
	assert.Zero(t, status(c, "nvrtc", "nvrtcVersion", at, at, 0))
	assert.Equal(t, 2, c.Calls("nvrtcVersion"))
	c.Fail("cublasCreate_v2", 1, 3)
	assert.Equal(t, 3, status(c, "cublas", "cublasCreate_v2", at, 0, 0))
}

// The handlers for kernels' faults leave those of Go to Go.
func TestGoFaults(t *testing.T) {
	New(t)
	var p *int
	assert.Panics(t, func() { *p = 1 })
	var null int
	assert.Panics(t, func() { null = 1 / null })
}

func TestLose(t *testing.T) {
	c := New(t)
	start(t, c)
	c.Lose(0, 719)
	assert.Equal(t, 719, status(c, "cu", "cuCtxSynchronize", 0, 0, 0))
	c.Reset()
	assert.Zero(t, status(c, "cu", "cuCtxSynchronize", 0, 0, 0))
}

func TestCounters(t *testing.T) {
	c := New(t)
	start(t, c)
	before := c.Counters()
	p := get(t, c, "cuMemAlloc_v2", 100, 0)
	h := get(t, c, "cuMemHostAlloc", 100, 0)
	s := get(t, c, "cuStreamCreate", 1, 0)
	e := get(t, c, "cuEventCreate", 2, 0)
	want := before
	want.Allocations++
	want.HostAllocations++
	want.Streams++
	want.Events++
	assert.Equal(t, want, c.Counters())
	// The default stream, since there are three arguments at most.
	assert.Zero(t, status(c, "cu", "cuMemcpyDtoDAsync_v2", uint64(p), uint64(p), 40))
	assert.Zero(t, status(c, "cu", "cuMemcpyHtoDAsync_v2", uint64(p), uint64(h), 50))
	assert.Zero(t, status(c, "cu", "cuMemcpyDtoHAsync_v2", uint64(h), uint64(p), 60))
	want.Copied, want.CopiedIn, want.CopiedOut = 40, 50, 60
	assert.Equal(t, want, c.Counters())
	assert.NoError(t, c.Damage())
	assert.Zero(t, status(c, "cu", "cuMemFree_v2", uint64(p), 0, 0))
	assert.Zero(t, status(c, "cu", "cuMemFreeHost", uint64(h), 0, 0))
	assert.Zero(t, status(c, "cu", "cuStreamDestroy_v2", uint64(s), 0, 0))
	assert.Zero(t, status(c, "cu", "cuEventDestroy_v2", uint64(e), 0, 0))
	want.Allocations, want.HostAllocations, want.Streams, want.Events = before.Allocations, before.HostAllocations, before.Streams, before.Events
	assert.Equal(t, want, c.Counters())
	assert.Empty(t, c.Fault())
}
