//go:build !cgo || !(linux || darwin)

package loops

import "unsafe"

// Available reports whether this build has the loops.
const Available = false

// Table holds the functions for one instruction set; there is none.
type Table struct{}

// Tables returns nothing.
func Tables() []*Table { return nil }

// ISA is never called: there is no table.
func (t *Table) ISA() string { return "" }

// Has is never called: there is no table.
func (t *Table) Has(uint16) bool { return false }

// Run is never called: there is no table.
func (t *Table) Run(unsafe.Pointer, int, *unsafe.Pointer, *int64, int64, int64, int64) {}

// Facts returns nothing.
func Facts() []int64 { return nil }
