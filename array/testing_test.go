package array

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cpu"
)

// testDevice returns a fresh CPU device.
func testDevice(t testing.TB) backend.Device {
	t.Helper()
	dev, err := cpu.New(cpu.Options{})
	require.NoError(t, err)
	return dev
}
