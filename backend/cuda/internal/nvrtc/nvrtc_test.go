//go:build cgo && linux

package nvrtc

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/internal/dl"
)

// build compiles the fake compiler with some macros defined and returns its path.
func build(t *testing.T, macros ...string) string {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler (cc) to build a test library with")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	path := filepath.Join(dir, "libnvrtc.so.13")
	args := []string{"-std=gnu11", "-O2", "-shared", "-fPIC", "-o", path, filepath.Join("testdata", "fake.c")}
	for _, m := range macros {
		args = append(args, "-D"+m)
	}
	out, err := exec.Command(cc, args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return path
}

// variable returns one of the fake's variables.
func variable[T any](t *testing.T, l *Library, name string) *T {
	t.Helper()
	lib, err := dl.Open("fake", l.Path())
	require.NoError(t, err)
	address, err := lib.Sym(name)
	require.NoError(t, err)
	return (*T)(*(*unsafe.Pointer)(unsafe.Pointer(&address)))
}

func open(t *testing.T) *Library {
	t.Helper()
	l, err := Open(build(t))
	require.NoError(t, err)
	return l
}

func TestOpen(t *testing.T) {
	path := build(t)
	l, err := Open("/no/such/libnvrtc.so.13", build(t, "NO_CUBIN"), path)
	require.NoError(t, err)
	assert.Equal(t, path, l.Path())
	major, minor := l.Version()
	assert.Equal(t, []int{13, 1}, []int{major, minor})
	architectures, err := l.Architectures()
	require.NoError(t, err)
	assert.Equal(t, []int{75, 90, 120}, architectures)

	t.Setenv("CUGOND_CUDA_PATH", filepath.Dir(path))
	l, err = Open()
	require.NoError(t, err)
	assert.Equal(t, path, l.Path())
}

func TestOpenErrors(t *testing.T) {
	part := build(t, "NO_CUBIN")
	_, err := Open("/no/such/libnvrtc.so.13", part)
	require.ErrorIs(t, err, dl.ErrNotFound)
	var e *dl.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "nvrtcGetCUBIN", e.Symbol)
	assert.ErrorContains(t, err, "nvrtc")
	assert.ErrorContains(t, err, "/no/such/libnvrtc.so.13 (")
	assert.ErrorContains(t, err, part)
}

func TestCompile(t *testing.T) {
	l := open(t)
	tests := []struct {
		name, source string
		options      []string
		image, log   string
	}{
		{"real.cu", "text", []string{"--gpu-architecture=sm_90"}, "real.cu|text|1|--gpu-architecture=sm_90", ""},
		{"virtual.cu", "text", []string{"--fmad=false", "--gpu-architecture=compute_90"}, "virtual.cu|text|2|--fmad=false|--gpu-architecture=compute_90\x00", ""},
		{"", "", nil, "||0\x00", ""},
		{"empty option", "a\nb", []string{"", "--gpu-architecture=sm_75", ""}, "empty option|a\nb|3||--gpu-architecture=sm_75|", ""},
		{"w.cu", "a warning", []string{"--gpu-architecture=sm_90"}, "w.cu|a warning|1|--gpu-architecture=sm_90", "w.cu(1): a warning\n"},
	}
	for _, test := range tests {
		image, log, err := l.Compile(test.name, test.source, test.options...)
		require.NoError(t, err)
		assert.Equal(t, test.image, string(image))
		assert.Equal(t, test.log, log)
	}
	assert.Zero(t, *variable[int64](t, l, "alive"))
}

func TestCompileErrors(t *testing.T) {
	l := open(t)
	t.Run("text", func(t *testing.T) {
		image, log, err := l.Compile("e.cu", "an error")
		assert.Nil(t, image)
		assert.Equal(t, "e.cu(1): an error\n", log)
		assert.Equal(t, &Error{Func: "nvrtcCompileProgram", Status: ErrorCompilation, Program: "e.cu", Log: log}, err)
		assert.EqualError(t, err, "e.cu: nvrtcCompileProgram returned 6 (NVRTC_ERROR_COMPILATION): "+ErrorCompilation.Text()+"\ne.cu(1): an error")
	})
	t.Run("option", func(t *testing.T) {
		_, _, err := l.Compile("o.cu", "text", "--unknown")
		require.ErrorIs(t, err, ErrorInvalidOption)
		assert.ErrorContains(t, err, "o.cu: ")
	})
	t.Run("zero bytes", func(t *testing.T) {
		for _, text := range [][]string{{"a\x00", "b", "c"}, {"a", "\x00b", "c"}, {"a", "b", "c\x00"}} {
			_, _, err := l.Compile(text[0], text[1], text[2])
			assert.ErrorIs(t, err, ErrorInvalidInput)
		}
	})
	assert.Zero(t, *variable[int64](t, l, "alive"))
}

func TestEveryCallReturnsItsStatus(t *testing.T) {
	l := open(t)
	failing, failure := variable[[64]byte](t, l, "failing"), variable[int32](t, l, "failure")
	compile := func(option string) func() error {
		return func() error {
			image, _, err := l.Compile("p.cu", "text", option)
			if err != nil {
				assert.Nil(t, image)
			}
			return err
		}
	}
	architectures := func() error { _, err := l.Architectures(); return err }
	cubin, ptx := compile("--gpu-architecture=sm_90"), compile("--gpu-architecture=compute_90")
	for name, call := range map[string]func() error{
		"nvrtcVersion":              func() error { _, err := Open(l.Path()); return err },
		"nvrtcGetNumSupportedArchs": architectures,
		"nvrtcGetSupportedArchs":    architectures,
		"nvrtcCreateProgram":        cubin,
		"nvrtcCompileProgram":       cubin,
		"nvrtcGetProgramLogSize":    cubin,
		"nvrtcGetProgramLog":        cubin,
		"nvrtcGetCUBINSize":         cubin,
		"nvrtcGetCUBIN":             cubin,
		"nvrtcGetPTXSize":           ptx,
		"nvrtcGetPTX":               ptx,
		"nvrtcDestroyProgram":       cubin,
	} {
		for _, s := range []Status{ErrorOutOfMemory, ErrorInternalError} {
			*failing = [64]byte{}
			copy(failing[:], name)
			*failure = int32(s)
			err := call()
			*failing = [64]byte{}
			var e *Error
			if assert.ErrorAs(t, err, &e, name) {
				assert.Equal(t, name, e.Func)
				assert.Equal(t, s, e.Status)
			}
		}
	}
	assert.Zero(t, *variable[int64](t, l, "alive"))
}

func TestConcurrentCompile(t *testing.T) {
	l := open(t)
	var wg sync.WaitGroup
	for g := range 16 {
		wg.Go(func() {
			for i := range 50 {
				name := fmt.Sprintf("%d-%d", g, i)
				source := strings.Repeat("x", g+i)
				if i%5 == 0 {
					_, log, err := l.Compile(name, "error")
					assert.ErrorIs(t, err, ErrorCompilation)
					assert.Equal(t, name+"(1): an error\n", log)
					continue
				}
				image, _, err := l.Compile(name, source, "--gpu-architecture=sm_90")
				assert.NoError(t, err)
				assert.Equal(t, name+"|"+source+"|1|--gpu-architecture=sm_90", string(image))
			}
		})
	}
	wg.Wait()
	assert.Zero(t, *variable[int64](t, l, "alive"))
}
