package array

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
)

// unsure is an event of work that may find a fault.
type unsure struct {
	err   error
	waits int
}

func (e *unsure) Wait() error    { e.waits++; return e.err }
func (e *unsure) MayFault() bool { return e.waits == 0 || e.err != nil }

func TestAfter(t *testing.T) {
	fault := &backend.Fault{Code: backend.FaultIndex}
	plain := ended{}
	assert.Nil(t, after(nil, nil, plain), "nothing can be wrong")
	bad := &unsure{err: fault}
	e := after(plain, bad)
	assert.Same(t, e, after(e, bad), "known already")
	require.ErrorIs(t, e.Wait(), backend.ErrData)
	require.ErrorIs(t, e.Wait(), backend.ErrData)
	assert.Equal(t, 1, bad.waits, "once")
	good := &unsure{}
	e = after(nil, good)
	require.NoError(t, e.Wait())
	assert.Nil(t, after(nil, e), "it has been waited for")
	// The first fault is the one that is told.
	other := &unsure{err: &backend.Fault{Code: backend.FaultAllNaN}}
	assert.Equal(t, error(fault), after(other, &unsure{err: fault}).Wait())
	// A long chain is waited for, so that it does not grow for ever.
	var last backend.Event
	first := &unsure{}
	last = first
	for range 3 * longest {
		last = after(&unsure{}, last)
		shorten(last)
	}
	assert.Equal(t, 1, first.waits)
	require.NoError(t, last.Wait())
}

// deferred is a device whose kernels' faults show in their events alone.
type deferred struct{ backend.Device }

func (d deferred) Run(k *backend.Kernel) (backend.Event, error) {
	e, err := d.Device.Run(k)
	if err == nil && e != nil {
		err = e.Wait()
	}
	return &unsure{err: err}, nil
}

// What is made of faulty data is at fault, however many kernels later.
func TestFaultsAreHandedOn(t *testing.T) {
	dev := deferred{testDevice(t)}
	base, e := FromSlice(dev, []int{2, 1, 3}), FromSlice(dev, []int{1, 0, -1})
	faulty := base.Pow(e)
	require.NoError(t, faulty.Eval())
	for name, r := range map[string]*Array[int]{
		"itself":      faulty,
		"a map":       faulty.AddScalar(1),
		"a fold":      Sum(faulty),
		"later":       Sum(FromSlice(dev, []int{1, 2}, 2, 1).Mul(faulty), 0).MulScalar(3),
		"a part":      faulty.Slice(Span(0, 1)).AddScalar(0),
		"a view":      faulty.Flip(),
		"a copy":      faulty.Copy(),
		"joined":      Concatenate(0, base, faulty),
		"two kernels": FromSlice(dev, []int{1, 2}, 2, 1).Pow(e),
	} {
		_, err := r.ToSlice()
		require.ErrorIs(t, err, backend.ErrData, name)
	}
	x := Zeros[int](dev, 6)
	require.NoError(t, x.Eval())
	x.Slice(Span(0, 3)).Assign(faulty)
	x.Slice(Span(3, 6)).Assign(base) // mends another part
	_, err := x.ToSlice()
	require.ErrorIs(t, err, backend.ErrData)
	x.Fill(1)
	_, err = x.ToSlice()
	require.NoError(t, err, "all is overwritten")
}
