package driver

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// constants returns the status constants that the source declares.
func constants(t *testing.T) map[string]Status {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "status.go", nil, 0)
	require.NoError(t, err)
	found := map[string]Status{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if kind, ok := spec.Type.(*ast.Ident); ok && kind.Name == "Status" {
			code, err := strconv.Atoi(spec.Values[0].(*ast.BasicLit).Value)
			require.NoError(t, err)
			found[spec.Names[0].Name] = Status(code)
		}
		return true
	})
	return found
}

func TestStatuses(t *testing.T) {
	names, texts := map[string]bool{}, map[string]bool{}
	for s, d := range statuses {
		assert.Regexp(t, `^CUDA_(SUCCESS|ERROR_[A-Z_]+)$`, d.name)
		assert.False(t, names[d.name], "%s twice", d.name)
		assert.False(t, texts[d.text], "text of %s twice", d.name)
		names[d.name], texts[d.text] = true, true
		assert.Greater(t, len(d.text), 15, d.name)
		assert.NotContains(t, d.text, "\n", d.name)
		assert.Equal(t, d.name, s.Name())
		assert.Equal(t, d.text, s.Text())
	}
	declared := constants(t)
	assert.Len(t, declared, len(statuses))
	for name, s := range declared {
		want := strings.ReplaceAll(strings.TrimPrefix(s.Name(), "CUDA_"), "_", "")
		assert.Equal(t, want, strings.ToUpper(name))
	}
}

func TestStatusNumbers(t *testing.T) {
	for s, want := range map[Status]string{
		0: "CUDA_SUCCESS", 1: "CUDA_ERROR_INVALID_VALUE", 2: "CUDA_ERROR_OUT_OF_MEMORY", 3: "CUDA_ERROR_NOT_INITIALIZED",
		34: "CUDA_ERROR_STUB_LIBRARY", 46: "CUDA_ERROR_DEVICE_UNAVAILABLE", 100: "CUDA_ERROR_NO_DEVICE",
		209: "CUDA_ERROR_NO_BINARY_FOR_GPU", 222: "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", 304: "CUDA_ERROR_OPERATING_SYSTEM",
		500: "CUDA_ERROR_NOT_FOUND", 600: "CUDA_ERROR_NOT_READY", 700: "CUDA_ERROR_ILLEGAL_ADDRESS", 719: "CUDA_ERROR_LAUNCH_FAILED",
		803: "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", 908: "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD", 999: "CUDA_ERROR_UNKNOWN",
	} {
		assert.Equal(t, want, s.Name())
	}
	assert.Equal(t, "CUDA status 12345", Status(12345).Name())
	assert.NotEmpty(t, Status(12345).Text())
}

func TestError(t *testing.T) {
	err := error(&Error{Func: "cuMemAlloc", Status: ErrorOutOfMemory})
	assert.ErrorIs(t, err, ErrorOutOfMemory)
	assert.NotErrorIs(t, err, ErrorInvalidValue)
	assert.Equal(t, "cuMemAlloc returned 2 (CUDA_ERROR_OUT_OF_MEMORY): "+ErrorOutOfMemory.Text(), err.Error())
	var s Status
	require.True(t, errors.As(err, &s))
	assert.Equal(t, ErrorOutOfMemory, s)
	for s := range statuses {
		if lost := s >= 700 && strings.Contains(s.Text(), "context is lost"); lost {
			assert.Contains(t, s.Text(), "restarted", s.Name())
		}
	}
}
