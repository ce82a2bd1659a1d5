package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/cugond/cugond"
)

const (
	// firstOp is what a process computes first, on firstSize elements.
	firstOp, firstSize = "chain_16", 16
	// firstRepeats is how many processes are timed with an empty cache of
	// kernels, and how many with a full one.
	firstRepeats = 5
)

// measureFirst prints the times from the start of a process that opens the
// device until its first result is there: first_cold, where the kernel has to be
// compiled, and first_warm, where an earlier process has left it in the cache.
// They differ on devices that compile only. command makes a process that answers
// as "cugond bench -rounds" does.
func measureFirst(command func() *exec.Cmd, format string, stdout io.Writer) error {
	var cold, warm []float64
	for range firstRepeats {
		ms, err := firstPair(command)
		if err != nil {
			return err
		}
		cold, warm = append(cold, ms[0]), append(warm, ms[1])
	}
	if format == "md" {
		fmt.Fprint(stdout, "| op | size | ms |\n|---|---:|---:|\n")
	}
	for _, row := range []struct {
		op string
		ms []float64
	}{{"first_cold", cold}, {"first_warm", warm}} {
		if _, err := fmt.Fprintf(stdout, rowFormats[format][0], row.op, firstSize, msText(middle(row.ms))); err != nil {
			return err
		}
	}
	return nil
}

// firstPair times two processes that share a cache, empty at first.
func firstPair(command func() *exec.Cmd) (ms [2]float64, err error) {
	folder, err := os.MkdirTemp("", "cugond-first-")
	if err != nil {
		return ms, fmt.Errorf("bench: -first: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	for i := range ms {
		cmd := command()
		cmd.Env = append(cmd.Environ(), cugond.EnvCache+"="+folder)
		if ms[i], err = firstResult(cmd); err != nil {
			return ms, fmt.Errorf("bench: -first: %w", err)
		}
	}
	return ms, nil
}

// firstResult returns the milliseconds from the start of a process until it
// answers for firstOp.
func firstResult(cmd *exec.Cmd) (float64, error) {
	var stderr strings.Builder
	cmd.Stdin = strings.NewReader(fmt.Sprintf("%s %d once\n", firstOp, firstSize))
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	answer, err := bufio.NewReader(stdout).ReadString('\n')
	elapsed := time.Since(start)
	ended := cmd.Wait()
	switch {
	case ended != nil:
		return 0, fmt.Errorf("%w: %s", ended, oneLine(stderr.String()))
	case err != nil:
		return 0, fmt.Errorf("the process did not answer: %w", err)
	case !strings.HasPrefix(answer, firstOp+"\t"):
		return 0, errors.New(oneLine(answer))
	}
	return float64(elapsed) / float64(time.Millisecond), nil
}

// middle returns the median of an odd number of values.
func middle(values []float64) float64 {
	return slices.Sorted(slices.Values(values))[len(values)/2]
}

// itself returns a maker of processes of this program that answer rounds.
func itself(device string, budget time.Duration) (func() *exec.Cmd, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("bench: -first: %w", err)
	}
	return func() *exec.Cmd {
		return exec.Command(path, "bench", "-rounds", "-device", device, "-budget", budget.String())
	}, nil
}
