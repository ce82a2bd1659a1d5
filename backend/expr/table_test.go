package expr

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var classes = []Kind{KindBool, KindInt, KindUint, KindFloat, KindComplex}

// member returns a type of the class.
func member(class Kind) DType {
	for _, d := range DTypes() {
		if d.Kind() == class {
			return d
		}
	}
	return Invalid
}

func TestTableHasNoHoles(t *testing.T) {
	names := map[string]Op{}
	for _, op := range Ops() {
		row := op.Row()
		require.NotEmpty(t, row.Name, "operation %d has no row", op)
		if other, ok := names[row.Name]; ok {
			t.Errorf("operations %d and %d are both called %s", op, other, row.Name)
		}
		names[row.Name] = op
		assert.Equal(t, row.Name, op.String())
		assert.True(t, row.Arity >= 1 && row.Arity <= 3, "%s has arity %d", op, row.Arity)
		assert.True(t, row.Cond <= row.Arity, "%s has its condition at operand %d", op, row.Cond-1)
		assert.NotZero(t, row.Kinds, "%s is defined for nothing", op)
		for _, class := range classes {
			d := member(class)
			defined := row.Kinds&class != 0
			assert.Equal(t, defined, row.Oracle.Has(d), "%s: oracle for %v", op, d)
			for lang, text := range map[string]*Text{"C": &row.C, "CUDA": &row.CUDA} {
				assert.Equal(t, defined, text.Of(d) != "", "%s: %s text for %v", op, lang, d)
			}
		}
	}
	assert.Len(t, names, int(numOps)-1)
}

var operandToken = regexp.MustCompile(`\$[0-9]`)

func TestTextsUseTheirOperands(t *testing.T) {
	for _, op := range Ops() {
		row := op.Row()
		for _, class := range classes {
			for _, text := range []*Text{&row.C, &row.CUDA} {
				form := text.Of(member(class))
				if form == "" {
					continue
				}
				used := map[string]bool{}
				for _, token := range operandToken.FindAllString(form, -1) {
					used[token] = true
				}
				want := row.Arity
				if op == Check {
					want = 1 // the condition is the backend's own affair
				}
				assert.Len(t, used, want, "%s: %q", op, form)
				for token := range used {
					assert.Less(t, int(token[1]-'0'), row.Arity, "%s: %q", op, form)
				}
			}
		}
	}
}

// Every instruction that a valid program may hold has a text in both
// languages and a reference that gives its type.
func TestEveryInstructionExpandsAndEvaluates(t *testing.T) {
	args := []string{"a[i]", "b[i]", "c[i]"}
	forEachInstruction(func(op Op, in, out DType) {
		n := op.Row().Arity
		for _, lang := range []Language{C, CUDA} {
			text, err := lang.Expand(op, in, out, args[:n]...)
			require.NoError(t, err)
			assert.NotContains(t, text, "$")
			assert.Contains(t, text, "a[i]")
		}
		one := ScalarOf(true).Cast(in)
		y := op.Eval(in, out, []Scalar{one, one, one}[:n]...)
		assert.Equal(t, out, y.DType, "%s of %v", op, in)
	})
}

func forEachInstruction(f func(op Op, in, out DType)) {
	for _, op := range Ops() {
		row := op.Row()
		for _, in := range DTypes() {
			for _, out := range DTypes() {
				if row.Kinds.Has(in) && row.Gives(in, out) {
					f(op, in, out)
				}
			}
		}
	}
}

func TestExpand(t *testing.T) {
	for _, c := range []struct {
		lang    Language
		op      Op
		in, out DType
		args    string
		want    string
	}{
		{C, Add, Float32, Float32, "x y", "x + y"},
		{C, Add, Int8, Int8, "x y", "(int8_t)((uint32_t)x + (uint32_t)y)"},
		{C, Mul, Uint64, Uint64, "x y", "(uint64_t)((uint64_t)x * (uint64_t)y)"},
		{CUDA, Neg, Int64, Int64, "x", "(cg_i64)(0 - (cg_u64)x)"},
		{C, Cast, Float64, Bool, "x", "cg_cast_f64_b8(x)"},
		{CUDA, Join, Float32, Complex64, "x y", "cg_c64{x, y}"},
		{C, Join, Float64, Complex128, "x y", "(cg_c128){x, y}"},
		{C, Exp, Complex64, Complex64, "x", "cg_exp_c64(x)"},
		{C, Where, Bool, Bool, "p x y", "p ? x : y"},
		{C, Degrees, Float32, Float32, "x", "x * (float)57.29577951308232"},
	} {
		got, err := c.lang.Expand(c.op, c.in, c.out, strings.Fields(c.args)...)
		require.NoError(t, err)
		assert.Equal(t, c.want, got)
	}
	got, err := Sub.CText(Float64, Float64, "x", "y")
	require.NoError(t, err)
	assert.Equal(t, "x - y", got)
	got, err = Sub.CUDAText(Float64, Float64, "x", "y")
	require.NoError(t, err)
	assert.Equal(t, "x - y", got)
}

func TestExpandRefuses(t *testing.T) {
	_, err := Sub.CText(Bool, Bool, "x", "y")
	assert.ErrorIs(t, err, ErrProgram)
	_, err = Less.CText(Float32, Float32, "x", "y")
	assert.ErrorIs(t, err, ErrProgram)
	_, err = Less.CText(Float32, Bool, "x")
	assert.ErrorIs(t, err, ErrProgram)
	_, err = NoOp.CText(Float32, Float32)
	assert.ErrorIs(t, err, ErrProgram)
	_, err = Op(200).CText(Float32, Float32)
	assert.ErrorIs(t, err, ErrProgram)
	for _, form := range []string{"$9", "$x", "$", "$ "} {
		_, err = expand(form, func(byte) (string, bool) { return "", false })
		assert.ErrorIs(t, err, ErrProgram, form)
	}
}

func TestBounds(t *testing.T) {
	assert.Zero(t, Add.Row().ULP.Of(Float32))
	assert.Zero(t, Abs.Row().ULP.Of(Float32))
	assert.NotZero(t, Abs.Row().ULP.Of(Complex64))
	assert.Zero(t, Add.Row().ULP.Of(Int8))
	for _, op := range []Op{Exp, Sin, Log, Atanh} {
		for _, d := range []DType{Float32, Float64, Complex64, Complex128} {
			assert.NotZero(t, op.Row().ULP.Of(d), "%s of %v", op, d)
		}
	}
	assert.Panics(t, func() { assemble(baseRows, baseRows) })
}
