package main

import (
	"fmt"
	"io"
	"os"
)

// progress is a line that tells a person at a terminal what is being measured.
// Elsewhere it writes nothing but notes.
type progress struct {
	out      io.Writer
	terminal bool
}

func newProgress(out io.Writer) *progress {
	return &progress{out: out, terminal: isTerminal(out)}
}

// isTerminal reports whether text goes to a character device, which is what
// can be known without system calls of each platform.
func isTerminal(out io.Writer) bool {
	f, ok := out.(*os.File)
	if !ok {
		return false
	}
	stat, err := f.Stat()
	return err == nil && stat.Mode()&os.ModeCharDevice != 0
}

func (p *progress) show(format string, args ...any) {
	if p.terminal {
		fmt.Fprintf(p.out, "\r\x1b[K"+format, args...)
	}
}

func (p *progress) clear() {
	if p.terminal {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

// note writes what is meant for everyone.
func (p *progress) note(format string, args ...any) { fmt.Fprintf(p.out, format, args...) }
