//go:build cgo && linux

package nvrtc

// #cgo CFLAGS: -std=c11 -O2
// #include "sys.h"
import "C"

import (
	"fmt"

	"github.com/cugond/cugond/backend/cuda/internal/locate"
)

// Library is the open compiler. Its methods are safe for concurrent use. It
// stays open for the life of the process.
type Library struct {
	table        C.cgn_nvrtc
	path         string
	major, minor int
}

// Open opens the first of candidates that is an NVRTC; without candidates, those
// of package locate for this machine, of any release. A driver loads what the
// compiler of its own release or an older one makes. The error for a library
// that is missing or lacks a function is a *dl.Error that names every path
// tried.
func Open(candidates ...string) (*Library, error) {
	if len(candidates) == 0 {
		candidates = locate.Candidates(locate.NVRTC, 0)
	}
	symbols := make([]locate.Symbol, C.CG_NUM_FUNCTIONS)
	for i := range symbols {
		symbols[i].Name = C.GoString(C.cgn_symbol(C.int(i)))
	}
	lib, addresses, err := locate.Open(locate.NVRTC.String(), candidates, symbols)
	if err != nil {
		return nil, err
	}
	l := &Library{path: lib.Path()}
	for i, a := range addresses {
		l.table.address[i] = C.uintptr_t(a)
	}
	var major, minor C.int
	if err := check("nvrtcVersion", C.cgn_version(&l.table, &major, &minor)); err != nil {
		return nil, fmt.Errorf("%s: %w", l.path, err)
	}
	l.major, l.minor = int(major), int(minor)
	return l, nil
}

// Path returns the path of the library's file.
func (l *Library) Path() string { return l.path }

// Version returns the CUDA release that the compiler is of, 13 and 0.
func (l *Library) Version() (major, minor int) { return l.major, l.minor }

// Architectures returns the architectures that the compiler makes code for, in
// ascending order: 90 stands for sm_90.
func (l *Library) Architectures() ([]int, error) {
	var count C.int
	if err := check("nvrtcGetNumSupportedArchs", C.cgn_count_architectures(&l.table, &count)); err != nil {
		return nil, err
	}
	if count <= 0 {
		return nil, nil
	}
	list := make([]C.int, count)
	if err := check("nvrtcGetSupportedArchs", C.cgn_architectures(&l.table, &list[0])); err != nil {
		return nil, err
	}
	architectures := make([]int, count)
	for i, a := range list {
		architectures[i] = int(a)
	}
	return architectures, nil
}

// check returns the error for a result, nil for success.
func check(function string, result C.int) error {
	if result == 0 {
		return nil
	}
	return &Error{Func: function, Status: Status(result)}
}
