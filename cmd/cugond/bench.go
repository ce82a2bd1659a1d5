package main

import (
	"flag"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/bench"
)

const benchHelp = `usage: cugond bench [flags]

Times operations and prints a row each: the operation, the size (n of n×n
matrices, else the number of elements), ms, the median of calls that are waited
for one by one, and ms_queued, the time of a call when 50 are queued and waited
for together (fewer where these would take half a second), the median of 5.
Inputs are made beforehand; results go to fresh memory.

  -device name     auto, cpu or cuda:0 (default auto)
  -op regexp       operations whose names match (default all)
  -size n[,n...]   these sizes (default all, on the CPU without the large rows,
                   which need gigabytes or many seconds)
  -queued          only ms_queued
  -format f        tsv, without a heading, or md (default tsv)
  -budget d        time for each ms (default 300ms); slow operations take more,
                   up to a few calls
  -list            print the rows instead of measuring them
  -first           measure processes instead, from their start until they have
                   opened the device and their first result is there: first_cold
                   with an empty cache of compiled kernels, first_warm with the
                   kernel in the cache, medians of 5
  -rounds          measure what is asked for on standard input: lines of an
                   operation, a size and a mode: sync, the default, queued, or
                   once, one call without warming up. Each is answered by one
                   line, the operation, the size and ms separated by tabs, or
                   "error", a tab and the reason. The inputs are kept until a
                   line names another row, so that a driver can take turns with
                   it

The exit code is 1 when a row failed; the others are measured all the same.
`

// benchOptions are the flags of the command bench.
type benchOptions struct {
	device string
	op     *regexp.Regexp // nil: all
	sizes  []int          // none: all
	format string
	budget time.Duration
	queued bool
	list   bool
	first  bool
	rounds bool
}

func parseBench(args []string) (benchOptions, error) {
	o := benchOptions{}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.StringVar(&o.device, "device", "auto", "")
	op := flags.String("op", "", "")
	size := flags.String("size", "", "")
	flags.StringVar(&o.format, "format", "tsv", "")
	flags.DurationVar(&o.budget, "budget", 300*time.Millisecond, "")
	flags.BoolVar(&o.queued, "queued", false, "")
	flags.BoolVar(&o.list, "list", false, "")
	flags.BoolVar(&o.first, "first", false, "")
	flags.BoolVar(&o.rounds, "rounds", false, "")
	if err := parse(flags, args, benchHelp); err != nil {
		return o, err
	}
	var err error
	if *op != "" {
		if o.op, err = regexp.Compile(*op); err != nil {
			return o, usageError{fmt.Errorf("bench: -op: %w", err)}
		}
	}
	if o.sizes, err = parseSizes(*size); err != nil {
		return o, err
	}
	switch {
	case o.format != "tsv" && o.format != "md":
		return o, usageError{fmt.Errorf("bench: -format is tsv or md, not %q", o.format)}
	case o.budget <= 0:
		return o, usageError{fmt.Errorf("bench: -budget is a time above 0, not %v", o.budget)}
	case o.first && (o.rounds || o.queued || o.list || o.op != nil || o.sizes != nil):
		return o, usageError{fmt.Errorf("bench: -first measures one thing, and takes only -device, -format and -budget besides")}
	case o.rounds && (o.queued || o.list || o.op != nil || o.sizes != nil || o.format != "tsv"):
		return o, usageError{fmt.Errorf("bench: -rounds takes its rows from standard input, and only -device and -budget besides")}
	}
	return o, nil
}

func parseSizes(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	var sizes []int
	for _, field := range strings.Split(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || n <= 0 {
			return nil, usageError{fmt.Errorf("bench: -size is a list such as 500,1000, which %q is not", text)}
		}
		sizes = append(sizes, n)
	}
	return sizes, nil
}

// runBench is the command bench.
func runBench(args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	o, err := parseBench(args)
	if err != nil {
		return err
	}
	cases := bench.Select(bench.Cases(), o.op, o.sizes)
	if len(cases) == 0 {
		return usageError{fmt.Errorf("bench: no row matches; cugond bench -list prints all")}
	}
	if o.list {
		for _, c := range cases {
			fmt.Fprintf(stdout, "%s\t%d\n", c.Op, c.Size)
		}
		return nil
	}
	if o.first {
		command, err := itself(o.device, o.budget)
		if err != nil {
			return err
		}
		return measureFirst(command, o.format, stdout)
	}
	dev, err := cugond.Open(o.device)
	if err != nil {
		return err
	}
	if o.rounds {
		return answerRounds(dev, bench.Cases(), o.budget, stdin, stdout)
	}
	if len(o.sizes) == 0 && dev.Name() == "cpu" {
		cases = withoutLarge(cases)
	}
	return measureAll(dev, cases, o, stdout, newProgress(stderr))
}

func withoutLarge(cases []bench.Case) []bench.Case {
	var rest []bench.Case
	for _, c := range cases {
		if !c.Large {
			rest = append(rest, c)
		}
	}
	return rest
}

// rowFormats are the formats of a row with one time and with two.
var rowFormats = map[string][2]string{
	"tsv": {"%s\t%d\t%s\n", "%s\t%d\t%s\t%s\n"},
	"md":  {"| %s | %d | %s |\n", "| %s | %d | %s | %s |\n"},
}

// measureAll prints the rows and returns how many failed, if any did.
func measureAll(dev backend.Device, cases []bench.Case, o benchOptions, stdout io.Writer, p *progress) error {
	switch {
	case o.format == "md" && o.queued:
		fmt.Fprint(stdout, "| op | size | ms queued |\n|---|---:|---:|\n")
	case o.format == "md":
		fmt.Fprint(stdout, "| op | size | ms | ms queued |\n|---|---:|---:|---:|\n")
	}
	failed := 0
	for i, c := range cases {
		p.show("%d of %d: %s %d", i+1, len(cases), c.Op, c.Size)
		row, err := measuredRow(dev, c, o)
		p.clear()
		if err != nil {
			failed++
			p.note("cugond: %v\n", err)
			continue
		}
		if _, err := io.WriteString(stdout, row); err != nil {
			return err
		}
	}
	if failed > 0 {
		return fmt.Errorf("bench: %d of %d rows failed", failed, len(cases))
	}
	return nil
}

// measuredRow measures a case and returns its line.
func measuredRow(dev backend.Device, c bench.Case, o benchOptions) (string, error) {
	format := rowFormats[o.format]
	if !o.queued {
		ms, queued, err := bench.Measure(dev, c, o.budget)
		return fmt.Sprintf(format[1], c.Op, c.Size, msText(ms), msText(queued)), err
	}
	m, err := bench.Prepare(dev, c)
	if err != nil {
		return "", err
	}
	defer m.Close()
	ms, err := m.Queued()
	return fmt.Sprintf(format[0], c.Op, c.Size, msText(ms)), err
}

// msText writes milliseconds to a tenth of a microsecond, or to a nanosecond
// where that would leave little.
func msText(ms float64) string {
	if ms < 0.1 {
		return strconv.FormatFloat(ms, 'f', 6, 64)
	}
	return strconv.FormatFloat(ms, 'f', 4, 64)
}
