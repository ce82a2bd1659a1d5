package array

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

func TestAssignIsFused(t *testing.T) {
	dev := recorded(t)
	x, dx := count(dev, 100), count(dev, 100)
	dev.Drain()
	x.Assign(add(x, mul(dx, Const(0.5))))
	log := dev.Drain()
	assert.Len(t, log.Kernels, 1)
	assert.Empty(t, log.Allocs)
	for i, v := range values(t, x) {
		assert.Equal(t, 1.5*float64(i), v)
	}
}

func TestAssignedExpressionKeepsItsValue(t *testing.T) {
	dev := recorded(t)
	x := count(dev, 4)
	y := add(x, Const(1.0))
	x.Assign(y)
	x.Assign(add(x, Const(10.0)))
	assert.Equal(t, []float64{1, 2, 3, 4}, values(t, y))
	assert.Equal(t, []float64{11, 12, 13, 14}, values(t, x))
}

func TestPendingReadersKeepOldValues(t *testing.T) {
	for _, part := range []bool{false, true} {
		dev := recorded(t)
		x := count(dev, 6)
		twice := mul(x, Const(2.0))
		chain := add(twice, Const(1.0))
		sum := fold(expr.FoldSum, x.Slice(Step(2)))
		rev := x.Flip().Copy()
		if part {
			x.Slice(Span(1, 5)).Fill(-1)
			assert.Equal(t, []float64{0, -1, -1, -1, -1, 5}, values(t, x))
		} else {
			x.Fill(-1)
			assert.Equal(t, []float64{-1, -1, -1, -1, -1, -1}, values(t, x))
		}
		assert.Equal(t, []float64{1, 3, 5, 7, 9, 11}, values(t, chain), part)
		assert.Equal(t, []float64{0, 2, 4, 6, 8, 10}, values(t, twice), part)
		assert.Equal(t, []float64{6}, values(t, sum), part)
		assert.Equal(t, []float64{5, 4, 3, 2, 1, 0}, values(t, rev), part)
	}
}

func TestWholeWriteWithPendingReadersIsOnePass(t *testing.T) {
	dev := recorded(t)
	x := count(dev, 50)
	dev.Drain()
	x.Assign(add(mul(x, Const(2.0)), Const(1.0))) // the product is a pending reader of x
	assert.Len(t, dev.Drain().Kernels, 1)
	for i, v := range values(t, x) {
		assert.Equal(t, float64(2*i+1), v)
	}
}

func TestAssignOverlap(t *testing.T) {
	dev := recorded(t)
	x := count(dev, 9).Reshape(3, 3)
	x.Assign(add(x, x.T()))
	assert.Equal(t, []float64{0, 4, 8, 4, 8, 12, 8, 12, 16}, values(t, x))
	y := count(dev, 6)
	y.Slice(From(1)).Assign(y.Slice(To(5)))
	assert.Equal(t, []float64{0, 0, 1, 2, 3, 4}, values(t, y))
	z := count(dev, 6)
	z.Assign(z.Flip())
	assert.Equal(t, []float64{5, 4, 3, 2, 1, 0}, values(t, z))
	w := count(dev, 6)
	w.Slice(Step(2)).Assign(w.Slice(FromStep(1, 2)))
	assert.Equal(t, []float64{1, 1, 3, 3, 5, 5}, values(t, w))
	v := mul(count(dev, 6), Const(1.0))
	v.Slice(To(3)).Assign(v.Slice(FromStep(5, -2)))
	assert.Equal(t, []float64{5, 3, 1, 3, 4, 5}, values(t, v))
}

func TestAssignBroadcasts(t *testing.T) {
	dev := recorded(t)
	x := Zeros[float64](dev, 2, 3)
	x.Assign(count(dev, 3))
	assert.Equal(t, []float64{0, 1, 2, 0, 1, 2}, values(t, x))
	x.Assign(add(count(dev, 2).Reshape(2, 1), Const(5.0)))
	assert.Equal(t, []float64{5, 5, 5, 6, 6, 6}, values(t, x))
	x.SetAt(9, -1, 0)
	assert.Equal(t, []float64{5, 5, 5, 9, 6, 6}, values(t, x))
	v, err := x.ItemAt(1, 0)
	require.NoError(t, err)
	assert.Equal(t, 9.0, v)
	x.Slice(Colon, At(1)).Assign(fold(expr.FoldSum, x, 1))
	assert.Equal(t, []float64{5, 15, 5, 9, 21, 6}, values(t, x))
}

func TestWriteMisuse(t *testing.T) {
	dev := testDevice(t)
	x := Zeros[float64](dev, 2, 3)
	for reason, f := range map[string]func(){
		"does not broadcast": func() { x.Assign(count(dev, 2)) },
		"broadcast view":     func() { x.BroadcastTo(4, 2, 3).Fill(1) },
		"out of range":       func() { x.SetAt(1, 2, 0) },
		"each of 2 axes":     func() { x.SetAt(1, 0) },
		"constant":           func() { Const(1.0).Fill(2) },
	} {
		assert.ErrorContains(t, Try(f), reason)
	}
	assert.Equal(t, make([]float64, 6), values(t, x))
}

func TestClose(t *testing.T) {
	dev := recorded(t)
	x := count(dev, 4)
	view, pending := x.Slice(To(2)), add(x, Const(1.0))
	x.Close()
	x.Close()
	err := Try(func() { add(x, Const(1.0)) })
	assert.ErrorIs(t, err, backend.ErrClosed)
	assert.ErrorIs(t, Try(func() { _, _ = x.ToSlice() }), backend.ErrClosed)
	assert.Equal(t, []float64{0, 1}, values(t, view))
	assert.Equal(t, []float64{1, 2, 3, 4}, values(t, pending))
	st := view.t.st
	view.Close()
	assert.Nil(t, st.buf, "the memory is given back with the last view")
	y := mul(pending, Const(2.0))
	pending.Close()
	assert.Equal(t, []float64{2, 4, 6, 8}, values(t, y))
	z := mul(y, Const(2.0))
	z.Close()
	assert.ErrorIs(t, Try(func() { _ = z.Eval() }), backend.ErrClosed)
}

// TestRandomPrograms runs random sequences of operations, views and writes and
// compares every array with a model in plain Go that computes at once.
func TestRandomPrograms(t *testing.T) {
	dev := testDevice(t)
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 7))
		type model struct {
			a  *Array[float64]
			at []*float64 // elements of its base
		}
		var live []model
		fresh := func(a *Array[float64], v []float64) {
			m := model{a: a}
			for i := range v {
				m.at = append(m.at, &v[i])
			}
			live = append(live, m)
		}
		fresh(count(dev, 6), []float64{0, 1, 2, 3, 4, 5})
		var trace []string
		for range 25 {
			x, y := live[rng.IntN(len(live))], live[rng.IntN(len(live))]
			op := rng.IntN(8)
			trace = append(trace, fmt.Sprint(op))
			switch op {
			case 0, 1, 2:
				v := make([]float64, 6)
				for i := range v {
					v[i] = *x.at[i] + *y.at[i]
				}
				fresh(binaryOp(expr.Add, x.a, y.a), v)
			case 3:
				m := model{a: x.a.Flip()}
				for i := range 6 {
					m.at = append(m.at, x.at[5-i])
				}
				live = append(live, m)
			case 4, 5:
				v := make([]float64, 6)
				for i := range v {
					v[i] = *y.at[i] * 0.5
				}
				if op == 4 {
					x.a.Assign(mul(y.a, Const(0.5)))
				} else {
					for i := range v {
						v[i] = *y.at[i]
					}
					x.a.Assign(y.a)
				}
				for i := range v {
					*x.at[i] = v[i]
				}
			case 6:
				k := rng.IntN(6)
				x.a.SetAt(7, k)
				*x.at[k] = 7
			case 7:
				s := 0.0
				for i := range 6 {
					s = max(s, *x.at[i])
				}
				fresh(binaryOp(expr.Maximum, y.a, fold(expr.FoldMax, x.a)), func() []float64 {
					v := make([]float64, 6)
					for i := range v {
						v[i] = max(s, *y.at[i])
					}
					return v
				}())
			}
			if rng.IntN(10) == 0 {
				runtime.Gosched()
				m := live[rng.IntN(len(live))]
				require.NoError(t, m.a.Eval())
			}
		}
		for i, m := range live {
			want := make([]float64, 6)
			for k := range want {
				want[k] = *m.at[k]
			}
			require.Equal(t, want, values(t, m.a), "seed %d array %d of %v", seed, i, trace)
		}
	}
}

// A write leaves pending what reads other parts of the storage, until those
// are written.
func TestWriteLeavesOtherPartsPending(t *testing.T) {
	dev := recorded(t)
	x := count(dev, 6)
	lower, upper := x.Slice(To(3)).AddScalar(1), x.Slice(From(3)).AddScalar(1)
	across := x.Slice(Span(2, 4)).Copy()
	dev.Drain()
	x.Slice(From(4)).Fill(-1)
	assert.Len(t, dev.Drain().Kernels, 2, "the upper part, and the write")
	x.Slice(To(3)).Fill(-2)
	assert.Len(t, dev.Drain().Kernels, 3, "the lower part, what is across, and the write")
	assert.Equal(t, []float64{1, 2, 3}, values(t, lower))
	assert.Equal(t, []float64{4, 5, 6}, values(t, upper))
	assert.Equal(t, []float64{2, 3}, values(t, across))
	assert.Equal(t, []float64{-2, -2, -2, 3, -1, -1}, values(t, x))
}
