// Package bench has what the benchmarks measure and how they measure it. Its
// rows are run by the command "cugond bench", by "go test -bench . ./bench",
// and by compare/compare.py, which puts NumPy beside them.
package bench
