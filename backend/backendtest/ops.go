package backendtest

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/expr"
	"github.com/cugond/cugond/internal/numtest"
	"github.com/cugond/cugond/internal/shape"
)

// instruction is an operation on operands of one type.
type instruction struct {
	op      expr.Op
	in, out expr.DType
}

func (in instruction) arity() int { return in.op.Row().Arity }

// program returns the program that is just the instruction, on inputs.
func (in instruction) program() *expr.Program {
	row := in.op.Row()
	p := &expr.Program{Instrs: []expr.Instr{{Op: in.op, In: in.in, Out: in.out, Args: [3]expr.Ref{0, 1, 2}}}}
	for k := range row.Arity {
		p.Inputs = append(p.Inputs, row.Operand(k, in.in))
	}
	for k := row.Arity; k < 3; k++ {
		p.Instrs[0].Args[k] = 0
	}
	return p
}

// judge is by the operation's bound.
func (in instruction) judge() judge { return within(numtest.Of(in.op, in.in)) }

// values are n of operand k.
func (in instruction) values(k, n int) []expr.Scalar {
	d := in.op.Row().Operand(k, in.in)
	if in.op == expr.Check && k == 1 {
		return []expr.Scalar{expr.ScalarOf(true)}
	}
	return in.suitable(k, numtest.Values(d, min(n, distinct), uint64(k)+1))
}

// suitable returns the values of operand k to which the operation's bound
// applies, whatever the other operands. That of a complex power doesn't hold
// where the logarithm of the result, whose error it magnifies, is very large;
// powers of and to infinities mean different things to different people.
func (in instruction) suitable(k int, values []expr.Scalar) []expr.Scalar {
	if in.op != expr.Pow || in.in.Kind() != expr.KindComplex {
		return values
	}
	var out []expr.Scalar
	for _, v := range values {
		re, im := complexOf(v)
		size := math.Hypot(re, im)
		if k == 1 && size <= 16 || k == 0 && (size == 0 || size > 1e-26 && size < 1e26) {
			out = append(out, v)
		}
	}
	return out
}

// bounded reports whether the operation's bound applies to the operands.
func (in instruction) bounded(args []expr.Scalar) bool {
	for k := range args {
		if len(in.suitable(k, args[k:k+1])) == 0 {
			return false
		}
	}
	return true
}

// distinct is how many different values large operands have. The oracle takes
// its time.
const distinct = 61

// instructions returns all instructions of the required types that a program
// may have.
func (s *suite) instructions(op expr.Op) []instruction {
	var out []instruction
	row := op.Row()
	for _, in := range s.req.Types {
		if !row.Kinds.Has(in) {
			continue
		}
		for _, to := range s.req.Types {
			if row.Gives(in, to) {
				out = append(out, instruction{op, in, to})
			}
		}
	}
	return out
}

// elementwise makes a trial of an instruction on operands and result laid out
// so.
func elementwise(in instruction, dims []int, operands []layout, result layout) trial {
	k := &backend.Kernel{Prog: in.program(), Shape: dims}
	for i, d := range k.Prog.Inputs {
		k.Inputs = append(k.Inputs, place(operands[i%len(operands)], dims, d, in.values(i, shape.Size(dims))))
	}
	k.Stores = []backend.Store{{Value: k.Prog.Result(0), View: place(result, dims, in.out, nil)}}
	simplify(k, -1)
	return trial{Kernel: k, single: true}
}

func (s *suite) operations(t *testing.T) {
	for _, op := range s.req.Ops {
		if op == expr.Cast {
			continue
		}
		t.Run(op.String(), func(t *testing.T) {
			for _, in := range s.instructions(op) {
				t.Run(in.in.String(), func(t *testing.T) { s.instruction(t, in) })
			}
		})
	}
}

func (s *suite) casts(t *testing.T) {
	for _, in := range s.instructions(expr.Cast) {
		t.Run(fmt.Sprintf("%v-%v", in.in, in.out), func(t *testing.T) { s.instruction(t, in) })
	}
}

// instruction tries one instruction on all values and layouts.
func (s *suite) instruction(t *testing.T, in instruction) {
	v := verdict{stores: []judge{in.judge()}}
	t.Run("specials", func(t *testing.T) {
		values := in.specials(s.req.Quick)
		dims := []int{len(values[0])}
		k := &backend.Kernel{Prog: in.program(), Shape: dims}
		for i, d := range k.Prog.Inputs {
			k.Inputs = append(k.Inputs, place(contiguous, dims, d, values[i]))
		}
		k.Stores = []backend.Store{{Value: k.Prog.Result(0), View: place(contiguous, dims, in.out, nil)}}
		s.check(t, trial{Kernel: k, single: true}, v)
	})
	try := func(name string, dims []int, result layout, operands ...layout) {
		t.Run(name, func(t *testing.T) {
			s.check(t, elementwise(in, dims, operands, result), v)
		})
	}
	plane := []int{9, 17}
	try(contiguous.name, plane, contiguous, contiguous)
	if t.Failed() {
		t.Log("other layouts were not tried")
		return
	}
	for _, l := range operandLayouts[1:] {
		try(l.name, plane, contiguous, l)
	}
	for _, l := range distinctLayouts[1:] {
		try("to "+l.name, plane, l, contiguous)
	}
	try("mixed", plane, flipped, transposed, reversed, stretched)
	try("mixed broadcast", plane, transposed, broadcast, stretched, constant)
	try("one element", []int{1}, offset, reversed)
	try("five dimensions", []int{2, 3, 1, 5, 3}, turned, stepped, transposed, spaced)
	if s.req.Quick {
		return
	}
	for _, n := range []int{2, 7, 8, 31, 64, 65, 1000} {
		try(fmt.Sprint(n), []int{n}, offset, contiguous, offset)
	}
	try("three dimensions", []int{5, 3, 7}, stepped, spaced, turned, flipped)
	for k, d := range in.program().Inputs {
		if d != in.out {
			continue
		}
		for _, l := range distinctLayouts {
			t.Run(fmt.Sprintf("over operand %d %s", k, l.name), func(t *testing.T) {
				tr := elementwise(in, plane, []layout{l}, l)
				tr.Stores[0].View = tr.Inputs[k]
				s.check(t, tr, v)
			})
		}
	}
}

// maxSpecials bounds the number of combinations of special values, of which
// the rest is left out evenly. There are fewer of operations that the oracle
// computes to many digits.
const maxSpecials = 6000

// specials returns operands that combine all special values.
func (in instruction) specials(quick bool) [][]expr.Scalar {
	row := in.op.Row()
	var each [][]expr.Scalar
	total := 1
	for k := range row.Arity {
		v := in.suitable(k, numtest.Specials(row.Operand(k, in.in)))
		if in.op == expr.Check && k == 1 {
			v = v[1:] // true
		}
		each = append(each, v)
		total *= len(v)
	}
	slow := row.ULP.Of(in.in) > 0
	limit := maxSpecials
	switch {
	case slow && quick:
		limit = 100
	case slow:
		limit = 1500
	case quick:
		limit = 1000
	case in.in.Kind() == expr.KindFloat && row.Arity == 2:
		limit = total
	}
	out := make([][]expr.Scalar, row.Arity)
	step := (total + limit - 1) / limit
	for step > 1 && sharesFactor(step, each) {
		step++ // or whole values would be left out
	}
	for i := 0; i < total; i += step {
		rest := i
		for k, v := range each {
			out[k] = append(out[k], v[rest%len(v)])
			rest /= len(v)
		}
	}
	return out
}

func sharesFactor(step int, each [][]expr.Scalar) bool {
	for _, v := range each {
		a, b := step, len(v)
		for b != 0 {
			a, b = b, a%b
		}
		if a != 1 {
			return true
		}
	}
	return false
}

// large tries a few operations on arrays that no cache level, block or
// goroutine takes in one piece.
func (s *suite) large(t *testing.T) {
	cases := []instruction{
		{expr.Add, expr.Float32, expr.Float32},
		{expr.Mul, expr.Float64, expr.Float64},
		{expr.Add, expr.Int8, expr.Int8},
		{expr.Sub, expr.Int16, expr.Int16},
		{expr.Mul, expr.Complex64, expr.Complex64},
		{expr.Add, expr.Complex128, expr.Complex128},
		{expr.Exp, expr.Float32, expr.Float32},
		{expr.Sin, expr.Float64, expr.Float64},
		{expr.Less, expr.Uint8, expr.Bool},
		{expr.Where, expr.Float64, expr.Float64},
		{expr.BitNot, expr.Bool, expr.Bool},
		{expr.Cast, expr.Float32, expr.Uint8},
		{expr.Cast, expr.Uint8, expr.Complex128},
	}
	if s.req.Quick {
		cases = cases[:3]
	}
	for _, in := range cases {
		if !s.has(in.in, in.out) || !slices.Contains(s.req.Ops, in.op) {
			continue
		}
		t.Run(fmt.Sprintf("%v %v-%v", in.op, in.in, in.out), func(t *testing.T) {
			v := verdict{stores: []judge{in.judge()}}
			for _, c := range []struct {
				dims     []int
				operands []layout
				result   layout
			}{
				{[]int{100_003}, []layout{contiguous}, contiguous},
				{[]int{100_003}, []layout{stepped, reversed, offset}, offset},
				{[]int{317, 311}, []layout{transposed, contiguous, broadcast}, contiguous},
				{[]int{33_000, 3}, []layout{transposed, stretched}, spaced},
			} {
				tr := elementwise(in, c.dims, c.operands, c.result)
				t.Run(fmt.Sprintf("%v %s", c.dims, c.operands[0].name), func(t *testing.T) {
					s.check(t, tr, v)
				})
			}
		})
	}
}
