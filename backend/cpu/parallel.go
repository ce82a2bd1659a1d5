package cpu

import (
	"fmt"
	"math/bits"
	"runtime/debug"
	"sync/atomic"

	"github.com/cugond/cugond/backend"
)

const (
	// parallelFrom is the number of elements from which on starting
	// goroutines pays.
	parallelFrom = 1 << 16
	// taskElements is how many elements a task covers, if they can be chosen.
	taskElements = 1 << 15
)

// job is one kernel at work.
type job struct {
	dev    *Device
	ev     evaluator
	space  space
	plans  [2]plan // the second one for what the first does not fit
	status atomic.Uint64
	failed atomic.Pointer[error]
}

// each calls do for the tasks 0 … tasks-1, on several goroutines when the job
// has so many elements that it pays. do gets a worker bound to nothing. A
// panic in do becomes an error, and the remaining tasks are left.
func (j *job) each(tasks, elements int64, do func(w *worker, task int64)) error {
	width := int64(1)
	if elements >= parallelFrom {
		width = min(tasks, int64(j.dev.workers), elements/(parallelFrom/2))
	}
	if width <= 1 {
		w := j.dev.worker()
		j.guard(func() {
			for t := range tasks {
				do(w, t)
			}
		})
		j.retire(w)
		return j.err()
	}
	var next atomic.Int64
	loop := func() {
		w := j.dev.worker()
		j.guard(func() {
			for t := next.Add(1) - 1; t < tasks && j.failed.Load() == nil; t = next.Add(1) - 1 {
				do(w, t)
			}
		})
		j.retire(w)
	}
	var team team
	team.open.Add(int(width) - 1)
	team.left.Store(width - 1)
	help := func() {
		loop()
		team.open.Done()
		team.left.Add(-1)
	}
	for range width - 1 {
		j.dev.helpers.start(&help)
	}
	loop()
	team.wait()
	return j.err()
}

// guard turns a panic into the job's failure.
func (j *job) guard(f func()) {
	defer func() {
		if r := recover(); r != nil {
			err := fmt.Errorf("cpu: panic in a worker: %v\n%s", r, debug.Stack())
			j.failed.CompareAndSwap(nil, &err)
		}
	}()
	f()
}

// retire takes a worker's status over and gives it back.
func (j *job) retire(w *worker) {
	if w.status != 0 {
		j.status.Or(w.status)
	}
	w.unbind()
	j.dev.idle.Put(w)
}

// err returns the job's failure: what broke down, or the first of the faults
// that the data showed.
func (j *job) err() error {
	if e := j.failed.Load(); e != nil {
		return *e
	}
	if s := j.status.Load(); s != 0 {
		return &backend.Fault{Code: backend.FaultCode(bits.TrailingZeros64(s))}
	}
	return nil
}

// ceil divides and rounds up.
func ceil(a, b int64) int64 { return (a + b - 1) / b }
