package locate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tree makes a system whose root holds empty files at the given paths. Variables
// have the form NAME=path below the root.
func tree(t *testing.T, files []string, variables ...string) System {
	t.Helper()
	root := t.TempDir()
	for _, f := range files {
		path := filepath.Join(root, f)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, nil, 0o600))
	}
	env := map[string]string{}
	for _, v := range variables {
		name, path, _ := strings.Cut(v, "=")
		env[name] = filepath.Join(root, path)
	}
	return System{Root: root, Home: filepath.Join(root, "home"), Env: func(name string) string { return env[name] }}
}

// below returns candidates with the system's root taken away.
func below(s System, candidates []string) []string {
	out := make([]string, len(candidates))
	for i, c := range candidates {
		out[i] = strings.TrimPrefix(c, s.Root)
	}
	return out
}

func TestCandidates(t *testing.T) {
	targets := "targets/" + target() + "/lib"
	tests := []struct {
		name      string
		family    Family
		release   int
		files     []string
		variables []string
		want      []string
	}{
		{"nothing there", NVRTC, 0, nil, nil, []string{"libnvrtc.so.13", "libnvrtc.so.12"}},
		{"an older driver", NVRTC, 12, nil, nil, []string{"libnvrtc.so.12"}},
		{"a newer driver", NVRTC, 14, nil, nil, []string{"libnvrtc.so.13", "libnvrtc.so.12"}},
		{"before all", NVRTC, 11, nil, nil, []string{}},
		{
			"an older driver, a newer toolkit", NVRTC, 12,
			[]string{"usr/local/cuda-13.0/lib64/libnvrtc.so.13", "usr/local/cuda-12.4/lib64/libnvrtc.so.12"}, nil,
			[]string{"libnvrtc.so.12", "/usr/local/cuda-12.4/lib64/libnvrtc.so.12"},
		},
		{
			"each folder of a chosen toolkit", CuBLAS, 0,
			[]string{"my/libcublas.so.12", "my/lib64/libcublas.so.13", "my/lib/libcublas.so.12", "my/" + targets + "/libcublas.so.13"},
			[]string{"CUGOND_CUDA_PATH=my"},
			[]string{
				"/my/lib64/libcublas.so.13", "/my/" + targets + "/libcublas.so.13", "/my/libcublas.so.12", "/my/lib/libcublas.so.12",
				"libcublas.so.13", "libcublas.so.12",
			},
		},
		{
			"variables before the loader, in order", NVRTC, 0,
			[]string{"a/lib64/libnvrtc.so.12", "b/lib64/libnvrtc.so.13", "c/lib64/libnvrtc.so.13"},
			[]string{"CUDA_PATH=c", "CUDA_HOME=b", "CUGOND_CUDA_PATH=a"},
			[]string{
				"/a/lib64/libnvrtc.so.12", "/b/lib64/libnvrtc.so.13", "/c/lib64/libnvrtc.so.13", "libnvrtc.so.13", "libnvrtc.so.12",
			},
		},
		{
			"the same folder twice", NVRTC, 0, []string{"usr/local/cuda/lib64/libnvrtc.so.13"},
			[]string{"CUDA_PATH=usr/local/cuda", "CUDA_HOME=usr/local/cuda"},
			[]string{"/usr/local/cuda/lib64/libnvrtc.so.13", "libnvrtc.so.13", "libnvrtc.so.12"},
		},
		{
			"chosen folders without the library are named", NVJitLink, 0, nil, []string{"CUGOND_CUDA_PATH=a", "CUDA_HOME=b"},
			[]string{"/a/libnvJitLink.so.13", "/b/libnvJitLink.so.13", "libnvJitLink.so.13", "libnvJitLink.so.12"},
		},
		{
			"toolkits, the newest first by number", CuBLASLt, 0,
			[]string{
				"usr/local/cuda-9.2/lib64/libcublasLt.so.12", "usr/local/cuda-12.10/lib64/libcublasLt.so.12",
				"usr/local/cuda-12.9/lib64/libcublasLt.so.12", "usr/local/cuda/lib64/libcublasLt.so.13",
				"usr/local/cuda-12.9/lib64/libcublasLt.so.13/a-folder", "usr/local/cudaish/lib64/libcublasLt.so.12",
			}, nil,
			[]string{
				"libcublasLt.so.13", "libcublasLt.so.12", "/usr/local/cuda/lib64/libcublasLt.so.13",
				"/usr/local/cuda-12.10/lib64/libcublasLt.so.12", "/usr/local/cuda-12.9/lib64/libcublasLt.so.12",
				"/usr/local/cuda-9.2/lib64/libcublasLt.so.12",
			},
		},
		{
			"Python's packages", NVRTC, 0,
			[]string{
				"usr/lib/python3/dist-packages/nvidia/cu13/lib/libnvrtc.so.13",
				"usr/local/lib/python3.9/dist-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12",
				"usr/local/lib/python3.12/dist-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12",
				"home/.local/lib/python3.11/site-packages/nvidia/cu13/lib/libnvrtc.so.13",
				"home/.local/lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12",
				"opt/torch/.venv/lib/python3.12/site-packages/nvidia/cu13/lib/libnvrtc.so.13",
				"env/lib/python3.13/site-packages/nvidia/cu13/lib/libnvrtc.so.13",
				"conda/lib/libnvrtc.so.12", "conda/lib64/python3.10/site-packages/nvidia/cu13/lib/libnvrtc.so.13",
			},
			[]string{"VIRTUAL_ENV=env", "CONDA_PREFIX=conda"},
			[]string{
				"libnvrtc.so.13", "libnvrtc.so.12", "/conda/lib/libnvrtc.so.12",
				"/env/lib/python3.13/site-packages/nvidia/cu13/lib/libnvrtc.so.13",
				"/conda/lib64/python3.10/site-packages/nvidia/cu13/lib/libnvrtc.so.13",
				"/home/.local/lib/python3.11/site-packages/nvidia/cu13/lib/libnvrtc.so.13",
				"/home/.local/lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12",
				"/usr/local/lib/python3.12/dist-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12",
				"/usr/local/lib/python3.9/dist-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12",
				"/usr/lib/python3/dist-packages/nvidia/cu13/lib/libnvrtc.so.13",
				"/opt/torch/.venv/lib/python3.12/site-packages/nvidia/cu13/lib/libnvrtc.so.13",
			},
		},
		{
			"the driver", Driver, 0,
			[]string{"usr/local/nvidia/lib64/libcuda.so.1", "usr/lib/wsl/lib/libcuda.so.1", "usr/local/cuda/lib64/libcuda.so.1"},
			[]string{"CUDA_HOME=usr/local/cuda"},
			[]string{"libcuda.so.1", "/usr/local/nvidia/lib64/libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1"},
		},
		{
			"a chosen driver", Driver, 0, []string{"my/libcuda.so.1"}, []string{"CUGOND_CUDA_PATH=my"},
			[]string{"/my/libcuda.so.1", "libcuda.so.1"},
		},
		{"no family", numFamilies, 0, nil, nil, []string{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := tree(t, test.files, test.variables...)
			assert.Equal(t, test.want, below(s, s.Candidates(test.family, test.release)))
		})
	}
}

func TestLinkedToolkitAndMissingHome(t *testing.T) {
	s := tree(t, []string{"usr/local/cuda-13.0/lib64/libnvrtc.so.13"})
	require.NoError(t, os.Symlink("cuda-13.0", filepath.Join(s.Root, "usr/local/cuda")))
	s.Home = ""
	assert.Equal(t, []string{
		"libnvrtc.so.13", "libnvrtc.so.12",
		"/usr/local/cuda/lib64/libnvrtc.so.13", "/usr/local/cuda-13.0/lib64/libnvrtc.so.13",
	}, below(s, s.Candidates(NVRTC, 0)))
}

func TestOddNamesInFolders(t *testing.T) {
	s := tree(t, []string{"a[b]*/lib64/libnvrtc.so.13"}, "CUDA_HOME=a[b]*")
	assert.Equal(t, "/a[b]*/lib64/libnvrtc.so.13", below(s, s.Candidates(NVRTC, 0))[0])
}

func TestFamilies(t *testing.T) {
	names := map[string]bool{}
	for f := range numFamilies {
		assert.NotEmpty(t, f.String())
		assert.False(t, names[f.String()], "%s twice", f)
		names[f.String()] = true
		assert.NotEmpty(t, f.Sonames(0))
		for _, s := range f.Sonames(0) {
			assert.Regexp(t, `^lib[A-Za-z]+\.so\.\d+$`, s)
		}
	}
	assert.Equal(t, "unknown library", numFamilies.String())
}

func TestCandidatesOfThisMachine(t *testing.T) {
	t.Setenv("CUGOND_CUDA_PATH", t.TempDir())
	c := Candidates(CuBLAS, 0)
	require.NotEmpty(t, c)
	assert.Equal(t, filepath.Join(os.Getenv("CUGOND_CUDA_PATH"), "libcublas.so.13"), c[0])
	assert.Contains(t, c, "libcublas.so.13")
}
