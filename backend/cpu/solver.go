package cpu

import (
	"fmt"
	"sync"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cpu/internal/hostlapack"
	"github.com/cugond/cugond/backend/expr"
)

// solvers are the solvers of the element types, opened when first needed.
type solvers struct {
	once sync.Once
	of   map[expr.DType]backend.Solver
}

// solver returns what solves systems of an element type.
func (d *Device) solver(op string, a backend.View) (backend.Solver, error) {
	d.solvers.once.Do(func() {
		s := hostlapack.Open(d.blas)
		d.solvers.of = map[expr.DType]backend.Solver{
			expr.Float32:    &solverOf[float32, float32]{d, s.Float32, s.Threaded},
			expr.Float64:    &solverOf[float64, float64]{d, s.Float64, s.Threaded},
			expr.Complex64:  &solverOf[complex64, float32]{d, s.Complex64, s.Threaded},
			expr.Complex128: &solverOf[complex128, float64]{d, s.Complex128, s.Threaded},
		}
	})
	s, ok := d.solvers.of[a.DType]
	if !ok {
		return nil, &backend.Error{Op: fmt.Sprintf("%s of %v", op, a.DType), Device: deviceName, Err: backend.ErrUnsupported}
	}
	return s, nil
}

// LU implements backend.Solver.
func (d *Device) LU(a, pivots backend.View) error {
	s, err := d.solver("LU", a)
	if err != nil {
		return err
	}
	return s.LU(a, pivots)
}

// LUSolve implements backend.Solver.
func (d *Device) LUSolve(lu, pivots, b backend.View) error {
	s, err := d.solver("LUSolve", lu)
	if err != nil {
		return err
	}
	return s.LUSolve(lu, pivots, b)
}

// SolveTriangular implements backend.Solver.
func (d *Device) SolveTriangular(a, b backend.View, t backend.Triangle) error {
	s, err := d.solver("SolveTriangular", a)
	if err != nil {
		return err
	}
	return s.SolveTriangular(a, b, t)
}

// Cholesky implements backend.Solver.
func (d *Device) Cholesky(a backend.View) error {
	s, err := d.solver("Cholesky", a)
	if err != nil {
		return err
	}
	return s.Cholesky(a)
}

// QR implements backend.Solver.
func (d *Device) QR(a, tau backend.View) error {
	s, err := d.solver("QR", a)
	if err != nil {
		return err
	}
	return s.QR(a, tau)
}

// FormQ implements backend.Solver.
func (d *Device) FormQ(q, tau backend.View) error {
	s, err := d.solver("FormQ", q)
	if err != nil {
		return err
	}
	return s.FormQ(q, tau)
}

// Eigh implements backend.Solver.
func (d *Device) Eigh(a, w backend.View, vectors bool) error {
	s, err := d.solver("Eigh", a)
	if err != nil {
		return err
	}
	return s.Eigh(a, w, vectors)
}

// SVD implements backend.Solver.
func (d *Device) SVD(a, s, u, vh backend.View) error {
	solver, err := d.solver("SVD", a)
	if err != nil {
		return err
	}
	return solver.SVD(a, s, u, vh)
}
