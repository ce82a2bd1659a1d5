// Package oracle evaluates kernels, scans, sorts and the like one element at a
// time with the reference implementations of the op table. It shares nothing
// with the devices that are tested against it, and is as slow as it is simple.
//
// Reductions of floats are exact before they are rounded once.
package oracle
