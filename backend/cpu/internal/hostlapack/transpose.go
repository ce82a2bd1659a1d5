package hostlapack

import "github.com/cugond/cugond/backend/expr"

// tile is the width of the squares in which matrices are transposed: two of
// them stay in the first-level cache.
const tile = 32

// transpose stores the transpose of src, m×n, in dst.
func transpose[T any](m, n int, src, dst []T) {
	for i0 := 0; i0 < m; i0 += tile {
		for j0 := 0; j0 < n; j0 += tile {
			j1 := min(j0+tile, n)
			for i := i0; i < min(i0+tile, m); i++ {
				for j, v := range src[i*n+j0 : i*n+j1] {
					dst[(j0+j)*m+i] = v
				}
			}
		}
	}
}

// transposed returns the transpose of a, m×n, with room behind it.
func transposed[T any](m, n int, a []T) []T {
	t := roomy[T](len(a), m)
	transpose(m, n, a, t)
	return t
}

// roomy returns size elements, of columns of the length given, with memory behind
// them. OpenBLAS's complex kernels read past the ends of matrices and vectors
// (seen in 0.3.21: chemv a column, gemv an element), which is a crash where memory
// ends.
func roomy[T any](size, column int) []T {
	return make([]T, size+4*column+64)[:size]
}

// adjoint replaces a, n×n, by its conjugate transpose.
func adjoint[T expr.Field](n int, a []T) {
	conjugateAny(a)
	for i0 := 0; i0 < n; i0 += tile {
		for j0 := 0; j0 <= i0; j0 += tile {
			for i := i0; i < min(i0+tile, n); i++ {
				for j := j0; j < min(j0+tile, i); j++ {
					a[i*n+j], a[j*n+i] = a[j*n+i], a[i*n+j]
				}
			}
		}
	}
}

func conjugate[T expr.Complex](a []T) {
	for i, v := range a {
		z := complex128(v)
		a[i] = T(complex(real(z), -imag(z)))
	}
}

// conjugateAny is conjugate for elements of any type.
func conjugateAny[T expr.Field](a []T) {
	switch a := any(a).(type) {
	case []complex64:
		conjugate(a)
	case []complex128:
		conjugate(a)
	}
}
