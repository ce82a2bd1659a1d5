package backendtest

import (
	"sync"

	"github.com/cugond/cugond/backend"
)

// Recorder is a device that passes everything on to another and remembers what
// it was asked to do, so that tests can tell how many kernels ran and what was
// allocated and copied. It has every optional capability; those that the other
// device lacks fail with backend.ErrUnsupported.
type Recorder struct {
	backend.Device
	mu  sync.Mutex
	log Log
}

// Log is what a Recorder was asked to do.
type Log struct {
	Kernels  []backend.Kernel
	Scans    []backend.Scan
	MatMuls  int
	Sorts    int
	Takes    int
	Puts     int
	Compacts int
	Allocs   []int // bytes
	CopyIns  []int // bytes
	CopyOuts []int // bytes
}

// NewRecorder returns a recorder in front of dev, whose identity it takes on.
func NewRecorder(dev backend.Device) *Recorder { return &Recorder{Device: dev} }

// Drain returns what was recorded since the last call.
func (r *Recorder) Drain() Log {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.log
	r.log = Log{}
	return l
}

func (r *Recorder) note(f func(*Log)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f(&r.log)
}

// Alloc implements backend.Device.
func (r *Recorder) Alloc(bytes int) (backend.Buffer, error) {
	r.note(func(l *Log) { l.Allocs = append(l.Allocs, bytes) })
	return r.Device.Alloc(bytes)
}

// CopyIn implements backend.Device.
func (r *Recorder) CopyIn(dst backend.Buffer, offset int, src []byte) error {
	r.note(func(l *Log) { l.CopyIns = append(l.CopyIns, len(src)) })
	return r.Device.CopyIn(dst, offset, src)
}

// CopyOut implements backend.Device.
func (r *Recorder) CopyOut(dst []byte, src backend.Buffer, offset int) error {
	r.note(func(l *Log) { l.CopyOuts = append(l.CopyOuts, len(dst)) })
	return r.Device.CopyOut(dst, src, offset)
}

// Run implements backend.Device.
func (r *Recorder) Run(k *backend.Kernel) (backend.Event, error) {
	r.note(func(l *Log) { l.Kernels = append(l.Kernels, *k.Clone()) })
	return r.Device.Run(k)
}

// Scan implements backend.Scanner.
func (r *Recorder) Scan(s *backend.Scan) (backend.Event, error) {
	r.note(func(l *Log) { l.Scans = append(l.Scans, backend.Scan{Kernel: *s.Clone(), Op: s.Op, Axis: s.Axis}) })
	if d, ok := r.Device.(backend.Scanner); ok {
		return d.Scan(s)
	}
	return nil, backend.ErrUnsupported
}

// MatMul implements backend.MatMuler.
func (r *Recorder) MatMul(dst, a, b backend.View, p backend.Precision) (backend.Event, error) {
	r.note(func(l *Log) { l.MatMuls++ })
	if d, ok := r.Device.(backend.MatMuler); ok {
		return d.MatMul(dst, a, b, p)
	}
	return nil, backend.ErrUnsupported
}

// Sort implements backend.Sorter.
func (r *Recorder) Sort(dst, src backend.View, positions bool) (backend.Event, error) {
	r.note(func(l *Log) { l.Sorts++ })
	if d, ok := r.Device.(backend.Sorter); ok {
		return d.Sort(dst, src, positions)
	}
	return nil, backend.ErrUnsupported
}

// Take implements backend.Indexer.
func (r *Recorder) Take(dst, src, index backend.View) (backend.Event, error) {
	r.note(func(l *Log) { l.Takes++ })
	if d, ok := r.Device.(backend.Indexer); ok {
		return d.Take(dst, src, index)
	}
	return nil, backend.ErrUnsupported
}

// Put implements backend.Indexer.
func (r *Recorder) Put(dst, src, index backend.View) (backend.Event, error) {
	r.note(func(l *Log) { l.Puts++ })
	if d, ok := r.Device.(backend.Indexer); ok {
		return d.Put(dst, src, index)
	}
	return nil, backend.ErrUnsupported
}

// Compact implements backend.Indexer.
func (r *Recorder) Compact(src, mask backend.View) (backend.Buffer, int, error) {
	r.note(func(l *Log) { l.Compacts++ })
	if d, ok := r.Device.(backend.Indexer); ok {
		return d.Compact(src, mask)
	}
	return nil, 0, backend.ErrUnsupported
}

// HostBytes implements backend.HostMapper; nil when the other device does not.
func (r *Recorder) HostBytes(b backend.Buffer) []byte {
	if d, ok := r.Device.(backend.HostMapper); ok {
		return d.HostBytes(b)
	}
	return nil
}
