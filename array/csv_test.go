package array

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
)

func TestCSVRoundTrip(t *testing.T) {
	dev := testDevice(t)
	everyElementType(t, dev, func(t *testing.T, a AnyArray, same func(*testing.T, AnyArray)) {
		for _, comma := range []rune{0, ';', '\t', ' '} {
			var b bytes.Buffer
			require.NoError(t, WriteCSV(&b, a, CSVOptions{Comma: comma}))
			same(t, readCSVAs(t, dev, a, &b, CSVOptions{Comma: comma}))
		}
	})
}

// readCSVAs reads an array of the element type of like.
func readCSVAs(t *testing.T, dev backend.Device, like AnyArray, r io.Reader, o CSVOptions) AnyArray {
	t.Helper()
	var a AnyArray
	var err error
	switch like.(type) {
	case *Array[bool]:
		a, err = ReadCSV[bool](dev, r, o)
	case *Array[int]:
		a, err = ReadCSV[int](dev, r, o)
	case *Array[int8]:
		a, err = ReadCSV[int8](dev, r, o)
	case *Array[int16]:
		a, err = ReadCSV[int16](dev, r, o)
	case *Array[int32]:
		a, err = ReadCSV[int32](dev, r, o)
	case *Array[int64]:
		a, err = ReadCSV[int64](dev, r, o)
	case *Array[uint8]:
		a, err = ReadCSV[uint8](dev, r, o)
	case *Array[uint16]:
		a, err = ReadCSV[uint16](dev, r, o)
	case *Array[uint32]:
		a, err = ReadCSV[uint32](dev, r, o)
	case *Array[uint64]:
		a, err = ReadCSV[uint64](dev, r, o)
	case *Array[float32]:
		a, err = ReadCSV[float32](dev, r, o)
	case *Array[float64]:
		a, err = ReadCSV[float64](dev, r, o)
	case *Array[complex64]:
		a, err = ReadCSV[complex64](dev, r, o)
	case *Array[complex128]:
		a, err = ReadCSV[complex128](dev, r, o)
	}
	require.NoError(t, err)
	return a
}

func TestReadCSV(t *testing.T) {
	dev := testDevice(t)
	nan := math.NaN()
	for name, c := range map[string]struct {
		text string
		o    CSVOptions
		cols int
		want []float64
	}{
		"plain":             {"1,2\n3,4\n", CSVOptions{}, 2, []float64{1, 2, 3, 4}},
		"no last line end":  {"1,2\n3,4", CSVOptions{}, 2, []float64{1, 2, 3, 4}},
		"windows line ends": {"1,2\r\n3,4\r\n", CSVOptions{}, 2, []float64{1, 2, 3, 4}},
		"byte order mark":   {"\ufeff1,2\n", CSVOptions{}, 2, []float64{1, 2}},
		"mark and header":   {"\ufeffa,b\n1,2\n", CSVOptions{SkipRows: 1}, 2, []float64{1, 2}},
		"odd header":        {"a \"strange, header\n1,2\n", CSVOptions{SkipRows: 1}, 2, []float64{1, 2}},
		"long header":       {strings.Repeat("x", 200_000) + "\n1,2\n", CSVOptions{SkipRows: 1}, 2, []float64{1, 2}},
		"spaces":            {" 1 ,\t2 \n", CSVOptions{}, 2, []float64{1, 2}},
		"quotes":            {"\"1\", \"2\"\n", CSVOptions{}, 2, []float64{1, 2}},
		"blank lines":       {"\n1,2\n\n3,4\n\n", CSVOptions{}, 2, []float64{1, 2, 3, 4}},
		"comments":          {"# x\n1,2\n# y\n3,4\n", CSVOptions{Comment: '#'}, 2, []float64{1, 2, 3, 4}},
		"missing":           {"1,,NA,nan,NaN,-9, \n", CSVOptions{Missing: []string{"-9"}}, 7, []float64{1, nan, nan, nan, nan, nan, nan}},
		"missing in tabs":   {"1\t\t3\n\t5\t\n", CSVOptions{Comma: '\t'}, 3, []float64{1, nan, 3, nan, 5, nan}},
		"infinite":          {"inf,-Inf,1e-400\n", CSVOptions{}, 3, []float64{math.Inf(1), math.Inf(-1), 0}},
		"columns":           {"1,2,3\n4,5,6\n", CSVOptions{Columns: []int{-1, 0, -1}}, 3, []float64{3, 1, 3, 6, 4, 6}},
		"other columns":     {"x,2,3\ny,5,6\n", CSVOptions{Columns: []int{1}}, 1, []float64{2, 5}},
		"semicolons":        {"1;2\n", CSVOptions{Comma: ';'}, 2, []float64{1, 2}},
	} {
		a, err := ReadCSV[float64](dev, strings.NewReader(c.text), c.o)
		require.NoError(t, err, name)
		assert.Equal(t, []int{len(c.want) / c.cols, c.cols}, a.Shape(), name)
		got, err := a.ToSlice()
		require.NoError(t, err)
		for i, w := range c.want {
			if w != got[i] && !(math.IsNaN(w) && math.IsNaN(got[i])) {
				t.Errorf("%s: element %d is %v, not %v", name, i, got[i], w)
			}
		}
	}
}

func TestReadCSVOtherTypes(t *testing.T) {
	dev := testDevice(t)
	z, err := ReadCSV[complex64](dev, strings.NewReader("1+2j,(3-1i),2j,-1,\n"), CSVOptions{})
	require.NoError(t, err)
	v, err := z.ToSlice()
	require.NoError(t, err)
	assert.Equal(t, []complex64{1 + 2i, 3 - 1i, 2i, -1}, v[:4])
	assert.True(t, math.IsNaN(float64(real(v[4]))))
	b, err := ReadCSV[bool](dev, strings.NewReader("true,0\nFALSE,1\n"), CSVOptions{})
	require.NoError(t, err)
	w, err := b.ToSlice()
	require.NoError(t, err)
	assert.Equal(t, []bool{true, false, false, true}, w)
	u, err := ReadCSV[uint8](dev, strings.NewReader("+7\n255\n"), CSVOptions{})
	require.NoError(t, err)
	assert.Equal(t, "[[  7]\n [255]]", u.String())
}

func TestReadCSVFaults(t *testing.T) {
	dev := testDevice(t)
	for text, want := range map[string]string{
		"":                       "no rows",
		"h1\nh2\n":               "no rows after the first 2 lines",
		"h1\nh2\n1,2\n3\n":       "line 4: 1 fields, the lines before have 2",
		"h1\nh2\n1,2\n\n3,4,5\n": "line 5: 3 fields, the lines before have 2",
		"h1\nh2\n1,2\n3,x\n":     `line 4, field 2: "x" is no int8: invalid syntax`,
		"h1\nh2\n1,200\n":        `line 3, field 2: "200" is no int8: value out of range`,
		"h1\nh2\n1.5\n":          `line 3, field 1: "1.5" is no int8`,
		"h1\nh2\n1,\n":           `line 3, field 2: the value "" is missing, and int8 has no NaN`,
		"h1\nh2\n1,NA\n":         `line 3, field 2: the value "NA" is missing`,
		"h1\nh2\n1,2\n\"3,4\n":   "line 4",
		"h1\nh2\n1,2\n3\"5,4\n":  "parse error on line 4, column",
	} {
		a, err := ReadCSV[int8](dev, strings.NewReader(text), CSVOptions{SkipRows: 2})
		assert.Nil(t, a)
		assert.ErrorContains(t, err, want, "%q", text)
		assert.ErrorContains(t, err, "array: ReadCSV: ")
	}
	_, err := ReadCSV[float32](dev, strings.NewReader("1e39"), CSVOptions{})
	assert.ErrorIs(t, err, strconv.ErrRange)
	_, err = ReadCSV[float32](dev, strings.NewReader("1,2\n"), CSVOptions{Columns: []int{-3}})
	assert.ErrorContains(t, err, "line 1: there is no column -3 among its 2 fields")
	_, err = ReadCSV[float32](dev, strings.NewReader(strings.Repeat("x", 1<<20)), CSVOptions{})
	assert.Less(t, len(err.Error()), 200)
	_, err = ReadCSV[float32](dev, strings.NewReader("1"), CSVOptions{Comma: '\n'})
	assert.Error(t, err)
	lost := errors.New("connection lost")
	for _, skip := range []int{0, 9} {
		_, err = ReadCSV[float32](dev, io.MultiReader(strings.NewReader("1,2\n"), iotest.ErrReader(lost)), CSVOptions{SkipRows: skip})
		assert.ErrorIs(t, err, lost)
	}
	for reason, f := range map[string]func(){
		"device is nil":    func() { _, _ = ReadCSV[int](nil, strings.NewReader("1"), CSVOptions{}) },
		"reader is nil":    func() { _, _ = ReadCSV[int](dev, nil, CSVOptions{}) },
		"SkipRows is -1":   func() { _, _ = ReadCSV[int](dev, strings.NewReader("1"), CSVOptions{SkipRows: -1}) },
		"names no columns": func() { _, _ = ReadCSV[int](dev, strings.NewReader("1"), CSVOptions{Columns: []int{}}) },
	} {
		assert.ErrorContains(t, Try(f), reason)
	}
}

func TestWriteCSV(t *testing.T) {
	dev := testDevice(t)
	m := FromSlice(dev, []float64{1, 0.1, math.NaN(), math.Inf(-1), 1e300, -0.5}, 2, 3)
	var b strings.Builder
	require.NoError(t, WriteCSV(&b, m, CSVOptions{Header: []string{"a", "b,c", "d"}}))
	assert.Equal(t, "a,\"b,c\",d\n1,0.1,NaN\n-Inf,1e+300,-0.5\n", b.String())
	b.Reset()
	require.NoError(t, WriteCSV(&b, m.T().Slice(To(2)), CSVOptions{Comma: ';'}))
	assert.Equal(t, "1;-Inf\n0.1;1e+300\n", b.String())
	b.Reset()
	require.NoError(t, WriteCSV(&b, rampOf[int](dev, 3).MulScalar(2), CSVOptions{Header: []string{"n"}}))
	assert.Equal(t, "n\n0\n2\n4\n", b.String())
	b.Reset()
	require.NoError(t, WriteCSV(&b, Zeros[int](dev, 0, 2), CSVOptions{}))
	assert.Empty(t, b.String())

	// Rows that parts of an array divide, which are still rows.
	long := rampOf[int32](dev, 3, streamBytes/4+1)
	b.Reset()
	require.NoError(t, WriteCSV(&b, long, CSVOptions{}))
	assert.Equal(t, 3, strings.Count(b.String(), "\n"))

	x := FromSlice(dev, []int{2})
	b.Reset()
	assert.ErrorIs(t, WriteCSV(&b, Pow(x, FromSlice(dev, []int{-1})), CSVOptions{Header: []string{"x"}}), backend.ErrData)
	assert.Empty(t, b.String())
	full := errors.New("disk full")
	assert.ErrorIs(t, WriteCSV(failingWriter{full}, m, CSVOptions{}), full)
	assert.Error(t, WriteCSV(&b, m, CSVOptions{Comma: '"'}))
	assertAnyMisuse(t, func(a AnyArray) { _ = WriteCSV(&b, a, CSVOptions{}) })
	for reason, f := range map[string]func(){
		"one or two axes":            func() { _ = WriteCSV(&b, m.Reshape(1, 2, 3), CSVOptions{}) },
		"of ():":                     func() { _ = WriteCSV(&b, Scalar(dev, 1), CSVOptions{}) },
		"2 names for 3 columns":      func() { _ = WriteCSV(&b, m, CSVOptions{Header: []string{"a", "b"}}) },
		"no columns":                 func() { _ = WriteCSV(&b, Zeros[int](dev, 2, 0), CSVOptions{}) },
		"Slice the array to write a": func() { _ = WriteCSV(&b, m, CSVOptions{SkipRows: 1}) },
		"constant":                   func() { _ = WriteCSV(&b, Const(1), CSVOptions{}) },
		"writer is nil":              func() { _ = WriteCSV(nil, m, CSVOptions{}) },
	} {
		assert.ErrorContains(t, Try(f), reason)
	}
}

// TestReadCSVMeasurements reads the weekly carbon dioxide series of the
// examples.
func TestReadCSVMeasurements(t *testing.T) {
	dev := testDevice(t)
	f, err := os.Open(filepath.Join("..", "examples", "data", "co2.csv"))
	require.NoError(t, err)
	defer f.Close()
	a, err := ReadCSV[float64](dev, f, CSVOptions{SkipRows: 1})
	require.NoError(t, err)
	assert.Equal(t, []int{2284, 2}, a.Shape())
	v, err := a.ToSlice()
	require.NoError(t, err)
	missing := 0
	for _, x := range v {
		if math.IsNaN(x) {
			missing++
		}
	}
	assert.Equal(t, 59, missing)
	assert.Equal(t, []float64{19580329, 316.1}, v[:2])
}
