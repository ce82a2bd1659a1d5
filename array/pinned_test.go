package array

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
)

// pinning is a device with pinned memory, whose copies end when they are
// waited for.
type pinning struct {
	backend.Device
	live int
	fail error
}

type later func() error

func (f later) Wait() error { return f() }

func (d *pinning) PinnedAlloc(bytes int) ([]byte, func(), error) {
	if d.fail != nil {
		return nil, nil, d.fail
	}
	d.live++
	memory := make([]byte, bytes)
	for i := range memory {
		memory[i] = 0xa5
	}
	return memory, func() { d.live-- }, nil
}

func (d *pinning) CopyInAsync(dst backend.Buffer, offset int, src []byte) (backend.Event, error) {
	return later(func() error { return nil }), d.CopyIn(dst, offset, src)
}

func (d *pinning) CopyOutAsync(dst []byte, src backend.Buffer, offset int) (backend.Event, error) {
	return later(func() error { return d.CopyOut(dst, src, offset) }), nil
}

func TestPinned(t *testing.T) {
	plain := testDevice(t)
	for name, dev := range map[string]backend.Device{"plain": plain, "pinning": &pinning{Device: plain}} {
		t.Run(name, func(t *testing.T) {
			p, err := NewPinned[float32](dev, 6)
			require.NoError(t, err)
			assert.Equal(t, make([]float32, 6), p.Slice())
			for i := range p.Slice() {
				p.Slice()[i] = float32(i)
			}
			a, event := p.Array(2, -1)
			require.NoError(t, event.Wait())
			assert.Equal(t, []int{2, 3}, a.Shape())
			event, err = a.T().MulScalar(2).CopyToPinned(p)
			require.NoError(t, err)
			require.NoError(t, event.Wait())
			assert.Equal(t, []float32{0, 6, 2, 8, 4, 10}, p.Slice())
			event, err = a.Flip().CopyToPinned(p)
			require.NoError(t, err)
			require.NoError(t, event.Wait())
			assert.Equal(t, []float32{5, 4, 3, 2, 1, 0}, p.Slice())
			require.Error(t, Try(func() { p.Array(7) }))
			require.Error(t, Try(func() { _, _ = a.Slice(At(0)).CopyToPinned(p) }))
			p.Close()
			p.Close()
			if d, ok := dev.(*pinning); ok {
				assert.Zero(t, d.live)
				d.fail = errors.New("no more")
				_, err := NewPinned[int8](dev, 3)
				require.ErrorIs(t, err, d.fail)
			}
			empty, err := NewPinned[bool](dev, 0)
			require.NoError(t, err)
			b, event := empty.Array()
			require.NoError(t, event.Wait())
			assert.Zero(t, b.Size())
		})
	}
}
