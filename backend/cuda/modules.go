//go:build cgo && linux

package cuda

import (
	"fmt"
	"sync"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda/internal/driver"
	"github.com/cugond/cugond/backend/cuda/internal/gen"
	"github.com/cugond/cugond/backend/cuda/internal/nvrtc"
)

// modules are a card's compiled kernels, by what their texts depend on.
type modules struct {
	disk    diskCache
	library func() (*nvrtc.Library, error)

	mu      sync.RWMutex
	kernels map[string]*kernel
}

// kernel is one compiled function. Whoever asks first compiles it; the others
// wait.
type kernel struct {
	ready  chan struct{}
	f      driver.Function
	module driver.Module
	err    error
}

// lookup returns a function that has been compiled.
func (m *modules) lookup(key []byte) (driver.Function, bool) {
	m.mu.RLock()
	k := m.kernels[string(key)]
	m.mu.RUnlock()
	if k == nil {
		return driver.Function{}, false
	}
	<-k.ready
	return k.f, k.err == nil
}

// function returns the function of a text, which is written and compiled when
// no call with the key has done so. The key says all that the text depends on.
func (d *Device) function(key []byte, text func() gen.Source) (driver.Function, error) {
	m := &d.modules
	m.mu.RLock()
	k := m.kernels[string(key)]
	m.mu.RUnlock()
	if k == nil {
		m.mu.Lock()
		if k = m.kernels[string(key)]; k == nil {
			k = &kernel{ready: make(chan struct{})}
			if m.kernels == nil {
				m.kernels = map[string]*kernel{}
			}
			m.kernels[string(key)] = k
			m.mu.Unlock()
			d.build(k, text)
			if k.err != nil { // another call may have better luck
				m.mu.Lock()
				delete(m.kernels, string(key))
				m.mu.Unlock()
			}
			close(k.ready)
		} else {
			m.mu.Unlock()
		}
	}
	<-k.ready
	return k.f, k.err
}

// build compiles and loads a kernel.
func (d *Device) build(k *kernel, text func() gen.Source) {
	defer func() {
		if r := recover(); r != nil { // nobody may wait for ever
			k.err = &backend.Error{Op: "write a kernel", Device: d.name, Err: fmt.Errorf("internal failure: %v", r)}
		}
	}()
	src := text()
	image, kept, err := d.compile(src, true)
	if err != nil {
		k.err = err
		return
	}
	if err = k.load(d.ctx, image, src.Name); err != nil && kept && !lasting(statusOf(err)) {
		// The file is whole, but for another driver perhaps.
		if image, _, err = d.compile(src, false); err == nil {
			err = k.load(d.ctx, image, src.Name)
		}
	}
	k.err = d.fail("load kernel "+src.Name, err)
}

// load makes an image's function ready to be launched.
func (k *kernel) load(ctx *driver.Context, image []byte, name string) (err error) {
	if k.module, err = ctx.LoadModule(image); err != nil {
		return err
	}
	k.f, err = ctx.Function(k.module, name)
	return err
}

// compile returns the machine code of a text, from the disk if it is there and
// may be used, and whether it was.
func (d *Device) compile(src gen.Source, kept bool) (image []byte, found bool, err error) {
	lib, err := d.modules.library()
	if err != nil {
		return nil, false, &backend.Error{Op: "compile kernel " + src.Name, Device: d.name, Library: "nvrtc",
			Text: "NVIDIA's run-time compiler could not be opened; install the CUDA toolkit or its nvrtc package, or set CUGOND_CUDA_PATH to its folder",
			Err:  unavailable(err)}
	}
	options := []string{fmt.Sprintf("--gpu-architecture=sm_%d", d.props.arch()), "--std=c++17", "--fmad=false"}
	major, minor := lib.Version()
	name := cacheName(src, options, major, minor)
	if kept {
		if image, ok := d.modules.disk.load(name); ok {
			return image, true, nil
		}
	}
	image, _, err = lib.Compile(src.Name+".cu", src.Text, options...)
	if err != nil {
		return nil, false, &backend.Error{Op: "compile kernel " + src.Name, Device: d.name, Library: "nvrtc", Text: "this is a fault of cugond's; please report it with the log", Err: err}
	}
	d.modules.disk.save(name, image)
	return image, false, nil
}

// close unloads all kernels.
func (m *modules) close(ctx *driver.Context) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	var first error
	for _, k := range m.kernels {
		<-k.ready
		if k.err != nil {
			continue
		}
		if err := ctx.UnloadModule(k.module); err != nil && first == nil {
			first = err
		}
	}
	m.kernels = nil
	return first
}
