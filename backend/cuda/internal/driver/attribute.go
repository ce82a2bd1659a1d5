package driver

// Attribute is a property of a device (CUdevice_attribute).
type Attribute int

// Properties of devices.
const (
	MaxThreadsPerBlock            Attribute = 1
	MaxBlockX                     Attribute = 2
	MaxBlockY                     Attribute = 3
	MaxBlockZ                     Attribute = 4
	MaxGridX                      Attribute = 5
	MaxGridY                      Attribute = 6
	MaxGridZ                      Attribute = 7
	MaxSharedPerBlock             Attribute = 8 // bytes without asking for more
	TotalConstantMemory           Attribute = 9
	WarpSize                      Attribute = 10
	MaxRegistersPerBlock          Attribute = 12
	ClockRate                     Attribute = 13 // kHz
	Multiprocessors               Attribute = 16
	KernelTimeout                 Attribute = 17 // 1 where long kernels are ended
	Integrated                    Attribute = 18 // 1 where memory is the host's
	ComputeMode                   Attribute = 20
	ConcurrentKernels             Attribute = 31
	ECCEnabled                    Attribute = 32
	PCIBus                        Attribute = 33
	PCIDevice                     Attribute = 34
	MemoryClockRate               Attribute = 36 // kHz
	MemoryBusWidth                Attribute = 37 // bits
	L2CacheSize                   Attribute = 38 // bytes
	MaxThreadsPerMultiprocessor   Attribute = 39
	AsyncEngines                  Attribute = 40 // copies that run beside kernels
	UnifiedAddressing             Attribute = 41
	PCIDomain                     Attribute = 50
	ComputeMajor                  Attribute = 75
	ComputeMinor                  Attribute = 76
	MaxSharedPerMultiprocessor    Attribute = 81
	MaxRegistersPerMultiprocessor Attribute = 82
	ManagedMemory                 Attribute = 83
	SingleToDoubleRatio           Attribute = 87 // speed of float32 over that of float64
	PageableMemoryAccess          Attribute = 88
	CooperativeLaunch             Attribute = 95
	MaxSharedPerBlockOptin        Attribute = 97 // bytes, with FuncMaxDynamicShared
	MaxBlocksPerMultiprocessor    Attribute = 106
	ReservedSharedPerBlock        Attribute = 111
	MemoryPoolsSupported          Attribute = 115
)

// FuncAttribute is a property of a kernel (CUfunction_attribute).
type FuncAttribute int

// Properties of kernels. The last two can be set.
const (
	FuncMaxThreadsPerBlock     FuncAttribute = 0
	FuncShared                 FuncAttribute = 1 // bytes of static shared memory
	FuncConstant               FuncAttribute = 2
	FuncLocal                  FuncAttribute = 3 // bytes a thread; not 0 means that registers spill
	FuncRegisters              FuncAttribute = 4 // a thread
	FuncPTXVersion             FuncAttribute = 5
	FuncBinaryVersion          FuncAttribute = 6
	FuncMaxDynamicShared       FuncAttribute = 8
	FuncPreferredSharedPercent FuncAttribute = 9
)
