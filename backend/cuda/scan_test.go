//go:build cgo && linux

package cuda

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// scanned returns the running results of lines of a length, side by side or
// one after another in memory, as lines.
func scanned[T expr.Element](t testing.TB, d *Device, op expr.Cumulative, lines [][]T, columns bool) [][]T {
	t.Helper()
	n, length := len(lines), len(lines[0])
	dims, strides := []int{n, length}, []int{length, 1}
	if columns {
		strides = []int{1, n}
	}
	data := make([]T, n*length)
	for l, line := range lines {
		for i, x := range line {
			data[l*strides[0]+i*strides[1]] = x
		}
	}
	in := sent(t, d, data, n*length)
	out := blank(t, d, in.DType, n*length)
	in.Shape, out.Shape, in.Strides, out.Strides = nil, nil, strides, strides
	s := &backend.Scan{Op: op, Axis: 1, Kernel: backend.Kernel{Prog: &expr.Program{Inputs: []expr.DType{in.DType}},
		Shape: dims, Inputs: []backend.View{in}, Stores: []backend.Store{{View: out}}}}
	event, err := d.Scan(s)
	require.NoError(t, err)
	require.NoError(t, event.Wait())
	flat := received[T](t, d, out)
	results := make([][]T, n)
	for l := range results {
		for i := range length {
			results[l] = append(results[l], flat[l*strides[0]+i*strides[1]])
		}
	}
	in.Buffer.Free()
	out.Buffer.Free()
	return results
}

// Lengths around the edges of runs, groups, pieces and levels of the tree.
var scanLengths = []int{1, 4, 5, 33, 128, 129, 170, 1024, 1025, 4096, 4097, 8192, 8193, 20000, 300000}

// What a line gives is the same bits in whatever way it lies, among how many
// others, and each time.
func TestScanBitsDependOnLinesAlone(t *testing.T) {
	t.Parallel()
	if !onGPU() && !wholly() {
		t.Skip("long on the emulator: set CUGOND_TEST_EMULATED=all")
	}
	d := testDevice(t)
	r := rand.New(rand.NewPCG(1, 2))
	for _, length := range scanLengths {
		line := func() []float64 {
			out := make([]float64, length)
			for i := range out {
				out[i] = r.NormFloat64() * math.Exp(3*r.NormFloat64())
			}
			return out
		}
		first := line()
		want := scanned(t, d, expr.CumSum, [][]float64{first}, false)[0]
		sum, c, all := 0.0, 0.0, 0.0
		for i, x := range first { // compensated
			y := x - c
			next := sum + y
			c, sum = (next-sum)-y, next
			all += math.Abs(x)
			if math.Abs(sum-want[i]) > 40*0x1p-53*all {
				t.Fatalf("element %d of %d: got %v, want %v", i, length, want[i], sum)
			}
		}
		for _, n := range []int{1, 2, 3, 33, 4100} {
			most := 700_000
			if !onGPU() && !wholly() {
				most = 100_000
			}
			if n*length > most && (n*length > 40_000_000 || !onGPU()) {
				continue
			}
			lines := [][]float64{first}
			for len(lines) < n {
				lines = append(lines, line())
			}
			for _, columns := range []bool{false, true} {
				got := scanned(t, d, expr.CumSum, lines, columns)
				require.Equal(t, want, got[0], "%d lines of %d, columns %v", n, length, columns)
				again := scanned(t, d, expr.CumSum, lines, !columns)
				require.Equal(t, got, again, "%d lines of %d, columns %v", n, length, !columns)
			}
		}
	}
}

// Exact scans, each line with numbers of its own.
func TestScanLengths(t *testing.T) {
	t.Parallel()
	d := testDevice(t)
	r := rand.New(rand.NewPCG(3, 4))
	for _, op := range expr.Cumulatives() {
		for _, length := range scanLengths {
			if op != expr.CumSum && length != 5 && length != 129 && length != 20000 {
				continue
			}
			n := min(5, 1+200_000/length)
			lines, want := make([][]int16, n), make([][]int16, n)
			for l := range lines {
				var sum int16
				for i := range length {
					x := int16(r.Uint32() | 1)
					switch {
					case i == 0:
						sum = x
					case op == expr.CumSum:
						sum += x
					case op == expr.CumProd:
						sum *= x
					case op == expr.CumMin:
						sum = min(sum, x)
					default:
						sum = max(sum, x)
					}
					lines[l], want[l] = append(lines[l], x), append(want[l], sum)
				}
			}
			for _, columns := range []bool{false, true} {
				require.Equal(t, want, scanned(t, d, op, lines, columns), "%v of lines of %d, columns %v", op, length, columns)
			}
		}
	}
}

// A NaN stays once it has come, across blocks too; sums leave what they can't
// hold and come back.
func TestScanSpecialValues(t *testing.T) {
	t.Parallel()
	d := testDevice(t)
	const n, at = 20000, 9000
	nan := math.NaN()
	for _, op := range expr.Cumulatives() {
		for _, columns := range []bool{false, true} {
			t.Run(fmt.Sprintf("%v/columns %v", op, columns), func(t *testing.T) {
				lines := [][]float64{make([]float64, n), make([]float64, n)}
				for i := range lines[0] {
					lines[0][i], lines[1][i] = 1, 1
				}
				lines[0][at] = nan
				got := scanned(t, d, op, lines, columns)
				for i, x := range got[0] {
					if (i >= at) != (x != x) {
						t.Fatalf("element %d is %v", i, x)
					}
				}
				assert.False(t, math.IsNaN(got[1][n-1]))
			})
		}
	}
	large := [][]float32{make([]float32, n)}
	large[0][0], large[0][at], large[0][at+1] = math.MaxFloat32, math.MaxFloat32, -math.MaxFloat32
	got := scanned(t, d, expr.CumSum, large, false)[0]
	assert.Equal(t, float32(math.MaxFloat32), got[at-1])
	assert.Equal(t, float32(math.Inf(1)), got[at])
	assert.Equal(t, float32(math.MaxFloat32), got[at+1])
	ones := [][]float32{make([]float32, 1<<18)}
	for i := range ones[0] {
		ones[0][i] = 0.1
	}
	tenth := float64(float32(0.1))
	for i, x := range scanned(t, d, expr.CumSum, ones, false)[0] {
		want := tenth * float64(i+1)
		if math.Abs(want-float64(x)) > want*0x1p-23 {
			t.Fatalf("element %d: got %v, want %v", i, x, want)
		}
	}
}

func TestScanRefusesWhatItCannotDo(t *testing.T) {
	d := testDevice(t)
	v := blank(t, d, expr.Bool, 4)
	s := &backend.Scan{Op: expr.CumSum, Kernel: backend.Kernel{Prog: &expr.Program{Inputs: []expr.DType{expr.Bool}},
		Shape: []int{4}, Inputs: []backend.View{v}, Stores: []backend.Store{{View: v}}}}
	_, err := d.Scan(s)
	require.ErrorIs(t, err, backend.ErrUnsupported)
	assert.ErrorContains(t, err, "cumsum of bool")
	s.Axis = 1
	_, err = d.Scan(s)
	assert.ErrorContains(t, err, "axis 1")
}
