package blas

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/cblas128"
	"gonum.org/v1/gonum/blas/cblas64"
	native "gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/blas/testblas"
	"gonum.org/v1/gonum/mat"

	"github.com/cugond/cugond/backend"
)

// remote is a device whose memory the host can't address. It counts uploads.
type remote struct {
	backend.Device
	backend.BLAS
	uploads atomic.Int64
}

func (r *remote) CopyIn(dst backend.Buffer, offset int, src []byte) error {
	r.uploads.Add(1)
	return r.Device.CopyIn(dst, offset, src)
}

func remoteImplementation(t *testing.T) (*remote, Implementation) {
	dev := testDevice(t)
	r := &remote{Device: dev, BLAS: dev}
	return r, newOnDevice(func() backend.Device { return r }, 0)
}

func suites(impl Implementation) map[string]func(*testing.T) {
	return map[string]func(*testing.T){
		"Dasum":  func(t *testing.T) { testblas.DasumTest(t, impl) },
		"Daxpy":  func(t *testing.T) { testblas.DaxpyTest(t, impl) },
		"Dcopy":  func(t *testing.T) { testblas.DcopyTest(t, impl) },
		"Ddot":   func(t *testing.T) { testblas.DdotTest(t, impl) },
		"Dgbmv":  func(t *testing.T) { testblas.DgbmvTest(t, impl) },
		"Dgemv":  func(t *testing.T) { testblas.DgemvTest(t, impl) },
		"Dger":   func(t *testing.T) { testblas.DgerTest(t, impl) },
		"Dnrm2":  func(t *testing.T) { testblas.Dnrm2Test(t, impl) },
		"Drot":   func(t *testing.T) { testblas.DrotTest(t, impl) },
		"Drotg":  func(t *testing.T) { testblas.DrotgTest(t, impl, false) },
		"Drotm":  func(t *testing.T) { testblas.DrotmTest(t, impl) },
		"Drotmg": func(t *testing.T) { testblas.DrotmgTest(t, impl) },
		"Dsbmv":  func(t *testing.T) { testblas.DsbmvTest(t, impl) },
		"Dscal":  func(t *testing.T) { testblas.DscalTest(t, impl) },
		"Dspmv":  func(t *testing.T) { testblas.DspmvTest(t, impl) },
		"Dspr2":  func(t *testing.T) { testblas.Dspr2Test(t, impl) },
		"Dspr":   func(t *testing.T) { testblas.DsprTest(t, impl) },
		"Dswap":  func(t *testing.T) { testblas.DswapTest(t, impl) },
		"Dsymm":  func(t *testing.T) { testblas.DsymmTest(t, impl) },
		"Dsymv":  func(t *testing.T) { testblas.DsymvTest(t, impl) },
		"Dsyr2":  func(t *testing.T) { testblas.Dsyr2Test(t, impl) },
		"Dsyr2k": func(t *testing.T) { testblas.Dsyr2kTest(t, impl) },
		"Dsyr":   func(t *testing.T) { testblas.DsyrTest(t, impl) },
		"Dsyrk":  func(t *testing.T) { testblas.DsyrkTest(t, impl) },
		"Dtbmv":  func(t *testing.T) { testblas.DtbmvTest(t, impl) },
		"Dtbsv":  func(t *testing.T) { testblas.DtbsvTest(t, impl) },
		"Dtpmv":  func(t *testing.T) { testblas.DtpmvTest(t, impl) },
		"Dtpsv":  func(t *testing.T) { testblas.DtpsvTest(t, impl) },
		"Dtrmm":  func(t *testing.T) { testblas.DtrmmTest(t, impl) },
		"Dtrmv":  func(t *testing.T) { testblas.DtrmvTest(t, impl) },
		"Dtrsm":  func(t *testing.T) { testblas.DtrsmTest(t, impl) },
		"Dtrsv":  func(t *testing.T) { testblas.DtrsvTest(t, impl) },
		"Dtxmv":  func(t *testing.T) { testblas.DtxmvTest(t, impl) },
		"Dzasum": func(t *testing.T) { testblas.DzasumTest(t, impl) },
		"Dznrm2": func(t *testing.T) { testblas.Dznrm2Test(t, impl) },
		"Idamax": func(t *testing.T) { testblas.IdamaxTest(t, impl) },
		"Izamax": func(t *testing.T) { testblas.IzamaxTest(t, impl) },
		"Dgemm":  func(t *testing.T) { testblas.TestDgemm(t, impl) },
		"Zaxpy":  func(t *testing.T) { testblas.ZaxpyTest(t, impl) },
		"Zcopy":  func(t *testing.T) { testblas.ZcopyTest(t, impl) },
		"Zdotc":  func(t *testing.T) { testblas.ZdotcTest(t, impl) },
		"Zdotu":  func(t *testing.T) { testblas.ZdotuTest(t, impl) },
		"Zdscal": func(t *testing.T) { testblas.ZdscalTest(t, impl) },
		"Zgbmv":  func(t *testing.T) { testblas.ZgbmvTest(t, impl) },
		"Zgemm":  func(t *testing.T) { testblas.ZgemmTest(t, impl) },
		"Zgemv":  func(t *testing.T) { testblas.ZgemvTest(t, impl) },
		"Zgerc":  func(t *testing.T) { testblas.ZgercTest(t, impl) },
		"Zgeru":  func(t *testing.T) { testblas.ZgeruTest(t, impl) },
		"Zhbmv":  func(t *testing.T) { testblas.ZhbmvTest(t, impl) },
		"Zhemm":  func(t *testing.T) { testblas.ZhemmTest(t, impl) },
		"Zhemv":  func(t *testing.T) { testblas.ZhemvTest(t, impl) },
		"Zher2":  func(t *testing.T) { testblas.Zher2Test(t, impl) },
		"Zher2k": func(t *testing.T) { testblas.Zher2kTest(t, impl) },
		"Zher":   func(t *testing.T) { testblas.ZherTest(t, impl) },
		"Zherk":  func(t *testing.T) { testblas.ZherkTest(t, impl) },
		"Zhpmv":  func(t *testing.T) { testblas.ZhpmvTest(t, impl) },
		"Zhpr2":  func(t *testing.T) { testblas.Zhpr2Test(t, impl) },
		"Zhpr":   func(t *testing.T) { testblas.ZhprTest(t, impl) },
		"Zscal":  func(t *testing.T) { testblas.ZscalTest(t, impl) },
		"Zswap":  func(t *testing.T) { testblas.ZswapTest(t, impl) },
		"Zsymm":  func(t *testing.T) { testblas.ZsymmTest(t, impl) },
		"Zsyr2k": func(t *testing.T) { testblas.Zsyr2kTest(t, impl) },
		"Zsyrk":  func(t *testing.T) { testblas.ZsyrkTest(t, impl) },
		"Ztbmv":  func(t *testing.T) { testblas.ZtbmvTest(t, impl) },
		"Ztbsv":  func(t *testing.T) { testblas.ZtbsvTest(t, impl) },
		"Ztpmv":  func(t *testing.T) { testblas.ZtpmvTest(t, impl) },
		"Ztpsv":  func(t *testing.T) { testblas.ZtpsvTest(t, impl) },
		"Ztrmm":  func(t *testing.T) { testblas.ZtrmmTest(t, impl) },
		"Ztrmv":  func(t *testing.T) { testblas.ZtrmvTest(t, impl) },
		"Ztrsm":  func(t *testing.T) { testblas.ZtrsmTest(t, impl) },
		"Ztrsv":  func(t *testing.T) { testblas.ZtrsvTest(t, impl) },
	}
}

func TestGonumSuites(t *testing.T) {
	for name, suite := range suites(Gonum(testDevice(t))) {
		t.Run("cpu/"+name, suite)
	}
	level3 := []string{"Dsymm", "Dsyr2k", "Dsyrk", "Dtrmm", "Dtrsm", "Zgemm", "Zhemm", "Zher2k", "Zherk", "Zsymm", "Zsyr2k", "Zsyrk", "Ztrmm", "Ztrsm"}
	dev, impl := remoteImplementation(t)
	for name, suite := range suites(impl) {
		before := dev.uploads.Load()
		t.Run("remote/"+name, suite)
		if slices.Contains(level3, name) {
			assert.Greater(t, dev.uploads.Load(), before, "%s did not reach the device", name)
		}
	}
}

func TestUseRestores(t *testing.T) {
	f32, f64, c64, c128 := blas32.Implementation(), blas64.Implementation(), cblas64.Implementation(), cblas128.Implementation()
	dev := testDevice(t)
	restore := Use(dev)
	assert.Equal(t, dev.HostBLAS(), blas64.Implementation())
	assert.Equal(t, dev.HostBLAS(), cblas64.Implementation())
	restore()
	assert.Equal(t, f32, blas32.Implementation())
	assert.Equal(t, f64, blas64.Implementation())
	assert.Equal(t, c64, cblas64.Implementation())
	assert.Equal(t, c128, cblas128.Implementation())
}

// TestUseLater opens the device at the first large product, and once.
func TestUseLater(t *testing.T) {
	opened := 0
	dev := testDevice(t)
	defer UseLater(func() backend.Device { opened++; return dev })()
	var product mat.Dense
	small, large := mat.NewDense(3, 3, nil), mat.NewDense(512, 512, nil)
	product.Mul(small, small)
	assert.Zero(t, opened)
	for range 2 {
		product.Reset()
		product.Mul(large, large)
	}
	assert.Equal(t, 1, opened)
}

// TestDeviceThatCannot has gonum's code do what the device lacks.
func TestDeviceThatCannot(t *testing.T) {
	impl := newOnDevice(func() backend.Device { return plain{testDevice(t)} }, 0)
	r := rand.New(rand.NewPCG(23, 24))
	a, b, c := make([]float64, 12), make([]float64, 20), make([]float64, 15)
	for i := range b {
		a[i%12], b[i] = r.Float64(), r.Float64()
	}
	want := slices.Clone(c)
	native.Implementation{}.Dgemm(NoTrans, NoTrans, 3, 5, 4, 1, a, 4, b, 5, 0, want, 5)
	impl.Dgemm(NoTrans, NoTrans, 3, 5, 4, 1, a, 4, b, 5, 0, c, 5)
	assert.InDeltaSlice(t, want, c, 1e-14)
}
