// Command cugond tells what cugond finds on a machine and measures it.
//
//	cugond info     what computes: processor, vector instructions, BLAS, CUDA
//	cugond bench    times of operations, by the rows of package bench
//
// cugond help, or a command with -h, prints the usage. The exit code is 0, or 1
// when something failed, or 2 when the command line is wrong.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
)

const usage = `cugond tells what cugond finds on a machine and measures it.

usage:
  cugond info            what computes here: processor, evaluator, BLAS, CUDA
  cugond bench [flags]   times of operations; cugond bench -h explains
  cugond help            this text
`

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run carries a command line out and returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return exitUsage
	}
	var err error
	switch command, rest := args[0], args[1:]; command {
	case "info":
		err = runInfo(rest, stdout)
	case "bench":
		err = runBench(rest, stdin, stdout, stderr)
	case "help", "-h", "-help", "--help":
		fmt.Fprint(stdout, usage)
		return exitOK
	default:
		err = usageError{fmt.Errorf("there is no command %q; say info, bench or help", command)}
	}
	return report(err, stdout, stderr)
}

// usageError is a command line that is wrong.
type usageError struct{ error }

// helpText is the answer to -h.
type helpText struct{ text string }

func (h helpText) Error() string { return h.text }

// report prints an error and returns the exit code for it.
func report(err error, stdout, stderr io.Writer) int {
	var help helpText
	var wrong usageError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &help):
		fmt.Fprint(stdout, help.text)
		return exitOK
	case errors.As(err, &wrong):
		fmt.Fprintf(stderr, "cugond: %v\n", err)
		return exitUsage
	}
	fmt.Fprintf(stderr, "cugond: %v\n", err)
	return exitFailure
}

// parse reads flags that take no arguments besides. The error is a helpText or
// a usageError.
func parse(flags *flag.FlagSet, args []string, help string) error {
	flags.SetOutput(io.Discard)
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return helpText{help}
	case err != nil:
		return usageError{fmt.Errorf("%s: %w; cugond %[1]s -h explains", flags.Name(), err)}
	case flags.NArg() > 0:
		return usageError{fmt.Errorf("%s takes flags only, not %q; cugond %[1]s -h explains", flags.Name(), flags.Arg(0))}
	}
	return nil
}
