package expr

import (
	"errors"
	"fmt"
	"strings"
)

// Ref names a value of a program: first its inputs, then its parameters, then
// the results of its instructions, in that order.
type Ref uint16

// Instr computes one value from earlier ones, elementwise.
type Instr struct {
	Op   Op
	In   DType  // of the operands, but for Where's and Check's boolean
	Out  DType  // of the result
	Aux  uint16 // Check: the fault code
	Args [3]Ref
}

// Program is a straight-line elementwise computation in static single
// assignment form. It says nothing of shapes, addresses or scalars' values, so
// that one translation of it serves all of them.
type Program struct {
	Inputs []DType // elements loaded from memory, or positions, see backend.View
	Params []DType // scalars, the same for all elements
	Instrs []Instr
}

// NumValues returns how many values the program has.
func (p *Program) NumValues() int { return len(p.Inputs) + len(p.Params) + len(p.Instrs) }

// Input returns the name of input i.
func (p *Program) Input(i int) Ref { return Ref(i) }

// Param returns the name of parameter i.
func (p *Program) Param(i int) Ref { return Ref(len(p.Inputs) + i) }

// Result returns the name of instruction i's result.
func (p *Program) Result(i int) Ref { return Ref(len(p.Inputs) + len(p.Params) + i) }

// Type returns the element type of a value.
func (p *Program) Type(r Ref) DType {
	i := int(r)
	if i < len(p.Inputs) {
		return p.Inputs[i]
	}
	if i -= len(p.Inputs); i < len(p.Params) {
		return p.Params[i]
	}
	if i -= len(p.Params); i < len(p.Instrs) {
		return p.Instrs[i].Out
	}
	return Invalid
}

// ErrProgram is wrapped by what [Program.Validate] returns.
var ErrProgram = errors.New("expr: malformed program")

// Validate checks that every instruction takes earlier values of the types
// that its operation is defined for, and gives the type that the operation
// gives.
func (p *Program) Validate() error {
	for i := range p.Instrs {
		in := &p.Instrs[i]
		if in.Op == 0 || in.Op >= numOps {
			return fmt.Errorf("%w: instruction %d has no operation", ErrProgram, i)
		}
		row := in.Op.Row()
		if !row.Kinds.Has(in.In) {
			return fmt.Errorf("%w: instruction %d: %s is not defined for %v", ErrProgram, i, row.Name, in.In)
		}
		if !row.Gives(in.In, in.Out) {
			return fmt.Errorf("%w: instruction %d: %s of %v does not give %v", ErrProgram, i, row.Name, in.In, in.Out)
		}
		for k := 0; k < row.Arity; k++ {
			if in.Args[k] >= p.Result(i) {
				return fmt.Errorf("%w: instruction %d: operand %d is no earlier value", ErrProgram, i, k)
			}
			if got, want := p.Type(in.Args[k]), row.Operand(k, in.In); got != want {
				return fmt.Errorf("%w: instruction %d: %s takes %v as operand %d, not %v", ErrProgram, i, row.Name, want, k, got)
			}
		}
	}
	return nil
}

// String lists the program, one value a line.
func (p *Program) String() string {
	var b strings.Builder
	for i, d := range p.Inputs {
		fmt.Fprintf(&b, "%%%d = input %v\n", p.Input(i), d)
	}
	for i, d := range p.Params {
		fmt.Fprintf(&b, "%%%d = param %v\n", p.Param(i), d)
	}
	for i := range p.Instrs {
		in := &p.Instrs[i]
		row := in.Op.Row()
		fmt.Fprintf(&b, "%%%d = %s %v", p.Result(i), row.Name, in.In)
		for k := 0; k < row.Arity; k++ {
			fmt.Fprintf(&b, " %%%d", in.Args[k])
		}
		fmt.Fprintf(&b, " -> %v\n", in.Out)
	}
	return b.String()
}
