package main

import (
	"fmt"
	"strings"

	"github.com/cugond/cugond/backend/expr"
)

// bitwise are the operations whose results are the same bits for signed and
// unsigned integers.
var bitwise = map[expr.Op]bool{
	expr.Add: true, expr.Sub: true, expr.Mul: true, expr.Neg: true, expr.Square: true,
	expr.BitAnd: true, expr.BitOr: true, expr.BitXor: true, expr.BitNot: true, expr.ShiftLeft: true,
	expr.Equal: true, expr.NotEqual: true,
}

// paired are the operations on floats that come as a fast function for most
// operands, a predicate that tells the others, and a slow function for those.
var paired = map[expr.Op]bool{
	expr.FloorDiv: true, expr.Mod: true,
	expr.Sin: true, expr.Cos: true, expr.Tan: true,
}

// operations writes the elementwise operations.
func (f *file) operations() error {
	for _, op := range expr.Ops() {
		row := op.Row()
		if op == expr.Cast {
			continue
		}
		for _, in := range expr.DTypes() {
			if !row.Kinds.Has(in) {
				continue
			}
			name, err := f.operation(op, in)
			if err != nil {
				return err
			}
			entry(&f.maps, fmt.Sprintf("CG_OP(%d, %d)", op, in), name)
		}
	}
	return nil
}

// operation defines the loop of one operation and returns its name.
func (f *file) operation(op expr.Op, in expr.DType) (string, error) {
	switch op {
	case expr.Where, expr.Check: // see loops_select.h
		return fmt.Sprintf("%s_%d", op, bits(in)), nil
	}
	if bitwise[op] && in.Kind() == expr.KindInt {
		in = unsigned(in)
	}
	row := op.Row()
	out := row.Out(in)
	name := fmt.Sprintf("op_%s_%s", op, in.Suffix())
	names := []string{"a", "b", "c"}[:row.Arity]
	text, err := op.CText(in, out, names...)
	if err != nil {
		return "", err
	}
	types := expr.C.Type(in) + ", " + expr.C.Type(out)
	if paired[op] && in.Kind() == expr.KindFloat {
		fast := "cg_" + op.String() + "_" + in.Suffix()
		args := "(" + strings.Join(names, ", ") + ")"
		if text != fast+args {
			return "", fmt.Errorf("%v of %v is %q, not a call of %s", op, in, text, fast)
		}
		f.loop(name, "CG_PAIR%d(%s, %s, %s%s, %s_slow_p%s, %s_slow%s)",
			row.Arity, name, types, fast, args, fast, args, fast, args)
		return name, nil
	}
	f.loop(name, "CG_MAP%d(%s, %s, %s)", row.Arity, name, types, text)
	return name, nil
}

// casts writes the conversions. Those that the same bits result from share a
// function.
func (f *file) casts() error {
	for _, in := range expr.DTypes() {
		for _, out := range expr.DTypes() {
			name, err := f.cast(in, out)
			if err != nil {
				return err
			}
			entry(&f.maps, fmt.Sprintf("CG_CAST_FN(%d, %d)", in, out), name)
		}
	}
	return nil
}

func (f *file) cast(in, out expr.DType) (string, error) {
	exact := expr.KindBool | expr.KindInteger
	if in == out || in.Size() == out.Size() && exact.Has(in) && expr.KindInteger.Has(out) {
		return fmt.Sprintf("copy_%d", bits(in)), nil
	}
	switch {
	case out == expr.Bool, expr.KindInteger.Has(out) && out.Size() < in.Size():
		in = unsigned(in)
	case in == expr.Bool:
		in = expr.Uint8
	}
	if exact.Has(in) && expr.KindInteger.Has(out) {
		out = unsigned(out)
	}
	text, err := expr.Cast.CText(in, out, "a")
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("cast_%s_%s", in.Suffix(), out.Suffix())
	f.loop(name, "CG_MAP1(%s, %s, %s, %s)", name, expr.C.Type(in), expr.C.Type(out), text)
	return name, nil
}
