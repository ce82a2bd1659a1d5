package numtest

import "github.com/cugond/cugond/backend/expr"

// Operands returns columns of operands that are worth trying for an operation
// on elements of type d, as many as it takes and all of one length: special
// values, all pairs of a choice of them for two operands and more, and n
// random ones, half of them moderate.
//
// Powers of complex numbers have moderate ones only: their error grows with
// the size of the exponent times the logarithm.
func Operands(op expr.Op, d expr.DType, n int) [][]expr.Scalar {
	row := op.Row()
	out := make([][]expr.Scalar, row.Arity)
	moderate := n
	if op != expr.Pow || d.Kind() != expr.KindComplex {
		moderate = n - n/2
		special := Specials(d)
		const most = 36 // of which all pairs are tried
		if row.Arity > 1 && len(special) > most {
			special = thin(special, most)
		}
		cross(out, special)
	}
	for k := range out {
		out[k] = append(out[k], Values(d, n-moderate, uint64(k))...)
		out[k] = append(out[k], Moderate(d, moderate, uint64(k))...)
		if want := row.Operand(k, d); want != d {
			for i := range out[k] {
				out[k][i] = out[k][i].Cast(want)
			}
		}
	}
	return out
}

// thin keeps n of the values, evenly spread.
func thin(s []expr.Scalar, n int) []expr.Scalar {
	out := make([]expr.Scalar, n)
	for i := range out {
		out[i] = s[i*len(s)/n]
	}
	return out
}

// cross fills the first two columns with all pairs, a third with values that
// differ from pair to pair.
func cross(out [][]expr.Scalar, s []expr.Scalar) {
	if len(out) == 1 {
		out[0] = s
		return
	}
	for i, x := range s {
		for j, y := range s {
			out[0] = append(out[0], x)
			out[1] = append(out[1], y)
			if len(out) > 2 {
				out[2] = append(out[2], s[(7*i+3*j)%len(s)])
			}
		}
	}
}
