package main

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// cpuModel returns the processor's name as the system gives it.
func cpuModel() string {
	var name string
	switch runtime.GOOS {
	case "linux":
		if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
			name = modelOf(string(text))
		}
	case "darwin":
		if out, err := exec.Command("sysctl", "-n", "machdep.cpu.brand_string").Output(); err == nil {
			name = strings.TrimSpace(string(out))
		}
	case "windows":
		name = os.Getenv("PROCESSOR_IDENTIFIER")
	}
	if name == "" {
		return runtime.GOARCH + " of unknown model"
	}
	return name
}

// modelOf finds the model in /proc/cpuinfo. Processors by Arm have only
// numbers there.
func modelOf(cpuinfo string) string {
	fields := map[string]string{}
	for line := range strings.Lines(cpuinfo) {
		key, value, ok := strings.Cut(line, ":")
		if key = strings.TrimSpace(key); ok && fields[key] == "" {
			fields[key] = strings.TrimSpace(value)
		}
	}
	for _, key := range []string{"model name", "Model", "Hardware"} {
		if fields[key] != "" {
			return fields[key]
		}
	}
	if part := fields["CPU part"]; part != "" {
		return strings.TrimSpace("Arm implementer " + fields["CPU implementer"] + " part " + part)
	}
	return ""
}
