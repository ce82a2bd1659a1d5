//go:build cgo && (linux || darwin)

package dl

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// build compiles a C source into a shared library and returns its path.
func build(t *testing.T, source string) string {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler (cc) to build a test library with")
	}
	dir := t.TempDir()
	// The loader reports resolved paths.
	dir, err = filepath.EvalSymlinks(dir)
	require.NoError(t, err)
	src := filepath.Join(dir, "answer.c")
	lib := filepath.Join(dir, "libanswer.so")
	require.NoError(t, os.WriteFile(src, []byte(source), 0o600))
	out, err := exec.Command(cc, "-shared", "-fPIC", "-o", lib, src).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return lib
}

const answer = "int answer(void) { return 42; }\nint data = 7;\n"

func TestOpenAndSym(t *testing.T) {
	path := build(t, answer)
	lib, err := Open("answer", path)
	require.NoError(t, err)
	assert.Equal(t, "answer", lib.Name())
	assert.Equal(t, path, lib.Path())
	for _, name := range []string{"answer", "data"} {
		addr, err := lib.Sym(name)
		require.NoError(t, err)
		assert.NotZero(t, addr)
	}
	require.NoError(t, lib.Close())
}

func TestPathResolvesLinks(t *testing.T) {
	path := build(t, answer)
	link := filepath.Join(filepath.Dir(path), "libother.so")
	require.NoError(t, os.Symlink(path, link))
	lib, err := Open("answer", link)
	require.NoError(t, err)
	assert.Equal(t, path, lib.Path())
	require.NoError(t, lib.Close())
}

func TestRelativePathBecomesAbsolute(t *testing.T) {
	path := build(t, answer)
	t.Chdir(filepath.Dir(path))
	lib, err := Open("answer", "./"+filepath.Base(path))
	require.NoError(t, err)
	assert.Equal(t, path, lib.Path())
	require.NoError(t, lib.Close())
}

func TestNameIsTheOnlyCandidate(t *testing.T) {
	path := build(t, answer)
	lib, err := Open(path)
	require.NoError(t, err)
	require.NoError(t, lib.Close())
}

func TestLaterCandidateServes(t *testing.T) {
	path := build(t, answer)
	lib, err := Open("answer", "libno-such-library.so.9", path)
	require.NoError(t, err)
	assert.Equal(t, path, lib.Path())
	require.NoError(t, lib.Close())
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.so")
	require.NoError(t, os.WriteFile(text, []byte("this is not a library, only text that is long enough to be read as a header"), 0o600))
	empty := filepath.Join(dir, "empty.so")
	require.NoError(t, os.WriteFile(empty, nil, 0o600))
	missing := filepath.Join(dir, "missing.so")
	tests := []struct {
		name       string
		candidates []string
		reasons    []string // a part of each reason
	}{
		{"missing path", []string{missing}, []string{missing}},
		{"missing soname", []string{"libno-such-library.so.9"}, []string{"libno-such-library.so.9"}},
		{"not a library", []string{text}, []string{text}},
		{"empty file", []string{empty}, []string{empty}},
		{"folder", []string{dir}, []string{dir}},
		{"empty name", []string{""}, []string{"empty name"}},
		{"NUL byte", []string{"libc.so.6\x00junk"}, []string{"NUL"}},
		{"several", []string{missing, text, ""}, []string{missing, text, "empty name"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			lib, err := Open("answer", test.candidates...)
			assert.Nil(t, lib)
			require.ErrorIs(t, err, ErrNotFound)
			var e *Error
			require.ErrorAs(t, err, &e)
			assert.Equal(t, "answer", e.Library)
			assert.Empty(t, e.Symbol)
			require.Len(t, e.Tried, len(test.candidates))
			assert.Contains(t, err.Error(), "library answer")
			for i, c := range test.candidates {
				assert.Equal(t, c, e.Tried[i].Path)
				assert.Contains(t, e.Tried[i].Reason, test.reasons[i])
				assert.Contains(t, err.Error(), c+" ("+e.Tried[i].Reason+")")
			}
		})
	}
}

func TestUnresolvedDependencyFailsAtOpen(t *testing.T) {
	path := build(t, "int missing_function(void);\nint answer(void) { return missing_function(); }\n")
	_, err := Open("answer", path)
	require.ErrorIs(t, err, ErrNotFound)
	assert.Contains(t, err.Error(), "missing_function")
}

func TestSymErrors(t *testing.T) {
	path := build(t, answer)
	lib, err := Open("answer", path)
	require.NoError(t, err)
	defer lib.Close()
	for _, symbol := range []string{"question", "", "answer\x00junk"} {
		addr, err := lib.Sym(symbol)
		assert.Zero(t, addr)
		require.ErrorIs(t, err, ErrNotFound)
		var e *Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, symbol, e.Symbol)
		assert.Contains(t, err.Error(), symbol)
		assert.Contains(t, err.Error(), path)
	}
}

func TestClosed(t *testing.T) {
	path := build(t, answer)
	lib, err := Open("answer", path)
	require.NoError(t, err)
	require.NoError(t, lib.Close())
	_, err = lib.Sym("answer")
	require.ErrorIs(t, err, ErrClosed)
	assert.NotErrorIs(t, err, ErrNotFound)
	assert.Equal(t, "dl: symbol answer of library answer: library is closed", err.Error())
	require.ErrorIs(t, lib.Close(), ErrClosed)
	assert.Equal(t, path, lib.Path())
}

func TestConcurrentUse(t *testing.T) {
	path := build(t, answer)
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for range 50 {
				lib, err := Open("answer", "/no/such/library.so", path)
				if !assert.NoError(t, err) {
					return
				}
				_, err = lib.Sym("answer")
				assert.NoError(t, err)
				// The reason must be that of this very call.
				_, err = Open("gone", "/no/such/gone.so")
				assert.ErrorContains(t, err, "/no/such/gone.so (")
				_, err = lib.Sym("question")
				assert.ErrorContains(t, err, "question")
				assert.NoError(t, lib.Close())
			}
		})
	}
	wg.Wait()
}
