package hostlapack

import "github.com/cugond/cugond/backend/expr"

// widened computes in the double precision of W and WR.
type widened[T expr.Field, R expr.Float, W expr.Field, WR expr.Float] struct {
	trsm[T]
	wide       Routines[W, WR]
	widen      func(dst []W, src []T)
	narrow     func(dst []T, src []W)
	narrowReal func(dst []R, src []WR)
}

func widen[W, T expr.Float](dst []W, src []T) {
	for i, v := range src {
		dst[i] = W(v)
	}
}

func widenComplex[W, T expr.Complex](dst []W, src []T) {
	for i, v := range src {
		dst[i] = W(v)
	}
}

// with calls f with a wide copy of a, which replaces it afterwards.
func (r widened[T, R, W, WR]) with(a []T, f func(w []W)) {
	w := make([]W, len(a))
	r.widen(w, a)
	f(w)
	r.narrow(a, w)
}

// LU implements Routines.
func (r widened[T, R, W, WR]) LU(m, n int, a []T, pivots []int64) {
	r.with(a, func(w []W) { r.wide.LU(m, n, w, pivots) })
}

// Cholesky implements Routines.
func (r widened[T, R, W, WR]) Cholesky(n int, a []T) (pivot int) {
	r.with(a, func(w []W) { pivot = r.wide.Cholesky(n, w) })
	return pivot
}

// QR implements Routines.
func (r widened[T, R, W, WR]) QR(m, n int, a, tau []T) {
	r.with(a, func(w []W) {
		r.with(tau, func(wt []W) { r.wide.QR(m, n, w, wt) })
	})
}

// FormQ implements Routines.
func (r widened[T, R, W, WR]) FormQ(m, n int, q, tau []T) {
	r.with(q, func(w []W) {
		r.with(tau, func(wt []W) { r.wide.FormQ(m, n, w, wt) })
	})
}

// Eigh implements Routines.
func (r widened[T, R, W, WR]) Eigh(n int, a []T, w []R, vectors bool) (ok bool) {
	values := make([]WR, n)
	r.with(a, func(wide []W) { ok = r.wide.Eigh(n, wide, values, vectors) })
	r.narrowReal(w, values)
	return ok
}

// SVD implements Routines.
func (r widened[T, R, W, WR]) SVD(m, n int, a []T, s []R, u, vh []T, full bool) bool {
	values := make([]WR, len(s))
	wa := make([]W, len(a))
	r.widen(wa, a)
	var wu, wv []W
	if u != nil {
		wu, wv = make([]W, len(u)), make([]W, len(vh))
	}
	ok := r.wide.SVD(m, n, wa, values, wu, wv, full)
	r.narrow(u, wu)
	r.narrow(vh, wv)
	r.narrowReal(s, values)
	return ok
}
