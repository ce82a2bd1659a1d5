// Package dl opens shared libraries at run time and looks up their symbols.
//
// It exists so that nothing but a C compiler is needed to build: the CUDA
// libraries and the BLAS of the host are found when a program first asks for
// them, and a machine that has none of them gets an error that lists every
// place that was tried with the loader's own reason.
//
// Libraries are opened with RTLD_NOW, so that a library with an unresolved
// dependency fails when it is opened and not in the middle of a computation,
// and with RTLD_LOCAL, so that its symbols don't replace those of other
// libraries in the process.
//
// Builds without cgo, and systems other than Linux and macOS, have no dynamic
// loading: there [Open] returns an error wrapping [ErrNotFound] that says so.
package dl
