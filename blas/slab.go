package blas

import (
	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
)

// slab is a row-major matrix within a slice of the host.
type slab[T array.Field] struct {
	data           []T
	rows, cols, ld int
}

// slabOf returns a matrix that is rows×cols after a transposition.
func slabOf[T array.Field](t Transpose, rows, cols int, data []T, ld int) slab[T] {
	if t != NoTrans {
		rows, cols = cols, rows
	}
	return slab[T]{data, rows, cols, ld}
}

// fits reports whether a matrix that is not empty lies within its slice.
func (s slab[T]) fits() bool {
	return s.rows > 0 && s.cols > 0 && s.ld >= s.cols && s.cols <= len(s.data) && s.rows-1 <= (len(s.data)-s.cols)/s.ld
}

// up copies the matrix to a device.
func (s slab[T]) up(dev backend.Device) *array.Array[T] {
	data := s.data
	if s.ld != s.cols {
		data = make([]T, s.rows*s.cols)
		for i := range s.rows {
			copy(data[i*s.cols:(i+1)*s.cols], s.data[i*s.ld:])
		}
	}
	return array.FromSlice(dev, data[:s.rows*s.cols], s.rows, s.cols)
}

// down copies the elements back, those of one triangle unless uplo is 0.
func (s slab[T]) down(a *array.Array[T], uplo Uplo) error {
	if uplo == 0 && s.ld == s.cols {
		return a.CopyTo(s.data[:s.rows*s.cols])
	}
	data, err := a.ToSlice()
	if err != nil {
		return err
	}
	for i := range s.rows {
		from, to := 0, s.cols
		switch uplo {
		case Upper:
			from = i
		case Lower:
			to = i + 1
		}
		copy(s.data[i*s.ld+from:i*s.ld+to], data[i*s.cols+from:i*s.cols+to])
	}
	return nil
}

// compute has f compute c, of which the elements are read if read is set, from
// factors, and reports whether it is done: not if an argument is wrong, which is
// then for gonum's code to find, nor if the device fails. uplo, unless 0, is the
// triangle that is written.
func compute[T array.Field](dev backend.Device, c slab[T], read bool, uplo Uplo, f func(c *array.Array[T], in []*array.Array[T]), factors ...slab[T]) bool {
	for _, s := range append(factors, c) {
		if !s.fits() {
			return false
		}
	}
	in := make([]*array.Array[T], len(factors))
	for i, s := range factors {
		in[i] = s.up(dev)
		defer in[i].Close()
	}
	to := array.Empty[T](dev, c.rows, c.cols)
	if read {
		to.Close()
		to = c.up(dev)
	}
	defer to.Close()
	f(to, in)
	return c.down(to, uplo) == nil
}

func validTrans(t Transpose) bool { return t == NoTrans || t == Trans || t == ConjTrans }
func validUplo(u Uplo) bool       { return u == Upper || u == Lower }
func validSide(s Side) bool       { return s == Left || s == Right }
func validDiag(d Diag) bool       { return d == NonUnit || d == Unit }

func gemmOn[T array.Field](dev backend.Device, tA, tB Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) bool {
	if dev == nil || alpha == 0 || !validTrans(tA) || !validTrans(tB) {
		return false
	}
	return compute(dev, slab[T]{c, m, n, ldc}, beta != 0, 0, func(c *array.Array[T], in []*array.Array[T]) {
		Gemm(tA, tB, alpha, in[0], in[1], beta, c)
	}, slabOf(tA, m, k, a, lda), slabOf(tB, k, n, b, ldb))
}

func symmOn[T array.Field](dev backend.Device, f func(Side, Uplo, T, *array.Array[T], *array.Array[T], T, *array.Array[T]),
	s Side, u Uplo, m, n int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) bool {
	if dev == nil || alpha == 0 || !validSide(s) || !validUplo(u) {
		return false
	}
	size := along(s, m, n)
	return compute(dev, slab[T]{c, m, n, ldc}, beta != 0, 0, func(c *array.Array[T], in []*array.Array[T]) {
		f(s, u, alpha, in[0], in[1], beta, c)
	}, slab[T]{a, size, size, lda}, slab[T]{b, m, n, ldb})
}

// syrkOn is an update by one factor. A is T, or float64 of a Hermitian one.
func syrkOn[T, A array.Field](dev backend.Device, f func(Uplo, Transpose, A, *array.Array[T], A, *array.Array[T]), conj Transpose,
	u Uplo, t Transpose, n, k int, alpha A, a []T, lda int, beta A, c []T, ldc int) bool {
	if dev == nil || alpha == 0 || !validUplo(u) || t != NoTrans && t != conj && (isComplex[T]() || !validTrans(t)) {
		return false
	}
	return compute(dev, slab[T]{c, n, n, ldc}, beta != 0, u, func(c *array.Array[T], in []*array.Array[T]) {
		f(u, t, alpha, in[0], beta, c)
	}, slabOf(t, n, k, a, lda))
}

// syr2kOn is an update by two factors. B is T, or float64 of a Hermitian one.
func syr2kOn[T, B array.Field](dev backend.Device, f func(Uplo, Transpose, T, *array.Array[T], *array.Array[T], B, *array.Array[T]), conj Transpose,
	u Uplo, t Transpose, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta B, c []T, ldc int) bool {
	if dev == nil || alpha == 0 || !validUplo(u) || t != NoTrans && t != conj && (isComplex[T]() || !validTrans(t)) {
		return false
	}
	return compute(dev, slab[T]{c, n, n, ldc}, beta != 0, u, func(c *array.Array[T], in []*array.Array[T]) {
		f(u, t, alpha, in[0], in[1], beta, c)
	}, slabOf(t, n, k, a, lda), slabOf(t, n, k, b, ldb))
}

func triangularOn[T array.Field](dev backend.Device, f func(Side, Uplo, Transpose, Diag, T, *array.Array[T], *array.Array[T]),
	s Side, u Uplo, t Transpose, d Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int) bool {
	if dev == nil || alpha == 0 || !validSide(s) || !validUplo(u) || !validTrans(t) || !validDiag(d) {
		return false
	}
	size := along(s, m, n)
	return compute(dev, slab[T]{b, m, n, ldb}, true, 0, func(b *array.Array[T], in []*array.Array[T]) {
		f(s, u, t, d, alpha, in[0], b)
	}, slab[T]{a, size, size, lda})
}
