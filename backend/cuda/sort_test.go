//go:build cgo && linux

package cuda

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda/internal/gen"
	"github.com/cugond/cugond/backend/expr"
)

// sent copies elements to a device, as a dense view.
func sent[T expr.Element](t testing.TB, d *Device, data []T, shape ...int) backend.View {
	t.Helper()
	v := blank(t, d, expr.TypeOf[T](), shape...)
	if len(data) > 0 {
		bytes := unsafe.Slice((*byte)(unsafe.Pointer(&data[0])), len(data)*v.DType.Size())
		require.NoError(t, d.CopyIn(v.Buffer, 0, bytes))
	}
	return v
}

// blank is a dense view of new memory.
func blank(t testing.TB, d *Device, dtype expr.DType, shape ...int) backend.View {
	t.Helper()
	v := backend.View{DType: dtype, Shape: shape, Strides: make([]int, len(shape))}
	n := 1
	for i := len(shape) - 1; i >= 0; i-- {
		v.Strides[i] = n
		n *= shape[i]
	}
	b, err := d.Alloc(n * dtype.Size())
	require.NoError(t, err)
	t.Cleanup(b.Free)
	v.Buffer = b
	return v
}

// received copies a buffer's elements back.
func received[T expr.Element](t testing.TB, d *Device, v backend.View) []T {
	t.Helper()
	out := make([]T, v.Buffer.Len()/v.DType.Size())
	if len(out) > 0 {
		require.NoError(t, d.CopyOut(unsafe.Slice((*byte)(unsafe.Pointer(&out[0])), v.Buffer.Len()), v.Buffer, 0))
	}
	return out
}

// inputs are ways to fill rows, by name.
func inputs[T expr.Ordered](r *rand.Rand, rows, n int) map[string][]T {
	specials := []T{0, 1, 2, 3}
	d := expr.TypeOf[T]()
	random := func() (x T) {
		bits := r.Uint64()
		return *(*T)(unsafe.Pointer(&bits))
	}
	switch p := any(&specials).(type) {
	case *[]float32:
		negative := math.Float32frombits(0xffc00001)
		*p = append(*p, 0, float32(math.Copysign(0, -1)), float32(math.NaN()), negative, float32(math.Inf(1)), float32(math.Inf(-1)), -1, math.SmallestNonzeroFloat32, math.MaxFloat32)
	case *[]float64:
		negative := math.Float64frombits(0xfff8000000000001)
		*p = append(*p, 0, math.Copysign(0, -1), math.NaN(), negative, math.Inf(1), math.Inf(-1), -1, math.SmallestNonzeroFloat64, math.MaxFloat64)
	default:
		ones := ^uint64(0)
		highest := ones
		if d.Kind() == expr.KindInt {
			highest >>= 65 - 8*d.Size()
		}
		lowest := ^highest
		specials = append(specials, *(*T)(unsafe.Pointer(&highest)), *(*T)(unsafe.Pointer(&lowest)), *(*T)(unsafe.Pointer(&ones)))
	}
	fill := func(f func(i int) T) []T {
		out := make([]T, rows*n)
		for i := range out {
			out[i] = f(i)
		}
		return out
	}
	sorted := fill(func(int) T { return random() })
	for row := range rows {
		slices.Sort(sorted[row*n : (row+1)*n])
	}
	reversed := slices.Clone(sorted)
	slices.Reverse(reversed)
	return map[string][]T{
		"random":   fill(func(int) T { return random() }),
		"special":  fill(func(int) T { return specials[r.IntN(len(specials))] }),
		"small":    fill(func(i int) T { return T(r.IntN(100)) }),
		"constant": fill(func(i int) T { return specials[len(specials)-1-i/n%2] }),
		"sorted":   sorted,
		"reversed": reversed,
	}
}

// before is the order of sorted elements.
func before[T expr.Ordered](a, b T) bool { return a < b || (a == a && b != b) }

// sortedPositions is what a sort has to give for the positions.
func sortedPositions[T expr.Ordered](data []T, n int) []int64 {
	out := make([]int64, len(data))
	for lo := 0; lo < len(data); lo += n {
		row, at := data[lo:lo+n], out[lo:lo+n]
		for i := range at {
			at[i] = int64(i)
		}
		sort.SliceStable(at, func(i, j int) bool { return before(row[at[i]], row[at[j]]) })
	}
	return out
}

// checkSort sorts the data with both forms, and by the class if one is given.
func checkSort[T expr.Ordered](t *testing.T, d *Device, data []T, rows, n int, class func(positions bool) gen.Sort) {
	t.Helper()
	src := sent(t, d, data, rows, n)
	defer src.Buffer.Free()
	want := sortedPositions(data, n)
	for _, positions := range []bool{true, false} {
		to := src.DType
		if positions {
			to = expr.Int64
		}
		dst := blank(t, d, to, rows, n)
		var event backend.Event
		var err error
		if class == nil {
			event, err = d.Sort(dst, src, positions)
		} else {
			event, err = d.sort(class(positions), dst, src)
		}
		require.NoError(t, err)
		require.NoError(t, event.Wait())
		if positions {
			got := received[int64](t, d, dst)
			for i := range want {
				require.Equal(t, want[i], got[i], "%v rows %d × %d: position %d of row %d", src.DType, rows, n, i%n, i/n)
			}
		} else {
			got := received[T](t, d, dst)
			for i := range want {
				x, y := data[i/n*n+int(want[i])], got[i]
				require.True(t, x == y || (x != x && y != y), "%v rows %d × %d: element %d of row %d is %v, not %v", src.DType, rows, n, i%n, i/n, y, x)
			}
			assert.Equal(t, zeros(data), zeros(got), "negative zeros stay so")
		}
		dst.Buffer.Free()
	}
}

// zeros counts the negative zeros.
func zeros[T expr.Ordered](data []T) (n int) {
	for _, x := range data {
		if x == 0 && math.Signbit(float64(x)) {
			n++
		}
	}
	return n
}

// sortShapes are rows around the edges of the methods.
var sortShapes = [][2]int{
	{5, 29}, {3, 300}, {2, 2049}, {1, 4097},
	{1, 1}, {300, 1}, {1, 2}, {70, 3}, {9, 8}, {1, 31}, {40, 32}, {2, 33}, {3, 64}, {1, 65}, {2, 128}, {1, 129}, {70, 256}, {1, 257}, {2, 512},
	{1, 513}, {2, 1024}, {1, 1025}, {1, 2048}, {1, 4096}, {1, 6144}, {1, 6145}, {2, 8192}, {1, 3*6144 + 1},
}

// giants are lengths of rows that no test has. Their classes sort short ones too.
var giants = []int{1 << 20, 1 << 30, 1 << 33}

// sortCases are the shapes and giants that a type is tested with. Compiling for
// the emulator takes long, so that there the types share the cases.
func sortCases(d expr.DType) ([][2]int, []int) {
	switch {
	case onGPU() || d == expr.Float32:
		return sortShapes, giants
	case d == expr.Int64:
		return sortShapes[:4], giants[2:]
	case d == expr.Float64 || d == expr.Int16 || d == expr.Uint8:
		return sortShapes[:2], giants[:1]
	}
	return sortShapes[:2], nil
}

func testSorts[T expr.Ordered](t *testing.T) {
	d := testDevice(t)
	r := rand.New(rand.NewPCG(3, 5))
	dtype := expr.TypeOf[T]()
	shapes, giants := sortCases(dtype)
	each := func(rows, n int, name string, class func(positions bool) gen.Sort) {
		for kind, data := range inputs[T](r, rows, n) {
			if !onGPU() && (rows*n > 2000 || class != nil) && kind != "special" && kind != "small" {
				continue // each takes the emulator a second
			}
			t.Run(name+"/"+kind, func(t *testing.T) { checkSort(t, d, data, rows, n, class) })
		}
	}
	for _, s := range shapes {
		each(s[0], s[1], fmt.Sprintf("%dx%d", s[0], s[1]), nil)
	}
	for _, giant := range giants {
		class := func(positions bool) gen.Sort { return gen.NewSort(dtype, giant, positions) }
		each(2, 50, fmt.Sprintf("as of %d", giant), class)
	}
}

func TestSort(t *testing.T) {
	t.Parallel()
	t.Run("int16", testSorts[int16])
	t.Run("uint8", testSorts[uint8])
	t.Run("float32", testSorts[float32])
	t.Run("float64", testSorts[float64])
	if !onGPU() && !wholly() { // the others differ in how keys are made, which package gen's tests parse
		return
	}
	t.Run("int8", testSorts[int8])
	t.Run("int32", testSorts[int32])
	t.Run("int64", testSorts[int64])
	t.Run("uint16", testSorts[uint16])
	t.Run("uint32", testSorts[uint32])
	t.Run("uint64", testSorts[uint64])
}

// Passes that are left out change which buffers the others use: sets of digits
// that differ, by row, in rows of two tiles.
func TestSortLeavesOutPasses(t *testing.T) {
	d := testDevice(t)
	r := rand.New(rand.NewPCG(7, 1))
	const n = 6200
	masks := []uint32{0, 0xff, 0xff000000, 0xff00ff, 0xffff00, 0xffffff, 0xff00ffff, ^uint32(0)}
	data := make([]uint32, len(masks)*n)
	for i := range data {
		mask := masks[i/n]
		data[i] = r.Uint32()&mask | 0x12345678&^mask
	}
	checkSort(t, d, data, len(masks), n, nil)
}

// More rows than the stream has counters for.
func TestSortManyLongRows(t *testing.T) {
	t.Parallel()
	d := testDevice(t)
	r := rand.New(rand.NewPCG(8, 1))
	data := make([]uint64, 33*7)
	for i := range data {
		data[i] = r.Uint64() & 0xff00ff
	}
	checkSort(t, d, data, 33, 7, func(positions bool) gen.Sort { return gen.NewSort(expr.Uint64, 1<<20, positions) })
}

func TestSortLarge(t *testing.T) {
	if !onGPU() {
		t.Skip("takes minutes without a GPU; set CUGOND_REQUIRE_GPU=1 on a machine with one")
	}
	d := testDevice(t)
	r := rand.New(rand.NewPCG(11, 13))
	for _, shape := range [][2]int{{1, 1<<22 + 3}, {5, 1 << 20}, {1000, 7001}, {200_000, 21}, {20_000, 300}} {
		for name, data := range inputs[float32](r, shape[0], shape[1]) {
			t.Run(fmt.Sprintf("float32/%dx%d/%s", shape[0], shape[1], name), func(t *testing.T) { checkSort(t, d, data, shape[0], shape[1], nil) })
		}
	}
	for name, data := range inputs[int64](r, 1, 1<<21+5) {
		t.Run("int64/"+name, func(t *testing.T) { checkSort(t, d, data, 1, 1<<21+5, nil) })
	}
}

// The rows may begin anywhere in their buffers.
func TestSortAtOffsets(t *testing.T) {
	d := testDevice(t)
	data := []int32{9, 9, 9, 5, -1, 4, 7, 2, 9}
	src, dst := sent(t, d, data, 9), sent(t, d, make([]int32, 9), 9)
	src.Shape, src.Strides, src.Offset = []int{2, 2}, []int{2, 1}, 3
	dst.Shape, dst.Strides, dst.Offset = []int{2, 2}, []int{2, 1}, 1
	event, err := d.Sort(dst, src, false)
	require.NoError(t, err)
	require.NoError(t, event.Wait())
	assert.Equal(t, []int32{0, -1, 5, 4, 7, 0, 0, 0, 0}, received[int32](t, d, dst))
}

func TestSortRefuses(t *testing.T) {
	d := testDevice(t)
	f, z, i := blank(t, d, expr.Float32, 2, 3), blank(t, d, expr.Complex64, 2, 3), blank(t, d, expr.Int64, 2, 3)
	turned := f
	turned.Shape, turned.Strides = []int{3, 2}, []int{1, 3}
	for name, c := range map[string]struct {
		dst, src  backend.View
		positions bool
	}{
		"complex":      {z, z, false},
		"two types":    {i, f, false},
		"no positions": {f, f, true},
		"two shapes":   {turned, f, false},
		"strides":      {blank(t, d, expr.Float32, 3, 2), turned, false},
	} {
		_, err := d.Sort(c.dst, c.src, c.positions)
		var e *backend.Error
		require.ErrorAs(t, err, &e, name)
		assert.Equal(t, "sort", e.Op)
	}
	empty := blank(t, d, expr.Float32, 0, 3)
	event, err := d.Sort(empty, empty, false)
	assert.NoError(t, err)
	assert.Nil(t, event)
}

func BenchmarkSort(b *testing.B) {
	if !onGPU() {
		b.Skip("says nothing without a GPU; set CUGOND_REQUIRE_GPU=1 on a machine with one")
	}
	d := testDevice(b)
	r := rand.New(rand.NewPCG(1, 2))
	floats := func(n int) []float32 {
		out := make([]float32, n)
		for i := range out {
			out[i] = r.Float32()
		}
		return out
	}
	for _, shape := range [][2]int{{1, 1 << 24}, {1, 1_000_000}, {1, 4096}, {16, 1 << 20}, {10_000, 1000}, {1_000_000, 16}} {
		src := sent(b, d, floats(shape[0]*shape[1]), shape[0], shape[1])
		for _, positions := range []bool{false, true} {
			to := expr.Float32
			if positions {
				to = expr.Int64
			}
			dst := blank(b, d, to, shape[0], shape[1])
			b.Run(fmt.Sprintf("%dx%d/positions=%t", shape[0], shape[1], positions), func(b *testing.B) {
				for range b.N {
					_, err := d.Sort(dst, src, positions)
					require.NoError(b, err)
				}
				require.NoError(b, d.Sync())
			})
		}
	}
}
