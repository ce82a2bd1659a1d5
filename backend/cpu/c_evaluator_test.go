package cpu

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cpu/internal/loops"
	"github.com/cugond/cugond/backend/expr"
)

// eachC runs a test for every instruction set that the machine has.
func eachC(t *testing.T, f func(t *testing.T, ev evaluator)) {
	for _, table := range loops.Tables() {
		ev, err := newC(table.ISA())
		require.NoError(t, err)
		t.Run(ev.name(), func(t *testing.T) { f(t, ev) })
	}
}

func TestCLayouts(t *testing.T) {
	if !loops.Available {
		t.Skip("built without cgo")
	}
	var m micro
	var c call
	var l layout
	want := []uintptr{
		unsafe.Sizeof(m), unsafe.Offsetof(m.fn), unsafe.Offsetof(m.dst), unsafe.Offsetof(m.a),
		unsafe.Offsetof(m.b), unsafe.Offsetof(m.c), unsafe.Offsetof(m.aux),
		unsafe.Sizeof(c), unsafe.Offsetof(c.dst), unsafe.Offsetof(c.a), unsafe.Offsetof(c.b),
		unsafe.Offsetof(c.c), unsafe.Offsetof(c.aux), unsafe.Offsetof(c.pos), unsafe.Offsetof(c.n),
		unsafe.Sizeof(l), unsafe.Offsetof(l.shape), unsafe.Offsetof(l.strides),
	}
	numbers := []int{fnCast, fnMove, fnFold, fnFoldCol, fnMerge, fnScan, fnCount}
	facts := loops.Facts()
	require.Len(t, facts, len(want)+len(numbers))
	for i, w := range want {
		require.EqualValues(t, w, facts[i], "fact %d", i)
	}
	for i, w := range numbers {
		require.EqualValues(t, w, facts[len(want)+i], "number %d", i)
	}
}

func TestCHasEveryFunction(t *testing.T) {
	eachC(t, func(t *testing.T, ev evaluator) {
		for fn := range fnCount + 10 {
			require.Equal(t, goEvaluator{}.has(uint16(fn)), ev.has(uint16(fn)), "function %d", fn)
		}
	})
}

func TestCUnknownISA(t *testing.T) {
	_, err := newC("sse9")
	require.ErrorIs(t, err, backend.ErrUnavailable)
	if !loops.Available {
		return
	}
	require.ErrorContains(t, err, `"sse9"`)
	require.ErrorContains(t, err, "base")
	ev, err := newC("base")
	require.NoError(t, err)
	require.Equal(t, "c/base", ev.name())
}

// perform carries out one micro-operation on slots 1 to 4, which are dst, a, b
// and c.
func perform(ev evaluator, fn uint16, aux, pos, n int64, slots ...unsafe.Pointer) {
	w := &walk{
		code:  []micro{{fn: fn, dst: 1, a: 2, b: 3, c: 4, aux: aux}},
		ptrs:  append([]unsafe.Pointer{nil}, slots...),
		steps: make([]int64, 5),
		pos:   pos, n: n, block: n,
	}
	for len(w.ptrs) < 5 {
		w.ptrs = append(w.ptrs, nil)
	}
	ev.run(w)
}

// values returns n elements, special ones first when there is room, and the
// same memory as bytes.
func values(r *rand.Rand, dtype expr.DType, n, special int) []uint64 {
	words := make([]uint64, (n*dtype.Size()+7)/8+8)
	raw := rawBytes(words)
	list := specials(dtype)
	for i := range n {
		s := random(r, dtype)
		if special > 0 && i < len(list)*len(list) {
			s = list[i/special%len(list)]
		}
		copy(raw[i*dtype.Size():], s.Bytes())
	}
	return words
}

func rawBytes(words []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 8*len(words))
}

func element(words []uint64, dtype expr.DType, i int) expr.Scalar {
	s := expr.Scalar{DType: dtype}
	copy(s.Bytes(), rawBytes(words)[i*dtype.Size():])
	return s
}

func pointer(words []uint64) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(words)) }

// Operations and casts agree with the Go evaluator, and write nothing beyond
// their block.
func TestCOperations(t *testing.T) {
	eachC(t, func(t *testing.T, ev evaluator) {
		r := rand.New(rand.NewPCG(1, 2))
		for _, op := range expr.Ops() {
			row := op.Row()
			for _, in := range expr.DTypes() {
				for _, out := range expr.DTypes() {
					if row.Kinds.Has(in) && row.Gives(in, out) {
						compareOperation(t, ev, r, op, in, out)
					}
				}
			}
		}
	})
}

func compareOperation(t *testing.T, ev evaluator, r *rand.Rand, op expr.Op, in, out expr.DType) {
	const n = 701
	row := op.Row()
	args := make([][]uint64, row.Arity)
	slots := make([]unsafe.Pointer, 4)
	special := len(specials(in))
	for a := range args {
		args[a] = values(r, row.Operand(a, in), n, [3]int{1, special, 0}[a])
		slots[a+1] = pointer(args[a])
	}
	status := make([]uint64, 2)
	run := func(ev evaluator, status *uint64) []uint64 {
		dst := values(rand.New(rand.NewPCG(5, 5)), out, n+8, 0)
		slots[0] = pointer(dst)
		if op == expr.Check {
			slots[3] = unsafe.Pointer(status)
		}
		perform(ev, opFn(op, in, out), 3, 0, n, slots...)
		return dst
	}
	want, got := run(goEvaluator{}, &status[0]), run(ev, &status[1])
	require.Equal(t, status[0], status[1], "%v of %v", op, in)
	bad := 0
	for i := range n + 8 {
		bound := row.ULP
		bound.F32, bound.F64, bound.C64, bound.C128 = 2*bound.F32, 2*bound.F64, 2*bound.C64, 2*bound.C128
		w, g := element(want, out, i), element(got, out, i)
		if i >= n {
			require.Equal(t, w, g, "%v of %v to %v writes beyond its block", op, in, out)
		} else if !within(g, w, in, bound) && bad < 3 {
			bad++
			var operands []any
			for a := range args {
				operands = append(operands, parts(element(args[a], row.Operand(a, in), i)))
			}
			t.Errorf("%v of %v to %v: of %v C has %v, Go %v", op, in, out, operands, parts(g), parts(w))
		}
	}
}

// foldCases are segments and columns: n values with parameter aux, from a
// position on.
var foldCases = []struct{ n, aux, pos int64 }{
	{1, 1, 0}, {10, 2, 0}, {12, 3, 0}, {40, 4, 0}, {63, 100, 0}, {512, 512, 0}, {513, 40000, 1024}, {2 * 777, 777, 0}, {5000, 5000, 0},
	{1024, 32768, 32768 + 512}, {70, 7, 0}, {33 * 64, 64, 0}, {130 * 20, 20, 20 * 512}, {515 * 3, 3, 0},
	{600 * 45, 45, 45 * 512}, {512 * 70, 70, 0}, {3 * 1000, 1000, 0}, {300, 1, 512},
}

// Folds give the states that the Go evaluator gives, to the bit, but for the
// payload of NaN and what a state's word leaves open.
func TestCFolds(t *testing.T) {
	eachC(t, func(t *testing.T, ev evaluator) {
		r := rand.New(rand.NewPCG(3, 4))
		for _, f := range expr.Folds() {
			for _, in := range expr.DTypes() {
				if !f.Row().Kinds.Has(in) {
					continue
				}
				for _, data := range [][]uint64{tameValues(r, in, 45000), values(r, in, 45000, 1)} {
					for _, c := range foldCases {
						compareFold(t, ev, data, f, in, fnFold, c.n, c.aux, c.pos, 0)
						if c.aux <= c.n {
							compareFold(t, ev, data, f, in, fnFoldCol, c.n, c.aux, c.pos, 0)
							compareFold(t, ev, data, f, in, fnFoldCol, c.n, c.aux, c.pos, c.aux+3)
						}
					}
				}
			}
		}
	})
}

// tameValues are elements without NaN, near one another.
func tameValues(r *rand.Rand, dtype expr.DType, n int) []uint64 {
	if dtype.Kind() != expr.KindFloat {
		return values(r, dtype, n, 0)
	}
	words := make([]uint64, n*dtype.Size()/8+8)
	for i := range n {
		s := expr.ScalarOf(r.NormFloat64() + 3).Cast(dtype)
		copy(rawBytes(words)[i*dtype.Size():], s.Bytes())
	}
	return words
}

func compareFold(t *testing.T, ev evaluator, data []uint64, f expr.Fold, in expr.DType, base int, n, aux, pos, stride int64) {
	outputs := aux
	if base == fnFold {
		outputs = max(1, n/aux)
	}
	distance := stride * int64(in.Size())
	var b unsafe.Pointer
	if stride > 0 {
		b = unsafe.Pointer(&distance)
	}
	fns := &states[f][in]
	run := func(ev evaluator) []uint64 {
		s := make([]uint64, outputs*int64(fns.words)+8)
		identity(fns, s[:outputs*int64(fns.words)])
		for range 2 { // a second time into states that hold something
			perform(ev, foldFn(base, f, in), aux, pos, n, pointer(s), pointer(data), b)
		}
		return s
	}
	want, got := run(goEvaluator{}), run(ev)
	for i := range want {
		w, g := want[i], got[i]
		if i >= len(want)-8 {
			require.Zero(t, g, "%v of %v writes beyond its states", f, in)
			continue
		}
		dtype := expr.Float64
		switch {
		case f == expr.FoldCount, i%fns.words == 1 && (f == expr.FoldArgMin || f == expr.FoldArgMax):
			dtype = expr.Int64
		case f == expr.FoldSum && expr.KindInteger.Has(in), f == expr.FoldProd && expr.KindInteger.Has(in),
			f == expr.FoldMin, f == expr.FoldMax, f == expr.FoldFMin, f == expr.FoldFMax,
			f == expr.FoldArgMin, f == expr.FoldArgMax, f == expr.FoldAny, f == expr.FoldAll:
			dtype = in
		}
		x, y := element([]uint64{w}, dtype, 0), element([]uint64{g}, dtype, 0)
		extreme := f >= expr.FoldMin && f <= expr.FoldArgMax && dtype == in && in.Kind() == expr.KindFloat
		if extreme && parts(x)[0] == 0 && parts(y)[0] == 0 {
			continue // of either sign
		}
		if !same(y, x) {
			require.Failf(t, "states differ", "%v of %v, base %d n %d aux %d pos %d stride %d: word %d is %v, not %v",
				f, in, base, n, aux, pos, stride, i, parts(y), parts(x))
		}
	}
}

// Scans agree with the Go evaluator to the bit.
func TestCScans(t *testing.T) {
	eachC(t, func(t *testing.T, ev evaluator) {
		r := rand.New(rand.NewPCG(6, 4))
		for _, op := range expr.Cumulatives() {
			for _, in := range expr.DTypes() {
				if !op.Row().Kinds.Has(in) {
					continue
				}
				data := values(r, in, 45000, 0)
				for _, c := range foldCases {
					if c.n%c.aux == 0 {
						compareScan(t, ev, data, op, in, int(c.n), int(c.aux))
					}
				}
			}
		}
	})
}

func compareScan(t *testing.T, ev evaluator, data []uint64, op expr.Cumulative, in expr.DType, n, cols int) {
	fns := &scans[op][in]
	run := func(ev evaluator) (dst, s []uint64) {
		dst, s = make([]uint64, len(data)), make([]uint64, cols*fns.words)
		for i := 0; i < len(s); i += fns.words {
			copy(s[i:i+fns.words], fns.identity[:fns.words])
		}
		for range 2 {
			perform(ev, scanFn(op, in), int64(cols), 0, int64(n), pointer(dst), pointer(data), pointer(s))
			for j := range cols {
				fns.next(unsafe.Pointer(&s[j*fns.words]))
			}
		}
		return dst, s
	}
	want, _ := run(goEvaluator{})
	got, _ := run(ev)
	for i := range n {
		if w, g := element(want, in, i), element(got, in, i); !same(g, w) {
			require.Failf(t, "scans differ", "%v of %v, %d in %d columns: element %d is %v, not %v", op, in, n, cols, i, parts(g), parts(w))
		}
	}
}

// Moves agree with the Go evaluator for layouts of all kinds.
func TestCMoves(t *testing.T) {
	eachC(t, func(t *testing.T, ev evaluator) {
		r := rand.New(rand.NewPCG(8, 9))
		for size := 1; size <= 16; size *= 2 {
			for range 100 {
				compareMoves(t, ev, r, size)
			}
			compareTranspose(t, ev, r, size)
		}
	})
}

// randomLayout returns a layout, strides in elements, of up to four dimensions
// in an order of its own, some of them stretched, reversed or broadcast. reach
// is the number of elements that it needs, first the place of its first one.
func randomLayout(r *rand.Rand, broadcast bool) (l layout, first, reach int64) {
	l.nd = 1 + r.Int64N(4)
	reach = 1
	for _, k := range r.Perm(int(l.nd)) {
		l.shape[k] = []int64{1, 2, 3, 4, 5, 8, 17, 33}[r.IntN(8)]
		l.strides[k] = reach * []int64{1, 1, 1, 2, 3, 4, 7}[r.IntN(7)]
		reach = l.strides[k]*(l.shape[k]-1) + reach
		switch r.IntN(6) {
		case 0:
			first += l.strides[k] * (l.shape[k] - 1)
			l.strides[k] = -l.strides[k]
		case 1:
			if broadcast {
				l.strides[k] = 0
			}
		}
	}
	return l, first, reach
}

func compareMoves(t *testing.T, ev evaluator, r *rand.Rand, size int) {
	l, first, reach := randomLayout(r, true)
	total := int64(1)
	for k := range l.nd {
		total *= l.shape[k]
	}
	pos := r.Int64N(total)
	n := 1 + r.Int64N(min(total-pos, 3000))
	memory := make([]uint64, reach*int64(size)/8+2)
	for i := range memory {
		memory[i] = r.Uint64()
	}
	block := make([]uint64, n*int64(size)/8+2)
	for i := range block {
		block[i] = r.Uint64()
	}
	bytes := func(l layout) *layout {
		for k := range l.nd {
			l.strides[k] *= int64(size)
		}
		return &l
	}
	compare := func(move, size int, aux int64, target []uint64, at int64, a unsafe.Pointer, l *layout) {
		t.Helper()
		want, got := append([]uint64(nil), target...), append([]uint64(nil), target...)
		perform(goEvaluator{}, moveFn(move, size), aux, pos, n, unsafe.Add(pointer(want), at), a, unsafe.Pointer(l))
		perform(ev, moveFn(move, size), aux, pos, n, unsafe.Add(pointer(got), at), a, unsafe.Pointer(l))
		require.True(t, slices.Equal(want, got), "move %d of %d bytes, %d from %d on, shape %v strides %v", move, size, n, pos, l.shape[:l.nd], l.strides[:l.nd])
	}
	compare(moveGather, size, 0, block, 0, unsafe.Add(pointer(memory), first*int64(size)), bytes(l))
	compare(moveSplat, size, 0, block, 0, pointer(memory), bytes(l))
	compare(moveCopy, size, 0, block, 0, pointer(append([]uint64(nil), block...)), bytes(l))
	if size == 8 {
		compare(moveIota, 8, r.Int64N(100), block, 0, nil, &l)
	}
	l, first, reach = randomLayout(r, false)
	total = 1
	for k := range l.nd {
		total *= l.shape[k]
	}
	pos = r.Int64N(total)
	n = min(n, total-pos)
	compare(moveScatter, size, 0, make([]uint64, reach*int64(size)/8+2), first*int64(size), pointer(block), bytes(l))
}

func compareTranspose(t *testing.T, ev evaluator, r *rand.Rand, size int) {
	for _, shape := range [][2]int64{{1, 1}, {3, 5}, {64, 64}, {65, 130}, {16, 200}, {131, 7}} {
		rows, cols := shape[0], shape[1]
		l := layout{nd: 2}
		l.shape[0], l.shape[1] = rows, cols
		l.strides[0], l.strides[1] = (cols+3)*int64(size), (rows+1)*int64(size)
		src := make([]uint64, cols*l.strides[1]/8+2)
		for i := range src {
			src[i] = r.Uint64()
		}
		run := func(ev evaluator) []uint64 {
			dst := make([]uint64, rows*l.strides[0]/8+2)
			perform(ev, moveFn(moveTranspose, size), 0, 0, 1, pointer(dst), pointer(src), unsafe.Pointer(&l))
			return dst
		}
		require.True(t, slices.Equal(run(goEvaluator{}), run(ev)), "%d bytes, %v", size, shape)
	}
}

// A walk advances its slots block by block, over a last block that is shorter.
func TestCWalk(t *testing.T) {
	eachC(t, func(t *testing.T, ev evaluator) {
		const n = 1000
		a, dst := make([]float32, n), make([]float32, n)
		one, scratch := make([]float32, 64), make([]float32, 64)
		for i := range a {
			a[i] = float32(i)
		}
		for i := range one {
			one[i] = 1
		}
		add := opFn(expr.Add, expr.Float32, expr.Float32)
		ev.run(&walk{
			code:  []micro{{fn: add, dst: 4, a: 1, b: 2}, {fn: opFn(expr.Square, expr.Float32, expr.Float32), dst: 3, a: 4}},
			ptrs:  []unsafe.Pointer{nil, unsafe.Pointer(&a[0]), unsafe.Pointer(&one[0]), unsafe.Pointer(&dst[0]), unsafe.Pointer(&scratch[0])},
			steps: []int64{0, 64 * 4, 0, 64 * 4, 0},
			n:     n, block: 64,
		})
		for i, v := range dst {
			require.Equal(t, float32((i+1)*(i+1)), v)
		}
	})
}
