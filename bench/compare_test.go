package bench

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// python returns a Python interpreter, preferably one that has NumPy.
func python(t *testing.T) string {
	found := ""
	for _, name := range []string{"/usr/bin/python3", "python3", "python"} {
		path, err := exec.LookPath(name)
		if err != nil || exec.Command(path, "-c", "import sys; sys.exit(sys.version_info < (3, 9))").Run() != nil {
			continue
		}
		if exec.Command(path, "-c", "import numpy").Run() == nil {
			return path
		}
		found = path
	}
	if found == "" {
		t.Skip("no Python 3.9")
	}
	return found
}

// TestComparedRowsExist holds the rows of compare.py to those of Cases.
func TestComparedRowsExist(t *testing.T) {
	interpreter := python(t)
	for _, device := range []string{"cpu", "cuda:0"} {
		out, err := exec.Command(interpreter, "-B", "compare/compare.py", "--list", "--device", device).Output()
		require.NoError(t, err)
		n := 0
		for line := range strings.Lines(string(out)) {
			fields := strings.Split(strings.TrimSpace(line), "\t")
			require.Len(t, fields, 3, line)
			size, err := strconv.Atoi(fields[1])
			require.NoError(t, err)
			c, ok := Find(Cases(), fields[0], size)
			assert.True(t, ok, "no row %s", line)
			assert.False(t, c.Large && device == "cpu", line)
			n++
		}
		assert.Greater(t, n, 30, device)
	}
}

func TestCompareScript(t *testing.T) {
	out, err := exec.Command(python(t), "-B", "-m", "unittest", "discover", "-s", "compare").CombinedOutput()
	assert.NoError(t, err, string(out))
}
