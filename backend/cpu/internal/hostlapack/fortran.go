//go:build cgo && (linux || darwin)

package hostlapack

// #cgo CFLAGS: -std=c11 -O2
// #cgo noescape hl_getrf
// #cgo nocallback hl_getrf
// #cgo noescape hl_potrf
// #cgo nocallback hl_potrf
// #cgo noescape hl_geqrf
// #cgo nocallback hl_geqrf
// #cgo noescape hl_orgqr
// #cgo nocallback hl_orgqr
// #cgo noescape hl_syevd
// #cgo nocallback hl_syevd
// #cgo noescape hl_heevd
// #cgo nocallback hl_heevd
// #cgo noescape hl_gesdd
// #cgo nocallback hl_gesdd
// #cgo noescape hl_cgesdd
// #cgo nocallback hl_cgesdd
// #cgo noescape hl_trsm
// #cgo nocallback hl_trsm
// #include "lapack.h"
import "C"

import (
	"math"
	"unsafe"

	"github.com/cugond/cugond/backend/cpu/internal/hostblas"
	"github.com/cugond/cugond/backend/expr"
)

// fortran is the LAPACK of a library for one element type. What is out of reach
// of 32-bit integers is left to the routines that it embeds.
type fortran[T expr.Field, R expr.Float] struct {
	Routines[T, R]
	lib     *hostblas.Library
	complex bool

	getrf, potrf, geqrf, orgqr, evd, gesdd, trsm C.uintptr_t
}

// bind takes over what the library has.
func (s *Set) bind(lib *hostblas.Library) {
	threaded := true
	s.Float32, threaded = bound(lib, "s", s.Float32, threaded)
	s.Float64, threaded = bound(lib, "d", s.Float64, threaded)
	s.Complex64, threaded = bound(lib, "c", s.Complex64, threaded)
	s.Complex128, threaded = bound(lib, "z", s.Complex128, threaded)
	s.Threaded = threaded
}

// bound returns the library's routines with a prefix if it has all of them, else
// those given.
func bound[T expr.Field, R expr.Float](lib *hostblas.Library, prefix string, otherwise Routines[T, R], threaded bool) (Routines[T, R], bool) {
	f := &fortran[T, R]{Routines: otherwise, lib: lib, complex: expr.TypeOf[T]().Kind() == expr.KindComplex}
	orgqr, evd := "orgqr_", "syevd_"
	if f.complex {
		orgqr, evd = "ungqr_", "heevd_"
	}
	for _, s := range []struct {
		name    string
		address *C.uintptr_t
	}{
		{"getrf_", &f.getrf}, {"potrf_", &f.potrf}, {"geqrf_", &f.geqrf}, {orgqr, &f.orgqr},
		{evd, &f.evd}, {"gesdd_", &f.gesdd}, {"trsm_", &f.trsm},
	} {
		address, err := lib.Sym(prefix + s.name)
		if err != nil {
			return otherwise, false
		}
		*s.address = C.uintptr_t(address)
	}
	return f, threaded
}

func address[E any](x []E) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(x)) }

func ints(x []int32) *C.int { return (*C.int)(address(x)) }

// reaches tells whether every dimension fits 32 bits, with some room.
func reaches(sizes ...int) bool {
	for _, n := range sizes {
		if n > math.MaxInt32/2 {
			return false
		}
	}
	return true
}

// length reads the number of elements of work memory that LAPACK wants from
// where it has put it, rounded up where the type could have rounded it down.
func length[T expr.Field](work T) (int, bool) {
	n := 0.0
	switch v := any(work).(type) {
	case float32:
		n = float64(math.Nextafter32(v, math.MaxFloat32))
	case float64:
		n = v
	case complex64:
		n = float64(math.Nextafter32(real(v), math.MaxFloat32))
	case complex128:
		n = real(v)
	}
	return int(math.Ceil(n)), n < math.MaxInt32
}

// called makes a call of the library.
func (f *fortran[T, R]) called(call func() C.int) int {
	f.lib.Enter()
	defer f.lib.Leave()
	return int(call())
}

// LU implements Routines.
func (f *fortran[T, R]) LU(m, n int, a []T, pivots []int64) {
	if !reaches(m, n) {
		f.Routines.LU(m, n, a, pivots)
		return
	}
	t := transposed(m, n, a)
	p := make([]int32, len(pivots))
	f.called(func() C.int { return C.hl_getrf(f.getrf, C.int(m), C.int(n), address(t), C.int(m), ints(p)) })
	transpose(n, m, t, a)
	for i, v := range p {
		pivots[i] = int64(v) - 1
	}
}

// Cholesky implements Routines. LAPACK reads conj(A) and finds conj(A) = Uᴴ·U in
// the upper triangle; A's L is Uᵀ, which is what stands there.
func (f *fortran[T, R]) Cholesky(n int, a []T) int {
	if !reaches(n) {
		return f.Routines.Cholesky(n, a)
	}
	w := roomy[T](len(a), n)
	copy(w, a)
	pivot := f.called(func() C.int { return C.hl_potrf(f.potrf, 'U', C.int(n), address(w), C.int(n)) }) - 1
	copy(a, w)
	return pivot
}

// QR implements Routines.
func (f *fortran[T, R]) QR(m, n int, a, tau []T) {
	var size [1]T
	t := transposed(m, n, a)
	run := func(work []T, lwork int) {
		f.called(func() C.int {
			return C.hl_geqrf(f.geqrf, C.int(m), C.int(n), address(t), C.int(m), address(tau), address(work), C.int(lwork))
		})
	}
	lwork, ok := 0, reaches(m, n)
	if ok {
		run(size[:], -1)
		lwork, ok = length(size[0])
	}
	if !ok {
		f.Routines.QR(m, n, a, tau)
		return
	}
	run(roomy[T](lwork, 0), lwork)
	transpose(n, m, t, a)
}

// FormQ implements Routines.
func (f *fortran[T, R]) FormQ(m, n int, q, tau []T) {
	var size [1]T
	t := transposed(m, n, q)
	run := func(work []T, lwork int) {
		f.called(func() C.int {
			return C.hl_orgqr(f.orgqr, C.int(m), C.int(n), C.int(len(tau)), address(t), C.int(m), address(tau), address(work), C.int(lwork))
		})
	}
	lwork, ok := 0, reaches(m, n)
	if ok {
		run(size[:], -1)
		lwork, ok = length(size[0])
	}
	if !ok {
		f.Routines.FormQ(m, n, q, tau)
		return
	}
	run(roomy[T](lwork, 0), lwork)
	transpose(n, m, t, q)
}

// SolveTriangular implements Routines. LAPACK reads Aᵀ and Bᵀ, and solves
// Xᵀ·op(A)ᵀ = Bᵀ.
func (f *fortran[T, R]) SolveTriangular(t Triangle, n, k int, a, b []T) {
	if !reaches(n, k) {
		f.Routines.SolveTriangular(t, n, k, a, b)
		return
	}
	uplo, trans, diag := C.char('U'), C.char('N'), C.char('N')
	if t.Upper {
		uplo = 'L'
	}
	if t.Conjugate {
		trans = 'C'
	}
	if t.Unit {
		diag = 'U'
	}
	one := [1]T{1}
	f.called(func() C.int {
		C.hl_trsm(f.trsm, 'R', uplo, trans, diag, C.int(k), C.int(n), address(one[:]), address(a), C.int(n), address(b), C.int(k))
		return 0
	})
}
