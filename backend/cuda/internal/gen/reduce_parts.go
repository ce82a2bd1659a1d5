package gen

import (
	"fmt"
	"strings"

	"github.com/cugond/cugond/backend/expr"
)

// partKind is a way to keep what a fold must know of the values seen so far.
// Several folds of one value may share a part.
type partKind uint8

const (
	noPart partKind = iota
	partIntSum
	partIntProd
	partSum           // of float32
	partTwofold       // of float64
	partComplexSum    // of complex64
	partComplexWide   // of complex128
	partScaled        // for means of float64 of which the sum overflows
	partComplexScaled // of complex128
	partProd
	partComplexProd
	partMin
	partMax
	partFMin
	partFMax
	partArgMin
	partArgMax
	partAny
	partAll
	partCount
	partSquares // of float32
	partNorm    // of float64
	partSpread  // of float32
	partTwofoldSpread
)

// partRow is what texts say of a kind of part: $T stands for the type of the
// value, $v for the value, $k for the first value of the line, as a double.
type partRow struct {
	state string
	add   string // the arguments of the state's add
	bytes int
	shift bool // add needs $k
}

var partRows = [...]partRow{
	noPart:            {},
	partIntSum:        {"cg_int_sum<$T>", "$v", 8, false},
	partIntProd:       {"cg_int_prod<$T>", "$v", 8, false},
	partSum:           {"cg_sum", "$v", 8, false},
	partTwofold:       {"cg_twofold", "$v", 16, false},
	partComplexSum:    {"cg_complex_sum<cg_sum>", "cg_widen($v)", 16, false},
	partComplexWide:   {"cg_complex_sum<cg_twofold>", "$v", 32, false},
	partScaled:        {"cg_sum", "$v * 0x1p-64", 8, false},
	partComplexScaled: {"cg_complex_sum<cg_sum>", "cg_c128{$v.re * 0x1p-64, $v.im * 0x1p-64}", 16, false},
	partProd:          {"cg_prod", "$v", 8, false},
	partComplexProd:   {"cg_complex_prod", "cg_widest($v)", 16, false},
	partMin:           {"cg_min<$T>", "$v", 8, false},
	partMax:           {"cg_max<$T>", "$v", 8, false},
	partFMin:          {"cg_least_number<$T>", "$v", 8, false},
	partFMax:          {"cg_largest_number<$T>", "$v", 8, false},
	partArgMin:        {"cg_first_min<$T>", "$v, cg_i64(j)", 16, false},
	partArgMax:        {"cg_first_max<$T>", "$v, cg_i64(j)", 16, false},
	partAny:           {"cg_any", "$v", 8, false},
	partAll:           {"cg_all", "$v", 8, false},
	partCount:         {"cg_int_sum<cg_i64>", "$v", 8, false},
	partSquares:       {"cg_sum", "double($v) * double($v)", 8, false},
	partNorm:          {"cg_norm", "$v", 32, false},
	partSpread:        {"cg_spread", "double($v) - $k", 16, true},
	partTwofoldSpread: {"cg_twofold_spread", "$v - $k", 32, true},
}

// part is one part of the state of a line.
type part struct {
	kind  partKind
	value int16 // of the space's values
	dtype expr.DType
}

// fill puts names in the place of a text's tokens.
func (p *part) fill(form string) string {
	return strings.NewReplacer("$T", typ(p.dtype), "$v", fmt.Sprintf("v.v%d", p.value), "$k", fmt.Sprintf("k.k%d", p.value)).Replace(form)
}

// partsOf returns the one or two parts of a fold of values of type d.
func partsOf(f expr.Fold, d expr.DType) [2]partKind {
	of := func(single, double, complexSingle, complexDouble partKind) partKind {
		switch d {
		case expr.Float32:
			return single
		case expr.Float64:
			return double
		case expr.Complex64:
			return complexSingle
		case expr.Complex128:
			return complexDouble
		}
		return noPart
	}
	var main, second partKind
	switch f {
	case expr.FoldSum:
		if main = of(partSum, partTwofold, partComplexSum, partComplexWide); main == noPart {
			main = partIntSum
		}
	case expr.FoldProd:
		if main = of(partProd, partProd, partComplexProd, partComplexProd); main == noPart {
			main = partIntProd
		}
	case expr.FoldMin:
		main = partMin
	case expr.FoldMax:
		main = partMax
	case expr.FoldFMin:
		main = partFMin
	case expr.FoldFMax:
		main = partFMax
	case expr.FoldArgMin:
		main = partArgMin
	case expr.FoldArgMax:
		main = partArgMax
	case expr.FoldAny:
		main = partAny
	case expr.FoldAll:
		main = partAll
	case expr.FoldCount:
		main = partCount
	case expr.FoldMean:
		main = of(partSum, partTwofold, partComplexSum, partComplexWide)
		second = of(noPart, partScaled, noPart, partComplexScaled)
	case expr.FoldVar, expr.FoldStd:
		main = of(partSpread, partTwofoldSpread, noPart, noPart)
	case expr.FoldNorm:
		main = of(partSquares, partNorm, noPart, noPart)
	}
	return [2]partKind{main, second}
}

// result writes a fold's result, from the parts of state t of lines of n
// values.
func (r *Reduce) result(i int) string {
	f := &r.k.Folds[i]
	d := r.k.Prog.Type(f.Value)
	part := fmt.Sprintf("t.p%d", r.folds[i].part)
	value := part + ".value()"
	switch f.Fold {
	case expr.FoldMean:
		switch {
		case r.folds[i].second >= 0:
			value = fmt.Sprintf("cg_mean(%s, t.p%d.value(), n)", value, r.folds[i].second)
		case d.Kind() == expr.KindComplex:
			value = fmt.Sprintf("cg_c128{%s.re.value() / n, %s.im.value() / n}", part, part)
		default:
			value += " / n"
		}
	case expr.FoldVar:
		value = fmt.Sprintf("cg_variance(%s, n, l.ddof%d)", part, i)
	case expr.FoldStd:
		value = fmt.Sprintf("sqrt(cg_variance(%s, n, l.ddof%d))", part, i)
	case expr.FoldNorm:
		if d == expr.Float32 {
			value = "sqrt(" + value + ")"
		}
	}
	switch d {
	case expr.Float32:
		if out := f.Fold.Out(d); out == expr.Float32 {
			return "float(" + value + ")"
		}
	case expr.Complex64:
		return "cg_narrow(" + value + ")"
	}
	return value
}
