package cugond

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cpu"
)

// The environment variables that CPU reads when it is first called.
const (
	// EnvISA forces an instruction set of the vector loops: base, avx2,
	// avx512, or go for the evaluator in Go.
	EnvISA = "CUGOND_ISA"
	// EnvBLAS names the BLAS: auto, openblas, gonum, or a library's path.
	EnvBLAS = "CUGOND_BLAS"
)

// CPU returns the CPU. All calls return the same device, which is opened by
// the first. When an environment variable asks for something that can't be
// had, every allocation on the device fails with an error that says so, rather
// than running with something else; the error comes back where values are first
// waited for.
func CPU() backend.Device { return openCPU() }

var openCPU = sync.OnceValue(func() backend.Device {
	opts := cpu.Options{ISA: os.Getenv(EnvISA), BLAS: os.Getenv(EnvBLAS)}
	if opts.ISA == "go" {
		opts.ISA, opts.Evaluator = "", "go"
	}
	dev, err := cpu.New(opts)
	if err != nil {
		return &unusable{err: fmt.Errorf("cpu, opened with %s=%q and %s=%q: %w",
			EnvISA, os.Getenv(EnvISA), EnvBLAS, os.Getenv(EnvBLAS), err)}
	}
	return dev
})

// Auto returns the first CUDA device that can be opened, else the CPU. Why it
// was not a GPU is the error of CUDA(0).
func Auto() backend.Device {
	if dev, err := CUDA(0); err == nil {
		return dev
	}
	return CPU()
}

// ErrName is wrapped by the error of Open for what is no device's name.
var ErrName = errors.New("no such device name")

// Open returns the device of a name as programs take it from their users:
// "auto", "cpu", "cuda" for the first GPU, or "cuda:1" for the one of that
// index. The error wraps ErrName for any other name, and backend.ErrUnavailable
// where there is no such GPU.
func Open(name string) (backend.Device, error) {
	switch kind, index, given := strings.Cut(name, ":"); {
	case name == "auto":
		return Auto(), nil
	case name == "cpu":
		return CPU(), nil
	case kind == "cuda" && !given:
		return CUDA(0)
	case kind == "cuda":
		i, err := strconv.Atoi(index)
		if err == nil && i >= 0 {
			return CUDA(i)
		}
	}
	return nil, fmt.Errorf("cugond: %w: %q; say auto, cpu, cuda or cuda:0", ErrName, name)
}

// unusable is a device that could not be opened as it was asked to be.
type unusable struct {
	backend.Planning
	err error
}

func (u *unusable) Name() string                              { return "cpu" }
func (u *unusable) String() string                            { return "cpu" }
func (u *unusable) Alloc(int) (backend.Buffer, error)         { return nil, u.err }
func (u *unusable) CopyIn(backend.Buffer, int, []byte) error  { return u.err }
func (u *unusable) CopyOut([]byte, backend.Buffer, int) error { return u.err }
func (u *unusable) Run(*backend.Kernel) (backend.Event, error) {
	return nil, u.err
}
func (u *unusable) Sync() error  { return u.err }
func (u *unusable) Close() error { return nil }
