package cpu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// newTestDevice returns a device of the Go evaluator, or what else the options
// say.
func newTestDevice(t testing.TB, o Options) *Device {
	t.Helper()
	if o.Evaluator == "" {
		o.Evaluator = "go"
	}
	d, err := New(o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

// evaluators lists what the build has.
func evaluators() []string {
	if _, err := newC(""); err == nil {
		return []string{"go", "c"}
	}
	return []string{"go"}
}

// bufferOf returns a buffer with the elements of data.
func bufferOf[T any](t testing.TB, d *Device, data []T) backend.Buffer {
	t.Helper()
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(data))), len(data)*int(unsafe.Sizeof(data[0])))
	b, err := d.Alloc(len(bytes))
	require.NoError(t, err)
	require.NoError(t, d.CopyIn(b, 0, bytes))
	return b
}

// elements returns the memory of a buffer.
func elements[T any](d *Device, b backend.Buffer) []T {
	raw := d.HostBytes(b)
	var zero T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(raw))), len(raw)/int(unsafe.Sizeof(zero)))
}

// rowMajor returns the strides of contiguous elements.
func rowMajor(shape []int) []int {
	s := make([]int, len(shape))
	n := 1
	for a := len(shape) - 1; a >= 0; a-- {
		s[a] = n
		n *= shape[a]
	}
	return s
}

func length(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// view returns a view of a fresh buffer for every element of the shape.
func emptyView(t testing.TB, d *Device, dtype expr.DType, shape []int) backend.View {
	t.Helper()
	b, err := d.Alloc(length(shape) * dtype.Size())
	require.NoError(t, err)
	clear(d.HostBytes(b))
	return backend.View{Buffer: b, DType: dtype, Strides: rowMajor(shape)}
}

// each calls f with every index of the shape.
func each(shape []int, f func(index []int)) {
	index := make([]int, len(shape))
	for {
		f(index)
		a := len(shape) - 1
		for ; a >= 0; a-- {
			if index[a]++; index[a] < shape[a] {
				break
			}
			index[a] = 0
		}
		if a < 0 {
			return
		}
	}
}

func offsetOf(v *backend.View, index []int) int {
	off := v.Offset
	for a, i := range index {
		off += i * v.Strides[a]
	}
	return off
}

// load reads one element of a view.
func load(d *Device, v *backend.View, index []int) expr.Scalar {
	off := offsetOf(v, index)
	if v.Buffer == nil {
		return expr.ScalarOf(off)
	}
	s := expr.Scalar{DType: v.DType}
	copy(s.Bytes(), d.HostBytes(v.Buffer)[off*v.DType.Size():])
	return s
}

// evaluate computes all values of a kernel's program at one index, naively.
func evaluate(d *Device, k *backend.Kernel, index []int) []expr.Scalar {
	values := make([]expr.Scalar, 0, k.Prog.NumValues())
	for i := range k.Inputs {
		values = append(values, load(d, &k.Inputs[i], index))
	}
	values = append(values, k.Params...)
	for _, in := range k.Prog.Instrs {
		var args []expr.Scalar
		for a := range in.Op.Row().Arity {
			args = append(args, values[in.Args[a]])
		}
		values = append(values, in.Op.Eval(in.In, in.Out, args...))
	}
	return values
}

// same reports whether two scalars are equal to the bit, but for NaNs.
func same(a, b expr.Scalar) bool {
	if a.DType != b.DType {
		return false
	}
	for _, p := range parts(a) {
		if p != p {
			return fmt.Sprint(parts(a)) == fmt.Sprint(parts(b))
		}
	}
	return string(a.Bytes()) == string(b.Bytes())
}

func parts(s expr.Scalar) []float64 {
	switch s.DType {
	case expr.Complex64, expr.Complex128:
		z := expr.ScalarAs[complex128](s.Cast(expr.Complex128))
		return []float64{real(z), imag(z)}
	case expr.Float32, expr.Float64:
		return []float64{expr.ScalarAs[float64](s.Cast(expr.Float64))}
	}
	return nil
}

// arrangements are the ways in which the test views lie in memory.
var arrangements = []string{"contiguous", "transposed", "stepped", "reversed", "broadcast", "rows", "constant", "offset", "swapped"}

// arrange makes a view of random elements in one of the arrangements.
func arrange(t testing.TB, d *Device, r *rand.Rand, dtype expr.DType, shape []int, how string) backend.View {
	t.Helper()
	v := backend.View{DType: dtype, Strides: rowMajor(shape)}
	n := length(shape)
	switch how {
	case "transposed":
		step := 1
		for a := range shape {
			v.Strides[a] = step
			step *= shape[a]
		}
	case "swapped": // neighbouring axes have changed places
		order := make([]int, len(shape))
		for a := range order {
			order[a] = a
			if b := a ^ 1; b < len(shape) {
				order[a] = b
			}
		}
		step := 1
		for i := len(order) - 1; i >= 0; i-- {
			v.Strides[order[i]] = step
			step *= shape[order[i]]
		}
	case "stepped":
		for a := range shape {
			v.Strides[a] *= 3
		}
		n = 3*n + 1
		v.Offset = 1
	case "reversed":
		for a := range shape {
			v.Offset += v.Strides[a] * (shape[a] - 1)
			v.Strides[a] = -v.Strides[a]
		}
	case "broadcast":
		v.Strides[0] = 0
	case "rows":
		v.Strides[len(shape)-1] = 0
	case "constant":
		clear(v.Strides)
	case "offset":
		v.Offset = 5
		n += 5
	}
	bytes := make([]byte, n*dtype.Size())
	for i := range n {
		s := random(r, dtype)
		copy(bytes[i*dtype.Size():], s.Bytes())
	}
	v.Buffer = bufferOf(t, d, bytes)
	return v
}

// random returns an element, now and then a special one.
func random(r *rand.Rand, dtype expr.DType) expr.Scalar {
	switch dtype.Kind() {
	case expr.KindBool:
		return expr.ScalarOf(r.IntN(2) == 1)
	case expr.KindInt, expr.KindUint:
		x := expr.ScalarOf(int64(r.IntN(20) - 8))
		if r.IntN(4) == 0 {
			x = expr.ScalarOf(int64(r.Uint64()))
		}
		return x.Cast(dtype)
	case expr.KindFloat:
		return expr.ScalarOf(randomFloat(r)).Cast(dtype)
	}
	return expr.ScalarOf(complex(randomFloat(r), randomFloat(r))).Cast(dtype)
}

func randomFloat(r *rand.Rand) float64 {
	switch r.IntN(24) {
	case 0:
		return math.NaN()
	case 1:
		return math.Inf(1)
	case 2:
		return math.Inf(-1)
	case 3:
		return 0
	case 4:
		return math.Copysign(0, -1)
	case 5:
		return r.NormFloat64() * 1e30
	case 6:
		return r.NormFloat64() * 1e-38
	case 7:
		return float64(r.IntN(7)) / 2
	}
	return 4 * r.NormFloat64()
}

// checkStores compares what a kernel has stored with the naive evaluation.
// want has been computed before the kernel ran.
func checkStores(t *testing.T, d *Device, k *backend.Kernel, want [][]expr.Scalar) {
	t.Helper()
	for i := range k.Stores {
		st := &k.Stores[i]
		n := 0
		bad := 0
		each(k.Shape, func(index []int) {
			if got := load(d, &st.View, index); !same(got, want[n][st.Value]) && bad < 3 {
				bad++
				t.Errorf("store %d at %v: got %v, want %v of\n%v", i, index, got, want[n][st.Value], k)
			}
			n++
		})
	}
}

func evaluateAll(d *Device, k *backend.Kernel) [][]expr.Scalar {
	var out [][]expr.Scalar
	each(k.Shape, func(index []int) { out = append(out, evaluate(d, k, index)) })
	return out
}
