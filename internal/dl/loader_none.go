//go:build !cgo || !(linux || darwin)

package dl

const noLoading = "this build has no dynamic loading: it needs cgo (CGO_ENABLED=1 and a C compiler) on Linux or macOS"

// handle is never made by this build.
type handle struct{}

func open(string) (handle, string) { return handle{}, noLoading }

func lookup(handle, string) (uintptr, string) { return 0, noLoading }

func closeHandle(handle) string { return "" }

func loadedPath(handle) string { return "" }
