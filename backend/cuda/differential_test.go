//go:build cgo && linux

package cuda_test

import (
	"fmt"
	"image"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cpu"
	"github.com/cugond/cugond/backend/cuda"
	"github.com/cugond/cugond/backend/cuda/internal/emulator"
	"github.com/cugond/cugond/backend/expr"
)

// openGPU opens a GPU where CUGOND_REQUIRE_GPU is set, else the emulator's.
func openGPU(t *testing.T) *cuda.Device {
	t.Helper()
	var opts cuda.Options
	if os.Getenv("CUGOND_REQUIRE_GPU") != "1" {
		p := emulator.Build(t)
		opts = cuda.Options{Driver: p.CUDA, NVRTC: p.NVRTC, CUBLAS: p.CuBLAS, Cache: os.Getenv("CUGOND_TEST_CACHE")}
		if opts.Cache == "" {
			opts.Cache = "off"
		}
	}
	d, err := cuda.Open(0, opts)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

// twins are a GPU and the CPU, which are to give the same bits.
type twins struct {
	gpu *cuda.Device
	cpu backend.Device
}

func newTwins(t *testing.T) twins {
	if testing.Short() {
		t.Skip("long on the emulator")
	}
	c, err := cpu.New(cpu.Options{})
	require.NoError(t, err)
	return twins{openGPU(t), c}
}

// agree carries out a program on both devices, with random numbers that are
// the same for both, and compares the results.
func agree[T array.Element](t *testing.T, w twins, seed uint64, what string, program func(dev backend.Device, r *rand.Rand) *array.Array[T]) {
	t.Helper()
	run := func(dev backend.Device) ([]T, []int, error) {
		a := program(dev, rand.New(rand.NewPCG(seed, 1)))
		s, err := a.ToSlice()
		return s, a.Shape(), err
	}
	want, shape, err := run(w.cpu)
	got, gotShape, gpuErr := run(w.gpu)
	require.Equal(t, err, gpuErr, what)
	require.Equal(t, shape, gotShape, what)
	for i := range want {
		if g, x := expr.ScalarOf(got[i]), expr.ScalarOf(want[i]); g != x {
			require.Failf(t, "the devices differ", "%s, seed %d: element %d of %v is %v on the GPU and %v on the CPU", what, seed, i, shape, got[i], want[i])
		}
	}
}

// numbers are n small values, exact in every type, also after a few products.
func numbers[T array.Numeric](r *rand.Rand, n int) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = array.small[T](r)
	}
	return out
}
