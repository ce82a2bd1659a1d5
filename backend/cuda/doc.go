// Package cuda is the backend for NVIDIA GPUs.
//
// Nothing of CUDA is needed to build it: the driver, the run-time compiler and
// cuBLAS are opened when a device is first asked for, and where they are missing
// [Open] says which, and where it looked. Builds without cgo, and systems other
// than Linux, have the same package; there Open always fails.
//
// A fused program becomes one kernel: its text is written from the op table
// (internal/gen), compiled for the device's own architecture and kept in memory
// and on disk. Memory comes from a stream-ordered pool (internal/pool). All work
// of one [Device] value is queued on one stream; [Device.NewStream] gives more of
// them.
package cuda

// Options say how a device is opened. The zero value is right for most.
type Options struct {
	// Driver, NVRTC and CUBLAS are paths of the libraries; empty ones are
	// looked for.
	Driver, NVRTC, CUBLAS string
	// Cache is the folder of compiled kernels: empty for the user's cache
	// folder, "off" for none.
	Cache string
	// MemoryLimit bounds the bytes that the pool holds; 0 is the device's
	// memory.
	MemoryLimit int64
}
