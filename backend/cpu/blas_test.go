package cpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

func TestBLASRefusesMalformedCalls(t *testing.T) {
	d, err := New(Options{})
	require.NoError(t, err)
	buf, err := d.Alloc(9 * 8)
	require.NoError(t, err)
	view := func(t backend.DType, shape ...int) backend.View {
		return backend.View{Buffer: buf, DType: t, Shape: shape, Strides: []int{3, 1, 1}[:len(shape)]}
	}
	good := view(expr.Float64, 3, 3)
	factor := func(v backend.View) backend.Factor { return backend.Factor{View: v} }
	call := func(a, c backend.View) error {
		_, err := d.Gemm(1, factor(a), factor(a), 0, c)
		return err
	}
	assert.Error(t, call(view(expr.Float64, 3, 2), good), "shapes")
	assert.Error(t, call(view(expr.Float32, 3, 3), good), "types")
	assert.Error(t, call(view(expr.Float64, 3), view(expr.Float64, 3)), "vectors")
	assert.Error(t, call(view(expr.Float64, 4, 4), view(expr.Float64, 4, 4)), "past the buffer's end")
	assert.Error(t, call(backend.View{DType: expr.Float64, Shape: []int{3, 3}, Strides: []int{3, 1}}, good), "no buffer")
	assert.ErrorIs(t, call(view(expr.Int64, 3, 3), view(expr.Int64, 3, 3)), backend.ErrUnsupported)
	_, err = d.Trsm(1, backend.Triangular{Factor: factor(view(expr.Float64, 2, 2))}, good)
	assert.Error(t, err)
	_, err = d.Syrk(1, factor(good), 0, backend.Symmetric{View: view(expr.Float64, 2, 2)})
	assert.Error(t, err)
	require.NoError(t, d.Close())
	assert.ErrorIs(t, call(good, good), backend.ErrClosed)
}
