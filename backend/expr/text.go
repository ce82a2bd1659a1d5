package expr

import (
	"fmt"
	"strings"
)

// Text is an operation as an expression in C or CUDA C++, one for each class
// of operands. In it
//
//	$0 $1 $2  stand for the operands
//	$T $R     for the types of operands and result
//	$t $r     for their suffixes: f32, i8, … ([DType.Suffix])
//	$U        for an unsigned type as wide as the operands' and no narrower
//	          than 32 bits, in which integers wrap without being promoted
//
// Operands of an operation with [Row.Cond] are of $T all the same but for that
// one. A text may use an operand more than once, so operands should be names
// or subscripted names; it never needs parentheses around its operands then.
type Text struct{ Bool, Int, Uint, Float, Complex string }

// Of returns the text for operands of type d, or "".
func (t *Text) Of(d DType) string {
	switch d.Kind() {
	case KindBool:
		return t.Bool
	case KindInt:
		return t.Int
	case KindUint:
		return t.Uint
	case KindFloat:
		return t.Float
	case KindComplex:
		return t.Complex
	}
	return ""
}

// each gives all classes of k one text.
func each(k Kind, text string) Text {
	return Text{}.with(k, text)
}

// with replaces the text of the classes of k.
func (t Text) with(k Kind, text string) Text {
	for class, p := range map[Kind]*string{
		KindBool: &t.Bool, KindInt: &t.Int, KindUint: &t.Uint, KindFloat: &t.Float, KindComplex: &t.Complex,
	} {
		if k&class != 0 {
			*p = text
		}
	}
	return t
}

// Language is one that operations have texts in.
type Language uint8

// The languages.
const (
	C    Language = iota // with the types of stdint.h, and complex ones as in the CUDA prelude
	CUDA                 // with the types of the prelude: cg_f32, cg_i8, …
)

// Type returns the language's name of an element type. A bool is an unsigned
// byte that holds 0 or 1.
func (l Language) Type(d DType) string {
	if l == CUDA || d.Kind() == KindComplex {
		return "cg_" + d.Suffix()
	}
	switch d {
	case Bool:
		return "uint8_t"
	case Float32:
		return "float"
	case Float64:
		return "double"
	}
	return d.String() + "_t"
}

// wrapping returns the type that $U stands for.
func (l Language) wrapping(d DType) string {
	if d.Size() > 4 {
		return l.Type(Uint64)
	}
	return l.Type(Uint32)
}

// Expand writes the operation on operands of type in, giving out, with the
// operands' expressions args.
func (l Language) Expand(op Op, in, out DType, args ...string) (string, error) {
	row := op.Row()
	text := row.C
	if l == CUDA {
		text = row.CUDA
	}
	form := text.Of(in)
	if form == "" || !row.Gives(in, out) {
		return "", fmt.Errorf("%w: %s of %v giving %v has no text", ErrProgram, op, in, out)
	}
	if len(args) != row.Arity {
		return "", fmt.Errorf("%w: %s takes %d operands, not %d", ErrProgram, op, row.Arity, len(args))
	}
	return expand(form, func(token byte) (string, bool) {
		switch token {
		case 'T':
			return l.Type(in), true
		case 'R':
			return l.Type(out), true
		case 't':
			return in.Suffix(), true
		case 'r':
			return out.Suffix(), true
		case 'U':
			return l.wrapping(in), true
		}
		if k := int(token) - '0'; k >= 0 && k < len(args) {
			return args[k], true
		}
		return "", false
	})
}

// CText writes the operation in C, see [Language.Expand].
func (op Op) CText(in, out DType, args ...string) (string, error) {
	return C.Expand(op, in, out, args...)
}

// CUDAText writes the operation in CUDA C++, see [Language.Expand].
func (op Op) CUDAText(in, out DType, args ...string) (string, error) {
	return CUDA.Expand(op, in, out, args...)
}

// expand replaces the tokens of a text.
func expand(form string, value func(token byte) (string, bool)) (string, error) {
	var b strings.Builder
	for i := 0; i < len(form); i++ {
		if form[i] != '$' {
			b.WriteByte(form[i])
			continue
		}
		i++
		if i == len(form) {
			return "", fmt.Errorf("%w: text %q ends in $", ErrProgram, form)
		}
		v, ok := value(form[i])
		if !ok {
			return "", fmt.Errorf("%w: text %q has no meaning for $%c", ErrProgram, form, form[i])
		}
		b.WriteString(v)
	}
	return b.String(), nil
}
