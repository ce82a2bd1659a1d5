//go:build cgo && (linux || darwin)

package hostlapack

// #include "lapack.h"
import "C"

// Eigh implements Routines. LAPACK reads conj(A), whose eigenvectors are the
// conjugate ones, and stores them in columns, which are rows here.
func (f *fortran[T, R]) Eigh(n int, a []T, w []R, vectors bool) bool {
	job := C.char('N')
	if vectors {
		job = 'V'
	}
	c := roomy[T](len(a), n)
	copy(c, a)
	var size [1]T
	var rsize [1]R
	var isize [1]int32
	run := func(work []T, lwork int, rwork []R, lrwork int, iwork []int32, liwork int) int {
		return f.called(func() C.int {
			if f.complex {
				return C.hl_heevd(f.evd, job, 'U', C.int(n), address(c), C.int(n), address(w), address(work), C.int(lwork),
					address(rwork), C.int(lrwork), ints(iwork), C.int(liwork))
			}
			return C.hl_syevd(f.evd, job, 'U', C.int(n), address(c), C.int(n), address(w), address(work), C.int(lwork), ints(iwork), C.int(liwork))
		})
	}
	lwork, lrwork, ok := 0, 0, reaches(n)
	if ok {
		run(size[:], -1, rsize[:], -1, isize[:], -1)
		var enough bool
		lwork, ok = length(size[0])
		lrwork, enough = length(rsize[0])
		ok = ok && enough
	}
	if !ok {
		return f.Routines.Eigh(n, a, w, vectors)
	}
	info := run(roomy[T](lwork, 0), lwork, make([]R, lrwork), lrwork, make([]int32, isize[0]), int(isize[0]))
	if vectors {
		transpose(n, n, c, a)
		conjugateAny(a)
	}
	return info == 0
}

// SVD implements Routines. LAPACK reads Aᵀ, whose left vectors, transposed by
// being read by rows, are the Vh of A, and the other way round.
func (f *fortran[T, R]) SVD(m, n int, a []T, s []R, u, vh []T, full bool) bool {
	job, ldvt := C.char('N'), 1
	switch {
	case u != nil && full:
		job, ldvt = 'A', m
	case u != nil:
		job, ldvt = 'S', min(m, n)
	}
	c := roomy[T](len(a), n)
	copy(c, a)
	cu, cvh := roomy[T](len(u), ldvt), roomy[T](len(vh), n)
	var rwork []R
	var size [1]T
	k, long := min(m, n), max(m, n)
	iwork := make([]int32, 8*k)
	run := func(work []T, lwork int) int {
		return f.called(func() C.int {
			if f.complex {
				return C.hl_cgesdd(f.gesdd, job, C.int(n), C.int(m), address(c), C.int(n), address(s), address(cvh), C.int(n),
					address(cu), C.int(ldvt), address(work), C.int(lwork), address(rwork), ints(iwork))
			}
			return C.hl_gesdd(f.gesdd, job, C.int(n), C.int(m), address(c), C.int(n), address(s), address(cvh), C.int(n),
				address(cu), C.int(ldvt), address(work), C.int(lwork), ints(iwork))
		})
	}
	lwork, ok := 0, reaches(m, n)
	if ok {
		run(size[:], -1)
		lwork, ok = length(size[0])
	}
	if !ok {
		return f.Routines.SVD(m, n, a, s, u, vh, full)
	}
	if f.complex { // it has no query for this one
		rwork = make([]R, 7*k)
		if u != nil {
			rwork = make([]R, max(5*k*k+5*k, 2*long*k+2*k*k+k))
		}
	}
	info := run(roomy[T](lwork, 0), lwork)
	copy(u, cu)
	copy(vh, cvh)
	return info == 0
}
