package array

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// unravel returns the index of an element in row-major order.
func unravel(i int, shp []int) []int {
	at := make([]int, len(shp))
	for k := len(shp) - 1; k >= 0; k-- {
		at[k], i = i%shp[k], i/shp[k]
	}
	return at
}

// ravel is the inverse of unravel. Axes of length 1 are broadcast.
func ravel(at, shp []int) int {
	i := 0
	for k, d := range shp {
		x := at[k]
		if d == 1 {
			x = 0
		}
		i = i*d + x
	}
	return i
}

// somePositions returns positions along an axis of length n, from both ends.
func somePositions(n, count int) []int {
	r := rand.New(rand.NewPCG(uint64(n), uint64(count)))
	out := make([]int, count)
	for i := range out {
		out[i] = r.IntN(2*n) - n
	}
	return out
}

func fromEnd(k, n int) int {
	if k < 0 {
		return k + n
	}
	return k
}

// taken calls visit with the place of each element of Take's result, in it and
// in the operand.
func taken(from, index []int, at []int, axis int, visit func(near, far int)) {
	out := inPlaceOf(from, axis, index...)
	for i := range shape.Size(out) {
		u := unravel(i, out)
		k := at[ravel(u[axis:axis+len(index)], index)]
		far := inPlaceOf(from, axis, 0)
		copy(far, u[:axis])
		far[axis] = fromEnd(k, from[axis])
		copy(far[axis+1:], u[axis+len(index):])
		visit(i, ravel(far, from))
	}
}

func takesLike[T Element](t *testing.T) {
	t.Helper()
	dev := testDevice(t)
	for _, shp := range [][]int{{5}, {3, 4}, {2, 3, 4}, {2, 1, 3, 2}, {4, 0}} {
		data := dataOf[T](shape.Size(shp), 2)
		for axis, n := range shp {
			for _, in := range [][]int{{}, {3}, {2, 2}, {0}, {1, 3, 2}} {
				if n == 0 && shape.Size(in) > 0 {
					continue
				}
				at := somePositions(max(n, 1), shape.Size(in))
				want := make([]T, shape.Size(inPlaceOf(shp, axis, in...)))
				taken(shp, in, at, axis, func(near, far int) { want[near] = data[far] })
				for name, index := range arranged(t, dev, at, in) {
					for form, a := range arranged(t, dev, data, shp) {
						r := Take(a, index, axis-len(shp))
						require.Equal(t, inPlaceOf(shp, axis, in...), r.Shape())
						require.Equal(t, want, append(make([]T, 0), values(t, r)...), "%v %s along %d at %v %s", shp, form, axis, in, name)
					}
				}
			}
		}
	}
}

func TestTake(t *testing.T) {
	takesLike[bool](t)
	takesLike[int16](t)
	takesLike[float32](t)
	takesLike[int](t)
	takesLike[complex128](t)
}

func TestTakeAlongBroadcasts(t *testing.T) {
	dev := testDevice(t)
	for _, c := range []struct{ from, index, out []int }{
		{[]int{5}, []int{7}, []int{7}},
		{[]int{3, 5, 2}, []int{3, 4, 2}, []int{3, 4, 2}},
		{[]int{3, 5, 2}, []int{1, 4, 1}, []int{3, 4, 2}},
		{[]int{1, 5, 2}, []int{3, 4, 1}, []int{3, 4, 2}},
		{[]int{1, 5, 1}, []int{2, 0, 3}, []int{2, 0, 3}},
	} {
		axis := len(c.from) / 2
		data, at := dataOf[float64](shape.Size(c.from), 1), somePositions(5, shape.Size(c.index))
		want := make([]float64, shape.Size(c.out))
		for i := range want {
			u := unravel(i, c.out)
			k := fromEnd(at[ravel(u, c.index)], 5)
			u[axis] = k
			want[i] = data[ravel(u, c.from)]
		}
		for name, index := range arranged(t, dev, at, c.index) {
			for form, a := range arranged(t, dev, data, c.from) {
				r := TakeAlong(a, index, axis)
				require.Equal(t, c.out, r.Shape())
				require.Equal(t, want, append(make([]float64, 0), values(t, r)...), "%s at %s", form, name)
			}
		}
	}
	a := FromSlice(dev, []float64{3, 1, 2, 9, 7, 8}, 2, 3)
	assert.Equal(t, []float64{1, 7}, values(t, TakeAlong(a, ArgMin(a, 1, KeepDims), 1)))
}

func TestPut(t *testing.T) {
	dev := testDevice(t)
	for _, shp := range [][]int{{5}, {3, 4}, {2, 3, 4}, {2, 1, 3, 2}} {
		data := dataOf[int32](shape.Size(shp), 2)
		for axis, n := range shp {
			for _, in := range [][]int{{}, {3}, {2, 9}, {0}} {
				at := somePositions(n, shape.Size(in))
				near := inPlaceOf(shp, axis, in...)
				put := dataOf[int32](shape.Size(near), 3)
				want := slices.Clone(data)
				taken(shp, in, at, axis, func(i, far int) { want[far] = put[i] })
				for form, a := range arranged(t, dev, data, shp) {
					for name, v := range arranged(t, dev, put, near) {
						b := Zeros[int32](dev, shp...)
						b.Assign(a)
						b.Put(upload("test", dev, at, in), v, axis-len(shp))
						require.Equal(t, want, values(t, b), "%v along %d at %v of %s", shp, axis, in, name)
					}
					a.Put(upload("test", dev, at, in), upload("test", dev, put, near), axis)
					require.Equal(t, want, values(t, a), "%v %s along %d at %v", shp, form, axis, in)
				}
			}
		}
	}
}

func TestPutAlong(t *testing.T) {
	dev := testDevice(t)
	a := Zeros[float64](dev, 2, 3)
	a.PutAlong(FromSlice(dev, []int{2, -3}, 2, 1), Const(5.0), 1)
	assert.Equal(t, []float64{0, 0, 5, 5, 0, 0}, values(t, a))
	a.PutAlong(FromSlice(dev, []int{0, 1}, 1, 2), FromSlice(dev, []float64{1, 2}), 1)
	assert.Equal(t, []float64{1, 2, 5, 1, 2, 0}, values(t, a))
	// The inverse of an order.
	p := FromSlice(dev, []int{2, 0, 1})
	inv := Zeros[int](dev, 3)
	inv.PutAlong(p, Arange(dev, 0, 3, 1), 0)
	assert.Equal(t, []int{1, 2, 0}, values(t, inv))
	misused(t, "PutAlong", "can't be broadcast", func() { Zeros[int](dev, 1, 3).Copy().PutAlong(Zeros[int](dev, 2, 1), Const(1), 1) })
}

// A write at positions keeps what pending arrays have seen, writes through
// views, and reads its operands before it writes.
func TestPutAmongOthers(t *testing.T) {
	dev := recorded(t)
	x := count(dev, 6)
	twice, sum := mul(x, Const(2.0)), Sum(x)
	scan := CumSum(x, 0)
	x.Slice(FromStep(1, 2)).Put(FromSlice(dev, []int{0, -1}), FromSlice(dev, []float64{-1, -5}), 0)
	assert.Equal(t, []float64{0, -1, 2, 3, 4, -5}, values(t, x))
	assert.Equal(t, []float64{0, 2, 4, 6, 8, 10}, values(t, twice))
	assert.Equal(t, []float64{15}, values(t, sum))
	assert.Equal(t, []float64{0, 1, 3, 6, 10, 15}, values(t, scan))

	y := count(dev, 6)
	y.Put(Arange(dev, 0, 6, 1), y.Flip(), 0)
	assert.Equal(t, []float64{5, 4, 3, 2, 1, 0}, values(t, y))
	z := Arange(dev, 0, 6, 1).Copy()
	z.Put(z.Flip(), z, 0)
	assert.Equal(t, []int{5, 4, 3, 2, 1, 0}, values(t, z))
	pendingSum := y.AddScalar(1)
	y.Put(FromSlice(dev, []int{0}), pendingSum.Slice(To(1)), 0)
	assert.Equal(t, []float64{6, 4, 3, 2, 1, 0}, values(t, y))
	// A view whose axes can't be brought together.
	w := Zeros[int](dev, 4, 3, 2, 2)
	v := w.Slice(Step(2)).Transpose(2, 1, 0, 3)
	v.Put(FromSlice(dev, []int{1}), Const(7), 1)
	assert.Equal(t, 8*7, values(t, Sum(w))[0])
	assert.Equal(t, 8*7, values(t, Sum(v.Slice(Colon, At(1))))[0])
}

func TestIndexFaults(t *testing.T) {
	dev := testDevice(t)
	a := count(dev, 4)
	for _, wrong := range []int{4, -5, 1 << 40} {
		index := FromSlice(dev, []int{0, wrong, 1})
		for name, r := range map[string]*Array[float64]{"take": Take(a, index, 0), "of it": Take(a, index, 0).AddScalar(1), "along": TakeAlong(a, index, 0)} {
			_, err := r.ToSlice()
			var fault *backend.Fault
			require.ErrorAs(t, err, &fault, name)
			assert.Equal(t, backend.FaultIndex, fault.Code)
			assert.ErrorIs(t, err, backend.ErrData)
		}
		b := a.Copy()
		b.Put(index, Const(9.0), 0)
		_, err := b.ToSlice()
		assert.ErrorIs(t, err, backend.ErrData)
		assert.ErrorIs(t, b.Eval(), backend.ErrData)
		b.Fill(2)
		assert.Equal(t, []float64{2, 2, 2, 2}, values(t, b))
	}
	_, err := Take(Zeros[int](dev, 0), FromSlice(dev, []int{0}), 0).ToSlice()
	assert.ErrorIs(t, err, backend.ErrData)
}

func TestIndexingMisused(t *testing.T) {
	dev := testDevice(t)
	a, i := Ones[float64](dev, 2, 3), Zeros[int](dev, 2)
	misused(t, "Take", "out of range", func() { Take(a, i, 2) })
	misused(t, "Take", "constant", func() { Take(a, Const(1), 0) })
	misused(t, "Take", "two devices", func() { Take(a, Zeros[int](testDevice(t), 1), 0) })
	misused(t, "Take", "KeepDims", func() { Take(a, i, KeepDims) })
	misused(t, "TakeAlong", "must have 2 axes", func() { TakeAlong(a, i, 0) })
	misused(t, "TakeAlong", "broadcast", func() { TakeAlong(a, Zeros[int](dev, 5, 2), 0) })
	misused(t, "Put", "broadcast", func() { a.Put(i, Ones[float64](dev, 4), 0) })
	misused(t, "Put", "broadcast view", func() { a.BroadcastTo(4, 2, 3).Put(i, Const(1.0), 0) })
	misused(t, "Put", "constant", func() { Const(1.0).Put(i, Const(1.0), 0) })
	misused(t, "AssignWhere", "constant", func() { Const(1.0).AssignWhere(Ones[bool](dev, 1), Const(1.0)) })
	misused(t, "AssignWhere", "does not broadcast", func() { a.AssignWhere(Ones[bool](dev, 4, 2, 3), Const(1.0)) })
}

func TestAssignWhere(t *testing.T) {
	dev := recorded(t)
	x := count(dev, 6)
	before := x.AddScalar(0)
	dev.Drain()
	x.AssignWhere(GreaterScalar(x, 2), x.MulScalar(-1))
	assert.Len(t, dev.Drain().Kernels, 1)
	assert.Equal(t, []float64{0, 1, 2, -3, -4, -5}, values(t, x))
	assert.Equal(t, []float64{0, 1, 2, 3, 4, 5}, values(t, before))
	x.Reshape(2, 3).FillWhere(FromSlice(dev, []bool{true, false, true}), 9)
	assert.Equal(t, []float64{9, 1, 9, 9, -4, 9}, values(t, x))
	assert.Equal(t, expr.Float64, x.DType())
}

// Parts of one storage may be written at positions by several goroutines, while
// others read further parts.
func TestDisjointPutsAtOnce(t *testing.T) {
	dev := testDevice(t)
	a := Zeros[float64](dev, 3, 500).Copy()
	require.NoError(t, a.Eval())
	rows := []*Array[float64]{a.Slice(At(0)), a.Slice(At(1)), a.Slice(At(2))}
	index := Arange(dev, 0, 500, 1).Copy()
	require.NoError(t, index.Eval())
	for k := range 50 {
		v := float64(k + 1)
		together(
			func() { rows[0].Put(index, Const(v), 0) },
			func() { rows[1].Put(index.Flip(), rows[1].AddScalar(1), 0) },
			func() {
				s, err := Sort(rows[2].AddScalar(1), 0).ToSlice()
				assert.NoError(t, err)
				assert.Equal(t, 1.0, s[7])
			},
		)
	}
	assert.Equal(t, 50.0*1000, values(t, Sum(a))[0])
}
