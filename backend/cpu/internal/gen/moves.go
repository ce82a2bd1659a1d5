package main

import (
	"fmt"

	"github.com/cugond/cugond/backend/expr"
)

// moveEntries enters the functions of loops_moves.h and loops_transpose.h.
func (f *file) moveEntries() {
	for move, name := range []string{"gather", "scatter", "splat", "copy", "iota", "transpose"} {
		for log := 0; log < 5; log++ {
			switch {
			case name != "iota":
				entry(&f.moves, fmt.Sprintf("CG_MOVE(%d, %d)", move, log), fmt.Sprintf("%s_%d", name, 8<<log))
			case log == 3:
				entry(&f.moves, fmt.Sprintf("CG_MOVE(%d, %d)", move, log), name)
			}
		}
	}
}

// foldEntries enters the functions of the loops_fold_*.h files.
func (f *file) foldEntries() {
	for _, fold := range expr.Folds() {
		row := fold.Row()
		for _, in := range expr.DTypes() {
			if !row.Kinds.Has(in) {
				continue
			}
			name, of := row.Name, in
			switch fold {
			case expr.FoldMean:
				name = "sum"
			case expr.FoldStd:
				name = "var"
			}
			if name == "sum" || name == "prod" {
				of = unsigned(of)
			}
			function := name + "_" + of.Suffix()
			entry(&f.moves, fmt.Sprintf("CG_FOLD(%d, %d)", fold, in), function)
			entry(&f.moves, fmt.Sprintf("CG_FOLD_COLUMNS(%d, %d)", fold, in), function+"_cols")
		}
	}
}

// scanEntries enters the functions of loops_scan.h.
func (f *file) scanEntries() {
	for _, scan := range expr.Cumulatives() {
		for _, in := range expr.DTypes() {
			if !scan.Row().Kinds.Has(in) {
				continue
			}
			of := in
			if scan == expr.CumSum || scan == expr.CumProd {
				of = unsigned(in)
			}
			entry(&f.moves, fmt.Sprintf("CG_SCAN_FN(%d, %d)", scan, in), scan.Row().Name+"_"+of.Suffix())
		}
	}
}
