package bench

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/cugond/cugond/backend"
)

// waiting is a device of which only the waiting is used.
type waiting struct {
	backend.Device
	syncs int
	err   error
}

func (w *waiting) Name() string { return "waiting" }

func (w *waiting) Sync() error {
	w.syncs++
	return w.err
}

// counted is a case that counts its calls, each of which takes a while, and
// fails in the call of the number fail.
func counted(calls, released *int, pause time.Duration, fail int) Case {
	return Case{Op: "counted", Size: 3, Setup: func(backend.Device) (func() error, func(), error) {
		run := func() error {
			if *calls++; *calls == fail {
				return errBroken
			}
			time.Sleep(pause)
			return nil
		}
		return run, func() { *released++ }, nil
	}}
}

var errBroken = errors.New("broken")

func TestSynchronisedCallsAreWaitedFor(t *testing.T) {
	var calls, released int
	dev := &waiting{}
	m, err := Prepare(dev, counted(&calls, &released, 3*minBatch, 0))
	require.NoError(t, err)
	ms, err := m.Synchronised(time.Nanosecond)
	require.NoError(t, err)
	assert.GreaterOrEqual(t, ms, milliseconds(3*minBatch))
	assert.Equal(t, calls, dev.syncs, "one wait for each call")
	assert.Equal(t, 2, calls, "a call that takes longer than the budget allows: one to warm up, one timed")

	calls = 0
	_, err = m.Synchronised(time.Hour)
	require.NoError(t, err)
	assert.Equal(t, 2+maxSamples, calls)
	m.Close()
	assert.Equal(t, 1, released)
}

func TestQuickCallsAreTimedInBatches(t *testing.T) {
	var calls, released int
	m, err := Prepare(&waiting{}, counted(&calls, &released, 0, 0))
	require.NoError(t, err)
	ms, err := m.Synchronised(5 * time.Millisecond)
	require.NoError(t, err)
	assert.Positive(t, ms)
	assert.Greater(t, calls, 2+minSamples)
}

func TestQueuedCallsAreWaitedForOnce(t *testing.T) {
	var calls, released int
	dev := &waiting{}
	m, err := Prepare(dev, counted(&calls, &released, 0, 0))
	require.NoError(t, err)
	_, err = m.Queued()
	require.NoError(t, err)
	assert.Equal(t, 2+queueSamples*queueLength, calls)
	assert.Equal(t, 2+queueSamples, dev.syncs)
}

func TestSlowCallsAreQueuedLess(t *testing.T) {
	assert.Equal(t, 50, queueOf(0))
	assert.Equal(t, 50, queueOf(10*time.Millisecond))
	assert.Equal(t, 10, queueOf(50*time.Millisecond))
	assert.Equal(t, 2, queueOf(20*time.Second))
}

func TestOnceIsOneCall(t *testing.T) {
	var calls, released int
	dev := &waiting{}
	m, err := Prepare(dev, counted(&calls, &released, time.Millisecond, 2))
	require.NoError(t, err)
	ms, err := m.Once()
	require.NoError(t, err)
	assert.GreaterOrEqual(t, ms, 1.0)
	assert.Equal(t, 1, calls)
	assert.Equal(t, 1, dev.syncs)
	_, err = m.Once()
	assert.EqualError(t, err, "bench: counted 3 on waiting: broken")
}

func TestFailuresNameTheRow(t *testing.T) {
	for fail := range 8 {
		var calls, released int
		_, _, err := Measure(&waiting{}, counted(&calls, &released, 0, fail+1), time.Minute/1000)
		require.ErrorIs(t, err, errBroken)
		assert.EqualError(t, err, "bench: counted 3 on waiting: broken")
		assert.Equal(t, 1, released)
	}
	var calls, released int
	_, _, err := Measure(&waiting{err: errBroken}, counted(&calls, &released, 0, 0), time.Millisecond)
	assert.EqualError(t, err, "bench: counted 3 on waiting: broken")

	none := Case{Op: "none", Size: 1, Setup: func(backend.Device) (func() error, func(), error) { return nil, nil, errBroken }}
	_, _, err = Measure(&waiting{}, none, time.Millisecond)
	assert.EqualError(t, err, "bench: inputs of none 1 on waiting: broken")
}

func TestMeasureGivesBoth(t *testing.T) {
	var calls, released int
	ms, queued, err := Measure(&waiting{}, counted(&calls, &released, 100*time.Microsecond, 0), time.Millisecond)
	require.NoError(t, err)
	assert.GreaterOrEqual(t, ms, 0.1)
	assert.GreaterOrEqual(t, queued, 0.1)
	assert.Equal(t, 1, released)
}

func TestMedian(t *testing.T) {
	assert.Equal(t, 4.0, median([]float64{4}))
	assert.Equal(t, 2.5, median([]float64{4, 1, 2, 3}))
	assert.Equal(t, 3.0, median([]float64{100, 3, 1}))
}
