package backendtest

import (
	"fmt"
	"sync/atomic"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/internal/oracle"
)

// NewFake returns a device on host memory that computes with the naive oracle,
// one element at a time, wrapped in a Recorder.
func NewFake() *Recorder { return NewRecorder(&fake{}) }

type fake struct {
	backend.Planning
	closed atomic.Bool
}

type hostBuffer struct{ data []byte }

func (b *hostBuffer) Len() int      { return len(b.data) }
func (b *hostBuffer) Free()         {}
func (b *hostBuffer) Managed() bool { return true }

func (f *fake) Name() string { return "fake" }

// maxFake is the memory of the fake device in bytes.
const maxFake = 1 << 30

// open returns an error once the device is closed.
func (f *fake) open(op string) error {
	if f.closed.Load() {
		return &backend.Error{Op: op, Device: f.Name(), Err: backend.ErrClosed}
	}
	return nil
}

func (f *fake) Alloc(bytes int) (backend.Buffer, error) {
	if err := f.open("alloc"); err != nil {
		return nil, err
	}
	if bytes < 0 || bytes > maxFake {
		return nil, &backend.Error{Op: fmt.Sprintf("alloc %d bytes", bytes), Device: f.Name(), Err: backend.ErrOutOfMemory}
	}
	b := make([]byte, bytes)
	for i := range b {
		b[i] = 0xA5 // what nobody wrote should look like it
	}
	return &hostBuffer{b}, nil
}

func (f *fake) CopyIn(dst backend.Buffer, offset int, src []byte) error {
	copy(dst.(*hostBuffer).data[offset:], src)
	return f.open("copy in")
}

func (f *fake) CopyOut(dst []byte, src backend.Buffer, offset int) error {
	copy(dst, src.(*hostBuffer).data[offset:])
	return f.open("copy out")
}

func (f *fake) HostBytes(b backend.Buffer) []byte { return b.(*hostBuffer).data }

func (f *fake) Run(k *backend.Kernel) (backend.Event, error) {
	if err := f.open("run"); err != nil {
		return nil, err
	}
	return nil, oracle.Run(k, f.HostBytes)
}

func (f *fake) Scan(s *backend.Scan) (backend.Event, error) {
	if err := f.open("scan"); err != nil {
		return nil, err
	}
	return nil, oracle.Scan(s, f.HostBytes)
}

func (f *fake) MatMul(dst, a, b backend.View, _ backend.Precision) (backend.Event, error) {
	if err := f.open("matmul"); err != nil {
		return nil, err
	}
	return nil, oracle.MatMul(dst, a, b, f.HostBytes)
}

func (f *fake) Sort(dst, src backend.View, positions bool) (backend.Event, error) {
	if err := f.open("sort"); err != nil {
		return nil, err
	}
	return nil, oracle.Sort(dst, src, positions, f.HostBytes)
}

func (f *fake) Take(dst, src, index backend.View) (backend.Event, error) {
	if err := f.open("take"); err != nil {
		return nil, err
	}
	return nil, oracle.Take(dst, src, index, f.HostBytes)
}

func (f *fake) Put(dst, src, index backend.View) (backend.Event, error) {
	if err := f.open("put"); err != nil {
		return nil, err
	}
	return nil, oracle.Put(dst, src, index, f.HostBytes)
}

func (f *fake) Compact(src, mask backend.View) (backend.Buffer, int, error) {
	if err := f.open("compact"); err != nil {
		return nil, 0, err
	}
	data, n, err := oracle.Compact(src, mask, f.HostBytes)
	if err != nil {
		return nil, 0, err
	}
	return &hostBuffer{data}, n, nil
}

func (f *fake) Sync() error { return f.open("sync") }

func (f *fake) Close() error {
	f.closed.Store(true)
	return nil
}
