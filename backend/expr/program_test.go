package expr

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func sample() *Program {
	return &Program{
		Inputs: []DType{Float32, Bool},
		Params: []DType{Float32},
		Instrs: []Instr{
			{Op: Mul, In: Float32, Out: Float32, Args: [3]Ref{0, 2}},
			{Op: Where, In: Float32, Out: Float32, Args: [3]Ref{1, 3, 0}},
			{Op: Cast, In: Float32, Out: Int64, Args: [3]Ref{4}},
			{Op: Check, In: Int64, Out: Int64, Aux: 2, Args: [3]Ref{5, 1}},
		},
	}
}

func TestProgram(t *testing.T) {
	p := sample()
	assert.NoError(t, p.Validate())
	assert.Equal(t, 7, p.NumValues())
	assert.Equal(t, Ref(1), p.Input(1))
	assert.Equal(t, Ref(2), p.Param(0))
	assert.Equal(t, Ref(4), p.Result(1))
	for r, d := range []DType{Float32, Bool, Float32, Float32, Float32, Int64, Int64, Invalid} {
		assert.Equal(t, d, p.Type(Ref(r)), r)
	}
	assert.Equal(t, `%0 = input float32
%1 = input bool
%2 = param float32
%3 = mul float32 %0 %2 -> float32
%4 = where float32 %1 %3 %0 -> float32
%5 = cast float32 %4 -> int64
%6 = check int64 %5 %1 -> int64
`, p.String())
	assert.NoError(t, (&Program{}).Validate())
}

func TestValidateRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		change func(p *Program)
		says   string
	}{
		"no operation":      {func(p *Program) { p.Instrs[0].Op = NoOp }, "no operation"},
		"unknown operation": {func(p *Program) { p.Instrs[0].Op = 200 }, "no operation"},
		"undefined":         {func(p *Program) { p.Instrs[0].Op = BitAnd }, "bitand is not defined for float32"},
		"no type":           {func(p *Program) { p.Instrs[0].In = Invalid }, "not defined for invalid"},
		"unknown type":      {func(p *Program) { p.Instrs[0].In = 99 }, "not defined for invalid"},
		"result":            {func(p *Program) { p.Instrs[0].Out = Float64 }, "does not give float64"},
		"test's result":     {func(p *Program) { p.Instrs[0].Op = Less }, "does not give float32"},
		"cast to nothing":   {func(p *Program) { p.Instrs[2].Out = Invalid }, "does not give invalid"},
		"itself":            {func(p *Program) { p.Instrs[0].Args[1] = 3 }, "operand 1 is no earlier value"},
		"later":             {func(p *Program) { p.Instrs[0].Args[0] = 5 }, "operand 0 is no earlier value"},
		"far":               {func(p *Program) { p.Instrs[3].Args[0] = 60000 }, "operand 0 is no earlier value"},
		"operand's type":    {func(p *Program) { p.Instrs[0].Args[0] = 1 }, "takes float32 as operand 0, not bool"},
		"condition's type":  {func(p *Program) { p.Instrs[1].Args[0] = 0 }, "takes bool as operand 0, not float32"},
		"check's type":      {func(p *Program) { p.Instrs[3].Args[1] = 5 }, "takes bool as operand 1, not int64"},
	} {
		p := sample()
		c.change(p)
		err := p.Validate()
		assert.ErrorIs(t, err, ErrProgram, name)
		assert.ErrorContains(t, err, c.says, name)
	}
}

func TestRules(t *testing.T) {
	for _, c := range []struct {
		op      Op
		in, out DType
	}{
		{Add, Int8, Int8}, {Less, Int8, Bool}, {Abs, Complex64, Float32}, {Abs, Float64, Float64},
		{Join, Float64, Complex128}, {Cast, Int8, Invalid},
	} {
		assert.Equal(t, c.out, c.op.Row().Out(c.in), c.op)
		if c.out != Invalid {
			assert.True(t, c.op.Row().Gives(c.in, c.out), c.op)
		}
	}
	assert.False(t, Join.Row().Gives(Int8, Invalid))
	assert.Equal(t, "noop", NoOp.String())
	assert.Equal(t, "noop", Op(200).String())
}

func TestReductions(t *testing.T) {
	assert.Len(t, Folds(), int(numFolds)-1)
	names := map[string]bool{}
	for _, f := range Folds() {
		assert.NotEmpty(t, f.String())
		assert.NotZero(t, f.Row().Kinds, f)
		assert.False(t, names[f.String()], f)
		names[f.String()] = true
	}
	assert.Equal(t, Int64, FoldArgMin.Out(Float32))
	assert.Equal(t, Int64, FoldCount.Out(Bool))
	assert.Equal(t, Float32, FoldSum.Out(Float32))
	assert.Equal(t, "nofold", Fold(99).String())
	assert.Len(t, Cumulatives(), int(numScans)-1)
	for _, c := range Cumulatives() {
		assert.NotZero(t, c.Row().Kinds, c)
	}
	assert.Equal(t, "noscan", Cumulative(99).String())
}
