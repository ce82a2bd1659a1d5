package cpu

import (
	"math"
	"unsafe"

	"github.com/cugond/cugond/backend/expr"
)

// stateFns are what a fold's states need beside the evaluators' functions.
// They run once an output, or once an output and chunk.
type stateFns struct {
	words    int // 8 byte words of a state
	identity [maxWords]uint64
	// merge adds the states of later values to those of earlier ones.
	merge func(into, from unsafe.Pointer, n int64)
	// finish writes results of the fold's type.
	finish func(f *finishing)
}

const maxWords = 4

// finishing is the end of n outputs.
type finishing struct {
	dst    unsafe.Pointer // contiguous
	states unsafe.Pointer
	n      int64
	count  int64   // values that each output was reduced from
	ddof   float64 // variances
}

// stateTable holds the folds' states by fold and element type.
type stateTable [numReductions][numTypes]stateFns

var states = newStateTable()

// stateBytes returns the size of a state.
func stateBytes(f expr.Fold, in expr.DType) int { return 8 * stateWords(f, in) }

// stateWords is written apart from the table, whose functions need it.
func stateWords(f expr.Fold, in expr.DType) int {
	switch f {
	case expr.FoldSum, expr.FoldMean:
		switch in {
		case expr.Float64, expr.Complex64:
			return 2
		case expr.Complex128:
			return 4
		}
	case expr.FoldProd:
		if in.Kind() == expr.KindComplex {
			return 2
		}
	case expr.FoldArgMin, expr.FoldArgMax:
		return 2
	case expr.FoldVar, expr.FoldStd:
		return 3
	}
	return 1
}

// image returns v as the first words of a state.
func image[T any](v T) (w [maxWords]uint64) {
	*(*T)(unsafe.Pointer(&w)) = v
	return w
}

// mergeStates makes a merge of a function of two states of type S.
func mergeStates[S any](words int, f func(into, from *S)) func(into, from unsafe.Pointer, n int64) {
	step := 8 * words
	return func(into, from unsafe.Pointer, n int64) {
		for i := int64(0); ; i++ {
			f((*S)(into), (*S)(from))
			if i == n-1 {
				return
			}
			into, from = unsafe.Add(into, step), unsafe.Add(from, step)
		}
	}
}

// finishStates makes a finish of a function of one state.
func finishStates[R, S any](words int, result func(s *S, f *finishing) R) func(*finishing) {
	step := 8 * words
	return func(f *finishing) {
		s := f.states
		d := block[R](f.dst, f.n)
		for i := range d {
			d[i] = result((*S)(s), f)
			if i < len(d)-1 {
				s = unsafe.Add(s, step)
			}
		}
	}
}

func enterState[R, S any](t *stateTable, fold expr.Fold, in expr.DType, identity S,
	merge func(into, from *S), result func(s *S, f *finishing) R) {
	words := stateWords(fold, in)
	t[fold][in] = stateFns{words, image(identity), mergeStates(words, merge), finishStates(words, result)}
}

// plain is the result of a state that holds just that.
func plain[T any](s *T, _ *finishing) T { return *s }

// inf is a variable so that expressions with it are computed at run time.
var inf = math.Inf(1)

func newStateTable() *stateTable {
	t := new(stateTable)
	enterState(t, expr.FoldAny, expr.Bool, 0, func(a, b *uint8) { *a |= *b }, plain)
	enterState(t, expr.FoldAll, expr.Bool, 1, func(a, b *uint8) { *a &= *b }, plain)
	enterState(t, expr.FoldCount, expr.Bool, 0, func(a, b *int64) { *a += *b }, plain)
	integerStates[int8](t)
	integerStates[int16](t)
	integerStates[int32](t)
	integerStates[int64](t)
	integerStates[uint8](t)
	integerStates[uint16](t)
	integerStates[uint32](t)
	integerStates[uint64](t)
	floatStates(t, float32(inf))
	floatStates(t, inf)
	sumStates(t)
	return t
}

func integerStates[T expr.Integer](t *stateTable) {
	in := expr.TypeOf[T]()
	lowest, highest, _ := integerLimits[T]()
	enterState(t, expr.FoldSum, in, 0, func(a, b *T) { *a += *b }, plain)
	enterState(t, expr.FoldProd, in, 1, func(a, b *T) { *a *= *b }, plain)
	orderedStates(t, highest, lowest)
	enterState(t, expr.FoldMin, in, highest, func(a, b *T) { *a = min(*a, *b) }, plain)
	enterState(t, expr.FoldMax, in, lowest, func(a, b *T) { *a = max(*a, *b) }, plain)
}

// orderedStates enters the positions of extremes.
func orderedStates[T expr.Ordered](t *stateTable, highest, lowest T) {
	in := expr.TypeOf[T]()
	merge := func(smallest bool) func(a, b *extreme[T]) {
		return func(a, b *extreme[T]) {
			if b.index >= 0 {
				a.take(b.value, b.index, smallest)
			}
		}
	}
	index := func(e *extreme[T], _ *finishing) int64 { return e.index }
	enterState(t, expr.FoldArgMin, in, extreme[T]{highest, -1}, merge(true), index)
	enterState(t, expr.FoldArgMax, in, extreme[T]{lowest, -1}, merge(false), index)
}

// unsigned makes both zeros +0: which of them lanes meet first means nothing.
func unsigned[T expr.Float](s *T, _ *finishing) T { return rounded[T](float64(*s) + 0) }

// rounded is x as a T. Nor do the sign and the payload of a NaN mean anything,
// which depend on the machine.
func rounded[T expr.Float](x float64) T {
	if x != x {
		return T(math.NaN())
	}
	return T(x)
}

func roundedPair[T expr.Float](re, im float64) [2]T { return [2]T{rounded[T](re), rounded[T](im)} }

func floatStates[T expr.Float](t *stateTable, inf T) {
	in := expr.TypeOf[T]()
	orderedStates(t, inf, -inf)
	enterState(t, expr.FoldMin, in, inf, func(a, b *T) { *a = floatMinimum(*a, *b) }, unsigned)
	enterState(t, expr.FoldMax, in, -inf, func(a, b *T) { *a = floatMaximum(*a, *b) }, unsigned)
	nan := inf - inf
	enterState(t, expr.FoldFMin, in, nan, func(a, b *T) { *a = floatFMin(*a, *b) }, unsigned)
	enterState(t, expr.FoldFMax, in, nan, func(a, b *T) { *a = floatFMax(*a, *b) }, unsigned)
	product := func(a, b *float64) { *a *= *b }
	enterState(t, expr.FoldProd, in, 1, product, func(s *float64, _ *finishing) T { return rounded[T](*s) })
	enterState(t, expr.FoldNorm, in, 0, func(a, b *float64) { *a += *b },
		func(s *float64, _ *finishing) T { return rounded[T](math.Sqrt(*s)) })
	merge := func(a, b *moments) { a.merge(*b) }
	variance := func(s *moments, f *finishing) float64 { return s.m2 / max(s.n-f.ddof, 0) }
	enterState(t, expr.FoldVar, in, moments{}, merge,
		func(s *moments, f *finishing) T { return rounded[T](variance(s, f)) })
	enterState(t, expr.FoldStd, in, moments{}, merge,
		func(s *moments, f *finishing) T { return rounded[T](math.Sqrt(variance(s, f))) })
	z := in.Complex()
	enterState(t, expr.FoldProd, z, [2]float64{1, 0}, func(a, b *[2]float64) {
		a[0], a[1] = float64(a[0]*b[0])-float64(a[1]*b[1]), float64(a[0]*b[1])+float64(a[1]*b[0])
	}, func(s *[2]float64, _ *finishing) [2]T { return roundedPair[T](s[0], s[1]) })
}

// join adds the compensated sum of later values.
func (k *compensated) join(b *compensated) {
	c := b.c
	k.add(b.s)
	k.c += c
}

// total is the sum, less what adding it up has lost. Once it is infinite, so
// is what was lost.
func (k *compensated) total() float64 {
	if k.s-k.s != 0 {
		return k.s
	}
	return k.s + k.c
}

// sumStates enters the sums and means of floats and complex numbers.
func sumStates(t *stateTable) {
	type pair = [2]float64
	type sums = [2]compensated
	add := func(a, b *float64) { *a += *b }
	addPair := func(a, b *pair) { a[0] += b[0]; a[1] += b[1] }
	join := func(a, b *compensated) { a.join(b) }
	joinPair := func(a, b *sums) { a[0].join(&b[0]); a[1].join(&b[1]) }
	zero := math.Copysign(0, -1)
	none := compensated{s: zero}

	enterState(t, expr.FoldSum, expr.Float32, zero, add,
		func(s *float64, _ *finishing) float32 { return rounded[float32](*s) })
	enterState(t, expr.FoldMean, expr.Float32, zero, add,
		func(s *float64, f *finishing) float32 { return rounded[float32](*s / float64(f.count)) })
	enterState(t, expr.FoldSum, expr.Float64, none, join,
		func(s *compensated, _ *finishing) float64 { return rounded[float64](s.total()) })
	enterState(t, expr.FoldMean, expr.Float64, none, join,
		func(s *compensated, f *finishing) float64 { return rounded[float64](s.total() / float64(f.count)) })
	enterState(t, expr.FoldSum, expr.Complex64, pair{zero, zero}, addPair,
		func(s *pair, _ *finishing) [2]float32 { return roundedPair[float32](s[0], s[1]) })
	enterState(t, expr.FoldMean, expr.Complex64, pair{zero, zero}, addPair,
		func(s *pair, f *finishing) [2]float32 {
			n := float64(f.count)
			return roundedPair[float32](s[0]/n, s[1]/n)
		})
	enterState(t, expr.FoldSum, expr.Complex128, sums{none, none}, joinPair,
		func(s *sums, _ *finishing) [2]float64 { return roundedPair[float64](s[0].total(), s[1].total()) })
	enterState(t, expr.FoldMean, expr.Complex128, sums{none, none}, joinPair,
		func(s *sums, f *finishing) [2]float64 {
			n := float64(f.count)
			return roundedPair[float64](s[0].total()/n, s[1].total()/n)
		})
}
