package cpu

import (
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cpu/internal/hostlapack"
	"github.com/cugond/cugond/backend/expr"
)

// solverOf is the backend.Solver of one element type.
type solverOf[T expr.Field, R expr.Float] struct {
	dev      *Device
	routines hostlapack.Routines[T, R]
	threaded bool
}

// extents returns the lengths of a view's axes, of which it must have three.
func extents(v backend.View) (count, m, n int, err error) {
	if len(v.Shape) != 3 {
		return 0, 0, 0, malformed("matrices of shape %v", v.Shape)
	}
	return v.Shape[0], v.Shape[1], v.Shape[2], nil
}

// LU implements backend.Solver.
func (s *solverOf[T, R]) LU(a, pivots backend.View) error {
	count, m, n, err := extents(a)
	if err != nil {
		return err
	}
	b := s.dev.newBatch("LU", count)
	as, ps := stackOf[T](b, a, m, n), stackOf[int64](b, pivots, min(m, n))
	return b.each(m*n, s.threaded, func(i int) (int, error) {
		if m*n > 0 {
			s.routines.LU(m, n, as.at(i), ps.at(i))
		}
		return 0, nil
	})
}

// LUSolve implements backend.Solver.
func (s *solverOf[T, R]) LUSolve(lu, pivots, rhs backend.View) error {
	count, n, _, err := extents(lu)
	if err != nil {
		return err
	}
	_, _, k, err := extents(rhs)
	if err != nil {
		return err
	}
	b := s.dev.newBatch("Solve", count)
	as, ps, bs := stackOf[T](b, lu, n, n), stackOf[int64](b, pivots, n), stackOf[T](b, rhs, n, k)
	return b.each(n*(n+k), s.threaded, func(i int) (int, error) {
		if n == 0 {
			return 0, nil
		}
		f, x := as.at(i), bs.at(i)
		if p := zeroPivot(n, f); p >= 0 {
			return p, backend.ErrSingular
		}
		if k == 0 {
			return 0, nil
		}
		for r, p := range ps.at(i) {
			if int(p) != r {
				swapRows(x[r*k:(r+1)*k], x[int(p)*k:(int(p)+1)*k])
			}
		}
		s.routines.SolveTriangular(hostlapack.Triangle{Unit: true}, n, k, f, x)
		s.routines.SolveTriangular(hostlapack.Triangle{Upper: true}, n, k, f, x)
		return 0, nil
	})
}

func swapRows[T any](x, y []T) {
	for i := range x {
		x[i], y[i] = y[i], x[i]
	}
}

// zeroPivot returns the first index of a zero on the diagonal, or -1.
func zeroPivot[T expr.Field](n int, a []T) int {
	for i := range n {
		if a[i*n+i] == 0 {
			return i
		}
	}
	return -1
}

// SolveTriangular implements backend.Solver.
func (s *solverOf[T, R]) SolveTriangular(a, rhs backend.View, t backend.Triangle) error {
	count, n, _, err := extents(a)
	if err != nil {
		return err
	}
	_, _, k, err := extents(rhs)
	if err != nil {
		return err
	}
	b := s.dev.newBatch("SolveTriangular", count)
	as, bs := stackOf[T](b, a, n, n), stackOf[T](b, rhs, n, k)
	return b.each(n*(n+k), s.threaded, func(i int) (int, error) {
		if n == 0 {
			return 0, nil
		}
		f := as.at(i)
		if p := zeroPivot(n, f); p >= 0 && !t.Unit {
			return p, backend.ErrSingular
		}
		if k > 0 {
			s.routines.SolveTriangular(hostlapack.Triangle(t), n, k, f, bs.at(i))
		}
		return 0, nil
	})
}

// Cholesky implements backend.Solver.
func (s *solverOf[T, R]) Cholesky(a backend.View) error {
	count, n, _, err := extents(a)
	if err != nil {
		return err
	}
	b := s.dev.newBatch("Cholesky", count)
	as := stackOf[T](b, a, n, n)
	return b.each(n*n, s.threaded, func(i int) (int, error) {
		if n == 0 {
			return 0, nil
		}
		if p := s.routines.Cholesky(n, as.at(i)); p >= 0 {
			return p, backend.ErrNotPositiveDefinite
		}
		return 0, nil
	})
}

// QR implements backend.Solver.
func (s *solverOf[T, R]) QR(a, tau backend.View) error {
	count, m, n, err := extents(a)
	if err != nil {
		return err
	}
	b := s.dev.newBatch("QR", count)
	as, ts := stackOf[T](b, a, m, n), stackOf[T](b, tau, min(m, n))
	return b.each(m*n, s.threaded, func(i int) (int, error) {
		if m*n > 0 {
			s.routines.QR(m, n, as.at(i), ts.at(i))
		}
		return 0, nil
	})
}

// FormQ implements backend.Solver.
func (s *solverOf[T, R]) FormQ(q, tau backend.View) error {
	count, m, n, err := extents(q)
	if err != nil {
		return err
	}
	k := 0
	if len(tau.Shape) == 2 {
		k = tau.Shape[1]
	}
	b := s.dev.newBatch("FormQ", count)
	if m < n || n < k {
		return malformed("FormQ of shape %v with %d reflectors", q.Shape, k)
	}
	qs, ts := stackOf[T](b, q, m, n), stackOf[T](b, tau, k)
	return b.each(m*n, s.threaded, func(i int) (int, error) {
		if m*n > 0 {
			s.routines.FormQ(m, n, qs.at(i), ts.at(i))
		}
		return 0, nil
	})
}

// Eigh implements backend.Solver.
func (s *solverOf[T, R]) Eigh(a, w backend.View, vectors bool) error {
	count, n, _, err := extents(a)
	if err != nil {
		return err
	}
	b := s.dev.newBatch("Eigh", count)
	as, ws := stackOf[T](b, a, n, n), stackOf[R](b, w, n)
	return b.each(n*n, s.threaded, func(i int) (int, error) {
		if n > 0 && !s.routines.Eigh(n, as.at(i), ws.at(i), vectors) {
			return -1, backend.ErrNotConverged
		}
		return 0, nil
	})
}

// SVD implements backend.Solver.
func (s *solverOf[T, R]) SVD(a, values, u, vh backend.View) error {
	count, m, n, err := extents(a)
	if err != nil {
		return err
	}
	k := min(m, n)
	b := s.dev.newBatch("SVD", count)
	as, ss := stackOf[T](b, a, m, n), stackOf[R](b, values, k)
	vectors, full := u.Buffer != nil, false
	var us, vs stack[T]
	if vectors {
		_, _, cols, err := extents(u)
		if err != nil {
			return err
		}
		_, rows, _, err := extents(vh)
		if err != nil {
			return err
		}
		full = cols > k || rows > k
		us, vs = stackOf[T](b, u, m, cols), stackOf[T](b, vh, rows, n)
		if full && (cols != m || rows != n) || !full && (cols != k || rows != k) {
			return malformed("SVD of shape %v to vectors of shapes %v and %v", a.Shape, u.Shape, vh.Shape)
		}
	}
	return b.each(m*n, s.threaded, func(i int) (int, error) {
		if k == 0 {
			if vectors { // full ones of an empty matrix
				unit(m, us.at(i))
				unit(n, vs.at(i))
			}
			return 0, nil
		}
		var uw, vw []T
		if vectors {
			uw, vw = us.at(i), vs.at(i)
		}
		if !s.routines.SVD(m, n, as.at(i), ss.at(i), uw, vw, full) {
			return -1, backend.ErrNotConverged
		}
		return 0, nil
	})
}

// unit makes a, n×n or empty, the identity.
func unit[T expr.Field](n int, a []T) {
	clear(a)
	for i := range len(a) / max(n, 1) {
		a[i*n+i] = 1
	}
}
