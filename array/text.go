package array

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// missing stands for a value that is not there.
var missing = expr.ScalarOf(math.NaN())

// parsers read a number's text, one for each class of element types. bits is
// the element's size, so that numbers that don't fit are errors.
var parsers = map[expr.Kind]func(text string, bits int) (expr.Scalar, error){
	expr.KindBool: func(text string, _ int) (expr.Scalar, error) {
		v, err := strconv.ParseBool(text)
		return expr.ScalarOf(v), err
	},
	expr.KindInt: func(text string, bits int) (expr.Scalar, error) {
		v, err := strconv.ParseInt(text, 10, bits)
		return expr.ScalarOf(v), err
	},
	expr.KindUint: func(text string, bits int) (expr.Scalar, error) {
		v, err := strconv.ParseUint(strings.TrimPrefix(text, "+"), 10, bits)
		return expr.ScalarOf(v), err
	},
	expr.KindFloat: func(text string, bits int) (expr.Scalar, error) {
		v, err := strconv.ParseFloat(text, bits)
		return expr.ScalarOf(v), err
	},
	expr.KindComplex: func(text string, bits int) (expr.Scalar, error) {
		v, err := strconv.ParseComplex(goComplex(text), bits)
		return expr.ScalarOf(v), err
	},
}

// goComplex spells Python's imaginary unit as Go does.
func goComplex(text string) string {
	for _, end := range []string{"j)", "j"} {
		if s, ok := strings.CutSuffix(text, end); ok {
			return s + strings.Replace(end, "j", "i", 1)
		}
	}
	return text
}

// parseScalar reads an element of type d.
func parseScalar(text string, d backend.DType) (expr.Scalar, error) {
	v, err := parsers[d.Kind()](text, 8*d.Size())
	if err != nil {
		if n, ok := err.(*strconv.NumError); ok { // its function's name says nothing to the reader
			err = n.Err
		}
		const most = 40
		if len(text) > most {
			text = text[:most] + "…"
		}
		return v, fmt.Errorf("%q is no %v: %w", text, d, err)
	}
	return v.Cast(d), nil
}
