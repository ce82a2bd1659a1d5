package cpu_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cpu"
	"github.com/cugond/cugond/backend/expr"
)

// Views that do not fit are refused, whatever they are views of.
func TestSolverRefusesViews(t *testing.T) {
	dev := open(cpu.Options{})(t).(*cpu.Device)
	view := func(d backend.DType, shp ...int) backend.View {
		n, strides := 1, make([]int, len(shp))
		for i := len(shp) - 1; i >= 0; i-- {
			strides[i] = n
			n *= shp[i]
		}
		b, err := dev.Alloc(n * d.Size())
		require.NoError(t, err)
		require.NoError(t, dev.CopyIn(b, 0, make([]byte, n*d.Size())))
		return backend.View{Buffer: b, DType: d, Shape: shp, Strides: strides}
	}
	a, vector, pivots := view(expr.Float64, 2, 3, 3), view(expr.Float64, 2, 3), view(expr.Int64, 2, 3)
	stepped := a
	stepped.Strides = []int{9, 1, 3}
	past := a
	past.Offset = 1
	tri := backend.Triangle{}
	for i, err := range []error{
		dev.LU(vector, pivots),
		dev.LU(a, vector),
		dev.LU(a, view(expr.Int64, 2, 2)),
		dev.LU(a, view(expr.Int64, 1, 3)),
		dev.LU(stepped, pivots),
		dev.LU(past, pivots),
		dev.LU(view(expr.Int32, 2, 3, 3), pivots),
		dev.LUSolve(a, pivots, vector),
		dev.LUSolve(a, pivots, view(expr.Float32, 2, 3, 1)),
		dev.SolveTriangular(a, view(expr.Float64, 2, 4, 1), tri),
		dev.Cholesky(view(expr.Float64, 2, 3, 4)),
		dev.QR(a, view(expr.Float64, 2, 4)),
		dev.FormQ(view(expr.Float64, 2, 3, 4), vector),
		dev.FormQ(view(expr.Float64, 2, 3, 2), vector),
		dev.Eigh(a, view(expr.Float32, 2, 3), true),
		dev.SVD(a, vector, view(expr.Float64, 2, 3, 2), a),
		dev.SVD(a, vector, a, vector),
	} {
		require.Error(t, err, "call %d", i)
	}
	for _, err := range []error{dev.LU(a, pivots), dev.QR(a, vector), dev.Eigh(a, vector, false)} {
		require.NoError(t, err)
	}
	assert.ErrorIs(t, dev.LU(view(expr.Int32, 2, 3, 3), pivots), backend.ErrUnsupported)
	require.NoError(t, dev.Close())
	assert.ErrorIs(t, dev.LU(a, pivots), backend.ErrClosed)
}
