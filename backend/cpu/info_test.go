package cpu

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestInfo(t *testing.T) {
	d, err := New(Options{Evaluator: "go", BLAS: "gonum", Workers: 3})
	require.NoError(t, err)
	defer d.Close()
	info := d.Info()
	assert.Equal(t, "go", info.Evaluator)
	assert.Empty(t, info.ISA)
	assert.Equal(t, 3, info.Workers)
	assert.Equal(t, "gonum", info.BLAS.Name)
	assert.Empty(t, info.BLAS.Path)
	assert.Positive(t, info.BLAS.Threads)
	assert.NoError(t, info.BLAS.Fallback, "it was asked for")

	for _, isa := range info.ISAs {
		c, err := New(Options{Evaluator: "c", ISA: isa, BLAS: "gonum"})
		require.NoError(t, err, isa)
		assert.Equal(t, isa, c.Info().ISA)
		assert.Equal(t, "c", c.Info().Evaluator)
		assert.Equal(t, "c/"+isa, c.Evaluator())
		require.NoError(t, c.Close())
	}

	best, err := New(Options{})
	require.NoError(t, err)
	defer best.Close()
	assert.Equal(t, best.Evaluator(), strings.TrimSuffix(best.Info().Evaluator+"/"+best.Info().ISA, "/"))
	if best.Info().ISA != "" {
		assert.Contains(t, best.Info().ISAs, best.Info().ISA)
	}
}
