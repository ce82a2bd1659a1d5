package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond"
)

// asCommand makes the test binary behave as the command itself.
const asCommand = "CUGOND_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
	}
	os.Exit(m.Run())
}

func TestFirstUse(t *testing.T) {
	t.Setenv(asCommand, "1")
	code, stdout, stderr := call("", "bench", "-first", "-device", "cpu")
	require.Equal(t, exitOK, code, stderr)
	assert.Regexp(t, `\Afirst_cold\t16\t\d+\.\d+\nfirst_warm\t16\t\d+\.\d+\n\z`, stdout)

	code, _, stderr = call("", "bench", "-first", "-device", "cuda:4096")
	assert.Equal(t, exitFailure, code)
	assert.Contains(t, stderr, "bench: -first: exit status 1")
	assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
}

// TestFirstUseSharesACache holds that the two processes of a pair have one
// cache, which is another than that of the next pair and gone in the end.
func TestFirstUseSharesACache(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	log := filepath.Join(t.TempDir(), "log")
	command := func() *exec.Cmd {
		return exec.Command(shell, "-c", `ls "$`+cugond.EnvCache+`" >>`+log+`; touch "$`+cugond.EnvCache+`/x"; echo "$`+cugond.EnvCache+`" >>`+log+`; printf 'chain_16\t16\t0.1\n'`)
	}
	var out strings.Builder
	require.NoError(t, measureFirst(command, "md", &out))
	assert.Regexp(t, `\| first_cold \| 16 \| \d+\.\d+ \|\n\| first_warm \| 16 \| \d+\.\d+ \|\n\z`, out.String())
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	lines := strings.Fields(string(text))
	require.Len(t, lines, 3*firstRepeats, "an empty folder, then one with a file")
	seen := map[string]bool{}
	for i := 0; i < len(lines); i += 3 {
		assert.Equal(t, []string{"x", lines[i]}, lines[i+1:i+3])
		assert.NoDirExists(t, lines[i])
		seen[lines[i]] = true
	}
	assert.Len(t, seen, firstRepeats)
}

func TestFirstUseTakesAllTime(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	ms, err := firstResult(exec.Command("sh", "-c", `sleep 0.05; cat; printf 'chain_16\t16\t0.1\n'`))
	assert.ErrorContains(t, err, "chain_16 16 once", "the line that was asked for")
	assert.Zero(t, ms)

	ms, err = firstResult(exec.Command("sh", "-c", `sleep 0.05; printf 'chain_16\t16\t0.1\n'`))
	require.NoError(t, err)
	assert.GreaterOrEqual(t, ms, 50.0)

	_, err = firstResult(exec.Command("sh", "-c", "echo no >&2; exit 3"))
	assert.EqualError(t, err, "exit status 3: no")
	_, err = firstResult(exec.Command("sh", "-c", "exit 0"))
	assert.ErrorContains(t, err, "did not answer")
	_, err = firstResult(exec.Command("sh", "-c", `printf 'error\tit is broken\n'`))
	assert.EqualError(t, err, "error it is broken")
	assert.Equal(t, 2.0, middle([]float64{3, 1, 2}))
}

func TestItselfPassesFlagsOn(t *testing.T) {
	command, err := itself("cuda:1", time.Second)
	require.NoError(t, err)
	assert.Equal(t, []string{"bench", "-rounds", "-device", "cuda:1", "-budget", "1s"}, command().Args[1:])
}
