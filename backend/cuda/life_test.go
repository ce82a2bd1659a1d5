//go:build cgo && linux

package cuda

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
)

// within fails the test when f takes longer than any of this should.
func within(t *testing.T, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(time.Minute):
		require.Fail(t, "it hangs", what)
	}
}

// Memory and events go on when the handle that they came from is closed.
func TestClosedHandle(t *testing.T) {
	c, d := emulatedDevice(t)
	s, err := d.NewStream()
	require.NoError(t, err)
	third, err := d.NewStream()
	require.NoError(t, err)
	x := floats(t, s, 1, 2, 3, 4)
	good, bad := floats(t, s, 1, 2, 3, 4), floats(t, s, 1, 0, 3, 4)
	var events []backend.Event
	for _, b := range []backend.Buffer{good, bad} {
		e, err := s.Run(checker(4, b, x))
		require.NoError(t, err)
		events = append(events, e)
	}
	plain, err := s.Run(adder(4, good, good, x))
	require.NoError(t, err)
	require.NoError(t, s.Close())
	require.NoError(t, events[0].Wait())
	require.ErrorIs(t, events[1].Wait(), backend.ErrData)
	require.NoError(t, plain.Wait())
	_, err = s.Run(adder(4, x, x, x))
	require.ErrorIs(t, err, backend.ErrClosed)
	assert.Contains(t, err.Error(), "another handle")
	assert.Equal(t, []float32{2, 4, 6, 8}, read(t, d, x))

	// Its memory is not handed out while another stream still uses it.
	y, err := d.Alloc(16)
	require.NoError(t, err)
	require.NoError(t, d.Sync())
	c.Delay(uint64(d.handle.Handle()), 40*time.Millisecond)
	_, err = d.Run(adder(4, x, x, y))
	require.NoError(t, err)
	x.Free()
	good.Free()
	bad.Free()
	for range 6 {
		floats(t, third, 9, 9, 9, 9)
	}
	require.NoError(t, third.Sync())
	assert.Equal(t, []float32{4, 8, 12, 16}, read(t, d, y))
	c.Delay(uint64(d.handle.Handle()), 0)
	require.NoError(t, third.Close())
}

// A handle that is being closed is waited for like any other.
func TestHandleBeingClosed(t *testing.T) {
	c, d := emulatedDevice(t)
	s, err := d.NewStream()
	require.NoError(t, err)
	x, y := floats(t, d, 1, 2, 3, 4), floats(t, d, 0, 0, 0, 0)
	_, err = d.Run(adder(4, x, x, y)) // compiles
	require.NoError(t, err)
	require.NoError(t, d.Sync())
	c.Delay(uint64(s.handle.Handle()), 100*time.Millisecond)
	_, err = s.Run(adder(4, y, y, x))
	require.NoError(t, err)
	var wg sync.WaitGroup
	wg.Go(func() { assert.NoError(t, s.Close()) })
	for !s.Closed() {
		time.Sleep(time.Millisecond)
	}
	assert.Equal(t, []float32{4, 8, 12, 16}, read(t, d, x))
	wg.Wait()
}

// The device and its handles are closed while goroutines use them: calls end
// as before, or return ErrClosed, and nothing is used after its end.
func TestCloseWhileBusy(t *testing.T) {
	c, _ := emulatedDevice(t)
	before := c.Counters()
	for range 5 {
		d, err := Open(0, testOptions(t))
		require.NoError(t, err)
		x := floats(t, d, 1, 2, 3, 4)
		for _, k := range []*backend.Kernel{adder(4, x, x, x), checker(4, x, x)} {
			_, err := d.Run(k)
			require.NoError(t, err)
		}
		calls := []func(h *Device) error{
			(*Device).Sync,
			func(h *Device) error { _, err := h.Run(adder(4, x, x, x)); return err },
			func(h *Device) error {
				e, err := h.Run(checker(4, x, x))
				if err != nil {
					return err
				}
				return e.Wait()
			},
			func(h *Device) error {
				b, err := h.Alloc(5000)
				if err != nil {
					return err
				}
				defer b.Free()
				if err := h.CopyIn(b, 0, make([]byte, 5000)); err != nil {
					return err
				}
				return h.CopyOut(make([]byte, 5000), b, 0)
			},
			func(h *Device) error {
				s, err := h.NewStream()
				if err != nil {
					return err
				}
				b, err := s.Alloc(16)
				if err == nil {
					_, err = h.Run(adder(4, x, x, b))
					defer b.Free()
				}
				return errors.Join(err, s.Close())
			},
			func(h *Device) error {
				e, err := h.Run(adder(4, x, x, x))
				if err != nil {
					return err
				}
				return e.Wait()
			},
			func(h *Device) error { h.Trim(); h.Info(); return nil },
		}
		var wg sync.WaitGroup
		for _, call := range calls {
			wg.Go(func() {
				for !d.Closed() {
					if err := call(d); err != nil && !errors.Is(err, backend.ErrClosed) {
						assert.NoError(t, err)
						return
					}
				}
			})
		}
		time.Sleep(20 * time.Millisecond)
		within(t, "closing a device", func() {
			assert.NoError(t, d.Close())
			wg.Wait()
		})
		x.Free()
	}
	after := c.Counters()
	before.Launches, before.CopiedIn, before.CopiedOut, before.Copied = after.Launches, after.CopiedIn, after.CopiedOut, after.Copied
	assert.Equal(t, before, after, "nothing leaks")
	require.NoError(t, c.Damage())
}

// Failures of the driver say what to do, and only lasting ones end the device.
func TestDriverFailures(t *testing.T) {
	c, d := emulatedDevice(t)
	x := floats(t, d, 1, 2, 3, 4)
	run := func() error {
		_, err := d.Run(adder(4, x, x, x))
		return err
	}
	require.NoError(t, run())
	c.Fail("cuLaunchKernel", 1, 2)
	err := run()
	require.ErrorIs(t, err, backend.ErrOutOfMemory)
	assert.Contains(t, err.Error(), "free arrays")
	require.NoError(t, run(), "once")
	c.Fail("cuLaunchKernel", 1, 999)
	err = run()
	require.Error(t, err)
	assert.Contains(t, err.Error(), "cuLaunchKernel")
	assert.Contains(t, err.Error(), "restart the program")
	require.NoError(t, run(), "once")
	c.Fail("cuModuleLoadData", 1, 209)
	_, err = d.Run(checker(4, x, x))
	require.Error(t, err)
	assert.Contains(t, err.Error(), "load kernel")
	_, err = d.Run(checker(4, x, x))
	require.NoError(t, err)
	for _, status := range []int{2, 999} {
		c.Fail("cuMemAlloc_v2", 1, status)
		b, err := d.Alloc(64 << 20)
		if status == 2 {
			require.NoError(t, err, "the second attempt succeeds")
			b.Free()
			d.Trim()
			continue
		}
		require.Error(t, err)
		assert.Contains(t, err.Error(), "cuMemAlloc")
	}
	assert.Equal(t, []float32{8, 16, 24, 32}, read(t, d, x))
	c.Fail("cuLaunchKernel", 1, 700)
	require.ErrorIs(t, run(), backend.ErrDeviceLost)
	require.ErrorIs(t, run(), backend.ErrDeviceLost, "for good")
}
