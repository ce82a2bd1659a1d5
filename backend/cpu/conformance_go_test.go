//go:build !cgo || !(linux || darwin)

package cpu_test

// hasC says that this build has no evaluator in C.
const hasC = false
