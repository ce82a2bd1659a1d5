package array

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cpu"
	"github.com/cugond/cugond/backend/cuda"
)

// testDevice returns a fresh CPU device, or a GPU where
// CUGOND_TEST_DEVICE is cuda, so that every test of arrays runs on both backends.
func testDevice(t testing.TB) backend.Device {
	t.Helper()
	if os.Getenv("CUGOND_TEST_DEVICE") == "cuda" {
		dev, err := cuda.Open(0, cuda.Options{Cache: os.Getenv(cugond.EnvCache)})
		require.NoError(t, err)
		t.Cleanup(func() { assert.NoError(t, dev.Close()) })
		return dev
	}
	dev, err := cpu.New(cpu.Options{})
	require.NoError(t, err)
	return dev
}
