package array

import (
	"image"
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
)

func together(fs ...func()) {
	var wg sync.WaitGroup
	for _, f := range fs {
		wg.Go(f)
	}
	wg.Wait()
}

// Parts of one storage may be written by several goroutines while others read
// further parts, computed or pending.
func TestDisjointPartsAtOnce(t *testing.T) {
	dev := testDevice(t)
	a := Zeros[float64](dev, 4, 500).Copy()
	require.NoError(t, a.Eval())
	row := func(i int) *Array[float64] { return a.Slice(At(i)) }
	rows := []*Array[float64]{row(0), row(1), row(2), row(3)}
	for k := range 50 {
		v := float64(k + 1)
		together(
			func() { rows[0].Fill(v) },
			func() { rows[1].Assign(rows[1].AddScalar(1)) },
			func() {
				s, err := rows[2].ToSlice()
				assert.NoError(t, err)
				assert.Zero(t, s[7])
			},
			func() {
				_, err := Sum(rows[3]).Item()
				assert.NoError(t, err)
			},
		)
	}
	assert.Equal(t, 50.0*1000, values(t, Sum(a))[0])
}

// A matrix is the array's elements as they are, while others compute with the
// array and write to other parts of its storage.
func TestMatrixOfAPart(t *testing.T) {
	dev := testDevice(t)
	a := Zeros[float64](dev, 200, 500).Copy()
	require.NoError(t, a.Eval())
	upper, lower := a.Slice(To(100)), a.Slice(From(100))
	for k := range 20 {
		together(
			func() {
				m, err := AsMatrix(upper)
				assert.NoError(t, err)
				assert.Zero(t, m.At(3, 4))
			},
			func() { lower.Fill(float64(k)) },
			func() {
				_, err := Sum(upper.AddScalar(1)).Item()
				assert.NoError(t, err)
			},
		)
		assert.Equal(t, float64(k)*50000, values(t, Sum(lower))[0])
	}
}

func TestShapesTooLargeToCount(t *testing.T) {
	dev := testDevice(t)
	empty := Zeros[float64](dev, 1<<40, 0, 1<<40)
	one := Ones[float64](dev, 1)
	for name, f := range map[string]func(){
		"reduction": func() { Sum(empty, 1) },
		"KeepDims":  func() { Sum(Zeros[float64](dev, 1<<62, 0, 1<<62), 1, KeepDims) },
		"broadcast": func() { one.BroadcastTo(1<<40, 1).Add(one.BroadcastTo(1, 1<<40)) },
	} {
		assert.ErrorContains(t, Try(f), "more elements than can be addressed", name)
	}
	_, err := Ones[int8](dev, 1).BroadcastTo(1 << 61).ToSlice()
	assert.ErrorIs(t, err, backend.ErrOutOfMemory)
}

func TestNilArguments(t *testing.T) {
	dev := testDevice(t)
	for reason, f := range map[string]func(){
		"an array is nil":     func() { _ = Eval(nil) },
		"the writer is nil":   func() { _ = WriteNpy(nil, Ones[float32](dev, 2)) },
		"the function is nil": func() { _ = Try(nil) },
		"has no pixels":       func() { FromImage[uint8](dev, &image.Gray{}) },
		"can be addressed": func() {
			FromImage[uint8](dev, &image.Gray{Rect: image.Rect(math.MinInt, 0, math.MaxInt, 3)})
		},
		"KeepDims has no meaning": func() { CumSum(Ones[float64](dev, 2), KeepDims) },
	} {
		assert.ErrorContains(t, Try(f), reason)
	}
}

func TestGeomspaceOfSubnormals(t *testing.T) {
	dev := testDevice(t)
	v := values(t, Geomspace(dev, 1e-310, 1e-309, 3))
	assert.InEpsilon(t, 3.16e-310, v[1], 1e-2)
	v = values(t, Geomspace(dev, 5e-324, 1.0, 5))
	assert.InEpsilon(t, 2.2e-162, v[2], 2e-2)
}

// What failed stays failed until all of it is written anew.
func TestFailureIsOverwritten(t *testing.T) {
	dev := testDevice(t)
	faulty := func() *Array[int] { return Ones[int](dev, 3).Pow(FromSlice(dev, []int{1, -1, 2})) }
	a := Zeros[int](dev, 2, 3).Copy()
	require.NoError(t, a.Eval())
	a.Slice(At(1)).Assign(faulty())
	_, err := a.ToSlice()
	assert.ErrorIs(t, err, backend.ErrData)
	a.Slice(At(0)).Fill(1)
	_, err = a.ToSlice()
	assert.ErrorIs(t, err, backend.ErrData, "only a part was written")
	a.Fill(2)
	assert.Equal(t, []int{2, 2, 2, 2, 2, 2}, values(t, a))
}

func TestDevicesOfOneName(t *testing.T) {
	a, b := Ones[float32](testDevice(t), 2), Ones[float32](testDevice(t), 2)
	both := "two devices, both called " + a.Device().Name()
	assert.ErrorContains(t, Try(func() { a.Add(b) }), both)
	c := a.Copy()
	assert.ErrorContains(t, Try(func() { c.Assign(b) }), both)
}
