//go:build cgo && linux

package cuda

import (
	"testing"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/backendtest"
	"github.com/cugond/cugond/backend/expr"
)

// emulated is what of the suite runs on the emulator, where each kernel costs a
// C++ compilation: few types, and the operations that differ in how they are
// generated. That the texts of all of them are right is for package source.
var emulated = backendtest.Requirements{
	Types:    []expr.DType{expr.Uint8, expr.Float32, expr.Complex64},
	Ops:      []expr.Op{expr.Cast, expr.Check, expr.Where, expr.Add, expr.Sqrt},
	Quick:    true,
	Programs: 10,
	Sample:   96,
}

// TestConformance runs the suite: all of it on a GPU.
func TestConformance(t *testing.T) {
	t.Parallel()
	req := backendtest.Requirements{Huge: true}
	if !onGPU() {
		if testing.Short() {
			t.Skip("long on the emulator")
		}
		if req = emulated; wholly() {
			req.Sample, req.Programs = 0, 0
		}
	}
	req.Scan, req.Sort, req.Index, req.MatMul = true, true, true, true
	backendtest.Run(t, func(t *testing.T) backend.Device {
		d, err := Open(0, testOptions(t))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = d.Close() })
		return d
	}, req)
}

// FuzzPrograms compares random programs with the oracle.
func FuzzPrograms(f *testing.F) {
	if !onGPU() {
		f.Skip("each program is a C++ compilation on the emulator; the suite has some")
	}
	backendtest.FuzzPrograms(f, func(t *testing.T) backend.Device { return testDevice(t) }, backendtest.Requirements{})
}
