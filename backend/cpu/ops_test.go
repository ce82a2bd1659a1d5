package cpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// specials are values at which functions change their ways.
func specials(dtype expr.DType) []expr.Scalar {
	var out []expr.Scalar
	floats := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 2, 3, -3, math.Inf(1), math.Inf(-1), math.NaN(),
		5e-324, 1e-310, 1e-45, math.MaxFloat64, math.MaxFloat32, 1e19, 127.5, 255.5, 32768, 2147483648, 4294967295.5, -129, 9.3e18, 1.8446744073709552e19}
	switch dtype.Kind() {
	case expr.KindFloat:
		for _, f := range floats {
			out = append(out, expr.ScalarOf(f).Cast(dtype))
		}
	case expr.KindComplex:
		for _, f := range floats[:8] {
			for _, g := range floats[:8] {
				out = append(out, expr.ScalarOf(complex(f, g)).Cast(dtype))
			}
		}
	case expr.KindInt, expr.KindUint:
		for _, i := range []int64{0, 1, -1, 2, 7, 8, 31, 32, 63, 64, math.MinInt64, math.MaxInt64, math.MinInt32, math.MinInt16, math.MinInt8, 127, 255} {
			out = append(out, expr.ScalarOf(i).Cast(dtype))
		}
	default:
		out = append(out, expr.ScalarOf(false), expr.ScalarOf(true))
	}
	return out
}

// within reports whether got is within so many units in the last place of want.
func within(got, want expr.Scalar, in expr.DType, bound expr.Bound) bool {
	if same(got, want) {
		return true
	}
	ulps := bound.Of(in)
	if ulps == 0 {
		return false
	}
	g, w := parts(got), parts(want)
	size := bound.Floor
	for _, x := range w {
		if x-x == 0 {
			size = max(size, math.Abs(x))
		}
	}
	ulp := math.Nextafter(size, math.Inf(1)) - size
	if got.DType.Real() == expr.Float32 {
		ulp = float64(math.Nextafter32(float32(size), float32(math.Inf(1))) - float32(size))
	}
	for i := range g {
		switch {
		case g[i] != g[i] && w[i] != w[i] || g[i] == w[i]:
		case len(g) == 2 && (w[i]-w[i] != 0 || w[1-i]-w[1-i] != 0): // complex infinities have many faces
		case math.Abs(g[i]-w[i]) <= ulps*ulp:
		default:
			return false
		}
	}
	return true
}

// Every operation on every type gives what the table's reference does.
func TestOperationsAgainstReference(t *testing.T) {
	for _, name := range evaluators() {
		d := newTestDevice(t, Options{Evaluator: name, Workers: 1})
		r := rand.New(rand.NewPCG(1, 1))
		for _, in := range expr.DTypes() {
			for _, op := range expr.Ops() {
				for _, out := range expr.DTypes() {
					row := op.Row()
					if row.Kinds.Has(in) && row.Gives(in, out) {
						checkOperation(t, d, r, op, in, out)
					}
				}
			}
		}
	}
}

func checkOperation(t *testing.T, d *Device, r *rand.Rand, op expr.Op, in, out expr.DType) {
	row := op.Row()
	sp := specials(in)
	n := len(sp) + 25
	if row.Arity > 1 && in.Kind() != expr.KindComplex {
		n = len(sp)*len(sp) + 25
	}
	prog := &expr.Program{Instrs: []expr.Instr{{Op: op, In: in, Out: out, Args: [3]expr.Ref{0, 1, 2}}}}
	k := &backend.Kernel{Prog: prog, Shape: []int{n}}
	for a := range row.Arity {
		dtype := row.Operand(a, in)
		prog.Inputs = append(prog.Inputs, dtype)
		v := arrange(t, d, r, dtype, k.Shape, "contiguous")
		raw := d.HostBytes(v.Buffer)
		if list := specials(dtype); dtype == in {
			for i := range min(n-25, len(sp)*len(sp)) {
				at := i
				if a == 1 {
					at = i / len(sp)
				}
				s := list[at%len(list)]
				copy(raw[i*dtype.Size():], s.Bytes())
			}
		}
		k.Inputs = append(k.Inputs, v)
	}
	k.Stores = []backend.Store{{Value: expr.Ref(row.Arity), View: emptyView(t, d, out, k.Shape)}}
	_, err := d.Run(k)
	if op != expr.Check {
		require.NoError(t, err)
	}
	bad := 0
	each(k.Shape, func(index []int) {
		values := evaluate(d, k, index)
		want := values[row.Arity]
		if got := load(d, &k.Stores[0].View, index); !within(got, want, in, row.ULP) && bad < 3 {
			bad++
			t.Errorf("%s: %v of %v%v%v to %v: got %v%v, want %v%v", d.Evaluator(), op, in, values[:row.Arity], parts(values[0]), out, got, parts(got), want, parts(want))
		}
	})
}
