package cpu

// adviseHuge does nothing: the system chooses page sizes itself.
func adviseHuge([]byte) {}

// physicalMemory returns the bytes that can be addressed: the system refuses
// what it can't give.
func physicalMemory() int64 { return maxAddressable }
