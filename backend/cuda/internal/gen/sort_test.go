package gen

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/kernels/source"
)

func ordered() (types []expr.DType) {
	for _, d := range expr.DTypes() {
		if expr.KindOrdered.Has(d) {
			types = append(types, d)
		}
	}
	return types
}

// parseAll has clang read the texts of many kernels in one go, each in a
// namespace of its own, and one of each name as it is compiled.
func parseAll(t *testing.T, sources []Source) {
	t.Helper()
	var b strings.Builder
	var texts []string
	seen := map[string]bool{}
	b.WriteString(source.Prelude + source.Device)
	for i, s := range sources {
		if !seen[s.Name] {
			seen[s.Name] = true
			texts = append(texts, s.Text)
		}
		text, ok := strings.CutPrefix(s.Text, source.Prelude+source.Device)
		require.True(t, ok, "%s does not follow the prelude", s.Name)
		require.Contains(t, text, `extern "C" __global__`)
		require.Contains(t, text, s.Name+"(")
		fmt.Fprintf(&b, "namespace k%d {\n%s}\n", i, strings.ReplaceAll(text, `extern "C" `, ""))
	}
	parse(t, append(texts, b.String())...)
}

// sortClasses are all classes of sorts of a type.
func sortClasses(d expr.DType) (all []Sort) {
	for _, positions := range []bool{false, true} {
		seen := map[Sort]bool{}
		for n := 1; n < 7000; n++ {
			if s := NewSort(d, n, positions); !seen[s] {
				seen[s] = true
				all = append(all, s)
			}
		}
		all = append(all, NewSort(d, 1<<30, positions))
		if positions {
			all = append(all, NewSort(d, 1<<33, positions))
		}
	}
	return all
}

func TestSortTextsParse(t *testing.T) {
	var sources []Source
	for _, d := range ordered() {
		for _, s := range sortClasses(d) {
			if s.Method == SortSweep {
				sources = append(sources, s.Count(), s.Sweep())
			} else {
				sources = append(sources, s.Rows())
			}
		}
	}
	parseAll(t, sources)
}

// What is generated of the texts, for every type.
func TestSortHeads(t *testing.T) {
	for name, positions := range map[string]bool{"sort_values.cuh": false, "sort_positions.cuh": true} {
		var b strings.Builder
		for _, d := range ordered() {
			for _, n := range []int{5, 700, 1 << 20, 1 << 33} {
				fmt.Fprintf(&b, "// %v, rows of %d, positions %t\n%s\n", d, n, positions, NewSort(d, n, positions).head())
			}
		}
		golden(t, name, b.String())
	}
}

func TestSortClassesFit(t *testing.T) {
	for _, d := range ordered() {
		for _, positions := range []bool{false, true} {
			for _, n := range []int{1, 2, 3, 31, 32, 33, 64, 65, 128, 129, 1000, 4096, 4097, 6144, 6145, 1e6, 1<<30 - 1, 1 << 30, math.MaxUint32, 1 << 32, 1<<32 + 1} {
				s := NewSort(d, n, positions)
				switch s.Method {
				case SortLanes:
					assert.GreaterOrEqual(t, int(s.Width), n)
					assert.Less(t, int(s.Width), 2*n)
				case SortBlock:
					assert.GreaterOrEqual(t, s.Tile(), n)
				case SortSweep:
					assert.Greater(t, n, 4096)
					assert.Equal(t, n >= 1<<30, s.WideCount, "%v", n)
					assert.Equal(t, n > math.MaxUint32 && positions, s.WidePos, "%v", n)
				}
				if s.Method != SortLanes {
					// Counts and marks, keys, and positions take turns in 32 KiB.
					assert.LessOrEqual(t, s.Tile()*max(d.Size(), s.PosSize()), 32<<10)
				}
			}
		}
	}
}

func TestSortKeysDiffer(t *testing.T) {
	seen := map[string]Sort{}
	for _, d := range ordered() {
		for _, s := range sortClasses(d) {
			key := string(s.AppendKey(nil))
			assert.NotContains(t, seen, key, "%+v and %+v", s, seen[key])
			seen[key] = s
		}
	}
}
