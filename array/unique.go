package array

import "github.com/cugond/cugond/backend/expr"

// Unique returns the different elements in ascending order, as a 1-d array. All
// NaN count as one, and so do zeros of both signs. Since the length of the
// result depends on the elements, it waits and returns what failed; without
// sorting or indexing on the device that wraps backend.ErrUnsupported.
func Unique[T Ordered](a *Array[T]) (*Array[T], error) {
	const op = "Unique"
	oneDevice(op, a.operand())
	flat := a.Ravel()
	defer flat.Close()
	sorted := Sort(flat, 0)
	defer sorted.Close()
	return Compress(sorted, firsts(op, sorted))
}

// UniqueCounts returns what [Unique] does, and how often each of the elements
// occurs.
func UniqueCounts[T Ordered](a *Array[T]) (values *Array[T], counts *Array[int], err error) {
	g, err := grouped("UniqueCounts", a)
	if err != nil {
		return nil, nil, err
	}
	n := upload(g.op, a.t.dev, []int{a.Size()}, unitStride)
	ends := concatenate(g.op, 0, []*Array[int]{g.starts, n}).Slice(From(1))
	return g.values(), ends.Sub(g.starts), nil
}

// UniqueIndex returns what [Unique] does, and where each of the elements occurs
// first, in row-major order.
func UniqueIndex[T Ordered](a *Array[T]) (values *Array[T], first *Array[int], err error) {
	g, err := grouped("UniqueIndex", a)
	if err != nil {
		return nil, nil, err
	}
	return g.values(), Take(g.order, g.starts, 0), nil
}

// UniqueInverse returns what [Unique] does, and in the shape of a where each of
// its elements stands among those: Take(values, inverse, 0) is a.
func UniqueInverse[T Ordered](a *Array[T]) (values *Array[T], inverse *Array[int], err error) {
	g, err := grouped("UniqueInverse", a)
	if err != nil {
		return nil, nil, err
	}
	inverse = newEmpty[int](g.op, a.t.dev, a.t.shape)
	flat := inverse.Ravel()
	defer flat.Close()
	number := CumSumAs[int](Cast[uint8](g.first), 0).SubScalar(1)
	flat.Put(g.order, number, 0)
	return g.values(), inverse, nil
}

// groups are the elements of an array in order.
type groups[T Ordered] struct {
	op     string
	sorted *Array[T]
	order  *Array[int]  // where they come from
	first  *Array[bool] // of its group
	starts *Array[int]  // positions of those
}

func grouped[T Ordered](op string, a *Array[T]) (g groups[T], err error) {
	oneDevice(op, a.operand())
	flat := a.Ravel()
	defer flat.Close()
	g.op, g.order = op, ArgSort(flat, 0)
	g.sorted = Take(flat, g.order, 0)
	g.first = firsts(op, g.sorted)
	g.starts, err = flatNonzero(op, g.first)
	return g, err
}

func (g *groups[T]) values() *Array[T] { return Take(g.sorted, g.starts, 0) }

// firsts returns which elements of a sorted array differ from the one before.
func firsts[T Ordered](op string, sorted *Array[T]) *Array[bool] {
	n := sorted.Size()
	out := newEmpty[bool](op, sorted.t.dev, sorted.t.shape)
	if n == 0 {
		return out
	}
	later, earlier := sorted.Slice(From(1)), sorted.Slice(To(n-1))
	defer later.Close()
	defer earlier.Close()
	differ := &apply[bool](op, expr.NotEqual, &later.t, &earlier.t).t
	if sorted.t.dtype.Kind() == expr.KindFloat { // NaN differs from itself
		differ = &apply[bool](op, expr.BitAnd, differ,
			&apply[bool](op, expr.BitOr, numbers(op, &later.t), numbers(op, &earlier.t)).t).t
	}
	head, rest := out.Slice(To(1)), out.Slice(From(1))
	defer head.Close()
	defer rest.Close()
	head.Fill(true)
	assign(op, &rest.t, differ)
	return out
}
