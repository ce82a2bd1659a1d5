//go:build cgo && linux

package nvrtc

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRealCompiler skips where there is no NVRTC, unless CUGOND_REQUIRE_GPU is
// set. It needs no device.
func TestRealCompiler(t *testing.T) {
	l, err := Open()
	if err != nil && os.Getenv("CUGOND_REQUIRE_GPU") == "" {
		t.Skip("no NVRTC: ", err)
	}
	require.NoError(t, err)
	major, _ := l.Version()
	assert.GreaterOrEqual(t, major, 12)
	architectures, err := l.Architectures()
	require.NoError(t, err)
	require.NotEmpty(t, architectures)
	arch := architectures[len(architectures)-1]

	const text = `extern "C" __global__ void k(float *x) { x[threadIdx.x] += 1; }`
	cubin, log, err := l.Compile("k.cu", text, "--std=c++17", "--fmad=false", fmt.Sprintf("--gpu-architecture=sm_%d", arch))
	require.NoError(t, err)
	assert.Empty(t, log)
	assert.Equal(t, "\x7fELF", string(cubin[:4]))
	ptx, _, err := l.Compile("k.cu", text, fmt.Sprintf("--gpu-architecture=compute_%d", arch))
	require.NoError(t, err)
	assert.Contains(t, string(ptx), ".entry k(")
	assert.Zero(t, ptx[len(ptx)-1])

	_, log, err = l.Compile("bad.cu", "int f() { return y; }", fmt.Sprintf("--gpu-architecture=sm_%d", arch))
	require.ErrorIs(t, err, ErrorCompilation)
	assert.Contains(t, log, "bad.cu(1): error")
	assert.ErrorContains(t, err, "bad.cu(1): error")
	_, _, err = l.Compile("k.cu", text, "--no-such-option")
	assert.ErrorIs(t, err, ErrorInvalidOption)
	_, _, err = l.Compile("k.cu", text, "--gpu-architecture=sm_1")
	assert.ErrorIs(t, err, ErrorInvalidOption)
}
