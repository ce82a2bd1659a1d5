//go:build cgo && linux

package cuda

import (
	"errors"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// Where a card multiplies double precision matrices on tensor cores faster than
// it multiplies single precision ones, large float32 and complex64 products are
// converted, multiplied in double precision and rounded once: less time, and an
// error some fifteen times smaller.

// rates are a card's speeds in 10⁹ multiply-adds and bytes a second.
type rates struct{ single, double, memory float64 }

// wideRates has the cards where double precision is the faster one, by
// compute capability. Measured with cuBLAS 13 on large square products; data
// centre cards of that capability have the ratio of 2 between the precisions.
var wideRates = map[int]rates{90: {single: 24300, double: 31000, memory: 4000}}

// overhead is about what the conversions' launches cost, in seconds.
const overhead = 15e-6

// widens reports whether a product takes less time in double precision.
func (d *Device) widens(pr *product) bool {
	r, ok := wideRates[d.props.arch()]
	if !ok || d.props.SingleToDouble > 2 || pr.count > 1 {
		return false
	}
	m, n, k := float64(pr.m), float64(pr.n), float64(pr.k)
	products, elements := m*n*k, m*k+k*n+m*n
	switch pr.dst.DType {
	case expr.Float32:
	case expr.Complex64:
		products, elements = 4*products, 2*elements
	default:
		return false
	}
	single := products / (r.single * 1e9)
	double := products/(r.double*1e9) + 12*elements/(r.memory*1e9) + overhead
	return double < single
}

// panelBytes bounds the converted copies of a product.
const panelBytes = 3 << 30

// panels returns how many rows of A and columns of B are converted at a time.
func (pr *product) panels(size int) (rows, cols int) {
	rows, cols = pr.m, pr.n
	for size*(rows*pr.k+cols*pr.k+rows*cols) > panelBytes && max(rows, cols) > 1024 {
		if rows >= cols {
			rows = (rows + 1) / 2
		} else {
			cols = (cols + 1) / 2
		}
	}
	return rows, cols
}

// matmulWide multiplies in double precision, a panel of the result at a time.
// When memory is short it multiplies as the types say.
func (d *Device) matmulWide(pr *product) error {
	wide := expr.Float64
	if pr.dst.DType == expr.Complex64 {
		wide = expr.Complex128
	}
	rows, cols := pr.panels(wide.Size())
	var work [3]*buffer // of A, B and C
	for i, n := range []int{rows * pr.k, pr.k * cols, rows * cols} {
		b, err := d.scratch(n * wide.Size())
		if errors.Is(err, backend.ErrOutOfMemory) {
			return d.gemm(pr, backend.FullPrecision)
		}
		if err != nil {
			return err
		}
		defer b.release()
		work[i] = b
	}
	// part takes rows and columns of a matrix.
	part := func(v backend.View, row, rows, col, cols int) backend.View {
		n := len(v.Strides)
		rs, cs := v.Strides[n-2], v.Strides[n-1]
		return backend.View{Buffer: v.Buffer, DType: v.DType, Offset: v.Offset + row*rs + col*cs, Shape: []int{rows, cols}, Strides: []int{rs, cs}}
	}
	full := func(b *buffer, rows, cols int) backend.View {
		return backend.View{Buffer: b, DType: wide, Shape: []int{rows, cols}, Strides: []int{cols, 1}}
	}
	for i := 0; i < pr.m; i += rows {
		m := min(rows, pr.m-i)
		a := full(work[0], m, pr.k)
		if err := d.cast(a, part(pr.a, i, m, 0, pr.k), a.Shape); err != nil {
			return err
		}
		for j := 0; j < pr.n; j += cols {
			n := min(cols, pr.n-j)
			b, c := full(work[1], pr.k, n), full(work[2], m, n)
			if err := d.cast(b, part(pr.b, 0, pr.k, j, n), b.Shape); err != nil {
				return err
			}
			if err := d.gemm(newProduct(c, a, b), backend.FullPrecision); err != nil {
				return err
			}
			if err := d.cast(part(pr.dst, i, m, j, n), c, c.Shape); err != nil {
				return err
			}
		}
	}
	return nil
}
