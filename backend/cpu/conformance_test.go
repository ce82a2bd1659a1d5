package cpu_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/backendtest"
	"github.com/cugond/cugond/backend/cpu"
)

func open(o cpu.Options) func(t *testing.T) backend.Device {
	return func(t *testing.T) backend.Device {
		dev, err := cpu.New(o)
		require.NoError(t, err)
		t.Cleanup(func() { dev.Close() })
		return dev
	}
}

// evaluators returns the options of every evaluator of this machine by its
// name. The best one in C and the one in Go are always among them.
func evaluators(t *testing.T) map[string]cpu.Options {
	out := map[string]cpu.Options{"go": {Evaluator: "go"}}
	if !hasC {
		return out
	}
	for _, isa := range []string{"", "base", "avx2", "avx512"} {
		o := cpu.Options{Evaluator: "c", ISA: isa}
		dev, err := cpu.New(o)
		if isa != "" && err != nil {
			require.ErrorIs(t, err, backend.ErrUnavailable)
			continue
		}
		require.NoError(t, err)
		if _, known := out[dev.Evaluator()]; !known {
			out[dev.Evaluator()] = o
		}
		require.NoError(t, dev.Close())
	}
	return out
}

// TestConformance runs the suite on every evaluator. They share the reference,
// which takes most of the time. Instruction sets other than the best differ
// from it by the width of vectors alone, so some of the suite does for them,
// and in short mode being compared.
func TestConformance(t *testing.T) {
	reference := backendtest.NewReference()
	for name, o := range evaluators(t) {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && o.ISA != "" {
				t.Skip("compared by another test")
			}
			backendtest.Run(t, open(o), backendtest.Requirements{
				Scan: true, Sort: true, Index: true, MatMul: true, HostMap: true, Huge: true, Quick: o.ISA != "", Reference: reference,
			})
		})
	}
}

// TestEvaluatorsAgree holds every evaluator against the one in Go.
func TestEvaluatorsAgree(t *testing.T) {
	for name, o := range evaluators(t) {
		if name != "go" {
			t.Run(name, func(t *testing.T) {
				backendtest.Compare(t, open(cpu.Options{Evaluator: "go"})(t), open(o)(t))
			})
		}
	}
}

// A kernel's results don't depend on how many goroutines share it.
func TestWorkersAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	backendtest.Compare(t, open(cpu.Options{Workers: 1})(t), open(cpu.Options{Workers: 7})(t))
}

func FuzzPrograms(f *testing.F) {
	backendtest.FuzzPrograms(f, open(cpu.Options{}), backendtest.Requirements{})
}
