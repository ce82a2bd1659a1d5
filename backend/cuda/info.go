package cuda

// Info says what a device rests on.
type Info struct {
	Properties Properties
	Libraries  []LibraryInfo // the driver, NVRTC and cuBLAS
	Cache      string        // folder of compiled kernels, "" for none
	Streams    int
	Free       int64 // bytes that the GPU has free for anyone
	Limit      int64 // bytes that the pool may hold, 0 for no bound
	Reserved   int64 // bytes that the pool holds
}

// LibraryInfo is a library of CUDA's.
type LibraryInfo struct {
	Name    string
	Path    string
	Version string
	Err     error // why it could not be opened, with every place that was tried
}

// Properties describes a GPU.
type Properties struct {
	Name            string
	Major, Minor    int // compute capability
	MultiProcessors int
	MemoryBytes     int64
	SharedPerBlock  int // bytes, without asking for more
	ClockKHz        int // of the multiprocessors, at most
	SingleToDouble  int // how many times faster single precision is than double
}
