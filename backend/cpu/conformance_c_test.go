//go:build cgo && (linux || darwin)

package cpu_test

// hasC says that this build must have the evaluator in C.
const hasC = true
