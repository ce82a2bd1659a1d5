package gen

import (
	_ "embed"

	"github.com/cugond/cugond/backend/expr"
)

//go:embed matmul.cuh
var matmulText string

// MatMulTile is the extent of the tile of a product that a block of
// MatMulThreads threads computes.
const (
	MatMulTile    = 64
	MatMulThreads = 256
)

// MatMul writes the kernel "cg_matmul" of products of integers, which wrap, or
// of bool, where the sum is or and the product is and. See its text for the
// parameters.
func MatMul(d expr.DType) Source {
	var t text
	t.linef("typedef %s T;", typ(d))
	if d == expr.Bool {
		t.linef("typedef cg_u32 W;\nCG_FN W cg_fused(W c, W a, W b) { return c | (a & b); }")
	} else {
		t.linef("typedef cg_sized<sizeof(T)>::W W;\nCG_FN W cg_fused(W c, W a, W b) { return c + a * b; }")
	}
	t.WriteString(matmulText)
	return Full("cg_matmul", t.String())
}
