package emulator

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Paths are the libraries' files, in one folder.
type Paths struct {
	CUDA   string // libcuda.so.1
	NVRTC  string // libnvrtc.so.13
	CuBLAS string // libcublas.so.13
}

//go:embed src
var sources embed.FS

// library is a file to build and its sources in src.
type library struct {
	name    string
	sources []string
}

var libraries = []library{
	{"libcuda.so.1", []string{
		"control.cpp", "driver_device.cpp", "driver_memory.cpp", "driver_module.cpp", "driver_stream.cpp",
		"fiber.cpp", "grid.cpp", "memory.cpp", "module.cpp", "signals.cpp", "stream.cpp", "world.cpp",
	}},
	{"libnvrtc.so.13", []string{"compile.cpp", "nvrtc.cpp", "scan.cpp"}},
	{"libcublas.so.13", []string{"cublas.cpp", "gemm.cpp"}},
}

// Build compiles the libraries, once for all processes, and returns where they
// are: in the user's cache folder, or that for temporary files. Without a C++
// compiler the test is skipped.
func Build(t testing.TB) Paths {
	t.Helper()
	dir, err := build()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("no C++ compiler (g++ or clang++) to build the emulator with")
	}
	if err != nil {
		t.Fatal(err)
	}
	return Paths{
		CUDA:   filepath.Join(dir, libraries[0].name),
		NVRTC:  filepath.Join(dir, libraries[1].name),
		CuBLAS: filepath.Join(dir, libraries[2].name),
	}
}

var build = sync.OnceValues(func() (string, error) {
	compiler, version, err := findCompiler()
	if err != nil {
		return "", err
	}
	key, err := hash(compiler, version)
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err == nil {
		err = os.MkdirAll(filepath.Join(cache, "cugond-emulator"), 0o700)
	}
	if err != nil {
		cache = os.TempDir()
	}
	base := filepath.Join(cache, "cugond-emulator")
	dir := filepath.Join(base, key)
	if _, err := os.Stat(dir); err == nil {
		return filepath.EvalSymlinks(dir)
	}
	if err := os.MkdirAll(base, 0o700); err != nil {
		return "", err
	}
	if err := prune(base); err != nil {
		return "", err
	}
	part, err := os.MkdirTemp(base, "part-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(part)
	if err := compileAll(compiler, part); err != nil {
		return "", err
	}
	// Another process may have been faster.
	if err := os.Rename(part, dir); err != nil && !exists(dir) {
		return "", err
	}
	return filepath.EvalSymlinks(dir)
})

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func findCompiler() (path, version string, err error) {
	for _, name := range []string{"g++", "clang++"} {
		if path, err = exec.LookPath(name); err == nil {
			out, err := exec.Command(path, "--version").Output()
			return path, string(out), err
		}
	}
	return "", "", err
}

// hash identifies what the libraries are made of.
func hash(compiler, version string) (string, error) {
	h := sha256.New()
	fmt.Fprintln(h, compiler, version, flags(compiler))
	err := fs.WalkDir(sources, "src", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := sources.ReadFile(path)
		fmt.Fprintln(h, path, len(content))
		h.Write(content)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)[:12]), err
}

// flags are those of all sources; kernels are compiled by the same compiler.
func flags(compiler string) []string {
	return []string{
		"-std=c++17", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-U_FORTIFY_SOURCE",
		"-ffp-contract=off", "-DCG_COMPILER=\"" + compiler + "\"",
	}
}

// compileAll builds the libraries in a folder, next to the sources, which
// hold what kernels include.
func compileAll(compiler, dir string) error {
	if err := os.CopyFS(dir, sources); err != nil {
		return err
	}
	failures := make([]error, len(libraries))
	var wait sync.WaitGroup
	for i, l := range libraries {
		wait.Go(func() {
			// As one text, so that the system's headers are read once.
			var text strings.Builder
			for _, s := range l.sources {
				fmt.Fprintf(&text, "#include %q\n", s)
			}
			args := append(flags(compiler), "-I", filepath.Join(dir, "src"), "-o", filepath.Join(dir, l.name), "-x", "c++", "-",
				"-Wl,-soname,"+l.name, "-Wl,--no-undefined", "-pthread", "-ldl", "-lrt")
			cmd := exec.Command(compiler, args...)
			cmd.Stdin = strings.NewReader(text.String())
			if out, err := cmd.CombinedOutput(); err != nil {
				failures[i] = fmt.Errorf("emulator: %s: %w\n%s", l.name, err, out)
			}
		})
	}
	wait.Wait()
	return errors.Join(failures...)
}

// prune keeps the folder from growing: of what earlier versions of the sources
// left, the latest few stay, since tests of another checkout may use them. A
// build that didn't end goes after an hour.
func prune(base string) error {
	const keep = 8
	entries, err := os.ReadDir(base)
	if err != nil {
		return err
	}
	type old struct {
		path string
		time time.Time
	}
	var all []old
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			continue // another process was faster
		}
		o := old{filepath.Join(base, e.Name()), info.ModTime()}
		switch {
		case !strings.HasPrefix(e.Name(), "part-"):
			all = append(all, o)
		case time.Since(o.time) > time.Hour:
			if err := os.RemoveAll(o.path); err != nil {
				return err
			}
		}
	}
	slices.SortFunc(all, func(a, b old) int { return b.time.Compare(a.time) })
	for i := keep; i < len(all); i++ {
		if err := os.RemoveAll(all[i].path); err != nil {
			return err
		}
	}
	return nil
}
