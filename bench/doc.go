// Package bench has what the benchmarks measure and how they measure it. Its
// rows are run by the command "cugond bench", by "go test -bench . ./bench",
// and by compare/compare.py, which puts NumPy and libraries for GPUs beside them.
// The module plot draws what compare.py has measured.
package bench
