//go:build cgo && linux

package emulator

// #include <stdint.h>
// #include <stdlib.h>
//
// typedef uint64_t (*cg_call)(uint64_t, uint64_t, uint64_t, uint64_t);
//
// // Integer arguments that a function doesn't take do no harm.
// static uint64_t cg_control(uintptr_t f, uint64_t a, uint64_t b, uint64_t c) { return ((cg_call)f)(a, b, c, 0); }
import "C"

import (
	"errors"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/internal/dl"
)

// Control sets up the machine that the libraries stand in for, and its
// failures. There is one machine a process. Methods are safe for concurrent
// use; a test that changes the machine must not run beside others.
type Control struct {
	t         testing.TB
	libraries map[string]*dl.Library // by the prefix of their functions
}

// Counters tell what is alive and what was done since the last reset.
type Counters struct {
	Allocations, HostAllocations, Streams, Events, Modules int // alive
	Launches, CopiedIn, CopiedOut, Copied                  int // Copied: between device addresses; bytes
}

// New builds the libraries and returns a control of them, with the machine as
// it is at first: one device of 2 GiB. It is so again when the test has ended.
// Handles and memory outlive both.
func New(t testing.TB) *Control {
	t.Helper()
	paths := Build(t)
	c := &Control{t: t, libraries: map[string]*dl.Library{}}
	for prefix, path := range map[string]string{"cublas": paths.CuBLAS, "nvrtc": paths.NVRTC, "cu": paths.CUDA} {
		lib, err := dl.Open(prefix, path) // stays open: streams are threads in it
		require.NoError(t, err)
		c.libraries[prefix] = lib
	}
	c.Reset()
	t.Cleanup(c.Reset)
	return c
}

// Reset undoes what the other methods did, also [Control.Lose], and starts all
// counts anew.
func (c *Control) Reset() {
	c.t.Helper()
	c.call("cu", "cgEmulatorReset", 0, 0, 0)
	for prefix := range c.libraries {
		c.call(prefix, "cgEmulatorResetCalls", 0, 0, 0)
	}
}

// SetDevices sets how many devices there are, from 0 to 16.
func (c *Control) SetDevices(n int) { c.call("cu", "cgEmulatorSetDevices", uint64(n), 0, 0) }

// SetVersion sets the driver's version, 13000 for CUDA 13.0.
func (c *Control) SetVersion(version int) {
	c.call("cu", "cgEmulatorSetVersion", uint64(version), 0, 0)
}

// SetMemory sets how many bytes a device has in all.
func (c *Control) SetMemory(device, bytes int) {
	c.call("cu", "cgEmulatorSetMemory", uint64(device), uint64(bytes), 0)
}

// SetAttribute sets a device's attribute, by CUDA's number.
func (c *Control) SetAttribute(device, attribute, value int) {
	c.call("cu", "cgEmulatorSetAttribute", uint64(device), uint64(attribute), uint64(value))
}

// Shuffle sets the order in which blocks, and the threads of a block, start, for
// launches from now on. Seed 0 is their natural order.
func (c *Control) Shuffle(seed uint64) { c.call("cu", "cgEmulatorSetOrder", seed, 0, 0) }

// SetTimeout sets how long a launch may run, 20 s at first. A tenth of it is
// how long threads may wait for one another without any going on.
func (c *Control) SetTimeout(d time.Duration) { c.call("cu", "cgEmulatorSetTimeout", uint64(d), 0, 0) }

// Delay makes a stream, or each for stream 0, sleep before every piece of work.
func (c *Control) Delay(stream uint64, d time.Duration) {
	c.call("cu", "cgEmulatorDelay", stream, uint64(d), 0)
}

// Fail makes the nth call from now on, counting from 1, of a library function
// return a status without doing anything else. The name is the symbol's, such
// as cuMemAlloc_v2, nvrtcCompileProgram or cublasGemmEx.
func (c *Control) Fail(function string, n, status int) {
	c.t.Helper()
	c.named(function, "cgEmulatorFail", uint64(n), uint64(status))
}

// Calls returns how often a library function was called.
func (c *Control) Calls(function string) int {
	c.t.Helper()
	return int(c.named(function, "cgEmulatorCalls", 0, 0))
}

// Lose makes every later call that concerns a device return a status, as after
// an illegal access (700).
func (c *Control) Lose(device, status int) {
	c.call("cu", "cgEmulatorLose", uint64(device), uint64(status), 0)
}

// Fault returns why a device failed last, or nothing.
func (c *Control) Fault() string { return c.text("cgEmulatorFault") }

// Damage returns an error for what was written around living allocations.
// The work of all streams has to be done by then.
func (c *Control) Damage() error {
	if text := c.text("cgEmulatorDamage"); text != "" {
		return errors.New("emulator: " + text)
	}
	return nil
}

// Counters returns the counts of now.
func (c *Control) Counters() (n Counters) {
	for which, to := range []*int{
		&n.Allocations, &n.HostAllocations, &n.Streams, &n.Events, &n.Modules,
		&n.Launches, &n.CopiedIn, &n.CopiedOut, &n.Copied,
	} {
		*to = int(c.call("cu", "cgEmulatorCounter", uint64(which), 0, 0))
	}
	return n
}

func (c *Control) call(prefix, symbol string, x, y, z uint64) uint64 {
	c.t.Helper()
	address, err := c.libraries[prefix].Sym(symbol)
	require.NoError(c.t, err)
	return uint64(C.cg_control(C.uintptr_t(address), C.uint64_t(x), C.uint64_t(y), C.uint64_t(z)))
}

// named calls a control of the library that has a function.
func (c *Control) named(function, symbol string, y, z uint64) uint64 {
	c.t.Helper()
	for _, prefix := range []string{"cublas", "nvrtc", "cu"} {
		if !strings.HasPrefix(function, prefix) {
			continue
		}
		_, err := c.libraries[prefix].Sym(function)
		require.NoError(c.t, err)
		name := C.CString(function)
		defer C.free(unsafe.Pointer(name))
		return c.call(prefix, symbol, uint64(uintptr(unsafe.Pointer(name))), y, z)
	}
	require.Failf(c.t, "no library", "%s is no function of an emulated library", function)
	return 0
}

func (c *Control) text(symbol string) string {
	const size = 4096
	buffer := C.malloc(size)
	defer C.free(buffer)
	c.call("cu", symbol, uint64(uintptr(buffer)), size, 0)
	return C.GoString((*C.char)(buffer))
}
