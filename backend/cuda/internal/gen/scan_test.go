package gen

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// scanOf plans a scan of an array in memory of the given strides.
func scanOf(op expr.Cumulative, d expr.DType, axis int, dims, in, out []int) *Scan {
	view := func(strides []int) backend.View {
		return backend.View{Buffer: memory(1 << 40), DType: d, Strides: strides}
	}
	k, axis := Arrange(&backend.Scan{Op: op, Axis: axis, Kernel: backend.Kernel{
		Prog: &expr.Program{Inputs: []expr.DType{d}}, Shape: dims,
		Inputs: []backend.View{view(in)}, Stores: []backend.Store{{View: view(out)}},
	}})
	var sp Space
	sp.Set(k, k.Stores[0].Value)
	var sc Scan
	sc.Set(&sp, op, axis)
	return &sc
}

func packed(dims ...int) []int {
	strides := make([]int, len(dims))
	n := 1
	for i := len(dims) - 1; i >= 0; i-- {
		strides[i] = n
		n *= dims[i]
	}
	return strides
}

// Shapes for every kernel, with what they are cut into.
var scanShapes = []struct {
	dims   []int
	axis   int
	method scanMethod
	lanes  int
	runs   int
	linked bool
}{
	{[]int{1000, 3}, 1, scanLanes, 1, 1, false},
	{[]int{1000, 4}, 1, scanLanes, 1, 1, false},
	{[]int{1000, 33}, 1, scanLanes, 16, 1, false},
	{[]int{1000, 128}, 1, scanLanes, 32, 1, false},
	{[]int{10, 1021}, 1, scanLanes, 32, 8, false},
	{[]int{10, 4096}, 1, scanTile, 8, 4, false},
	{[]int{10, 8191}, 1, scanTile, 8, 8, false},
	{[]int{10, 8193}, 1, scanTile, 8, 8, true},
	{[]int{1 << 24}, 0, scanTile, 8, 8, true},
	{[]int{1<<32 + 1}, 0, scanTile, 8, 8, true},
	{[]int{1, 100000}, 0, scanThreads, 1, 1, false},
	{[]int{4, 100000}, 0, scanThreads, 1, 1, false},
	{[]int{32, 1000}, 0, scanThreads, 1, 8, false},
	{[]int{33, 1000}, 0, scanColumns, 32, 2, false},
	{[]int{1000, 1000}, 0, scanColumns, 32, 4, true},
	{[]int{1000, 3}, 0, scanColumns, 4, 4, false},
	{[]int{100000, 3}, 0, scanColumns, 4, 4, true},
	{[]int{5000, 2}, 0, scanColumns, 2, 4, true},
	{[]int{128, 10000}, 0, scanColumns, 32, 4, false},
	{[]int{1000, 10000}, 0, scanWalk, 1, 1, false},
	{[]int{10000, 10000}, 0, scanWalk, 2, 1, false},
}

func TestScanMethods(t *testing.T) {
	for _, c := range scanShapes {
		t.Run(fmt.Sprintf("%v axis %d", c.dims, c.axis), func(t *testing.T) {
			sc := scanOf(expr.CumSum, expr.Float32, c.axis, c.dims, packed(c.dims...), packed(c.dims...))
			assert.Equal(t, c.method, sc.method)
			assert.Equal(t, c.lanes, sc.lanes)
			assert.Equal(t, c.runs, sc.runs)
			assert.Equal(t, c.linked, sc.linked)
			assert.Equal(t, sc.linked, sc.State() > 0)
		})
	}
}

// Every element of every line has a place in some block, and the pieces of a
// cut line are whole nodes of the tree.
func TestScanCoversLines(t *testing.T) {
	for _, d := range []expr.DType{expr.Int8, expr.Float32, expr.Float64, expr.Complex128} {
		for length := 1; length < 20000; length += 1 + length/7 {
			for _, other := range []int{1, 2, 3, 31, 100, 5000} {
				for axis, dims := range [][]int{{length, other}, {other, length}} {
					sc := scanOf(expr.CumSum, d, axis, dims, packed(dims...), packed(dims...))
					name := fmt.Sprintf("%v %v axis %d", d, dims, axis)
					blocks, threads := sc.Grid()
					held := int64(sc.runs) * scanRun
					var slots int64
					switch sc.method {
					case scanThreads:
						require.GreaterOrEqual(t, held, sc.length, name)
						require.GreaterOrEqual(t, int64(blocks*threads), sc.lines, name)
						continue
					case scanLanes:
						require.GreaterOrEqual(t, held*int64(sc.lanes), sc.length, name)
						require.GreaterOrEqual(t, int64(blocks*threads/sc.lanes), sc.lines, name)
						require.True(t, sc.runs == 1 || sc.lanes == 32, name)
						continue
					case scanWalk:
						require.GreaterOrEqual(t, int64(blocks*32), sc.lines, name)
						require.LessOrEqual(t, sc.length, int64(scanGroup)<<(5*sc.lanes), name)
						continue
					case scanTile:
						slots = held * int64(threads)
						require.Equal(t, 32*sc.lanes, threads, name)
						require.EqualValues(t, int64(blocks), sc.lines*sc.pieces, name)
						require.Zero(t, slots%scanNode, name)
					case scanColumns:
						slots = held * int64(256/sc.lanes)
						require.GreaterOrEqual(t, sc.strips*int64(sc.lanes), sc.lines, name)
						require.True(t, !sc.linked || slots%scanGroup == 0 && scanNode%slots == 0, name)
					}
					require.GreaterOrEqual(t, sc.pieces*slots, sc.length, name)
					require.Less(t, (sc.pieces-1)*slots, sc.length, name)
				}
			}
		}
	}
}

// A line's state holds the leaves and all levels above them up to 32 nodes.
func TestScanState(t *testing.T) {
	one := []int{1}
	f := func(d expr.DType, n int) *Scan { return scanOf(expr.CumSum, d, 0, []int{n}, one, one) }
	assert.Equal(t, 2*4, f(expr.Float32, 4*scanNode).State())
	assert.Equal(t, 2*32, f(expr.Float32, 32*scanNode).State())
	assert.Equal(t, 2*(34+2), f(expr.Float32, 32*scanNode+1).State())
	assert.Equal(t, 1*(1024+32), f(expr.Int32, 1024*scanNode).State())
	assert.Equal(t, 4*(1025+33+2), f(expr.Complex128, 1024*scanNode+1).State())
	columns := scanOf(expr.CumSum, expr.Float32, 0, []int{1024, 100}, packed(1024, 100), packed(1024, 100))
	assert.Equal(t, 100*2*8, columns.State())
}

// Lines are walked the way they lie in memory, whatever the order of the axes.
func TestScanArrange(t *testing.T) {
	for name, c := range map[string]struct {
		dims, in, out []int
		axis          int
		shape         []int
		at            int
		offsets       []int // strides of the input
	}{
		"rows":              {[]int{5, 7}, []int{7, 1}, []int{7, 1}, 1, []int{5, 7}, 1, []int{7, 1}},
		"columns":           {[]int{5, 7}, []int{7, 1}, []int{7, 1}, 0, []int{5, 7}, 0, []int{7, 1}},
		"transposed rows":   {[]int{5, 7}, []int{1, 5}, []int{1, 5}, 0, []int{7, 5}, 1, []int{5, 1}},
		"transposed column": {[]int{5, 7}, []int{1, 5}, []int{1, 5}, 1, []int{7, 5}, 0, []int{5, 1}},
		"middle":            {[]int{3, 5, 7}, []int{35, 7, 1}, []int{35, 7, 1}, 1, []int{3, 5, 7}, 1, []int{35, 7, 1}},
		"outer merge":       {[]int{3, 5, 7}, []int{35, 7, 1}, []int{35, 7, 1}, 2, []int{15, 7}, 1, []int{7, 1}},
		"constant":          {[]int{5, 7}, []int{0, 0}, []int{7, 1}, 1, []int{5, 7}, 1, []int{0, 0}},
		"one":               {[]int{1, 1}, []int{1, 1}, []int{1, 1}, 0, []int{1}, 0, []int{1}},
	} {
		t.Run(name, func(t *testing.T) {
			view := func(s []int) backend.View {
				return backend.View{Buffer: memory(1 << 20), DType: expr.Int8, Strides: s}
			}
			s := &backend.Scan{Op: expr.CumSum, Axis: c.axis, Kernel: backend.Kernel{
				Prog: &expr.Program{Inputs: []expr.DType{expr.Int8}}, Shape: c.dims,
				Inputs: []backend.View{view(c.in)}, Stores: []backend.Store{{View: view(c.out)}},
			}}
			k, axis := Arrange(s)
			assert.Equal(t, c.shape, k.Shape)
			assert.Equal(t, c.at, axis)
			assert.Equal(t, c.offsets, k.Inputs[0].Strides)
			assert.Equal(t, c.dims, s.Shape, "the caller's kernel is left alone")
		})
	}
}

// together puts sources into one file, each in a namespace of its own, which
// spares reading what they start from each time.
func together(sources []Source) string {
	start := Full("", "").Text
	var t text
	t.WriteString(start)
	for i, s := range sources {
		body := strings.Replace(strings.TrimPrefix(s.Text, start), `extern "C" `, "", 1)
		t.linef("namespace n%d {\n%s\n}", i, body)
	}
	return t.String()
}

// The texts of every kernel for every operation and type, fused and not.
func TestScanTextsParse(t *testing.T) {
	var sources []Source
	for _, op := range expr.Cumulatives() {
		for _, d := range expr.DTypes() {
			if !op.Row().Kinds.Has(d) {
				continue
			}
			for i, c := range scanShapes {
				if d != expr.Float32 && d != expr.Complex128 && i%4 != 0 {
					continue
				}
				sources = append(sources, scanOf(op, d, c.axis, c.dims, packed(c.dims...), packed(c.dims...)).Source())
			}
		}
	}
	for _, n := range []int{100, 1 << 20} {
		f := expr.Float32
		view := backend.View{Buffer: memory(1 << 40), DType: f, Strides: []int{3 * n, 3}}
		s := &backend.Scan{Op: expr.CumSum, Axis: 1, Kernel: backend.Kernel{Prog: chain(), Shape: []int{50, n},
			Params: []expr.Scalar{expr.ScalarOf[float32](1)},
			Inputs: []backend.View{view, view}, Stores: []backend.Store{{Value: 6, View: view}}}}
		k, axis := Arrange(s)
		var sp Space
		sp.Set(k, 6)
		var sc Scan
		sc.Set(&sp, s.Op, axis)
		sources = append(sources, sc.Source())
	}
	parse(t, together(sources))
}

func TestScanGolden(t *testing.T) {
	for name, c := range map[string]struct {
		d    expr.DType
		op   expr.Cumulative
		dims []int
		axis int
	}{
		"scan_tile.cuh":    {expr.Float32, expr.CumSum, []int{1 << 20}, 0},
		"scan_columns.cuh": {expr.Int16, expr.CumMax, []int{1000, 100}, 0},
		"scan_lanes.cuh":   {expr.Complex64, expr.CumProd, []int{100, 7}, 1},
		"scan_walk.cuh":    {expr.Float64, expr.CumSum, []int{1000, 10000}, 0},
		"scan_threads.cuh": {expr.Uint8, expr.CumProd, []int{7, 100}, 0},
	} {
		sc := scanOf(c.op, c.d, c.axis, c.dims, packed(c.dims...), packed(c.dims...))
		golden(t, name, sc.head()+scanTexts[sc.method])
	}
}
