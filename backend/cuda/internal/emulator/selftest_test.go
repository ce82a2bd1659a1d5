//go:build cgo && linux

package emulator

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A program that is linked to the libraries, with a process for each case.
func TestLibraries(t *testing.T) {
	paths := Build(t)
	compiler, _, err := findCompiler()
	require.NoError(t, err)
	program := filepath.Join(t.TempDir(), "selftest")
	args := []string{"-std=c++17", "-O0", "-o", program}
	files, err := filepath.Glob("testdata/*.cpp")
	require.NoError(t, err)
	args = append(args, files...)
	args = append(args, paths.CUDA, paths.NVRTC, paths.CuBLAS, "-Wl,-rpath,"+filepath.Dir(paths.CUDA))
	out, err := exec.Command(compiler, args...).CombinedOutput()
	require.NoError(t, err, "%s", out)

	list, err := exec.Command(program).Output()
	require.NoError(t, err)
	names := strings.Fields(string(list))
	require.Greater(t, len(names), 30)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			out, err := exec.Command(program, name).CombinedOutput()
			assert.NoError(t, err, "%s", out)
		})
	}
}
