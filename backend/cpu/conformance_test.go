package cpu_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/backendtest"
	"github.com/cugond/cugond/backend/cpu"
)

// requirements are those of every evaluator. They share the reference, which
// takes most of the time.
var reference = backendtest.NewReference()

func requirements() backendtest.Requirements {
	return backendtest.Requirements{Scan: true, MatMul: true, HostMap: true, Huge: true, Reference: reference}
}

func open(o cpu.Options) func(t *testing.T) backend.Device {
	return func(t *testing.T) backend.Device {
		dev, err := cpu.New(o)
		require.NoError(t, err)
		return dev
	}
}

func TestConformance(t *testing.T) {
	t.Run("go", func(t *testing.T) { backendtest.Run(t, open(cpu.Options{Evaluator: "go"}), requirements()) })
}
