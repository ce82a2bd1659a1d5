package cpu

import "strings"

// instructionSets are the names of the C evaluator's builds, as Options.ISA
// takes them.
var instructionSets = []string{"base", "neon", "avx2", "avx512"}

// Info says what a device computes with.
type Info struct {
	Evaluator string   // "go" or "c"
	ISA       string   // instruction set of the C evaluator; empty for "go"
	ISAs      []string // those that this build and machine could use
	Workers   int      // most goroutines that share a kernel
	BLAS      BLASInfo
}

// BLASInfo says which library computes matrix products.
type BLASInfo struct {
	Name     string // "OpenBLAS", "MKL", …, or "gonum"
	Path     string // the library's file; empty for gonum
	Version  string // empty if unknown
	Core     string // the processor family that its kernels are for; empty if unknown
	Threads  int    // threads that it computes with; 0 if it does not tell
	Fallback error  // why it is gonum, when nobody asked for that, or nil
}

// Info returns what the device computes with.
func (d *Device) Info() Info {
	evaluator, isa, _ := strings.Cut(d.ev.name(), "/")
	info := Info{
		Evaluator: evaluator,
		ISA:       isa,
		Workers:   d.workers,
		BLAS: BLASInfo{
			Name: d.blas.Name, Path: d.blas.Path, Version: d.blas.Version,
			Core: d.blas.Core, Threads: d.blas.Threads, Fallback: d.blas.Fallback,
		},
	}
	for _, isa := range instructionSets {
		if _, err := newC(isa); err == nil {
			info.ISAs = append(info.ISAs, isa)
		}
	}
	return info
}
