package hostblas

import (
	"runtime"
	"strconv"
	"strings"
)

// unknownCBLAS is the name of a library that has CBLAS's functions and nothing
// to tell it by, as reference BLAS.
const unknownCBLAS = "CBLAS"

// identity is what a library says of itself.
type identity struct {
	name    string
	version string
	core    string // the processor that its kernels are written for
	threads int    // threads it computes with; 0 if it does not say
	int64s  bool   // whether it says that its integers have 64 bits
	calls   int    // calls that it may be given at once
}

// bound is an open library behind gonum's interfaces.
type bound struct {
	impl Implementation
	gate gate
	identity
}

func cores() int { return runtime.NumCPU() }

// openBLAS reads the text of openblas_get_config, words such as
//
//	OpenBLAS 0.3.21 DYNAMIC_ARCH NO_AFFINITY Zen MAX_THREADS=64
//
// A build without threads has no locks around its work buffers, and takes one
// call at a time. A build with threads has at least two buffers for each of
// MAX_THREADS, of which its own threads use up to one each.
func openBLAS(config string, parallel bool) identity {
	id := identity{name: "OpenBLAS", calls: cores()}
	words := strings.Fields(config)
	for i, w := range words {
		key, value, _ := strings.Cut(w, "=")
		switch {
		case w == "OpenBLAS" && i+1 < len(words):
			id.version = words[i+1]
		case w == "USE64BITINT":
			id.int64s = true
		case key == "MAX_THREADS":
			if n, err := strconv.Atoi(value); err == nil {
				id.calls = min(id.calls, n)
			}
		}
	}
	if !parallel {
		id.calls = 1
	}
	return id
}

// isAccelerate tells macOS's own BLAS by its place.
func isAccelerate(path string) bool {
	return strings.Contains(path, "/Accelerate.framework/") || strings.Contains(path, "/vecLib.framework/")
}
