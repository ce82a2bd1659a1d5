package bench

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/cugond/cugond/backend"
)

const (
	// minBatch is how long a timed batch of calls takes at least, so that
	// reading the clock does not count.
	minBatch = 20 * time.Microsecond
	// minSamples and maxSamples bound the number of batches.
	minSamples, maxSamples = 3, 1000
	// patience is how many budgets slow calls may take for their minSamples.
	patience = 4
	// queueLength is the number of calls that are queued before waiting.
	queueLength = 50
	// queueTime bounds the time that one queue takes: what a call costs before
	// the device starts does not count beside it.
	queueTime = 500 * time.Millisecond
	// queueSamples is the number of queues.
	queueSamples = 5
)

// Measurement is a case that is ready to be timed on a device, any number of
// times. Close gives its inputs up.
type Measurement struct {
	Case
	dev     backend.Device
	run     func() error
	release func()
}

// Prepare makes the inputs of a case.
func Prepare(dev backend.Device, c Case) (*Measurement, error) {
	run, release, err := c.Setup(dev)
	if err != nil {
		return nil, fmt.Errorf("bench: inputs of %s %d on %s: %w", c.Op, c.Size, dev.Name(), err)
	}
	runtime.GC() // what Setup left behind
	return &Measurement{Case: c, dev: dev, run: run, release: release}, nil
}

// Close gives the inputs up, with what pending parts of the row's expressions
// still hold of them, and the device's pooled memory, which whatever is
// measured beside may need.
func (m *Measurement) Close() {
	m.release()
	runtime.GC()
	if r, ok := m.dev.(backend.MemoryReporter); ok {
		r.Trim()
	}
}

// Synchronised returns the median time of a call and the wait for its end, in
// milliseconds. It warms up, then times calls for about the budget, at least
// three, or fewer when three take more than four budgets.
func (m *Measurement) Synchronised(budget time.Duration) (ms float64, err error) {
	once, err := m.warmUp(budget)
	if err != nil {
		return 0, err
	}
	batch := 1
	if once < minBatch {
		batch = int(minBatch/max(once, 1)) + 1
	}
	var samples []float64
	for start := time.Now(); len(samples) < maxSamples; {
		spent := time.Since(start)
		if spent >= budget && len(samples) >= minSamples || spent > patience*budget && len(samples) > 0 {
			break
		}
		elapsed, err := m.synchronised(batch)
		if err != nil {
			return 0, err
		}
		samples = append(samples, milliseconds(elapsed)/float64(batch))
	}
	return median(samples), nil
}

// Queued returns the time of a call in milliseconds when many are queued and
// waited for once, as in a pipeline: 50, or as many as take half a second but
// at least two. It warms up and returns the median of five queues, or of fewer
// when these take more than five seconds.
func (m *Measurement) Queued() (ms float64, err error) {
	once, err := m.warmUp(queueTime)
	if err != nil {
		return 0, err
	}
	length := queueOf(once)
	var samples []float64
	for start := time.Now(); len(samples) < queueSamples; {
		if len(samples) > 0 && time.Since(start) > 2*queueSamples*queueTime {
			break
		}
		elapsed, err := m.queued(length)
		if err != nil {
			return 0, err
		}
		samples = append(samples, milliseconds(elapsed)/float64(length))
	}
	return median(samples), nil
}

// Once returns the time of a single call and the wait for its end, in
// milliseconds. It does not warm up: the first call of a process pays for the
// kernels that are compiled, too.
func (m *Measurement) Once() (ms float64, err error) {
	elapsed, err := m.synchronised(1)
	return milliseconds(elapsed), err
}

// Measure prepares a case and returns both times of a call, in milliseconds.
func Measure(dev backend.Device, c Case, budget time.Duration) (ms, msQueued float64, err error) {
	m, err := Prepare(dev, c)
	if err != nil {
		return 0, 0, err
	}
	defer m.Close()
	if ms, err = m.Synchronised(budget); err != nil {
		return 0, 0, err
	}
	if msQueued, err = m.Queued(); err != nil {
		return 0, 0, err
	}
	return ms, msQueued, nil
}

// queueOf returns how many calls are queued of which one takes a while.
func queueOf(once time.Duration) int {
	if once*queueLength <= queueTime {
		return queueLength
	}
	return max(2, int(queueTime/once))
}

// warmUp calls once, and once more when that was quick, and returns the time of
// the last call.
func (m *Measurement) warmUp(budget time.Duration) (time.Duration, error) {
	elapsed, err := m.synchronised(1)
	if err != nil || elapsed > patience*budget {
		return elapsed, err
	}
	return m.synchronised(1)
}

// synchronised times calls each of which is waited for.
func (m *Measurement) synchronised(calls int) (time.Duration, error) {
	start := time.Now()
	for range calls {
		if err := m.run(); err != nil {
			return 0, m.failed(err)
		}
		if err := m.dev.Sync(); err != nil {
			return 0, m.failed(err)
		}
	}
	return time.Since(start), nil
}

// queued times calls which are waited for together.
func (m *Measurement) queued(calls int) (time.Duration, error) {
	start := time.Now()
	for range calls {
		if err := m.run(); err != nil {
			return 0, m.failed(err)
		}
	}
	if err := m.dev.Sync(); err != nil {
		return 0, m.failed(err)
	}
	return time.Since(start), nil
}

func (m *Measurement) failed(err error) error {
	return fmt.Errorf("bench: %s %d on %s: %w", m.Op, m.Size, m.dev.Name(), err)
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// median returns the middle of the samples, of which there is at least one.
func median(samples []float64) float64 {
	s := slices.Sorted(slices.Values(samples))
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2
	}
	return s[len(s)/2]
}
