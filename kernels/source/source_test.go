package source_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/kernels/source"
)

// instruction is one that a valid program may hold.
type instruction struct {
	op      expr.Op
	in, out expr.DType
}

func (i instruction) String() string {
	return fmt.Sprintf("%s_%s_%s", i.op, i.in.Suffix(), i.out.Suffix())
}

func instructions() []instruction {
	var all []instruction
	for _, op := range expr.Ops() {
		for _, in := range expr.DTypes() {
			for _, out := range expr.DTypes() {
				if op.Row().Kinds.Has(in) && op.Row().Gives(in, out) {
					all = append(all, instruction{op, in, out})
				}
			}
		}
	}
	return all
}

// kernel writes the instruction as a kernel for element i.
func (i instruction) kernel(t *testing.T) string {
	row := i.op.Row()
	value, err := i.op.CUDAText(i.in, i.out, []string{"a[i]", "b[i]", "c[i]"}[:row.Arity]...)
	require.NoError(t, err)
	var b strings.Builder
	fmt.Fprintf(&b, "extern \"C\" __global__ void k_%v(%s *d", i, expr.CUDA.Type(i.out))
	for k := range row.Arity {
		fmt.Fprintf(&b, ", const %s *%c", expr.CUDA.Type(row.Operand(k, i.in)), 'a'+k)
	}
	fmt.Fprintf(&b, ", int i) { d[i] = %s; }\n", value)
	return b.String()
}

func testdata(t *testing.T, name string) string {
	text, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	return string(text)
}

// Every text of the table parses as CUDA C++ with the types that it claims.
func TestTextsParse(t *testing.T) {
	clang, err := exec.LookPath("clang++")
	if err != nil {
		t.Skip("clang++ is not installed")
	}
	var b strings.Builder
	b.WriteString(testdata(t, "stub.h"))
	b.WriteString(source.Prelude)
	all := instructions()
	require.Greater(t, len(all), 500)
	for _, i := range all {
		b.WriteString(i.kernel(t))
	}
	file := filepath.Join(t.TempDir(), "kernels.cu")
	require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o600))
	out, err := exec.Command(clang, "-x", "cuda", "--cuda-gpu-arch=sm_70", "--cuda-device-only", "-nocudainc", "-nocudalib",
		"-std=c++17", "-fsyntax-only", "-Wall", "-Werror", "-Wno-unused-function", "-Wno-unknown-cuda-version",
		file).CombinedOutput()
	require.NoError(t, err, "%s", out)
}
