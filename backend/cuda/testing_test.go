//go:build cgo && linux

package cuda

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend/cuda/internal/emulator"
	"github.com/cugond/cugond/backend/expr"
)

// onGPU tells whether the tests are to run on a real GPU: where the emulator
// stands in otherwise.
func onGPU() bool { return os.Getenv("CUGOND_REQUIRE_GPU") == "1" }

// wholly tells whether tests on the emulator leave nothing out for the sake of
// time: CUGOND_TEST_EMULATED is all.
func wholly() bool { return os.Getenv("CUGOND_TEST_EMULATED") == "all" }

// sizesOnEmulator returns the element types: on the emulator, where each kernel
// costs a compilation, one of each size.
func sizesOnEmulator() []expr.DType {
	if onGPU() || wholly() {
		return expr.DTypes()
	}
	return []expr.DType{expr.Bool, expr.Int16, expr.Float32, expr.Float64, expr.Complex128}
}

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
