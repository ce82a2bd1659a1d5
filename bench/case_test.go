package bench

import (
	"fmt"
	"regexp"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend/cpu"
)

// TestRows holds the names and sizes that tables of other libraries are joined
// by.
func TestRows(t *testing.T) {
	square := []int{100, 500, 1000, 2000, 5000, 10000}
	want := map[string][]int{
		"matmul_f32": square, "elementwise_f32": square, "sum_f32": square, "sum_axis0_f32": square,
		"sum_axis1_f32": square, "sum_mean_std_f32": square, "transpose_copy_f32": square,
		"matmul_f64":      {100, 500, 1000, 2000, 5000},
		"elementwise_f64": {1000, 5000}, "sum_f64": {1000, 5000},
		"mean_f32": {1000, 2000}, "std_f32": {1000, 2000},
		"exp_f32": {1000000}, "log_f32": {1000000}, "tanh_f32": {1000000},
		"exp_f64": {1000000}, "log_f64": {1000000}, "tanh_f64": {1000000},
		"vadd_10M_f32": {10000000}, "vadd_10M_transfer_f32": {10000000},
		"cumsum_2e24_f32": {16777216}, "grayscale_8k_u8": {33177600},
		"sort_f32": {1000000}, "sort_2e24_f32": {16777216}, "argsort_f32": {1000000},
		"take_f32": {10000000}, "put_f32": {10000000}, "compact_f32": {10000000},
		"launch_add_16": {16}, "chain_16": {16},
	}
	have := map[string][]int{}
	for _, c := range Cases() {
		have[c.Op] = append(have[c.Op], c.Size)
	}
	assert.Equal(t, want, have)
}

func TestSelectAndFind(t *testing.T) {
	names := func(cases []Case) (names []string) {
		for _, c := range cases {
			names = append(names, fmt.Sprint(c.Op, " ", c.Size))
		}
		return names
	}
	all := Cases()
	assert.Equal(t, names(all), names(Select(all, nil, nil)))
	assert.Equal(t, []string{"mean_f32 1000", "std_f32 1000"}, names(Select(all, regexp.MustCompile("^(mean|std)_"), []int{1000, 16})))
	assert.Empty(t, Select(all, regexp.MustCompile("^mean_"), []int{17}))

	c, ok := Find(all, "sum_f32", 500)
	assert.True(t, ok)
	assert.Equal(t, "sum_f32 500", fmt.Sprint(c.Op, " ", c.Size))
	_, ok = Find(all, "sum_f32", 501)
	assert.False(t, ok)
}

// TestRowsRun runs what each row computes, on small operands where the row's
// own are large.
func TestRowsRun(t *testing.T) {
	dev := cugond.CPU()
	var cases []Case
	for _, c := range Cases() {
		if c.Size <= 100 {
			cases = append(cases, c)
		}
	}
	for _, m := range matrixOps {
		cases = append(cases, Case{Op: m.op, Size: 7, Setup: m.setup([]int{7, 7})})
	}
	cases = append(cases,
		Case{Op: "transfer", Size: 50, Setup: transferAdd(50)},
		Case{Op: "grayscale", Size: 6, Setup: grayscale(2, 3)},
		Case{Op: "sort", Size: 9, Setup: unary(unit, []int{9}, sorted)},
		Case{Op: "put", Size: 9, Setup: put(9)},
		Case{Op: "compact", Size: 9, Setup: compact(9)},
		Case{Op: "cumsum", Size: 9, Setup: unary(unit, []int{9}, func(a *array.Array[float32]) error {
			return finish(array.CumSum(a, 0))
		})},
		Case{Op: "tanh", Size: 9, Setup: unary(tanhArguments, []int{9}, func(a *array.Array[float64]) error {
			return finish(array.Tanh(a))
		})})
	for _, c := range cases {
		t.Run(fmt.Sprintf("%s/%d", c.Op, c.Size), func(t *testing.T) {
			run, release, err := c.Setup(dev)
			require.NoError(t, err)
			assert.NoError(t, run())
			assert.NoError(t, run())
			release()
		})
	}
}

func TestInputsLieInTheirInterval(t *testing.T) {
	dev := cugond.CPU()
	a, err := uniform[float32](dev, interval{-2, 3}, 0, []int{30, 30})
	require.NoError(t, err)
	b, err := uniform[float32](dev, interval{-2, 3}, 1, []int{30, 30})
	require.NoError(t, err)
	x, err := a.ToSlice()
	require.NoError(t, err)
	y, err := b.ToSlice()
	require.NoError(t, err)
	assert.NotEqual(t, x, y, "streams differ")
	lo, hi := x[0], x[0]
	for _, v := range x {
		lo, hi = min(lo, v), max(hi, v)
	}
	assert.GreaterOrEqual(t, lo, float32(-2))
	assert.Less(t, lo, float32(-1.5))
	assert.Less(t, hi, float32(3))
	assert.Greater(t, hi, float32(2.5))
}

// TestNothingIsLeftBehind finds rows that keep memory of a call or of their
// inputs.
func TestNothingIsLeftBehind(t *testing.T) {
	dev, err := cpu.New(cpu.Options{BLAS: "gonum"})
	require.NoError(t, err)
	defer dev.Close()
	shape := []int{200, 200} // large enough not to be left to the garbage collector
	// In these nothing pending is left over, which only the garbage collector
	// could tell from something that will be asked for.
	for name, s := range map[string]setup{
		"reductions": unary(unit, shape, sumMeanStd),
		"transpose":  unary(unit, shape, transposeCopy),
		"add":        binary(unit, shape, add),
		"transfer":   transferAdd(40000),
		"sort":       unary(unit, []int{40000}, sorted),
		"put":        put(40000),
		"compact":    compact(40000),
	} {
		run, release, err := s(dev)
		require.NoError(t, err)
		inputs := dev.MemoryStats().InUse
		require.NoError(t, run())
		require.NoError(t, run())
		assert.Equal(t, inputs, dev.MemoryStats().InUse, "%s: after the calls", name)
		release()
		assert.Zero(t, dev.MemoryStats().InUse, "%s: in the end", name)
	}

	m, err := Prepare(dev, Case{Op: "grayscale", Setup: grayscale(200, 200)})
	require.NoError(t, err)
	inputs := dev.MemoryStats().InUse
	require.NoError(t, m.run())
	assert.Equal(t, inputs, dev.MemoryStats().InUse, "results are given back at once")
	m.Close()
	assert.Eventually(t, func() bool {
		runtime.GC()
		return dev.MemoryStats().InUse == 0
	}, 5*time.Second, time.Millisecond)
}
