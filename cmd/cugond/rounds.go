package main

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/bench"
)

// answerRounds answers each line of in, "op size", by a line of out. A row that
// fails, or that there is none of, is answered by "error", a tab and the reason.
func answerRounds(dev backend.Device, cases []bench.Case, budget time.Duration, in io.Reader, out io.Writer) error {
	var ready *bench.Measurement
	defer func() {
		if ready != nil {
			ready.Close()
		}
	}()
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		ms, err := 0.0, error(nil)
		ready, err = prepared(ready, dev, cases, lines.Text())
		if err == nil {
			ms, err = ready.Synchronised(budget)
		}
		if err != nil {
			_, err = fmt.Fprintf(out, "error\t%s\n", oneLine(err.Error()))
		} else {
			_, err = fmt.Fprintf(out, "%s\t%d\t%s\n", ready.Op, ready.Size, msText(ms))
		}
		if err != nil {
			return err
		}
	}
	return lines.Err()
}

// prepared returns the measurement that a line names: m if it is that one,
// else a new one, after closing m.
func prepared(m *bench.Measurement, dev backend.Device, cases []bench.Case, line string) (*bench.Measurement, error) {
	fields := strings.Fields(line)
	if len(fields) != 2 {
		return m, fmt.Errorf("%q is not an operation and a size", line)
	}
	size, err := strconv.Atoi(fields[1])
	if err != nil {
		return m, fmt.Errorf("%q is not a size", fields[1])
	}
	if m != nil && m.Op == fields[0] && m.Size == size {
		return m, nil
	}
	c, ok := bench.Find(cases, fields[0], size)
	if !ok {
		return m, fmt.Errorf("there is no row %s %d; cugond bench -list prints all", fields[0], size)
	}
	if m != nil {
		m.Close()
	}
	return bench.Prepare(dev, c)
}
