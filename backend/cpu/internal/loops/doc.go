// Package loops is the C part of the CPU backend: a loop for every
// micro-operation, compiled for several instruction sets, and the walk over
// blocks that calls them. It is a package of its own so that the C, which takes
// long to compile, is compiled once, whatever else of the backend changes.
//
// The micro-operations, their functions' numbers and what the functions get
// are declared in package cpu (code.go, fold.go) and mirrored in code.h.
package loops
