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

// Fallible is implemented by the events of work that can find a fault in the
// data. What is computed from the results of such work is at fault too.
type Fallible interface {
	Event
	// MayFault is false once it is known that there was no fault.
	MayFault() bool
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
	// with k = 0 the result is zeros. p is what the caller allows; devices
	// that have nothing faster compute in full precision.
	MatMul(dst, a, b View, p Precision) (Event, error)
}

// Precision says how precisely products of float32 and complex64 matrices are
// computed.
type Precision uint8

// The precisions.
const (
	FullPrecision Precision = iota // that of the element type, or better
	TF32                           // factors rounded to 11 significant bits, where that is faster
)

// Sorter is the capability of sorting.
type Sorter interface {
	// Sort stores the rows of src in ascending order in dst, or with
	// positions set, the positions (int64, within the row) that would put
	// them in order. Both views have the shape (rows, n), are row-major and
	// contiguous, and do not overlap. Element types are the ordered ones.
	//
	// The sort is stable: of elements that compare equal, -0 and +0 among
	// them, the first comes first, which shows in positions alone. NaN come
	// last, whatever their sign, and compare equal.
	Sort(dst, src View, positions bool) (Event, error)
}

// Indexer is the capability of addressing elements by computed positions.
// Positions are int64; negative ones count from the end, and one that is out of
// range is the fault FaultIndex: nothing is read or written outside the views,
// the other elements are done.
type Indexer interface {
	// Take stores src[o, index[o, i, r], r] at dst[o, i, r]: shapes (O, m, R)
	// for dst and index, (O, n, R) for src. src and index may have any strides,
	// 0 among them; dst is row-major and contiguous and overlaps neither.
	Take(dst, src, index View) (Event, error)

	// Put stores src[o, i, r] at dst[o, index[o, i, r], r]: shapes (O, m, R)
	// for src and index, (O, n, R) for dst. All may have any strides, but no
	// two elements of dst share a place, and dst overlaps neither of the
	// others. Where an index occurs more than once, its last element stays.
	Put(dst, src, index View) (Event, error)

	// Compact stores the elements of src at which mask (bool) is true, in
	// row-major order, in a new buffer, and returns their number. Both views
	// have the same shape and any strides; src without a buffer stands for
	// positions, as in a kernel. It waits for the work that mask depends on.
	Compact(src, mask View) (Buffer, int, error)
}

// PeerCopier is the capability of taking over data from another device without
// the host's memory in between.
type PeerCopier interface {
	// CopyFrom copies all of src, a buffer of another device, to the
	// beginning of dst. The error wraps ErrUnsupported when the devices can't
	// reach each other. The host need not wait.
	CopyFrom(dst Buffer, from Device, src Buffer) error
}

// Pinner is the capability of host memory from and to which copies go without
// staging, and without the host waiting.
type Pinner interface {
	// PinnedAlloc returns page-locked memory, and what gives it back.
	PinnedAlloc(bytes int) (memory []byte, free func(), err error)
	// CopyInAsync copies src to dst from the byte offset on. When the event
	// is over, src may be reused; until then it must stay as it is.
	CopyInAsync(dst Buffer, offset int, src []byte) (Event, error)
	// CopyOutAsync copies src from the byte offset on into dst, which holds
	// the data when the event is over.
	CopyOutAsync(dst []byte, src Buffer, offset int) (Event, error)
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
