package hostblas

// candidates returns the places where an operating system keeps an optimised
// CBLAS, best first. Names without a slash are left to the loader.
func candidates(goos, goarch string) []string {
	switch goos {
	case "darwin":
		return []string{
			"/opt/homebrew/opt/openblas/lib/libopenblas.dylib",
			"/usr/local/opt/openblas/lib/libopenblas.dylib",
			"libopenblas.dylib",
			"/System/Library/Frameworks/Accelerate.framework/Accelerate",
		}
	case "linux":
		// Some distributions keep builds with and without threads side by
		// side, and libopenblas.so.0 is the one without.
		c := []string{"libopenblasp.so.0", "libopenblas.so.0", "libopenblas.so"}
		if triplet := multiarch(goarch); triplet != "" {
			c = append(c,
				"/usr/lib/"+triplet+"/openblas-pthread/libopenblas.so.0",
				"/usr/lib/"+triplet+"/openblas-openmp/libopenblas.so.0")
		}
		return append(c, "libblas.so.3")
	}
	return []string{"libopenblas"}
}

// multiarch returns Debian's name for an architecture's library folder, or
// nothing where it has none.
func multiarch(goarch string) string {
	switch goarch {
	case "amd64":
		return "x86_64-linux-gnu"
	case "arm64":
		return "aarch64-linux-gnu"
	}
	return ""
}
