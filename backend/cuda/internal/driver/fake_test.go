//go:build cgo && linux

package driver

import (
	"os/exec"
	"path/filepath"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/internal/dl"
)

// build compiles the fake driver with some macros defined and returns its path.
func build(t testing.TB, macros ...string) string {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler (cc) to build a test library with")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	path := filepath.Join(dir, "libcuda.so.1")
	args := []string{"-std=c11", "-O2", "-shared", "-fPIC", "-o", path, filepath.Join("testdata", "fake.c")}
	for _, m := range macros {
		args = append(args, "-D"+m)
	}
	out, err := exec.Command(cc, args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return path
}

// fake is an open fake driver with its first device's context, and the fake's
// variables.
type fake struct {
	*Driver
	*Context
	lib *dl.Library
}

func open(t testing.TB, macros ...string) *fake {
	t.Helper()
	path := build(t, macros...)
	d, err := Open(path)
	require.NoError(t, err)
	lib, err := dl.Open("fake", path)
	require.NoError(t, err)
	c, err := d.Retain(0)
	require.NoError(t, err)
	return &fake{d, c, lib}
}

// variable returns one of the fake's variables.
func variable[T any](t testing.TB, f *fake, name string) *T {
	t.Helper()
	address, err := f.lib.Sym(name)
	require.NoError(t, err)
	return (*T)(*(*unsafe.Pointer)(unsafe.Pointer(&address)))
}

// launched is the fake's record of a launch.
type launched struct {
	Function, Stream, Size uint64
	Grid, Block            [3]uint32
	Shared, Extra          uint32
	Args                   [4096]byte
}
