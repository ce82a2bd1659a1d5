package gen

import (
	"testing"

	"github.com/cugond/cugond/backend/expr"
)

func TestMatMulTextsParse(t *testing.T) {
	var texts []string
	for _, d := range expr.DTypes() {
		if (expr.KindBool | expr.KindInt | expr.KindUint).Has(d) {
			texts = append(texts, MatMul(d).Text)
		}
	}
	parse(t, texts...)
}
