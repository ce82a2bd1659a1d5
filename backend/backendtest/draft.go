package backendtest

import (
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
)

// draft builds a program. Inputs and parameters come before instructions.
type draft struct{ expr.Program }

func (d *draft) input(t expr.DType) expr.Ref {
	d.Inputs = append(d.Inputs, t)
	return d.Program.Input(len(d.Inputs) - 1)
}

func (d *draft) param(t expr.DType) expr.Ref {
	d.Params = append(d.Params, t)
	return d.Program.Param(len(d.Params) - 1)
}

// do appends an instruction whose operands have the type in and whose result
// has the one that follows from it.
func (d *draft) do(op expr.Op, in expr.DType, args ...expr.Ref) expr.Ref {
	return d.give(op, in, op.Row().Out(in), args...)
}

func (d *draft) give(op expr.Op, in, out expr.DType, args ...expr.Ref) expr.Ref {
	i := expr.Instr{Op: op, In: in, Out: out}
	copy(i.Args[:], args)
	d.Instrs = append(d.Instrs, i)
	return d.Result(len(d.Instrs) - 1)
}

func (d *draft) cast(r expr.Ref, to expr.DType) expr.Ref {
	return d.give(expr.Cast, d.Type(r), to, r)
}

// identity is a view of positions.
func identity(off int, strides ...int) backend.View {
	return backend.View{DType: expr.Int64, Strides: strides, Offset: off}
}
