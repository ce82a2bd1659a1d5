//go:build cgo && linux

package cuda

import (
	"errors"
	"fmt"
	"sync"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cuda/internal/driver"
	"github.com/cugond/cugond/backend/cuda/internal/nvrtc"
	"github.com/cugond/cugond/backend/cuda/internal/pool"
)

// oldest is the smallest compute capability that kernels are written for.
const oldest = 70

// Open opens a GPU by its index among those that the process can see. The
// error wraps backend.ErrUnavailable where there is no driver or no such GPU. It
// takes the GPU's primary context, which other libraries in the process share.
// NVRTC and cuBLAS are opened when they are first needed.
func Open(index int, opts Options) (*Device, error) {
	name := fmt.Sprintf("cuda:%d", index)
	refuse := func(text string, err error) error {
		return &backend.Error{Op: "open", Device: name, Text: text, Err: unavailable(err)}
	}
	lib, n, err := find(opts)
	if err != nil {
		return nil, refuse(needDriver, err)
	}
	if index < 0 || index >= n {
		return nil, refuse(fmt.Sprintf("there are %d CUDA devices here, with indices from 0; see CUDA_VISIBLE_DEVICES", n), nil)
	}
	ctx, err := lib.Retain(index)
	if err != nil {
		return nil, refuse("the GPU is there but can't be used", err)
	}
	c := &card{name: name, ordinal: index, driver: lib, ctx: ctx}
	d, err := c.start(opts)
	if err != nil {
		return nil, errors.Join(err, c.fail("close", ctx.Release()))
	}
	return d, nil
}

// needDriver is the way out where no GPU can be seen.
const needDriver = "install NVIDIA's driver, or set CUGOND_CUDA_PATH to the folder of libcuda.so.1; cugond.CPU() and cugond.Auto() work everywhere"

// find opens the driver and counts the GPUs.
func find(opts Options) (*driver.Driver, int, error) {
	lib, err := driver.Open(paths(opts.Driver)...)
	if err != nil {
		return nil, 0, err
	}
	n, err := lib.DeviceCount()
	return lib, n, err
}

// unavailable is backend.ErrUnavailable, with its cause if there is one.
func unavailable(cause error) error {
	if cause == nil {
		return backend.ErrUnavailable
	}
	return fmt.Errorf("%w: %w", backend.ErrUnavailable, cause)
}

// Count returns the number of CUDA devices that the process can see, and why it
// can't see any.
func Count(opts Options) (int, error) {
	_, n, err := find(opts)
	if err != nil {
		return 0, &backend.Error{Op: "count devices", Device: "cuda", Text: needDriver, Err: unavailable(err)}
	}
	return n, nil
}

// paths are the candidates for a library: the one that was given, or those that
// the binding looks for.
func paths(given string) []string {
	if given == "" {
		return nil
	}
	return []string{given}
}

// start fills in the card and opens its first handle.
func (c *card) start(opts Options) (*Device, error) {
	if err := c.ask(); err != nil {
		return nil, c.fail("open", err)
	}
	if c.props.arch() < oldest {
		return nil, &backend.Error{Op: "open", Device: c.name, Err: backend.ErrUnavailable,
			Text: fmt.Sprintf("%s has compute capability %d.%d; 7.0 or later is needed (Volta, from 2017 on)", c.props.Name, c.props.Major, c.props.Minor)}
	}
	var err error
	if c.pool, err = pool.New(source{c}, c.name); err != nil {
		return nil, c.fail("open", err)
	}
	if opts.MemoryLimit > 0 {
		if err := c.pool.SetLimit(opts.MemoryLimit); err != nil {
			return nil, err
		}
	}
	c.modules.disk = newDiskCache(opts.Cache)
	c.modules.library = sync.OnceValues(func() (*nvrtc.Library, error) { return nvrtc.Open(paths(opts.NVRTC)...) })
	c.blas.path = opts.CUBLAS
	d, err := c.newHandle()
	if err != nil {
		return nil, err
	}
	d.primary = true
	return d, nil
}

// ask finds out about the GPU.
func (c *card) ask() error {
	p := &c.props
	var err error
	if p.Name, err = c.ctx.Name(); err != nil {
		return err
	}
	if p.MemoryBytes, err = c.ctx.TotalMemory(); err != nil {
		return err
	}
	for a, to := range map[driver.Attribute]*int{
		driver.ComputeMajor: &p.Major, driver.ComputeMinor: &p.Minor, driver.Multiprocessors: &p.MultiProcessors,
		driver.MaxSharedPerBlock: &p.SharedPerBlock, driver.ClockRate: &p.ClockKHz, driver.SingleToDoubleRatio: &p.SingleToDouble,
	} {
		if *to, err = c.ctx.Attribute(a); err != nil {
			return err
		}
	}
	return nil
}
