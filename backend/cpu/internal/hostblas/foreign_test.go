//go:build cgo && (linux || darwin)

package hostblas

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/internal/dl"
)

// build compiles a library with all of CBLAS's names, of which only cblas_ddot
// does anything, without those in omit, with a suffix, and with more code.
func build(t *testing.T, integer, suffix, omit, more string) string {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler (cc) to build a test library with")
	}
	var src strings.Builder
	for _, s := range new(functions).symbols() {
		if s.name != omit && s.name != "cblas_ddot" {
			src.WriteString("void " + s.name + suffix + "(void) {}\n")
		}
	}
	src.WriteString("double cblas_ddot" + suffix + "(" + integer + " n, const double *x, " + integer + " ix, const double *y, " + integer + " iy) {\n" +
		"	double s = 0;\n	for (" + integer + " i = 0; i < n; i++) s += x[i*ix] * y[i*iy];\n	return s;\n}\n" + more)
	dir := t.TempDir()
	file, lib := filepath.Join(dir, "blas.c"), filepath.Join(dir, "libblas.so")
	require.NoError(t, os.WriteFile(file, []byte(src.String()), 0o600))
	out, err := exec.Command(cc, "-shared", "-fPIC", "-o", lib, file).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return lib
}

func config(text string) string {
	return "const char *openblas_get_config(void) { return \"" + text + "\"; }\n"
}

func TestForeignLibraries(t *testing.T) {
	tests := []struct {
		name                        string
		integer, suffix, omit, more string
		reason                      string // why it is refused when named; empty if it is not
		autoReason                  string // the same when it is not named
	}{
		{name: "says 64-bit integers", integer: "int", more: config("OpenBLAS 0.3.21 USE64BITINT Zen"), reason: "ILP64", autoReason: "ILP64"},
		{name: "has 64-bit integers", integer: "long long", reason: "ILP64", autoReason: "ILP64"},
		{name: "has 64-bit integers and says nothing", integer: "long long", more: config("OpenBLAS 0.3.21 Zen"), reason: "ILP64", autoReason: "ILP64"},
		{name: "suffix", integer: "long long", suffix: "64_", reason: "suffix 64_", autoReason: "suffix 64_"},
		{name: "lacks a symbol", integer: "int", omit: "cblas_zscal", reason: "no symbol cblas_zscal", autoReason: "no symbol cblas_zscal"},
		{name: "unknown", integer: "int", autoReason: "not known to be optimised"},
		{name: "OpenBLAS", integer: "int", more: config("OpenBLAS 0.9.9 Zen MAX_THREADS=1") +
			"const char *openblas_get_corename(void) { return \"Zen9\"; }\nint openblas_get_num_threads(void) { return 3; }\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := build(t, test.integer, test.suffix, test.omit, test.more)
			check := func(l *Library, err error, reason string) {
				if reason != "" {
					assert.Nil(t, l)
					require.ErrorIs(t, err, dl.ErrNotFound)
					assert.Contains(t, err.Error(), path)
					assert.Contains(t, err.Error(), reason)
					return
				}
				require.NoError(t, err)
				if test.more == "" {
					assert.Equal(t, "CBLAS", l.Name)
					return
				}
				assert.Equal(t, "OpenBLAS", l.Name)
				assert.Equal(t, "0.9.9", l.Version)
				assert.Equal(t, "Zen9", l.Core)
				assert.Equal(t, 3, l.Threads)
				assert.Equal(t, 1, cap(l.gate))
			}
			l, err := Open(path)
			check(l, err, test.reason)
			l, err = openFirst(SpecAuto, "OpenBLAS", false, []string{path})
			check(l, err, test.autoReason)
		})
	}
}

// TestReferenceBLAS uses reference BLAS, where there is one, as the user may
// name it.
func TestReferenceBLAS(t *testing.T) {
	const path = "/usr/lib/x86_64-linux-gnu/blas/libblas.so.3"
	if _, err := os.Stat(path); err != nil {
		t.Skip("no reference BLAS")
	}
	_, err := openFirst(SpecAuto, "OpenBLAS", false, []string{path})
	require.ErrorContains(t, err, "not known to be optimised")
	l, err := Open(path)
	require.NoError(t, err)
	assert.Equal(t, "CBLAS", l.Name)
	smoke(t, l.Impl)
}

func TestNotBLAS(t *testing.T) {
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler (cc) to build a test library with")
	}
	dir := t.TempDir()
	file, lib := filepath.Join(dir, "x.c"), filepath.Join(dir, "libx.so")
	require.NoError(t, os.WriteFile(file, []byte("int x;\n"), 0o600))
	out, err := exec.Command(cc, "-shared", "-fPIC", "-o", lib, file).CombinedOutput()
	require.NoError(t, err, "%s", out)
	_, err = Open(lib)
	require.ErrorContains(t, err, "not a CBLAS library: no symbol cblas_sgemm")
}
