//go:build cgo && linux

package cuda

import (
	"errors"
	"sync"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda/internal/cublas"
)

// blasLibrary is cuBLAS, opened when it is first needed.
type blasLibrary struct {
	path string
	once sync.Once
	lib  *cublas.Library
	err  error
}

func (l *blasLibrary) open() (*cublas.Library, error) {
	l.once.Do(func() { l.lib, l.err = cublas.Open(paths(l.path)...) })
	return l.lib, l.err
}

// blasHandle is a stream's handle of cuBLAS, with a workspace of its own: with
// a shared one, results would depend on what other streams do.
type blasHandle struct {
	mu        sync.Mutex
	handle    *cublas.Handle
	workspace *buffer
}

// blasWorkspace suffices for cuBLAS on all cards.
const blasWorkspace = 32 << 20

// withBLAS calls f with the stream's handle, which serves one call at a time.
func (d *Device) withBLAS(f func(*cublas.Handle) error) error {
	b := &d.stream.blas
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.handle == nil {
		if err := d.openBLAS(b); err != nil {
			return err
		}
	}
	err := f(b.handle)
	var ce *cublas.Error
	if errors.As(err, &ce) {
		return &backend.Error{Op: "multiply matrices", Device: d.name, Library: "cublas", Func: ce.Func, Status: int(ce.Status), Text: ce.Status.Text()}
	}
	return err
}

func (d *Device) openBLAS(b *blasHandle) error {
	lib, err := d.card.blas.open()
	if err != nil {
		return &backend.Error{Op: "multiply matrices", Device: d.name, Library: "cublas",
			Text: "NVIDIA's cuBLAS could not be opened; install the CUDA toolkit or its cublas package, or set CUGOND_CUDA_PATH to its folder",
			Err:  unavailable(err)}
	}
	h, err := lib.Create(d.ctx.Handle(), d.ctx.SetCurrentAddress())
	if err != nil {
		return &backend.Error{Op: "open cuBLAS", Device: d.name, Err: err}
	}
	w, err := d.scratch(blasWorkspace)
	if err == nil {
		err = h.SetStream(d.handle.Handle())
	}
	if err == nil {
		err = h.SetWorkspace(uint64(w.ptr()), blasWorkspace)
	}
	if err != nil {
		if w != nil {
			w.release()
		}
		return errors.Join(d.fail("open cuBLAS", err), h.Destroy())
	}
	b.handle, b.workspace = h, w
	return nil
}

// blasClose gives the stream's handle up.
func (d *Device) blasClose() {
	b := &d.stream.blas
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.handle != nil {
		_ = b.handle.Destroy() // the stream is at its end
		b.workspace.release()
		b.handle, b.workspace = nil, nil
	}
}
