//go:build cgo && linux

package cublas

import (
	"bytes"
	"fmt"
	"math"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSettings(t *testing.T) {
	f := open(t)
	last := variable[[4]uint64](t, f, "last")
	require.NoError(t, f.SetStream(0x51))
	assert.Equal(t, uint64(0x51), last[0])
	require.NoError(t, f.SetWorkspace(1<<40, 32<<20))
	assert.Equal(t, []uint64{1 << 40, 32 << 20}, last[:2])
	require.NoError(t, f.SetMathMode(TF32Math))
	assert.Equal(t, uint64(3), last[0])
	require.NoError(t, f.SetPointerMode(Device))
	assert.Equal(t, uint64(1), last[0])
	v, err := f.Handle.Version()
	require.NoError(t, err)
	assert.Equal(t, 130207, v)

	alive := variable[int64](t, f, "alive")
	assert.Equal(t, int64(1), *alive)
	require.NoError(t, f.Destroy())
	require.NoError(t, f.Destroy())
	assert.Zero(t, *alive)
	assert.ErrorIs(t, f.SetStream(0), NotInitialized)
}

// sample is a product whose numbers differ from each other.
func sample(kind DataType, compute Compute) *Product {
	return &Product{
		TransA: Trans, TransB: ConjTrans, M: 11, N: 12, K: 13, Alpha: complex(1.1, -2.1), Beta: complex(3.1, 4.1),
		A:       Matrix{Address: 1 << 40, Type: kind, Ld: 14, Stride: 1 << 33},
		B:       Matrix{Address: 1 << 41, Type: kind, Ld: 15, Stride: -2},
		C:       Matrix{Address: 1 << 42, Type: kind, Ld: 16, Stride: 3},
		Compute: compute,
	}
}

// calls returns every product by function, with whether it has strides, a batch
// and types.
func calls(h *Handle, p *Product, batch int) map[string]func() error {
	typed := map[DataType]string{Float32: "cublasSgemm", Float64: "cublasDgemm", Complex64: "cublasCgemm", Complex128: "cublasZgemm"}
	m := map[string]func() error{
		"cublasGemmEx":               func() error { return h.GemmEx(p) },
		"cublasGemmStridedBatchedEx": func() error { return h.GemmStridedBatchedEx(p, batch) },
		"cublasGemmBatchedEx":        func() error { return h.GemmBatchedEx(p, batch) },
	}
	if name, ok := typed[p.C.Type]; ok {
		m[name] = func() error { return h.Gemm(p) }
	}
	return m
}

// rounded returns a scalar as the library should read it.
func rounded(v complex128, kind DataType, compute Compute) [2]float64 {
	switch {
	case compute == Compute32I || compute == Compute32IPedantic:
		return [2]float64{math.Trunc(real(v)), 0}
	case kind == Complex64:
		return [2]float64{float64(float32(real(v))), float64(float32(imag(v)))}
	case kind == Complex128:
		return [2]float64{real(v), imag(v)}
	case compute == Compute64F || compute == Compute64FPedantic:
		return [2]float64{real(v), 0}
	}
	return [2]float64{float64(float32(real(v))), 0}
}

func TestProducts(t *testing.T) {
	f := open(t)
	record := variable[product](t, f, "product")
	for _, c := range []struct {
		kind    DataType
		compute Compute
	}{
		{Float32, Compute32F}, {Float32, Compute32FPedantic}, {Float32, Compute32FFastTF32}, {Float32, Compute32FFastFloat16},
		{Float32, Compute32FFastBFloat16}, {Float64, Compute64F}, {Float64, Compute64FPedantic}, {Complex64, Compute32F},
		{Complex128, Compute64F}, {Float16, Compute32F}, {BFloat16, Compute32F}, {Int32, Compute32I}, {Int32, Compute32IPedantic},
	} {
		for _, grow := range []func(p *Product, batch *int){
			func(*Product, *int) {},
			func(p *Product, _ *int) { p.M = 1 << 31 },
			func(p *Product, _ *int) { p.N = 1 << 32 },
			func(p *Product, _ *int) { p.K = math.MaxInt64 },
			func(p *Product, _ *int) { p.A.Ld = 1 << 31 },
			func(p *Product, _ *int) { p.B.Ld = 1 << 33 },
			func(p *Product, _ *int) { p.C.Ld = 1 << 35 },
			func(_ *Product, batch *int) { *batch = 1 << 31 },
			func(p *Product, batch *int) {
				p.M, p.N, p.K, *batch = math.MaxInt32, math.MaxInt32, math.MaxInt32, math.MaxInt32
			},
		} {
			p, batch := sample(c.kind, c.compute), 17
			grow(p, &batch)
			for name, call := range calls(f.Handle, p, batch) {
				require.NoError(t, call())
				isTyped := len(name) == len("cublasSgemm")
				isBatch, isStrided := name == "cublasGemmBatchedEx", name == "cublasGemmStridedBatchedEx"
				want := product{
					Size: [3]int64{int64(p.M), int64(p.N), int64(p.K)}, Ld: [3]int64{int64(p.A.Ld), int64(p.B.Ld), int64(p.C.Ld)},
					Address: [3]uint64{1 << 40, 1 << 41, 1 << 42}, Op: [2]int32{1, 2},
					Alpha: rounded(p.Alpha, c.kind, c.compute), Beta: rounded(p.Beta, c.kind, c.compute),
				}
				wide := max(p.M, p.N, p.K, p.A.Ld, p.B.Ld, p.C.Ld) > math.MaxInt32
				if isBatch || isStrided {
					want.Batch = int64(batch)
					wide = wide || batch > math.MaxInt32
				}
				if isStrided {
					want.Stride = [3]int64{1 << 33, -2, 3}
				}
				symbol := name
				if isTyped {
					symbol += "_v2"
				} else {
					want.Type = [3]int32{int32(c.kind), int32(c.kind), int32(c.kind)}
					want.Compute, want.Algorithm = int32(c.compute), -1
				}
				if wide {
					symbol += "_64"
				}
				assert.Equal(t, symbol, string(bytes.TrimRight(record.Function[:], "\x00")))
				want.Function = record.Function
				assert.Equal(t, want, *record, "%s of type %d", symbol, c.kind)
			}
		}
	}
}

func TestUnsupportedProducts(t *testing.T) {
	f := open(t)
	before := *variable[int64](t, f, "calls")
	for _, compute := range []Compute{0, 64, 67, 76, 1000} {
		p := sample(Float32, compute)
		assert.Equal(t, &Error{Func: "cublasGemmEx", Status: NotSupported}, f.GemmEx(p))
		assert.Equal(t, &Error{Func: "cublasGemmStridedBatchedEx", Status: NotSupported}, f.GemmStridedBatchedEx(p, 2))
		assert.Equal(t, &Error{Func: "cublasGemmBatchedEx", Status: NotSupported}, f.GemmBatchedEx(p, 2))
	}
	assert.Equal(t, &Error{Func: "cublasGemm", Status: NotSupported}, f.Gemm(sample(Float16, Compute32F)))
	mixed := sample(Float32, Compute32F)
	mixed.B.Type = Float64
	assert.Equal(t, &Error{Func: "cublasGemm", Status: NotSupported}, f.Gemm(mixed))
	assert.Equal(t, before, *variable[int64](t, f, "calls"))
}

func TestWithoutOptionalFunctions(t *testing.T) {
	f := open(t, "-DMINIMAL")
	p := sample(Float32, Compute32F)
	require.NoError(t, f.GemmEx(p))
	require.NoError(t, f.GemmStridedBatchedEx(p, 2))
	assert.Equal(t, &Error{Func: "cublasGemmBatchedEx", Status: NotSupported}, f.GemmBatchedEx(p, 2))
	assert.Equal(t, &Error{Func: "cublasSgemm", Status: NotSupported}, f.Gemm(p))
	assert.ErrorIs(t, f.SetPointerMode(Host), NotSupported)
	_, err := f.Handle.Version()
	assert.ErrorIs(t, err, NotSupported)
	p.M = 1 << 31
	assert.Equal(t, &Error{Func: "cublasGemmEx", Status: NotSupported}, f.GemmEx(p))
}

func TestEveryCallReturnsItsStatus(t *testing.T) {
	f := open(t)
	status, set := variable[int32](t, f, "next_status"), variable[int32](t, f, "set_status")
	all := calls(f.Handle, sample(Complex64, Compute32F), 2)
	all["cublasCreate"] = func() error {
		_, err := f.Create(uintptr(f.Handle.state.context), uintptr(f.Handle.state.set_current))
		return err
	}
	all["cublasSetStream"] = func() error { return f.SetStream(0) }
	all["cublasSetWorkspace"] = func() error { return f.SetWorkspace(0, 0) }
	all["cublasSetMathMode"] = func() error { return f.SetMathMode(DefaultMath) }
	all["cublasSetPointerMode"] = func() error { return f.SetPointerMode(Host) }
	all["cublasGetVersion"] = func() error { _, err := f.Handle.Version(); return err }
	for name, call := range all {
		*status = int32(ExecutionFailed)
		err := call()
		*status = 0
		assert.Equal(t, &Error{Func: name, Status: ExecutionFailed}, err)
		*set = 201
		err = call()
		*set = 0
		assert.Equal(t, &ContextError{Func: name, Status: 201}, err)
		assert.EqualError(t, err, name+" was not called: cuCtxSetCurrent returned 201; the device's context is lost or was released")
	}
	*status = int32(InternalError)
	_, err := Open(f.Path())
	assert.ErrorIs(t, err, InternalError)
	assert.ErrorContains(t, err, "cublasGetProperty returned 14 (CUBLAS_STATUS_INTERNAL_ERROR)")
	*status = int32(NotSupported)
	assert.Equal(t, &Error{Func: "cublasDestroy", Status: NotSupported}, f.Destroy())
}

func TestCurrentContext(t *testing.T) {
	f := open(t)
	var wg sync.WaitGroup
	for g := range 16 {
		wg.Go(func() {
			if g%2 == 0 {
				runtime.LockOSThread()
				if g%4 == 0 {
					defer runtime.UnlockOSThread() // otherwise the thread ends with the goroutine
				}
			}
			h, err := f.Create(context, uintptr(f.Handle.state.set_current))
			if !assert.NoError(t, err) {
				return
			}
			for range 100 {
				err := h.SetStream(uintptr(g))
				if err == nil {
					err = h.GemmEx(sample(Float64, Compute64F))
				}
				if err != nil {
					assert.NoError(t, fmt.Errorf("goroutine %d: %w", g, err))
					return
				}
			}
		})
	}
	wg.Wait()
	assert.Zero(t, *variable[int64](t, f, "stale"), "calls without a context set before them")
	assert.GreaterOrEqual(t, *variable[int64](t, f, "calls"), int64(16*201))
}

func TestProductsAllocateNothing(t *testing.T) {
	f := open(t)
	p := sample(Float32, Compute32F)
	var failed error
	allocs := testing.AllocsPerRun(100, func() {
		if err := f.GemmEx(p); err != nil {
			failed = err
		}
	})
	require.NoError(t, failed)
	assert.Zero(t, allocs)
}
