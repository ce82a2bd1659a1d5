package bench

import (
	"math/rand/v2"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
)

// indexed is the number of elements of the rows that move elements to or from
// computed places.
const indexed = 10 * million

// sortCases are sorts of random numbers.
func sortCases() []Case {
	return []Case{
		{Op: "sort_f32", Size: million, Setup: unary(unit, []int{million}, sorted)},
		{Op: "sort_2e24_f32", Size: cumsum, Setup: unary(unit, []int{cumsum}, sorted)},
		{Op: "argsort_f32", Size: million, Setup: unary(unit, []int{million}, func(a *array.Array[float32]) error {
			return finish(array.ArgSort(a, 0))
		})},
	}
}

func sorted(a *array.Array[float32]) error { return finish(array.Sort(a, 0)) }

// indexCases move elements to and from computed places.
func indexCases() []Case {
	return []Case{
		{Op: "take_f32", Size: indexed, Setup: shuffled(indexed, func(a *array.Array[float32], index *array.Array[int]) error {
			return finish(array.Take(a, index, 0))
		})},
		{Op: "put_f32", Size: indexed, Setup: put(indexed)},
		{Op: "compact_f32", Size: indexed, Setup: compact(indexed)},
	}
}

// shuffled sets up a computation on a vector and its positions in random order,
// each of them once.
func shuffled(n int, f func(a *array.Array[float32], index *array.Array[int]) error) setup {
	return func(dev backend.Device) (func() error, func(), error) {
		index, err := upload(dev, rand.New(rand.NewPCG(seed, 2)).Perm(n), []int{n})
		if err != nil {
			return nil, nil, err
		}
		run, release, err := unary(unit, []int{n}, func(a *array.Array[float32]) error { return f(a, index) })(dev)
		if err != nil {
			index.Close()
			return nil, nil, err
		}
		return run, func() { release(); index.Close() }, nil
	}
}

// put sets up the storing of n values at positions in random order. All calls
// store them in the same array.
func put(n int) setup {
	return func(dev backend.Device) (func() error, func(), error) {
		dst, err := upload(dev, make([]float32, n), []int{n})
		if err != nil {
			return nil, nil, err
		}
		run, release, err := shuffled(n, func(values *array.Array[float32], index *array.Array[int]) error {
			dst.Put(index, values, 0)
			return dst.Eval()
		})(dev)
		if err != nil {
			dst.Close()
			return nil, nil, err
		}
		return run, func() { release(); dst.Close() }, nil
	}
}

// compact sets up the choice of about half of n elements by a mask.
func compact(n int) setup {
	return func(dev backend.Device) (func() error, func(), error) {
		r := rand.New(rand.NewPCG(seed, 3))
		chosen := make([]bool, n)
		for i := range chosen {
			chosen[i] = r.Uint32()&1 != 0
		}
		mask, err := upload(dev, chosen, []int{n})
		if err != nil {
			return nil, nil, err
		}
		run, release, err := unary(unit, []int{n}, func(a *array.Array[float32]) error {
			few, err := array.Compress(a, mask)
			if err != nil {
				return err
			}
			return finish(few)
		})(dev)
		if err != nil {
			mask.Close()
			return nil, nil, err
		}
		return run, func() { release(); mask.Close() }, nil
	}
}
