package cpu

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// adviseHuge asks for huge pages, which spare page faults and address
// translation. Kernels without them say no, which does not matter.
func adviseHuge(b []byte) { _ = syscall.Madvise(b, 14 /* MADV_HUGEPAGE */) }

// physicalMemory returns how much memory the process can have, the machine's
// or the control group's: what is mapped beyond it gets the process killed,
// rather than refused.
func physicalMemory() int64 {
	total := int64(maxAddressable)
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) == nil {
		total = min(total, int64(info.Totalram)*int64(info.Unit))
	}
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if limit, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && limit > 0 {
			total = min(total, limit)
		}
	}
	return total
}
