package main

import (
	"errors"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond"
	"github.com/cugond/cugond/backend"
	"github.com/cugond/cugond/backend/cpu"
	"github.com/cugond/cugond/bench"
)

// call runs a command line.
func call(stdin string, args ...string) (code int, stdout, stderr string) {
	var out, errs strings.Builder
	code = run(args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

func TestHelp(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"help"}, usage},
		{[]string{"-h"}, usage},
		{[]string{"--help"}, usage},
		{[]string{"info", "-h"}, infoHelp},
		{[]string{"bench", "-h"}, benchHelp},
		{[]string{"bench", "-op", "x", "--help"}, benchHelp},
	} {
		code, stdout, stderr := call("", test.args...)
		assert.Equal(t, exitOK, code, test.args)
		assert.Equal(t, test.want, stdout, test.args)
		assert.Empty(t, stderr, test.args)
	}
}

func TestWrongCommandLines(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "usage:"},
		{[]string{"measure"}, `there is no command "measure"; say info, bench or help`},
		{[]string{"info", "cpu"}, `info takes flags only, not "cpu"; cugond info -h explains`},
		{[]string{"info", "-v"}, "info: flag provided but not defined: -v; cugond info -h explains"},
		{[]string{"bench", "sum"}, `bench takes flags only, not "sum"`},
		{[]string{"bench", "-op", "("}, "bench: -op: error parsing regexp"},
		{[]string{"bench", "-op", "nothing"}, "bench: no row matches; cugond bench -list prints all"},
		{[]string{"bench", "-size", "17"}, "no row matches"},
		{[]string{"bench", "-size", "1e3"}, `-size is a list such as 500,1000, which "1e3" is not`},
		{[]string{"bench", "-size", "100,"}, "-size is a list"},
		{[]string{"bench", "-size", "-100"}, "-size is a list"},
		{[]string{"bench", "-format", "csv"}, `-format is tsv or md, not "csv"`},
		{[]string{"bench", "-budget", "0s"}, "-budget is a time above 0, not 0s"},
		{[]string{"bench", "-budget", "3"}, `invalid value "3" for flag -budget`},
		{[]string{"bench", "-rounds", "-op", "sum"}, "-rounds takes its rows from standard input"},
		{[]string{"bench", "-rounds", "-list"}, "-rounds takes its rows from standard input"},
		{[]string{"bench", "-rounds", "-queued"}, "-rounds takes its rows from standard input"},
		{[]string{"bench", "-first", "-queued"}, "-first measures one thing"},
		{[]string{"bench", "-first", "-op", "sum"}, "-first measures one thing"},
	} {
		code, stdout, stderr := call("", test.args...)
		assert.Equal(t, exitUsage, code, test.args)
		assert.Empty(t, stdout, test.args)
		assert.Contains(t, stderr, test.want, test.args)
	}
}

func TestDeviceThatIsNotThere(t *testing.T) {
	for _, name := range []string{"gpu", "cuda:x", "cuda:4096"} {
		code, stdout, stderr := call("", "bench", "-device", name, "-op", "chain_16")
		assert.Equal(t, exitFailure, code, name)
		assert.Empty(t, stdout)
		assert.NotEmpty(t, stderr)
		assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
	}
}

func TestBenchOptions(t *testing.T) {
	o, err := parseBench(nil)
	require.NoError(t, err)
	assert.Equal(t, benchOptions{device: "auto", format: "tsv", budget: 300 * time.Millisecond}, o)

	o, err = parseBench([]string{"-device", "cpu", "-op", "^sum", "-size", "500, 1000", "-format=md", "-budget", "1s", "-list"})
	require.NoError(t, err)
	assert.Equal(t, benchOptions{device: "cpu", op: regexp.MustCompile("^sum"), sizes: []int{500, 1000},
		format: "md", budget: time.Second, list: true}, o)
}

func TestBenchRows(t *testing.T) {
	code, stdout, stderr := call("", "bench", "-device", "cpu", "-op", "_16$", "-budget", "1ms")
	assert.Equal(t, exitOK, code, stderr)
	assert.Empty(t, stderr, "no progress where there is no terminal")
	assert.Regexp(t, `\Alaunch_add_16\t16\t\d+\.\d+\t\d+\.\d+\nchain_16\t16\t\d+\.\d+\t\d+\.\d+\n\z`, stdout)

	code, stdout, _ = call("", "bench", "-device", "cpu", "-op", "chain", "-budget", "1ms", "-format", "md")
	assert.Equal(t, exitOK, code)
	assert.Regexp(t, `\A\| op \| size \| ms \| ms queued \|\n\|---\|---:\|---:\|---:\|\n\| chain_16 \| 16 \| \d+\.\d+ \| \d+\.\d+ \|\n\z`, stdout)

	code, stdout, _ = call("", "bench", "-device", "cpu", "-op", "_16$", "-queued")
	assert.Equal(t, exitOK, code)
	assert.Regexp(t, `\Alaunch_add_16\t16\t\d+\.\d+\nchain_16\t16\t\d+\.\d+\n\z`, stdout)

	code, stdout, _ = call("", "bench", "-device", "cpu", "-op", "chain", "-queued", "-format", "md")
	assert.Equal(t, exitOK, code)
	assert.Regexp(t, `\A\| op \| size \| ms queued \|\n\|---\|---:\|---:\|\n\| chain_16 \| 16 \| \d+\.\d+ \|\n\z`, stdout)

	code, stdout, _ = call("", "bench", "-list", "-op", "mean_f32|matmul_f64", "-size", "1000")
	assert.Equal(t, exitOK, code)
	assert.Equal(t, "mean_f32\t1000\nmatmul_f64\t1000\n", stdout)
}

func TestLargeRowsAreLeftOut(t *testing.T) {
	for _, c := range withoutLarge(bench.Cases()) {
		assert.NotEqual(t, 10000, c.Size, c.Op)
	}
}

// broken is a case that fails, at its inputs or when it runs.
func broken(op string, setup bool) bench.Case {
	failure := errors.New("it is\nbroken")
	return bench.Case{Op: op, Size: 1, Setup: func(backend.Device) (func() error, func(), error) {
		if setup {
			return nil, nil, failure
		}
		return func() error { return failure }, func() {}, nil
	}}
}

func TestRowsThatFailDoNotStopOthers(t *testing.T) {
	chain, ok := bench.Find(bench.Cases(), "chain_16", 16)
	require.True(t, ok)
	var out, errs strings.Builder
	cases := []bench.Case{broken("first", true), broken("second", false), chain}
	err := measureAll(cugond.CPU(), cases, benchOptions{format: "tsv", budget: time.Millisecond}, &out, newProgress(&errs))
	assert.EqualError(t, err, "bench: 2 of 3 rows failed")
	assert.Regexp(t, `\Achain_16\t`, out.String())
	assert.Contains(t, errs.String(), "first 1")
	assert.Contains(t, errs.String(), "second 1")
}

func TestRounds(t *testing.T) {
	code, stdout, stderr := call("chain_16 16\n\nchain_16 16 queued\nchain_16 17\nlaunch_add_16 16 sync\nsum\nsum_f32 x\nchain_16 16 fast\nchain_16 16 once",
		"bench", "-device", "cpu", "-rounds", "-budget", "1ms")
	assert.Equal(t, exitOK, code)
	assert.Empty(t, stderr)
	assert.Regexp(t, `\A`+
		`chain_16\t16\t\d+\.\d+\n`+
		`chain_16\t16\t\d+\.\d+\n`+
		`error\tthere is no row chain_16 17; cugond bench -list prints all\n`+
		`launch_add_16\t16\t\d+\.\d+\n`+
		`error\t"sum" is not an operation, a size and perhaps a mode\n`+
		`error\t"x" is not a size\n`+
		`error\t"fast" is no mode; say sync, queued or once\n`+
		`chain_16\t16\t\d+\.\d+\n\z`, stdout)
}

func TestRoundsPrepareARowOnce(t *testing.T) {
	made, released := 0, 0
	counted := func(op string) bench.Case {
		return bench.Case{Op: op, Size: 1, Setup: func(backend.Device) (func() error, func(), error) {
			made++
			return func() error { return nil }, func() { released++ }, nil
		}}
	}
	cases := []bench.Case{counted("a"), counted("b"), broken("c", true), broken("d", false)}
	var out strings.Builder
	in := strings.NewReader("a 1\na 1\na 1\nb 1\nc 1\nc 1\nd 1\na 1\n")
	require.NoError(t, answerRounds(cugond.CPU(), cases, time.Microsecond, in, &out))
	assert.Equal(t, 3, made)
	assert.Equal(t, 3, released)
	assert.Equal(t, 3, strings.Count(out.String(), "error\tbench: "))
	assert.Equal(t, 8, strings.Count(out.String(), "\n"))
}

func TestInfo(t *testing.T) {
	code, stdout, stderr := call("", "info")
	assert.Equal(t, exitOK, code, stderr)
	assert.Empty(t, stderr)
	var names []string
	for line := range strings.Lines(stdout) {
		name, text, ok := strings.Cut(line, ":")
		assert.True(t, ok, line)
		assert.NotEmpty(t, strings.TrimSpace(text), line)
		names = append(names, name)
	}
	assert.Equal(t, []string{"cugond", "go", "cpu", "evaluator", "blas", "memory", "cuda"}, names)
}

func TestInfoTexts(t *testing.T) {
	assert.Equal(t, "c/avx2, also available: base, avx512, go; up to 4 goroutines",
		evaluatorText(cpu.Info{Evaluator: "c", ISA: "avx2", ISAs: []string{"base", "avx2", "avx512"}, Workers: 4}))
	assert.Equal(t, "go; up to 1 goroutines", evaluatorText(cpu.Info{Evaluator: "go", Workers: 1}))

	assert.Equal(t, "OpenBLAS 0.3.21 /lib/libopenblas.so.0, kernels for Zen, threads: 2",
		blasText(cpu.BLASInfo{Name: "OpenBLAS", Version: "0.3.21", Path: "/lib/libopenblas.so.0", Core: "Zen", Threads: 2}))
	assert.Equal(t, "gonum; no other because: none found", blasText(cpu.BLASInfo{Name: "gonum", Fallback: errors.New("none found")}))

	assert.Equal(t, []string{"0 B", "1023 B", "1 KiB", "1.5 MiB", "8 EiB"},
		[]string{byteText(0), byteText(1023), byteText(1024), byteText(3 << 19), byteText(1<<63 - 1)})
	assert.Equal(t, "two lines", oneLine("two\n\tlines\n"))
}

func TestVersions(t *testing.T) {
	assert.Equal(t, "unknown version", moduleVersion(nil))
	build := &debug.BuildInfo{}
	assert.Equal(t, "(devel)", moduleVersion(build))
	assert.NotContains(t, goVersion(build), "cgo")
	build.Main.Version = "v1.2.3"
	build.Settings = []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "today"},
		{Key: "vcs.modified", Value: "true"}, {Key: "CGO_ENABLED", Value: "0"}}
	assert.Equal(t, "v1.2.3, revision abc of today, modified", moduleVersion(build))
	assert.Contains(t, goVersion(build), "without cgo")
}

func TestModelOf(t *testing.T) {
	assert.Equal(t, "A Chip", modelOf("processor\t: 0\nmodel name\t: A Chip\n\nprocessor\t: 1\nmodel name\t: Another\n"))
	assert.Equal(t, "Some Board", modelOf("processor : 0\nCPU part : 0xd0c\nModel : Some Board\n"))
	assert.Equal(t, "Arm implementer 0x41 part 0xd0c", modelOf("CPU implementer\t: 0x41\nCPU part\t: 0xd0c\n"))
	assert.Empty(t, modelOf("bogus\n"))
	assert.NotEmpty(t, cpuModel())
}

func TestProgressOnATerminal(t *testing.T) {
	var out strings.Builder
	p := &progress{out: &out, terminal: true}
	p.show("%d of %d", 1, 2)
	p.clear()
	assert.Equal(t, "\r\x1b[K1 of 2\r\x1b[K", out.String())
}
