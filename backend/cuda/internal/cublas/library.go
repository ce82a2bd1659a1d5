//go:build cgo && linux

package cublas

// #cgo CFLAGS: -std=c11 -O2
// #cgo noescape cgb_property
// #cgo nocallback cgb_property
// #include "sys.h"
import "C"

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/cugond/cugond/backend/cuda/internal/locate"
	"github.com/cugond/cugond/internal/dl"
)

// Library is the open library. Its methods are safe for concurrent use. It
// stays open for the life of the process.
type Library struct {
	table               C.cgb_cublas
	path                string
	major, minor, patch int
}

// Open opens the first of candidates that is a cuBLAS of CUDA 12 or later;
// without candidates, those of package locate for this machine, of any release.
// A library needs a driver of its own release or a newer one.
//
// cuBLAS rests on cublasLt and fails in odd ways on one of another release, so
// it is opened by its path, after the cublasLt in the same folder. The error
// for a library that is missing or lacks a function is a *dl.Error that names
// every path tried.
func Open(candidates ...string) (*Library, error) {
	if len(candidates) == 0 {
		candidates = locate.Candidates(locate.CuBLAS, 0)
	}
	failure := &dl.Error{Library: locate.CuBLAS.String(), Err: dl.ErrNotFound}
	for _, c := range candidates {
		lib, addresses, err := openBeside(c)
		if err != nil {
			locate.Collect(failure, err)
			continue
		}
		return newLibrary(lib, addresses)
	}
	return nil, failure
}

// openBeside opens a candidate after its cublasLt. Neither stays open if one of
// them does not serve.
func openBeside(candidate string) (*dl.Library, []uintptr, error) {
	lt, path, err := openLt(candidate)
	if err != nil {
		return nil, nil, err
	}
	lib, addresses, err := locate.Open(locate.CuBLAS.String(), []string{path}, symbols())
	if err != nil && lt != nil {
		err = errors.Join(err, lt.Close())
	}
	return lib, addresses, err
}

// openLt opens the cublasLt that belongs to a candidate, and returns the path
// to open the candidate by. A bare soname stands for the library in the folder
// that the loader finds cublasLt in. Where there is no cublasLt beside a
// candidate, the library is nil, and the loader decides about it.
func openLt(candidate string) (lt *dl.Library, path string, err error) {
	folder, name := filepath.Split(candidate)
	ltName := strings.Replace(name, "libcublas.", "libcublasLt.", 1)
	if ltName == name {
		return nil, candidate, nil
	}
	if folder != "" {
		if _, err := os.Stat(folder + ltName); err != nil {
			return nil, candidate, nil
		}
		lt, err = dl.Open(locate.CuBLASLt.String(), folder+ltName)
		return lt, candidate, err
	}
	lt, err = dl.Open(locate.CuBLASLt.String(), ltName)
	if err != nil {
		return nil, candidate, nil
	}
	path = filepath.Join(filepath.Dir(lt.Path()), name)
	if _, err := os.Stat(path); err != nil {
		path = candidate
	}
	return lt, path, nil
}

// newLibrary fills the table and asks for the version.
func newLibrary(lib *dl.Library, addresses []uintptr) (*Library, error) {
	l := &Library{path: lib.Path()}
	for i, a := range addresses {
		l.table.address[i] = C.uintptr_t(a)
	}
	for property, value := range []*int{&l.major, &l.minor, &l.patch} {
		var v C.int
		if err := check("cublasGetProperty", C.cgb_property(&l.table, C.int(property), &v)); err != nil {
			return nil, fmt.Errorf("%s: %w", l.path, err)
		}
		*value = int(v)
	}
	return l, nil
}

// symbols returns what the library is asked for, in the table's order.
func symbols() []locate.Symbol {
	list := make([]locate.Symbol, C.CG_NUM_FUNCTIONS)
	for i := range list {
		var optional C.int
		list[i].Name = C.GoString(C.cgb_symbol(C.int(i), &optional))
		list[i].Optional = optional != 0
	}
	return list
}

// Path returns the path of the library's file.
func (l *Library) Path() string { return l.path }

// Version returns the library's version, 13, 1 and 0.
func (l *Library) Version() (major, minor, patch int) { return l.major, l.minor, l.patch }

// check returns the error for a trampoline's result, nil for success.
func check(function string, result C.int) error {
	switch {
	case result == 0:
		return nil
	case result >= C.CG_SET_CURRENT:
		return &ContextError{Func: function, Status: int(result - C.CG_SET_CURRENT)}
	}
	return &Error{Func: function, Status: Status(result)}
}
