package array_test

import (
	"fmt"
	"log"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/array"
)

func ExampleSort() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []float64{3, 1, 2, 9, 7, 8}, 2, 3)
	show("rows:", array.Sort(a, -1))
	show("columns:", array.Sort(a, 0))
	show("all, falling:", array.Sort(a.Ravel(), 0).Flip())
	order := array.ArgSort(a, 1)
	show("order:", order)
	show("in that order:", array.TakeAlong(a, order, 1))
	// Output:
	// rows: [1 2 3 7 8 9]
	// columns: [3 1 2 9 7 8]
	// all, falling: [9 8 7 3 2 1]
	// order: [1 2 0 1 2 0]
	// in that order: [1 2 3 7 8 9]
}

func ExampleSearchSorted() {
	dev := cugond.CPU()
	limits := array.FromSlice(dev, []int{10, 20, 30})
	v := array.FromSlice(dev, []int{5, 20, 99})
	show("before:", array.SearchSorted(limits, v))
	show("before or equal:", array.SearchSortedRight(limits, v))
	// Output:
	// before: [0 1 3]
	// before or equal: [0 2 3]
}

func ExampleUnique() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []int{3, 1, 1, 2, 3, 3})
	values, counts, err := array.UniqueCounts(a)
	if err != nil {
		log.Fatal(err)
	}
	show("values:", values)
	show("counts:", counts)
	_, inverse, err := array.UniqueInverse(a)
	if err != nil {
		log.Fatal(err)
	}
	show("which of them:", inverse)
	_, first, err := array.UniqueIndex(a)
	if err != nil {
		log.Fatal(err)
	}
	show("first at:", first)
	// Output:
	// values: [1 2 3]
	// counts: [2 1 3]
	// which of them: [2 0 0 1 2 2]
	// first at: [1 3 0]
}

func ExampleMedian() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []float64{3, 1, 2, 9, 7, 8}, 2, 3)
	show("median:", array.Median(a))
	show("rows:", array.Median(a, 1))
	show("quartiles:", array.Quantiles(a, []float64{0.25, 0.5, 0.75}))
	show("percentile:", array.PercentileAs[float64](array.FromSlice(dev, []int{1, 2, 4}), 75))
	// Output:
	// median: [5]
	// rows: [2 8]
	// quartiles: [2.25 5 7.75]
	// percentile: [3]
}

func ExampleHistogram() {
	dev := cugond.CPU()
	a := array.FromSlice(dev, []float64{0, 1, 1, 2.5, 4})
	counts, edges, err := array.Histogram(a, 4)
	if err != nil {
		log.Fatal(err)
	}
	show("counts:", counts)
	show("edges:", edges)
	show("other bins:", array.HistogramEdges(a, array.FromSlice(dev, []float64{0, 1, 10})))
	n, err := array.Bincount(array.FromSlice(dev, []int{2, 0, 2}), 0)
	if err != nil {
		log.Fatal(err)
	}
	show("how often 0, 1, 2:", n)
	// Output:
	// counts: [1 2 1 1]
	// edges: [0 1 2 3 4]
	// other bins: [1 4]
	// how often 0, 1, 2: [1 0 2]
}

func ExampleConcatenate() {
	dev := cugond.CPU()
	a, b := array.FromSlice(dev, []int{1, 2}), array.FromSlice(dev, []int{3, 4})
	show("one after the other:", array.Concatenate(0, a, b))
	show("as columns:", array.Stack(1, a, b))
	fmt.Println(array.VStack(a, b).Shape(), array.HStack(a, b).Shape(), array.DStack(a, b).Shape())
	for _, part := range array.ArraySplit(array.Arange(dev, 0, 5, 1), 2, 0) {
		show("part:", part)
	}
	show("repeated:", array.Repeat(a, 2, 0))
	show("tiled:", array.Tile(a, 2))
	show("rolled:", array.Roll(array.Arange(dev, 0, 5, 1), 2, 0))
	show("differences:", array.Diff(array.FromSlice(dev, []int{1, 4, 9}), 0))
	// Output:
	// one after the other: [1 2 3 4]
	// as columns: [1 3 2 4]
	// [2 2] [4] [1 2 2]
	// part: [0 1 2]
	// part: [3 4]
	// repeated: [1 1 2 2]
	// tiled: [1 2 1 2]
	// rolled: [3 4 0 1 2]
	// differences: [3 5]
}
