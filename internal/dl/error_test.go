package dl

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestErrorText(t *testing.T) {
	tests := []struct {
		err  *Error
		want string
	}{
		{&Error{Library: "cuda"}, "dl: library cuda: not found"},
		{
			&Error{Library: "cuda", Tried: []Attempt{{"libcuda.so.1", "no such file"}, {"/x/libcuda.so", "wrong class"}}},
			"dl: library cuda: not found; tried libcuda.so.1 (no such file), /x/libcuda.so (wrong class)",
		},
		{
			&Error{Library: "cuda", Symbol: "cuInit", Tried: []Attempt{{"/x/libcuda.so", "undefined symbol"}}, Err: ErrNotFound},
			"dl: symbol cuInit of library cuda: not found; tried /x/libcuda.so (undefined symbol)",
		},
		{&Error{Library: "cuda", Err: ErrClosed}, "dl: library cuda: library is closed"},
	}
	for _, test := range tests {
		assert.EqualError(t, test.err, test.want)
	}
	assert.ErrorIs(t, &Error{}, ErrNotFound)
}
