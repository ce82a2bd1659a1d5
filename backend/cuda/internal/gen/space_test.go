package gen

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// memory is a buffer without any memory.
type memory int

func (m memory) Len() int      { return int(m) }
func (m memory) Free()         {}
func (m memory) Managed() bool { return true }

// parse has clang read texts as CUDA C++.
func parse(t *testing.T, texts ...string) {
	t.Helper()
	clang, err := exec.LookPath("clang++")
	if err != nil {
		t.Skip("clang++ is not installed")
	}
	stub, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "kernels", "source", "testdata", "stub.h"))
	require.NoError(t, err)
	dir := t.TempDir()
	args := []string{"-x", "cuda", "--cuda-gpu-arch=sm_70", "--cuda-device-only", "-nocudainc", "-nocudalib",
		"-std=c++17", "-fsyntax-only", "-Wall", "-Werror", "-Wno-unused", "-Wno-unknown-cuda-version"}
	for i, text := range texts {
		file := filepath.Join(dir, "kernel"+string(rune('a'+i%26))+string(rune('a'+i/26))+".cu")
		require.NoError(t, os.WriteFile(file, []byte(string(stub)+text), 0o600))
		args = append(args, file)
	}
	out, err := exec.Command(clang, args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
}

func chain() *expr.Program {
	f := expr.Float32
	p := &expr.Program{Inputs: []expr.DType{f, f}, Params: []expr.DType{f}}
	p.Instrs = []expr.Instr{
		{Op: expr.Mul, In: f, Out: f, Args: [3]expr.Ref{0, 1}},
		{Op: expr.Sin, In: f, Out: f, Args: [3]expr.Ref{0}},
		{Op: expr.Add, In: f, Out: f, Args: [3]expr.Ref{3, 4}},
		{Op: expr.Sub, In: f, Out: f, Args: [3]expr.Ref{5, 2}},
	}
	return p
}

func TestMapTextsParse(t *testing.T) {
	m := memory(1 << 30)
	view := func(offset int, strides ...int) backend.View {
		return backend.View{Buffer: m, DType: expr.Float32, Strides: strides, Offset: offset}
	}
	kernels := map[string]*backend.Kernel{
		"flat":       {Shape: []int{1000}, Inputs: []backend.View{view(0, 1), view(4, 1)}, Stores: []backend.Store{{Value: 6, View: view(0, 1)}}},
		"unaligned":  {Shape: []int{1000}, Inputs: []backend.View{view(1, 1), view(0, 0)}, Stores: []backend.Store{{Value: 6, View: view(3, 1)}}},
		"large":      {Shape: []int{1 << 28}, Inputs: []backend.View{view(0, 1), view(0, 1)}, Stores: []backend.Store{{Value: 6, View: view(0, 1)}}},
		"giant":      {Shape: []int{1 << 20, 1 << 13}, Inputs: []backend.View{view(0, 0, 1), view(0, 1, 0)}, Stores: []backend.Store{{Value: 6, View: view(0, 1<<13, 1)}}},
		"rows":       {Shape: []int{7, 12}, Inputs: []backend.View{view(0, 0, 1), view(0, 1, 0)}, Stores: []backend.Store{{Value: 6, View: view(0, 12, 1)}, {Value: 3, View: view(0, 24, 2)}}},
		"odd":        {Shape: []int{7, 5, 3}, Inputs: []backend.View{view(0, 1, 7, 35), view(104, -15, -3, -1)}, Stores: []backend.Store{{Value: 6, View: view(0, 15, 3, 1)}}},
		"transposed": {Shape: []int{5, 32, 64}, Inputs: []backend.View{view(0, 2048, 1, 32), view(0, 0, 0, 1)}, Stores: []backend.Store{{Value: 6, View: view(0, 2048, 64, 1)}}},
		"awry":       {Shape: []int{3, 33, 4, 65}, Inputs: []backend.View{view(1, 0, 1, 0, 33), view(0, 0, 1, 65, 66)}, Stores: []backend.Store{{Value: 6, View: view(0, 33*65*4, 65*4, 65, 1)}}},
		"channels":   {Shape: []int{1000}, Inputs: []backend.View{view(0, 3), view(2, 3)}, Stores: []backend.Store{{Value: 6, View: view(0, 1)}}},
		"positions":  {Shape: []int{5, 8}, Inputs: []backend.View{view(0, 8, 1), view(2, 3, 0)}, Stores: []backend.Store{{Value: 6, View: view(0, 8, 1)}}},
	}
	var texts []string
	for name, k := range kernels {
		k.Prog, k.Params = chain(), []expr.Scalar{expr.ScalarOf[float32](1)}
		if name == "positions" {
			k.Inputs[1].Buffer, k.Inputs[1].DType = nil, expr.Int64
			k.Prog = &expr.Program{Inputs: []expr.DType{expr.Float32, expr.Int64}, Params: []expr.DType{expr.Float32}, Instrs: []expr.Instr{
				{Op: expr.Cast, In: expr.Int64, Out: expr.Float32, Args: [3]expr.Ref{1}},
				{Op: expr.Greater, In: expr.Float32, Out: expr.Bool, Args: [3]expr.Ref{0, 2}},
				{Op: expr.Check, In: expr.Float32, Out: expr.Float32, Aux: 2, Args: [3]expr.Ref{3, 4}},
				{Op: expr.Add, In: expr.Float32, Out: expr.Float32, Args: [3]expr.Ref{0, 5}},
			}}
		}
		require.NoError(t, k.Prog.Validate())
		var sp Space
		sp.Set(k)
		if tile := sp.Tile(); tile != nil {
			texts = append(texts, tile.Source().Text)
			sp.Set(k)
		}
		texts = append(texts, sp.Map().Text)
		sp.Set(k, 6, 3)
		texts = append(texts, Full("", sp.Text()).Text)
	}
	parse(t, texts...)
}

// The generated parts of representative maps.
func TestMapGolden(t *testing.T) {
	m := memory(1 << 30)
	view := func(d expr.DType, offset int, strides ...int) backend.View {
		return backend.View{Buffer: m, DType: d, Strides: strides, Offset: offset}
	}
	f := expr.Float32
	gray := &expr.Program{Inputs: []expr.DType{expr.Uint8, expr.Uint8}, Instrs: []expr.Instr{
		{Op: expr.Cast, In: expr.Uint8, Out: f, Args: [3]expr.Ref{0}},
		{Op: expr.Cast, In: expr.Uint8, Out: f, Args: [3]expr.Ref{1}},
		{Op: expr.Add, In: f, Out: f, Args: [3]expr.Ref{2, 3}},
	}}
	copied := &expr.Program{Inputs: []expr.DType{f}}
	var all string
	for _, c := range []struct {
		name string
		k    backend.Kernel
	}{
		{"contiguous", backend.Kernel{Prog: chain(), Shape: []int{4096}, Inputs: []backend.View{view(f, 0, 1), view(f, 0, 1)}, Stores: []backend.Store{{Value: 6, View: view(f, 0, 1)}}}},
		{"a row for all", backend.Kernel{Prog: chain(), Shape: []int{64, 100}, Inputs: []backend.View{view(f, 0, 100, 1), view(f, 0, 0, 1)}, Stores: []backend.Store{{Value: 6, View: view(f, 0, 100, 1)}}}},
		{"channels", backend.Kernel{Prog: gray, Shape: []int{4096}, Inputs: []backend.View{view(expr.Uint8, 0, 3), view(expr.Uint8, 2, 3)}, Stores: []backend.Store{{Value: 4, View: view(f, 0, 1)}}}},
		{"transposed", backend.Kernel{Prog: copied, Shape: []int{256, 128}, Inputs: []backend.View{view(f, 0, 1, 256)}, Stores: []backend.Store{{Value: 0, View: view(f, 0, 128, 1)}}}},
	} {
		c.k.Params = make([]expr.Scalar, len(c.k.Prog.Params))
		for i := range c.k.Params {
			c.k.Params[i] = expr.ScalarOf[float32](1)
		}
		var sp Space
		sp.Set(&c.k)
		src := sp.Map()
		if c.name == "transposed" {
			src = sp.Tile().Source()
		}
		all += "// " + c.name + "\n" + strings.TrimPrefix(src.Text, Full("", "").Text)
	}
	golden(t, "map.cuh", all)
}
