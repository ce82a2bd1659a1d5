//go:build cgo && linux

package nvrtc

// #include <stdlib.h>
// #include "sys.h"
import "C"

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"
)

// Compile compiles CUDA text. The image is a CUBIN when the options name a real
// architecture (--gpu-architecture=sm_90), and PTX for a virtual one
// (compute_90); either can be given to the driver. The name stands for a file's
// in messages.
//
// The log holds the compiler's messages, warnings too; it is empty in general.
// It is also part of the error, an *Error that names the program.
func (l *Library) Compile(name, source string, options ...string) (image []byte, log string, err error) {
	for _, text := range append([]string{name, source}, options...) {
		if strings.IndexByte(text, 0) >= 0 {
			return nil, "", fmt.Errorf("%q: %w: a text holds a zero byte, which ends it for the compiler", name, ErrorInvalidInput)
		}
	}
	p, err := l.create(name, source)
	if err != nil {
		return nil, "", describe(err, name, "")
	}
	compiled := p.compile(options)
	// The log of a failed compilation says what is wrong; a log that can't be
	// read must not hide that.
	log, logErr := p.log()
	switch {
	case compiled != nil:
		err = compiled
	case logErr != nil:
		err = logErr
	default:
		image, err = p.image()
	}
	if destroyed := p.destroy(); err == nil {
		err = destroyed
	}
	if err != nil {
		return nil, log, describe(err, name, log)
	}
	return image, log, nil
}

// describe adds the program and the log to an error of check.
func describe(err error, name, log string) error {
	var e *Error
	if errors.As(err, &e) {
		e.Program, e.Log = name, log
	}
	return err
}

// program is a text in the compiler. One goroutine uses it.
type program struct {
	library *Library
	handle  C.uintptr_t
}

func (l *Library) create(name, source string) (*program, error) {
	cName, cSource := C.CString(name), C.CString(source)
	defer C.free(unsafe.Pointer(cName))
	defer C.free(unsafe.Pointer(cSource))
	p := &program{library: l}
	if err := check("nvrtcCreateProgram", C.cgn_create(&l.table, &p.handle, cSource, cName)); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *program) destroy() error {
	return check("nvrtcDestroyProgram", C.cgn_destroy(&p.library.table, p.handle))
}

func (p *program) compile(options []string) error {
	var joined strings.Builder
	for _, o := range options {
		joined.WriteString(o)
		joined.WriteByte(0)
	}
	text := C.CString(joined.String())
	defer C.free(unsafe.Pointer(text))
	return check("nvrtcCompileProgram", C.cgn_compile(&p.library.table, p.handle, text, C.int(len(options))))
}

// log returns the messages of the compilation.
func (p *program) log() (string, error) {
	var size C.size_t
	if err := check("nvrtcGetProgramLogSize", C.cgn_log_size(&p.library.table, p.handle, &size)); err != nil {
		return "", err
	}
	text := make([]byte, size+1)
	if err := check("nvrtcGetProgramLog", C.cgn_log(&p.library.table, p.handle, chars(text))); err != nil {
		return "", err
	}
	return strings.TrimRight(string(text), "\x00"), nil
}

// image returns the CUBIN, or the PTX where there is none.
func (p *program) image() ([]byte, error) {
	var size C.size_t
	if err := check("nvrtcGetCUBINSize", C.cgn_cubin_size(&p.library.table, p.handle, &size)); err != nil {
		return nil, err
	}
	if size > 0 {
		cubin := make([]byte, size)
		err := check("nvrtcGetCUBIN", C.cgn_cubin(&p.library.table, p.handle, chars(cubin)))
		return cubin, err
	}
	if err := check("nvrtcGetPTXSize", C.cgn_ptx_size(&p.library.table, p.handle, &size)); err != nil {
		return nil, err
	}
	ptx := make([]byte, max(size, 1))
	err := check("nvrtcGetPTX", C.cgn_ptx(&p.library.table, p.handle, chars(ptx)))
	return ptx, err
}

// chars returns the bytes' address for C. There is at least one.
func chars(b []byte) *C.char { return (*C.char)(unsafe.Pointer(&b[0])) }
