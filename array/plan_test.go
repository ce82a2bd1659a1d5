package array

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/backendtest"
	"github.com/cugond/cugond/backend/expr"
)

// The tests below look at how work is planned: how many kernels run, what is
// allocated, what is computed together. Values are compared as well, since a
// plan that forgets a dependency computes something else.

func recorded(t *testing.T) *backendtest.Recorder { return backendtest.NewRecorder(testDevice(t)) }

func values[T Element](t *testing.T, a *Array[T]) []T {
	t.Helper()
	v, err := a.ToSlice()
	require.NoError(t, err)
	return v
}

func count(dev backend.Device, n int) *Array[float64] {
	v := make([]float64, n)
	for i := range v {
		v[i] = float64(i)
	}
	return FromSlice(dev, v)
}

func binaryOp(op expr.Op, a, b *Array[float64]) *Array[float64] {
	return apply[float64](op.String(), op, &a.t, &b.t)
}

func add(a, b *Array[float64]) *Array[float64] { return binaryOp(expr.Add, a, b) }
func mul(a, b *Array[float64]) *Array[float64] { return binaryOp(expr.Mul, a, b) }
func fold(f expr.Fold, a *Array[float64], axes ...int) *Array[float64] {
	return reduce[float64](f.String(), f, 0, &a.t, axes)
}

func TestChainIsOneKernelAndOneAllocation(t *testing.T) {
	dev := recorded(t)
	a, b := count(dev, 100).Reshape(10, 10), count(dev, 100).Reshape(10, 10)
	dev.Drain()
	c := add(add(mul(a, b), mul(a, a)), Const(1.0))
	require.NoError(t, c.Eval())
	log := dev.Drain()
	assert.Len(t, log.Kernels, 1)
	assert.Equal(t, []int{800}, log.Allocs)
	assert.Len(t, log.Kernels[0].Inputs, 2)
	assert.Equal(t, []int{100}, log.Kernels[0].Shape)
	assert.Empty(t, log.CopyIns)
	for i, v := range values(t, c) {
		assert.Equal(t, float64(2*i*i+1), v)
	}
	assert.Empty(t, dev.Drain().Kernels, "what is computed stays")
}

func TestSiblingReductionsAreOneKernel(t *testing.T) {
	dev := recorded(t)
	a := count(dev, 10)
	for name, x := range map[string]*Array[float64]{"stored": a, "pending": add(a, Const(0.0))} {
		sum, mean, std := fold(expr.FoldSum, x), fold(expr.FoldMean, x), fold(expr.FoldStd, x)
		other := fold(expr.FoldSum, x, 0, KeepDims)
		dev.Drain()
		assert.Equal(t, []float64{45}, values(t, sum), name)
		log := dev.Drain()
		require.Len(t, log.Kernels, 1, name)
		assert.Len(t, log.Kernels[0].Folds, 4, name)
		assert.Equal(t, []float64{4.5}, values(t, mean))
		assert.InDelta(t, 2.8722813, values(t, std)[0], 1e-6)
		assert.Equal(t, []int{1}, other.Shape())
		assert.Empty(t, dev.Drain().Kernels, name)
	}
}

func TestReductionsOverOtherAxesAreApart(t *testing.T) {
	dev := recorded(t)
	a := count(dev, 6).Reshape(2, 3)
	r0, r1 := fold(expr.FoldSum, a, 0), fold(expr.FoldSum, a, 1)
	dev.Drain()
	assert.Equal(t, []float64{3, 5, 7}, values(t, r0))
	assert.Len(t, dev.Drain().Kernels[0].Folds, 1)
	assert.Equal(t, []float64{3, 12}, values(t, r1))
}

func TestNormalizeComputesTheChainOnce(t *testing.T) {
	dev := recorded(t)
	a := count(dev, 12).Reshape(3, 4)
	dev.Drain()
	c := mul(a, Const(2.0))
	m, s := fold(expr.FoldMean, c, 1, KeepDims), fold(expr.FoldStd, c, 1, KeepDims)
	d := binaryOp(expr.Div, binaryOp(expr.Sub, c, m), s)
	got := values(t, d)
	log := dev.Drain()
	require.Len(t, log.Kernels, 2)
	assert.Len(t, log.Kernels[0].Folds, 2)
	assert.Len(t, log.Kernels[0].Stores, 1, "the chain is stored by the kernel that first needs it")
	assert.Empty(t, log.Kernels[1].Folds)
	for i := range 3 {
		var sum, sq float64
		for _, v := range got[4*i : 4*i+4] {
			sum, sq = sum+v, sq+v*v
		}
		assert.InDelta(t, 0, sum, 1e-12)
		assert.InDelta(t, 4, sq, 1e-12)
	}
}

func TestSharedSubexpressionBecomesAnOutput(t *testing.T) {
	dev := recorded(t)
	a := count(dev, 5)
	x := add(a, Const(1.0))
	y, z := mul(x, Const(2.0)), mul(x, Const(3.0))
	dev.Drain()
	assert.Equal(t, []float64{2, 4, 6, 8, 10}, values(t, y))
	log := dev.Drain()
	require.Len(t, log.Kernels, 1)
	assert.Len(t, log.Kernels[0].Stores, 2)
	assert.Equal(t, []float64{3, 6, 9, 12, 15}, values(t, z))
	log = dev.Drain()
	require.Len(t, log.Kernels, 1)
	assert.Len(t, log.Kernels[0].Prog.Instrs, 1, "x is loaded, not computed again")
}

func TestBroadcastOperandIsComputedOnItsOwnShape(t *testing.T) {
	dev := recorded(t)
	a, b := count(dev, 12).Reshape(3, 4), count(dev, 4)
	dev.Drain()
	c := mul(add(a, mul(b, b)), Const(1.0))
	got := values(t, c)
	assert.Equal(t, []int{4}, dev.Drain().Kernels[0].Shape)
	for i := range got {
		j := i % 4
		assert.Equal(t, float64(i+j*j), got[i])
	}
}

func TestBroadcastPendingBelowAFusedNode(t *testing.T) {
	dev := recorded(t)
	a, b := count(dev, 12).Reshape(3, 4), count(dev, 4)
	small := mul(b, b)
	deep := add(add(add(a, small), a), small) // small is two levels below
	sum := fold(expr.FoldSum, mul(deep, deep))
	want := 0.0
	for i := range 12 {
		j := float64(i % 4)
		v := 2*float64(i) + 2*j*j
		want += v * v
	}
	assert.Equal(t, []float64{want}, values(t, sum))
}

func TestLongChainsAreCut(t *testing.T) {
	dev := recorded(t)
	x := count(dev, 3)
	dev.Drain()
	for range 1000 {
		x = add(x, Const(1.0))
	}
	assert.Equal(t, []float64{1000, 1001, 1002}, values(t, x))
	n := len(dev.Drain().Kernels)
	assert.Greater(t, n, 10)
	assert.Less(t, n, 100)
	y := count(dev, 2)
	for range 100 {
		y = mul(add(y, y), Const(0.5)) // a dag whose paths double
	}
	assert.Equal(t, []float64{0, 1}, values(t, y))
}

func TestViewsRunNothing(t *testing.T) {
	dev := recorded(t)
	a := count(dev, 24).Reshape(2, 3, 4)
	dev.Drain()
	a.T().Slice(At(1), Step(-1)).Flip().ExpandDims(0).SwapAxes(0, 1).Squeeze()
	a.Diagonal(0).BroadcastTo(5, 2, 3)
	a.Reshape(6, 4).Ravel()
	a.MoveAxis(0, -1).Transpose(1, 0, 2)
	log := dev.Drain()
	assert.Empty(t, log.Kernels)
	assert.Empty(t, log.Allocs)
}

// TestManyGoroutines evaluates overlapping parts of one random graph from many
// goroutines and compares with what plain Go computes.
func TestManyGoroutines(t *testing.T) {
	dev := testDevice(t)
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var arrays []*Array[float64]
		var want [][]float64
		for i := range 80 {
			if i < 4 {
				a := add(count(dev, 8), Const(float64(i)))
				arrays = append(arrays, a.Reshape(2, 4))
				want = append(want, values(t, a))
				continue
			}
			p, q := rng.IntN(len(arrays)), rng.IntN(len(arrays))
			v := make([]float64, 8)
			switch rng.IntN(4) {
			case 0:
				arrays = append(arrays, fold(expr.FoldMax, arrays[p], 1, KeepDims).BroadcastTo(2, 4))
				for k := range v {
					for j := range 4 {
						v[k] = max(v[k], want[p][k/4*4+j])
					}
				}
			case 1:
				m := fold(expr.FoldMin, arrays[p], 0, KeepDims)
				arrays = append(arrays, binaryOp(expr.Maximum, arrays[q], m))
				for k := range v {
					v[k] = max(want[q][k], min(want[p][k%4], want[p][k%4+4]))
				}
			default:
				arrays = append(arrays, binaryOp(expr.Minimum, add(arrays[p], arrays[q]), Const(1e6)))
				for k := range v {
					v[k] = min(want[p][k]+want[q][k], 1e6)
				}
			}
			want = append(want, v)
		}
		var wg sync.WaitGroup
		for g := range uint64(8) {
			wg.Go(func() {
				rng := rand.New(rand.NewPCG(seed, g))
				for range 30 {
					i := rng.IntN(len(arrays))
					got, err := arrays[i].ToSlice()
					if err != nil || fmt.Sprint(got) != fmt.Sprint(want[i]) {
						t.Errorf("seed %d, array %d: %v %v, want %v", seed, i, got, err, want[i])
					}
				}
			})
		}
		wg.Wait()
	}
}

func TestFailureStaysWithTheArray(t *testing.T) {
	dev := recorded(t)
	a := Full(dev, 1.0, 1<<40)
	b := add(a, Const(1.0))
	s := fold(expr.FoldSum, Empty[float64](dev, 1<<40))
	for name, x := range map[string]*Array[float64]{"full": a, "chain": b, "sum": s} {
		err := x.Eval()
		require.ErrorIs(t, err, backend.ErrOutOfMemory, name)
		_, again := add(x, Const(1.0)).Reshape(-1).Slice(To(1)).ToSlice()
		assert.ErrorIs(t, again, backend.ErrOutOfMemory, name)
	}
}

func TestNoElements(t *testing.T) {
	dev := recorded(t)
	a := Zeros[float64](dev, 0, 3)
	assert.Empty(t, values(t, add(a, Const(1.0))))
	assert.Equal(t, []float64{0, 0, 0}, values(t, fold(expr.FoldSum, a, 0)))
	assert.Equal(t, []float64{1}, values(t, fold(expr.FoldProd, a)))
	assert.Empty(t, values(t, fold(expr.FoldSum, a, 1)))
	assert.Empty(t, values(t, fold(expr.FoldMax, a, 1)))
	assert.NotEqual(t, values(t, fold(expr.FoldMean, a))[0], 0.0)
	err := Try(func() { fold(expr.FoldMax, a, 0) })
	assert.ErrorContains(t, err, "no max of no elements")
}

// Evaluating over and over takes the memory of what was closed before.
func TestRepeatedEvaluationsReuseMemory(t *testing.T) {
	dev := testDevice(t)
	pool := dev.(backend.MemoryReporter)
	a, b := count(dev, 1<<17), count(dev, 1<<17)
	before := pool.MemoryStats()
	for range 100 {
		c := add(mul(a, b), a)
		require.NoError(t, c.Eval())
		c.Close()
	}
	after := pool.MemoryStats()
	assert.EqualValues(t, 100, after.Allocs-before.Allocs)
	assert.GreaterOrEqual(t, after.Reused-before.Reused, int64(99))
	assert.Equal(t, before.InUse, after.InUse)
}
