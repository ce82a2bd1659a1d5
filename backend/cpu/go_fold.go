package cpu

import (
	"unsafe"

	"github.com/cugond/cugond/backend/expr"
)

// A folder folds m ≤ unitLen values, which start a unit and stand stride bytes
// apart from p on, into the state s. index is that of the first one.
type folder func(s unsafe.Pointer, p unsafe.Pointer, stride, m, index int64)

// segments and columns make the functions at fnFold and fnFoldCol of a folder.
// size is an element's, state a state's.
func segments(f folder, size, state int64) goFn {
	return func(c *call) {
		length, index := c.aux, int64(0)
		if c.n < length {
			index = c.pos % length
			length = c.n
		}
		s, p := c.dst, c.a
		for done := int64(0); done < c.n; done += length {
			for u := int64(0); u < length; u += unitLen {
				f(s, unsafe.Add(p, (done+u)*size), size, min(unitLen, length-u), index+u)
			}
			if done+length < c.n {
				s = unsafe.Add(s, state)
			}
		}
	}
}

func columns(f folder, size, state int64) goFn {
	return func(c *call) {
		cols := c.aux
		rows, stride, index := c.n/cols, word(c.b, cols*size), c.pos/cols
		for u := int64(0); u < rows; u += unitLen {
			m := min(unitLen, rows-u)
			for j := range cols {
				f(unsafe.Add(c.dst, j*state), unsafe.Add(c.a, u*stride+j*size), stride, m, index+u)
			}
		}
	}
}

func (t *goTable) fold(f expr.Fold, in expr.DType, fn folder) {
	size, state := int64(in.Size()), int64(stateBytes(f, in))
	t[foldFn(fnFold, f, in)] = segments(fn, size, state)
	t[foldFn(fnFoldCol, f, in)] = columns(fn, size, state)
}

// halve folds the lanes of a unit, all that values have reached, by halves.
func halve(lane []float64) float64 {
	n := len(lane)
	w := 1
	for w < n {
		w *= 2
	}
	for w /= 2; w >= 1; w /= 2 {
		for l := 0; l < w && l+w < n; l++ {
			lane[l] += lane[l+w]
		}
		n = min(n, w)
	}
	return lane[0]
}

// unitSum32 is the total of a unit of float32.
func unitSum32(p unsafe.Pointer, stride, m int64) float64 {
	const lanes = 64
	var narrow [lanes]float32
	var wide [lanes]float64
	n := min(m, lanes)
	for l := range n {
		v := *at[float32](p, l*stride)
		for i := l + lanes; i < m; i += lanes {
			v += *at[float32](p, i*stride)
		}
		narrow[l] = v
	}
	for l, v := range narrow[:n] {
		wide[l] = float64(v)
	}
	return halve(wide[:n])
}

// unitSum64 is the total of a unit of float64.
func unitSum64(p unsafe.Pointer, stride, m int64) float64 {
	const lanes = 32
	var lane [lanes]float64
	n := min(m, lanes)
	for l := range n {
		v := *at[float64](p, l*stride)
		for i := l + lanes; i < m; i += lanes {
			v += *at[float64](p, i*stride)
		}
		lane[l] = v
	}
	return halve(lane[:n])
}

// compensated is a sum and what it lacks.
type compensated struct{ s, c float64 }

// add adds u with the rounding error kept (Knuth's two-sum).
func (k *compensated) add(u float64) {
	t := k.s + u
	z := t - k.s
	k.c += (k.s - (t - z)) + (u - z)
	k.s = t
}

func foldSum32(s, p unsafe.Pointer, stride, m, _ int64) {
	*(*float64)(s) += unitSum32(p, stride, m)
}

func foldSum64(s, p unsafe.Pointer, stride, m, _ int64) {
	(*compensated)(s).add(unitSum64(p, stride, m))
}

// inParts folds the components of complex values apart.
func inParts(f folder, component, state int64) folder {
	return func(s, p unsafe.Pointer, stride, m, index int64) {
		f(s, p, stride, m, index)
		f(unsafe.Add(s, state), unsafe.Add(p, component), stride, m, index)
	}
}

func foldSumInt[T expr.Integer](s, p unsafe.Pointer, stride, m, _ int64) {
	v := *(*T)(s)
	for i := range m {
		v += *at[T](p, i*stride)
	}
	*(*T)(s) = v
}

func foldProdInt[T expr.Integer](s, p unsafe.Pointer, stride, m, _ int64) {
	v := *(*T)(s)
	for i := range m {
		v *= *at[T](p, i*stride)
	}
	*(*T)(s) = v
}

// foldProd multiplies in sixteen lanes of double.
func foldProd[T expr.Float](s, p unsafe.Pointer, stride, m, _ int64) {
	const lanes = 16
	var lane [lanes]float64
	n := min(m, lanes)
	for l := range n {
		v := float64(*at[T](p, l*stride))
		for i := l + lanes; i < m; i += lanes {
			v *= float64(*at[T](p, i*stride))
		}
		lane[l] = v
	}
	for w := int64(lanes / 2); w >= 1; w /= 2 {
		for l := int64(0); l < w && l+w < n; l++ {
			lane[l] *= lane[l+w]
		}
		n = min(n, w)
	}
	*(*float64)(s) *= lane[0]
}

func foldProdComplex[T expr.Float](s, p unsafe.Pointer, stride, m, _ int64) {
	state := (*[2]float64)(s)
	re, im := state[0], state[1]
	for i := range m {
		v := at[[2]T](p, i*stride)
		x, y := float64(v[0]), float64(v[1])
		re, im = float64(re*x)-float64(im*y), float64(re*y)+float64(im*x)
	}
	state[0], state[1] = re, im
}

func foldMin[T expr.Ordered](s, p unsafe.Pointer, stride, m, _ int64) {
	v := *(*T)(s)
	for i := range m {
		if x := *at[T](p, i*stride); x < v || x != x {
			v = x
		}
	}
	*(*T)(s) = v
}

func foldMax[T expr.Ordered](s, p unsafe.Pointer, stride, m, _ int64) {
	v := *(*T)(s)
	for i := range m {
		if x := *at[T](p, i*stride); x > v || x != x {
			v = x
		}
	}
	*(*T)(s) = v
}

func foldFMin[T expr.Float](s, p unsafe.Pointer, stride, m, _ int64) {
	v := *(*T)(s)
	for i := range m {
		if x := *at[T](p, i*stride); x < v || v != v {
			v = x
		}
	}
	*(*T)(s) = v
}

func foldFMax[T expr.Float](s, p unsafe.Pointer, stride, m, _ int64) {
	v := *(*T)(s)
	for i := range m {
		if x := *at[T](p, i*stride); x > v || v != v {
			v = x
		}
	}
	*(*T)(s) = v
}

// extreme is the state of argmin and argmax. index < 0: none yet.
type extreme[T expr.Ordered] struct {
	value T
	index int64
}

// take replaces the extreme by a later value that goes before it: a smaller
// (larger) one, or NaN.
func (e *extreme[T]) take(x T, index int64, smallest bool) {
	m := e.value
	if e.index >= 0 && (m != m || x == x && !(smallest && x < m || !smallest && x > m)) {
		return
	}
	e.value, e.index = x, index
}

func foldArg[T expr.Ordered](smallest bool) folder {
	return func(s, p unsafe.Pointer, stride, m, index int64) {
		e := (*extreme[T])(s)
		for i := range m {
			e.take(*at[T](p, i*stride), index+i, smallest)
		}
	}
}

func foldAny(s, p unsafe.Pointer, stride, m, _ int64) {
	v := *(*uint8)(s)
	for i := range m {
		v |= *at[uint8](p, i*stride)
	}
	*(*uint8)(s) = v
}

func foldAll(s, p unsafe.Pointer, stride, m, _ int64) {
	v := *(*uint8)(s)
	for i := range m {
		v &= *at[uint8](p, i*stride)
	}
	*(*uint8)(s) = v
}

func foldCount(s, p unsafe.Pointer, stride, m, _ int64) {
	v := int64(0)
	for i := range m {
		v += int64(*at[uint8](p, i*stride))
	}
	*(*int64)(s) += v
}

// foldNorm adds squares in sixteen lanes of double.
func foldNorm[T expr.Float](s, p unsafe.Pointer, stride, m, _ int64) {
	const lanes = 16
	var lane [lanes]float64
	n := min(m, lanes)
	for l := range n {
		x := float64(*at[T](p, l*stride))
		v := float64(x * x)
		for i := l + lanes; i < m; i += lanes {
			x = float64(*at[T](p, i*stride))
			v += float64(x * x)
		}
		lane[l] = v
	}
	*(*float64)(s) += halve(lane[:n])
}

// moments is the state of variances.
type moments struct{ n, mean, m2 float64 }

// merge adds the moments of other values (Chan, Golub, LeVeque 1979).
func (a *moments) merge(b moments) {
	if a.n == 0 || b.n == 0 {
		if a.n == 0 {
			*a = b
		}
		return
	}
	delta, n := b.mean-a.mean, a.n+b.n
	f := b.n / n
	a.mean += float64(delta * f)
	a.m2 = (a.m2 + b.m2) + float64(float64(float64(delta*delta)*a.n)*f)
	a.n = n
}

// foldMoments takes a unit's differences from a value near its mean, so that
// nothing cancels.
func foldMoments[T expr.Float](s, p unsafe.Pointer, stride, m, _ int64) {
	const lanes = 16
	var one, two [lanes]float64
	n := min(m, lanes)
	for l := range n {
		one[l] = float64(*at[T](p, l*stride))
	}
	shift := halve(one[:n]) / float64(n)
	for l := range n {
		d := float64(*at[T](p, l*stride)) - shift
		v, w := d, float64(d*d)
		for i := l + lanes; i < m; i += lanes {
			d = float64(*at[T](p, i*stride)) - shift
			v += d
			w += float64(d * d)
		}
		one[l], two[l] = v, w
	}
	s1, s2 := halve(one[:n]), halve(two[:n])
	q := s1 / float64(m)
	m2 := s2 - float64(s1*q)
	if m2 < 0 {
		m2 = 0
	}
	(*moments)(s).merge(moments{float64(m), shift + q, m2})
}

func addOrderedFolds[T expr.Ordered](t *goTable) expr.DType {
	in := expr.TypeOf[T]()
	t.fold(expr.FoldMin, in, foldMin[T])
	t.fold(expr.FoldMax, in, foldMax[T])
	t.fold(expr.FoldArgMin, in, foldArg[T](true))
	t.fold(expr.FoldArgMax, in, foldArg[T](false))
	return in
}

func addIntegerFolds[T expr.Integer](t *goTable) {
	in := addOrderedFolds[T](t)
	t.fold(expr.FoldSum, in, foldSumInt[T])
	t.fold(expr.FoldProd, in, foldProdInt[T])
}

func addFloatFolds[T expr.Float](t *goTable, sum folder) {
	in := addOrderedFolds[T](t)
	t.fold(expr.FoldSum, in, sum)
	t.fold(expr.FoldMean, in, sum)
	t.fold(expr.FoldProd, in, foldProd[T])
	t.fold(expr.FoldFMin, in, foldFMin[T])
	t.fold(expr.FoldFMax, in, foldFMax[T])
	t.fold(expr.FoldVar, in, foldMoments[T])
	t.fold(expr.FoldStd, in, foldMoments[T])
	t.fold(expr.FoldNorm, in, foldNorm[T])
	z := in.Complex()
	parts := inParts(sum, int64(in.Size()), int64(stateBytes(expr.FoldSum, in)))
	t.fold(expr.FoldSum, z, parts)
	t.fold(expr.FoldMean, z, parts)
	t.fold(expr.FoldProd, z, foldProdComplex[T])
}

// addFolds enters the reductions of every type.
func (t *goTable) addFolds() {
	t.fold(expr.FoldAny, expr.Bool, foldAny)
	t.fold(expr.FoldAll, expr.Bool, foldAll)
	t.fold(expr.FoldCount, expr.Bool, foldCount)
	addIntegerFolds[int8](t)
	addIntegerFolds[int16](t)
	addIntegerFolds[int32](t)
	addIntegerFolds[int64](t)
	addIntegerFolds[uint8](t)
	addIntegerFolds[uint16](t)
	addIntegerFolds[uint32](t)
	addIntegerFolds[uint64](t)
	addFloatFolds[float32](t, foldSum32)
	addFloatFolds[float64](t, foldSum64)
}
