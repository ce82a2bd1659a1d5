package backendtest

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// Requirements says what a device must support. What is required and missing
// fails; what is there though nobody requires it is tested all the same.
type Requirements struct {
	// Types are the element types, Ops the operations; none: all.
	Types []expr.DType
	Ops   []expr.Op

	Scan    bool
	Sort    bool
	Index   bool
	MatMul  bool
	HostMap bool

	// Huge asks for the cases that only their size makes hard. They take a
	// device a fraction of a second each.
	Huge bool

	// Quick leaves out as much as testing.Short does.
	Quick bool

	// Sample leaves out all but one in so many of the cases that have a test
	// of their own, chosen by the tests' names: for devices on which every
	// kernel costs much. 0: none is left out.
	Sample int

	// Programs is the number of random programs; 0: 300, or 60 when quick.
	Programs int
	// Seed is that of the first random program.
	Seed uint64

	// Reference may be shared with other runs; nil: one of its own.
	Reference *Reference
}

// complete fills in what was left open.
func (r *Requirements) complete() {
	if len(r.Types) == 0 {
		r.Types = expr.DTypes()
	}
	if len(r.Ops) == 0 {
		r.Ops = expr.Ops()
	}
	r.Quick = r.Quick || testing.Short()
	if r.Programs == 0 {
		r.Programs = 300
		if r.Quick {
			r.Programs = 60
		}
	}
	if r.Reference == nil {
		r.Reference = NewReference()
	}
}

// suite is one run on one device.
type suite struct {
	dev  backend.Device
	open func(t *testing.T) backend.Device
	req  Requirements
}

// Run tests that a device does what package backend says. open gives a fresh
// device, which the suite closes; two may be open at once.
//
// What it holds devices to, beside the values:
//   - Nothing but the elements of stored views is written.
//   - A result depends, to the bit, on nothing but the operands' values, their
//     order and the kernel's shape: not on their layout in memory, not on what
//     else the kernel computes, not on whether operands come from memory or
//     from earlier instructions. The order of a reduction is row-major over
//     the reduced axes.
//   - A fault of the data is reported by the kernel that met it, once.
func Run(t *testing.T, open func(t *testing.T) backend.Device, req Requirements) {
	req.complete()
	s := &suite{open: open, req: req, dev: open(t)}
	t.Cleanup(func() {
		require.NoError(t, s.dev.Sync(), "every failure has been reported by then")
		s.dev.Close()
	})

	t.Run("memory", s.memory)
	t.Run("check", s.checks)
	t.Run("concurrent", s.concurrent)
	for _, group := range []struct {
		name string
		run  func(t *testing.T)
	}{
		{"ops", s.operations},
		{"casts", s.casts},
		{"large", s.large},
		{"programs", s.programs},
		{"folds", s.folds},
		{"scans", s.scans},
		{"sort", s.sorts},
		{"index", s.indexing},
		{"matmul", s.matmul},
		{"random", s.random},
	} {
		t.Run(group.name, func(t *testing.T) {
			t.Parallel()
			group.run(t)
		})
	}
}

// has reports whether all the types are among those required.
func (s *suite) has(types ...expr.DType) bool {
	for _, d := range types {
		if !slices.Contains(s.req.Types, d) {
			return false
		}
	}
	return true
}

// wait returns what became of work that was started.
func wait(ev backend.Event, err error) error {
	if err != nil || ev == nil {
		return err
	}
	return ev.Wait()
}

// faultOf returns the code of a fault, FaultNone if err is nil.
func faultOf(t testing.TB, err error) backend.FaultCode {
	t.Helper()
	if err == nil {
		return backend.FaultNone
	}
	var f *backend.Fault
	require.True(t, errors.As(err, &f), "%v is no *backend.Fault", err)
	require.ErrorIs(t, err, backend.ErrData)
	return f.Code
}
