package bench

import (
	"regexp"
	"slices"

	"github.com/cugond/cugond/backend"
)

// Case is one row: an operation on operands of one size.
type Case struct {
	Op   string // what is computed and in which type, such as "sum_f32"
	Size int    // n of n×n matrices, or the number of elements, or of pixels

	// Large rows need gigabytes, or many seconds a call on a CPU.
	Large bool

	// Setup makes the inputs on a device, where they are when it returns.
	// The function run starts one computation into fresh memory and gives the
	// result up, as a program would that is done with it; the device may still
	// be computing when it returns. release gives the inputs up.
	Setup func(dev backend.Device) (run func() error, release func(), err error)
}

// Cases returns all rows, in the order in which they are reported.
func Cases() []Case {
	return slices.Concat(matrixCases(), functionCases(), vectorCases(), sortCases(), indexCases(), smallCases())
}

// Select returns the cases whose Op matches the expression, of the given sizes
// if there are any. A nil expression matches all.
func Select(cases []Case, op *regexp.Regexp, sizes []int) []Case {
	var selected []Case
	for _, c := range cases {
		if (op == nil || op.MatchString(c.Op)) && (len(sizes) == 0 || slices.Contains(sizes, c.Size)) {
			selected = append(selected, c)
		}
	}
	return selected
}

// Find returns the case of an operation and a size.
func Find(cases []Case, op string, size int) (Case, bool) {
	i := slices.IndexFunc(cases, func(c Case) bool { return c.Op == op && c.Size == size })
	if i < 0 {
		return Case{}, false
	}
	return cases[i], true
}
