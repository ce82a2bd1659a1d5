package format

import (
	"fmt"
	"strconv"
	"unicode"
)

// verbCells formats every element with package fmt.
func verbCells[T Element](vals []T, o Options) []string {
	cells := make([]string, len(vals))
	if !unicode.IsLetter(o.Verb) {
		// In a format string it could be read as a flag, a width or a percent
		// sign rather than as a verb.
		for i, x := range vals {
			cells[i] = fmt.Sprintf("%%!%c(%T=%v)", o.Verb, x, x)
		}
		return cells
	}
	directive := o.directive()
	for i, x := range vals {
		cells[i] = fmt.Sprintf(directive, x)
	}
	return cells
}

// directive rebuilds the fmt directive that the options stand for.
func (o Options) directive() string {
	d := []byte{'%'}
	for _, f := range []struct {
		set  bool
		flag byte
	}{{o.Plus, '+'}, {o.Minus, '-'}, {o.Sharp, '#'}, {o.Space, ' '}, {o.Zero, '0'}} {
		if f.set {
			d = append(d, f.flag)
		}
	}
	if o.Width > 0 {
		d = strconv.AppendInt(d, int64(o.Width), 10)
	}
	if o.Precision >= 0 {
		d = append(d, '.')
		d = strconv.AppendInt(d, int64(o.Precision), 10)
	}
	return string(d) + string(o.Verb)
}
