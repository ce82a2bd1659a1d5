package backendtest

import (
	"testing"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

func openFake(*testing.T) backend.Device { return NewFake() }

// The oracle is held against itself, so nothing may fail. Its slower
// operations are left to the devices, and so are most types.
func TestFakeConforms(t *testing.T) {
	req := Requirements{Scan: true, Sort: true, Index: true, MatMul: true, HostMap: true, Quick: true, Programs: 40}
	req.Types = []expr.DType{expr.Bool, expr.Int16, expr.Int64, expr.Float32}
	req.Ops = append(exactOps(), expr.Exp)
	if !testing.Short() {
		req.Types = append(req.Types, expr.Complex64)
	}
	Run(t, openFake, req)
}
