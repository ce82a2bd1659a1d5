package format

import (
	"bufio"
	"bytes"
	"strings"
	"unicode/utf8"
)

const ellipsis = "..."

// layout puts rendered elements into brackets and lines.
type layout struct {
	out   *bufio.Writer
	axes  []axis
	cells []string // in row-major order; consumed from the front
	sep   string   // between the elements of a row
	rows  string   // before the line end that follows a row

	// line is the current line of a row without its indentation, and chars
	// the number of characters in it.
	line  []byte
	chars int
	// room is how many characters of a line are left for elements.
	room int
}

func newLayout(out *bufio.Writer, p *plan, cells []string, o Options) *layout {
	sep := o.separator()
	rank := len(p.axes)
	return &layout{
		out:   out,
		axes:  p.axes,
		cells: cells,
		sep:   sep,
		rows:  strings.TrimRight(sep, " "),
		// One column an axis for the opening brackets and as much again for
		// the closing ones.
		room: max(o.LineWidth-2*rank, 0),
	}
}

func (l *layout) write() {
	if len(l.axes) == 0 {
		l.out.WriteString(l.cells[0])
		return
	}
	l.axis(0)
}

// axis writes one item of depth d, brackets included.
func (l *layout) axis(d int) {
	l.out.WriteByte('[')
	if d == len(l.axes)-1 {
		l.row()
	} else {
		l.block(d)
	}
	l.out.WriteByte(']')
}

// block writes the items of an axis that is not the last, with one line end
// between rows, one blank line between matrices, two between stacks of
// matrices, and so on.
func (l *layout) block(d int) {
	a := l.axes[d]
	between := l.rows + strings.Repeat("\n", len(l.axes)-1-d) + strings.Repeat(" ", d+1)
	first := true
	next := func() {
		if !first {
			l.out.WriteString(between)
		}
		first = false
	}
	for range a.lead {
		next()
		l.axis(d + 1)
	}
	if a.elided() {
		next()
		l.out.WriteString(ellipsis)
	}
	for range a.trail {
		next()
		l.axis(d + 1)
	}
}

// row writes the elements of the last axis.
func (l *layout) row() {
	a := l.axes[len(l.axes)-1]
	l.line, l.chars = l.line[:0], 0
	first := true
	word := func(s string) {
		if !first {
			l.put(l.sep)
		}
		first = false
		l.wrap(s)
		l.put(s)
	}
	for range a.lead {
		word(l.cell())
	}
	if a.elided() {
		word(ellipsis)
	}
	for range a.trail {
		word(l.cell())
	}
	l.out.Write(l.line)
}

// wrap ends the line if s no longer fits and something stands on it already.
func (l *layout) wrap(s string) {
	if l.chars == 0 || l.chars+utf8.RuneCountInString(s) <= l.room {
		return
	}
	l.out.Write(bytes.TrimRight(l.line, " "))
	l.out.WriteByte('\n')
	for range l.axes {
		l.out.WriteByte(' ')
	}
	l.line, l.chars = l.line[:0], 0
}

func (l *layout) put(s string) {
	l.line = append(l.line, s...)
	l.chars += utf8.RuneCountInString(s)
}

func (l *layout) cell() string {
	c := l.cells[0]
	l.cells = l.cells[1:]
	return c
}
