package main

import (
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cpu"
)

const infoHelp = `usage: cugond info

Prints what cugond finds on this machine, a line "name: text" each: its own
version, Go's, the processor, the evaluator of fused expressions with its
instruction set, the BLAS, the memory in use, and the CUDA devices with their
libraries, kernel cache and pools; or what is missing, where it was looked for,
and how to get it. CUGOND_ISA, CUGOND_BLAS, CUGOND_CUDA_PATH and CUGOND_CACHE
have their usual effect. The exit code is 0 without a CUDA device too, and 1
when the CPU can't be used as the environment asks.
`

// runInfo is the command info.
func runInfo(args []string, stdout io.Writer) error {
	if err := parse(flag.NewFlagSet("info", flag.ContinueOnError), args, infoHelp); err != nil {
		return err
	}
	line := func(name, text string) { fmt.Fprintf(stdout, "%-10s %s\n", name+":", oneLine(text)) }
	build, _ := debug.ReadBuildInfo()
	line("cugond", moduleVersion(build))
	line("go", goVersion(build))
	line("cpu", fmt.Sprintf("%s, %d logical cores, GOMAXPROCS %d", cpuModel(), runtime.NumCPU(), runtime.GOMAXPROCS(0)))
	host, failure := cugond.CPU(), error(nil)
	if d, ok := host.(*cpu.Device); ok {
		info := d.Info()
		line("evaluator", evaluatorText(info))
		line("blas", blasText(info.BLAS))
		line("memory", memoryText(host))
	} else if _, failure = host.Alloc(1); failure != nil {
		line("evaluator", "not available: "+failure.Error())
	}
	gpuInfo(line)
	return failure
}

// oneLine makes text of one line of text of several.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func evaluatorText(info cpu.Info) string {
	text := info.Evaluator
	if info.ISA != "" {
		text += "/" + info.ISA
	}
	others := []string{}
	for _, isa := range info.ISAs {
		if isa != info.ISA {
			others = append(others, isa)
		}
	}
	if info.Evaluator != "go" {
		others = append(others, "go")
	}
	if len(others) > 0 {
		text += ", also available: " + strings.Join(others, ", ")
	}
	return fmt.Sprintf("%s; up to %d goroutines", text, info.Workers)
}

func blasText(b cpu.BLASInfo) string {
	words := []string{b.Name}
	for _, w := range []string{b.Version, b.Path} {
		if w != "" {
			words = append(words, w)
		}
	}
	text := strings.Join(words, " ")
	if b.Core != "" {
		text += ", kernels for " + b.Core
	}
	if b.Threads > 0 {
		text += fmt.Sprintf(", threads: %d", b.Threads)
	}
	if b.Fallback != nil {
		text += "; no other because: " + b.Fallback.Error()
	}
	return text
}

func memoryText(dev backend.Device) string {
	r, ok := dev.(backend.MemoryReporter)
	if !ok {
		return "memory not reported"
	}
	m := r.MemoryStats()
	return fmt.Sprintf("%s in use, %s pooled, peak %s, %d allocations of which %d reused and %d on the Go heap",
		byteText(m.InUse), byteText(m.Pooled), byteText(m.Peak), m.Allocs, m.Reused, m.FromGo)
}

// byteText writes a number of bytes in the largest binary unit that it fills.
func byteText(n int64) string {
	const units = "KMGTPE"
	if n < 1<<10 {
		return fmt.Sprintf("%d B", n)
	}
	v, u := float64(n)/(1<<10), 0
	for v >= 1<<10 && u+1 < len(units) {
		v /= 1 << 10
		u++
	}
	return fmt.Sprintf("%.4g %ciB", v, units[u])
}

// moduleVersion is the version of the module that has the command.
func moduleVersion(build *debug.BuildInfo) string {
	if build == nil {
		return "unknown version"
	}
	text := build.Main.Version
	if text == "" {
		text = "(devel)"
	}
	if revision := setting(build, "vcs.revision"); revision != "" {
		text += ", revision " + revision
		if at := setting(build, "vcs.time"); at != "" {
			text += " of " + at
		}
		if setting(build, "vcs.modified") == "true" {
			text += ", modified"
		}
	}
	return text
}

func goVersion(build *debug.BuildInfo) string {
	text := fmt.Sprintf("%s %s/%s", strings.TrimPrefix(runtime.Version(), "go"), runtime.GOOS, runtime.GOARCH)
	if build != nil {
		switch setting(build, "CGO_ENABLED") {
		case "1":
			text += ", with cgo"
		case "0":
			text += ", without cgo"
		}
	}
	return text
}

func setting(build *debug.BuildInfo, key string) string {
	for _, s := range build.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}
