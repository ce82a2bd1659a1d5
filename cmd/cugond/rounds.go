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

// answerRounds answers each line of in, "op size" or "op size mode", by a line
// of out. A row that fails, or that there is none of, is answered by "error", a
// tab and the reason.
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
		ms := 0.0
		fields := strings.Fields(lines.Text())
		measure, err := modeOf(fields, budget)
		if err == nil {
			ready, err = prepared(ready, dev, cases, fields)
		}
		if err == nil {
			ms, err = measure(ready)
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

// modeOf returns how a line wants its row measured.
func modeOf(fields []string, budget time.Duration) (func(*bench.Measurement) (float64, error), error) {
	if len(fields) < 2 || len(fields) > 3 {
		return nil, fmt.Errorf("%q is not an operation, a size and perhaps a mode", strings.Join(fields, " "))
	}
	mode := "sync"
	if len(fields) == 3 {
		mode = fields[2]
	}
	switch mode {
	case "sync":
		return func(m *bench.Measurement) (float64, error) { return m.Synchronised(budget) }, nil
	case "queued":
		return (*bench.Measurement).Queued, nil
	case "once":
		return (*bench.Measurement).Once, nil
	}
	return nil, fmt.Errorf("%q is no mode; say sync, queued or once", mode)
}

// prepared returns the measurement of an operation and a size: m if it is that
// one, else a new one, after closing m.
func prepared(m *bench.Measurement, dev backend.Device, cases []bench.Case, fields []string) (*bench.Measurement, error) {
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
