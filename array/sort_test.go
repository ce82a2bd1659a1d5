package array

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/backendtest"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
	"github.com/cugond/cugond/internal/shape"
)

// ascending compares as sorting does: NaN last.
func ascending[T Ordered](x, y T) int {
	switch {
	case x != x && y != y:
		return 0
	case x != x:
		return 1
	case y != y:
		return -1
	}
	return cmp.Compare(x, y)
}

// alongLines calls do with the elements of each line along an axis, and puts
// what it returns in their places.
func alongLines[R, T any](data []T, shp []int, axis int, do func(line []T) []R) []R {
	out := make([]R, len(data))
	stride, n := shape.Strides(shp)[axis], shp[axis]
	for i := range data {
		if i/stride%n != 0 {
			continue
		}
		line := make([]T, n)
		for k := range line {
			line[k] = data[i+k*stride]
		}
		for k, v := range do(line) {
			out[i+k*stride] = v
		}
	}
	return out
}

func sortsLike[T Ordered](t *testing.T, draw func(n int) []T) {
	t.Helper()
	positions := func(line []T) []int {
		at := make([]int, len(line))
		for i := range at {
			at[i] = i
		}
		slices.SortStableFunc(at, func(i, j int) int { return ascending(line[i], line[j]) })
		return at
	}
	for _, shp := range [][]int{{1}, {9}, {3, 4}, {2, 3, 4}, {1, 5, 1}, {2, 0, 3}, {3, 700}} {
		data := draw(shape.Size(shp))
		for axis := range shp {
			order := alongLines(data, shp, axis, positions)
			want := alongLines(data, shp, axis, func(line []T) []T { return pick(line, positions(line)) })
			for name, a := range arranged(t, testDevice(t), data, shp) {
				for _, given := range []int{axis, axis - len(shp)} {
					s, at := Sort(a, given), ArgSort(a, given)
					require.Equal(t, shp, s.Shape())
					numtest.SlicesWithin(t, want, values(t, s), numtest.Tolerance{AnyZero: true}, "%v along %d, %v", shp, given, name)
					require.Equal(t, order, values(t, at), "%v along %d, %v", shp, given, name)
					numtest.SlicesWithin(t, values(t, s), values(t, TakeAlong(a, at, given)), numtest.Tolerance{AnyZero: true})
				}
			}
		}
	}
}

func withSpecials[T Element](n int) []T {
	out := make([]T, n)
	for i, s := range numtest.Values(expr.TypeOf[T](), n, 5) {
		out[i] = expr.ScalarAs[T](s)
	}
	return out
}

func TestSort(t *testing.T) {
	sortsLike(t, withSpecials[int])
	sortsLike(t, withSpecials[int8])
	sortsLike(t, withSpecials[uint64])
	sortsLike(t, withSpecials[uint16])
	sortsLike(t, withSpecials[float32])
	sortsLike(t, withSpecials[float64])
}

func TestSortOfPendingAndFused(t *testing.T) {
	dev := recorded(t)
	a := count(dev, 6)
	dev.Drain()
	s := Sort(a.MulScalar(-1), 0).AddScalar(1)
	assert.Equal(t, []float64{-4, -3, -2, -1, 0, 1}, values(t, s))
	log := dev.Drain()
	assert.Len(t, log.Kernels, 2)
	assert.Equal(t, 1, log.Sorts)
	a.Fill(0)
	assert.Equal(t, []float64{-4, -3, -2, -1, 0, 1}, values(t, s), "a result of its own")
}

func TestSearchSorted(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	dev := testDevice(t)
	for n := range 20 {
		sorted := make([]float64, n)
		for i := range sorted {
			sorted[i] = float64(i / 3)
		}
		if n > 12 {
			sorted[n-1], sorted[n-2], sorted[n-3] = nan, nan, inf
		}
		look := []float64{-1, 0, 0.5, 1, 2, 3, 100, inf, nan, math.Copysign(0, -1), -inf, 5}
		var left, right []int
		for _, x := range look {
			l, r := 0, 0
			for _, s := range sorted {
				if ascending(s, x) < 0 {
					l++
				}
				if ascending(s, x) <= 0 {
					r++
				}
			}
			left, right = append(left, l), append(right, r)
		}
		a := upload("test", dev, sorted, []int{n})
		for name, v := range arranged(t, dev, look, []int{3, 4}) {
			r := SearchSorted(a, v)
			assert.Equal(t, []int{3, 4}, r.Shape())
			assert.Equal(t, left, values(t, r), "left in %v, %v", sorted, name)
			assert.Equal(t, right, values(t, SearchSortedRight(a, v)), "right in %v, %v", sorted, name)
		}
	}
	ints := FromSlice(dev, []uint8{3, 3, 200})
	assert.Equal(t, []int{0, 2}, values(t, SearchSorted(ints, FromSlice(dev, []uint8{3, 200}))))
	assert.Equal(t, []int{2, 3}, values(t, SearchSortedRight(ints, FromSlice(dev, []uint8{3, 200}))))
	assert.Empty(t, values(t, SearchSorted(ints, Zeros[uint8](dev, 0, 2))))
	misused(t, "SearchSorted", "1-d", func() { SearchSorted(Ones[int](dev, 2, 2), Ones[int](dev, 1)) })
}

func TestSortMisused(t *testing.T) {
	dev := testDevice(t)
	misused(t, "Sort", "no axes", func() { Sort(Scalar(dev, 1), 0) })
	misused(t, "ArgSort", "out of range", func() { ArgSort(Ones[int](dev, 2, 3), 2) })
	misused(t, "Sort", "constant", func() { Sort(Const(1), 0) })
	misused(t, "Sort", "KeepDims", func() { Sort(Ones[int](dev, 2, 3), KeepDims) })
}

// A device that lacks sorting or indexing says so; an operand's failure is the
// result's.
func TestSortAndIndexFailures(t *testing.T) {
	bare := plain{backendtest.NewFake()}
	a, at := Arange(bare, 0, 6, 1), FromSlice(bare, []int{1})
	for name, r := range map[string]Lazy{
		"sort": Sort(a, 0), "argsort": ArgSort(a, 0), "take": Take(a, at, 0), "take along": TakeAlong(a, at, 0),
		"median": MedianAs[float64](a), "search": SearchSorted(a, at), "histogram": HistogramEdges(a, Arange(bare, 0, 3, 1)),
	} {
		assert.ErrorIs(t, r.Eval(), backend.ErrUnsupported, name)
	}
	for name, f := range map[string]func() error{
		"compress": func() error { _, err := Compress(a, GreaterScalar(a, 2)); return err },
		"rows":     func() error { _, err := CompressAxis(a, GreaterScalar(a, 2), 0); return err },
		"nonzero":  func() error { _, err := Nonzero(a); return err },
		"argwhere": func() error { _, err := ArgWhere(a); return err },
		"unique":   func() error { _, err := Unique(a); return err },
		"inverse":  func() error { _, _, err := UniqueInverse(a); return err },
		"bincount": func() error { _, err := Bincount(a, 0); return err },
		"put":      func() error { b := a.Copy(); b.Put(at, at, 0); return b.Eval() },
	} {
		assert.ErrorIs(t, f(), backend.ErrUnsupported, name)
	}
	dev := testDevice(t)
	faulty := FromSlice(dev, []int{2, 3}).Pow(FromSlice(dev, []int{1, -1}))
	one := Ones[int](dev, 2)
	for name, f := range map[string]func() error{
		"sort":     func() error { _, err := Sort(faulty, 0).ToSlice(); return err },
		"take":     func() error { _, err := Take(faulty, one, 0).ToSlice(); return err },
		"index":    func() error { _, err := Take(one, faulty, 0).ToSlice(); return err },
		"compress": func() error { _, err := Compress(one, GreaterScalar(faulty, 0)); return err },
		"elements": func() error {
			chosen, err := Compress(faulty, GreaterScalar(one, 0))
			if err == nil {
				_, err = chosen.ToSlice()
			}
			return err
		},
		"unique": func() error { _, err := Unique(faulty); return err },
		"put":    func() error { b := one.Copy(); b.Put(one, faulty, 0); _, err := b.ToSlice(); return err },
		"median": func() error { _, err := MedianAs[float64](faulty).ToSlice(); return err },
		"join":   func() error { _, err := Concatenate(0, one, faulty).ToSlice(); return err },
	} {
		assert.ErrorIs(t, f(), backend.ErrData, name)
	}
}
