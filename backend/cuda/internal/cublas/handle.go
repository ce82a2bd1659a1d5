//go:build cgo && linux

package cublas

// #cgo noescape cgb_create
// #cgo nocallback cgb_create
// #cgo noescape cgb_destroy
// #cgo nocallback cgb_destroy
// #cgo noescape cgb_version
// #cgo nocallback cgb_version
// #cgo noescape cgb_set_stream
// #cgo nocallback cgb_set_stream
// #cgo noescape cgb_set_workspace
// #cgo nocallback cgb_set_workspace
// #cgo noescape cgb_set_math
// #cgo nocallback cgb_set_math
// #cgo noescape cgb_set_pointer
// #cgo nocallback cgb_set_pointer
// #include "sys.h"
import "C"

// Handle is the library's state for one stream. One goroutine at a time uses
// it, on any thread.
type Handle struct {
	library *Library
	state   C.cgb_handle
}

// Create makes a handle on a device. It takes the device's context and the
// address of the driver's cuCtxSetCurrent. The context has to live until the
// handle is destroyed. It takes tens of milliseconds and some of the device's
// memory.
func (l *Library) Create(context, setCurrent uintptr) (*Handle, error) {
	h := &Handle{library: l}
	h.state.context, h.state.set_current = C.uintptr_t(context), C.uintptr_t(setCurrent)
	if err := check("cublasCreate", C.cgb_create(&l.table, &h.state)); err != nil {
		return nil, err
	}
	return h, nil
}

// Destroy gives the handle up. It waits for the device. Destroying it again does
// nothing; other calls return NotInitialized from then on.
func (h *Handle) Destroy() error {
	if h.state.handle == 0 {
		return nil
	}
	err := check("cublasDestroy", C.cgb_destroy(&h.library.table, &h.state))
	h.state.handle = 0
	return err
}

// Version returns the library's version as one number, 130100 for 13.1.0.
func (h *Handle) Version() (int, error) {
	var version C.int
	err := check("cublasGetVersion", C.cgb_version(&h.library.table, &h.state, &version))
	return int(version), err
}

// SetStream sets the stream (CUstream) that later calls queue their work in, and
// takes the workspace that was set away.
func (h *Handle) SetStream(stream uintptr) error {
	return check("cublasSetStream", C.cgb_set_stream(&h.library.table, &h.state, C.uintptr_t(stream)))
}

// SetWorkspace gives the library device memory to work in, aligned to 256 bytes,
// in place of its own. It has to be set after SetStream. With one of its own for
// each stream, results don't depend on what other streams do and no call
// allocates. 32 MiB suffice for all devices to date.
func (h *Handle) SetWorkspace(memory uint64, bytes int) error {
	return check("cublasSetWorkspace", C.cgb_set_workspace(&h.library.table, &h.state, C.uint64_t(memory), C.size_t(bytes)))
}

// SetMathMode sets the arithmetic that the typed products may use.
func (h *Handle) SetMathMode(mode MathMode) error {
	return check("cublasSetMathMode", C.cgb_set_math(&h.library.table, &h.state, C.int(mode)))
}

// SetPointerMode sets where the library reads and writes scalars. The products
// of this package need Host, which a handle starts with.
func (h *Handle) SetPointerMode(mode PointerMode) error {
	return check("cublasSetPointerMode", C.cgb_set_pointer(&h.library.table, &h.state, C.int(mode)))
}
