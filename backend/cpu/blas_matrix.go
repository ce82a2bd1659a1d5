package cpu

import (
	"gonum.org/v1/gonum/blas"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// t returns the matrix transposed.
func (m matrix[T]) t() matrix[T] {
	m.rows, m.cols, m.rs, m.cs = m.cols, m.rows, m.cs, m.rs
	return m
}

// byRows reports whether the matrix is what BLAS calls one: rows without gaps at
// a distance of ld.
func (m matrix[T]) byRows() (ld int, ok bool) {
	return max(m.rs, m.cols, 1), (m.cs == 1 || m.cols == 1) && (m.rs >= m.cols || m.rows == 1)
}

// origin returns the index of the element 0, 0.
func (m matrix[T]) origin() int {
	return max(0, -(m.rows-1)*m.rs) + max(0, -(m.cols-1)*m.cs)
}

// each calls f for the elements of one triangle, or of all with an uplo that is
// nil.
func (m matrix[T]) each(uplo *backend.Uplo, f func(i, j, at int)) {
	origin := m.origin()
	for i := range m.rows {
		from, to := 0, m.cols
		if uplo != nil && *uplo == backend.Upper {
			from = i
		} else if uplo != nil {
			to = i + 1
		}
		for j := from; j < to; j++ {
			f(i, j, origin+i*m.rs+j*m.cs)
		}
	}
}

// packed returns a copy by rows without gaps, in which the elements are
// conjugated if conj is not nil.
func (m matrix[T]) packed(conj func(T) T) matrix[T] {
	p := matrix[T]{data: make([]T, m.rows*m.cols), rows: m.rows, cols: m.cols, rs: m.cols, cs: 1}
	m.each(nil, func(i, j, at int) {
		v := m.data[at]
		if conj != nil {
			v = conj(v)
		}
		p.data[i*m.cols+j] = v
	})
	return p
}

// store takes the elements of a packed matrix, those of a triangle if uplo is
// not nil.
func (m matrix[T]) store(p matrix[T], uplo *backend.Uplo) {
	m.each(uplo, func(i, j, at int) { m.data[at] = p.data[i*p.cols+j] })
}

// written has f write the matrix by rows, or its transpose if that is what
// stands by rows. Other layouts are copied before and after.
func (m matrix[T]) written(uplo *backend.Uplo, f func(m matrix[T], transposed bool)) {
	if _, ok := m.byRows(); ok {
		f(m, false)
	} else if _, ok := m.t().byRows(); ok {
		f(m.t(), true)
	} else {
		p := m.packed(nil)
		f(p, false)
		m.store(p, uplo)
	}
}

// scale multiplies the elements of a triangle or, with an uplo that is nil, of
// all by beta; 0 clears whatever they are. diagonal, when not nil, is applied to
// the elements there first.
func scale[T expr.Field](m matrix[T], beta T, uplo *backend.Uplo, diagonal func(T) T) {
	m.each(uplo, func(i, j, at int) {
		switch {
		case beta == 0:
			m.data[at] = 0
		case diagonal != nil && i == j:
			m.data[at] = beta * diagonal(m.data[at])
		case beta != 1:
			m.data[at] *= beta
		}
	})
}

// taken returns how BLAS takes a factor: as it is or transposed, or from a copy.
// conj, when not nil, is how its elements are conjugated.
func (m matrix[T]) taken(conj func(T) T) (t blas.Transpose, data []T, ld int) {
	if ld, ok := m.byRows(); ok && conj == nil {
		return blas.NoTrans, m.data, ld
	}
	if ld, ok := m.t().byRows(); ok {
		if conj == nil {
			return blas.Trans, m.data, ld
		}
		return blas.ConjTrans, m.data, ld
	}
	p := m.packed(conj)
	return blas.NoTrans, p.data, p.cols
}

// rowMajor returns a matrix as BLAS takes it without a transposition, from a
// copy if need be.
func (m matrix[T]) rowMajor(conj func(T) T) (data []T, ld int) {
	if ld, ok := m.byRows(); ok && conj == nil {
		return m.data, ld
	}
	p := m.packed(conj)
	return p.data, p.cols
}

// vector returns a matrix of one column as BLAS takes a vector.
func (m matrix[T]) vector(conj func(T) T) (data []T, inc int) {
	switch {
	case conj != nil || m.rs == 0 && m.rows > 1:
		return m.packed(conj).data, 1
	case m.rows == 1:
		return m.data, 1
	}
	return m.data, m.rs
}

// blasUplo returns gonum's name of a triangle.
func blasUplo(u backend.Uplo) blas.Uplo {
	if u == backend.Lower {
		return blas.Lower
	}
	return blas.Upper
}

func blasDiag(unit bool) blas.Diag {
	if unit {
		return blas.Unit
	}
	return blas.NonUnit
}

// scalar returns a scalar of a call as what it was.
func scalar[T expr.Field](v complex128) T {
	return expr.ScalarAs[T](expr.ScalarOf(v).Cast(expr.TypeOf[T]()))
}
