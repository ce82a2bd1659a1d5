//go:build cgo && linux

package cublas

// #cgo noescape cgb_gemm_ex
// #cgo nocallback cgb_gemm_ex
// #cgo noescape cgb_gemm_strided
// #cgo nocallback cgb_gemm_strided
// #cgo noescape cgb_gemm_batched
// #cgo nocallback cgb_gemm_batched
// #cgo noescape cgb_gemm_typed
// #cgo nocallback cgb_gemm_typed
// #include "sys.h"
import "C"

// Each product returns when it is queued. Sizes beyond 2³¹-1 use the library's
// functions for 64 bits.

// GemmEx queues a product of matrices of any supported types, computed as
// p.Compute says.
func (h *Handle) GemmEx(p *Product) error {
	g := p.c(1)
	return check("cublasGemmEx", C.cgb_gemm_ex(&h.library.table, &h.state, &g))
}

// GemmStridedBatchedEx queues batch products; the matrices of each lie p.A.Stride,
// p.B.Stride and p.C.Stride elements after those of the one before. An operand
// with stride 0 is the same for all; C's stride must not let results overlap.
func (h *Handle) GemmStridedBatchedEx(p *Product, batch int) error {
	g := p.c(batch)
	return check("cublasGemmStridedBatchedEx", C.cgb_gemm_strided(&h.library.table, &h.state, &g))
}

// GemmBatchedEx queues batch products of matrices anywhere in device memory:
// the operands' addresses are those of arrays of addresses, which lie in device
// memory too and must stay until the work has run.
func (h *Handle) GemmBatchedEx(p *Product, batch int) error {
	g := p.c(batch)
	return check("cublasGemmBatchedEx", C.cgb_gemm_batched(&h.library.table, &h.state, &g))
}

// Gemm queues a product of matrices of one type, with the function for the type
// of C: Float32, Float64, Complex64 or Complex128. The math mode decides about
// the precision.
func (h *Handle) Gemm(p *Product) error {
	function := p.function()
	if function == "" {
		return &Error{Func: "cublasGemm", Status: NotSupported}
	}
	g := p.c(1)
	return check(function, C.cgb_gemm_typed(&h.library.table, &h.state, &g))
}

// function returns the name of the typed function, "" where there is none.
func (p *Product) function() string {
	if p.A.Type != p.C.Type || p.B.Type != p.C.Type {
		return ""
	}
	switch p.C.Type {
	case Float32:
		return "cublasSgemm"
	case Float64:
		return "cublasDgemm"
	case Complex64:
		return "cublasCgemm"
	case Complex128:
		return "cublasZgemm"
	}
	return ""
}

// c returns the product for C.
func (p *Product) c(batch int) C.cgb_gemm {
	return C.cgb_gemm{
		a: p.A.c(), b: p.B.c(), c: p.C.c(),
		m: C.int64_t(p.M), n: C.int64_t(p.N), k: C.int64_t(p.K), batch: C.int64_t(batch),
		alpha: [2]C.double{C.double(real(p.Alpha)), C.double(imag(p.Alpha))},
		beta:  [2]C.double{C.double(real(p.Beta)), C.double(imag(p.Beta))},
		ta:    C.int(p.TransA), tb: C.int(p.TransB), compute: C.int(p.Compute),
	}
}

func (m *Matrix) c() C.cgb_matrix {
	return C.cgb_matrix{address: C.uint64_t(m.Address), ld: C.int64_t(m.Ld), stride: C.int64_t(m.Stride), _type: C.int(m.Type)}
}
