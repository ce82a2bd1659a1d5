//go:build cgo && linux

package cuda

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend/cuda/internal/emulator"
)

// onGPU tells whether the tests are to run on a real GPU: where the emulator
// stands in otherwise.
func onGPU() bool { return os.Getenv("CUGOND_REQUIRE_GPU") == "1" }

// testOptions open the GPU, or the emulator's.
func testOptions(t testing.TB) Options {
	if onGPU() {
		return Options{}
	}
	p := emulator.Build(t)
	return Options{Driver: p.CUDA, NVRTC: p.NVRTC, CUBLAS: p.CuBLAS, Cache: "off"}
}

// testDevice opens a device for a test.
func testDevice(t testing.TB) *Device {
	t.Helper()
	d, err := Open(0, testOptions(t))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}
