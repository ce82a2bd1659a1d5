package hostlapack

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
)

// float64s is gonum's LAPACK.
type float64s struct{ trsm[float64] }

var gonumLAPACK gonum.Implementation

// working calls f, which is one of gonum's routines, first for the amount of
// memory that it wants and then with it.
func working(f func(work []float64, lwork int) bool) bool {
	var size [1]float64
	f(size[:], -1)
	n := max(1, int(size[0]))
	return f(make([]float64, n), n)
}

// LU implements Routines.
func (float64s) LU(m, n int, a []float64, pivots []int64) {
	p := make([]int, len(pivots))
	gonumLAPACK.Dgetrf(m, n, a, n, p)
	for i, v := range p {
		pivots[i] = int64(v)
	}
}

// Cholesky implements Routines.
func (float64s) Cholesky(n int, a []float64) int {
	if gonumLAPACK.Dpotrf(blas.Lower, n, a, n) {
		return -1
	}
	// gonum leaves the pivot that it stopped at in its place, behind positive
	// ones.
	for i := range n {
		if !(a[i*n+i] > 0) {
			return i
		}
	}
	return n - 1
}

// QR implements Routines.
func (float64s) QR(m, n int, a, tau []float64) {
	working(func(work []float64, lwork int) bool {
		gonumLAPACK.Dgeqrf(m, n, a, n, tau, work, lwork)
		return true
	})
}

// FormQ implements Routines.
func (float64s) FormQ(m, n int, q, tau []float64) {
	working(func(work []float64, lwork int) bool {
		gonumLAPACK.Dorgqr(m, n, len(tau), q, n, tau, work, lwork)
		return true
	})
}

// Eigh implements Routines.
func (float64s) Eigh(n int, a, w []float64, vectors bool) bool {
	job := lapack.EVNone
	if vectors {
		job = lapack.EVCompute
	}
	return working(func(work []float64, lwork int) bool {
		return gonumLAPACK.Dsyev(job, blas.Lower, n, a, n, w, work, lwork)
	})
}

// SVD implements Routines.
func (float64s) SVD(m, n int, a, s, u, vh []float64, full bool) bool {
	job, ldu := lapack.SVDNone, 1
	switch {
	case u != nil && full:
		job, ldu = lapack.SVDAll, m
	case u != nil:
		job, ldu = lapack.SVDStore, min(m, n)
	}
	return working(func(work []float64, lwork int) bool {
		return gonumLAPACK.Dgesvd(job, job, m, n, a, n, s, u, ldu, vh, n, work, lwork)
	})
}
