//go:build cgo && (linux || darwin)

package loops

// #cgo CFLAGS: -std=c11 -O3 -g0
// #cgo LDFLAGS: -lm
// #cgo noescape cg_run
// #cgo nocallback cg_run
// #include "code.h"
import "C"

import "unsafe"

//go:generate go run ../gen loops_gen.h

// Available reports whether this build has the loops.
const Available = true

// instructionSets are those that the loops are compiled for, the best last.
// Which of them exist is the machine's to say.
var instructionSets = []struct {
	name   string
	number C.int
}{{"base", C.CG_ISA_BASE}, {"avx2", C.CG_ISA_AVX2}, {"avx512", C.CG_ISA_AVX512}}

// Table holds the functions for one instruction set.
type Table struct {
	isa   string
	table C.cg_table
}

// Tables returns what the machine can run, the best last.
func Tables() []*Table {
	var tables []*Table
	for _, i := range instructionSets {
		t := &Table{isa: i.name}
		if C.cg_open(i.number, &t.table) != 0 {
			tables = append(tables, t)
		}
	}
	return tables
}

// ISA returns the name of the instruction set: base, avx2 or avx512.
func (t *Table) ISA() string { return t.isa }

// Has reports whether a function exists.
func (t *Table) Has(fn uint16) bool { return C.cg_has(&t.table, C.int(fn)) != 0 }

// Run carries out a walk: ncode micro-operations on each of the blocks that n
// elements, from position pos on, are divided into. slots holds the slots'
// addresses for the first block; steps, the bytes that they advance by a block.
//
// The addresses are passed to C as integers, so that a table of pointers to Go
// memory passes cgo's checks: the caller keeps alive what they point to.
func (t *Table) Run(code unsafe.Pointer, ncode int, slots *unsafe.Pointer, steps *int64, pos, n, block int64) {
	C.cg_run(&t.table, (*C.cg_micro)(code), C.int64_t(ncode), (*C.uintptr_t)(unsafe.Pointer(slots)),
		(*C.int64_t)(unsafe.Pointer(steps)), C.int64_t(pos), C.int64_t(n), C.int64_t(block))
}

// Facts returns the sizes, offsets and numbers that C has of what package cpu
// declares, in the order of cg_facts.
func Facts() []int64 {
	var facts [C.CG_NUM_FACTS]C.int64_t
	C.cg_facts(&facts[0])
	out := make([]int64, len(facts))
	for i, f := range facts {
		out[i] = int64(f)
	}
	return out
}
