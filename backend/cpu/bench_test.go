package cpu

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// benchmark runs a kernel on every evaluator.
func benchmark(b *testing.B, bytes int, make func(d *Device) *backend.Kernel) {
	for _, name := range evaluators() {
		d := newTestDevice(b, Options{Evaluator: name})
		k := make(d)
		b.Run(d.Evaluator(), func(b *testing.B) {
			b.SetBytes(int64(bytes))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := d.Run(k); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func input(b *testing.B, d *Device, dtype expr.DType, shape ...int) backend.View {
	return emptyView(b, d, dtype, shape)
}

// BenchmarkChain is a·b + a - b·2 in five instructions.
func BenchmarkChain(b *testing.B) {
	for _, n := range []int{16, 1000, 10_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			benchmark(b, 12*n, func(d *Device) *backend.Kernel {
				f := expr.Float32
				return &backend.Kernel{
					Prog: &expr.Program{
						Inputs: []expr.DType{f, f}, Params: []expr.DType{f},
						Instrs: []expr.Instr{
							{Op: expr.Mul, In: f, Out: f, Args: [3]expr.Ref{0, 1}},
							{Op: expr.Add, In: f, Out: f, Args: [3]expr.Ref{3, 0}},
							{Op: expr.Mul, In: f, Out: f, Args: [3]expr.Ref{1, 2}},
							{Op: expr.Sub, In: f, Out: f, Args: [3]expr.Ref{4, 5}},
							{Op: expr.Neg, In: f, Out: f, Args: [3]expr.Ref{6}},
						},
					},
					Shape:  []int{n},
					Params: []expr.Scalar{expr.ScalarOf(float32(2))},
					Inputs: []backend.View{input(b, d, f, n), input(b, d, f, n)},
					Stores: []backend.Store{{Value: 7, View: input(b, d, f, n)}},
				}
			})
		})
	}
}

// BenchmarkFold reduces matrices along either axis.
func BenchmarkFold(b *testing.B) {
	for _, c := range []struct {
		name   string
		shape  []int
		reduce []bool
		folds  []expr.Fold
	}{
		{"sum/all", []int{10_000_000}, []bool{true}, []expr.Fold{expr.FoldSum}},
		{"sum/small", []int{100}, []bool{true}, []expr.Fold{expr.FoldSum}},
		{"sum/axis0", []int{3000, 3000}, []bool{true, false}, []expr.Fold{expr.FoldSum}},
		{"sum/axis1", []int{3000, 3000}, []bool{false, true}, []expr.Fold{expr.FoldSum}},
		{"sum/short", []int{1_000_000, 3}, []bool{false, true}, []expr.Fold{expr.FoldSum}},
		{"sum/narrow", []int{5_000_000, 2}, []bool{true, false}, []expr.Fold{expr.FoldSum}},
		{"sum/middle", []int{100, 300, 300}, []bool{false, true, false}, []expr.Fold{expr.FoldSum}},
		{"std/all", []int{10_000_000}, []bool{true}, []expr.Fold{expr.FoldStd}},
		{"std/axis0", []int{3000, 3000}, []bool{true, false}, []expr.Fold{expr.FoldStd}},
		{"three/all", []int{10_000_000}, []bool{true}, []expr.Fold{expr.FoldSum, expr.FoldMean, expr.FoldStd}},
		{"max/all", []int{10_000_000}, []bool{true}, []expr.Fold{expr.FoldMax}},
		{"argmax/all", []int{10_000_000}, []bool{true}, []expr.Fold{expr.FoldArgMax}},
	} {
		for _, dtype := range []expr.DType{expr.Float32, expr.Float64} {
			b.Run(c.name+"/"+dtype.String(), func(b *testing.B) {
				benchmark(b, length(c.shape)*dtype.Size(), func(d *Device) *backend.Kernel {
					return foldKernel(b, d, input(b, d, dtype, c.shape...), c.shape, c.reduce, c.folds...)
				})
			})
		}
	}
}

// BenchmarkTranspose copies, and adds a matrix and its transpose.
func BenchmarkTranspose(b *testing.B) {
	for _, n := range []int{2000, 4096} {
		for _, add := range []bool{false, true} {
			name := "copy"
			if add {
				name = "add"
			}
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				benchmark(b, 8*n*n, func(d *Device) *backend.Kernel {
					f := expr.Float32
					shape := []int{n, n}
					x := input(b, d, f, n, n)
					flipped := x
					flipped.Strides = []int{1, n}
					k := &backend.Kernel{
						Prog:   &expr.Program{Inputs: []expr.DType{f}},
						Shape:  shape,
						Inputs: []backend.View{flipped},
						Stores: []backend.Store{{Value: 0, View: input(b, d, f, n, n)}},
					}
					if add {
						k.Prog.Inputs = append(k.Prog.Inputs, f)
						k.Inputs = append(k.Inputs, x)
						k.Prog.Instrs = []expr.Instr{{Op: expr.Add, In: f, Out: f, Args: [3]expr.Ref{0, 1}}}
						k.Stores[0].Value = 2
					}
					return k
				})
			})
		}
	}
}

func BenchmarkScan(b *testing.B) {
	for _, c := range []struct {
		shape []int
		axis  int
	}{{[]int{10_000_000}, 0}, {[]int{3000, 3000}, 0}, {[]int{3000, 3000}, 1}, {[]int{1_000_000, 3}, 1}} {
		b.Run(fmt.Sprintf("%v/%d", c.shape, c.axis), func(b *testing.B) {
			for _, name := range evaluators() {
				d := newTestDevice(b, Options{Evaluator: name})
				sc := scanKernel(input(b, d, expr.Float32, c.shape...), input(b, d, expr.Float32, c.shape...), c.shape, c.axis, expr.CumSum)
				b.Run(d.Evaluator(), func(b *testing.B) {
					b.SetBytes(int64(8 * length(c.shape)))
					for b.Loop() {
						_, err := d.Scan(sc)
						require.NoError(b, err)
					}
				})
			}
		})
	}
}
