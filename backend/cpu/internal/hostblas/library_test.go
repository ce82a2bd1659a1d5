package hostblas

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/blas"

	"github.com/cugond/cugond/internal/dl"
)

// smoke multiplies two matrices that are large enough for the library.
func smoke(t *testing.T, b Implementation) {
	t.Helper()
	const n = 32
	c := make([]float64, n*n)
	b.Dgemm(blas.NoTrans, blas.Trans, n, n, n, 1, ones[float64](n*n), n, ones[float64](n*n), n, 0, c, n)
	for _, v := range c {
		require.Equal(t, float64(n), v)
	}
}

func TestOpenGonum(t *testing.T) {
	for _, spec := range []string{"gonum", " gonum "} {
		l, err := Open(spec)
		require.NoError(t, err)
		assert.Equal(t, "gonum", l.Name)
		assert.Empty(t, l.Path)
		assert.Equal(t, runtime.GOMAXPROCS(0), l.Threads)
		assert.NoError(t, l.Fallback)
		_, err = l.Sym("dgesdd_")
		require.ErrorIs(t, err, dl.ErrNotFound)
		l.Enter() // allowed, and free
		l.Leave()
		smoke(t, l.Impl)
	}
}

func TestOpenAutoNeverFails(t *testing.T) {
	for _, spec := range []string{"", "auto", "  "} {
		l, err := Open(spec)
		require.NoError(t, err)
		if l.Name == "gonum" {
			require.ErrorIs(t, l.Fallback, dl.ErrNotFound)
		} else {
			assert.NoError(t, l.Fallback)
			assert.NotEmpty(t, l.Path)
		}
		smoke(t, l.Impl)
	}
}

func TestOpenOpenBLAS(t *testing.T) {
	l, err := Open("openblas")
	if err != nil {
		var e *OpenError
		require.ErrorAs(t, err, &e)
		assert.Equal(t, "openblas", e.Spec)
		require.ErrorIs(t, err, dl.ErrNotFound)
		t.Skipf("no OpenBLAS: %v", err)
	}
	if l.Name != "OpenBLAS" {
		t.Skipf("the optimised library of this machine is %s", l.Name)
	}
	assert.Regexp(t, `^\d+\.\d+`, l.Version)
	assert.NotEmpty(t, l.Core)
	assert.Positive(t, l.Threads)
	assert.True(t, filepath.IsAbs(l.Path), l.Path)
	again, err := Open(l.Path)
	require.NoError(t, err)
	assert.Equal(t, l.Version, again.Version)
	smoke(t, again.Impl)
	address, err := again.Sym("cblas_dgemm")
	require.NoError(t, err)
	assert.NotZero(t, address)
	_, err = again.Sym("no_such_function_")
	require.ErrorIs(t, err, dl.ErrNotFound)
	again.Enter()
	again.Leave()
}

func TestOpenBadPath(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.so")
	require.NoError(t, os.WriteFile(text, []byte("not a library at all, but long enough to be read as one's header"), 0o600))
	for _, spec := range []string{filepath.Join(dir, "missing.so"), text, dir, "opnblas", "a\x00b"} {
		l, err := Open(spec)
		assert.Nil(t, l)
		require.ErrorIs(t, err, dl.ErrNotFound)
		var open *OpenError
		require.ErrorAs(t, err, &open)
		assert.Equal(t, spec, open.Spec)
		var e *dl.Error
		require.ErrorAs(t, err, &e)
		require.Len(t, e.Tried, 1)
		assert.Equal(t, spec, e.Tried[0].Path)
		assert.NotEmpty(t, e.Tried[0].Reason)
		for _, part := range []string{
			"hostblas: CUGOND_BLAS=" + spec, spec + " (" + e.Tried[0].Reason + ")", "install OpenBLAS", "libopenblas0", "gonum",
		} {
			assert.Contains(t, err.Error(), part)
		}
	}
}

func TestNothingFound(t *testing.T) {
	_, err := openFirst(SpecOpenBLAS, "OpenBLAS", false, []string{"/no/such/libopenblas.so.0", "libno-such-blas.so.3"})
	require.ErrorIs(t, err, dl.ErrNotFound)
	assert.Contains(t, err.Error(), "/no/such/libopenblas.so.0 (")
	assert.Contains(t, err.Error(), "libno-such-blas.so.3 (")
	l := gonumLibrary(err)
	assert.Equal(t, err, l.Fallback)
	smoke(t, l.Impl)
}

func TestOpenBLASConfig(t *testing.T) {
	n := runtime.NumCPU()
	tests := []struct {
		config   string
		parallel bool
		want     identity
	}{
		{
			"OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH NO_AFFINITY Zen MAX_THREADS=64", true,
			identity{name: "OpenBLAS", version: "0.3.21", calls: min(n, 64)},
		},
		{
			"OpenBLAS 0.3.21 USE64BITINT DYNAMIC_ARCH NO_AFFINITY Haswell MAX_THREADS=1", true,
			identity{name: "OpenBLAS", version: "0.3.21", int64s: true, calls: 1},
		},
		{"OpenBLAS 0.3.26 DYNAMIC_ARCH SINGLE_THREADED", false, identity{name: "OpenBLAS", version: "0.3.26", calls: 1}},
		{"", true, identity{name: "OpenBLAS", calls: n}},
		{"OpenBLAS", true, identity{name: "OpenBLAS", calls: n}},
		{"OpenBLAS 0.3.1 MAX_THREADS=x", true, identity{name: "OpenBLAS", version: "0.3.1", calls: n}},
	}
	for _, test := range tests {
		assert.Equal(t, test.want, openBLAS(test.config, test.parallel), test.config)
	}
}

func TestCandidates(t *testing.T) {
	for _, goos := range []string{"linux", "darwin", "windows", "plan9"} {
		for _, arch := range []string{"amd64", "arm64", "riscv64"} {
			c := candidates(goos, arch)
			require.NotEmpty(t, c)
			for _, place := range c {
				assert.NotContains(t, place, "//")
			}
		}
	}
}
