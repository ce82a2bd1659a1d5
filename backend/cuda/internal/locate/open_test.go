//go:build cgo && (linux || darwin)

package locate

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/internal/dl"
)

// build compiles a C source into a shared library and returns its path.
func build(t *testing.T, source string) string {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler (cc) to build a test library with")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	src, lib := filepath.Join(dir, "lib.c"), filepath.Join(dir, "lib.so")
	require.NoError(t, os.WriteFile(src, []byte(source), 0o600))
	out, err := exec.Command(cc, "-shared", "-fPIC", "-o", lib, src).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return lib
}

func TestOpen(t *testing.T) {
	whole := build(t, "int one(void) { return 1; }\nint two(void) { return 2; }\n")
	part := build(t, "int one(void) { return 1; }\n")
	missing := filepath.Join(t.TempDir(), "missing.so")
	symbols := []Symbol{{Name: "one"}, {Name: "three", Optional: true}, {Name: "two"}}

	t.Run("first that has all", func(t *testing.T) {
		lib, addresses, err := Open("numbers", []string{missing, part, whole}, symbols)
		require.NoError(t, err)
		assert.Equal(t, whole, lib.Path())
		require.Len(t, addresses, 3)
		assert.NotZero(t, addresses[0])
		assert.Zero(t, addresses[1])
		assert.NotZero(t, addresses[2])
		require.NoError(t, lib.Close())
	})
	t.Run("none", func(t *testing.T) {
		lib, addresses, err := Open("numbers", []string{missing, part, "libno-such-library.so.9"}, symbols)
		assert.Nil(t, lib)
		assert.Nil(t, addresses)
		require.ErrorIs(t, err, dl.ErrNotFound)
		var e *dl.Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, "numbers", e.Library)
		assert.Equal(t, "two", e.Symbol)
		require.Len(t, e.Tried, 3)
		for i, path := range []string{missing, part, "libno-such-library.so.9"} {
			assert.Equal(t, path, e.Tried[i].Path)
			assert.NotEmpty(t, e.Tried[i].Reason)
			assert.Contains(t, err.Error(), path)
		}
	})
	t.Run("no candidates", func(t *testing.T) {
		_, _, err := Open("numbers", nil, symbols)
		assert.EqualError(t, err, "dl: library numbers: not found")
	})
}
