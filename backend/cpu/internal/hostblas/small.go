package hostblas

// thresholds are the sizes below which gonum's code is done before a call
// through C and the library's own set-up have begun.
type thresholds struct {
	minProducts int // multiplications of a routine of level 3
	minMatrix   int // elements of the matrix of a routine of level 2
	minVector   int // elements of a vector of a routine of level 1
}

var defaultThresholds = thresholds{minProducts: 1024, minMatrix: 4096, minVector: 512}

// isSmall3 tells whether a routine of m·n·k multiplications is not worth a call
// of the library. Dimensions may be anything, as they are not checked yet.
func (t *thresholds) isSmall3(m, n, k int) bool {
	return m < t.minProducts && n < t.minProducts && k < t.minProducts && m*n*k < t.minProducts
}

// isSmall2 is isSmall3 for routines with a matrix of m·n elements.
func (t *thresholds) isSmall2(m, n int) bool {
	return m < t.minMatrix && n < t.minMatrix && m*n < t.minMatrix
}

// opRows returns the number of rows of an m×n matrix after the operation.
func opRows(trans int32, m, n int) int {
	if trans == cblasNoTrans {
		return m
	}
	return n
}

// clearVector sets the n elements at stride inc to zero. A result that is to be
// overwritten is cleared before it is handed to a library, because libraries
// don't agree whether 0·NaN is 0 there.
func clearVector[T float32 | float64 | complex64 | complex128](n int, x []T, inc int) {
	if inc == 1 {
		clear(x[:n])
		return
	}
	inc = max(inc, -inc)
	for i := range n {
		x[i*inc] = 0
	}
}

// padded returns the n elements of x at stride inc one after another, with a
// spare one behind them. OpenBLAS's transposed complex gemv reads an element
// past the end of x, and its complex dots do where there are gaps (seen in
// 0.3.21), which is a crash where memory ends.
func padded[T complex64 | complex128](n int, x []T, inc int) []T {
	p := make([]T, n+1)
	first := 0
	if inc < 0 {
		first = (1 - n) * inc
	}
	for i := range n {
		p[i] = x[first+i*inc]
	}
	return p[:n]
}
