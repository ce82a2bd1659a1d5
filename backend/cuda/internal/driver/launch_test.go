//go:build cgo && linux

package driver

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLaunch(t *testing.T) {
	f := open(t)
	record := variable[launched](t, f, "launched")
	s, err := f.NewStream()
	require.NoError(t, err)
	m, err := f.LoadModule(nil)
	require.NoError(t, err)
	k, err := f.Function(m, "kernel")
	require.NoError(t, err)
	// Arguments in the middle of a buffer, from none to the most a kernel takes.
	buffer := make([]byte, 4200)
	for i := range buffer {
		buffer[i] = byte(i*31 + i>>8)
	}
	for _, size := range []int{0, 1, 4, 8, 24, 255, 1000, 4096} {
		args := buffer[13 : 13+size]
		require.NoError(t, f.Launch(k, Dim{1<<31 - 1, 65535, 3}, Dim{1024, 1, 2}, size*2, s, args))
		assert.Equal(t, uint64(0xf00), record.Function)
		assert.Equal(t, uint64(0x501), record.Stream)
		assert.Equal(t, [3]uint32{1<<31 - 1, 65535, 3}, record.Grid)
		assert.Equal(t, [3]uint32{1024, 1, 2}, record.Block)
		assert.Equal(t, uint32(size*2), record.Shared)
		assert.Equal(t, uint64(size), record.Size)
		assert.Equal(t, size > 0, record.Extra != 0)
		assert.Equal(t, args, record.Args[:size])
	}
	require.NoError(t, f.Launch(k, Dim{1, 1, 1}, Dim{1, 1, 1}, 0, s, nil))
	for _, shared := range []int{-1, 1 << 31, 1 << 32} {
		err := f.Launch(k, Dim{1, 1, 1}, Dim{1, 1, 1}, shared, s, nil)
		assert.Equal(t, &Error{Func: "cuLaunchKernel", Status: ErrorInvalidValue}, err)
	}
}

func TestLaunchAllocatesNothing(t *testing.T) {
	f := open(t)
	var failed error
	allocs := testing.AllocsPerRun(100, func() {
		var args [64]byte
		args[3] = 1
		if err := f.Launch(Function{}, Dim{1, 1, 1}, Dim{32, 1, 1}, 0, Stream{}, args[:]); err != nil {
			failed = err
		}
	})
	require.NoError(t, failed)
	assert.Zero(t, allocs)
}

// BenchmarkLaunch measures what a launch costs on top of the driver: the fake
// does next to nothing.
func BenchmarkLaunch(b *testing.B) {
	f := open(b)
	args := make([]byte, 64)
	b.ReportAllocs()
	for b.Loop() {
		if err := f.Launch(Function{}, Dim{1, 1, 1}, Dim{32, 1, 1}, 0, Stream{}, args); err != nil {
			b.Fatal(err)
		}
	}
}
