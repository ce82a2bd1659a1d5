package cpu

import (
	"fmt"
	"runtime"
	"strings"
	"unsafe"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cpu/internal/loops"
)

// cEvaluator carries out walks with functions written in C.
type cEvaluator struct{ table *loops.Table }

// newC returns the C evaluator for an instruction set, the machine's best when
// isa is "". The error wraps backend.ErrUnavailable.
func newC(isa string) (evaluator, error) {
	tables := loops.Tables()
	if len(tables) == 0 {
		return nil, fmt.Errorf("the C evaluator: %w: built without cgo", backend.ErrUnavailable)
	}
	if isa == "" {
		return &cEvaluator{tables[len(tables)-1]}, nil
	}
	var names []string
	for _, t := range tables {
		if t.ISA() == isa {
			return &cEvaluator{t}, nil
		}
		names = append(names, t.ISA())
	}
	return nil, fmt.Errorf("the C evaluator: %w: no instruction set %q here, this machine has %s",
		backend.ErrUnavailable, isa, strings.Join(names, ", "))
}

func (e *cEvaluator) name() string { return "c/" + e.table.ISA() }

func (e *cEvaluator) has(fn uint16) bool { return e.table.Has(fn) }

// run calls C once for the whole walk.
func (e *cEvaluator) run(w *walk) {
	e.table.Run(unsafe.Pointer(unsafe.SliceData(w.code)), len(w.code), unsafe.SliceData(w.ptrs),
		unsafe.SliceData(w.steps), w.pos, w.n, w.block)
	runtime.KeepAlive(w)
}
