package oracle

import (
	"math"

	"github.com/cugond/cugond/backend/expr"
)

// accumulator is a reduction under way.
type accumulator interface {
	add(s expr.Scalar)
	value() expr.Scalar
}

// Fold reduces scalars of type d, in their order. Without any the result is
// that of an empty sum, product, any, all or count, and zero for the others.
// It panics for a type that the reduction isn't defined for.
func Fold(f expr.Fold, d expr.DType, values []expr.Scalar, ddof float64) expr.Scalar {
	a := newAccumulator(f, d, ddof)
	for _, s := range values {
		a.add(s)
	}
	return a.value()
}

func newAccumulator(f expr.Fold, d expr.DType, ddof float64) accumulator {
	if !f.Row().Kinds.Has(d) {
		panic("oracle: " + f.String() + " of " + d.String())
	}
	float := expr.KindField.Has(d)
	switch f {
	case expr.FoldSum:
		if float {
			return newSum(d, f)
		}
		return &chain{op: expr.Add, state: zero(d), started: true}
	case expr.FoldProd:
		if float {
			return newProduct(d)
		}
		return &chain{op: expr.Mul, state: expr.ScalarOf(1).Cast(d), started: true}
	case expr.FoldMean:
		return newSum(d, f)
	case expr.FoldMin:
		return &chain{op: expr.Minimum, state: zero(d)}
	case expr.FoldMax:
		return &chain{op: expr.Maximum, state: zero(d)}
	case expr.FoldFMin:
		return &chain{op: expr.FMin, state: zero(d)}
	case expr.FoldFMax:
		return &chain{op: expr.FMax, state: zero(d)}
	case expr.FoldArgMin:
		return &position{better: expr.Less}
	case expr.FoldArgMax:
		return &position{better: expr.Greater}
	case expr.FoldAny:
		return &chain{op: expr.BitOr, state: expr.ScalarOf(false), started: true}
	case expr.FoldAll:
		return &chain{op: expr.BitAnd, state: expr.ScalarOf(true), started: true}
	case expr.FoldCount:
		return &count{}
	case expr.FoldVar, expr.FoldStd, expr.FoldNorm:
		return &spread{dtype: d, fold: f, ddof: ddof}
	}
	panic("oracle: no such reduction")
}

func zero(d expr.DType) expr.Scalar { return expr.Scalar{DType: d} }

// chain applies a binary operation from left to right.
type chain struct {
	op      expr.Op
	state   expr.Scalar
	started bool
}

func (c *chain) add(s expr.Scalar) {
	if !c.started {
		c.state, c.started = s, true
		return
	}
	c.state = c.op.Eval(s.DType, s.DType, c.state, s)
}

func (c *chain) value() expr.Scalar { return c.state }

// position looks for the first best value, or the first NaN.
type position struct {
	better expr.Op
	best   expr.Scalar
	at, n  int64
	nan    bool
}

func (p *position) add(s expr.Scalar) {
	switch {
	case p.nan:
	case s.DType.Kind() == expr.KindFloat && isTrue(expr.IsNaN, s):
		p.at, p.nan = p.n, true
	case p.n == 0 || isTrue(p.better, s, p.best):
		p.at, p.best = p.n, s
	}
	p.n++
}

func (p *position) value() expr.Scalar { return expr.ScalarOf(p.at) }

func isTrue(op expr.Op, args ...expr.Scalar) bool {
	return expr.ScalarAs[bool](op.Eval(args[0].DType, expr.Bool, args...))
}

type count struct{ n int64 }

func (c *count) add(s expr.Scalar) {
	if expr.ScalarAs[bool](s) {
		c.n++
	}
}

func (c *count) value() expr.Scalar { return expr.ScalarOf(c.n) }

// spread keeps all values and passes over them twice.
type spread struct {
	dtype  expr.DType
	fold   expr.Fold
	ddof   float64
	values []float64
}

func (v *spread) add(s expr.Scalar) {
	v.values = append(v.values, expr.ScalarAs[float64](s.Cast(expr.Float64)))
}

func (v *spread) value() expr.Scalar {
	infinite := false
	for _, x := range v.values {
		if x != x {
			return expr.ScalarOf(x).Cast(v.dtype)
		}
		infinite = infinite || math.IsInf(x, 0)
	}
	if infinite {
		if v.fold == expr.FoldNorm {
			return expr.ScalarOf(math.Inf(1)).Cast(v.dtype)
		}
		return expr.ScalarOf(math.NaN()).Cast(v.dtype)
	}
	center := exact(0)
	if v.fold != expr.FoldNorm && len(v.values) > 0 {
		for _, x := range v.values {
			center.Add(center, exact(x))
		}
		center.Quo(center, exact(float64(len(v.values))))
	}
	sum := exact(0)
	for _, x := range v.values {
		d := exact(x)
		d.Sub(d, center)
		sum.Add(sum, d.Mul(d, d))
	}
	if v.fold != expr.FoldNorm {
		n := math.Max(float64(len(v.values))-v.ddof, 0)
		if n == 0 { // 0/0 or x/0, as NumPy has it
			return expr.ScalarOf(float64(sum.Sign()) / n).Cast(v.dtype)
		}
		sum.Quo(sum, exact(n))
	}
	if v.fold != expr.FoldVar {
		sum.Sqrt(sum)
	}
	return rounded(sum, v.dtype)
}
