package array

import (
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/backendtest"
)

// opaque is a matrix that gonum knows nothing of.
type opaque struct{ mat.Matrix }

func (o opaque) T() mat.Matrix { return mat.Transpose{Matrix: o} }

func TestFromMatrix(t *testing.T) {
	dev := testDevice(t)
	d := mat.NewDense(3, 4, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	sym := mat.NewSymDense(2, []float64{1, 2, 2, 3})
	tri := mat.NewTriDense(2, mat.Upper, []float64{1, 2, 0, 3})
	band := mat.NewBandDense(3, 3, 0, 1, []float64{1, 2, 3, 4, 5, 0})
	for name, m := range map[string]mat.Matrix{
		"dense": d, "transposed": d.T(), "twice": mat.Transpose{Matrix: d.T()}, "part": d.Slice(1, 3, 1, 3),
		"part transposed": d.Slice(1, 3, 0, 3).T(), "symmetric": sym, "triangular": tri, "lower": tri.T(),
		"banded": band, "diagonal": mat.NewDiagDense(2, []float64{1, 2}), "vector": d.ColView(1), "row": d.ColView(1).T(), "opaque": opaque{d}, "opaque transposed": opaque{d}.T(),
	} {
		a := FromMatrix(dev, m)
		rows, cols := m.Dims()
		require.Equal(t, []int{rows, cols}, a.Shape(), name)
		v := values(t, a)
		for i := range rows {
			for j := range cols {
				assert.Equal(t, m.At(i, j), v[i*cols+j], "%s at %d, %d", name, i, j)
			}
		}
	}
	a := FromMatrix(dev, d)
	d.Set(0, 0, 99)
	assert.Equal(t, 1.0, values(t, a)[0])
	assert.Equal(t, []int{0, 0}, FromMatrix(dev, &mat.Dense{}).Shape())
	assert.Equal(t, []float64{2, 6, 10}, values(t, FromVector(dev, d.ColView(1))))
	misused(t, "FromMatrix", "nil", func() { FromMatrix(dev, nil) })
	misused(t, "FromVector", "nil", func() { FromVector(dev, nil) })
	misused(t, "FromMatrix", "device is nil", func() { FromMatrix(nil, d) })
}

// A matrix of any layout is a copy of the elements.
func TestAsMatrixOfEveryLayout(t *testing.T) {
	dev := testDevice(t)
	a := Arange(dev, 0.0, 40, 1).Reshape(5, 8)
	for name, c := range map[string]*Array[float64]{
		"whole":       a,
		"columns":     a.Slice(Colon, Span(2, 5)),
		"rows":        a.Slice(SpanStep(0, 5, 2)),
		"one column":  a.Slice(Colon, Span(3, 4)),
		"one row":     a.Slice(Span(4, 5)),
		"one element": a.Slice(Span(4, 5), Span(7, 8)),
		"stepped":     a.Slice(Colon, Step(2)),
		"transposed":  a.T(),
		"reversed":    a.Flip(0),
		"broadcast":   a.Slice(Span(0, 1)).BroadcastTo(3, 8),
	} {
		m, err := AsMatrix(c)
		require.NoError(t, err)
		raw := m.(mat.RawMatrixer).RawMatrix()
		rows, cols := m.Dims()
		assert.Equal(t, c.Shape(), []int{rows, cols}, name)
		v := values(t, c)
		for i := range rows {
			for j := range cols {
				assert.Equal(t, v[i*cols+j], m.At(i, j), name)
				assert.Equal(t, v[i*cols+j], m.T().At(j, i), name)
			}
		}
		assert.Len(t, raw.Data, (rows-1)*raw.Stride+cols, name)
		assert.True(t, mat.Equal(m, mat.NewDense(rows, cols, v)), name)
		was := raw.Data[0]
		raw.Data[0] = -1
		assert.NotEqual(t, -1.0, values(t, c)[0], name)
		raw.Data[0] = was
	}
}

func TestAsMatrixInGonum(t *testing.T) {
	dev := testDevice(t)
	a, b := Arange(dev, 0.0, 12, 1).Reshape(3, 4), Linspace(dev, -1.0, 1, 8).Reshape(4, 2)
	defer a.Close()
	defer b.Close()
	x, err := AsMatrix(a)
	require.NoError(t, err)
	y, err := AsMatrix(b)
	require.NoError(t, err)
	var p, q mat.Dense
	p.Mul(x, y)
	assert.InDeltaSlice(t, p.RawMatrix().Data, values(t, MatMul(a, b)), 1e-14)
	q.Mul(y.T(), x.T())
	assert.True(t, mat.EqualApprox(&p, q.T(), 1e-14))
	var svd mat.SVD
	assert.True(t, svd.Factorize(x, mat.SVDThin))
	assert.PanicsWithValue(t, mat.ErrRowAccess, func() { x.At(3, 0) })
	assert.PanicsWithValue(t, mat.ErrColAccess, func() { x.At(0, -1) })
}

func TestAsMatrixKeepsTheMemory(t *testing.T) {
	dev := testDevice(t)
	m, err := AsMatrix(Full(dev, 3.0, 100, 1000))
	require.NoError(t, err)
	for range 5 {
		runtime.GC()
		require.NoError(t, Full(dev, 4.0, 100, 1000).Eval())
	}
	assert.Equal(t, 300000.0, mat.Sum(m))
	runtime.KeepAlive(m)
}

func TestAsVector(t *testing.T) {
	dev := testDevice(t)
	a := Arange(dev, 0.0, 10, 1)
	for name, c := range map[string]*Array[float64]{
		"whole": a, "stepped": a.Slice(SpanStep(1, 10, 3)), "one": a.Slice(Span(3, 4)),
		"reversed": a.Flip(), "broadcast": a.Slice(Span(3, 4)).BroadcastTo(4),
	} {
		v, err := AsVector(c)
		require.NoError(t, err)
		want := values(t, c)
		require.Equal(t, len(want), v.Len(), name)
		for i, x := range want {
			assert.Equal(t, x, v.AtVec(i), name)
			assert.Equal(t, x, v.T().At(0, i), name)
		}
		raw := v.(mat.RawVectorer).RawVector()
		assert.InDelta(t, blas64.Dot(blas64.Vector{N: len(want), Inc: 1, Data: want}, blas64.Vector{N: len(want), Inc: 1, Data: want}), mat.Dot(v, v), 1e-12)
		was := raw.Data[0]
		raw.Data[0] = -1
		assert.NotEqual(t, -1.0, values(t, c)[0], name)
		raw.Data[0] = was
		assert.PanicsWithValue(t, mat.ErrVectorAccess, func() { v.AtVec(len(want)) })
		assert.PanicsWithValue(t, mat.ErrColAccess, func() { v.At(0, 1) })
	}
}

func TestAsMatrixMisusedAndFailed(t *testing.T) {
	dev := testDevice(t)
	misused(t, "AsMatrix", "two axes", func() { _, _ = AsMatrix(Ones[float64](dev, 3)) })
	misused(t, "AsMatrix", "without elements", func() { _, _ = AsMatrix(Ones[float64](dev, 0, 3)) })
	misused(t, "AsVector", "one axis", func() { _, _ = AsVector(Ones[float64](dev, 3, 1)) })
	misused(t, "AsVector", "without elements", func() { _, _ = AsVector(Ones[float64](dev, 0)) })
	failed := MatMul(Ones[float64](plain{dev}, 2, 2), Ones[float64](plain{dev}, 2, 2))
	_, err := AsMatrix(failed)
	require.ErrorIs(t, err, backend.ErrUnsupported)
	// A device whose memory the host can't address.
	far := backendtest.NewRecorder(plain{dev})
	a := Linspace(far, math.Pi, 1, 4).Reshape(2, 2)
	m, err := AsMatrix(a)
	require.NoError(t, err)
	assert.Equal(t, values(t, a), m.(mat.RawMatrixer).RawMatrix().Data)
}
