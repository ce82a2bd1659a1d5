//go:build cgo && linux

package cuda

import (
	"encoding/binary"
	"runtime"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda/internal/cublas"
	"github.com/cugond/cugond/backend/cuda/internal/driver"
	"github.com/cugond/cugond/backend/cuda/internal/gen"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/shape"
)

// product is a batch of matrix products: the leading dimensions merged as far
// as they go, and the strides of the matrices.
type product struct {
	dst, a, b backend.View
	m, n, k   int
	batch     []int    // lengths of the leading dimensions that remain
	strides   [3][]int // of dst, a and b along them
	count     int      // products
}

// MatMul implements backend.MatMuler. Floats and complex numbers go through
// cuBLAS, whose results are the same from call to call; integers and bool
// through a kernel of their own. Operands that BLAS can't read by strides are
// copied first.
func (d *Device) MatMul(dst, a, b backend.View, p backend.Precision) (backend.Event, error) {
	if err := d.begin("multiply matrices"); err != nil {
		return nil, err
	}
	defer d.end()
	pr := newProduct(dst, a, b)
	switch {
	case pr.count == 0 || pr.m == 0 || pr.n == 0:
		return nil, nil
	case pr.k == 0:
		return d.clear(dst, pr.count*pr.m*pr.n)
	}
	var err error
	if dst.DType.Kind()&(expr.KindFloat|expr.KindComplex) == 0 {
		err = d.matmulOwn(pr)
	} else {
		err = d.matmulBLAS(pr, p)
	}
	runtime.KeepAlive(pr)
	return d.event(), err
}

func newProduct(dst, a, b backend.View) *product {
	lead := len(dst.Shape) - 2
	pr := &product{dst: dst, a: a, b: b, m: dst.Shape[lead], n: dst.Shape[lead+1], k: a.Shape[lead+1], count: 1}
	for _, n := range dst.Shape[:lead] {
		pr.count *= n
	}
	if pr.count == 0 {
		return pr
	}
	dims := append([]int(nil), dst.Shape[:lead]...)
	all := make([][]int, 3)
	for i, v := range []backend.View{dst, a, b} {
		all[i] = append([]int(nil), v.Strides[:lead]...)
	}
	pr.batch, _, _, all = shape.Collapse(dims, nil, -1, all)
	copy(pr.strides[:], all)
	return pr
}

// clear sets the elements of a contiguous view to zero.
func (d *Device) clear(dst backend.View, n int) (backend.Event, error) {
	p, err := d.write(dst)
	if err == nil {
		err = d.fail("clear", d.ctx.Set8(p, 0, n*dst.DType.Size(), d.handle))
	}
	return d.event(), err
}

// offsets lists where the products' matrices begin, in elements from the
// view's offset.
func (pr *product) offsets(operand int) []int64 {
	out := make([]int64, 0, pr.count)
	index := make([]int, len(pr.batch))
	for range pr.count {
		at := 0
		for i, x := range index {
			at += x * pr.strides[operand][i]
		}
		out = append(out, int64(at))
		for i := len(index) - 1; i >= 0; i-- {
			if index[i]++; index[i] < pr.batch[i] {
				break
			}
			index[i] = 0
		}
	}
	return out
}

// words puts 64-bit words into device memory for one kernel.
func (d *Device) words(list []int64) (*buffer, error) {
	b, err := d.scratch(8 * len(list))
	if err != nil {
		return nil, err
	}
	bytes := make([]byte, 0, 8*len(list))
	for _, w := range list {
		bytes = binary.NativeEndian.AppendUint64(bytes, uint64(w))
	}
	if err := d.stage.in(b.ptr(), bytes); err != nil {
		b.release()
		return nil, d.fail("copy in", err)
	}
	return b, nil
}

// matmulOwn multiplies integers or bool.
func (d *Device) matmulOwn(pr *product) error {
	f, err := d.function([]byte{keyMatMul, byte(pr.dst.DType)}, func() gen.Source { return gen.MatMul(pr.dst.DType) })
	if err != nil {
		return err
	}
	w := newWork()
	defer w.done()
	c, err := d.write(pr.dst)
	if err != nil {
		return err
	}
	w.args.Ptr(uint64(c))
	for i, v := range []backend.View{pr.a, pr.b} {
		x, err := d.read(v)
		if err != nil {
			return err
		}
		lead := len(v.Strides) - 2
		var offsets driver.Ptr
		if len(pr.batch) > 1 {
			b, err := d.words(pr.offsets(1 + i))
			if err != nil {
				return err
			}
			defer b.release()
			offsets = b.ptr()
		}
		w.args.Ptr(uint64(x))
		w.args.Ptr(uint64(offsets))
		w.args.I64(int64(pr.strides[1+i][0]))
		w.args.I64(int64(v.Strides[lead]))
		w.args.I64(int64(v.Strides[lead+1]))
	}
	tm, tn := ceil(pr.m, gen.MatMulTile), ceil(pr.n, gen.MatMulTile)
	for _, n := range []int{pr.m, pr.n, pr.k, tm, tn} {
		w.args.I64(int64(n))
	}
	return d.launch(f, pr.count*tm*tn, gen.MatMulThreads, &w.args)
}

// blasTypes are cuBLAS's names of the element types.
var blasTypes = map[expr.DType]cublas.DataType{
	expr.Float32: cublas.Float32, expr.Float64: cublas.Float64,
	expr.Complex64: cublas.Complex64, expr.Complex128: cublas.Complex128,
}

// matmulBLAS multiplies floats or complex numbers.
func (d *Device) matmulBLAS(pr *product, p backend.Precision) error {
	for _, v := range []*backend.View{&pr.a, &pr.b} {
		if _, _, ok := layout(v); !ok {
			copied, err := d.contiguous(v)
			if err != nil {
				return err
			}
			defer copied.release()
		}
	}
	if pr.a.Buffer == nil || pr.b.Buffer == nil {
		return nil
	}
	*pr = *newProduct(pr.dst, pr.a, pr.b)
	if p == backend.FullPrecision && d.widens(pr) {
		return d.matmulWide(pr)
	}
	return d.gemm(pr, p)
}

// layout returns how cuBLAS, which is column-major, reads a row-major matrix:
// as the transpose of one with the leading dimension ld, or transposed once
// more.
func layout(v *backend.View) (op cublas.Operation, ld int, ok bool) {
	n := len(v.Shape)
	rows, cols, rs, cs := v.Shape[n-2], v.Shape[n-1], v.Strides[n-2], v.Strides[n-1]
	switch {
	case (cs == 1 || cols == 1) && (rs >= cols || rows == 1):
		return cublas.NoTrans, max(rs, cols, 1), true
	case (rs == 1 || rows == 1) && (cs >= rows || cols == 1):
		return cublas.Trans, max(cs, rows, 1), true
	}
	return 0, 0, false
}

// contiguous makes v a view of a row-major copy of itself, in the type that it
// has. Broadcast leading dimensions stay broadcast.
func (d *Device) contiguous(v *backend.View) (*buffer, error) {
	lead := len(v.Shape) - 2
	dims, from := make([]int, 0, len(v.Shape)), make([]int, 0, len(v.Shape))
	for i, n := range v.Shape {
		if i >= lead || v.Strides[i] != 0 {
			dims, from = append(dims, n), append(from, v.Strides[i])
		}
	}
	b, err := d.scratch(shape.Size(dims) * v.DType.Size())
	if err != nil {
		return nil, err
	}
	to := shape.Strides(dims)
	strides := make([]int, len(v.Shape))
	for i, j := 0, 0; i < len(v.Shape); i++ {
		if i >= lead || v.Strides[i] != 0 {
			strides[i] = to[j]
			j++
		}
	}
	if err := d.convert(b, v.DType, *v, dims, from); err != nil {
		b.release()
		return nil, err
	}
	*v = backend.View{Buffer: b, DType: v.DType, Shape: v.Shape, Strides: strides}
	return b, nil
}

// convert stores the elements of a view, taken by the given lengths and
// strides, in row-major order in dst, as another type.
func (d *Device) convert(dst *buffer, to backend.DType, v backend.View, dims, strides []int) error {
	store := backend.View{Buffer: dst, DType: to, Strides: shape.Strides(dims)}
	return d.cast(store, backend.View{Buffer: v.Buffer, DType: v.DType, Strides: strides, Offset: v.Offset}, dims)
}

// cast stores the elements of src in dst, both over the space dims.
func (d *Device) cast(dst, src backend.View, dims []int) error {
	prog := &expr.Program{Inputs: []backend.DType{src.DType}}
	value := prog.Input(0)
	if dst.DType != src.DType {
		prog.Instrs = []expr.Instr{{Op: expr.Cast, In: src.DType, Out: dst.DType, Args: [3]expr.Ref{0}}}
		value = prog.Result(0)
	}
	dims, _, _, all := shape.Collapse(append([]int(nil), dims...), nil, -1,
		[][]int{append([]int(nil), dst.Strides...), append([]int(nil), src.Strides...)})
	dst.Strides, src.Strides = all[0], all[1]
	_, err := d.apply(&backend.Kernel{Prog: prog, Shape: dims, Inputs: []backend.View{src}, Stores: []backend.Store{{Value: value, View: dst}}})
	return err
}

// gemm has cuBLAS carry out the products: C = A·B in rows is Cᵀ = Bᵀ·Aᵀ in
// columns.
func (d *Device) gemm(pr *product, p backend.Precision) error {
	kind := blasTypes[pr.dst.DType]
	opA, lda, _ := layout(&pr.a)
	opB, ldb, _ := layout(&pr.b)
	g := cublas.Product{
		TransA: opB, TransB: opA, M: pr.n, N: pr.m, K: pr.k, Alpha: 1,
		A: cublas.Matrix{Type: kind, Ld: ldb}, B: cublas.Matrix{Type: kind, Ld: lda}, C: cublas.Matrix{Type: kind, Ld: pr.n},
		Compute: cublas.Compute32F,
	}
	if pr.dst.DType.Real() == expr.Float64 {
		g.Compute = cublas.Compute64F
	} else if p == backend.TF32 {
		g.Compute = cublas.Compute32FFastTF32
	}
	var at [3]driver.Ptr
	var err error
	if at[0], err = d.write(pr.dst); err != nil {
		return err
	}
	if at[1], err = d.read(pr.a); err != nil {
		return err
	}
	if at[2], err = d.read(pr.b); err != nil {
		return err
	}
	g.C.Address, g.B.Address, g.A.Address = uint64(at[0]), uint64(at[1]), uint64(at[2])
	return d.withBLAS(func(h *cublas.Handle) error {
		if pr.count == 1 {
			return h.GemmEx(&g)
		}
		if len(pr.batch) == 1 {
			g.C.Stride, g.B.Stride, g.A.Stride = int64(pr.strides[0][0]), int64(pr.strides[1][0]), int64(pr.strides[2][0])
			return h.GemmStridedBatchedEx(&g, pr.count)
		}
		size := int64(pr.dst.DType.Size())
		var list []int64
		for i := range 3 {
			for _, o := range pr.offsets(i) {
				list = append(list, int64(at[i])+o*size)
			}
		}
		b, err := d.words(list)
		if err != nil {
			return err
		}
		defer b.release()
		row := uint64(8 * pr.count)
		g.C.Address, g.B.Address, g.A.Address = uint64(b.ptr()), uint64(b.ptr())+row, uint64(b.ptr())+2*row
		return h.GemmBatchedEx(&g, pr.count)
	})
}
