package locate

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// isFolder reports whether a path is a folder or a link to one.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// children returns the folders in a folder whose names have a prefix, those
// with higher version numbers after it first, then by name. A folder that can't
// be read has none.
func children(folder, prefix string) []string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) && isFolder(filepath.Join(folder, e.Name())) {
			names = append(names, e.Name())
		}
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return slices.Compare(version(b[len(prefix):]), version(a[len(prefix):]))
	})
	for i, n := range names {
		names[i] = filepath.Join(folder, n)
	}
	return names
}

// version reads the numbers that a text starts with: 13.0 as 13, 0, and .12,
// what follows "python3", as 12.
func version(text string) []int {
	var numbers []int
	for part := range strings.SplitSeq(strings.TrimPrefix(text, "."), ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			break
		}
		numbers = append(numbers, n)
	}
	return numbers
}
