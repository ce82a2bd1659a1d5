package cpu

import (
	"fmt"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/blas"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// HostBLAS is gonum's BLAS for all its element types.
type HostBLAS = interface {
	blas.Float32
	blas.Float64
	blas.Complex64
	blas.Complex128
}

// HostBLAS returns the BLAS that the device computes with, for slices: OpenBLAS
// when it was found, behind gonum's checks of arguments, or gonum's own.
func (d *Device) HostBLAS() HostBLAS { return d.blas.Impl }

// level3 is the operations of [backend.BLAS] on one of a call's matrices, for one
// element type. The views of a call are numbered from the one that is written on.
type level3 interface {
	gemm(p *product, at int64, alpha, beta complex128, conjA, conjB bool)
	symm(p *product, at int64, alpha, beta complex128, a *backend.Symmetric)
	syrk(p *product, at int64, alpha, beta complex128, c *backend.Symmetric, conj bool)
	syr2k(p *product, at int64, alpha, beta complex128, c *backend.Symmetric, conjA, conjB bool)
	triangular(p *product, at int64, solve bool, alpha complex128, a *backend.Triangular)
}

// Gemm implements backend.BLAS.
func (d *Device) Gemm(alpha complex128, a, b backend.Factor, beta complex128, c backend.View) (backend.Event, error) {
	m, n, err := matrixShape(c)
	if err != nil {
		return nil, inCall("gemm", err)
	}
	_, k, err := matrixShape(a.View)
	if err != nil {
		return nil, inCall("gemm", err)
	}
	return nil, d.level3("gemm", m, n, k, func(l level3, p *product, at int64) { l.gemm(p, at, alpha, beta, a.Conj, b.Conj) },
		sized{&c, m, n}, sized{&a.View, m, k}, sized{&b.View, k, n})
}

// Symm implements backend.BLAS.
func (d *Device) Symm(alpha complex128, a backend.Symmetric, b backend.View, beta complex128, c backend.View) (backend.Event, error) {
	m, n, err := matrixShape(c)
	if err != nil {
		return nil, inCall("symm", err)
	}
	return nil, d.level3("symm", m, n, m, func(l level3, p *product, at int64) { l.symm(p, at, alpha, beta, &a) },
		sized{&c, m, n}, sized{&a.View, m, m}, sized{&b, m, n})
}

// Syrk implements backend.BLAS.
func (d *Device) Syrk(alpha complex128, a backend.Factor, beta complex128, c backend.Symmetric) (backend.Event, error) {
	n, k, err := matrixShape(a.View)
	if err != nil {
		return nil, inCall("syrk", err)
	}
	return nil, d.level3("syrk", n, n, k, func(l level3, p *product, at int64) { l.syrk(p, at, alpha, beta, &c, a.Conj) },
		sized{&c.View, n, n}, sized{&a.View, n, k})
}

// Syr2k implements backend.BLAS.
func (d *Device) Syr2k(alpha complex128, a, b backend.Factor, beta complex128, c backend.Symmetric) (backend.Event, error) {
	n, k, err := matrixShape(a.View)
	if err != nil {
		return nil, inCall("syr2k", err)
	}
	return nil, d.level3("syr2k", n, n, k, func(l level3, p *product, at int64) { l.syr2k(p, at, alpha, beta, &c, a.Conj, b.Conj) },
		sized{&c.View, n, n}, sized{&a.View, n, k}, sized{&b.View, n, k})
}

// Trmm implements backend.BLAS.
func (d *Device) Trmm(alpha complex128, a backend.Triangular, b backend.View) (backend.Event, error) {
	return nil, d.triangular("trmm", false, alpha, &a, &b)
}

// Trsm implements backend.BLAS.
func (d *Device) Trsm(alpha complex128, a backend.Triangular, b backend.View) (backend.Event, error) {
	return nil, d.triangular("trsm", true, alpha, &a, &b)
}

func (d *Device) triangular(op string, solve bool, alpha complex128, a *backend.Triangular, b *backend.View) error {
	m, n, err := matrixShape(*b)
	if err != nil {
		return inCall(op, err)
	}
	return d.level3(op, m, n, m, func(l level3, p *product, at int64) { l.triangular(p, at, solve, alpha, a) },
		sized{b, m, n}, sized{&a.View, m, m})
}

// matrixShape returns the shape of a view's matrices.
func matrixShape(v backend.View) (rows, cols int, err error) {
	n := len(v.Shape)
	if n < 2 {
		return 0, 0, malformed("a matrix of shape %v", v.Shape)
	}
	return v.Shape[n-2], v.Shape[n-1], nil
}

func inCall(op string, err error) error { return fmt.Errorf("%s: %w", op, err) }

// sized is a view and the shape that its matrices must have.
type sized struct {
	view       *backend.View
	rows, cols int
}

// level3 checks the views of a call, of which the first is written, and does it
// for each of the matrices, m·n·k being the work.
func (d *Device) level3(op string, m, n, k int, do func(l level3, p *product, at int64), views ...sized) error {
	if d.closed.Load() {
		return d.errClosed(op)
	}
	c := views[0].view
	l, ok := d.routines(c.DType)
	if !ok {
		return fmt.Errorf("%s of %v: %w", op, c.DType, backend.ErrUnsupported)
	}
	nd := len(c.Shape)
	plain := make([]*backend.View, len(views))
	for i, v := range views {
		w := v.view
		if w.DType != c.DType || len(w.Shape) != nd || !slices.Equal(w.Shape[:nd-2], c.Shape[:nd-2]) ||
			w.Shape[nd-2] != v.rows || w.Shape[nd-1] != v.cols {
			return inCall(op, malformed("operand %d of %v has the shape %v, the result %v of %v", i, w.DType, w.Shape, c.Shape, c.DType))
		}
		plain[i] = w
	}
	p := &product{dev: d, lead: nd - 2, m: m, n: n, k: k}
	if err := p.load(plain); err != nil {
		return inCall(op, err)
	}
	if p.batch == 0 || m == 0 || n == 0 {
		return nil
	}
	err := p.each(func(at int64) { do(l, p, at) })
	runtime.KeepAlive(views)
	return err
}

// routines returns the operations of an element type, if BLAS has it.
func (d *Device) routines(t backend.DType) (l level3, ok bool) {
	switch t {
	case expr.Float32:
		return float32BLAS(d.blas.Impl), true
	case expr.Float64:
		return float64BLAS(d.blas.Impl), true
	case expr.Complex64:
		return complex64BLAS(d.blas.Impl), true
	case expr.Complex128:
		return complex128BLAS(d.blas.Impl), true
	}
	return nil, false
}
