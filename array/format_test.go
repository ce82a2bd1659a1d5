package array

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// meteredDevice is a device that counts the bytes that leave it and can fail to give
// any.
type meteredDevice struct {
	backend.Device
	out  atomic.Int64
	fail error
}

func (c *meteredDevice) CopyOut(dst []byte, src backend.Buffer, offset int) error {
	if c.fail != nil {
		return c.fail
	}
	c.out.Add(int64(len(dst)))
	return c.Device.CopyOut(dst, src, offset)
}

// rampOf returns 0, 1, 2, … in the given shape.
func rampOf[T Numeric](dev backend.Device, shp ...int) *Array[T] {
	n := 1
	for _, d := range shp {
		n *= d
	}
	v := make([]int64, n)
	for i := range v {
		v[i] = int64(i)
	}
	return Cast[T](FromSlice(dev, v, shp...))
}

func TestFormatValues(t *testing.T) {
	dev := testDevice(t)
	m := rampOf[float64](dev, 2, 3)
	for _, c := range []struct {
		verb string
		a    AnyArray
		want string
	}{
		{"%v", m, "[[0. 1. 2.]\n [3. 4. 5.]]"},
		{"%s", m, "[[0. 1. 2.]\n [3. 4. 5.]]"},
		{"%#v", m, "[[0., 1., 2.],\n [3., 4., 5.]]"},
		{"%+v", m, "float64 (2, 3) on " + dev.Name() + "\n[[0. 1. 2.]\n [3. 4. 5.]]"},
		{"%.1f", m, "[[0.0 1.0 2.0]\n [3.0 4.0 5.0]]"},
		{"%6.2f", m, "[[  0.00   1.00   2.00]\n [  3.00   4.00   5.00]]"},
		{"%g", FromSlice(dev, []float32{0.1, 1e-9, 100}), "[  0.1 1e-09   100]"},
		{"%v", FromSlice(dev, []float32{0.1, 2.5, -3}), "[ 0.1  2.5 -3. ]"},
		{"%.3v", FromSlice(dev, []float64{math.Pi, 1}), "[3.142 1.   ]"},
		{"%v", FromSlice(dev, []float64{math.NaN(), math.Inf(-1), 1}), "[ nan -inf   1.]"},
		{"%v", FromSlice(dev, []bool{true, false}), "[ true false]"},
		{"%v", FromSlice(dev, []int{1, -20, 300}), "[  1 -20 300]"},
		{"%x", FromSlice(dev, []uint8{10, 255}), "[ a ff]"},
		{"%v", FromSlice(dev, []complex128{1 + 2i, -1i}), "[1.+2.j 0.-1.j]"},
		{"%v", Scalar(dev, float32(2.5)), "2.5"},
		{"%+v", Scalar(dev, 7), "int64 () on " + dev.Name() + "\n7"},
		{"%v", Const(1.5), "1.5"},
		{"%+v", Const(float32(1.5)), "float32 () on any device\n1.5"},
		{"%v", Zeros[float32](dev, 0), "[]"},
		{"%v", Zeros[float32](dev, 0, 3), "[] shape=(0, 3)"},
		{"%v", m.T(), "[[0. 3.]\n [1. 4.]\n [2. 5.]]"},
		{"%v", m.Flip(1), "[[2. 1. 0.]\n [5. 4. 3.]]"},
		{"%v", m.Slice(Colon, Step(2)), "[[0. 2.]\n [3. 5.]]"},
		{"%v", m.Slice(At(1)).BroadcastTo(2, 3), "[[3. 4. 5.]\n [3. 4. 5.]]"},
		{"%v", m.Diagonal(1), "[1. 5.]"},
		{"%v", Imag[float64](FromSlice(dev, []complex128{1 + 2i, 3})), "[2. 0.]"},
		{"%v", m.Add(m), "[[ 0.  2.  4.]\n [ 6.  8. 10.]]"},
		{"%v", Sum(m, 0), "[3. 5. 7.]"},
	} {
		assert.Equal(t, c.want, fmt.Sprintf(c.verb, c.a), "%s of %v %v", c.verb, c.a.DType(), c.a.Shape())
	}
	assert.Equal(t, "[[0. 1. 2.]\n [3. 4. 5.]]", m.String())
	assert.Equal(t, "x = [1. 5.]", fmt.Sprint("x = ", m.Diagonal(1)))
}

func TestFormatEveryElementType(t *testing.T) {
	dev := testDevice(t)
	for _, d := range expr.DTypes() {
		a := ZerosAny(dev, d, 2)
		got := fmt.Sprintf("%+v", a)
		header, body, _ := strings.Cut(got, "\n")
		assert.Equal(t, d.String()+" (2,) on "+dev.Name(), header)
		assert.Regexp(t, `^\[(0|0\.|false|0\.\+0\.j) (0|0\.|false|0\.\+0\.j)\]$`, body)
	}
}

func TestFormatFetchesWhatItPrints(t *testing.T) {
	dev := &meteredDevice{Device: testDevice(t)}
	a := rampOf[float64](dev, 100, 60)
	require.NoError(t, a.Eval())
	dev.out.Store(0)
	assert.Equal(t, `[[0.000e+00 1.000e+00 2.000e+00 ... 5.700e+01 5.800e+01 5.900e+01]
 [6.000e+01 6.100e+01 6.200e+01 ... 1.170e+02 1.180e+02 1.190e+02]
 [1.200e+02 1.210e+02 1.220e+02 ... 1.770e+02 1.780e+02 1.790e+02]
 ...
 [5.820e+03 5.821e+03 5.822e+03 ... 5.877e+03 5.878e+03 5.879e+03]
 [5.880e+03 5.881e+03 5.882e+03 ... 5.937e+03 5.938e+03 5.939e+03]
 [5.940e+03 5.941e+03 5.942e+03 ... 5.997e+03 5.998e+03 5.999e+03]]`, fmt.Sprint(a))
	assert.EqualValues(t, 6*6*8, dev.out.Load(), "bytes copied from the device")
}

// TestFormatSummaries compares summaries of views with those of the same
// elements in rows without gaps.
func TestFormatSummaries(t *testing.T) {
	dev := testDevice(t)
	cube := rampOf[int32](dev, 12, 13, 14)
	for name, v := range map[string]*Array[int32]{
		"whole":      cube,
		"transposed": cube.T(),
		"flipped":    cube.Flip(),
		"stepped":    cube.Slice(Step(-1), Colon, FromStep(13, -1)),
		"broadcast":  cube.Slice(At(3)).BroadcastTo(9, 13, 14),
		"line":       cube.Ravel(),
		"pending":    cube.Add(cube),
		"long rows":  cube.Reshape(2, -1),
		"columns":    cube.Reshape(-1, 2),
		"six axes":   cube.Reshape(2, 6, 13, 2, 7, 1),
	} {
		data, err := v.ToSlice()
		require.NoError(t, err)
		shp := v.Shape()
		at := func(index ...int) int32 {
			flat := 0
			for i, p := range index {
				flat = flat*shp[i] + (p+shp[i])%shp[i]
			}
			return data[flat]
		}
		got := fmt.Sprint(v)
		numbers := strings.FieldsFunc(got, func(r rune) bool { return strings.ContainsRune("[] .\n", r) })
		var want []string
		eachShown(shp, func(index []int) { want = append(want, fmt.Sprint(at(index...))) })
		assert.Equal(t, want, numbers, name)
	}
}

// eachShown calls f with the positions that a summary with three items at each end
// of each axis shows.
func eachShown(shp []int, f func(index []int)) {
	index := make([]int, len(shp))
	var walk func(axis int)
	walk = func(axis int) {
		if axis == len(shp) {
			f(index)
			return
		}
		for i := range shp[axis] {
			if i >= 3 && i < shp[axis]-3 {
				continue
			}
			index[axis] = i
			walk(axis + 1)
		}
	}
	walk(0)
}

func TestFormatHuge(t *testing.T) {
	dev := &meteredDevice{Device: testDevice(t)}
	huge := Scalar(dev, float32(1.5)).BroadcastTo(1e6, 1e6)
	row := "[1.5 1.5 1.5 ... 1.5 1.5 1.5]"
	assert.Equal(t, "["+strings.Join([]string{row, row, row, "...", row, row, row}, "\n ")+"]", fmt.Sprint(huge))
	assert.Less(t, dev.out.Load(), int64(1000))
	deep := make([]int, 40)
	for i := range deep {
		deep[i] = 2
	}
	assert.Less(t, len(fmt.Sprint(Scalar(dev, 1).BroadcastTo(deep...))), 1<<20)
}

func TestFormatFailures(t *testing.T) {
	dev := testDevice(t)
	two := FromSlice(dev, []int{2, 2, 2})
	failing := Pow(two, FromSlice(dev, []int{1, -1, 2}))
	assert.Contains(t, fmt.Sprint(failing), "array.Array[int64](3,): ")
	assert.Contains(t, fmt.Sprint(failing), "negative power")
	assert.Contains(t, fmt.Sprintf("%d", failing.Slice(To(2))), "array.Array[int64](2,): ")
	assert.Contains(t, fmt.Sprint(AnyArray(failing)), "negative power")

	two.Close()
	assert.Equal(t, "array.Array[int64](3,): the array is closed", fmt.Sprint(two))
	assert.Equal(t, "array.Array[int64](3,): the array is closed", two.String())
	c := Const(true)
	c.Close()
	assert.Equal(t, "array.Array[bool](): the array is closed", fmt.Sprint(c))
	var none *Array[float32]
	assert.Equal(t, "array.Array[float32](nil)", fmt.Sprint(none))
	assert.Equal(t, "array.Array[float32](nil)", none.String())
	assert.Equal(t, "array.Array[complex64]: the zero Array; make one with a constructor such as array.Zeros", fmt.Sprint(&Array[complex64]{}))

	broken := &meteredDevice{Device: testDevice(t), fail: errors.New("device lost")}
	for _, shp := range [][]int{{3}, {1000, 1000}} {
		x := Zeros[float32](broken, shp...)
		assert.Regexp(t, `^array\.Array\[float32\]\(.*\): device lost$`, fmt.Sprint(x))
	}
}
