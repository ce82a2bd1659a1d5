package cugond_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/cugond/cugond"

// allowed says what each package of the module may import of it, besides
// itself, by path prefix; the longest prefix that matches a package counts.
// What is not named may not be imported: imports point one way.
var allowed = map[string][]string{
	"":                    {"backend", "backend/cpu", "backend/cuda"},
	"array":               {"backend", "backend/expr", "internal/shape", "internal/format", "internal/npy"},
	"linalg":              {"array", "backend", "backend/expr", "internal/shape"},
	"blas":                {"array", "backend", "internal/shape"},
	"register":            {"", "blas"},
	"backend":             {"backend/expr"},
	"backend/expr":        {"backend/expr/internal"},
	"backend/cpu":         {"backend", "backend/expr", "backend/cpu/internal", "internal"},
	"backend/cuda":        {"backend", "backend/expr", "backend/cuda/internal", "internal", "kernels/source"},
	"backend/backendtest": {"backend", "backend/expr", "internal"},
	"internal/shape":      {},
	"internal/format":     {},
	"internal/npy":        {},
	"internal/dl":         {},
	"internal/oracle":     {"backend", "backend/expr"},
	"internal/numtest":    {"backend", "backend/expr"},
	"kernels/source":      {},
	"cmd":                 {"", "array", "backend", "backend/cpu", "backend/cuda", "bench"},
	"bench":               {"", "array", "backend"},
	"examples":            {"", "array", "backend"},
}

func TestImportsPointOneWay(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	require.NoError(t, err)
	dec := json.NewDecoder(strings.NewReader(string(out)))
	packages := 0
	for {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else {
			require.NoError(t, err)
		}
		packages++
		path := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		rule, ok := ruleOf(path)
		if !assert.True(t, ok, "package %q has no rule: decide what it may import", path) {
			continue
		}
		for _, imp := range p.Imports {
			if imp != module && !strings.HasPrefix(imp, module+"/") {
				continue
			}
			to := strings.TrimPrefix(strings.TrimPrefix(imp, module), "/")
			assert.True(t, permitted(rule, to), "%q may not import %q", path, to)
		}
	}
	assert.Greater(t, packages, 8)
}

func ruleOf(path string) ([]string, bool) {
	for prefix := path; ; {
		if rule, ok := allowed[prefix]; ok && (prefix != "" || path == "") {
			return rule, true
		}
		i := strings.LastIndexByte(prefix, '/')
		if i < 0 {
			return nil, false
		}
		prefix = prefix[:i]
	}
}

func permitted(rule []string, to string) bool {
	for _, r := range rule {
		if to == r || strings.HasSuffix(r, "internal") && strings.HasPrefix(to, r+"/") {
			return true
		}
	}
	return false
}
