//go:build cgo && linux

package cublas

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/internal/dl"
)

func TestOpen(t *testing.T) {
	path := build(t)
	l, err := Open("/no/such/libcublas.so.13", build(t, "-DNO_GEMM"), path)
	require.NoError(t, err)
	assert.Equal(t, path, l.Path())
	major, minor, patch := l.Version()
	assert.Equal(t, []int{13, 2, 7}, []int{major, minor, patch})

	t.Setenv("CUGOND_CUDA_PATH", filepath.Dir(path))
	l, err = Open()
	require.NoError(t, err)
	assert.Equal(t, path, l.Path())
}

func TestOpenErrors(t *testing.T) {
	part := build(t, "-DNO_GEMM")
	_, err := Open("/no/such/libcublas.so.13", part, "libno-such-library.so.9")
	require.ErrorIs(t, err, dl.ErrNotFound)
	var e *dl.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "cublasGemmEx", e.Symbol)
	assert.Len(t, e.Tried, 3)
	assert.ErrorContains(t, err, "library cublas")
	for _, path := range []string{"/no/such/libcublas.so.13", part, "libno-such-library.so.9"} {
		assert.ErrorContains(t, err, path+" (")
	}
}

// TestLtOfTheSameFolder opens a library that needs symbols of a cublasLt which
// the loader finds only if it was opened before.
func TestLtOfTheSameFolder(t *testing.T) {
	dir := folder(t)
	lt := buildLt(t, dir)
	path := compile(t, filepath.Join(dir, "libcublas.so.99"), filepath.Join("testdata", "fake.c"), "-DNEED_LT", lt)

	l, err := Open(path)
	require.NoError(t, err)
	assert.Equal(t, path, l.Path())

	// Now that the loader knows the cublasLt, its soname leads to the folder.
	l, err = Open("libcublas.so.99")
	require.NoError(t, err)
	assert.Equal(t, path, l.Path())
}

func TestBrokenLt(t *testing.T) {
	path := build(t)
	lt := filepath.Join(filepath.Dir(path), "libcublasLt.so.13")
	require.NoError(t, os.WriteFile(lt, []byte("no library"), 0o600))
	_, err := Open(path)
	require.ErrorIs(t, err, dl.ErrNotFound)
	assert.ErrorContains(t, err, lt+" (")

	whole := build(t)
	l, err := Open(path, whole)
	require.NoError(t, err)
	assert.Equal(t, whole, l.Path())
}

func TestStatuses(t *testing.T) {
	names, texts := map[string]bool{}, map[string]bool{}
	codes := []Status{0, 1, 3, 7, 8, 11, 13, 14, 15, 16}
	for _, code := range codes {
		d, ok := statuses[code]
		assert.True(t, ok, "status %d", int(code))
		assert.Regexp(t, `^CUBLAS_STATUS_[A-Z_]+$`, d.name)
		assert.False(t, names[d.name], "%s twice", d.name)
		assert.False(t, texts[d.text], "text of %s twice", d.name)
		names[d.name], texts[d.text] = true, true
		assert.Greater(t, len(d.text), 15, d.name)
		assert.Equal(t, d.name+": "+d.text, code.Error())
	}
	assert.Len(t, statuses, len(codes))
	assert.Equal(t, "CUBLAS_STATUS_ALLOC_FAILED", AllocFailed.Name())
	assert.Equal(t, "CUBLAS_STATUS_EXECUTION_FAILED", ExecutionFailed.Name())
	assert.Equal(t, "CUBLAS status 99", Status(99).Name())
	assert.NotEmpty(t, Status(99).Text())
}
