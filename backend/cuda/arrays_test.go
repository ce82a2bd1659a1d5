//go:build cgo && linux

package cuda_test

import (
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda"
	"github.com/cugond/cugond/backend/cuda/internal/emulator"
)

// emulated opens the emulator's device, which the control belongs to.
func emulated(t *testing.T) (*emulator.Control, *cuda.Device) {
	if os.Getenv("CUGOND_REQUIRE_GPU") == "1" {
		t.Skip("needs the emulator's control")
	}
	return emulator.New(t), openGPU(t)
}

func slice[T array.Element](t *testing.T, a *array.Array[T]) []T {
	t.Helper()
	s, err := a.ToSlice()
	require.NoError(t, err)
	return s
}

// Goroutines with handles of their own share arrays, and leave theirs behind.
func TestArraysOfManyHandles(t *testing.T) {
	d := openGPU(t)
	x := array.Arange[float64](d, 0, 1000, 1).Copy()
	shared := x.AddScalar(1) // pending, for whoever comes first
	kept := make([]*array.Array[float64], 8)
	var wg sync.WaitGroup
	for g := range kept {
		wg.Go(func() {
			s, err := d.NewStream()
			if !assert.NoError(t, err) {
				return
			}
			for range 30 {
				kept[g] = shared.To(s).MulScalar(float64(g)).Add(x)
				assert.NoError(t, kept[g].Eval())
			}
			assert.NoError(t, s.Close())
		})
	}
	wg.Wait()
	for g, a := range kept {
		_, err := a.ToSlice()
		require.ErrorIs(t, err, backend.ErrClosed)
		assert.Contains(t, err.Error(), "Array.To")
		want := 999 + float64(g)*1000
		assert.Equal(t, want, slice(t, a.To(d))[999])
		assert.Equal(t, 2*want, slice(t, x.Sub(x).Add(a).Add(a))[999], "beside an array of an open handle")
	}
}

// A device that is closed under its arrays leaves errors, not ruins.
func TestArraysOfAClosedDevice(t *testing.T) {
	c, _ := emulated(t)
	d, err := cuda.Open(0, optionsOf(t))
	require.NoError(t, err)
	ready := array.Ones[float32](d, 100).Copy()
	require.NoError(t, ready.Eval())
	pending := ready.AddScalar(1)
	faulty := array.Take(ready, array.FromSlice(d, []int{100}), 0)
	require.NoError(t, d.Close())
	for _, a := range []*array.Array[float32]{ready, pending, faulty, ready.Slice(array.At(3)), array.Sum(pending)} {
		_, err := a.ToSlice()
		require.ErrorIs(t, err, backend.ErrClosed)
		assert.Contains(t, err.Error(), "open it again")
		a.Close()
	}
	ready, pending, faulty = nil, nil, nil
	runtime.GC()
	time.Sleep(10 * time.Millisecond)
	require.NoError(t, c.Damage())
}

// Thousands of arrays that nobody closes fit into little memory.
func TestDroppedArrays(t *testing.T) {
	c, _ := emulated(t)
	c.SetMemory(0, 96<<20)
	d := openGPU(t)
	x := array.Ones[float32](d, 1<<18).Copy()
	for i := range 3000 {
		y := x.AddScalar(float32(i))
		require.NoError(t, y.Eval(), i)
		if i%1000 == 999 {
			assert.Equal(t, float32(i+1), slice(t, y)[5])
		}
	}
	_, err := array.Zeros[float64](d, 1<<24).Copy().ToSlice()
	require.ErrorIs(t, err, backend.ErrOutOfMemory)
	assert.Contains(t, err.Error(), "close arrays")
	assert.Equal(t, float32(2), slice(t, x.AddScalar(1))[0], "the device goes on")
}

// Faults of the data come back from what was made of it, until it is written
// anew.
func TestFaultsThroughArrays(t *testing.T) {
	d := openGPU(t)
	ints := array.FromSlice(d, []int{1, 2, 3, 4})
	powers := array.FromSlice(d, []int{1, 1, -1, 1})
	bad := ints.Pow(powers)
	require.NoError(t, bad.Eval())
	chain := bad
	for range 300 {
		chain = chain.AddScalar(1)
		require.NoError(t, chain.Eval())
	}
	for _, a := range []*array.Array[int]{bad, bad.Slice(array.To(1)), chain, array.Sum(chain), array.CumSum(bad, 0), array.Sort(bad, 0)} {
		_, err := a.ToSlice()
		require.ErrorIs(t, err, backend.ErrData)
		assert.Contains(t, err.Error(), "cast to a float type first")
	}
	out := array.Zeros[int](d, 2, 4).Copy()
	out.Slice(array.At(0)).Assign(bad)
	_, err := out.ToSlice()
	require.ErrorIs(t, err, backend.ErrData)
	out.Slice(array.At(1)).Fill(1)
	_, err = out.ToSlice()
	require.ErrorIs(t, err, backend.ErrData, "a part was written")
	out.Fill(7)
	assert.Equal(t, []int{7, 7, 7, 7, 7, 7, 7, 7}, slice(t, out))
	assert.Equal(t, []int{1, 2, 3, 4}, slice(t, ints), "the operands are sound")
	require.NoError(t, d.Sync())
}

// Host memory may be changed as soon as a call has returned.
func TestHostMemoryIsReused(t *testing.T) {
	c, d := emulated(t)
	c.Delay(0, 200*time.Microsecond)
	for _, n := range []int{10, 30_000, 700_000} {
		data := make([]float32, n)
		p, err := array.NewPinned[float32](d, n)
		require.NoError(t, err)
		var arrays []*array.Array[float32]
		for i := range 6 {
			for k := range data {
				data[k] = float32(i)
			}
			arrays = append(arrays, array.FromSlice(d, data))
			copy(p.Slice(), data)
			a, event := p.Array()
			require.NoError(t, event.Wait())
			arrays = append(arrays, a, array.FromSlice(d, p.Slice()))
			clear(p.Slice())
		}
		clear(data)
		for i, a := range arrays {
			s := slice(t, a)
			assert.Equal(t, float32(i/3), s[0])
			assert.Equal(t, float32(i/3), s[n-1])
		}
		event, err := arrays[17].AddScalar(1).CopyToPinned(p)
		require.NoError(t, err)
		require.NoError(t, event.Wait())
		assert.Equal(t, float32(6), p.Slice()[n-1])
		p.Close()
	}
}

// Whatever the compiler does now and then, the next evaluation may succeed.
func TestArraysAfterFailures(t *testing.T) {
	c, d := emulated(t)
	x := array.FromSlice(d, []float32{1, 2, 3})
	for i, function := range []string{"nvrtcCompileProgram", "nvrtcCreateProgram", "cuModuleLoadData", "cuLaunchKernel"} {
		y := func() *array.Array[float32] { // a kernel that is new
			y := x
			for range i + 1 {
				y = y.Mul(x)
			}
			return y
		}
		bad := y()
		c.Fail(function, 1, 999)
		_, err := bad.ToSlice()
		require.Error(t, err, function)
		assert.Contains(t, err.Error(), function)
		_, again := bad.ToSlice()
		assert.Equal(t, err, again, "the failure stays with the array")
		assert.Equal(t, float32(1), slice(t, y())[0], function)
	}
	require.NoError(t, d.Sync())
}

// A folder that can't be written costs the cache and nothing else.
func TestReadOnlyCache(t *testing.T) {
	opts := optionsOf(t)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o400))
	for _, opts.Cache = range []string{file, "/proc/cugond"} {
		d, err := cuda.Open(0, opts)
		require.NoError(t, err)
		assert.Equal(t, []float32{2, 2}, slice(t, array.Ones[float32](d, 2).AddScalar(1)))
		require.NoError(t, d.Close())
	}
}
