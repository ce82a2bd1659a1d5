package expr

// table is the one list of operations. Rows stand grouped by subject in the
// rows_*.go files.
var table = assemble(baseRows, arithmeticRows, extremeRows, exponentialRows, trigonometricRows,
	logicalRows, comparisonRows, floatRows, complexRows, specialRows)

func assemble(groups ...map[Op]Row) [numOps]Row {
	var t [numOps]Row
	for _, g := range groups {
		for op, row := range g {
			if t[op].Name != "" {
				panic("expr: two rows for " + row.Name)
			}
			t[op] = row
		}
	}
	return t
}
