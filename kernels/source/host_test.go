package source_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
	"github.com/cugond/cugond/kernels/source"
)

// The texts mean what the oracles say, with the host's mathematical library in
// place of CUDA's.
func TestTextsAgreeWithOracles(t *testing.T) {
	compiler := ""
	for _, name := range []string{"g++", "clang++"} {
		if path, err := exec.LookPath(name); err == nil {
			compiler = path
			break
		}
	}
	if compiler == "" {
		t.Skip("no C++ compiler is installed")
	}
	all := instructions()
	binaryFile := build(t, compiler, all)

	want := make([][]expr.Scalar, len(all))
	operands := make([][][]expr.Scalar, len(all))
	var wait sync.WaitGroup
	for n, i := range all {
		operands[n] = numtest.Operands(i.op, i.in, 200)
		wait.Go(func() { want[n] = i.evaluate(operands[n]) })
	}
	wait.Wait()
	var input bytes.Buffer
	for n, columns := range operands {
		require.NoError(t, binary.Write(&input, binary.NativeEndian, [2]int32{int32(n), int32(len(columns[0]))}))
		for _, x := range columns {
			input.Write(numtest.Bytes(x))
		}
	}
	cmd := exec.Command(binaryFile)
	cmd.Stdin = &input
	output, err := cmd.Output()
	require.NoError(t, err)
	for n, i := range all {
		size := len(want[n]) * i.out.Size()
		require.GreaterOrEqual(t, len(output), size)
		got := numtest.Scalars(i.out, output[:size])
		output = output[size:]
		compare(t, i, operands[n], want[n], got)
	}
	require.Empty(t, output)
}

// evaluate gives the oracle's results.
func (i instruction) evaluate(columns [][]expr.Scalar) (out []expr.Scalar) {
	args := make([]expr.Scalar, len(columns))
	for e := range columns[0] {
		for k := range columns {
			args[k] = columns[k][e]
		}
		out = append(out, i.op.Eval(i.in, i.out, args...))
	}
	return out
}

func compare(t *testing.T, i instruction, args [][]expr.Scalar, want, got []expr.Scalar) {
	tol := numtest.Of(i.op, i.in)
	wrong := 0
	for e := range want {
		err := tol.Accepts(want[e], got[e])
		if err == nil {
			continue
		}
		if wrong++; wrong > 3 {
			continue
		}
		text := ""
		for k := range i.op.Row().Arity {
			text += " " + numtest.Format(args[k][e])
		}
		t.Errorf("%v of%s: %v", i, text, err)
	}
	if wrong > 3 {
		t.Errorf("%v: %d of %d wrong", i, wrong, len(want))
	}
}

// build compiles a program that runs the kernels, see testdata/host_main.h.
func build(t *testing.T, compiler string, all []instruction) string {
	var b, jobs strings.Builder
	b.WriteString(testdata(t, "host.h"))
	b.WriteString(source.Prelude)
	for _, i := range all {
		b.WriteString(i.kernel(t))
		var call string
		var sizes [3]int
		row := i.op.Row()
		for k := range row.Arity {
			d := row.Operand(k, i.in)
			call += fmt.Sprintf("(const %s *)%c, ", expr.CUDA.Type(d), 'a'+k)
			sizes[k] = d.Size()
		}
		fmt.Fprintf(&jobs, "{[](char *d, char *a, char *b, char *c, int i) { k_%v((%s *)d, %si); }, {%d, %d, %d}, %d},\n",
			i, expr.CUDA.Type(i.out), call, sizes[0], sizes[1], sizes[2], i.out.Size())
	}
	b.WriteString("struct job { void (*run)(char *, char *, char *, char *, int); int in[3], out; };\n")
	b.WriteString("static const job jobs[] = {\n" + jobs.String() + "};\n")
	b.WriteString(testdata(t, "host_main.h"))
	dir := t.TempDir()
	file, binaryFile := filepath.Join(dir, "host.cpp"), filepath.Join(dir, "host")
	require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o600))
	out, err := exec.Command(compiler, "-std=c++17", "-O0", "-ffp-contract=off", "-w", "-o", binaryFile, file, "-lm").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return binaryFile
}
