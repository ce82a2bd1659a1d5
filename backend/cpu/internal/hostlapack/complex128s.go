package hostlapack

import (
	"math"
	"math/cmplx"
)

// complex128s are routines in Go, by the unblocked algorithms of LAPACK. The
// loops run along rows.
type complex128s struct{ trsm[complex128] }

// cabs1 is a magnitude for choosing pivots.
func cabs1(z complex128) float64 { return math.Abs(real(z)) + math.Abs(imag(z)) }

// LU implements Routines.
func (complex128s) LU(m, n int, a []complex128, pivots []int64) {
	for j := range min(m, n) {
		p := j
		for i := j + 1; i < m; i++ {
			if cabs1(a[i*n+j]) > cabs1(a[p*n+j]) {
				p = i
			}
		}
		pivots[j] = int64(p)
		if p != j {
			x, y := a[p*n:p*n+n], a[j*n:j*n+n]
			for k := range x {
				x[k], y[k] = y[k], x[k]
			}
		}
		pivot := a[j*n+j]
		if pivot == 0 {
			continue
		}
		row := a[j*n+j+1 : j*n+n]
		for i := j + 1; i < m; i++ {
			f := a[i*n+j] / pivot
			a[i*n+j] = f
			subtract(a[i*n+j+1:i*n+n], f, row)
		}
	}
}

// subtract computes y -= f·x.
func subtract(y []complex128, f complex128, x []complex128) {
	if f == 0 {
		return
	}
	for k, v := range x {
		y[k] -= f * v
	}
}

// Cholesky implements Routines.
func (complex128s) Cholesky(n int, a []complex128) int {
	for i := range n {
		ri := a[i*n : i*n+i+1]
		for j := range i {
			ri[j] = (ri[j] - inner(ri[:j], a[j*n:j*n+j])) / complex(real(a[j*n+j]), 0)
		}
		d := real(ri[i]) - real(inner(ri[:i], ri[:i]))
		if !(d > 0) {
			return i
		}
		ri[i] = complex(math.Sqrt(d), 0)
	}
	return -1
}

// inner returns Σ x·conj(y).
func inner(x, y []complex128) complex128 {
	var s complex128
	for k, v := range x {
		s += v * cmplx.Conj(y[k])
	}
	return s
}

// reflector turns x into (beta, v₁, v₂, …) and returns tau so that
// (I - tau·v·vᴴ)ᴴ with v₀ = 1 takes x to (beta, 0, 0, …), beta real. Elements
// stand at a distance of step.
func reflector(n int, x []complex128, step int) (tau complex128) {
	alpha := x[0]
	tail := 0.0
	for i := 1; i < n; i++ {
		tail = math.Hypot(tail, cmplx.Abs(x[i*step]))
	}
	if tail == 0 && imag(alpha) == 0 {
		return 0
	}
	beta := -math.Copysign(math.Hypot(cmplx.Abs(alpha), tail), real(alpha))
	tau = complex((beta-real(alpha))/beta, -imag(alpha)/beta)
	for i := 1; i < n; i++ {
		x[i*step] /= alpha - complex(beta, 0)
	}
	x[0] = complex(beta, 0)
	return tau
}

// reflect overwrites the rows of c, m of n elements at a distance of ld, with
// (I - tau·v·vᴴ)·C, where v has a first element of 1 that is not stored, and
// others at a distance of step. w has n elements.
func reflect(m, n int, v []complex128, step int, tau complex128, c []complex128, ld int, w []complex128) {
	if tau == 0 || n == 0 {
		return
	}
	w = w[:n]
	copy(w, c[:n])
	for i := 1; i < m; i++ {
		f := cmplx.Conj(v[i*step])
		for k, x := range c[i*ld : i*ld+n] {
			w[k] += f * x
		}
	}
	subtract(c[:n], tau, w)
	for i := 1; i < m; i++ {
		subtract(c[i*ld:i*ld+n], tau*v[i*step], w)
	}
}

// QR implements Routines.
func (complex128s) QR(m, n int, a, tau []complex128) {
	w := make([]complex128, n)
	for j := range tau {
		tau[j] = reflector(m-j, a[j*n+j:], n)
		if j+1 < n {
			reflect(m-j, n-j-1, a[j*n+j:], n, cmplx.Conj(tau[j]), a[j*n+j+1:], n, w)
		}
	}
}

// FormQ implements Routines.
func (complex128s) FormQ(m, n int, q, tau []complex128) {
	out := identity[complex128](m, n)
	w := make([]complex128, n)
	for j := len(tau) - 1; j >= 0; j-- {
		// Columns before j are still those of the identity here.
		reflect(m-j, n-j, q[j*n+j:], n, tau[j], out[j*n+j:], n, w)
	}
	copy(q, out)
}

// identity returns an m×n matrix with ones on the diagonal.
func identity[T float64 | complex128](m, n int) []T {
	a := make([]T, m*n)
	for i := range min(m, n) {
		a[i*n+i] = 1
	}
	return a
}
