//go:build cgo && linux

package cublas

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/internal/dl"
)

const context = 0xc0de

// compile makes a shared library. It gets no soname unless args say so: the
// loader would take it for the machine's own when a test asks for that.
func compile(t testing.TB, path string, args ...string) string {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler (cc) to build a test library with")
	}
	args = append([]string{"-std=gnu11", "-O2", "-shared", "-fPIC", "-o", path}, args...)
	out, err := exec.Command(cc, args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return path
}

// folder returns an empty folder by its real name.
func folder(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	return dir
}

// build compiles the fake library with arguments for the compiler and returns
// its path.
func build(t testing.TB, args ...string) string {
	t.Helper()
	return compile(t, filepath.Join(folder(t), "libcublas.so.13"), append([]string{filepath.Join("testdata", "fake.c")}, args...)...)
}

// buildLt compiles a cublasLt of a release that never was into a folder.
func buildLt(t testing.TB, dir string) string {
	t.Helper()
	source := filepath.Join(dir, "lt.c")
	require.NoError(t, os.WriteFile(source, []byte("int cublasLtFake(void) { return 1; }\n"), 0o600))
	return compile(t, filepath.Join(dir, "libcublasLt.so.99"), source, "-Wl,-soname,libcublasLt.so.99")
}

// fake is an open fake library with a handle, and the fake's variables.
type fake struct {
	*Library
	*Handle
	lib *dl.Library
}

func open(t testing.TB, args ...string) *fake {
	t.Helper()
	l, err := Open(build(t, args...))
	require.NoError(t, err)
	lib, err := dl.Open("fake", l.Path())
	require.NoError(t, err)
	set, err := lib.Sym("cuCtxSetCurrent")
	require.NoError(t, err)
	h, err := l.Create(context, set)
	require.NoError(t, err)
	return &fake{l, h, lib}
}

// variable returns one of the fake's variables.
func variable[T any](t testing.TB, f *fake, name string) *T {
	t.Helper()
	address, err := f.lib.Sym(name)
	require.NoError(t, err)
	return (*T)(*(*unsafe.Pointer)(unsafe.Pointer(&address)))
}

// product is the fake's record of a product.
type product struct {
	Function           [40]byte
	Size, Ld, Stride   [3]int64
	Batch              int64
	Address            [3]uint64
	Alpha, Beta        [2]float64
	Op                 [2]int32
	Type               [3]int32
	Compute, Algorithm int32
}
