package hostlapack

import (
	"math"
	"math/cmplx"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
)

// Complex problems are reduced to real ones of three or two diagonals, which
// gonum solves.

// scaled divides a by a power of two, if need be, so that squares of its
// elements neither overflow nor vanish, and returns it.
func scaled(a []complex128) float64 {
	largest := 0.0
	for _, z := range a {
		largest = max(largest, math.Abs(real(z)), math.Abs(imag(z)))
	}
	if largest == 0 || largest > 1e-100 && largest < 1e100 {
		return 1
	}
	_, e := math.Frexp(largest)
	e--
	first, second := math.Ldexp(1, -e/2), math.Ldexp(1, -e-(-e/2)) // 2^-e may be out of range
	for i, z := range a {
		a[i] = complex(real(z)*first*second, imag(z)*first*second)
	}
	return math.Ldexp(1, e)
}

// Eigh implements Routines: A = Q·T·Qᴴ with a real tridiagonal T.
func (complex128s) Eigh(n int, a []complex128, w []float64, vectors bool) bool {
	for i := range n { // the whole matrix is worked on
		a[i*n+i] = complex(real(a[i*n+i]), 0)
		for j := range i {
			a[j*n+i] = cmplx.Conj(a[i*n+j])
		}
	}
	scale := scaled(a)
	e, tau := make([]float64, n-1), make([]complex128, n-1)
	tridiagonalise(n, a, w, e, tau)
	job, z := lapack.EVCompNone, []float64(nil)
	if vectors {
		job, z = lapack.EVTridiag, make([]float64, n*n)
	}
	if !gonumLAPACK.Dsteqr(job, n, w, e, z, max(1, n), make([]float64, max(1, 2*n-2))) {
		return false
	}
	for i := range w {
		w[i] *= scale
	}
	if !vectors {
		return true
	}
	out := make([]complex128, n*n)
	for i, v := range z {
		out[i] = complex(v, 0)
	}
	row := make([]complex128, n)
	for i := n - 2; i >= 0; i-- {
		reflect(n-i-1, n, a[(i+1)*n+i:], n, tau[i], out[(i+1)*n:], n, row)
	}
	copy(a, out)
	return true
}

// tridiagonalise overwrites a with the Householder vectors of Q in its columns
// below the second diagonal, and stores T's diagonals.
func tridiagonalise(n int, a []complex128, d, e []float64, tau []complex128) {
	v, x := make([]complex128, n), make([]complex128, n)
	for i := range n - 1 {
		m := n - i - 1
		tau[i] = reflector(m, a[(i+1)*n+i:], n)
		e[i] = real(a[(i+1)*n+i])
		v, x := v[:m], x[:m]
		v[0] = 1
		for k := 1; k < m; k++ {
			v[k] = a[(i+1+k)*n+i]
		}
		// B = A - v·xᴴ - x·vᴴ with x = tau·A·v - ½·tau·⟨x, v⟩·v.
		for k := range m {
			row := a[(i+1+k)*n+i+1 : (i+1+k)*n+n]
			var s complex128
			for l, z := range row {
				s += z * v[l]
			}
			x[k] = tau[i] * s
		}
		f := -0.5 * tau[i] * inner(v, x)
		for k := range m {
			x[k] += f * v[k]
		}
		for k := range m {
			row := a[(i+1+k)*n+i+1 : (i+1+k)*n+n]
			for l := range row {
				row[l] -= v[k]*cmplx.Conj(x[l]) + x[k]*cmplx.Conj(v[l])
			}
		}
	}
	for i := range n {
		d[i] = real(a[i*n+i])
	}
}

// SVD implements Routines: A = Q·B·Pᴴ with a real B of two diagonals.
func (r complex128s) SVD(m, n int, a []complex128, s []float64, u, vh []complex128, full bool) bool {
	if m < n {
		return r.wideSVD(m, n, a, s, u, vh, full)
	}
	scale := scaled(a)
	e := make([]float64, max(1, n-1))
	tauQ, tauP := make([]complex128, n), make([]complex128, n)
	bidiagonalise(m, n, a, s, e, tauQ, tauP)
	var x, y []float64
	nv := 0
	if u != nil {
		x, y, nv = identity[float64](n, n), identity[float64](n, n), n
	}
	if !gonumLAPACK.Dbdsqr(blas.Upper, n, nv, nv, 0, s, e, y, n, x, n, nil, 1, make([]float64, max(1, 4*n))) {
		return false
	}
	for i := range s {
		s[i] *= scale
	}
	if u == nil {
		return true
	}
	cols := n
	if full {
		cols = m
	}
	copy(u, identity[complex128](m, cols))
	for i := range n {
		for j := range n {
			u[i*cols+j] = complex(x[i*n+j], 0)
		}
	}
	row := make([]complex128, max(m, n))
	for i := n - 1; i >= 0; i-- {
		reflect(m-i, cols, a[i*n+i:], n, tauQ[i], u[i*cols:], cols, row)
	}
	// Vh = Y·Pᴴ, by way of V = P·Yᵀ.
	for i, v := range y {
		vh[i] = complex(v, 0)
	}
	adjoint(n, vh)
	for i := n - 2; i >= 0; i-- {
		reflect(n-i-1, n, a[i*n+i+1:], 1, tauP[i], vh[(i+1)*n:], n, row)
	}
	adjoint(n, vh)
	return true
}

// wideSVD takes the vectors from the conjugate transpose's.
func (r complex128s) wideSVD(m, n int, a []complex128, s []float64, u, vh []complex128, full bool) bool {
	t := transposed(m, n, a)
	conjugate(t)
	if u == nil {
		return r.SVD(n, m, t, s, nil, nil, full)
	}
	v, uh := make([]complex128, len(vh)), make([]complex128, len(u))
	ok := r.SVD(n, m, t, s, v, uh, full)
	rows := len(vh) / n
	transpose(n, rows, v, vh)
	conjugate(vh)
	transpose(len(u)/m, m, uh, u)
	conjugate(u)
	return ok
}

// bidiagonalise overwrites a, m×n with m ≥ n, with the Householder vectors of Q
// in columns and those of P in rows, and stores B's diagonal and the one above.
func bidiagonalise(m, n int, a []complex128, d, e []float64, tauQ, tauP []complex128) {
	w := make([]complex128, max(m, n))
	for i := range n {
		tauQ[i] = reflector(m-i, a[i*n+i:], n)
		d[i] = real(a[i*n+i])
		if i+1 == n {
			break
		}
		reflect(m-i, n-i-1, a[i*n+i:], n, cmplx.Conj(tauQ[i]), a[i*n+i+1:], n, w)
		// The row times H takes the place of the column times Hᴴ when it is
		// conjugated: row·H = (Hᴴ·rowᴴ)ᴴ.
		row := a[i*n+i+1 : i*n+n]
		conjugate(row)
		tauP[i] = reflector(len(row), row, 1)
		e[i] = real(row[0])
		for k := i + 1; k < m; k++ {
			rest := a[k*n+i+1 : k*n+n]
			f := rest[0]
			for l := 1; l < len(rest); l++ {
				f += rest[l] * row[l]
			}
			f *= tauP[i]
			rest[0] -= f
			for l := 1; l < len(rest); l++ {
				rest[l] -= f * cmplx.Conj(row[l])
			}
		}
	}
}
