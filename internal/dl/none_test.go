//go:build !cgo || !(linux || darwin)

package dl

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOpenWithoutLoading(t *testing.T) {
	lib, err := Open("answer", "libanswer.so.1", "/usr/lib/libanswer.so")
	assert.Nil(t, lib)
	require.ErrorIs(t, err, ErrNotFound)
	var e *Error
	require.ErrorAs(t, err, &e)
	require.Len(t, e.Tried, 2)
	assert.Contains(t, err.Error(), "no dynamic loading")
	assert.Contains(t, err.Error(), "libanswer.so.1")
}
