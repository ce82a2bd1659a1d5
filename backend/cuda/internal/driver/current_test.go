//go:build cgo && linux

package driver

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// contextCalls returns every call that is made in a context, by function.
func contextCalls(c *Context, m Module, p Ptr, host unsafe.Pointer) map[string]func() error {
	var s Stream
	var e Event
	var k Function
	return map[string]func() error{
		"cuCtxSynchronize":    c.Sync,
		"cuMemGetInfo":        func() error { _, _, err := c.MemInfo(); return err },
		"cuMemAlloc":          func() error { return freed(c.Alloc(8))(c.Free) },
		"cuMemFree":           func() error { return c.Free(0) },
		"cuMemHostAlloc":      func() error { return freed(c.HostAlloc(8))(c.HostFree) },
		"cuMemFreeHost":       func() error { return c.HostFree(nil) },
		"cuMemcpyHtoDAsync":   func() error { return c.CopyIn(p, host, 0, s) },
		"cuMemcpyDtoHAsync":   func() error { return c.CopyOut(host, p, 0, s) },
		"cuMemcpyDtoDAsync":   func() error { return c.Copy(p, p, 0, s) },
		"cuMemcpyPeerAsync":   func() error { return c.CopyPeer(p, c, p, c, 0, s) },
		"cuMemsetD8Async":     func() error { return c.Set8(p, 0, 0, s) },
		"cuStreamCreate":      func() error { _, err := c.NewStream(); return err },
		"cuStreamDestroy":     func() error { return c.DestroyStream(s) },
		"cuStreamSynchronize": func() error { return c.SyncStream(s) },
		"cuStreamQuery":       func() error { _, err := c.QueryStream(s); return err },
		"cuStreamWaitEvent":   func() error { return c.WaitEvent(s, e) },
		"cuEventCreate":       func() error { _, err := c.NewEvent(true); return err },
		"cuEventDestroy":      func() error { return c.DestroyEvent(e) },
		"cuEventRecord":       func() error { return c.Record(e, s) },
		"cuEventSynchronize":  func() error { return c.SyncEvent(e) },
		"cuEventQuery":        func() error { _, err := c.QueryEvent(e); return err },
		"cuEventElapsedTime":  func() error { _, err := c.Elapsed(e, e); return err },
		"cuModuleLoadData":    func() error { _, err := c.LoadModule([]byte("x")); return err },
		"cuModuleUnload":      func() error { return c.UnloadModule(m) },
		"cuModuleGetFunction": func() error { _, err := c.Function(m, "kernel"); return err },
		"cuFuncGetAttribute":  func() error { _, err := c.FunctionAttribute(k, FuncLocal); return err },
		"cuFuncSetAttribute":  func() error { return c.SetFunctionAttribute(k, FuncMaxDynamicShared, 0) },
		"cuOccupancyMaxActiveBlocksPerMultiprocessor": func() error { _, err := c.OccupancyBlocks(k, 32, 0); return err },
		"cuLaunchKernel": func() error { return c.Launch(k, Dim{1, 1, 1}, Dim{1, 1, 1}, 0, s, []byte{1, 2}) },
	}
}

// freed gives memory back with free, unless reserving it failed.
func freed[P any](p P, err error) func(free func(P) error) error {
	return func(free func(P) error) error {
		if err != nil {
			return err
		}
		return free(p)
	}
}

// deviceCalls returns every call that needs no context.
func deviceCalls(d *Driver, c *Context) map[string]func() error {
	return map[string]func() error{
		"cuDeviceGetCount":     func() error { _, err := d.DeviceCount(); return err },
		"cuDeviceGet":          func() error { _, err := d.Retain(0); return err },
		"cuDeviceGetName":      func() error { _, err := c.Name(); return err },
		"cuDeviceGetAttribute": func() error { _, err := c.Attribute(WarpSize); return err },
		"cuDeviceTotalMem":     func() error { _, err := c.TotalMemory(); return err },
		"cuDevicePrimaryCtxRelease": func() error {
			held := &Context{driver: d}
			held.context.Store(c.Handle())
			return held.Release()
		},
	}
}

func TestEveryCallReturnsItsStatus(t *testing.T) {
	f := open(t)
	status, set := variable[int32](t, f, "next_status"), variable[int32](t, f, "set_status")
	inContext := contextCalls(f.Context, Module{}, 0, nil)
	assert.Len(t, inContext, 29)
	for name, call := range inContext {
		for _, s := range []Status{ErrorInvalidValue, ErrorIllegalAddress, ErrorUnknown} {
			*status = int32(s)
			err := call()
			*status = 0
			assert.Equal(t, &Error{Func: name, Status: s}, err)
			*set = int32(s)
			err = call()
			*set = 0
			assert.Equal(t, &Error{Func: "cuCtxSetCurrent", Status: s}, err, "%s", name)
		}
	}
	for name, call := range deviceCalls(f.Driver, f.Context) {
		*status = int32(ErrorSystemNotReady)
		err := call()
		*status = 0
		assert.Equal(t, &Error{Func: name, Status: ErrorSystemNotReady}, err)
	}
}

// TestCurrentContext lets goroutines, bound to threads or not, of two contexts
// call at once, and lets the driver say whether the thread's context was set
// for each call.
func TestCurrentContext(t *testing.T) {
	f := open(t)
	other, err := f.Retain(1)
	require.NoError(t, err)
	p, err := f.Alloc(64)
	require.NoError(t, err)
	host, err := f.HostAlloc(64)
	require.NoError(t, err)
	calls, sets := variable[int64](t, f, "calls"), variable[int64](t, f, "sets")
	callsBefore, setsBefore := *calls, *sets
	var wg sync.WaitGroup
	for g := range 24 {
		wg.Go(func() {
			if g%3 == 0 {
				runtime.LockOSThread()
				if g%2 == 0 {
					defer runtime.UnlockOSThread() // otherwise the thread ends with the goroutine
				}
			}
			c := f.Context
			if g%2 == 1 {
				c = other
			}
			for range 20 {
				for name, call := range contextCalls(c, Module{}, p, host) {
					if err := call(); err != nil {
						assert.NoError(t, fmt.Errorf("%s: %w", name, err))
						return
					}
					if g%4 == 0 {
						runtime.Gosched()
					}
				}
			}
		})
	}
	wg.Wait()
	assert.Zero(t, *variable[int64](t, f, "stale"), "calls without a context set before them")
	assert.Equal(t, *calls-callsBefore, *sets-setsBefore)
	assert.Greater(t, *calls-callsBefore, int64(24*20*29))
	require.NoError(t, f.Free(p))
	require.NoError(t, f.HostFree(host))
}
