//go:build cgo && linux

package cuda_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cpu"
	"github.com/cugond/cugond/backend/cuda"
	"github.com/cugond/cugond/backend/cuda/internal/emulator"
	"github.com/cugond/cugond/backend/expr"
)

// optionsOf returns how to open a GPU where CUGOND_REQUIRE_GPU is set, else the
// emulator's.
func optionsOf(t *testing.T) cuda.Options {
	if os.Getenv("CUGOND_REQUIRE_GPU") == "1" {
		return cuda.Options{}
	}
	p := emulator.Build(t)
	return cuda.Options{Driver: p.CUDA, NVRTC: p.NVRTC, CUBLAS: p.CuBLAS, Cache: "off"}
}

// openGPU opens a device for a test.
func openGPU(t *testing.T) *cuda.Device {
	t.Helper()
	d, err := cuda.Open(0, optionsOf(t))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

// thorough ends a test that takes long on the emulator, unless
// CUGOND_TEST_EMULATED is all.
func thorough(t *testing.T) {
	t.Helper()
	if os.Getenv("CUGOND_REQUIRE_GPU") != "1" && os.Getenv("CUGOND_TEST_EMULATED") != "all" {
		t.Skip("long on the emulator: set CUGOND_TEST_EMULATED=all")
	}
}

// twins are a GPU and the CPU, which are to give the same bits.
type twins struct {
	gpu *cuda.Device
	cpu backend.Device
}

func newTwins(t *testing.T) twins {
	if testing.Short() {
		t.Skip("long on the emulator")
	}
	c, err := cpu.New(cpu.Options{})
	require.NoError(t, err)
	w := twins{openGPU(t), c}
	if os.Getenv("CUGOND_REQUIRE_GPU") != "1" {
		control := emulator.New(t)
		t.Cleanup(func() {
			require.NoError(t, w.gpu.Sync())
			require.NoError(t, control.Damage(), "something was written outside of arrays")
		})
	}
	return w
}

// agree carries out a program on both devices, with random numbers that are
// the same for both, and compares the results.
func agree[T array.Element](t *testing.T, w twins, seed uint64, what string, program func(dev backend.Device, r *rand.Rand) *array.Array[T]) {
	t.Helper()
	run := func(dev backend.Device) ([]T, []int, error) {
		a := program(dev, rand.New(rand.NewPCG(seed, 1)))
		s, err := a.ToSlice()
		return s, a.Shape(), err
	}
	want, shape, err := run(w.cpu)
	got, gotShape, gpuErr := run(w.gpu)
	require.Equal(t, err, gpuErr, what)
	require.Equal(t, shape, gotShape, what)
	for i := range want {
		if g, x := expr.ScalarOf(got[i]), expr.ScalarOf(want[i]); g != x {
			require.Failf(t, "the devices differ", "%s, seed %d: element %d of %v is %v on the GPU and %v on the CPU", what, seed, i, shape, got[i], want[i])
		}
	}
}

// numbers makes an array of small values, which stay exact in every type after
// a few operations.
func numbers[T array.Element](dev backend.Device, r *rand.Rand, shape ...int) *array.Array[T] {
	n := 1
	for _, d := range shape {
		n *= d
	}
	data := make([]T, n)
	for i := range data {
		data[i] = expr.ScalarAs[T](expr.ScalarOf(r.IntN(11) - 3).Cast(expr.TypeOf[T]()))
	}
	return array.FromSlice(dev, data, shape...)
}

// view returns a random view of a with a few elements, made in several steps.
func view[T array.Element](r *rand.Rand, a *array.Array[T]) *array.Array[T] {
	for range 1 + r.IntN(4) {
		nd := a.NDim()
		if nd == 0 {
			return a
		}
		axis := r.IntN(nd)
		n := a.Dim(axis)
		index := make([]array.Index, axis+1)
		for i := range index {
			index[i] = array.Colon
		}
		switch r.IntN(9) {
		case 0:
			a = a.Transpose(r.Perm(nd)...)
		case 1:
			a = a.Flip(axis)
		case 2:
			index[axis] = array.Step(2)
			a = a.Slice(index...)
		case 3:
			index[axis] = array.FromStep(-1, -1-r.IntN(2))
			a = a.Slice(index...)
		case 4:
			index[axis] = array.Span(r.IntN(n+1), n)
			a = a.Slice(index...)
		case 5:
			if nd > 1 && n > 0 {
				index[axis] = array.At(r.IntN(n))
				a = a.Slice(index...)
			}
		case 6:
			if nd > 1 {
				a = a.Diagonal(r.IntN(3) - 1)
			}
		case 7:
			if nd < 5 {
				a = a.BroadcastTo(append([]int{1 + r.IntN(3)}, a.Shape()...)...)
			}
		case 8:
			if nd < 5 {
				a = a.ExpandDims(r.IntN(nd + 1))
			}
		}
	}
	return a
}

// random is a random shape of one to four dimensions.
func random(r *rand.Rand) []int {
	shape := make([]int, 1+r.IntN(4))
	for i := range shape {
		shape[i] = []int{1, 2, 3, 4, 5, 7, 8, 12}[r.IntN(8)]
	}
	if r.IntN(12) == 0 {
		shape[r.IntN(len(shape))] = 0
	}
	return shape
}

// partner broadcasts against a: some of its dimensions are 1, and it is
// transposed, flipped or a copy.
func partner[T array.Element](dev backend.Device, r *rand.Rand, a *array.Array[T]) *array.Array[T] {
	shape := a.Shape()
	for i := range shape {
		if r.IntN(3) == 0 {
			shape[i] = 1
		}
	}
	switch r.IntN(3) {
	case 0:
		for i, j := 0, len(shape)-1; i < j; i, j = i+1, j-1 {
			shape[i], shape[j] = shape[j], shape[i]
		}
		return numbers[T](dev, r, shape...).T()
	case 1:
		return numbers[T](dev, r, shape...).Flip()
	}
	return numbers[T](dev, r, shape...)
}

func chains[T array.Element](t *testing.T, w twins, seeds uint64) {
	for seed := range seeds {
		agree(t, w, seed, "a chain of views", func(dev backend.Device, r *rand.Rand) *array.Array[T] {
			a := view(r, numbers[T](dev, r, random(r)...))
			return a.Mul(partner(dev, r, a)).Add(partner(dev, r, a))
		})
	}
}

func TestChainsOfViews(t *testing.T) {
	w := newTwins(t)
	chains[bool](t, w, 4)
	chains[int8](t, w, 8)
	chains[uint16](t, w, 8)
	chains[float32](t, w, 12)
	chains[int](t, w, 8)
	chains[complex64](t, w, 4)
	chains[complex128](t, w, 8)
}

func transposes[T array.Element](t *testing.T, w twins) {
	axes := [][]int{{1, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 3, 0, 2}, {3, 2, 1, 0}, {4, 1, 3, 0, 2}}
	sizes := []int{15, 16, 17, 20, 31, 32, 33, 63, 64, 65, 127, 128, 129}
	for seed := range uint64(40) {
		agree(t, w, seed, "a sum with a transpose", func(dev backend.Device, r *rand.Rand) *array.Array[T] {
			order := axes[r.IntN(len(axes))]
			if seed < 20 {
				order = axes[0]
			}
			shape, large := make([]int, len(order)), 0
			for i := range shape {
				shape[i] = 1 + r.IntN(4)
			}
			for _, i := range []int{len(shape) - 1, order[len(order)-1]} { // the tile's
				if large < 2 {
					shape[i] = sizes[r.IntN(len(sizes))]
					large++
				}
			}
			whole := append([]int(nil), shape...)
			offset := r.IntN(3) * r.IntN(2)
			whole[len(whole)-1] += offset
			cut := []array.Index{array.Ellipsis, array.From(offset)}
			x := numbers[T](dev, r, whole...).Slice(cut...)
			tr := x.Transpose(order...)
			y := numbers[T](dev, r, tr.Shape()...)
			z := tr.Add(y)
			if r.IntN(3) == 0 {
				out := array.Zeros[T](dev, tr.Shape()...).Copy()
				out.Assign(z)
				return out
			}
			return z
		})
	}
}

func TestTransposesInTiles(t *testing.T) {
	thorough(t)
	w := newTwins(t)
	t.Run("1", func(t *testing.T) { transposes[uint8](t, w) })
	t.Run("2", func(t *testing.T) { transposes[int16](t, w) })
	t.Run("4", func(t *testing.T) { transposes[float32](t, w) })
	t.Run("8", func(t *testing.T) { transposes[complex64](t, w) })
	t.Run("16", func(t *testing.T) { transposes[complex128](t, w) })
}

// Writes that read what they write, at other places.
func overlaps[T array.Numeric](t *testing.T, w twins) {
	writes := map[string]func(x *array.Array[T]){
		"transpose": func(x *array.Array[T]) { x.Assign(x.Add(x.T())) },
		"flip":      func(x *array.Array[T]) { x.Assign(x.Flip(0).Sub(x)) },
		"shift": func(x *array.Array[T]) {
			x.Slice(array.From(1)).Assign(x.Slice(array.To(-1)).Add(x.Slice(array.From(1))))
		},
		"interleave": func(x *array.Array[T]) {
			x.Slice(array.Colon, array.Step(3)).Assign(x.Slice(array.Colon, array.FromStep(-1, -3)))
		},
		"itself":   func(x *array.Array[T]) { v := x.T().Flip(1); v.Assign(v.Mul(v).Add(v)) },
		"row":      func(x *array.Array[T]) { x.Assign(x.Slice(array.At(3))) },
		"diagonal": func(x *array.Array[T]) { x.Slice(array.At(2)).Assign(x.Diagonal(0)) },
		"reader": func(x *array.Array[T]) {
			before := x.MulScalar(expr.ScalarAs[T](expr.ScalarOf(2).Cast(expr.TypeOf[T]())))
			x.Fill(expr.ScalarAs[T](expr.ScalarOf(1).Cast(expr.TypeOf[T]())))
			x.Assign(before.T().Add(x))
		},
		"block": func(x *array.Array[T]) {
			x.Slice(array.Span(1, 9), array.Span(2, 10)).Assign(x.Slice(array.Span(0, 8), array.Span(3, 11)).T())
		},
	}
	for name, write := range writes {
		for _, n := range []int{12, 37} {
			agree(t, w, uint64(n), name, func(dev backend.Device, r *rand.Rand) *array.Array[T] {
				x := numbers[T](dev, r, n, n)
				write(x)
				return x
			})
		}
	}
}

func TestOverlappingAssignments(t *testing.T) {
	w := newTwins(t)
	overlaps[uint8](t, w)
	overlaps[float32](t, w)
}

func TestReductionsOverAllAxes(t *testing.T) {
	thorough(t)
	w := newTwins(t)
	for seed, shape := range [][]int{{5, 3, 4}, {2, 33, 3, 5}, {64, 1, 40}, {3, 0, 2}, {300}, {}} {
		for subset := range 1 << len(shape) {
			var axes []int
			for i := range shape {
				if subset>>i&1 == 1 {
					axes = append(axes, i)
				}
			}
			if len(axes) == 0 && len(shape) > 0 {
				continue // means all of them
			}
			what := fmt.Sprintf("%v over %v", shape, axes)
			if subset%3 == 1 {
				axes = append(axes, array.KeepDims)
			}
			agree(t, w, uint64(seed), "sum of "+what, func(dev backend.Device, r *rand.Rand) *array.Array[int] {
				x := numbers[int32](dev, r, shape...)
				if subset%2 == 0 {
					x = x.Flip()
				}
				return array.SumAs[int](x.Mul(x), axes...)
			})
			if len(shape) == 3 && shape[1] == 0 {
				continue
			}
			agree(t, w, uint64(seed), "argmax of "+what, func(dev backend.Device, r *rand.Rand) *array.Array[int] {
				x := numbers[float32](dev, r, shape...)
				m := array.Max(x, axes...) // one kernel for both
				return array.ArgMax(x, axes...).Add(array.Cast[int](m))
			})
		}
	}
}

func TestMoreOnViews(t *testing.T) {
	thorough(t)
	w := newTwins(t)
	for seed := range uint64(8) {
		base := func(dev backend.Device, r *rand.Rand) *array.Array[int32] {
			a := numbers[int32](dev, r, 9, 8, 7)
			return []*array.Array[int32]{a, a.T(), a.Flip(1), a.Slice(array.Step(2), array.Colon, array.FromStep(5, -2))}[seed%4]
		}
		axis := int(seed) % 3
		agree(t, w, seed, "cumulative sum", func(dev backend.Device, r *rand.Rand) *array.Array[int] {
			return array.CumSumAs[int](base(dev, r), axis)
		})
		agree(t, w, seed, "cumulative maximum", func(dev backend.Device, r *rand.Rand) *array.Array[int32] {
			return array.CumMax(base(dev, r), axis)
		})
		agree(t, w, seed, "sort", func(dev backend.Device, r *rand.Rand) *array.Array[int32] {
			return array.Sort(base(dev, r), axis)
		})
		agree(t, w, seed, "argsort", func(dev backend.Device, r *rand.Rand) *array.Array[int] {
			return array.ArgSort(base(dev, r), axis)
		})
		agree(t, w, seed, "take", func(dev backend.Device, r *rand.Rand) *array.Array[int32] {
			a := base(dev, r)
			return array.Take(a, array.FromSlice(dev, []int{-1, 0, 2, 2, 1, 0}, 3, 2).T(), axis)
		})
		agree(t, w, seed, "take out of range", func(dev backend.Device, r *rand.Rand) *array.Array[int32] {
			a := base(dev, r)
			return array.Take(a, array.FromSlice(dev, []int{0, 9, -10}), axis).AddScalar(1)
		})
		agree(t, w, seed, "put", func(dev backend.Device, r *rand.Rand) *array.Array[int32] {
			a := base(dev, r)
			index := array.FromSlice(dev, []int{1, -1, 1, 0})
			shape := a.Shape()
			shape[axis] = 4
			a.Put(index, numbers[int32](dev, r, shape...), axis)
			return a
		})
		agree(t, w, seed, "compress", func(dev backend.Device, r *rand.Rand) *array.Array[int32] {
			a := base(dev, r)
			c, err := array.Compress(a, array.GreaterScalar(a, 2))
			require.NoError(t, err)
			return c
		})
		agree(t, w, seed, "assign where", func(dev backend.Device, r *rand.Rand) *array.Array[int32] {
			a := base(dev, r)
			a.AssignWhere(array.LessScalar(a, 0), a.Neg())
			return a
		})
	}
}
