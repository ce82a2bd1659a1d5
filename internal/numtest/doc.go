// Package numtest holds what numerical tests share: distances in units in the
// last place, assertions with them, and the values that are worth trying for
// an element type.
package numtest
