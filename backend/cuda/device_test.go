//go:build cgo && linux

package cuda

import (
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda/internal/emulator"
	"github.com/cugond/cugond/backend/expr"
)

// emulated returns the emulator's control, and opens its first device.
func emulatedDevice(t *testing.T) (*emulator.Control, *Device) {
	t.Helper()
	if onGPU() {
		t.Skip("needs the emulator's control")
	}
	c := emulator.New(t)
	return c, testDevice(t)
}

// adder is a kernel that stores x+y in z, n float32 each.
func adder(n int, x, y, z backend.Buffer) *backend.Kernel {
	f := expr.Float32
	view := func(b backend.Buffer) backend.View { return backend.View{Buffer: b, DType: f, Strides: []int{1}} }
	p := &expr.Program{Inputs: []expr.DType{f, f}, Instrs: []expr.Instr{{Op: expr.Add, In: f, Out: f, Args: [3]expr.Ref{0, 1}}}}
	return &backend.Kernel{Prog: p, Shape: []int{n}, Inputs: []backend.View{view(x), view(y)}, Stores: []backend.Store{{Value: 2, View: view(z)}}}
}

// checker is a kernel that copies n float32 and fails where they are zero.
func checker(n int, x, z backend.Buffer) *backend.Kernel {
	k := adder(n, x, x, z)
	f := expr.Float32
	k.Inputs = k.Inputs[:1]
	k.Prog = &expr.Program{Inputs: []expr.DType{f}, Instrs: []expr.Instr{
		{Op: expr.Cast, In: f, Out: expr.Bool, Args: [3]expr.Ref{0}},
		{Op: expr.Check, In: f, Out: f, Aux: uint16(backend.FaultIndex), Args: [3]expr.Ref{0, 1}},
	}}
	return k
}

func floats(t *testing.T, d *Device, values ...float32) backend.Buffer {
	t.Helper()
	b, err := d.Alloc(4 * len(values))
	require.NoError(t, err)
	require.NoError(t, d.CopyIn(b, 0, image(values)))
	return b
}

func image(values []float32) (out []byte) {
	for _, v := range values {
		out = binary.NativeEndian.AppendUint32(out, math.Float32bits(v))
	}
	return out
}

func read(t *testing.T, d *Device, b backend.Buffer) (out []float32) {
	t.Helper()
	bytes := make([]byte, b.Len())
	require.NoError(t, d.CopyOut(bytes, b, 0))
	for i := 0; i < len(bytes); i += 4 {
		out = append(out, math.Float32frombits(binary.NativeEndian.Uint32(bytes[i:])))
	}
	return out
}

func TestOpenErrors(t *testing.T) {
	opts := testOptions(t)
	n, err := Count(opts)
	require.NoError(t, err)
	for _, index := range []int{-1, n, n + 7} {
		_, err := Open(index, opts)
		require.ErrorIs(t, err, backend.ErrUnavailable)
		assert.Contains(t, err.Error(), "CUDA_VISIBLE_DEVICES")
	}
	missing := opts
	missing.Driver = filepath.Join(t.TempDir(), "libcuda.so.1")
	_, err = Open(0, missing)
	require.ErrorIs(t, err, backend.ErrUnavailable)
	assert.Contains(t, err.Error(), missing.Driver)
	_, err = Count(missing)
	require.ErrorIs(t, err, backend.ErrUnavailable)
}

func TestWithoutCompilerOrBLAS(t *testing.T) {
	opts := testOptions(t)
	opts.NVRTC, opts.CUBLAS, opts.Cache = "/no/such/libnvrtc.so", "/no/such/libcublas.so", "off"
	d, err := Open(0, opts)
	require.NoError(t, err)
	defer d.Close()
	x := floats(t, d, 1, 2, 3, 4)
	assert.Equal(t, []float32{1, 2, 3, 4}, read(t, d, x), "memory works")
	_, err = d.Run(adder(4, x, x, x))
	require.ErrorIs(t, err, backend.ErrUnavailable)
	assert.Contains(t, err.Error(), "/no/such/libnvrtc.so")
	assert.Contains(t, err.Error(), "CUGOND_CUDA_PATH")
	v := backend.View{Buffer: x, DType: expr.Float32, Shape: []int{2, 2}, Strides: []int{2, 1}}
	_, err = d.MatMul(v, v, v, backend.FullPrecision)
	require.ErrorIs(t, err, backend.ErrUnavailable)
	assert.Contains(t, err.Error(), "/no/such/libcublas.so")
	info := d.Info()
	assert.NoError(t, info.Libraries[0].Err)
	assert.Error(t, info.Libraries[1].Err)
	assert.Error(t, info.Libraries[2].Err)
}

func TestOldDriver(t *testing.T) {
	c, d := emulatedDevice(t)
	require.NoError(t, d.Sync())
	c.SetVersion(11080)
	_, err := Open(0, testOptions(t))
	require.ErrorIs(t, err, backend.ErrUnavailable)
	assert.Contains(t, err.Error(), "11.8")
}

func TestNoDevice(t *testing.T) {
	c, _ := emulatedDevice(t)
	c.SetDevices(0)
	_, err := Open(0, testOptions(t))
	c.SetDevices(1)
	require.ErrorIs(t, err, backend.ErrUnavailable)
}

// Work of two handles orders itself: a slow stream's results are waited for.
func TestStreamsOrderThemselves(t *testing.T) {
	c, d := emulatedDevice(t)
	other, err := d.NewStream()
	require.NoError(t, err)
	assert.Same(t, d.PlanLock(), other.PlanLock())
	for _, slow := range []*Device{d, other} {
		fast := d
		if slow == d {
			fast = other
		}
		x := floats(t, d, 1, 2, 3, 4, 5, 6, 7, 8)
		y, err := slow.Alloc(32)
		require.NoError(t, err)
		z, err := fast.Alloc(32)
		require.NoError(t, err)
		require.NoError(t, d.Sync())
		c.Delay(uint64(slow.handle.Handle()), 30*time.Millisecond)
		_, err = slow.Run(adder(8, x, x, y)) // y = 2x, late
		require.NoError(t, err)
		_, err = fast.Run(adder(8, y, x, z)) // reads what the other writes
		require.NoError(t, err)
		_, err = fast.Run(adder(8, x, x, x)) // writes what the other reads
		require.NoError(t, err)
		assert.Equal(t, []float32{3, 6, 9, 12, 15, 18, 21, 24}, read(t, fast, z))
		assert.Equal(t, []float32{2, 4, 6, 8, 10, 12, 14, 16}, read(t, slow, y))
		assert.Equal(t, []float32{2, 4, 6, 8, 10, 12, 14, 16}, read(t, slow, x))
		// Freed memory is not handed to one stream while the other uses it.
		_, err = slow.Run(adder(8, x, x, y))
		require.NoError(t, err)
		y.Free()
		again := floats(t, fast, 9, 9, 9, 9, 9, 9, 9, 9)
		time.Sleep(50 * time.Millisecond)
		assert.Equal(t, []float32{9, 9, 9, 9, 9, 9, 9, 9}, read(t, fast, again))
		c.Delay(uint64(slow.handle.Handle()), 0)
	}
	require.NoError(t, other.Close())
	require.NoError(t, other.Close())
	_, err = other.Alloc(1)
	require.ErrorIs(t, err, backend.ErrClosed)
	require.NoError(t, d.Sync())
}

func TestFaultsBelongToEvaluations(t *testing.T) {
	d := testDevice(t)
	good, bad := floats(t, d, 1, 2, 3), floats(t, d, 1, 0, 3)
	z, err := d.Alloc(12)
	require.NoError(t, err)
	run := func(x backend.Buffer) backend.Event {
		e, err := d.Run(checker(3, x, z))
		require.NoError(t, err)
		return e
	}
	first, second, third := run(bad), run(good), run(bad)
	var f *backend.Fault
	require.NoError(t, second.Wait())
	require.ErrorAs(t, first.Wait(), &f)
	assert.Equal(t, backend.FaultIndex, f.Code)
	require.ErrorAs(t, first.Wait(), &f, "the same again")
	require.ErrorIs(t, d.Sync(), backend.ErrData, "the third has not been waited for")
	require.NoError(t, d.Sync(), "once")
	require.ErrorIs(t, third.Wait(), backend.ErrData)
	// Many events that nobody waits for need no more than a page of words.
	for range 3 * faultPage / 4 {
		run(good)
		if len(d.faults.free) == 0 {
			runtime.GC()
			time.Sleep(time.Millisecond)
		}
	}
	require.NoError(t, d.Sync())
	assert.LessOrEqual(t, len(d.faults.pages), 3)
}

func TestDeviceLost(t *testing.T) {
	c, d := emulatedDevice(t)
	x := floats(t, d, 1, 2, 3, 4)
	event, err := d.Run(adder(4, x, x, x))
	require.NoError(t, err)
	require.NoError(t, event.Wait())
	c.Lose(0, 700)
	first := d.Sync() // until something asks the driver, nobody can know
	require.Error(t, first)
	calls := map[string]func() error{
		"sync":     d.Sync,
		"run":      func() error { _, err := d.Run(adder(4, x, x, x)); return err },
		"alloc":    func() error { _, err := d.Alloc(1 << 20); return err },
		"copy in":  func() error { return d.CopyIn(x, 0, make([]byte, 4)) },
		"copy out": func() error { return d.CopyOut(make([]byte, 4), x, 0) },
		"stream":   func() error { _, err := d.NewStream(); return err },
		"wait":     event.Wait,
	}
	for range 2 {
		for name, call := range calls {
			err := call()
			require.ErrorIs(t, err, backend.ErrDeviceLost, name)
			assert.Contains(t, err.Error(), "start the program again", name)
			assert.Equal(t, first, err, "always the same")
		}
	}
	x.Free()
	require.NoError(t, d.Close())
}

func TestOutOfMemory(t *testing.T) {
	c, d := emulatedDevice(t)
	c.SetMemory(0, 256<<20)
	_, err := d.Alloc(1 << 40)
	require.ErrorIs(t, err, backend.ErrOutOfMemory)
	assert.Contains(t, err.Error(), "1099511627776")
	var live []backend.Buffer
	for {
		b, err := d.Alloc(48 << 20)
		if err != nil {
			require.ErrorIs(t, err, backend.ErrOutOfMemory)
			break
		}
		live = append(live, b)
		require.Less(t, len(live), 100)
	}
	require.NotEmpty(t, live)
	live[0].Free()
	b, err := d.Alloc(40 << 20)
	require.NoError(t, err, "what was freed serves, whatever its size")
	b.Free()
	for _, b := range live[1:] {
		b.Free()
	}
	d.Trim()
	assert.Zero(t, d.MemoryStats().Pooled)
}

func TestManyGoroutines(t *testing.T) {
	d := testDevice(t)
	goroutines, each := 64, 100
	if onGPU() {
		each = 10_000
	}
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			x := floats(t, d, float32(g), 1, 2, 3)
			for range each {
				y, err := d.Alloc(16)
				if !assert.NoError(t, err) {
					return
				}
				if _, err := d.Run(adder(4, x, x, y)); !assert.NoError(t, err) {
					return
				}
				y.Free()
			}
			assert.Equal(t, []float32{float32(g), 1, 2, 3}, read(t, d, x))
			x.Free()
		})
	}
	wg.Wait()
	assert.Zero(t, d.MemoryStats().InUse)
}

func TestKernelCache(t *testing.T) {
	dir := t.TempDir()
	run := func(c *emulator.Control) int {
		opts := testOptions(t)
		opts.Cache = dir
		d, err := Open(0, opts)
		require.NoError(t, err)
		defer d.Close()
		before := c.Calls("nvrtcCompileProgram")
		var wg sync.WaitGroup
		for range 8 { // single flight
			wg.Go(func() {
				x := floats(t, d, 1, 2)
				_, err := d.Run(adder(2, x, x, x))
				assert.NoError(t, err)
				assert.Equal(t, []float32{2, 4}, read(t, d, x))
			})
		}
		wg.Wait()
		return c.Calls("nvrtcCompileProgram") - before
	}
	c, _ := emulatedDevice(t)
	assert.Equal(t, 1, run(c))
	assert.Equal(t, 0, run(c), "from the disk")
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	require.Len(t, files, 1, "no temporary file stays")
	whole, err := os.ReadFile(files[0])
	require.NoError(t, err)
	for name, content := range map[string][]byte{
		"empty": {}, "short": whole[:len(whole)/2], "flipped": append(append([]byte{}, whole[:len(whole)-1]...), ^whole[len(whole)-1]), "foreign": []byte("a text"),
	} {
		require.NoError(t, os.WriteFile(files[0], content, 0o600))
		assert.Equal(t, 1, run(c), name)
		assert.Equal(t, 0, run(c), name+", mended")
	}
	// A whole file of an image that the driver refuses is compiled anew.
	opts := testOptions(t)
	opts.Cache = dir
	d, err := Open(0, opts)
	require.NoError(t, err)
	before := c.Calls("nvrtcCompileProgram")
	c.Fail("cuModuleLoadData", 1, 209)
	x := floats(t, d, 1, 2)
	_, err = d.Run(adder(2, x, x, x))
	require.NoError(t, err)
	assert.Equal(t, []float32{2, 4}, read(t, d, x))
	assert.Equal(t, 1, c.Calls("nvrtcCompileProgram")-before)
	require.NoError(t, d.Close())
	// A folder that can't be made costs compilations and nothing else.
	require.NoError(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o600))
	dir = filepath.Join(dir, "file", "kernels")
	assert.Equal(t, 1, run(c))
	assert.Equal(t, 1, run(c))
}

func TestCompilerFailure(t *testing.T) {
	c, d := emulatedDevice(t)
	x := floats(t, d, 1, 2)
	c.Fail("nvrtcCompileProgram", 1, 6)
	_, err := d.Run(adder(2, x, x, x))
	var be *backend.Error
	require.True(t, errors.As(err, &be))
	assert.Contains(t, err.Error(), "nvrtcCompileProgram")
	_, err = d.Run(adder(2, x, x, x))
	require.NoError(t, err, "the next call tries again")
	assert.Equal(t, []float32{2, 4}, read(t, d, x))
}

// Two devices copy from each other, and refuse each other's buffers.
func TestPeers(t *testing.T) {
	if !onGPU() {
		emulator.New(t).SetDevices(2)
	}
	opts := testOptions(t)
	if n, err := Count(opts); err != nil || n < 2 {
		t.Skip("there is one device")
	}
	a, b := testDevice(t), (*Device)(nil)
	b, err := Open(1, opts)
	require.NoError(t, err)
	defer b.Close()
	assert.NotSame(t, a.PlanLock(), b.PlanLock())
	x, y := floats(t, a, 1, 2, 3, 4), floats(t, b, 0, 0, 0, 0)
	_, err = b.Run(adder(4, x, x, y))
	require.Error(t, err)
	assert.Contains(t, err.Error(), "another device")
	_, err = a.Run(adder(4, x, x, x))
	require.NoError(t, err)
	require.NoError(t, b.CopyFrom(y, a, x))
	_, err = a.Run(adder(4, x, x, x)) // after the copy
	require.NoError(t, err)
	assert.Equal(t, []float32{2, 4, 6, 8}, read(t, b, y))
	assert.Equal(t, []float32{4, 8, 12, 16}, read(t, a, x))
}

func TestNothingLeaks(t *testing.T) {
	c, d := emulatedDevice(t)
	require.NoError(t, d.Sync())
	before := c.Counters()
	for range 3 {
		e, err := Open(0, testOptions(t))
		require.NoError(t, err)
		s, err := e.NewStream()
		require.NoError(t, err)
		x := floats(t, s, 1, 2, 3, 0)
		_, err = s.Run(checker(4, x, x))
		require.NoError(t, err)
		v := backend.View{Buffer: x, DType: expr.Float32, Shape: []int{2, 2}, Strides: []int{2, 1}}
		w := v
		w.Buffer = floats(t, e, 1, 1, 1, 1)
		_, err = e.MatMul(w, v, v, backend.FullPrecision)
		require.NoError(t, err)
		_, free, err := e.PinnedAlloc(1 << 16)
		require.NoError(t, err)
		free()
		require.NoError(t, e.Close())
		_, err = e.Alloc(1)
		require.ErrorIs(t, err, backend.ErrClosed)
	}
	after := c.Counters()
	assert.Equal(t, before.Allocations, after.Allocations)
	assert.Equal(t, before.HostAllocations, after.HostAllocations)
	assert.Equal(t, before.Streams, after.Streams)
	assert.Equal(t, before.Events, after.Events)
	assert.Equal(t, before.Modules, after.Modules)
	require.NoError(t, c.Damage())
}
