package cpu

import (
	"gonum.org/v1/gonum/blas"

	"github.com/cugond/cugond/backend"
)

// conjIf returns how factors that are conjugated are, nil for others and for
// real ones.
func (r *blasRoutines[T]) conjIf(conj bool) func(T) T {
	if conj {
		return r.conj
	}
	return nil
}

func (r *blasRoutines[T]) gemm(p *product, at int64, alpha, beta complex128, conjA, conjB bool) {
	c := operandAt[T](p, 0, p.m, p.n, at)
	al, be := scalar[T](alpha), scalar[T](beta)
	if al == 0 || p.k == 0 {
		scale(c, be, nil, nil)
		return
	}
	a, b := operandAt[T](p, 1, p.m, p.k, at), operandAt[T](p, 2, p.k, p.n, at)
	ca, cb := r.conjIf(conjA), r.conjIf(conjB)
	switch {
	case c.cols == 1:
		r.matrixVector(al, a, ca, b, cb, be, c)
		return
	case c.rows == 1:
		r.matrixVector(al, b.t(), cb, a.t(), ca, be, c.t())
		return
	}
	c.written(nil, func(c matrix[T], transposed bool) {
		if transposed {
			a, ca, b, cb = b.t(), cb, a.t(), ca
		}
		ldc := max(c.rs, c.cols)
		if p.k == 1 && be == 1 {
			x, incX := a.vector(ca)
			y, incY := b.t().vector(cb)
			r.ger(c.rows, c.cols, al, x, incX, y, incY, c.data, ldc)
			return
		}
		ta, ad, lda := a.taken(ca)
		tb, bd, ldb := b.taken(cb)
		r.gemmOf(ta, tb, c.rows, c.cols, p.k, al, ad, lda, bd, ldb, be, c.data, ldc)
	})
}

// matrixVector is gemm with a result of one column.
func (r *blasRoutines[T]) matrixVector(alpha T, a matrix[T], ca func(T) T, x matrix[T], cx func(T) T, beta T, y matrix[T]) {
	t, ad, lda := a.taken(ca)
	rows, cols := a.rows, a.cols
	if t != blas.NoTrans {
		rows, cols = cols, rows
	}
	xd, incX := x.vector(cx)
	yd, incY := y.vector(nil)
	r.gemv(t, rows, cols, alpha, ad, lda, xd, incX, beta, yd, incY)
}

// symmetric returns a symmetric or Hermitian matrix by rows, and its triangle.
func (r *blasRoutines[T]) symmetric(m matrix[T], u backend.Uplo, hermitian bool) (data []T, ld int, uplo blas.Uplo) {
	if _, ok := m.byRows(); !ok && !hermitian {
		if ld, ok := m.t().byRows(); ok {
			return m.data, ld, blasUplo(u.Other())
		}
	}
	data, ld = m.rowMajor(nil)
	return data, ld, blasUplo(u)
}

func (r *blasRoutines[T]) symm(p *product, at int64, alpha, beta complex128, s *backend.Symmetric) {
	c := operandAt[T](p, 0, p.m, p.n, at)
	al, be := scalar[T](alpha), scalar[T](beta)
	if al == 0 {
		scale(c, be, nil, nil)
		return
	}
	hermitian := s.Hermitian && r.conj != nil
	a, b := operandAt[T](p, 1, p.m, p.m, at), operandAt[T](p, 2, p.m, p.n, at)
	mul, vec := r.symmOf, r.symv
	if hermitian {
		mul, vec = r.hemm, r.hemv
	}
	if c.cols == 1 && vec != nil {
		ad, lda, uplo := r.symmetric(a, s.Uplo, hermitian)
		x, incX := b.vector(nil)
		y, incY := c.vector(nil)
		vec(uplo, p.m, al, ad, lda, x, incX, be, y, incY)
		return
	}
	c.written(nil, func(c matrix[T], transposed bool) {
		side, u := blas.Left, s.Uplo
		if transposed {
			side, u, a, b = blas.Right, u.Other(), a.t(), b.t()
		}
		ad, lda, uplo := r.symmetric(a, u, hermitian)
		bd, ldb := b.rowMajor(nil)
		mul(side, uplo, c.rows, c.cols, al, ad, lda, bd, ldb, be, c.data, max(c.rs, c.cols))
	})
}

// rank returns the factors of a rank update, which BLAS takes all transposed or
// none.
func (r *blasRoutines[T]) rank(hermitian bool, factors []matrix[T], conj []func(T) T) (t blas.Transpose, data [][]T, lds []int) {
	transposed := true
	for i, f := range factors {
		_, plain := f.byRows()
		_, turned := f.t().byRows()
		// The right one of AᴴA's factors is the one that is not conjugated.
		fits := turned && (conj[i] != nil) == hermitian
		transposed = transposed && fits && (!plain || conj[i] != nil)
	}
	if transposed {
		t = blas.Trans
		if hermitian {
			t = blas.ConjTrans
		}
		for _, f := range factors {
			ld, _ := f.t().byRows()
			data, lds = append(data, f.data), append(lds, ld)
		}
		return t, data, lds
	}
	for i, f := range factors {
		d, ld := f.rowMajor(conj[i])
		data, lds = append(data, d), append(lds, ld)
	}
	return blas.NoTrans, data, lds
}

func (r *blasRoutines[T]) syrk(p *product, at int64, alpha, beta complex128, s *backend.Symmetric, conj bool) {
	r.update(p, at, alpha, beta, s, []bool{conj})
}

func (r *blasRoutines[T]) syr2k(p *product, at int64, alpha, beta complex128, s *backend.Symmetric, conjA, conjB bool) {
	r.update(p, at, alpha, beta, s, []bool{conjA, conjB})
}

// update is syrk and syr2k, which differ by the number of factors.
func (r *blasRoutines[T]) update(p *product, at int64, alpha, beta complex128, s *backend.Symmetric, conj []bool) {
	hermitian := s.Hermitian && r.conj != nil
	c := operandAt[T](p, 0, p.n, p.n, at)
	al, be := scalar[T](alpha), scalar[T](beta)
	if al == 0 || p.k == 0 {
		var diagonal func(T) T
		if hermitian {
			diagonal = r.real
		}
		scale(c, be, &s.Uplo, diagonal)
		return
	}
	if be == 0 {
		scale(c, 0, &s.Uplo, nil) // gonum's syrk multiplies NaN by 0
	}
	c.written(&s.Uplo, func(c matrix[T], transposed bool) {
		u := s.Uplo
		if transposed {
			u = u.Other()
		}
		// The transpose of a Hermitian matrix is its conjugate.
		turned := transposed && hermitian
		factors, conjs := make([]matrix[T], len(conj)), make([]func(T) T, len(conj))
		for i := range conj {
			factors[i], conjs[i] = operandAt[T](p, 1+i, p.n, p.k, at), r.conjIf(conj[i] != turned)
		}
		t, data, lds := r.rank(hermitian, factors, conjs)
		uplo, ldc := blasUplo(u), max(c.rs, c.cols)
		al := al
		if turned {
			al = r.conj(al)
		}
		switch {
		case len(factors) == 1 && hermitian:
			r.herk(uplo, t, p.n, p.k, al, data[0], lds[0], be, c.data, ldc)
		case len(factors) == 1:
			r.syrkOf(uplo, t, p.n, p.k, al, data[0], lds[0], be, c.data, ldc)
		case hermitian:
			r.her2k(uplo, t, p.n, p.k, al, data[0], lds[0], data[1], lds[1], be, c.data, ldc)
		default:
			r.syr2kOf(uplo, t, p.n, p.k, al, data[0], lds[0], data[1], lds[1], be, c.data, ldc)
		}
	})
}

func (r *blasRoutines[T]) triangular(p *product, at int64, solve bool, alpha complex128, tri *backend.Triangular) {
	b := operandAt[T](p, 0, p.m, p.n, at)
	al := scalar[T](alpha)
	if al == 0 {
		scale(b, 0, nil, nil)
		return
	}
	a := operandAt[T](p, 1, p.m, p.m, at)
	conj, diag := r.conjIf(tri.Conj), blasDiag(tri.Unit)
	mul, vec := r.trmm, r.trmv
	if solve {
		mul, vec = r.trsm, r.trsv
	}
	if b.cols == 1 && al == 1 {
		t, ad, lda := a.taken(conj)
		x, inc := b.vector(nil)
		vec(storedIn(tri.Uplo, t), t, diag, p.m, ad, lda, x, inc)
		return
	}
	b.written(nil, func(b matrix[T], transposed bool) {
		side, u := blas.Left, tri.Uplo
		if transposed {
			side, u, a = blas.Right, u.Other(), a.t()
		}
		t, ad, lda := a.taken(conj)
		mul(side, storedIn(u, t), t, diag, b.rows, b.cols, al, ad, lda, b.data, max(b.rs, b.cols))
	})
}

// storedIn returns the triangle of what stands in memory, of which the matrix is
// the transpose as t says.
func storedIn(u backend.Uplo, t blas.Transpose) blas.Uplo {
	if t != blas.NoTrans {
		u = u.Other()
	}
	return blasUplo(u)
}
