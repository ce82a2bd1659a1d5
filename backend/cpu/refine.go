package cpu

import (
	"math"
	"unsafe"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// Means and norms are first computed without regard to the range of floats,
// which is enough nearly always. Where a result shows that it may not have
// been, the values are scaled by a power of two and reduced again. That
// touches no other result.

// refine does so for the folds of a kernel that has been carried out.
func (d *Device) refine(k *backend.Kernel) error {
	for i := range k.Folds {
		f := &k.Folds[i]
		var err error
		switch in := k.Prog.Type(f.Value); {
		case f.Fold == expr.FoldMean && in.Real() == expr.Float32:
			err = refineMean[float32](d, k, f, in)
		case f.Fold == expr.FoldMean && in.Real() == expr.Float64:
			err = refineMean[float64](d, k, f, in)
		case f.Fold == expr.FoldNorm && in == expr.Float64:
			err = d.refineNorm(k, f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// outputs calls yield with the address of each of a fold's results, in
// row-major order of the kept axes, until it returns false.
func outputs(k *backend.Kernel, v *backend.View, yield func(i int, p unsafe.Pointer) bool) {
	size := v.DType.Size()
	var index [2 * maxDims]int
	at := index[:0]
	for range k.Shape {
		at = append(at, 0)
	}
	base, offset := v.Buffer.(*buffer).ptr, v.Offset
	for i := 0; ; i++ {
		if !yield(i, unsafe.Add(base, offset*size)) {
			return
		}
		a := len(at) - 1
		for ; a >= 0; a-- {
			if k.Reduce[a] {
				continue
			}
			at[a]++
			offset += v.Strides[a]
			if at[a] < k.Shape[a] {
				break
			}
			offset -= at[a] * v.Strides[a]
			at[a] = 0
		}
		if a < 0 {
			return
		}
	}
}

// doubtful reports whether any of n components of a result fails ok.
func doubtful[T expr.Float](k *backend.Kernel, v *backend.View, n int, ok func(T) bool) bool {
	found := false
	outputs(k, v, func(_ int, p unsafe.Pointer) bool {
		for _, x := range unsafe.Slice((*T)(p), n) {
			found = found || !ok(x)
		}
		return !found
	})
	return found
}

// temporary is a float64 for each output of the kernel, as a view.
func (d *Device) temporary(k *backend.Kernel) (backend.View, []float64) {
	n := 1
	strides := make([]int, len(k.Shape))
	for a := len(k.Shape) - 1; a >= 0; a-- {
		if !k.Reduce[a] {
			strides[a] = n
			n *= k.Shape[a]
		}
	}
	data := make([]float64, n)
	b := &buffer{ptr: unsafe.Pointer(unsafe.SliceData(data)), bytes: 8 * n, pool: d.pool}
	return backend.View{Buffer: b, DType: expr.Float64, Strides: strides}, data
}

// again is a kernel with the program of another, to which an input or a
// parameter and instructions are added.
type again struct {
	backend.Kernel
	old, gap int // values from old on are counted gap higher
}

// retake starts a kernel that reduces further values of k's program.
func retake(k *backend.Kernel, input *backend.View, param *expr.Scalar) *again {
	a := &again{Kernel: backend.Kernel{Shape: k.Shape, Reduce: k.Reduce, Inputs: k.Inputs, Params: k.Params}}
	prog := &expr.Program{Inputs: k.Prog.Inputs, Params: k.Prog.Params}
	a.Prog = prog
	switch {
	case input != nil:
		a.old, a.gap = len(prog.Inputs), 1
		prog.Inputs = append(prog.Inputs[:len(prog.Inputs):len(prog.Inputs)], input.DType)
		a.Inputs = append(k.Inputs[:len(k.Inputs):len(k.Inputs)], *input)
	case param != nil:
		a.old, a.gap = len(prog.Inputs)+len(prog.Params), 1
		prog.Params = append(prog.Params[:len(prog.Params):len(prog.Params)], param.DType)
		a.Params = append(k.Params[:len(k.Params):len(k.Params)], *param)
	}
	for _, in := range k.Prog.Instrs {
		for i := range in.Args {
			in.Args[i] = a.ref(in.Args[i])
		}
		prog.Instrs = append(prog.Instrs, in)
	}
	return a
}

// ref is the name of a value of the old program in the new one.
func (a *again) ref(r expr.Ref) expr.Ref {
	if int(r) >= a.old {
		return r + expr.Ref(a.gap)
	}
	return r
}

func (a *again) add(op expr.Op, in, out expr.DType, args ...expr.Ref) expr.Ref {
	i := expr.Instr{Op: op, In: in, Out: out}
	copy(i.Args[:], args)
	a.Prog.Instrs = append(a.Prog.Instrs, i)
	return a.Prog.Result(len(a.Prog.Instrs) - 1)
}

// refineMean replaces means that are not finite. Sums overflow before their
// means do.
func refineMean[T expr.Float](d *Device, k *backend.Kernel, f *backend.Reduction, in expr.DType) error {
	parts := 1
	if in.Kind() == expr.KindComplex {
		parts = 2
	}
	isFinite := func(x T) bool { return x-x == 0 }
	if !doubtful(k, &f.View, parts, isFinite) {
		return nil
	}
	const scale = 0x1p-64 // no count of values makes up for that
	factor := expr.ScalarOf(float64(scale))
	a := retake(k, nil, &factor)
	var sums [2][]float64
	for part := range parts {
		x := a.ref(f.Value)
		if parts == 2 {
			x = a.add([]expr.Op{expr.Real, expr.Imag}[part], in, in.Real(), x)
		}
		if in.Real() == expr.Float32 {
			x = a.add(expr.Cast, expr.Float32, expr.Float64, x)
		}
		x = a.add(expr.Mul, expr.Float64, expr.Float64, x, a.Prog.Param(len(a.Params)-1))
		var v backend.View
		v, sums[part] = d.temporary(k)
		a.Folds = append(a.Folds, backend.Reduction{Fold: expr.FoldSum, Value: x, View: v})
	}
	if _, err := d.Run(&a.Kernel); err != nil {
		return err
	}
	n := 1.0
	for i, dim := range k.Shape {
		if k.Reduce[i] {
			n *= float64(dim)
		}
	}
	outputs(k, &f.View, func(i int, p unsafe.Pointer) bool {
		for part, x := range unsafe.Slice((*T)(p), parts) {
			if !isFinite(x) {
				*at[T](p, int64(part)*int64(unsafe.Sizeof(x))) = T(sums[part][i] / n / scale)
			}
		}
		return true
	})
	return nil
}

// refineNorm replaces norms whose squares have overflowed, or may have
// vanished.
func (d *Device) refineNorm(k *backend.Kernel, f *backend.Reduction) error {
	const small = 0x1p-450
	ok := func(x float64) bool { return x-x == 0 && x >= small }
	if !doubtful(k, &f.View, 1, ok) {
		return nil
	}
	largest := retake(k, nil, nil)
	v, scales := d.temporary(k)
	x := largest.add(expr.Abs, expr.Float64, expr.Float64, f.Value)
	largest.Folds = []backend.Reduction{{Fold: expr.FoldMax, Value: x, View: v}}
	if _, err := d.Run(&largest.Kernel); err != nil {
		return err
	}
	most := append([]float64(nil), scales...)
	exponents := make([]int, len(scales))
	for i, m := range most {
		scales[i] = 1
		if m != 0 && m-m == 0 {
			_, e := math.Frexp(m)
			exponents[i] = max(min(e, 1000), -1000)
			scales[i] = math.Ldexp(1, -exponents[i])
		}
	}
	a := retake(k, &v, nil)
	t, norms := d.temporary(k)
	x = a.add(expr.Mul, expr.Float64, expr.Float64, a.ref(f.Value), a.Prog.Input(len(a.Inputs)-1))
	a.Folds = []backend.Reduction{{Fold: expr.FoldNorm, Value: x, View: t}}
	err := d.job("run", &a.Kernel, func(j *job) error { return j.fold(&a.Kernel) })
	if err != nil {
		return err
	}
	outputs(k, &f.View, func(i int, p unsafe.Pointer) bool {
		switch out := (*float64)(p); {
		case ok(*out):
		case most[i] == 0 || most[i]-most[i] != 0:
			*out = most[i]
		default:
			*out = math.Ldexp(norms[i], exponents[i])
		}
		return true
	})
	return nil
}
