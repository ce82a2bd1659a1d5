package backend

import (
	"sync"

	"github.com/cugond/cugond/backend/expr"
)

// DType is the run-time name of an element type, see [expr.DType].
type DType = expr.DType

// Device allocates memory, moves data and runs kernels. Its methods are safe
// for concurrent use. Work on one device happens in an order that respects the
// order of the calls as far as memory is concerned: a kernel sees what earlier
// calls wrote.
type Device interface {
	// Name is the device's name, "cpu" or "cuda:0".
	Name() string

	// Alloc reserves memory with undefined contents. Zero bytes are allowed.
	// The error wraps ErrOutOfMemory when the memory can't be had.
	Alloc(bytes int) (Buffer, error)

	// CopyIn copies src to dst from the byte offset on. src may be reused
	// when it returns.
	CopyIn(dst Buffer, offset int, src []byte) error

	// CopyOut waits for the work that dst depends on and copies src from the
	// byte offset on into dst.
	CopyOut(dst []byte, src Buffer, offset int) error

	// Run starts a kernel. It returns what is known when the work is queued;
	// the event, when not nil, tells the rest. A nil event means finished.
	// The kernel and what it refers to, but for buffers, are the caller's
	// again when Run returns.
	Run(k *Kernel) (Event, error)

	// Sync waits until everything queued has finished and returns the first
	// failure that no event has reported.
	Sync() error

	// Close releases what the device holds. Calls after it return ErrClosed.
	Close() error

	// PlanLock is the lock under which evaluations on this device are
	// planned, and its identity: handles with one lock are handles of one
	// device and share its memory. A device only has to keep it, by embedding
	// Planning.
	PlanLock() *sync.Mutex
}

// Planning is embedded by devices to provide PlanLock.
type Planning struct{ mu sync.Mutex }

// PlanLock implements Device.
func (p *Planning) PlanLock() *sync.Mutex { return &p.mu }

// Buffer is memory of one device.
type Buffer interface {
	// Len is the number of bytes asked for.
	Len() int
	// Free gives the memory back. The contents are undefined from then on;
	// work that was queued before still sees them. A second call does nothing.
	Free()
	// Managed reports whether the garbage collector alone suffices to give
	// the memory back, so that nobody has to call Free.
	Managed() bool
}

// Event is the end of work that has been started.
type Event interface {
	// Wait returns when the work has finished, with its failure: a *Fault
	// for what only the data could show.
	Wait() error
}

// Scanner is the capability of cumulative operations.
type Scanner interface {
	Scan(s *Scan) (Event, error)
}

// MatMuler is the capability of matrix products.
type MatMuler interface {
	// MatMul stores the products of a and b in dst: shapes (…, m, k),
	// (…, k, n) and (…, m, n) of one element type, the leading dimensions
	// equal, with stride 0 where an operand is broadcast. dst overlaps no
	// operand; its matrices are row-major and contiguous. Sizes may be zero:
	// with k = 0 the result is zeros.
	MatMul(dst, a, b View) (Event, error)
}

// HostMapper is the capability of buffers that the host can address.
type HostMapper interface {
	// HostBytes returns the buffer's memory, which stays valid until Free.
	HostBytes(b Buffer) []byte
}

// MemoryReporter is the capability of telling and trimming the memory in use.
type MemoryReporter interface {
	MemoryStats() MemoryStats
	// Trim gives unused pooled memory back to the system.
	Trim()
}

// MemoryStats describes a device's pool.
type MemoryStats struct {
	InUse     int64 // bytes in buffers that have not been freed
	Pooled    int64 // bytes kept for reuse
	Peak      int64 // largest InUse so far
	Allocs    int64 // allocations answered
	Reused    int64 // of those, the ones that the pool answered
	FromGo    int64 // of those, small ones that live on the Go heap
	Collected int64 // garbage collections started under memory pressure
}
