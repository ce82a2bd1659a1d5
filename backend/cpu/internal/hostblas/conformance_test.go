package hostblas

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/blas/testblas"
)

// implementations returns gonum's BLAS and, where there is one, the optimised
// library's.
func implementations(t testing.TB) map[string]Implementation {
	t.Helper()
	g, err := Open(SpecGonum)
	require.NoError(t, err)
	impls := map[string]Implementation{"gonum": g.Impl}
	if l := optimised(t); l != nil {
		impls[l.Name] = l.Impl
	}
	return impls
}

// optimised returns the machine's optimised library, or nil if it has none.
func optimised(t testing.TB) *Library {
	t.Helper()
	l, err := Open(SpecAuto)
	require.NoError(t, err)
	if l.Fallback != nil {
		t.Logf("no optimised BLAS: %v", l.Fallback)
		return nil
	}
	return l
}

// variants returns all that there is to test: the implementations, the same
// without thresholds, and gonum's code alone, which other builds have.
func variants(t *testing.T) map[string]Implementation {
	t.Helper()
	all := map[string]Implementation{"portable": portable{}}
	for name, impl := range implementations(t) {
		all[name] = impl
		all["eager "+name] = withoutThresholds(impl)
	}
	return all
}

func TestGonumSuites(t *testing.T) {
	for name, impl := range variants(t) {
		t.Run(name, func(t *testing.T) {
			suites := []struct {
				name string
				run  func(*testing.T)
			}{
				{"Dgemm", func(t *testing.T) { testblas.TestDgemm(t, impl) }},
				{"Dsymm", func(t *testing.T) { testblas.DsymmTest(t, impl) }},
				{"Dsyrk", func(t *testing.T) { testblas.DsyrkTest(t, impl) }},
				{"Dtrsm", func(t *testing.T) { testblas.DtrsmTest(t, impl) }},
				{"Dgemv", func(t *testing.T) { testblas.DgemvTest(t, impl) }},
				{"Dger", func(t *testing.T) { testblas.DgerTest(t, impl) }},
				{"Ddot", func(t *testing.T) { testblas.DdotTest(t, impl) }},
				{"Dnrm2", func(t *testing.T) { testblas.Dnrm2Test(t, impl) }},
				{"Dasum", func(t *testing.T) { testblas.DasumTest(t, impl) }},
				{"Daxpy", func(t *testing.T) { testblas.DaxpyTest(t, impl) }},
				{"Dscal", func(t *testing.T) { testblas.DscalTest(t, impl) }},
				{"Zgemm", func(t *testing.T) { testblas.ZgemmTest(t, impl) }},
				{"Zgemv", func(t *testing.T) { testblas.ZgemvTest(t, impl) }},
				{"Zgeru", func(t *testing.T) { testblas.ZgeruTest(t, impl) }},
				{"Zgerc", func(t *testing.T) { testblas.ZgercTest(t, impl) }},
				{"Zdotu", func(t *testing.T) { testblas.ZdotuTest(t, impl) }},
				{"Zdotc", func(t *testing.T) { testblas.ZdotcTest(t, impl) }},
				{"Dznrm2", func(t *testing.T) { testblas.Dznrm2Test(t, impl) }},
				{"Dzasum", func(t *testing.T) { testblas.DzasumTest(t, impl) }},
				{"Zaxpy", func(t *testing.T) { testblas.ZaxpyTest(t, impl) }},
				{"Zscal", func(t *testing.T) { testblas.ZscalTest(t, impl) }},
				// These share the embedded implementation, and must go on working.
				{"Dtrmm", func(t *testing.T) { testblas.DtrmmTest(t, impl) }},
				{"Ztrsm", func(t *testing.T) { testblas.ZtrsmTest(t, impl) }},
				{"Idamax", func(t *testing.T) { testblas.IdamaxTest(t, impl) }},
			}
			for _, s := range suites {
				t.Run(s.name, s.run)
			}
		})
	}
}
