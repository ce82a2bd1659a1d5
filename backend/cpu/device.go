package cpu

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cpu/internal/hostblas"
)

const (
	deviceName = "cpu"
	// scratchTarget is how much scratch memory a worker's blocks take, so
	// that they stay in the first-level cache, roughly.
	scratchTarget = 32 << 10
	// goWork is the number of elements times micro-operations up to which
	// calling C takes longer than the work.
	goWork = 256
)

// Options say how a device computes. The zero value is the best there is.
type Options struct {
	Evaluator string // "auto" (or ""), "go" or "c"
	ISA       string // instruction set of the C evaluator; "": the machine's best
	BLAS      string // library for linear algebra; "": the best that is found
	Workers   int    // most goroutines a kernel; 0: GOMAXPROCS
}

// Device computes on the host. It implements backend.Device, Scanner, Sorter,
// Indexer, MatMuler, BLAS, Solver, HostMapper and MemoryReporter.
type Device struct {
	backend.Planning
	ev      evaluator
	fns     *[fnCount]bool
	workers int
	pool    *pool
	closed  atomic.Bool
	helpers helpers
	idle    sync.Pool // of *worker
	jobs    sync.Pool // of *job
	blas    *hostblas.Library
	solvers solvers
}

var (
	_ backend.Device         = (*Device)(nil)
	_ backend.Scanner        = (*Device)(nil)
	_ backend.Sorter         = (*Device)(nil)
	_ backend.Indexer        = (*Device)(nil)
	_ backend.MatMuler       = (*Device)(nil)
	_ backend.Solver         = (*Device)(nil)
	_ backend.BLAS           = (*Device)(nil)
	_ backend.HostMapper     = (*Device)(nil)
	_ backend.MemoryReporter = (*Device)(nil)
)

// New returns a device. The error wraps backend.ErrUnavailable when the build
// or the machine lacks what the options ask for.
func New(o Options) (*Device, error) {
	d := &Device{workers: o.Workers, pool: newPool()}
	if d.workers <= 0 {
		d.workers = runtime.GOMAXPROCS(0)
	}
	var err error
	switch o.Evaluator {
	case "", "auto":
		if d.ev, err = newC(o.ISA); err != nil {
			if o.ISA != "" {
				return nil, err
			}
			d.ev = goEvaluator{}
		}
	case "c":
		if d.ev, err = newC(o.ISA); err != nil {
			return nil, err
		}
	case "go":
		d.ev = goEvaluator{}
	default:
		return nil, fmt.Errorf(`cpu: no evaluator %q, there are "auto", "go" and "c": %w`, o.Evaluator, backend.ErrUnavailable)
	}
	d.fns = supported(d.ev)
	d.idle.New = func() any { return new(worker) }
	d.jobs.New = func() any { return new(job) }
	if d.blas, err = hostblas.Open(o.BLAS); err != nil {
		return nil, fmt.Errorf("cpu: %w: %w", backend.ErrUnavailable, err)
	}
	return d, nil
}

// Name implements backend.Device.
func (d *Device) Name() string { return deviceName }

// String returns the name.
func (d *Device) String() string { return deviceName }

// Evaluator names what carries kernels out: "go", "c/avx2" and the like.
func (d *Device) Evaluator() string { return d.ev.name() }

// Workers returns the largest number of goroutines that share a kernel.
func (d *Device) Workers() int { return d.workers }

func (d *Device) worker() *worker { return d.idle.Get().(*worker) }

// Alloc implements backend.Device. Up to 32 KiB come from the Go heap.
func (d *Device) Alloc(bytes int) (backend.Buffer, error) {
	if d.closed.Load() {
		return nil, d.errClosed("alloc")
	}
	b, err := d.pool.get(bytes)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// own checks that a buffer is this device's and holds the bytes named.
func (d *Device) own(op string, b backend.Buffer, offset, n int) (*buffer, error) {
	if d.closed.Load() {
		return nil, d.errClosed(op)
	}
	own, ok := b.(*buffer)
	if !ok || own.pool != d.pool {
		return nil, &backend.Error{Op: op, Device: deviceName, Text: "a buffer of another device"}
	}
	if offset < 0 || n > own.bytes-offset {
		return nil, &backend.Error{Op: op, Device: deviceName,
			Text: fmt.Sprintf("bytes %d to %d of a buffer of %d", offset, offset+n, own.bytes)}
	}
	return own, nil
}

// CopyIn implements backend.Device.
func (d *Device) CopyIn(dst backend.Buffer, offset int, src []byte) error {
	b, err := d.own("copy in", dst, offset, len(src))
	if err != nil {
		return err
	}
	d.copy(b.bytesAt(offset, len(src)), src)
	runtime.KeepAlive(dst)
	return nil
}

// CopyOut implements backend.Device.
func (d *Device) CopyOut(dst []byte, src backend.Buffer, offset int) error {
	b, err := d.own("copy out", src, offset, len(dst))
	if err != nil {
		return err
	}
	d.copy(dst, b.bytesAt(offset, len(dst)))
	runtime.KeepAlive(src)
	return nil
}

// copy copies equally many bytes, much of them by several goroutines: fresh
// pages are slow to touch.
func (d *Device) copy(dst, src []byte) {
	const piece, several = 1 << 20, 4 << 20
	if len(dst) < several || d.workers == 1 {
		copy(dst, src)
		return
	}
	var wg sync.WaitGroup
	var next atomic.Int64
	for range min(d.workers, len(dst)/piece) {
		wg.Go(func() {
			for {
				from := int(next.Add(piece)) - piece
				if from >= len(dst) {
					return
				}
				copy(dst[from:min(from+piece, len(dst))], src[from:])
			}
		})
	}
	wg.Wait()
}

// bytesAt returns n bytes of the buffer.
func (b *buffer) bytesAt(offset, n int) []byte {
	return unsafe.Slice((*byte)(b.ptr), b.bytes)[offset : offset+n]
}

// HostBytes implements backend.HostMapper.
func (d *Device) HostBytes(b backend.Buffer) []byte {
	own, ok := b.(*buffer)
	if !ok || own.pool != d.pool {
		return nil
	}
	return own.bytesAt(0, own.bytes)
}

// Run implements backend.Device. The work is done when it returns; the event
// is nil. A fault in the data is returned as a *backend.Fault, with everything
// stored all the same.
func (d *Device) Run(k *backend.Kernel) (backend.Event, error) {
	return nil, d.job("run", k, func(j *job) error {
		if len(k.Folds) > 0 {
			return j.reduce(k)
		}
		return j.apply(k)
	})
}

// job runs a kernel by do.
func (d *Device) job(op string, k *backend.Kernel, do func(j *job) error) error {
	if d.closed.Load() {
		return d.errClosed(op)
	}
	j := d.jobs.Get().(*job)
	j.dev, j.ev = d, d.ev
	err := j.space.load(k, d.pool)
	if err == nil {
		err = do(j)
	}
	j.release()
	d.jobs.Put(j)
	runtime.KeepAlive(k) // and with it the memory that its views are of
	return err
}

// release drops everything that refers to memory.
func (j *job) release() {
	clear(j.space.inputs)
	clear(j.space.stores)
	clear(j.space.folds)
	for i := range j.plans {
		clear(j.plans[i].slots)
	}
	j.status.Store(0)
	j.failed.Store(nil)
}

// Sync implements backend.Device: there is never anything to wait for.
func (d *Device) Sync() error {
	if d.closed.Load() {
		return d.errClosed("sync")
	}
	return nil
}

// Close implements backend.Device. Buffers in use stay valid until they are
// freed. A second call does nothing.
func (d *Device) Close() error {
	if d.closed.CompareAndSwap(false, true) {
		d.pool.close()
	}
	return nil
}

func (d *Device) errClosed(op string) error {
	return &backend.Error{Op: op, Device: deviceName, Err: backend.ErrClosed}
}

// MemoryStats implements backend.MemoryReporter.
func (d *Device) MemoryStats() backend.MemoryStats { return d.pool.report() }

// Trim implements backend.MemoryReporter.
func (d *Device) Trim() { d.pool.trim() }
