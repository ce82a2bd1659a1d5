package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// The committed file is what the op table gives.
func TestGeneratedFileIsCurrent(t *testing.T) {
	want, err := generate()
	require.NoError(t, err)
	got, err := os.ReadFile("../loops/loops_gen.h")
	require.NoError(t, err)
	require.True(t, string(want) == string(got), "loops_gen.h is out of date: run go generate in backend/cpu/internal/loops")
}
