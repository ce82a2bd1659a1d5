//go:build cgo && (linux || darwin)

package dl

// #cgo CFLAGS: -std=c11 -D_POSIX_C_SOURCE=200809L
// #cgo darwin CFLAGS: -D_DARWIN_C_SOURCE
// #cgo linux LDFLAGS: -ldl
// #include <stdlib.h>
// #include "dl.h"
import "C"

import "unsafe"

// handle is the loader's handle of an open library.
type handle = C.uintptr_t

// take copies a malloc'ed C string, which may be NULL, and frees it.
func take(s *C.char) string {
	if s == nil {
		return ""
	}
	defer C.free(unsafe.Pointer(s))
	return C.GoString(s)
}

// open returns the handle of a library, or the reason why it can't be opened.
func open(path string) (handle, string) {
	p := C.CString(path)
	defer C.free(unsafe.Pointer(p))
	var reason *C.char
	h := C.dl_open(p, &reason)
	return h, take(reason)
}

// lookup returns the address of a symbol, or the reason why there is none.
func lookup(h handle, name string) (uintptr, string) {
	n := C.CString(name)
	defer C.free(unsafe.Pointer(n))
	var reason *C.char
	addr := C.dl_sym(h, n, &reason)
	return uintptr(addr), take(reason)
}

// closeHandle returns the reason why the library can't be closed, or nothing.
func closeHandle(h handle) string {
	var reason *C.char
	C.dl_close(h, &reason)
	return take(reason)
}

// loadedPath returns the path as the loader knows it, or nothing.
func loadedPath(h handle) string {
	return take(C.dl_path(h))
}
