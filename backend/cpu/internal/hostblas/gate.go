package hostblas

// gate bounds how many calls are inside a library at once. Every call that is
// there holds a thread of the operating system and one of the library's work
// buffers. OpenBLAS has a fixed number of these, and more goroutines than that
// are no fault of the caller; more calls than cores would only queue for the
// cores anyway.
type gate chan struct{}

func newGate(limit int) gate { return make(gate, max(1, limit)) }

func (g gate) enter() { g <- struct{}{} }

func (g gate) leave() { <-g }
